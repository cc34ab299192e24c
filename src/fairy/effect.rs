//! A move is the list of what it changes. Playing it is applying the list, telling it is reading it.

use super::man::Man;
use super::squares::Sq;

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
    /// What a condition keeps beside the board: see [`super::stages::Builder::slot`].
    Slot {
        slot: u8,
        value: u32,
    },
    /// A square vanishes from the board.
    Hole {
        sq: Sq,
    },
    /// What lies beneath a square and comes to light when the man on it leaves; [`Man::NONE`] takes it away.
    Under {
        sq: Sq,
        man: Man,
    },
    /// The board is turned by half, and the sides change their men.
    Turned,
    /// A square from which castling becomes possible again.
    Unmoved {
        sq: Sq,
    },
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
    /// A pawn is promoted to an imitator.
    IntoImitator,
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

/// No move has more changes; a test in debug builds, a loss of the move in none.
const MOST: usize = 20;

/// A list of changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effects {
    list: [Effect; MOST],
    count: u8,
}

impl Effects {
    pub const NONE: Effects = Effects { list: [Effect::Nothing; MOST], count: 0 };

    pub fn push(&mut self, effect: Effect) {
        self.list[usize::from(self.count)] = effect;
        self.count += 1;
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Effect> {
        self.list[..usize::from(self.count)].iter()
    }
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
