//! How many moves both sides need at least until one of them can be mated: a set-cover bound.
//!
//! Call the mated side Black. In the mate let `t` be the square of its king.
//!
//! * Every square beside `t` is held by a black man, or a white man attacks it (lines go through the king): else the
//!   king could go there, or capture there. The king of the other side is not beside `t`, because White has just moved
//!   and may not have left him attacked.
//! * A white man other than the king attacks `t`.
//! * Every man of the mate is a man of the position now, or was promoted from one, and came to its square by its own
//!   moves: no fewer than it needs on an empty board. What it attacks is no more than what it attacks on an empty board.
//! * Different squares are held by different black men, and none of them is the king.
//!
//! So for some `t` and some set `U` of squares beside it: the moves of the black king to `t` and those that bring
//! black men to the squares of `U` are no more than Black has; and with as many moves as White has, his men come to
//! squares, none of them `t`, from which they attack `t` and all squares beside it that are not in `U`. When there are no
//! such `t` and `U`, no mate can be reached. Sums over different men never count a move twice, but for castling, which is
//! one move of two men: there the men are looked at as they stand after it, with one move less (see
//! [`ways_to_castle`]). The order of moves, captures, pins, and what stands in the way are not looked at.
//!
//! What the rules have to grant for this: only the man that moves changes its square, kind or side (captures,
//! castling and promotion apart); attacks on a king are at most those on an empty board; a king that is not
//! attacked on a square that its own side does not hold may go there; no king may be left attacked. So it holds in
//! orthodox chess, and in Madrasi as long as kings are not paralysed: paralysis takes attacks and moves from men, but
//! never a flight from a king. It does not hold where kings are paralysed (no flight needs to be guarded then, and kings
//! may stand side by side), nor in Isardam, where a flight may be forbidden by what the king's move lets other men
//! observe.

use super::super::bitboard::{self, Sq, bit, squares};
use super::super::board::Board;
use super::super::zobrist;
use super::distance::{Castled, Distances, FAR, PROMOTED, ways_to_castle};
use super::net::Plans;
use crate::conditions::Rules;
use crate::units::{Color, Piece};
use std::sync::OnceLock;

pub fn holds_under(rules: Rules) -> bool {
    match rules {
        Rules::Orthodox => true,
        Rules::Madrasi(madrasi) => !madrasi.rex_inclusive,
        Rules::Isardam(_) => false,
    }
}

/// No play with so many moves of White and Black ends in a mate by `mover`.
pub fn is_out_of_reach(board: &Board, rules: Rules, mover: Color, moves: [u16; 2], memo: &mut Memo) -> bool {
    if Color::ALL.iter().any(|&color| board.men(color, Piece::KING).count_ones() != 1) {
        return false;
    }
    let [white, black] = [moves[mover as usize], moves[!mover as usize]].map(|moves| moves.min(MOST_MOVES) as u8);
    let castlings = |color, moves: u8| {
        let possible = moves > 0 && board.castling() != 0;
        std::iter::once(None).chain(possible.then(|| ways_to_castle(board, color)).into_iter().flatten().map(Some))
    };
    !castlings(mover, white).any(|white_castles| {
        let attacker = Men::new(board, mover, white_castles);
        castlings(!mover, black).any(|black_castles| {
            let defender = Men::new(board, !mover, black_castles);
            let white = white - u8::from(white_castles.is_some());
            let black = black - u8::from(black_castles.is_some());
            is_reachable(&attacker, &defender, white, black, rules == Rules::Orthodox, memo)
        })
    })
}

/// With more moves than this everything is as good as reachable.
const MOST_MOVES: u16 = 15;

/// The men of one side, as they stand or as they stand after castling.
pub struct Men {
    pub color: Color,
    pub king: Sq,
    /// By kind, pawns first, without the king and without a rook that has castled.
    pieces: [u64; 5],
    castled_rook: Option<Sq>,
}

