//! The mated side's part against a check by a single man: which men can hold (occupy) which squares beside their
//! king, and in how many moves, without being able to parry the check.

use super::men::Men;
use crate::orthodox::board::bitboard::{self, RANK_1, RANK_8, Sq, between, bit, squares};
use crate::orthodox::bound::cover::{Ring, beside};
use crate::orthodox::bound::distance::{Distances, FAR, PROMOTED};
use crate::units::{Color, Piece};
use smallvec::SmallVec;
use std::sync::OnceLock;

/// Squares beside a king, by the number of moves that it takes to hold (occupy) them. Byte `n` has the squares that
/// are held within `n` moves, and the last byte those held within any number of moves.
#[derive(Clone, Copy, Default)]
pub struct Levels(u64);

const LAST: u8 = 7;

/// Returns a word with `squares` in each of its eight bytes.
const fn in_each(squares: Ring) -> u64 {
    squares.bits() as u64 * 0x0101_0101_0101_0101
}

impl Levels {
    pub fn within(self, moves: u8) -> Ring {
        Ring::of_bits((self.0 >> (8 * moves.min(LAST))) as u8)
    }

    /// Returns the levels with `squares` added as held from the beginning.
    pub fn and(self, squares: Ring) -> Levels {
        Levels(self.0 | in_each(squares))
    }

    fn without(self, squares: Ring) -> Levels {
        Levels(self.0 & !in_each(squares))
    }

    /// Returns the sum of the moves that it takes to hold each of the squares `needed`. A square that cannot be held
    /// within `moves` counts as `moves`.
    pub fn moves_to_hold(self, needed: Ring, moves: u8) -> u32 {
        let below = if moves > LAST { !0 } else { (1 << (8 * moves)) - 1 };
        // A square that takes `j` moves is missing in `j` bytes.
        (in_each(needed) & !self.0 & below).count_ones()
    }

    /// Returns the moves that it takes to hold `square`, which must be held at the last level.
    fn moves_to(self, square: Ring) -> u8 {
        ((self.0 & in_each(square)).trailing_zeros() / 8) as u8
    }

    /// Returns the levels of a man that may make its first move in advance: each square takes one move less.
    fn after_a_move(self) -> Levels {
        Levels(self.0 >> 8 | self.0 & 0xff << (8 * LAST))
    }
}

/// Returns, by square of the king, the squares beside it that a man on `from` can hold (occupy). The man keeps its
/// present kind, or promotes to `becomes`.
fn held_beside(color: Color, piece: Piece, becomes: Option<Piece>, from: Sq) -> &'static [Levels; 64] {
    // Six kinds, black pawns separately, and four promotions for each side.
    const KINDS: usize = 15;
    static TABLE: [OnceLock<Box<[Levels; 64]>>; KINDS * 64] = [const { OnceLock::new() }; KINDS * 64];
    let kind = match becomes {
        Some(becomes) => 6 + 4 * color as usize + becomes.index(),
        None if piece == Piece::PAWN && color == Color::Black => 6,
        None => piece.index(),
    };
    TABLE[kind * 64 + usize::from(from)].get_or_init(|| {
        let distances = Distances::get();
        let distance = |to: Sq| match becomes {
            Some(becomes) => distances.promoted(color, becomes, from, to),
            // On the last rank a pawn has become another kind.
            None if piece == Piece::PAWN && to != from && bit(to) & (RANK_1 | RANK_8) != 0 => FAR,
            None => distances.as_it_is(color, piece, from, to),
        };
        let distance: [u8; 64] = std::array::from_fn(|to| distance(to as Sq));
        let mut rows = Box::new([Levels::default(); 64]);
        for (t, row) in rows.iter_mut().enumerate() {
            for n in 0..=LAST {
                let is_held = |&sq: &Sq| distance[usize::from(sq)] <= if n == LAST { FAR - 1 } else { n };
                let held = squares(bitboard::king(t as Sq)).filter(is_held).fold(0, |all, sq| all | bit(sq));
                row.0 |= u64::from(beside(held, t as Sq).bits()) << (8 * n);
            }
        }
        rows
    })
}

/// A man with the squares beside the king that it can hold, as its present kind or after a promotion.
struct Holder {
    /// The square that identifies the man: its present square, except for a rook that has castled.
    man: Sq,
    kind: u8,
    levels: Levels,
}

impl Holder {
    /// Returns the squares beside the king from which the man would parry the check.
    fn parrying(&self, parries: &Parries) -> Ring {
        parries.beside[usize::from(self.kind)]
    }
}

pub struct Holders {
    each: SmallVec<[Holder; 32]>,
    all: Levels,
}

