//! Moves and goals in letters.

use crate::units::{Color, Consequence, Leg, MoveRecord, Origin, Piece, Special, Square, Tongue, Traits, Unit};

/// Which letters stand for the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Letters {
    /// The knight is `S`, as in problem magazines and in Popeye.
    #[default]
    Problem,
    /// Those of problem magazines in this language.
    Of(Tongue),
    /// The knight is `N`, as in game notation.
    Game,
    /// The chess symbols of Unicode; a man that has none keeps the letter that it has in this language.
    Figurines(Tongue),
}

impl Letters {
    /// The letters in a move, where the side is known from the move number.
    pub fn of(self, piece: Piece) -> String {
        match self {
            Letters::Problem => piece.letters().to_string(),
            Letters::Of(tongue) => tongue.letters(piece),
            Letters::Game => piece.fen_letter().map_or_else(|| format!("{{{}}}", piece.letters()), String::from),
            Letters::Figurines(tongue) => match figurine(Color::White, piece) {
                Some(figurine) => figurine.to_string(),
                None => tongue.letters(piece),
            },
        }
    }

    /// The letters in a diagram: upper case for White, lower case for Black, upper and lower case for neutral units.
    pub fn on_board(self, unit: Unit) -> String {
        if let (Letters::Figurines(_), Some(figurine), false) =
            (self, figurine(unit.color, unit.piece), unit.is_neutral())
        {
            return figurine.to_string();
        }
        let letters = match self {
            Letters::Game => unit.piece.fen_letter().map_or_else(|| unit.piece.letters().to_string(), String::from),
            _ => self.of(unit.piece),
        };
        match unit.color {
            _ if unit.is_neutral() => format!("n{letters}"),
            Color::White => letters,
            Color::Black => letters.to_ascii_lowercase(),
        }
    }
}

fn figurine(color: Color, piece: Piece) -> Option<char> {
    const WHITE: &str = "♙♘♗♖♕♔";
    const BLACK: &str = "♟♞♝♜♛♚";
    match color {
        Color::White => WHITE,
        Color::Black => BLACK,
    }
    .chars()
    .nth(piece.index())
}

/// `Qg5-g2`, `Qg5*g2`, `h7-h8=S`, `e4*d3 ep.`, `0-0-0`; the sign of capture is the caller's. No check sign.
pub fn long_algebraic(record: &MoveRecord, letters: Letters, capture: char) -> String {
    algebraic(record, None, letters, capture)
}

/// `Qg2`, `Qxg2`, `h8=S`, `exd3 ep.`: of the square of departure only what `origin` asks for, and the file of a pawn that
/// captures. A move that does not simply begin there and end elsewhere is told at length.
pub fn short_algebraic(record: &MoveRecord, origin: Origin, letters: Letters, capture: char) -> String {
    algebraic(record, Some(origin), letters, capture)
}

/// Moves of one man told together: `B~`, `Sb~`, `d~`.
pub fn random_move(record: &MoveRecord, origin: Origin, letters: Letters) -> String {
    let unit = unit_letters(record.mover, letters);
    let origin = if unit.is_empty() && origin == Origin::Plain { Origin::File } else { origin };
    format!("{unit}{}~", origin_text(record.from, origin))
}

fn origin_text(from: Square, origin: Origin) -> String {
    match origin {
        Origin::Plain => String::new(),
        Origin::File => char::from(b'a' + from.file()).to_string(),
        Origin::Rank => (from.rank() + 1).to_string(),
        Origin::Square => from.to_string(),
    }
}

