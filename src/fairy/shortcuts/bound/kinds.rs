//! Upper bounds of what the men of a problem can do on an 8x8 board, as 64-bit sets.
//!
//! The bounds follow [`crate::fairy::steps::range`], which places all other men favourably: no man needs fewer moves to
//! a square, or attacks more, than its bound says. A promoting pawn continues as any piece that it may become. A
//! neutral man moves in both sides' ways.

use super::Law;
use crate::fairy::board::man::Man;
use crate::fairy::board::squares::{Sq, Squares};
use crate::fairy::rules::rulebook::RuleBook;
use crate::orthodox::board::bitboard::{self, bit, squares};
use crate::orthodox::bound::cover::{ALL_REACHED, CHECK, COVERS, Cheapest, FAR, MOST_MOVES, beside};
use crate::pieces::Piece;
use crate::units::{Color, Traits};
use std::sync::OnceLock;

/// A square in the numbering of bitboards (a1 = 0 to h8 = 63).
pub type Sq64 = u8;

/// Converts a square of the fairy board to the numbering of bitboards.
pub fn number(sq: Sq) -> Sq64 {
    sq >> 4 << 3 | sq & 7
}

/// Converts a square from the numbering of bitboards; the inverse of [`number`].
fn on_board(sq: Sq64) -> Sq {
    sq >> 3 << 4 | sq & 7
}

/// Returns the part of a set within the first eight files and ranks, as a bitboard.
fn to_word(set: &Squares) -> u64 {
    let words = set.words();
    (0..8).fold(0, |all, rank| all | (words[rank / 4] >> (16 * (rank % 4)) & 0xff) << (8 * rank))
}

/// The kinds of men of a problem: each piece for each side, neutral or not. The bounds of a kind are computed when
/// first requested.
pub struct Kinds {
    pub law: Law,
    /// Squares of the 8x8 board that this board lacks.
    pub missing: u64,
    /// By piece index: the piece's index in `pieces`, or [`NOWHERE`] if the piece cannot occur in the problem.
    places: Box<[u8]>,
    pieces: Vec<Piece>,
    /// Four kinds for each piece of `pieces`. The first two attack for White, the others for Black; the second of each
    /// pair is neutral.
    kinds: Box<[Kind]>,
}

const NOWHERE: u8 = u8::MAX;

impl Kinds {
    /// Collects the kinds of the men in the diagram and of promoted men. `law` holds the facts about the rules. `None`
    /// if the problem has more pieces than can be numbered.
    pub fn new(book: &RuleBook, law: Law) -> Option<Kinds> {
        let mut pieces: Vec<Piece> = book.diagram.iter().map(|(_, unit)| unit.piece).collect();
        pieces.extend(book.promotions.iter().chain(&book.marine_promotions));
        pieces.sort_unstable();
        pieces.dedup();
        let mut places = vec![NOWHERE; 1 << Piece::BITS].into_boxed_slice();
        for (place, piece) in pieces.iter().enumerate() {
            places[piece.index()] = u8::try_from(place).ok().filter(|&place| place != NOWHERE)?;
        }
        let kinds = (0..4 * pieces.len()).map(|_| Kind::default()).collect();
        let missing = !to_word(&book.geometry.squares);
        Some(Kinds { law, missing, places, pieces, kinds })
    }

    /// Returns the index of the man's kind when it attacks for `side`; `None` if its piece was not expected in this
    /// problem.
    pub fn of(&self, man: Man, side: Color) -> Option<usize> {
        let place = self.places[man.piece().index()];
        (place != NOWHERE).then(|| usize::from(place) * 4 + side as usize * 2 + usize::from(man.is_neutral()))
    }

    fn place(&self, piece: Piece) -> usize {
        usize::from(self.places[piece.index()])
    }

    fn steps(&self, book: &RuleBook, kind: usize) -> &Steps {
        self.kinds[kind].steps.get_or_init(|| {
            let (piece, [side, is_neutral]) = (self.pieces[kind / 4], [kind & 2 != 0, kind & 1 != 0]);
            Box::new(Steps::new(book, piece, if side { Color::Black } else { Color::White }, is_neutral))
        })
    }

    pub fn from(&self, book: &RuleBook, kind: usize, from: Sq64) -> &From {
        self.kinds[kind].from[usize::from(from)].get_or_init(|| Box::new(self.find_from(book, kind, from)))
    }

