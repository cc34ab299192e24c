//! Moves as lists of effects: a move is played by applying its list, and its record for the output is made from the
//! same list.

use crate::fairy::board::man::Man;
use crate::fairy::board::squares::Sq;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};

/// One change of the position, as a part of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Effect {
    #[default]
    Nothing,
    /// A man vanishes: it is captured, or removed otherwise.
    Remove {
        sq: Sq,
        why: Why,
    },
    /// A man goes to another square, which is empty when the effect is applied.
    Go {
        from: Sq,
        to: Sq,
        why: Why,
    },
    /// A man is created or reborn.
    Put {
        sq: Sq,
        man: Man,
        why: Why,
    },
    /// A man changes its piece, side or attributes.
    Change {
        sq: Sq,
        man: Man,
        why: Why,
    },
    Swap {
        a: Sq,
        b: Sq,
    },
    /// The number in a slot changes. A slot holds a number that a condition keeps in addition to the men on the board:
    /// see [`crate::fairy::rules::stages::Stages::slot`].
    Slot {
        slot: u8,
        value: u32,
    },
    /// A square vanishes from the board.
    Hole {
        sq: Sq,
    },
    /// Puts a man beneath a square, on top of the men already beneath it. Some conditions keep men there until the
    /// square is left. [`Man::NONE`] removes the uppermost man beneath the square.
    Under {
        sq: Sq,
        man: Man,
    },
    /// The man on the square goes beneath the square, on top of the men already beneath it.
    Cover {
        sq: Sq,
    },
    /// The man on the square and the uppermost man beneath it change places.
    Dive {
        sq: Sq,
    },
    /// A rotation: the content of each square goes to the next square of the list, and that of the last to the first.
    Cycle {
        squares: [Sq; 4],
    },
    /// The board is turned by 180 degrees, and each man that is not neutral changes its side.
    Turned,
    /// Records the diagram square of a man that has just been reborn.
    Origin {
        sq: Sq,
        origin: Sq,
    },
    /// Castling with the man on this square becomes possible again.
    Unmoved {
        sq: Sq,
    },
    /// A pawn has passed over squares as a consequence of the move, and can be captured there en passant.
    Passing {
        squares: [Sq; 2],
        count: u8,
        pawn: Sq,
    },
}

impl Effect {
    /// Returns the squares whose men the effect may change. `None` if the effect may change anything except the men on
    /// two squares, rights and slots.
    pub fn changed_squares(&self) -> Option<[Option<Sq>; 2]> {
        match *self {
            Effect::Remove { sq, .. } | Effect::Put { sq, .. } | Effect::Change { sq, .. } => Some([Some(sq), None]),
            Effect::Go { from: a, to: b, .. } | Effect::Swap { a, b } => Some([Some(a), Some(b)]),
            Effect::Nothing | Effect::Unmoved { .. } | Effect::Slot { .. } | Effect::Origin { .. } => {
                Some([None, None])
            }
            Effect::Hole { .. }
            | Effect::Under { .. }
            | Effect::Cover { .. }
            | Effect::Dive { .. }
            | Effect::Cycle { .. }
            | Effect::Passing { .. }
            | Effect::Turned => None,
        }
    }

    pub fn is_rebirth(&self) -> bool {
        matches!(self, Effect::Put { why: Why::Reborn, .. })
    }

    /// Returns the square, after the effect, of the man that was on `at` before; `None` if the man has vanished.
    pub fn carry(&self, at: Option<Sq>) -> Option<Sq> {
        match *self {
            Effect::Go { from, to, .. } if at == Some(from) => Some(to),
            Effect::Remove { sq, .. } | Effect::Cover { sq } | Effect::Dive { sq } if at == Some(sq) => None,
            Effect::Swap { a, b } if at == Some(a) => Some(b),
            Effect::Swap { a, b } if at == Some(b) => Some(a),
            Effect::Cycle { squares } => {
                let place = |sq| squares.iter().position(|&other| other == sq);
                at.and_then(place).map_or(at, |index| Some(squares[(index + 1) % squares.len()]))
            }
            _ => at,
        }
    }
}

/// The reason for an effect. It determines how the effect is printed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Why {
    /// The move itself, the capture or the promotion.
    #[default]
    Move,
    /// A consequence of a condition.
    Condition,
    /// The moving man continues from its target square, or makes a capture on this further part of its way.
    Onward,
    /// A consequence that is printed in a bracket of its own.
    Apart,
    /// Like `Apart`, but the word "neutral" is not printed.
    ApartAndOwned,
    /// A change of the moving man's colour, printed in a bracket without the man's square.
    Aside,
    /// A consequence printed as a piece without attributes.
    PieceAlone,
    /// A captured man is reborn, or a man changes its piece on the way to its rebirth square.
    Reborn,
    /// A pawn promotes to an imitator.
    IntoImitator,
    /// A man returns home before it castles.
    Home,
    /// In a castling that a condition defines, the king's partner moves.
    Partner,
    /// A change of a man that a rule demands before the move.
    Before,
    /// A man crosses to the other of two planes, as in Alice Chess.
    Crossing,
    /// An effect that is not printed.
    Silent,
}

/// The movement of a man, before conditions add anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Square from which the man moves. This is not the man's own square if a condition lets it act from elsewhere.
    pub origin: Sq,
    pub to: Sq,
    /// Square of the captured man; `None` if the step is no capture.
    pub taken: Option<Sq>,
    pub kind: StepKind,
}

impl StepKind {
    pub fn is_castling(self) -> bool {
        matches!(self, StepKind::Castling(_))
    }

