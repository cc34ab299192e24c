//! Pieces that only the game Megalomachy has.

use super::walker::{Pawn, capture_farther_than_two};
use super::{BISHOP, Hop, KNIGHT, Mode, PawnRange, Piece, PieceDef, QUEEN, ROOK, Seen, Vector, Walker, leaper};

const DABBABA: &[Vector] = &leaper::<4>(0, 2);
const ALFIL: &[Vector] = &leaper::<4>(2, 2);
const THREELEAPER: &[Vector] = &leaper::<4>(0, 3);

/// The Megalomachy pieces that promote.
pub const PAWNS: &[PieceDef] = &[
    PieceDef {
        name: "Megalomachy Pawn",
        code: "MM.P",
        doc: "a pawn that may move up to three squares from its initial rank; can be captured en passant on each \
              square passed",
        xbetza: "fmWfceFifmW3",
        walk: |w| w.pawn(Pawn { range: PawnRange::Initial(3), ..Pawn::PLAIN }),
    },
    PieceDef {
        name: "Warrior",
        code: "MM.W",
        doc: "moves one or two squares ahead, captures as a pawn, also en passant, and as a knight backwards; promotes",
        xbetza: "fmW2fceFbhcN",
        walk: |w| {
            w.pawn(Pawn { range: PawnRange::Always(2), ..Pawn::PLAIN });
            let back: &[Vector] = if w.ahead() > 0 {
                &[(-1, -2), (1, -2), (-2, -1), (2, -1)]
            } else {
                &[(-1, 2), (1, 2), (-2, 1), (2, 1)]
            };
            w.leap(back, Mode::Capture);
        },
    },
];

