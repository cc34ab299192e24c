//! A move is the list of what it changes. Playing it is applying the list, telling it is reading it.

use super::man::Man;
use super::squares::Sq;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};

/// A change of the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Effect {
    #[default]
    Nothing,
    /// A man vanishes: it is captured, or dies otherwise.
    Remove {
        sq: Sq,
        why: Why,
    },
    /// A man goes from one square to another, which is empty by then.
    Go {
        from: Sq,
        to: Sq,
        why: Why,
    },
    /// A man comes into being, or comes back.
    Put {
        sq: Sq,
        man: Man,
        why: Why,
    },
    /// A man becomes another, or another's.
    Change {
        sq: Sq,
        man: Man,
        why: Why,
    },
    Swap {
        a: Sq,
        b: Sq,
    },
    /// What a condition keeps beside the board: see [`super::stages::Stages::slot`].
    Slot {
        slot: u8,
        value: u32,
    },
    /// A square vanishes from the board.
    Hole {
        sq: Sq,
    },
    /// What comes to lie beneath a square, on what lies there already; [`Man::NONE`] takes the uppermost away.
    Under {
        sq: Sq,
        man: Man,
    },
    /// What stands on a square goes beneath it.
    Cover {
        sq: Sq,
    },
    /// What stands on a square and the uppermost beneath it change places.
    Dive {
        sq: Sq,
    },
    /// What stands on each of these squares goes to the next one, and from the last to the first.
    Cycle {
        squares: [Sq; 4],
    },
    /// The board is turned by half, and the sides change their men.
    Turned,
    /// Where the man on the square stood in the diagram, when it has just come back.
    Origin {
        sq: Sq,
        origin: Sq,
    },
    /// A square from which castling becomes possible again.
    Unmoved {
        sq: Sq,
    },
    /// A pawn that did not make the move itself has passed over squares, and can be captured there.
    Passing {
        squares: [Sq; 2],
        count: u8,
        pawn: Sq,
    },
}

impl Effect {
    /// The squares on which what stands may change; `None` when more changes than men on one or two squares and what is
    /// kept beside the board.
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

    /// A captured man comes back.
    pub fn is_rebirth(&self) -> bool {
        matches!(self, Effect::Put { why: Why::Reborn, .. })
    }

    /// Where a man is after the change who was `at` that square; `None` when it has vanished.
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

/// Why something changes, as far as it is told differently.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Why {
    /// The move itself, its capture, its promotion.
    #[default]
    Move,
    /// What a condition adds.
    Condition,
    /// The man goes on in the same move, and captures on its further way.
    Onward,
    /// What a condition adds, and what is told in a bracket of its own.
    Apart,
    /// The same of a neutral man; that it is neutral is not told.
    ApartAndOwned,
    /// What a condition adds to the colour of the man that has moved, told in a bracket without its square.
    Aside,
    /// What a condition adds; told as a piece alone, without its attributes.
    PieceAlone,
    /// A captured man comes back, or a man becomes another as it goes to where it is reborn.
    Reborn,
    /// A pawn is promoted to an imitator.
    IntoImitator,
    /// A man comes home before it castles.
    Home,
    /// The partner of a king in a castling of a condition.
    Partner,
    /// It must be done before the move.
    Before,
    /// A man crosses to the other of two planes.
    Crossing,
    /// Part of the condition's working that is not told.
    Silent,
}

/// How a man goes, before conditions add anything.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// From where the man goes: not where it stands when a condition lets it act from elsewhere.
    pub origin: Sq,
    pub to: Sq,
    /// Where the man stands that is captured.
    pub taken: Option<Sq>,
    pub kind: StepKind,
}

impl StepKind {
    pub fn is_castling(self) -> bool {
        matches!(self, StepKind::Castling(_))
    }

    /// Some man goes, which nobody does in null moves and when sides exchange their roles.
    pub fn is_made_by_a_man(self) -> bool {
        !matches!(self, StepKind::Null | StepKind::RoleExchange)
    }
}

impl Step {
    /// A man goes from its own square to another, and nothing else.
    pub fn quiet(from: Sq, to: Sq) -> Step {
        Step { origin: from, to, taken: None, kind: StepKind::Plain }
    }

    /// What it changes when nothing follows from it.
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
    /// A pawn passes over these squares and can be captured there.
    Passing([Sq; 2], u8),
    EnPassant,
    /// A man goes over the one on this square; told only where that matters.
    Over(Sq),
    /// By index in the geometry's list.
    Castling(u8),
    /// A man changes places with the one on the square to which it goes.
    Exchange,
    /// No man goes: the sides exchange their roles.
    RoleExchange,
    /// No man goes.
    Null,
    /// A man stays and becomes another by a rule of its game.
    InPlace,
}

/// The changes of a move that is being put together; hardly one has more than have their place here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects(SmallVec<[Effect; MOST]>);

/// So many changes have their place in the move itself: a move is copied often, and hardly one has more.
const MOST: usize = 11;

impl Effects {
    pub fn push(&mut self, effect: Effect) {
        self.0.push(effect);
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The step that began with them, to where the man goes on in the same move.
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

/// The changes of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Changes {
    Few {
        list: [Effect; MOST],
        count: u8,
    },
    /// More of them, in the rule book's list of [`LongMoves`].
    Many(u32),
}

impl Move {
    /// The step and nothing else.
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

    /// What it changes, in this order. `long_moves`: those with which it was made.
    pub fn effects<'a>(&'a self, long_moves: &LongMoves) -> Cow<'a, [Effect]> {
        match &self.changes {
            Changes::Few { list, count } => Cow::Borrowed(&list[..usize::from(*count)]),
            Changes::Many(index) => Cow::Owned(long_moves.get(*index)),
        }
    }

    /// The step to where the man goes on in the same move.
    pub fn whole(&self, long_moves: &LongMoves) -> Step {
        whole(&self.effects(long_moves), self.step)
    }
}

/// The changes of moves that have too many for the place in a move, each list once: moves of a dozen captures are few.
/// They belong to the rules of one problem, and go with them.
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