    /// Whether the step is made by a man; `false` for null moves and exchanges of roles.
    pub fn is_made_by_a_man(self) -> bool {
        !matches!(self, StepKind::Null | StepKind::RoleExchange)
    }
}

impl Step {
    pub fn quiet(from: Sq, to: Sq) -> Step {
        Step { origin: from, to, taken: None, kind: StepKind::Plain }
    }

    /// Returns the effects of a step that has no consequences.
    pub fn plain_effects(&self, from: Sq) -> SmallVec<[Effect; 2]> {
        let mut effects = SmallVec::new();
        if let Some(sq) = self.taken {
            effects.push(Effect::Remove { sq, why: Why::Move });
        }
        effects.push(Effect::Go { from, to: self.to, why: Why::Move });
        effects
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum StepKind {
    #[default]
    Plain,
    /// A pawn passes over squares and can be captured there: the squares and their number.
    Passing([Sq; 2], u8),
    EnPassant,
    /// A man hops over this square; used only if a rule depends on the hurdle.
    Over(Sq),
    /// A castling, by its index in the geometry's list of castlings.
    Castling(u8),
    /// A man changes places with the man on its target square.
    Exchange,
    /// The sides exchange their roles; no man moves.
    RoleExchange,
    /// A null move; no man moves.
    Null,
    /// A man changes its piece without leaving its square, by a rule of its game.
    InPlace,
}

/// The list of effects of a move under construction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects(SmallVec<[Effect; MOST]>);

/// Greatest number of effects stored inline. Moves are copied often, and few have more effects.
const MOST: usize = 11;

impl Effects {
    pub fn push(&mut self, effect: Effect) {
        self.0.push(effect);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns `step` as the step of the whole move, whose effects this list must contain. If the man continues in the
    /// same move ([`Why::Onward`]), the target is the last square of its further way.
    pub fn whole(&self, step: Step) -> Step {
        whole(&self.0, step)
    }
}

impl Deref for Effects {
    type Target = [Effect];

    fn deref(&self) -> &[Effect] {
        &self.0
    }
}

fn whole(effects: &[Effect], step: Step) -> Step {
    let onward = effects.iter().rev().find_map(|effect| match *effect {
        Effect::Go { to, why: Why::Onward, .. } => Some(to),
        _ => None,
    });
    Step { to: onward.unwrap_or(step.to), ..step }
}

/// A legal move with all its consequences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub from: Sq,
    pub step: Step,
    changes: Changes,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Changes {
    Few {
        list: [Effect; MOST],
        count: u8,
    },
    /// Index of a longer list in the rule book's [`LongMoves`].
    Many(u32),
}

impl Move {
    /// Creates a move that has no consequences.
    pub fn plain(from: Sq, step: Step) -> Move {
        let effects = step.plain_effects(from);
        let mut list = [Effect::Nothing; MOST];
        list[..effects.len()].copy_from_slice(&effects);
        Move { from, step, changes: Changes::Few { list, count: effects.len() as u8 } }
    }

    pub fn new(from: Sq, step: Step, effects: &[Effect], long_moves: &LongMoves) -> Move {
        let changes = match effects.len() {
            count @ ..=MOST => {
                let mut list = [Effect::Nothing; MOST];
                list[..count].copy_from_slice(effects);
                Changes::Few { list, count: count as u8 }
            }
            _ => Changes::Many(long_moves.keep(effects)),
        };
        Move { from, step, changes }
    }

    /// Returns the effects in order. `long_moves` must be the lists given to [`Move::new`].
    pub fn effects<'a>(&'a self, long_moves: &LongMoves) -> Cow<'a, [Effect]> {
        match &self.changes {
            Changes::Few { list, count } => Cow::Borrowed(&list[..usize::from(*count)]),
            Changes::Many(index) => Cow::Owned(long_moves.get(*index)),
        }
    }

    /// Returns the step of the whole move. If the man continues in the same move ([`Why::Onward`]), the target is the
    /// last square of its further way.
    pub fn whole(&self, long_moves: &LongMoves) -> Step {
        whole(&self.effects(long_moves), self.step)
    }
}

/// Lists of effects of the rare moves with more than `MOST` effects, each list stored once. They are dropped with the
/// rule book of their problem.
#[derive(Default)]
pub struct LongMoves(RwLock<Lists>);

#[derive(Default)]
struct Lists {
    lists: Vec<Arc<[Effect]>>,
    indices: HashMap<Arc<[Effect]>, u32>,
}

impl LongMoves {
    fn get(&self, index: u32) -> Vec<Effect> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).lists[index as usize].to_vec()
    }

    fn keep(&self, effects: &[Effect]) -> u32 {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&index) = all.indices.get(effects) {
            return index;
        }
        let index = u32::try_from(all.lists.len()).expect("memory ends before");
        let list: Arc<[Effect]> = effects.into();
        all.lists.push(list.clone());
        all.indices.insert(list, index);
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_any_length() {
        let step = Step { origin: 0, to: 1, taken: None, kind: StepKind::Plain };
        let all: Vec<Effect> = (0..60).map(|sq| Effect::Hole { sq }).collect();
        let long_moves = LongMoves::default();
        for n in [0, 1, MOST - 1, MOST, MOST + 1, 60] {
            let mut effects = Effects::default();
            all[..n].iter().for_each(|&effect| effects.push(effect));
            let made = || Move::new(0, step, &effects, &long_moves);
            assert!(made().effects(&long_moves).iter().eq(&all[..n]), "{n}");
            assert_eq!(made(), made());
        }
    }
}