impl Men {
    fn new(board: &Board, color: Color, castled: Option<Castled>) -> Men {
        let mut men = Men {
            color,
            king: board.men(color, Piece::KING).trailing_zeros() as Sq,
            pieces: [0, 1, 2, 3, 4].map(|index| board.men(color, Piece::from_index(index))),
            castled_rook: None,
        };
        if let Some(castled) = castled {
            men.king = castled.king_to;
            men.pieces[Piece::ROOK.index()] ^= bit(castled.rook);
            // Another rook may still stand where this one will.
            men.castled_rook = Some(castled.rook_to);
        }
        men
    }

    /// All men but the king.
    pub fn each(&self, mut f: impl FnMut(Piece, Sq)) {
        for (index, &set) in self.pieces.iter().enumerate() {
            for sq in squares(set) {
                f(Piece::from_index(index), sq);
            }
        }
        if let Some(sq) = self.castled_rook {
            f(Piece::ROOK, sq);
        }
    }

    fn key(&self) -> u64 {
        let mut key = zobrist::unit(self.color, Piece::KING, self.king) as u64;
        // A sum, because two rooks may be told to stand on one square.
        self.each(|piece, sq| key = key.wrapping_add(zobrist::unit(self.color, piece, sq) as u64));
        key
    }
}

// ── the square beside the king ───────────────────────────────────────────────────────────────────────────────

/// The squares beside `t` that are in `set`, as eight bits.
pub fn beside(set: u64, t: Sq) -> u8 {
    let around = (set & bitboard::king(t)).rotate_right((u32::from(t) + 55) & 63);
    (around & 7 | around >> 5 & 8 | around >> 6 & 16 | around >> 11 & 0xe0) as u8
}

/// What a man on `sq` attacks of the squares beside `t` (eight bits) and of `t` itself ([`CHECK`]).
pub fn cover(piece: Piece, color: Color, sq: Sq, t: Sq) -> u16 {
    let attacked = bitboard::attacks(piece, color, sq, 0);
    let check = if piece != Piece::KING && attacked & bit(t) != 0 { CHECK } else { 0 };
    check | u16::from(beside(attacked, t))
}

pub const CHECK: u16 = 1 << 8;
pub const COVERS: u16 = CHECK | 0xff;
pub const COST_SHIFT: u32 = 9;

/// What a man can cover of the squares around `t`, by the moves it needs for that: entries `cost << 9 | cover`, the
/// cheap ones first, none of them covering less for more moves than another.
pub fn options(color: Color, piece: Piece, from: Sq, t: Sq) -> &'static [u16] {
    static TABLE: [OnceLock<Box<[u16]>>; 7 * 64 * 64] = [const { OnceLock::new() }; 7 * 64 * 64];
    let kind = if piece == Piece::PAWN && color == Color::Black { 6 } else { piece.index() };
    TABLE[(kind * 64 + usize::from(from)) * 64 + usize::from(t)].get_or_init(|| find_options(color, piece, from, t))
}

fn find_options(color: Color, piece: Piece, from: Sq, t: Sq) -> Box<[u16]> {
    let distances = Distances::get();
    let mut all: Vec<u16> = Vec::with_capacity(64);
    let mut add = |cost: u8, cover: u16| {
        if cost != FAR {
            all.push(u16::from(cost) << COST_SHIFT | cover);
        }
    };
    for sq in (0..64).filter(|&sq| sq != t) {
        if piece == Piece::KING && bitboard::king(t) & bit(sq) != 0 {
            continue;
        }
        add(distances.as_it_is(color, piece, from, sq), cover(piece, color, sq, t));
        if piece == Piece::PAWN {
            for becomes in PROMOTED {
                add(distances.promoted(color, becomes, from, sq), cover(becomes, color, sq, t));
            }
        }
    }
    all.sort_unstable_by_key(|&option| (option >> COST_SHIFT, std::cmp::Reverse((option & COVERS).count_ones())));
    let mut kept: Vec<u16> = Vec::new();
    for option in all {
        // The king covers nothing by being away, but he has to be somewhere.
        let needed = option & COVERS != 0 || piece == Piece::KING;
        if needed && !kept.iter().any(|&other| option & COVERS & !other == 0) {
            kept.push(option);
        }
    }
    kept.into_boxed_slice()
}