    /// Returns which of the squares `t` (a king's square) and those next to it a man of the kind, now on `from`, can
    /// come to attack. Each element is an *option* ([`crate::orthodox::bound::cover::COST_SHIFT`]): a set of these
    /// squares together with the number of moves that the man needs to attack them. `is_king`: the man is a king, so it
    /// must not be next to `t` and does not attack `t`.
    pub fn options(&self, book: &RuleBook, kind: usize, from: Sq64, t: Sq64, is_king: bool) -> &[u16] {
        let from = self.from(book, kind, from);
        from.options[usize::from(t) * 2 + usize::from(is_king)]
            .get_or_init(|| self.find_options(book, from, t, is_king))
    }

    /// Returns which of the squares `t` (a king's square) and those next to it a man of the kind on `from` attacks now,
    /// and which it can attack after one move. `is_king` has the same meaning as in [`Kinds::options`].
    pub fn near(&self, book: &RuleBook, kind: usize, from: Sq64, t: Sq64, is_king: bool) -> &Near {
        let places = &self.from(book, kind, from).near;
        places[usize::from(t) * 2 + usize::from(is_king)].get_or_init(|| {
            let steps = self.steps(book, kind);
            let ends = steps.ends[usize::from(from)] & !bit(t);
            let (ends, allowed) = if is_king { (ends & !bitboard::king(t), !CHECK) } else { (ends, !0) };
            let mut after: Vec<u16> = Vec::new();
            let mut add = |kind: usize, sq: Sq64| {
                let cover = self.cover(book, kind, sq, t) & allowed;
                if cover != 0 && !after.contains(&cover) {
                    after.push(cover);
                }
            };
            squares(ends).for_each(|sq| add(kind, sq));
            for &piece in &steps.becomes {
                let becomes = self.place(piece) * 4 + kind % 4;
                squares(ends & steps.promotion).for_each(|sq| add(becomes, sq));
            }
            Near { now: self.cover(book, kind, from, t) & allowed, after: after.into_boxed_slice() }
        })
    }

    fn find_from(&self, book: &RuleBook, kind: usize, from: Sq64) -> From {
        let mut forms = vec![Form { kind, moves: [FAR; 64] }];
        let becomes = &self.steps(book, kind).becomes;
        forms.extend(becomes.iter().map(|&piece| Form { kind: self.place(piece) * 4 + kind % 4, moves: [FAR; 64] }));
        forms[0].moves[usize::from(from)] = 0;
        let mut within = [bit(from); ALL_REACHED + 1];
        let mut frontier = vec![0; forms.len()];
        frontier[0] = bit(from);
        let mut moves = 0;
        while frontier.iter().any(|&at| at != 0) {
            // A man that needs more moves counts as needing this many.
            moves = MOST_MOVES.min(moves + 1);
            let mut next = vec![0; forms.len()];
            for (i, form) in forms.iter().enumerate() {
                let steps = self.steps(book, form.kind);
                let arrives = squares(frontier[i]).fold(0, |all, sq| all | steps.ends[usize::from(sq)]);
                next[i] |= arrives;
                if i == 0 {
                    next[1..].iter_mut().for_each(|next| *next |= arrives & steps.promotion);
                }
            }
            for (form, next) in forms.iter_mut().zip(&mut next) {
                let is_new = |&sq: &Sq64| form.moves[usize::from(sq)] == FAR;
                *next = squares(*next).filter(is_new).fold(0, |all, sq| all | bit(sq));
                squares(*next).for_each(|sq| form.moves[usize::from(sq)] = moves);
                within.iter_mut().skip(moves.into()).for_each(|within| *within |= *next);
                // The last level includes longer ways.
                within[ALL_REACHED] |= *next;
            }
            frontier = next;
        }
        From { within, forms, options: [const { OnceLock::new() }; 128], near: [const { OnceLock::new() }; 128] }
    }

    /// Like [`Kinds::options`], but for a man that can get to any square with one move, as after a capture under some
    /// rules.
    pub fn anywhere(&self, book: &RuleBook, kind: usize, t: Sq64) -> &[u16] {
        self.kinds[kind].anywhere[usize::from(t)].get_or_init(|| {
            let becomes = self.steps(book, kind).becomes.iter().map(|&piece| self.place(piece) * 4 + kind % 4);
            let mut all = Cheapest::default();
            for kind in becomes.chain([kind]) {
                (0..64).filter(|&sq| sq != t).for_each(|sq| all.add(1, self.cover(book, kind, sq, t)));
            }
            all.without(|option, other| option & COVERS & !other == 0).into_boxed_slice()
        })
    }

