//! `keymove list`: what is supported, from the same tables that the parsers read.

use super::args::Catalogue;
use crate::conditions::CONDITIONS;
use crate::games::GAMES;
use crate::problem::{Arguments, GOALS, OPTIONS};
use crate::units::{Color, Piece, Unit};
use std::io::{self, Write};

const PLAYS: &[(&str, &str)] = &[
    ("#2", "direct play: White begins and reaches the goal against every defence"),
    ("s#2", "self play: White forces Black to reach the goal"),
    ("r#2", "reflex play: as self play, and whoever can reach the goal in one move must"),
    ("semi-r#2", "the same, with the obligation for Black only"),
    ("h#2", "help play: Black begins and helps White to the goal; h#2.5: White begins"),
    ("hs#2", "help play until White can force Black to reach the goal in one move"),
    ("hr#2", "help play with the obligations of reflex play"),
    ("reci-h#2", "help play in which at the last move either side can reach the goal; reci-h(=)#2: Black another one"),
    ("ser-#4", "series: only White moves (ser-h: only Black, until White's last move; ser-s, ser-r)"),
    ("pser-#4", "parry series: the other side moves exactly when it is in check"),
    ("phser-s#4", "the same, and parrying moves help"),
    ("exact-#3", "not in fewer moves"),
    ("2->ser-h#3", "after an introductory series of the other side"),
    ("dia4.5", "proof game of 9 half-moves; ser-dia4: a series"),
    ("a=>b3", "from position A (opcode start) to position B"),
    (
        "white 3a[#]d",
        "structured: a tree of branches (opcode sstip): a attacks, d defends, h helps, s is a series; [fork] {constraint}",
    ),
];

/// Prints one of the lists: a name and its definition a line.
pub fn print(what: Catalogue, out: &mut impl Write) -> io::Result<()> {
    match what {
        Catalogue::Stipulations => {
            writeln!(out, "play, in n moves:")?;
            for (example, doc) in PLAYS {
                writeln!(out, "  {example:<16}{doc}")?;
            }
            writeln!(out, "goals:")?;
            for goal in GOALS {
                let symbol = format!("{}{}", goal.symbol, if goal.needs_square() { "<square>" } else { "" });
                writeln!(out, "  {symbol:<16}{}", goal.doc)?;
            }
            Ok(())
        }
        Catalogue::Conditions => {
            for condition in CONDITIONS {
                writeln!(out, "{}: {}", condition.name, condition.doc)?;
                for variant in condition.variants {
                    let names: Vec<&str> =
                        std::iter::once(variant.name).chain(variant.aliases.iter().copied()).collect();
                    writeln!(out, "  {} {}: {}", condition.name, names.join(" | "), variant.doc)?;
                }
            }
            Ok(())
        }
        Catalogue::Games => {
            for game in GAMES {
                writeln!(out, "{}: {}", game.name, game.doc)?;
                writeln!(out, "  board: {}", (game.shape)())?;
                for variant in game.variants {
                    writeln!(out, "  {} {}: {}", game.name, variant.name, variant.doc)?;
                }
                let own = Piece::all().filter(|piece| game.own(piece.letters()) == Some(*piece));
                for piece in own {
                    writeln!(out, "  {:<3} {}: {}", piece.letters(), piece.def().name, piece.def().doc)?;
                }
            }
            Ok(())
        }
        Catalogue::Options => {
            for option in OPTIONS {
                let arguments = match option.arguments {
                    Arguments::None => "",
                    Arguments::Number => " n",
                    Arguments::OptionalNumber => " [n]",
                    Arguments::TwoNumbers => " m n",
                    Arguments::Squares => " squares",
                    Arguments::MoveNumber => " m[:n]",
                };
                writeln!(out, "{:<34}{}", format!("{}{arguments}", option.name), option.doc)?;
            }
            Ok(())
        }
        Catalogue::Pieces => {
            for piece in Piece::all() {
                let fen = Unit::new(Color::White, piece).to_fen();
                let def = piece.def();
                writeln!(out, "{:<20} {:<3} FEN {fen:<7} {:<14} {}", def.name, def.code, def.xbetza, def.doc)?;
            }
            Ok(())
        }
    }
}
