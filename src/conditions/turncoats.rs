//! Conditions under which the moving man changes sides.

use super::history::remember_departure;
use super::{Arguments, Condition, ConditionDef, VariantDef};
use crate::fairy::footprint::{Brings, Captures, Footprint};
use crate::fairy::stages::{Aftermath, Moment};
use crate::fairy::{FairyPosition, Man, MoveBuilder, RuleBook, Sq, Squares, Step, Touch, Why, from_square};
use crate::units::Color;

pub const ANDERNACH: ConditionDef = ConditionDef::new(
    "AndernachChess",
    "a man (not a king) that captures changes colour; a rook that lands in this way on a rook's home square of its \
     new side may castle",
    |_, book| install(book, Trigger::Capturing),
)
.called("AndernachSchach", "EchecsAndernach");

pub const ANTI_ANDERNACH: ConditionDef = ConditionDef::new(
    "AntiAndernachChess",
    "a man (not a king) that moves without capturing changes colour",
    |_, book| install(book, Trigger::NotCapturing),
)
.called("AntiAndernachSchach", "EchecsAntiAndernach");

pub const TIBET: ConditionDef = ConditionDef::new(
    "Tibet",
    "a black man (not a king) becomes white when it captures a man of another kind",
    |_, book| install(book, Trigger::CapturingOther { white: false }),
)
.called("TibetSchach", "Tibet");

pub const DOUBLE_TIBET: ConditionDef = ConditionDef::new(
    "DoubleTibet",
    "a man (not a king) changes colour when it captures a man of another kind",
    |_, book| install(book, Trigger::CapturingOther { white: true }),
)
.called("DoppelTibetSchach", "DoubleTibet");

pub const MAGIC_SQUARES: ConditionDef = ConditionDef {
    arguments: Arguments::Squares,
    variants: &[
        VariantDef {
            name: "Type1",
            aliases: &[],
            doc: "the man changes colour after all other effects of the move (default)",
        },
        VariantDef {
            name: "Type2",
            aliases: &[],
            doc: "the man changes colour before any rebirth after its capture, and is reborn as a man of its new side",
        },
    ],
    ..ConditionDef::new(
        "MagicSquares",
        "a man (not a king) that arrives on one of these squares changes colour",
        install_squares,
    )
}
.called("MagischeFelder", "CaseMagique");

pub const DARK_SIDE: ConditionDef = ConditionDef::new(
    "DarkSide",
    "a man (not a king) that arrives in the other side's half of the board joins that side; for a white man this is \
     the upper half",
    |_, book| {
        book.stages.follow(Moment::OnSquare, Turncoat(Trigger::InOtherHalf));
        Ok(())
    },
);

pub const PURSUIT: ConditionDef = ConditionDef::new(
    "ChameleonPursuit",
    "a man (not a king) that arrives on the square that the other side has just left changes colour",
    |_, book| {
        let slot = remember_departure(book);
        install(book, Trigger::Following { slot })
    },
)
.called("ChamaeleonVerfolgung", "CameleonPoursuite");

fn install_squares(condition: &Condition, book: &mut RuleBook) -> Result<(), String> {
    let moment = match (condition.has("Type1"), condition.has("Type2")) {
        (true, true) => return Err("`Type1` and `Type2` cannot be used together".into()),
        (_, false) => Moment::OnSquare,
        (false, true) => Moment::Changed,
    };
    let squares = condition.squares.iter().map(|&square| from_square(square)).collect();
    book.stages.follow(moment, Turncoat(Trigger::On(squares)));
    Ok(())
}

fn install(book: &mut RuleBook, when: Trigger) -> Result<(), String> {
    book.stages.follow(Moment::Turned, Turncoat(when));
    Ok(())
}

enum Trigger {
    Capturing,
    NotCapturing,
    CapturingOther {
        white: bool,
    },
    On(Squares),
    InOtherHalf,
    /// A move to the departure square of the last move. This slot (a number kept with the position) holds that square.
    Following {
        slot: u8,
    },
}

impl Trigger {
    /// Whether a man of `side` that moves to `sq` without capturing changes sides.
    fn is_on_arrival(&self, position: &FairyPosition, side: Color, sq: Sq) -> bool {
        match self {
            Trigger::Capturing | Trigger::CapturingOther { .. } => false,
            Trigger::NotCapturing => true,
            Trigger::On(squares) => squares.has(sq),
            Trigger::InOtherHalf => {
                let geometry = &position.book().geometry;
                2 * geometry.rank_for(side, sq) >= geometry.ranks
            }
            Trigger::Following { slot } => position.slot(*slot) == u32::from(sq),
        }
    }
}

struct Turncoat(Trigger);

impl Aftermath for Turncoat {
    fn follow(&self, draft: &mut MoveBuilder, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        if let Some((man, sq)) = draft.arrived()
            && !man.is_royal()
            && !man.is_neutral()
            && match &self.0 {
                Trigger::Capturing => draft.captured.is_some(),
                Trigger::NotCapturing => draft.captured.is_none(),
                Trigger::CapturingOther { white } => {
                    (*white || man.color() == Color::Black)
                        && draft.captured.is_some_and(|(victim, _)| victim.piece() != man.piece())
                }
                other => other.is_on_arrival(draft.before, draft.side, sq),
            }
        {
            turn(draft, sq, man);
        }
        if let Trigger::On(squares) = &self.0
            && let Some(rook_to) = draft.castled_rook().filter(|&sq| squares.has(sq))
        {
            let rook = draft.after.board().man(rook_to);
            turn(draft, rook_to, rook);
        }
        next(draft)
    }

    fn footprint(&self) -> Footprint {
        let by_capturing = matches!(self.0, Trigger::Capturing | Trigger::CapturingOther { .. });
        Footprint {
            spares_quiet_steps: by_capturing,
            captures: if by_capturing { Captures::TurnTheMover } else { Captures::Anything },
            brings: Brings::ItsColour,
            spares_by_man: !matches!(self.0, Trigger::Following { .. }),
            ..Footprint::default()
        }
    }

    fn touch(&self, position: &FairyPosition, touch: &mut Touch) -> bool {
        let captures = touch.step.taken.is_some();
        let turns = match &self.0 {
            Trigger::Capturing => captures,
            Trigger::NotCapturing => !captures,
            // Whether the kinds differ may depend on a promotion.
            Trigger::CapturingOther { .. } => false,
            other => other.is_on_arrival(position, touch.side, touch.step.to),
        };
        if turns && !touch.man.is_royal() && !touch.man.is_neutral() {
            touch.lands_as.clear();
        }
        true
    }

    fn spares(&self, position: &FairyPosition, side: Color, _: Sq, man: Man, step: &Step) -> bool {
        man.is_royal() || man.is_neutral() || !self.0.is_on_arrival(position, side, step.to)
    }
}

/// Changes the side of `man` on `sq`, as an effect of a condition.
pub fn turn(draft: &mut MoveBuilder, sq: Sq, man: Man) {
    turn_because(draft, sq, man, Why::Condition);
}

/// Like [`turn`], with `why` as the recorded reason of the change.
pub fn turn_because(draft: &mut MoveBuilder, sq: Sq, man: Man, why: Why) {
    draft.change(sq, man.with_color(!man.color()), why);
}