impl Holders {
    /// Collects the men that can hold some square beside a king on `t` within `moves`. The man on `moves_first`, if
    /// given, may make an extra move.
    pub fn new(mated: &Men, t: Sq, moves: u8, moves_first: Option<Sq>) -> Holders {
        let mut holders = Holders { each: SmallVec::new(), all: Levels::default() };
        let color = mated.color;
        let mut uncastled = *mated;
        uncastled.castled_rook = None;
        let mut add = |man: Sq, piece: Piece, becomes: Option<Piece>, from: Sq| {
            let mut levels = held_beside(color, piece, becomes, from)[usize::from(t)];
            if moves_first == Some(man) {
                levels = levels.after_a_move();
            }
            if !levels.within(moves).is_empty() {
                holders.all = Levels(holders.all.0 | levels.0);
                holders.each.push(Holder { man, kind: becomes.unwrap_or(piece).index() as u8, levels });
            }
        };
        if let Some(sq) = mated.castled_rook {
            add(KING_HOME[color as usize], Piece::ROOK, None, sq);
        }
        let among = if moves == 0 && moves_first.is_none() { bitboard::king(t) } else { !0 };
        uncastled.each_on(among, |piece, sq| {
            add(sq, piece, None, sq);
            if piece == Piece::PAWN && among == !0 {
                for becomes in PROMOTED {
                    add(sq, piece, Some(becomes), sq);
                }
            }
        });
        holders
    }

    /// Returns the squares beside the king that some man can hold within `moves`. A man counts even if it would parry
    /// the check from there.
    pub fn within(&self, moves: u8) -> Ring {
        self.all.within(moves)
    }
}

/// The squares beside its king that the mated side can hold against one check without parrying the check.
pub struct Blocks<'a> {
    holders: &'a Holders,
    parries: &'a Parries,
    /// The squares that some man can hold without parrying the check or, if pins are possible, as a pinned man.
    pub levels: Levels,
}

impl<'a> Blocks<'a> {
    /// Computes the squares for one check. Up to `pins` men of the mated side may be pinned. `gone` has the squares
    /// beside the king that the board lacks.
    pub fn new(holders: &'a Holders, parries: &'a Parries, pins: u8, gone: Ring) -> Blocks<'a> {
        let all = match pins {
            0 => Levels(
                holders.each.iter().fold(0, |all, holder| all | holder.levels.without(holder.parrying(parries)).0),
            ),
            _ => holders.all,
        };
        Blocks { holders, parries, levels: all.without(parries.taken).and(gone) }
    }

    /// Whether different men can hold the squares `needed`, at most `pins` of them pinned, so that `leaves(men,
    /// left)` is true for the men used (by their identifying squares) and the moves left.
    pub fn can_hold(&self, needed: Ring, moves: u8, pins: u8, used: u64, leaves: &impl Fn(u64, u8) -> bool) -> bool {
        let Some((square, rest)) = needed.split_first() else { return leaves(used, moves) };
        // The least moves that the other squares take cannot be spent on this one.
        let Some(left) = moves.checked_sub(self.levels.moves_to_hold(rest, moves) as u8) else { return false };
        self.holders.each.iter().any(|holder| {
            let pinned = square.is_within(holder.parrying(self.parries));
            if used >> holder.man & 1 != 0 || !square.is_within(holder.levels.within(left)) || pinned && pins == 0 {
                return false;
            }
            let moves = moves - holder.levels.moves_to(square);
            self.can_hold(rest, moves, pins - u8::from(pinned), used | bit(holder.man), leaves)
        })
    }
}

/// The squares from which men of the mated side would parry the check of one man.
#[derive(Clone, Copy)]
pub struct Parries {
    checker: u64,
    /// The squares between the checking man and the king.
    line: u64,
    /// The squares beside the king that the mated side cannot hold: the checking man's square, and those between it
    /// and the king.
    pub taken: Ring,
    /// By kind: squares from which a man of that kind captures the checking man or interposes, if no other man
    /// obstructs it.
    from: [u64; 5],
    /// By kind: those of the squares `from` that are beside the king.
    beside: [Ring; 5],
}

impl Parries {
    pub fn new(color: Color, checker: Sq, t: Sq) -> Parries {
        let line = between(checker, t);
        let mut from = [0; 5];
        for piece in PROMOTED {
            // Lines through the squares between are open, and attacks are symmetric.
            from[piece.index()] =
                squares(line | bit(checker)).fold(0, |all, sq| all | bitboard::attacks(piece, color, sq, !line));
        }
        let behind = if color == Color::White { line >> 8 } else { line << 8 };
        from[Piece::PAWN.index()] = bitboard::pawn(!color, checker) | behind;
        Parries {
            checker: bit(checker),
            line,
            taken: beside(bit(checker) | line, t),
            from,
            beside: from.map(|squares| beside(squares, t)),
        }
    }

    /// Returns the men of `among`, by their identifying squares, that have to leave, because they interpose or could
    /// parry the check. Returns none if at most `excused` have to leave. If `pinned` is set, men that could parry may
    /// stay, except those between the checking man and the king.
    pub fn in_the_way(&self, mated: &Men, among: u64, pinned: bool, excused: u8) -> u64 {
        let in_the_way = |piece: Piece| {
            let parries = if pinned { 0 } else { self.from[piece.index()] & !self.checker };
            parries | self.line
        };
        let each = [Piece::PAWN, Piece::KNIGHT, Piece::BISHOP, Piece::ROOK, Piece::QUEEN].into_iter();
        let mut men = each.fold(0, |all, piece| all | mated.of(piece) & among & in_the_way(piece));
        if mated.castled_rook.is_some_and(|sq| in_the_way(Piece::ROOK) & bit(sq) != 0) {
            men |= bit(KING_HOME[mated.color as usize]);
        }
        if men.count_ones() > u32::from(excused) { men } else { 0 }
    }
}

/// The squares that identify a castled rook of White and of Black: the king's home square, on which no other man is.
const KING_HOME: [Sq; 2] = [4, 60];
