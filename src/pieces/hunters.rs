//! Hunters: pieces that move as one piece ahead and as another back. These two pieces are the halves of the hunter.
//!
//! The piece index of a hunter encodes the two halves. The names are built on first use; they depend on the halves
//! alone, so the order of uses does not matter.

use super::{HUNTERS, PIECES, Piece, PieceDef, Walker};
use std::sync::OnceLock;

/// The codes of all pieces that can be a half of a hunter.
const HALVES: &[&str] = &[
    "P", "S", "B", "R", "Q", "K", "N", "G", "LI", "RL", "BL", "NL", "RH", "BH", "NH", "ZH", "CH", "G2", "G3", "KH",
    "KP", "CG", "KA", "KL", "RT", "BO", "DO", "WE", "FE", "DA", "AL", "CA", "Z", "GI", "AN", "EK", "CR", "ZR", "GR",
    "AM", "EM", "PR", "WA", "ET", "LE", "PA", "VA", "NA", "L", "LR", "LB", "LN", "BI", "GN", "OK", "SQ", "ZE", "15",
    "16", "24", "25", "35", "36", "37", "RF", "BU",
];
pub const COUNT: usize = HALVES.len() * HALVES.len();

const PIECES_OF_HALVES: [Piece; HALVES.len()] = {
    let mut pieces = [Piece::PAWN; HALVES.len()];
    let mut half = 0;
    while half < HALVES.len() {
        let mut piece = 0;
        while !is_equal(PIECES[piece].code, HALVES[half]) {
            piece += 1;
        }
        pieces[half] = Piece(piece as u16);
        half += 1;
    }
    pieces
};

const fn is_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut i = 0;
    while i < a.len() && i < b.len() && a[i] == b[i] {
        i += 1;
    }
    i == a.len() && i == b.len()
}

static DEFS: [OnceLock<PieceDef>; COUNT] = [const { OnceLock::new() }; COUNT];

/// Returns the hunter that moves as `ahead` up the board and as `back` down it. `None` if one of the two cannot be a
/// half.
pub fn hunter(ahead: Piece, back: Piece) -> Option<Piece> {
    let half = |piece| PIECES_OF_HALVES.iter().position(|&half| half == piece);
    Some(Piece((HUNTERS + half(ahead)? * HALVES.len() + half(back)?) as u16))
}

fn halves(hunter: Piece) -> (Piece, Piece) {
    let pair = hunter.index() - HUNTERS;
    (PIECES_OF_HALVES[pair / HALVES.len()], PIECES_OF_HALVES[pair % HALVES.len()])
}

pub fn goes_ahead_as_pawn(hunter: Piece) -> bool {
    halves(hunter).0.is_pawn()
}

pub fn def(hunter: Piece) -> &'static PieceDef {
    let (ahead, back) = halves(hunter);
    DEFS[hunter.index() - HUNTERS].get_or_init(|| pair(ahead.def(), back.def()))
}

/// Builds the definition of a hunter. Its texts are leaked, so this must be called only once for each hunter.
fn pair(ahead: &PieceDef, back: &PieceDef) -> PieceDef {
    let kept = |text: String| -> &'static str { text.leak() };
    PieceDef {
        name: kept(format!("{}/{}-hunter", ahead.name, back.name.to_lowercase())),
        code: kept(format!("{}/{}", ahead.code, back.code)),
        doc: kept(format!("a {} forwards and a {} backwards", ahead.name.to_lowercase(), back.name.to_lowercase())),
        xbetza: "",
        walk: |_| {},
    }
}

pub fn walk(hunter: Piece, walker: &mut dyn Walker) {
    let (ahead, back) = halves(hunter);
    let heading = walker.ahead();
    walker.as_hunter(ahead, heading);
    walker.as_hunter(back, -heading);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_known_from_its_number() {
        for (i, &ahead) in PIECES_OF_HALVES.iter().enumerate() {
            assert_eq!(ahead.def().code, HALVES[i]);
            for &back in &PIECES_OF_HALVES {
                let hunter = hunter(ahead, back).expect("two halves");
                assert_eq!(halves(hunter), (ahead, back));
            }
        }
        let written = Piece::from_code("r/b").expect("a hunter");
        assert_eq!((written.def().code, written.def().name), ("R/B", "Rook/bishop-hunter"));
        assert_eq!(Piece::from_code("R/RO"), None);
    }
}
