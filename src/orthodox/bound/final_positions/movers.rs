//! Enumerating pictures, second half: what the mover's men do in the end.
//!
//! With the victim's men in place it can be seen what a stalemate still lacks: a flight that nobody guards, a pawn that
//! nobody stops, an officer that nobody pins, a check that nobody interrupts. In the final position some man of the mover
//! does it that has no square yet, since those that have one do not; so all of these are tried, on all squares.
//!
//! Only what is certain counts as lacking. Men that have no square yet may stand in the way of those that have one: then
//! less is met than is thought here, and the picture says less than it could. They cannot meet what is thought to be lacking
//! without being tried: guards and pins look along lines on which nobody stands whose place is known.
//!
//! Where a dummy stands it may stay or be captured, whichever lets more pictures be: it stops pawns, fills a flight, shuts in
//! officers of its own side and interrupts checks, and no guard and no pin.
//!
//! Of several things that are lacking the one is met first that leaves the least choice. What has been tried for it is
//! struck off below those that are tried later: of all who meet it in the final position one is the first in the order of
//! trying, and those before it are not there. So no picture is made twice, and fewer that say more than others.

use super::enumeration::{Enumeration, Placed, Way, can_be_held, is_straight, narrowest};
use super::standing::Standing;
use super::{MOST_MEN, Role, TooMuch, is_officer};
use crate::orthodox::board::bitboard::{self, Sq, between, bit, line_through, squares};
use crate::orthodox::bound::stalemate::Question;
use crate::units::{Color, Piece};
use smallvec::{SmallVec, smallvec};

/// The final position as far as it is known.
#[derive(Clone, Copy)]
pub struct Scene {
    victim: Color,
    king: Sq,
    /// The victim's men, the king among them.
    theirs: u64,
    /// What the victim's dummies and holes fill.
    filled: u64,
    /// The same, and where the mover's dummies stand: there may be something that never moves.
    still: u64,
    pawns: u64,
    /// Officers that could move if they were not pinned.
    loose: u64,
    knights: u64,
    /// More men than these, the king not counted, have no place: the others are captured by pawns.
    most_placed: usize,
    /// So many men of the victim are captured, or dummies that may be.
    doomed: usize,
    /// The mover's men that have a square.
    own: Standing,
    /// The first men that have a square, as bits.
    placed: u32,
    /// How often pawns have changed their files.
    files: usize,
}

/// Something that a stalemate lacks, and where a man would have to stand to do it.
enum Need {
    /// On one of these squares, as anything.
    Block(u64),
    Guard(Sq),
    /// As anything on the first squares, or as a line man on the second (ranks and files) or third.
    Stop {
        block: u64,
        straight: u64,
        diagonal: u64,
    },
    /// No man can do it.
    Never,
}

impl Scene {
    pub fn new(placed: &Placed, roles: &[Role], question: &Question, most_placed: usize) -> Scene {
        let victim = !question.mover;
        let (mut loose, mut knights) = (0, 0);
        for (piece, sq) in roles.iter().filter_map(|role| role.place()) {
            let steps = bitboard::attacks(piece, victim, sq, !0);
            if is_officer(piece) && steps & !(placed.occupied | question.filled) != 0 {
                loose |= bit(sq);
            }
            if piece == Piece::KNIGHT {
                knights |= bit(sq);
            }
        }
        // An officer that no pin can hold stays loose for ever.
        let held = |role: &Role| {
            role.place().is_none_or(|(piece, sq)| loose & bit(sq) == 0 || can_be_held(piece, placed.king, sq))
        };
        let never = !roles[1..].iter().all(held);
        Scene {
            victim,
            king: placed.king,
            theirs: placed.occupied,
            filled: question.filled,
            still: question.filled | question.posts(),
            pawns: placed.pawns,
            loose: if never { bit(placed.king) } else { loose },
            knights,
            most_placed,
            doomed: placed.doomed + question.dummies[victim as usize].count_ones() as usize,
            own: Standing::default(),
            placed: 0,
            files: 0,
        }
    }

