//! Enumerating pictures of mates: who gives check, who guards or fills the squares beside the king, and what keeps men of
//! known place from parrying.
//!
//! The names are those of the bound on mates: the *mover* mates, the *victim* is mated. Here a man of either side without a
//! role is free: it may do what it likes, and be captured. A man with one is not captured.
//!
//! **Nothing is lost.** Take any play that ends in mate, and its final position. Some man of the mover other than the king
//! gives check there, and nobody stands between it and the king: all men are tried on all squares from which they could.
//! Then one thing after another is looked for that a mate needs and that the men of known place do not do:
//!
//! * A square beside the king that no man of the victim is known to stand on, and no man of the mover is known to attack,
//!   lines being taken to be open where nobody is known to stand. In the final position a man of the victim stands there,
//!   or one of the mover attacks it.
//! * A man of the victim that is known to stand where it could capture the man that gives check, or go between, lines
//!   being taken to be open again. In the final position somebody stands in its way, or a man of the mover pins it, from
//!   behind it on the line of the king, or a second one gives check.
//!
//! Whoever does it has no place yet: for those that have one were asked. So the true man is among those tried, on its true
//! square, and some branch holds nothing but what is true of the final position. It ends in a picture, which may say less
//! than is true, and never says what is not. What follows from there stands in [`super`]: sums of moves, thinned out at each
//! move.
//!
//! Of several things the one comes first that can be done in the fewest ways, and what has been tried for it is struck off
//! below those that are tried later, as in [`super::movers`]: a branch that gives a man a square says nothing else of the
//! final position, so it holds all those in which the man stands there. Not so where a man gives check: that says that
//! its line is open, too; and nothing is struck off there.
//!
//! Only in chess itself, where each side has a king and nobody may castle any more. The board may lack squares: nobody stands
//! there, no line goes through, the king cannot go there; and no man needs fewer moves than on a whole board.

use super::enumeration::{Way, is_straight, narrowest, ways};
use super::standing::Standing;
use super::{Effort, MOST_MEN, Man, Pictures, Role, TooMuch};
use crate::orthodox::board::Board;
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::bound::Ground;
use crate::orthodox::bound::distance::Distances;
use crate::orthodox::bound::stalemate::LONGEST;
use crate::units::{Color, Piece};
use smallvec::SmallVec;

/// The final position as far as it is known.
#[derive(Clone, Copy)]
struct Scene {
    victim: Color,
    king: Sq,
    /// Squares that the board lacks.
    missing: u64,
    checker: Sq,
    /// The checking man is no line man.
    leaps: bool,
    /// Between it and the king.
    line: u64,
    /// The victim's men, the king among them.
    theirs: u64,
    /// The mover's men.
    own: Standing,
    /// Who has a square, as bits.
    placed: u32,
    roles: [Role; MOST_MEN],
    /// Moves of the mover and of the victim that nobody has been given yet.
    left: [usize; 2],
}

/// What a mate lacks.
#[derive(Clone, Copy)]
enum Need {
    /// A man of the mover attacks the square, or, where it may be filled, a man of the victim stands on it.
    Closed { sq: Sq, filled: bool },
    /// Anybody stands on the first squares; or, of the mover, a line man on one of the second or third (ranks and files,
    /// diagonals), or any man from where it gives check.
    Parry { block: u64, straight: u64, diagonal: u64 },
}

impl Scene {
    /// The squares on which no line goes on: those that are missing, too.
    fn occupied(&self) -> u64 {
        self.theirs | self.own.all | self.missing
    }

    /// The mover's men that are known to attack the square, lines being as on `occupied`.
    fn attackers(&self, sq: Sq, occupied: u64) -> u64 {
        self.own.attackers(self.victim, sq, occupied)
    }

    fn with(&self, man: usize, color: Color, piece: Piece, sq: Sq) -> Scene {
        let mut scene = *self;
        scene.placed |= 1 << man;
        scene.roles[man] = Role::on(piece, sq);
        if color == self.victim {
            scene.theirs |= bit(sq);
            return scene;
        }
        scene.own = scene.own.with(piece, sq);
        scene
    }

    /// What is lacking around the king.
    fn open_squares(&self, needs: &mut SmallVec<[Need; 16]>) {
        let without_king = self.occupied() & !bit(self.king);
        for sq in squares(bitboard::king(self.king) & !self.theirs & !self.missing) {
            if self.attackers(sq, without_king) == 0 {
                let filled = bit(sq) & (self.own.all | self.line) == 0;
                needs.push(Need::Closed { sq, filled });
            }
        }
    }

