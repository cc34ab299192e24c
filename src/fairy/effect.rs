//! A move is the list of what it changes. Playing it is applying the list, telling it is reading it.

use super::man::Man;
use super::squares::Sq;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

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
    /// The end of a list that is too long for its place; never seen outside it.
    Tail(u32),
}

impl Effect {
    /// The squares on which what stands may change; `None` when more changes than men on one or two squares and what is
    /// kept beside the board.
    pub fn changed_squares(&self) -> Option<[Option<Sq>; 2]> {
        match *self {
            Effect::Remove { sq, .. } | Effect::Put { sq, .. } | Effect::Change { sq, .. } => Some([Some(sq), None]),
            Effect::Go { from: a, to: b, .. } | Effect::Swap { a, b } => Some([Some(a), Some(b)]),
            Effect::Nothing
            | Effect::Tail(_)
            | Effect::Unmoved { .. }
            | Effect::Slot { .. }
            | Effect::Origin { .. } => Some([None, None]),
            Effect::Hole { .. }
            | Effect::Under { .. }
            | Effect::Cover { .. }
            | Effect::Dive { .. }
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
    /// A man stays and becomes another by a rule of its game.
    InPlace,
}

/// So many changes have their place in the move itself: a move is copied often, and hardly one has more.
const MOST: usize = 11;

/// A list of changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effects {
    /// The last place is for [`Effect::Tail`].
    list: [Effect; MOST + 1],
    count: u8,
}

impl Effects {
    pub const NONE: Effects = Effects { list: [Effect::Nothing; MOST + 1], count: 0 };

    pub fn push(&mut self, effect: Effect) {
        let count = usize::from(self.count);
        if count < MOST {
            self.list[count] = effect;
            self.count += 1;
        } else {
            let tail: Vec<Effect> = self.tail().iter().copied().chain([effect]).collect();
            self.list[MOST] = Effect::Tail(keep(tail));
        }
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Effect> {
        self.list[..usize::from(self.count)].iter().chain(self.tail())
    }

    /// The step that began with them, to where the man goes on in the same move.
    pub fn whole(&self, step: Step) -> Step {
        let onward = self.iter().rev().find_map(|effect| match *effect {
            Effect::Go { to, why: Why::Onward, .. } => Some(to),
            _ => None,
        });
        Step { to: onward.unwrap_or(step.to), ..step }
    }

    fn tail(&self) -> &'static [Effect] {
        match self.list[MOST] {
            Effect::Tail(index) => TAILS.read().unwrap_or_else(PoisonError::into_inner).lists[index as usize],
            _ => &[],
        }
    }
}

/// The ends of lists that are too long for their place, each once and for good: moves of a dozen captures are few.
static TAILS: LazyLock<RwLock<Tails>> = LazyLock::new(RwLock::default);

#[derive(Default)]
struct Tails {
    lists: Vec<&'static [Effect]>,
    indices: HashMap<&'static [Effect], u32>,
}

fn keep(tail: Vec<Effect>) -> u32 {
    let mut tails = TAILS.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(&index) = tails.indices.get(tail.as_slice()) {
        return index;
    }
    let index = u32::try_from(tails.lists.len()).expect("memory ends before");
    let kept: &'static [Effect] = Vec::leak(tail);
    tails.lists.push(kept);
    tails.indices.insert(kept, index);
    index
}

/// A legal move with all its consequences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub from: Sq,
    pub step: Step,
    pub effects: Effects,
}

impl Move {
    /// The step and nothing else.
    pub fn plain(from: Sq, step: Step) -> Move {
        let mut effects = Effects::NONE;
        if let Some(sq) = step.taken {
            effects.push(Effect::Remove { sq, why: Why::Move });
        }
        effects.push(Effect::Go { from, to: step.to, why: Why::Move });
        Move { from, step, effects }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_any_length() {
        let all: Vec<Effect> = (0..60).map(|sq| Effect::Hole { sq }).collect();
        for n in [0, 1, MOST - 1, MOST, MOST + 1, 60] {
            let mut effects = Effects::NONE;
            all[..n].iter().for_each(|&effect| effects.push(effect));
            assert!(effects.iter().eq(&all[..n]), "{n}");
            assert!(effects.iter().rev().eq(all[..n].iter().rev()), "{n} backwards");
            let mut same = Effects::NONE;
            all[..n].iter().for_each(|&effect| same.push(effect));
            assert_eq!(effects, same);
        }
    }
}