    fn with(&self, man: usize, piece: Piece, sq: Sq) -> Scene {
        let mut scene = *self;
        scene.own = scene.own.with(piece, sq);
        scene.placed |= 1 << man;
        scene
    }

    fn occupied(&self) -> u64 {
        self.theirs | self.own.all
    }

    /// Men with a square that attack the square, lines being as on `occupied`.
    fn attackers(&self, sq: Sq, occupied: u64) -> u64 {
        self.own.attackers(self.victim, sq, occupied)
    }

    /// Whether the final position cannot be one: the mover's king stands where it is attacked, whoever else stands where.
    fn is_impossible(&self) -> bool {
        squares(self.own.king).any(|sq| {
            bitboard::king(sq) & bit(self.king) != 0
                || bitboard::pawn(!self.victim, sq) & self.pawns != 0
                || bitboard::knight(sq) & self.knights != 0
        })
    }

    /// All that is lacking, as far as it is known.
    fn needs(&self) -> SmallVec<[Need; 16]> {
        if self.loose & bit(self.king) != 0 {
            return smallvec![Need::Never];
        }
        let mut needs = SmallVec::new();
        for check in squares(self.attackers(self.king, self.occupied())) {
            let between = between(self.king, check);
            match () {
                () if between == 0 => needs.push(Need::Never),
                () if between & self.still == 0 => needs.push(Need::Block(between)),
                () => {}
            }
        }
        needs.extend(squares(self.pawns).filter_map(|sq| self.need_of_pawn(sq)));
        needs.extend(squares(self.loose).filter_map(|sq| self.need_of_officer(sq)));
        let without_king = self.occupied() & !bit(self.king);
        let flights = bitboard::king(self.king) & !(self.theirs | self.filled);
        needs.extend(squares(flights).filter(|&sq| self.attackers(sq, without_king) == 0).map(Need::Guard));
        needs
    }

    /// Where a man may stand that pins what stands on `sq`, and those that do. Empty where something of known place stands
    /// between king and man.
    fn pinning(&self, sq: Sq) -> u64 {
        let way = between(self.king, sq);
        let line = line_through(self.king, sq);
        if line == 0 || way & self.occupied() != 0 {
            return 0;
        }
        let seen = if is_straight(self.king, sq) {
            bitboard::rook(sq, self.occupied())
        } else {
            bitboard::bishop(sq, self.occupied())
        };
        seen & line & !way & !bit(self.king)
    }

    fn need_of_officer(&self, sq: Sq) -> Option<Need> {
        let pinning = self.pinning(sq);
        let straight = is_straight(self.king, sq);
        let pinners = if straight { self.own.straight } else { self.own.diagonal };
        if pinning & pinners != 0 {
            return None;
        }
        let free = pinning & !self.occupied();
        Some(if straight {
            Need::Stop { block: 0, straight: free, diagonal: 0 }
        } else {
            Need::Stop { block: 0, straight: 0, diagonal: free }
        })
    }

    fn need_of_pawn(&self, sq: Sq) -> Option<Need> {
        let ahead = bitboard::ahead(self.victim, bit(sq));
        let is_blocked = ahead & (self.occupied() | self.still) != 0;
        let captures = bitboard::pawn(self.victim, sq);
        let pinning = self.pinning(sq);
        let free = pinning & !self.occupied();
        let on_file = self.king & 7 == sq & 7;
        let on_rank = self.king >> 3 == sq >> 3;
        let pinner = pinning & if on_file || on_rank { self.own.straight } else { self.own.diagonal };
        if pinner != 0 {
            return match () {
                // Along the file it may still go ahead, unless the pinner itself is there.
                () if on_file => (!is_blocked).then_some(Need::Stop { block: ahead, straight: 0, diagonal: 0 }),
                () if pinner & captures != 0 => Some(Need::Never),
                () => None,
            };
        }
        let captures_man = captures & self.own.all != 0;
        if is_blocked && !captures_man {
            return None;
        }
        let straight = if on_rank || on_file && is_blocked { free } else { 0 };
        let diagonal = if on_rank || on_file { 0 } else { free & !captures };
        Some(match captures_man {
            // On its file it has to be both pinned and blocked: what blocks it may come first, or pin it itself.
            true if on_file && !is_blocked => Need::Stop { block: ahead, straight: 0, diagonal: 0 },
            true => Need::Stop { block: 0, straight, diagonal },
            false => Need::Stop { block: ahead, straight, diagonal },
        })
    }
}