fn algebraic(record: &MoveRecord, origin: Option<Origin>, letters: Letters, capture: char) -> String {
    match record.special {
        Special::KingSideCastling => {
            return format!("{}0-0{}", homecoming(record, letters), consequences(record, letters));
        }
        Special::QueenSideCastling => {
            return format!("{}0-0-0{}", homecoming(record, letters), consequences(record, letters));
        }
        Special::Null => return " ...".to_string(),
        Special::Exchange(other) => {
            let unit = |unit: Unit| format!("{}{}", unit.traits.letters(), letters.of(unit.piece));
            let (first, second) = (unit(record.mover), unit(other));
            return format!("{first}{}<->{second}{}{}", record.from, record.to, consequences(record, letters));
        }
        Special::RoleExchange => return " RoleExchange".to_string(),
        Special::Unseen => {
            let unseen = record.consequences.iter().find_map(|consequence| match consequence {
                Consequence::TookUnseen(_, square, _) => Some(*square),
                _ => None,
            });
            let course = match record.captured.map(|(_, square)| square).or(unseen) {
                Some(square) => format!("{capture}{square}"),
                None => "-~".to_string(),
            };
            return format!("TI~{course}{}", consequences(record, letters));
        }
        Special::None | Special::EnPassant | Special::InPlace => {}
    }
    let mut text = String::new();
    if let Some(Consequence::Before(unit, square)) = record.consequences.first() {
        text.push_str(&format!("[{square}={}{}]", unit.traits.letters(), letters.of(unit.piece)));
    }
    let unseen = record.consequences.iter().find_map(|consequence| match consequence {
        Consequence::TookUnseen(color, square, is_new) => Some((*color, *square, *is_new)),
        _ => None,
    });
    if let Some((color, square, true)) = unseen {
        text.push_str(&format!("[+{}TI{square}]", color.letter()));
    }
    let unit = unit_letters(record.mover, letters);
    let origin = origin.filter(|_| record.via.is_none() && record.special != Special::InPlace);
    text.push_str(&unit);
    text.push_str(&match origin {
        // A pawn that captures is told by its file.
        Some(Origin::Plain) if unit.is_empty() && record.captured.is_some() => origin_text(record.from, Origin::File),
        origin => origin_text(record.from, origin.unwrap_or(Origin::Square)),
    });
    if let Some(via) = record.via {
        text.push_str(&format!("-{via}"));
    }
    match record.captured {
        Some((_, square)) if square != record.to && record.special != Special::EnPassant => {
            text.push_str(&format!("{capture}{square}-{}", record.to));
        }
        Some(_) => text.push_str(&format!("{capture}{}", record.to)),
        None if record.special == Special::InPlace => {}
        None if unseen.is_some() => text.push_str(&format!("{capture}{}", record.to)),
        None if origin.is_some() => text.push_str(&record.to.to_string()),
        None => text.push_str(&format!("-{}", record.to)),
    }
    if record.special == Special::EnPassant {
        text.push_str(" ep.");
    }
    for leg in &record.onward {
        text.push_str(&match leg {
            Leg::To(square) => format!("-{square}"),
            Leg::Taking(_, square) => format!("{capture}{square}"),
            Leg::Becoming(piece) => format!("={}{}", record.mover.traits.letters(), letters.of(*piece)),
        });
    }
    if let Some(piece) = record.promotion {
        text.push('=');
        text.push_str(&record.mover.traits.letters());
        text.push_str(&letters.of(piece));
    }
    text.push_str(&consequences(record, letters));
    text
}

/// `S`, `nkNH`; nothing for a plain pawn.
fn unit_letters(unit: Unit, letters: Letters) -> String {
    if unit.piece.is_unnamed() && unit.traits == Traits::NONE {
        return String::new();
    }
    format!("{}{}", unit.traits.letters(), letters.of(unit.piece))
}

/// Who came home before a castling: `[wKd1->e1]`.
fn homecoming(record: &MoveRecord, letters: Letters) -> String {
    let comers = record.consequences.iter().filter_map(|consequence| match consequence {
        Consequence::Home(unit, from, to) => Some(format!("[{}{from}->{to}]", named(*unit, letters))),
        _ => None,
    });
    comers.collect()
}

/// Whose it is: `w`, `b`, `n`.
fn owner(unit: Unit) -> char {
    if unit.is_neutral() { 'n' } else { unit.color.letter() }
}

/// A unit with its side: `wK`, `nrB`.
fn named(unit: Unit, letters: Letters) -> String {
    let owner = if unit.is_neutral() { String::new() } else { unit.color.letter().to_string() };
    format!("{owner}{}{}", unit.traits.letters(), letters.of(unit.piece))
}