    /// What is lacking so that the victim's men of known place do not parry.
    fn parries(&self, men: &[Man], needs: &mut SmallVec<[Need; 16]>) {
        if self.theirs == bit(self.king) || self.attackers(self.king, self.occupied()).count_ones() > 1 {
            return;
        }
        for (man, role) in men.iter().zip(&self.roles) {
            if let Some((piece, sq)) = role.place()
                && man.color == self.victim
                && piece != Piece::KING
                && let Some(block) = self.way_to_parry(piece, sq)
            {
                needs.extend(self.need_against(sq, block));
            }
        }
    }

    /// The squares between the man and one on which it would parry, if it is not known to be kept from going there.
    fn way_to_parry(&self, piece: Piece, sq: Sq) -> Option<u64> {
        if piece != Piece::PAWN {
            let to = bitboard::attacks(piece, self.victim, sq, self.occupied()) & (self.line | bit(self.checker));
            return squares(to).next().map(|to| between(sq, to));
        }
        if bitboard::pawn(self.victim, sq) & bit(self.checker) != 0 {
            return Some(0);
        }
        let one = bitboard::ahead(self.victim, bit(sq)) & !self.occupied();
        if one & self.line != 0 {
            return Some(0);
        }
        let is_home = sq >> 3 == if self.victim == Color::White { 1 } else { 6 };
        let two = bitboard::ahead(self.victim, one) & self.line;
        (is_home && two != 0).then_some(one)
    }

    /// `None` where a man of known place pins the man on `sq`.
    fn need_against(&self, sq: Sq, block: u64) -> Option<Need> {
        let line = line_through(self.king, sq);
        let way = between(self.king, sq);
        let mut need = Need::Parry { block, straight: 0, diagonal: 0 };
        if line == 0 || way & self.occupied() != 0 {
            return Some(need);
        }
        let (seen, pinners) = match is_straight(self.king, sq) {
            true => (bitboard::rook(sq, self.occupied()), self.own.straight),
            false => (bitboard::bishop(sq, self.occupied()), self.own.diagonal),
        };
        let pinning = seen & line & !way & !bit(self.king);
        if pinning & pinners != 0 {
            return None;
        }
        if let Need::Parry { straight, diagonal, .. } = &mut need {
            *(if is_straight(self.king, sq) { straight } else { diagonal }) = pinning;
        }
        Some(need)
    }

    /// Where a man of the kind would do what is lacking.
    fn wanted(&self, need: Need, color: Color, piece: Piece) -> u64 {
        let free = !(self.occupied() | self.line);
        let wanted = match need {
            Need::Closed { sq, filled } if color == self.victim => {
                if filled {
                    bit(sq)
                } else {
                    0
                }
            }
            Need::Closed { sq, .. } => bitboard::attacks(piece, self.victim, sq, self.occupied() & !bit(self.king)),
            Need::Parry { block, .. } if color == self.victim || piece == Piece::KING => block,
            Need::Parry { block, straight, diagonal } => {
                let is_straight = matches!(piece, Piece::ROOK | Piece::QUEEN);
                let is_diagonal = matches!(piece, Piece::BISHOP | Piece::QUEEN);
                // Of two men that give check one is a line man, which the other has unmasked.
                let second = match self.leaps && !is_straight && !is_diagonal {
                    true => 0,
                    false => bitboard::attacks(piece, self.victim, self.king, self.occupied()),
                };
                block | second | if is_straight { straight } else { 0 } | if is_diagonal { diagonal } else { 0 }
            }
        };
        wanted & free & if piece == Piece::KING { !bitboard::king(self.king) } else { !0 }
    }
}

/// All that is fixed while men are placed.
struct Enumeration<'a, 'e> {
    mover: Color,
    missing: u64,
    men: Vec<Man>,
    ways: Vec<Vec<Way>>,
    effort: &'a mut Effort<'e>,
    found: Vec<[Role; MOST_MEN]>,
}

fn men_of(board: &Board, color: Color) -> Vec<Man> {
    let king = board.men(color, Piece::KING).trailing_zeros() as Sq;
    let mut men = vec![Man { color, piece: Piece::KING, sq: king }];
    let others = squares(board.of(color) & !bit(king));
    men.extend(others.map(|sq| Man { color, piece: board.piece_at(sq), sq }));
    men
}