impl Enumeration<'_, '_> {
    /// Gives squares to more of the mover's men until nothing is lacking.
    pub fn with_movers(
        &mut self,
        scene: &Scene,
        roles: &[Role; MOST_MEN],
        left: usize,
        men_placed: usize,
    ) -> Result<(), TooMuch> {
        self.effort.step()?;
        let needs = scene.needs();
        if needs.is_empty() {
            self.found.push(*roles);
            return if self.found.len() > self.effort.most_pictures { Err(TooMuch) } else { Ok(()) };
        }
        let Some(need) = self.narrowest(scene, &needs, left, men_placed) else { return Ok(()) };
        let mut tried: SmallVec<[(usize, usize, u64); 16]> = SmallVec::new();
        for man in self.victims..self.men.len() {
            if !self.is_unplaced(scene, man, men_placed) {
                continue;
            }
            let men_placed = men_placed + usize::from(self.men[man].piece != Piece::KING);
            for way in 0..self.ways[man].len() {
                let Way { piece, struck_off, .. } = self.ways[man][way];
                let wanted = scene.wanted(need, piece) & !scene.occupied() & !struck_off;
                let mut places = self.ways[man][way].nearest(wanted, left);
                while let Some((cost, sq)) = places.next(&self.ways[man][way]) {
                    let mut next = scene.with(man, piece, sq);
                    let role = Role::on(piece, sq);
                    next.files += usize::from(role.files(self.men[man].piece, self.men[man].sq));
                    if next.files > scene.doomed || next.is_impossible() {
                        continue;
                    }
                    let mut roles = *roles;
                    roles[man] = role;
                    self.with_movers(&next, &roles, left - cost, men_placed)?;
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

    /// The man may still be given a square.
    fn is_unplaced(&self, scene: &Scene, man: usize, men_placed: usize) -> bool {
        scene.placed & 1 << man == 0 && (self.men[man].piece == Piece::KING || men_placed < scene.most_placed)
    }

    /// The need that can be met in the fewest ways with the moves that are left; `None` when one cannot be met at all.
    fn narrowest<'n>(&self, scene: &Scene, needs: &'n [Need], left: usize, men_placed: usize) -> Option<&'n Need> {
        let empty = !scene.occupied();
        let mut reached: SmallVec<[(Piece, u64); 24]> = SmallVec::new();
        for man in (self.victims..self.men.len()).filter(|&man| self.is_unplaced(scene, man, men_placed)) {
            let places = self.ways[man].iter().map(|way| (way.piece, way.within[left] & !way.struck_off & empty));
            reached.extend(places.filter(|&(_, places)| places != 0));
        }
        narrowest(needs, |need, fewest| {
            let mut wanted = [None; 6];
            let mut count = 0;
            for &(piece, places) in &reached {
                let wanted = *wanted[piece.index()].get_or_insert_with(|| scene.wanted(need, piece));
                count += (places & wanted).count_ones();
                if count >= fewest {
                    break;
                }
            }
            count
        })
    }
}

impl Scene {
    /// Where a man of the kind meets the need.
    fn wanted(&self, need: &Need, piece: Piece) -> u64 {
        let is_straight = matches!(piece, Piece::ROOK | Piece::QUEEN);
        let is_diagonal = matches!(piece, Piece::BISHOP | Piece::QUEEN);
        match *need {
            Need::Never => 0,
            Need::Block(squares) => squares,
            Need::Stop { block, straight, diagonal } => {
                block | if is_straight { straight } else { 0 } | if is_diagonal { diagonal } else { 0 }
            }
            // Squares from which a man looks at the flight are those at which it would look from there.
            Need::Guard(flight) => bitboard::attacks(piece, self.victim, flight, self.occupied() & !bit(self.king)),
        }
    }
}