// ── what the attacker can do about a square ──────────────────────────────────────────────────────────────────

/// For each set of squares beside `t` (as an index): the attacker can give check and cover all others.
pub type Nets = [u64; 4];

pub fn allows(nets: &Nets, held: u8) -> bool {
    nets[usize::from(held >> 6)] >> (held & 63) & 1 != 0
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    nets: Nets,
}

const ENTRIES: usize = 1 << 14;

/// The nets found before, and where the last mate was within reach.
#[derive(Default)]
pub struct Memo {
    entries: Vec<Entry>,
    witness: Sq,
    plans: Vec<(u64, Plans)>,
}

impl Memo {
    fn nets(&mut self, key: u64, attacker: &Men, moves: u8, t: Sq) -> Nets {
        if self.entries.is_empty() {
            self.entries = vec![Entry::default(); ENTRIES];
        }
        let key = (key ^ (u64::from(t) << 4 | u64::from(moves) | 1 << 60)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = &mut self.entries[(key >> 50) as usize & (ENTRIES - 1)];
        if entry.key != key {
            *entry = Entry { key, nets: nets(attacker, moves, t) };
        }
        entry.nets
    }
}

impl Memo {
    fn plans(&mut self, key: u64, attacker: &Men, moves: u8, t: Sq) -> &Plans {
        if self.plans.is_empty() {
            self.plans.resize_with(ENTRIES, Default::default);
        }
        let key = (key ^ (u64::from(t) << 4 | u64::from(moves) | 1 << 60)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let entry = &mut self.plans[(key >> 50) as usize & (ENTRIES - 1)];
        if entry.0 != key {
            *entry = (key, Plans::new(attacker, moves, t));
        }
        &entry.1
    }
}

/// All that the attacker can do around `t` in so many moves.
fn nets(attacker: &Men, moves: u8, t: Sq) -> Nets {
    let limit = u16::from(moves + 1) << COST_SHIFT;
    let mut men: [&[u16]; 64] = [&[]; 64];
    let mut count = 0;
    let mut union = 0;
    let mut add = |options: &'static [u16]| {
        let within = &options[..options.partition_point(|&option| option < limit)];
        if !within.is_empty() {
            men[count] = within;
            count += 1;
            union = within.iter().fold(union, |all, option| all | option);
        }
        !within.is_empty()
    };
    if !add(options(attacker.color, Piece::KING, attacker.king, t)) {
        return [0; 4];
    }
    attacker.each(|piece, sq| {
        add(options(attacker.color, piece, sq, t));
    });
    if union & CHECK == 0 {
        return [0; 4];
    }
    const NONE: u8 = u8::MAX;
    let mut least = [NONE; 512];
    let mut reached: Vec<u16> = Vec::with_capacity(512);
    // There is nothing to cover off the board.
    let start = u16::from(!beside(!0, t));
    least[usize::from(start)] = 0;
    reached.push(start);
    for (index, options) in men[..count].iter().enumerate() {
        let before = least;
        if index == 0 {
            // The king has no choice but to be somewhere.
            least[usize::from(start)] = NONE;
            reached.clear();
        }
        let known = if index == 0 { vec![start] } else { reached.clone() };
        for from in known {
            for &option in *options {
                let cost = before[usize::from(from)] + (option >> COST_SHIFT) as u8;
                if cost > moves {
                    break;
                }
                let to = from | option & COVERS;
                let best = &mut least[usize::from(to)];
                if *best == NONE {
                    reached.push(to);
                }
                *best = cost.min(*best);
            }
        }
    }
    let mut nets = [0; 4];
    for covered in reached.into_iter().filter(|&covered| covered & CHECK != 0) {
        let open = !covered as u8;
        nets[usize::from(open >> 6)] |= 1 << (open & 63);
    }
    close_upwards(&mut nets);
    nets
}

/// What can be done when some squares are held can be done when more are.
pub fn close_upwards(nets: &mut Nets) {
    const WITHOUT: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for word in nets.iter_mut() {
        for (i, without) in WITHOUT.into_iter().enumerate() {
            *word |= (*word & without) << (1 << i);
        }
    }
    nets[1] |= nets[0];
    nets[3] |= nets[2];
    nets[2] |= nets[0];
    nets[3] |= nets[1];
}

// ── what the defender has to do ──────────────────────────────────────────────────────────────────────────────

/// So many moves bring every man to all squares that it can reach at all (a pawn from its first rank needs the most).
pub const ALL_REACHED: usize = 8;

/// The squares that a man of the kind reaches within so many moves.
fn within(color: Color, piece: Piece, from: Sq) -> &'static [u64; ALL_REACHED + 1] {
    static TABLE: OnceLock<Box<[[u64; ALL_REACHED + 1]]>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let mut table = vec![[0; ALL_REACHED + 1]; 2 * 5 * 64];
        for color in Color::ALL {
            for piece in Piece::all().filter(|&piece| piece != Piece::KING) {
                for from in 0..64 {
                    for to in 0..64 {
                        let moves = usize::from(Distances::get().visit(color, piece, from, to));
                        for level in &mut table[within_index(color, piece, from)][moves.min(ALL_REACHED + 1)..] {
                            *level |= bit(to);
                        }
                    }
                }
            }
        }
        table.into_boxed_slice()
    });
    &table[within_index(color, piece, from)]
}