pub const ALL: &[PieceDef] = &[
    PieceDef {
        name: "Megalomachy Knight",
        code: "MM.S",
        doc: "knight; also moves diagonally to the last square before a man that is at least four squares away",
        xbetza: "NafafyafgabmF",
        walk: |w| {
            w.leap(KNIGHT, Mode::Both);
            air_lift(w, BISHOP, 3);
        },
    },
    PieceDef {
        name: "Ram",
        code: "MM.RM",
        doc: "moves as a grasshopper, captures two squares straight ahead, leaping",
        xbetza: "mgQfcD",
        walk: |w| {
            let hop = Hop::over(QUEEN);
            w.hop(hop, Mode::Move);
            w.leap(if w.ahead() > 0 { &[(0, 2)] } else { &[(0, -2)] }, Mode::Capture);
        },
    },
    PieceDef {
        name: "Scout",
        code: "MM.SC",
        doc: "moves as a knight, captures as an alfil, the (2,2)-leaper",
        xbetza: "mNcA",
        walk: |w| {
            w.leap(KNIGHT, Mode::Move);
            w.leap(ALFIL, Mode::Capture);
        },
    },
    PieceDef {
        name: "Elephant",
        code: "MM.EL",
        doc: "(1,1)- and (2,2)-leaper; also moves diagonally to the last square before a man",
        xbetza: "FAgabmB",
        walk: |w| {
            w.leap(BISHOP, Mode::Both);
            w.leap(ALFIL, Mode::Both);
            air_lift(w, BISHOP, 3);
        },
    },
    PieceDef {
        name: "War Machine",
        code: "MM.WM",
        doc: "(0,1)- and (0,2)-leaper; also moves orthogonally to the last square before a man",
        xbetza: "WDgabmR",
        walk: |w| {
            w.leap(ROOK, Mode::Both);
            w.leap(DABBABA, Mode::Both);
            air_lift(w, ROOK, 3);
        },
    },
    PieceDef {
        name: "Megalomachy Frog",
        code: "MM.FR",
        doc: "(1,1)- and (0,3)-leaper",
        xbetza: "FH",
        walk: |w| {
            w.leap(BISHOP, Mode::Both);
            w.leap(THREELEAPER, Mode::Both);
        },
    },
    PieceDef {
        name: "Guard",
        code: "MM.GU",
        doc: "leaps one square in all directions; also moves orthogonally to the last square before a man",
        xbetza: "KgabmR",
        walk: |w| {
            w.leap(QUEEN, Mode::Both);
            air_lift(w, ROOK, 2);
        },
    },
    PieceDef {
        name: "Cannon",
        code: "MM.CN",
        doc: "moves as a rook, captures any distance beyond a hurdle, as the pao",
        xbetza: "mRcpR",
        walk: |w| {
            w.ride(ROOK, Mode::Move);
            w.hop(Hop::beyond(ROOK), Mode::Capture);
        },
    },
    PieceDef {
        name: "Dragon Horse",
        code: "MM.DH",
        doc: "bishop and (0,1)-leaper",
        xbetza: "BW",
        walk: |w| {
            w.ride(BISHOP, Mode::Both);
            w.leap(ROOK, Mode::Both);
        },
    },
    PieceDef {
        name: "Dragon King",
        code: "MM.DK",
        doc: "rook and (1,1)-leaper; the king's partner in castling",
        xbetza: "RF",
        walk: |w| {
            w.ride(ROOK, Mode::Both);
            w.leap(BISHOP, Mode::Both);
        },
    },
    PieceDef {
        name: "Rhinoceros",
        code: "MM.RH",
        doc: "moves one square orthogonally, and may continue outwards as a bishop",
        xbetza: "[W?B]",
        walk: |w| bent_ride(w, ROOK),
    },
    PieceDef {
        name: "Gryphon",
        code: "MM.GR",
        doc: "moves one square diagonally, and may continue outwards as a rook",
        xbetza: "[F?R]",
        walk: |w| bent_ride(w, BISHOP),
    },
    PieceDef {
        name: "Archbishop",
        code: "MM.AB",
        doc: "bishop and knight",
        xbetza: "BN",
        walk: |w| {
            w.ride(BISHOP, Mode::Both);
            w.leap(KNIGHT, Mode::Both);
        },
    },
    PieceDef {
        name: "Marshall",
        code: "MM.MA",
        doc: "rook and knight",
        xbetza: "RN",
        walk: |w| {
            w.ride(ROOK, Mode::Both);
            w.leap(KNIGHT, Mode::Both);
        },
    },
    PieceDef {
        name: "Megalomachy Amazon",
        code: "MM.AM",
        doc: "queen and knight",
        xbetza: "QN",
        walk: |w| {
            w.ride(QUEEN, Mode::Both);
            w.leap(KNIGHT, Mode::Both);
        },
    },
    PieceDef {
        name: "Megalomachy Lion",
        code: "MM.LI",
        doc: "leaps to any square at most two squares away",
        xbetza: "KNAD",
        walk: near,
    },
    PieceDef {
        name: "Spearman",
        code: "MM.SP",
        doc: "(1,1)- and (0,2)-leaper; stops the flight of birds",
        xbetza: "FD",
        walk: |w| {
            w.leap(BISHOP, Mode::Both);
            w.leap(DABBABA, Mode::Both);
        },
    },
    PieceDef {
        name: "Archer",
        code: "MM.AR",
        doc: "(0,1)- and (2,2)-leaper; stops the flight of birds",
        xbetza: "WA",
        walk: |w| {
            w.leap(ROOK, Mode::Both);
            w.leap(ALFIL, Mode::Both);
        },
    },
    PieceDef {
        name: "Bat",
        code: "MM.BT",
        doc: "moves as a bishop, captures diagonally over any men except birds, spearmen and archers",
        xbetza: "",
        walk: |w| fly(w, BISHOP),
    },
    PieceDef {
        name: "Raven",
        code: "MM.RV",
        doc: "moves as a rook, captures orthogonally over any men except birds, spearmen and archers",
        xbetza: "",
        walk: |w| fly(w, ROOK),
    },
    PieceDef {
        name: "Megalomachy Eagle",
        code: "MM.EG",
        doc: "moves as a queen, captures in all directions over any men except birds, spearmen and archers",
        xbetza: "",
        walk: |w| fly(w, QUEEN),
    },
    PieceDef {
        name: "Terror",
        code: "MM.TE",
        doc: "queen; leaps to any square at most two squares away; captures an adjacent man and continues one square",
        xbetza: "QNADcamK",
        walk: |w| {
            w.ride(QUEEN, Mode::Move);
            capture_farther_than_two(w, QUEEN);
            near_leaps(w);
            hit_and_run(w);
        },
    },
];

