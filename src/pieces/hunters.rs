//! Men that go as one piece ahead and as another back: any two of the pieces whose ways are straight.
//!
//! There are too many pairs for a table, so that a pair gets a place of its own when it is first read.

use super::{COUNT, Piece, PieceDef, Walker};
use std::sync::{Mutex, OnceLock};

/// So many pairs can be read.
pub const MOST: usize = 64;

const _: () = assert!(COUNT + MOST <= 256);

struct Hunter {
    ahead: Piece,
    back: Piece,
    def: PieceDef,
}

static HUNTERS: [OnceLock<Hunter>; MOST] = [const { OnceLock::new() }; MOST];
static READING: Mutex<()> = Mutex::new(());

/// The letters of those that can be a half of a hunter.
const HALVES: &[&str] = &[
    "P", "S", "B", "R", "Q", "K", "N", "G", "LI", "RL", "BL", "NL", "RH", "BH", "NH", "ZH", "CH", "G2", "G3", "KH",
    "KP", "CG", "KA", "KL", "RT", "BO", "DO", "WE", "FE", "DA", "AL", "CA", "Z", "GI", "AN", "EK", "CR", "ZR", "GR",
    "AM", "EM", "PR", "WA", "ET", "LE", "PA", "VA", "NA", "L", "LR", "LB", "LN", "BI", "GN", "OK", "SQ", "ZE", "15",
    "16", "24", "25", "35", "36", "37", "RF", "BU",
];

/// The hunter of two pieces, unless one of them can be no half of a hunter.
pub fn hunter(ahead: Piece, back: Piece) -> Option<Piece> {
    if [ahead, back].iter().any(|half| half.index() >= COUNT || !HALVES.contains(&half.def().code)) {
        return None;
    }
    // The lock holds nothing, so that it does not matter whether another thread has panicked.
    let _reading = READING.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for (index, place) in HUNTERS.iter().enumerate() {
        let hunter = place.get_or_init(|| Hunter { ahead, back, def: pair(ahead.def(), back.def()) });
        if hunter.ahead == ahead && hunter.back == back {
            return Some(Piece((COUNT + index) as u8));
        }
    }
    None
}

/// Lives as long as the program; there are at most [`MOST`] of them.
fn pair(ahead: &PieceDef, back: &PieceDef) -> PieceDef {
    let kept = |text: String| -> &'static str { text.leak() };
    PieceDef {
        name: kept(format!("{}/{}-hunter", ahead.name, back.name.to_lowercase())),
        code: kept(format!("{}/{}", ahead.code, back.code)),
        doc: kept(format!("a {} ahead and a {} back", ahead.name.to_lowercase(), back.name.to_lowercase())),
        xbetza: "",
        walk: |_| {},
    }
}

fn place(piece: Piece) -> &'static Hunter {
    HUNTERS[piece.index() - COUNT].get().expect("a hunter exists once it has been read")
}

pub fn def(piece: Piece) -> &'static PieceDef {
    &place(piece).def
}

pub fn walk(piece: Piece, walker: &mut dyn Walker) {
    let hunter = place(piece);
    let ahead = walker.ahead();
    walker.as_hunter(hunter.ahead, ahead);
    walker.as_hunter(hunter.back, -ahead);
}
