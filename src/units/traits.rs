use serde::{Deserialize, Serialize};
use std::ops::{BitOr, BitOrAssign};

/// A set of traits: properties of a unit besides its colour and piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Traits(u32);

#[derive(Debug)]
pub struct TraitDef {
    pub name: &'static str,
    /// The letter that Popeye prints before the letters of a unit with this trait.
    pub letter: &'static str,
    pub value: Traits,
    pub doc: &'static str,
}

/// The traits that Keymove supports, in the order in which their letters are printed.
pub const TRAITS: &[TraitDef] = &[
    row("Royal", "r", Traits::ROYAL, "can be mated, as a king"),
    row("Kamikaze", "k", Traits::KAMIKAZE, "vanishes when it captures"),
    row(
        "Paralysing",
        "p",
        Traits::PARALYSING,
        "does not capture or check; enemy men that it would capture cannot move",
    ),
    row(
        "Chameleon",
        "c",
        Traits::CHAMELEON,
        "changes after each of its moves, from knight to bishop to rook to queen to knight; pawns promote to chameleons too",
    ),
    row("Jigger", "j", Traits::JIGGER, "ends its moves only next to another man"),
    row("Volage", "v", Traits::VOLAGE, "changes sides once, with its first move to a square of the other colour"),
    row("Functionary", "f", Traits::FUNCTIONARY, "moves only while an enemy man observes it"),
    row(
        "HalfNeutral",
        "hn",
        Traits::HALF_NEUTRAL,
        "becomes neutral with its move; if it was neutral, it joins the side that moved it",
    ),
    row(
        "HurdleColourChanging",
        "hcc",
        Traits::HURDLE_COLOUR_CHANGING,
        "the man over which it hops changes sides, unless it is a king or neutral",
    ),
    row(
        "Bul",
        "b",
        Traits::BUL,
        "moves only if the man over which it hops can make a move like its own, without capturing, and does so",
    ),
    row(
        "Dob",
        "d",
        Traits::DOB,
        "moves only if the man over which it hops can make one of its own moves, without capturing, and does so",
    ),
    row("Protean", "p", Traits::PROTEAN, "becomes what it captures; a captured pawn makes it a protean pawn"),
    row(
        "Magic",
        "m",
        Traits::MAGIC,
        "men (except kings and magic ones) change sides when magic men begin to observe them on an odd number of lines",
    ),
    row(
        "AliceA",
        "",
        Traits::ALICE_A,
        "is on board A of two boards, and passes to the other board with each move; men without this attribute are on \
         board A too",
    ),
    row("AliceB", "", Traits::ALICE_B, "is on board B of two boards, and passes to the other board with each move"),
    row("Uncapturable", "u", Traits::UNCAPTURABLE, "cannot be captured"),
    row("Patrol", "p", Traits::PATROL, "captures only while its own side guards it"),
    row("FrischAuf", "f", Traits::FRISCHAUF, "has promoted, and is reborn on the promotion rank in Frischauf Circe"),
    row(
        "Anda",
        "a",
        Traits::ANDA,
        "becomes neutral if it attacks the enemy king after its move; if it was neutral, it joins the side that moved \
         it",
    ),
    row(
        "AndaInverse",
        "ai",
        Traits::ANDA_INVERSE,
        "becomes neutral if it does not attack the enemy king after its move; if it was neutral, it joins the side \
         that moved it",
    ),
];

const fn row(name: &'static str, letter: &'static str, value: Traits, doc: &'static str) -> TraitDef {
    TraitDef { name, letter, value, doc }
}

impl Traits {
    pub const NONE: Traits = Traits(0);
    /// The unit is neutral and belongs to both sides.
    pub const NEUTRAL: Traits = Traits(1);
    pub const ROYAL: Traits = Traits(1 << 1);
    pub const KAMIKAZE: Traits = Traits(1 << 2);
    pub const PARALYSING: Traits = Traits(1 << 3);
    pub const CHAMELEON: Traits = Traits(1 << 4);
    pub const JIGGER: Traits = Traits(1 << 5);
    pub const VOLAGE: Traits = Traits(1 << 6);
    pub const FUNCTIONARY: Traits = Traits(1 << 7);
    pub const HALF_NEUTRAL: Traits = Traits(1 << 8);
    pub const HURDLE_COLOUR_CHANGING: Traits = Traits(1 << 9);
    pub const PROTEAN: Traits = Traits(1 << 10);
    pub const MAGIC: Traits = Traits(1 << 11);
    pub const UNCAPTURABLE: Traits = Traits(1 << 12);
    pub const FRISCHAUF: Traits = Traits(1 << 14);

    pub const BUL: Traits = Traits(1 << 16);
    pub const DOB: Traits = Traits(1 << 17);
    pub const ALICE_A: Traits = Traits(1 << 18);
    pub const ALICE_B: Traits = Traits(1 << 19);
    pub const PATROL: Traits = Traits(1 << 20);
    pub const ANDA: Traits = Traits(1 << 21);
    pub const ANDA_INVERSE: Traits = Traits(1 << 22);

    /// The unit has already changed sides and does not do so again; used only if a condition makes all men volage.
    /// Has no name and is not printed.
    pub const SETTLED: Traits = Traits(1 << 13);

    /// The unit has already captured; used only by conditions about second captures. Has no name and is not
    /// printed.
    pub const HAS_CAPTURED: Traits = Traits(1 << 15);

    pub const fn has(self, other: Traits) -> bool {
        self.0 & other.0 == other.0
    }

    pub const fn with(self, other: Traits) -> Traits {
        Traits(self.0 | other.0)
    }

    pub const fn without(self, other: Traits) -> Traits {
        Traits(self.0 & !other.0)
    }

    pub const fn bits(self) -> u32 {
        self.0
    }

    pub const fn from_bits(bits: u32) -> Traits {
        Traits(bits)
    }

    /// Returns the names of the traits in the set, except neutral, which is named as a colour.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        TRAITS.iter().filter(move |def| self.has(def.value)).map(|def| def.name)
    }

    /// Returns the trait with this name, in upper or lower case, or `None`.
    pub fn named(name: &str) -> Option<Traits> {
        TRAITS.iter().find(|def| def.name.eq_ignore_ascii_case(name)).map(|def| def.value)
    }

    /// Returns the letters that Popeye prints before the letters of a unit with these traits: `n` for neutral, `r` for
    /// royal ….
    pub fn letters(self) -> String {
        let neutral = if self.has(Traits::NEUTRAL) { "n" } else { "" };
        let others = TRAITS.iter().filter(|def| self.has(def.value)).map(|def| def.letter);
        std::iter::once(neutral).chain(others).collect()
    }
}

impl BitOr for Traits {
    type Output = Traits;
    fn bitor(self, other: Traits) -> Traits {
        self.with(other)
    }
}

impl BitOrAssign for Traits {
    fn bitor_assign(&mut self, other: Traits) {
        *self = self.with(other);
    }
}