/// The pictures of mates that the mover may give on the squares of `scope` with at most so many moves of White and Black;
/// `None` when there are too many, or it takes too long to find them, or nothing is known about such positions.
pub fn mates(ground: Ground, mover: Color, moves: [u16; 2], scope: u64, effort: &mut Effort<'_>) -> Option<Pictures> {
    let Ground { board, missing, .. } = ground;
    let most = moves.map(usize::from);
    if !board.has_one_king_each() || board.castling() != 0 || most[0].max(most[1]) > LONGEST {
        return None;
    }
    let mut men = men_of(board, !mover);
    men.extend(men_of(board, mover));
    let ways = men.iter().map(|&man| ways(man)).collect();
    let mut enumeration = Enumeration { mover, missing, men, ways, effort, found: Vec::new() };
    let from = enumeration.men[0].sq;
    for king in squares(scope & !missing) {
        let way = usize::from(Distances::get().kings(from)[king as usize]);
        if let Some(theirs) = most[!mover as usize].checked_sub(way) {
            enumeration.with_king_on(king, [most[mover as usize], theirs]).ok()?;
        }
    }
    let count = enumeration.men.len();
    enumeration.found.sort_unstable_by_key(|roles| roles.map(Role::number));
    enumeration.found.dedup();
    let roles = enumeration.found.iter().flat_map(|roles| roles[..count].iter().copied()).collect();
    Some(Pictures { mover, doomed: false, men: enumeration.men, dummies: [0; 2], roles, share: None })
}

impl Enumeration<'_, '_> {
    /// Every man of the mover gives check from everywhere.
    fn with_king_on(&mut self, king: Sq, left: [usize; 2]) -> Result<(), TooMuch> {
        let victim = !self.mover;
        let first = Scene {
            victim,
            king,
            missing: self.missing,
            checker: king,
            leaps: false,
            line: 0,
            theirs: bit(king),
            own: Standing::default(),
            placed: 1,
            roles: [Role::NONE; MOST_MEN],
            left,
        };
        let first = Scene { roles: first.with(0, victim, Piece::KING, king).roles, ..first };
        for man in 1..self.men.len() {
            if self.men[man].color == victim || self.men[man].piece == Piece::KING {
                continue;
            }
            for way in 0..self.ways[man].len() {
                let piece = self.ways[man][way].piece;
                let wanted = bitboard::attacks(piece, victim, king, self.missing) & !self.missing;
                let mut places = self.ways[man][way].nearest(wanted, left[0]);
                while let Some((cost, sq)) = places.next(&self.ways[man][way]) {
                    let mut next = first.with(man, self.mover, piece, sq);
                    next.left[0] -= cost;
                    next.checker = sq;
                    next.leaps = matches!(piece, Piece::KNIGHT | Piece::PAWN);
                    next.line = between(king, sq);
                    self.place(&next)?;
                }
            }
        }
        Ok(())
    }

    /// Gives squares to more men until nothing is lacking.
    fn place(&mut self, scene: &Scene) -> Result<(), TooMuch> {
        self.effort.step()?;
        let mut needs = SmallVec::new();
        scene.open_squares(&mut needs);
        scene.parries(&self.men, &mut needs);
        if needs.is_empty() {
            self.found.push(scene.roles);
            return if self.found.len() > self.effort.most_pictures { Err(TooMuch) } else { Ok(()) };
        }
        let Some(need) = self.narrowest(scene, &needs) else { return Ok(()) };
        let mut tried: SmallVec<[(usize, usize, u64); 16]> = SmallVec::new();
        for man in (1..self.men.len()).filter(|man| scene.placed & 1 << man == 0) {
            let color = self.men[man].color;
            let side = usize::from(color == scene.victim);
            for way in 0..self.ways[man].len() {
                let Way { piece, struck_off, .. } = self.ways[man][way];
                let wanted = scene.wanted(need, color, piece) & !struck_off;
                let mut places = self.ways[man][way].nearest(wanted, scene.left[side]);
                while let Some((cost, sq)) = places.next(&self.ways[man][way]) {
                    let mut next = scene.with(man, color, piece, sq);
                    next.left[side] -= cost;
                    self.place(&next)?;
                    self.ways[man][way].struck_off |= bit(sq);
                }
                if self.ways[man][way].struck_off != struck_off {
                    tried.push((man, way, struck_off));
                }
            }
        }
        for (man, way, struck_off) in tried {
            self.ways[man][way].struck_off = struck_off;
        }
        Ok(())
    }

    /// What can be done in the fewest ways with the moves that are left; `None` when something cannot be done at all.
    fn narrowest(&self, scene: &Scene, needs: &[Need]) -> Option<Need> {
        let mut reached: SmallVec<[(Color, Piece, u64); 24]> = SmallVec::new();
        for man in (1..self.men.len()).filter(|man| scene.placed & 1 << man == 0) {
            let color = self.men[man].color;
            let left = scene.left[usize::from(color == scene.victim)];
            let places = self.ways[man].iter().map(|way| (color, way.piece, way.within[left] & !way.struck_off));
            reached.extend(places.filter(|&(.., places)| places != 0));
        }
        narrowest(needs.iter().copied(), |&need, fewest| {
            let mut count = 0;
            for &(color, piece, places) in &reached {
                count += (places & scene.wanted(need, color, piece)).count_ones();
                if count >= fewest {
                    break;
                }
            }
            count
        })
    }
}
