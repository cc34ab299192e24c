//! Words of the `pieces` command: colours, attributes and walks (kinds of movement).

use super::{KeywordMatch, Language, Spellings, find};
use crate::units::{Piece, Tongue};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    White,
    Black,
    Neutral,
    /// Total invisible men: only their number is known, but not their colour, piece and square.
    TotalInvisible,
}

const COLOURS: &[(Colour, Spellings)] = &[
    (Colour::White, ["White", "Weiss", "Blanc"]),
    (Colour::Black, ["Black", "Schwarz", "Noir"]),
    (Colour::Neutral, ["Neutral", "Neutral", "Neutre"]),
    (Colour::TotalInvisible, ["TotalInvisible", "TotalUnsichtbar", "TotalInvisible"]),
];

/// Attributes of men, by language with English first. Those in [`crate::units::TRAITS`] are supported.
const ATTRIBUTES: &[Spellings] = &[
    ["Royal", "Koeniglich", "Royale"],
    ["Kamikaze", "Kamikaze", "Kamikaze"],
    ["Paralysing", "Paralysierend", "Paralysante"],
    ["Chameleon", "Chamaeleon", "Cameleon"],
    ["Jigger", "Jigger", "Jigger"],
    ["Volage", "Volage", "Volage"],
    ["Functionary", "Beamtet", "Fonctionnaire"],
    ["HalfNeutral", "HalbNeutral", "DemiNeutre"],
    ["HurdleColourChanging", "SprungbockFarbeWechselnd", "CouleurEchangeantSautoir"],
    ["Protean", "Proteisch", "Protee"],
    ["Magic", "Magisch", "Magique"],
    ["Uncapturable", "Unschlagbar", "Imprenable"],
    ["Patrol", "Patrouille", "Patrouille"],
    ["FrischAuf", "FrischAuf", "FrischAuf"],
    ["Anda", "Anda", "Anda"],
    ["AndaInverse", "AndaInvers", "AndaInverse"],
    ["Bul", "Bul", "Bul"],
    ["Dob", "Dob", "Dob"],
    ["AliceA", "AliceA", "AliceA"],
    ["AliceB", "AliceB", "AliceB"],
];

/// Result of looking up the letters of a piece (Popeye's term is walk). Letters such as `R/B` mean a hunter: a
/// rook away from its own side, a bishop towards it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkMatch {
    Known(Piece),
    Unsupported,
    Unknown,
}

pub fn colour(word: &str, language: Language) -> KeywordMatch<Colour> {
    find(word, COLOURS.iter().map(|&(colour, names)| (names[language as usize], colour)))
}

pub fn colour_names(language: Language) -> impl Iterator<Item = &'static str> {
    COLOURS.iter().map(move |(_, names)| names[language as usize])
}

pub fn attribute(word: &str, language: Language) -> KeywordMatch<&'static str> {
    find(word, ATTRIBUTES.iter().map(|names| (names[language as usize], names[0])))
}

/// Returns the letters of the orthodox pieces that [`walk`] reads in this language.
pub fn man_letters(language: Language) -> &'static str {
    Tongue::ALL[language as usize].man_letters()
}

/// Looks up a piece by one or two letters, or a hunter by its letters with a slash, ignoring case.
pub fn walk(letters: &str, language: Language) -> WalkMatch {
    if let Some((ahead, back)) = letters.split_once('/') {
        return match (walk(ahead, language), walk(back, language)) {
            (WalkMatch::Known(ahead), WalkMatch::Known(back)) => {
                Piece::hunter(ahead, back).map_or(WalkMatch::Unsupported, WalkMatch::Known)
            }
            (WalkMatch::Unknown, _) | (_, WalkMatch::Unknown) => WalkMatch::Unknown,
            _ => WalkMatch::Unsupported,
        };
    }
    let is_meant = |man: char| letters.eq_ignore_ascii_case(man.encode_utf8(&mut [0; 4]));
    let man = man_letters(language).char_indices().find(|&(_, man)| is_meant(man));
    match man {
        Some((index, _)) => WalkMatch::Known(Piece::from_index(index)),
        None => fairy(letters, language).map_or(WalkMatch::Unknown, WalkMatch::Known),
    }
}

fn fairy(letters: &str, language: Language) -> Option<Piece> {
    let code = Tongue::ALL[language as usize].english(letters)?;
    Piece::from_code(code).filter(|piece| !piece.is_orthodox())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::TRAITS;

    #[test]
    fn all_attributes_have_their_words() {
        for attribute in TRAITS {
            assert!(ATTRIBUTES.iter().any(|names| names[0] == attribute.name), "{}", attribute.name);
        }
    }
}