    /// Returns which of `t` and the squares next to `t` a man of the kind on `sq` attacks. If the rules may forbid
    /// captures or make checks impossible, the man's own square counts as attacked, too.
    fn cover(&self, book: &RuleBook, kind: usize, sq: Sq64, t: Sq64) -> u16 {
        let attacked = self.steps(book, kind).captures[usize::from(sq)];
        let closed = if self.law.is_plain() { attacked } else { attacked | bit(sq) };
        let check = if attacked & bit(t) != 0 { CHECK } else { 0 };
        check | u16::from(beside(closed, t))
    }

    fn find_options(&self, book: &RuleBook, from: &From, t: Sq64, is_king: bool) -> Box<[u16]> {
        let mut all = Cheapest::default();
        let closed = match (is_king, self.law.waits) {
            (true, _) => bitboard::king(t) | bit(t),
            (false, true) => 0,
            (false, false) => bit(t),
        };
        for form in &from.forms {
            for sq in squares(!closed) {
                let cover = self.cover(book, form.kind, sq, t);
                all.add(form.moves[usize::from(sq)], if is_king { cover & !CHECK } else { cover });
            }
        }
        let mut kept = all.without(|option, other| option & COVERS & !other == 0);
        // A king covers nothing by being away, but it must be somewhere.
        kept.retain(|&option| option & COVERS != 0 || is_king);
        kept.into_boxed_slice()
    }
}

struct Kind {
    steps: OnceLock<Box<Steps>>,
    from: [OnceLock<Box<From>>; 64],
    /// The results of [`Kinds::anywhere`], by the square of the king that is to be mated.
    anywhere: [OnceLock<Box<[u16]>>; 64],
}

impl Default for Kind {
    fn default() -> Kind {
        Kind {
            steps: OnceLock::new(),
            from: [const { OnceLock::new() }; 64],
            anywhere: [const { OnceLock::new() }; 64],
        }
    }
}

/// Upper bounds of the steps of a kind of man. By the square of the man: `ends` holds the squares on which its steps
/// may end, `captures` those on which it may capture.
struct Steps {
    ends: [u64; 64],
    captures: [u64; 64],
    /// Squares on which the man promotes. `becomes` holds the pieces to which it may promote.
    promotion: u64,
    becomes: Vec<Piece>,
}

impl Steps {
    fn new(book: &RuleBook, piece: Piece, side: Color, is_neutral: bool) -> Steps {
        let movers: &[Color] = if is_neutral { &Color::ALL } else { std::slice::from_ref(&side) };
        let man = Man::new(side, piece, if is_neutral { Traits::NEUTRAL } else { Traits::NONE });
        let range = |side| book.ranges.of(&book.geometry, piece, side);
        let mut steps = Steps { ends: [0; 64], captures: [0; 64], promotion: 0, becomes: Vec::new() };
        for sq in (0..64).filter(|&sq| book.geometry.has(on_board(sq))) {
            let index = usize::from(sq);
            steps.ends[index] = movers.iter().fold(0, |all, &mover| all | to_word(range(mover).ends(on_board(sq))));
            steps.captures[index] = to_word(range(side).captures(on_board(sq)));
            if movers.iter().any(|&mover| book.promotes(mover, man, on_board(sq))) {
                steps.promotion |= bit(sq);
            }
        }
        if piece.is_pawn() {
            steps.becomes = book.promotions_of(man).to_vec();
        }
        steps
    }
}

/// Upper bounds of what a man of some kind that starts on a given square can do.
pub struct From {
    /// By number of moves: the squares that the man reaches within them, promoted or not.
    pub within: [u64; ALL_REACHED + 1],
    /// The kinds of man that it may become by promotion, after its own kind.
    forms: Vec<Form>,
    /// The results of [`Kinds::options`] for the square `t` of the king that is to be mated. The index is `2 * t`, plus
    /// one if the man is itself a king.
    options: [OnceLock<Box<[u16]>>; 128],
    near: [OnceLock<Near>; 128],
}

/// The squares that one man can attack, among the enemy king's square and those next to it. `now` is the set for the
/// man's present square. `after` holds the sets for the squares to which it can go with one move.
pub struct Near {
    pub now: u16,
    pub after: Box<[u16]>,
}

/// A kind that a man may become, with the number of moves in which it reaches each square as that kind.
struct Form {
    kind: usize,
    moves: [u8; 64],
}