fn within_index(color: Color, piece: Piece, from: Sq) -> usize {
    (color as usize * 5 + piece.index()) * 64 + usize::from(from)
}

/// A mate is not excluded.
fn is_reachable(attacker: &Men, defender: &Men, white: u8, black: u8, parried: bool, memo: &mut Memo) -> bool {
    let key = attacker.key();
    let mut held = [0; ALL_REACHED + 1];
    let top = usize::from(black).min(ALL_REACHED);
    defender.each(|piece, sq| {
        let within = within(defender.color, piece, sq);
        for (all, squares) in held[..=top].iter_mut().zip(within) {
            *all |= squares;
        }
    });
    for later in top + 1..=ALL_REACHED {
        held[later] = held[top];
    }
    let passes = |t: Sq, memo: &mut Memo| {
        let king_moves = Distances::get().as_it_is(defender.color, Piece::KING, defender.king, t);
        if king_moves > black {
            return false;
        }
        let nets = memo.nets(key, attacker, white, t);
        Blocks::new(&held, t, black - king_moves).suffice(&nets, defender)
            && (!parried || memo.plans(key, attacker, white, t).can_be_met(defender, t, white, black - king_moves))
    };
    let witness = memo.witness;
    if passes(witness, memo) {
        return true;
    }
    (0..64).any(|t| {
        let found = t != witness && passes(t, memo);
        if found {
            memo.witness = t;
        }
        found
    })
}

/// The squares beside `t` that the defender can hold, each alone, by the moves it takes.
struct Blocks {
    moves: u8,
    /// `within[n]`: at most `n` moves.
    within: [u8; ALL_REACHED + 1],
}

impl Blocks {
    fn new(held: &[u64; ALL_REACHED + 1], t: Sq, moves: u8) -> Blocks {
        Blocks { moves, within: held.map(|set| beside(set, t)) }
    }

    fn within(&self, moves: u8) -> u8 {
        self.within[usize::from(moves).min(ALL_REACHED)]
    }

    /// Some set of squares can be held within the moves that there are, so that the attacker can do the rest.
    fn suffice(&self, nets: &Nets, defender: &Men) -> bool {
        self.suffice_with(self.within(0), !self.within(0), self.moves, nets, defender)
    }

    fn suffice_with(&self, held: u8, mut open: u8, moves: u8, nets: &Nets, defender: &Men) -> bool {
        open &= self.within(moves);
        if !allows(nets, held | open) {
            return false;
        }
        if allows(nets, held) {
            return true;
        }
        while open != 0 {
            let square = open & open.wrapping_neg();
            open ^= square;
            let cost = (1..=moves).find(|&moves| self.within(moves) & square != 0).unwrap_or(moves);
            if self.suffice_with(held | square, open, moves - cost, nets, defender) {
                return true;
            }
        }
        false
    }
}