fn near(w: &mut dyn Walker) {
    w.leap(QUEEN, Mode::Both);
    w.leap(KNIGHT, Mode::Both);
    w.leap(ALFIL, Mode::Both);
    w.leap(DABBABA, Mode::Both);
}

/// Generates those moves and captures of the piece Terror within two squares that are not part of its rides.
fn near_leaps(w: &mut dyn Walker) {
    w.leap(QUEEN, Mode::Capture);
    w.leap(KNIGHT, Mode::Both);
    for &(files, ranks) in QUEEN {
        let Some(first) = w.step(w.from(), (files, ranks)) else {
            // A missing square does not prevent the leap beyond it.
            if let Some(second) = w.step(w.from(), (2 * files, 2 * ranks)) {
                w.go(second, Mode::Both);
            }
            continue;
        };
        if let Some(second) = w.step(w.from(), (2 * files, 2 * ranks)) {
            let mode = if w.seen(first) == Seen::Empty { Mode::Capture } else { Mode::Both };
            w.go(second, mode);
        }
    }
}

/// Generates captures of an adjacent man in which the capturer goes on to another square next to the victim.
fn hit_and_run(w: &mut dyn Walker) {
    for &vector in QUEEN {
        let Some(victim) = w.step(w.from(), vector) else { continue };
        if w.seen(victim) != Seen::Adverse {
            continue;
        }
        for &onward in QUEEN {
            if let Some(to) = w.step(victim, onward)
                && to != w.from()
            {
                w.take_on(victim, to);
            }
        }
    }
}

/// Generates moves along a line to the square before the first man, if that square is at least `least` steps away.
fn air_lift(w: &mut dyn Walker, vectors: &[Vector], least: u8) {
    for &vector in vectors {
        let (mut square, mut travelled) = (w.from(), 0);
        while let Some(next) = w.step(square, vector) {
            if w.seen(next) != Seen::Empty {
                if travelled >= least {
                    w.go(square, Mode::Move);
                }
                break;
            }
            (square, travelled) = (next, travelled + 1);
        }
    }
}

/// Generates moves of one step, after which the man may slide on in a direction turned by 45 degrees to either side.
fn bent_ride(w: &mut dyn Walker, first: &[Vector]) {
    for &step in first {
        let Some(corner) = w.step(w.from(), step) else { continue };
        w.go(corner, Mode::Both);
        if w.seen(corner) != Seen::Empty {
            continue;
        }
        let eighth = QUEEN.iter().position(|&vector| vector == step).unwrap_or(0);
        for onward in [QUEEN[(eighth + 1) % 8], QUEEN[(eighth + 7) % 8]] {
            let mut square = corner;
            while let Some(next) = w.step(square, onward) {
                w.go(next, Mode::Both);
                if w.seen(next) != Seen::Empty {
                    break;
                }
                square = next;
            }
        }
    }
}

/// Generates the moves of a bird: moves as a rider, and captures on the same lines beyond any men that do not stop
/// birds.
fn fly(w: &mut dyn Walker, vectors: &'static [Vector]) {
    w.ride(vectors, Mode::Move);
    for &vector in vectors {
        let mut square = w.from();
        while let Some(next) = w.step(square, vector) {
            w.go(next, Mode::Capture);
            if w.piece_on(next).is_some_and(stops_birds) {
                break;
            }
            square = next;
        }
    }
}

/// Whether the piece stops the flight of birds: a bird, a spearman or an archer.
fn stops_birds(piece: Piece) -> bool {
    matches!(piece.def().code, "MM.BT" | "MM.RV" | "MM.EG" | "MM.SP" | "MM.AR")
}