/// What conditions added: `[+bPc7]`, `=w`, `[wQd6->d1]`, `[+wPa2=b]`. What happens to the man that has just been told
/// of follows without a bracket of its own.
fn consequences(record: &MoveRecord, letters: Letters) -> String {
    let named = |unit: Unit| named(unit, letters);
    let mut text = String::new();
    let mut open = false;
    let is_castling = matches!(record.special, Special::KingSideCastling | Special::QueenSideCastling);
    let mut told = Some(match record.special {
        _ if is_castling => {
            Square::new(record.from.file().midpoint(record.to.file()), record.to.rank()).unwrap_or(record.to)
        }
        _ => record
            .onward
            .iter()
            .rev()
            .find_map(|leg| match leg {
                Leg::To(square) | Leg::Taking(_, square) => Some(*square),
                Leg::Becoming(_) => None,
            })
            .unwrap_or(record.to),
    });
    for (i, consequence) in record.consequences.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|before| record.consequences.get(before));
        let (square, change) = match consequence {
            // Told before the move.
            Consequence::Before(..) | Consequence::Home(..) | Consequence::TookUnseen(..) => continue,
            Consequence::Revealed(unit, square) => {
                text.push_str(&format!("[{square}={}]", named(*unit)));
                continue;
            }
            Consequence::Apart => {
                told = None;
                continue;
            }
            Consequence::Imitators(..)
            | Consequence::IntoImitator
            | Consequence::Partner(..)
            | Consequence::RecolouredAside(_)
            | Consequence::Remark(..) => {
                if open {
                    text.push(']');
                    open = false;
                }
                text.push_str(&match consequence {
                    Consequence::Imitators(squares) => {
                        let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
                        format!("[I{}]", squares.join(","))
                    }
                    Consequence::Partner(unit, from, to) => format!("/{}{from}-{to}", named(*unit)),
                    Consequence::Remark(remark) => format!(" ({remark})"),
                    Consequence::RecolouredAside(unit) => format!("[={}]", owner(*unit)),
                    _ => "=I".into(),
                });
                continue;
            }
            Consequence::Buried(_) => {
                text.push_str("->v");
                continue;
            }
            Consequence::Recoloured(unit, square) => {
                let half = if unit.traits.has(Traits::HALF_NEUTRAL) { "h" } else { "" };
                (*square, format!("{}{half}", owner(*unit)))
            }
            // What the pawn has become, and what else is true of it.
            Consequence::Changed(unit, square) if *square == record.to && record.promotion == Some(unit.piece) => {
                (*square, unit.traits.letters())
            }
            Consequence::Changed(unit, square) if matches!(before, Some(Consequence::Changed(pawn, at)) if at == square && pawn.piece == unit.piece) => {
                (*square, unit.traits.letters())
            }
            Consequence::Changed(unit, square) => {
                (*square, format!("{}{}", unit.traits.letters(), letters.of(unit.piece)))
            }
            other => {
                if open {
                    text.push(']');
                }
                open = true;
                let (piece, square) = match other {
                    Consequence::Created(unit, square) => (format!("[+{}{square}", named(*unit)), *square),
                    Consequence::Removed(unit, square) => (format!("[-{}{square}", named(*unit)), *square),
                    Consequence::Moved(unit, from, to) => (format!("[{}{from}->{to}", named(*unit)), *to),
                    Consequence::MovedAs(unit, from, other, to) => {
                        let becoming = format!("{}{}", other.traits.letters(), letters.of(other.piece));
                        (format!("[{}{from}->{becoming}{to}", named(*unit)), *to)
                    }
                    Consequence::Exchanged(a, on_a, b, on_b) => {
                        (format!("[{}{on_a}<->{}{on_b}", unit_letters(*a, letters), unit_letters(*b, letters)), *on_b)
                    }
                    _ => unreachable!("handled above"),
                };
                text.push_str(&piece);
                told = Some(square);
                continue;
            }
        };
        // Of a castling king and rook are told.
        if Some(square) != told && !(is_castling && square == record.to) {
            if open {
                text.push(']');
            }
            text.push_str(&format!("[{square}"));
            (open, told) = (true, Some(square));
        }
        text.push_str(&format!("={change}"));
    }
    if open {
        text.push(']');
    }
    text
}
