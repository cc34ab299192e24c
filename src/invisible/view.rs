//! What can be seen of a position, and the moves as they are told.

use super::men::{
    Board, Domain, Kind, Man, Placed, Sq, Squares, bit, forward, home_rank, last_rank, offset, passed_pawn, squares,
};
use crate::board::Color;
use crate::units::{Piece, told_order};

/// A move as it is told: what can be seen of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Told {
    /// A visible man goes to a square where none is seen, or captures what is seen there. On a square where none is seen
    /// it captures what stands there, and that is not told; `takes`: that something stands there is known.
    Goes { from: Sq, to: Sq, promotion: Option<Kind>, takes: bool },
    /// A visible pawn captures an invisible man: `[+wTIf2]e3*f2`.
    PawnTakes { from: Sq, to: Sq, promotion: Option<Kind> },
    /// With a visible rook or an invisible one.
    Castles { short: bool },
    /// An invisible man captures a visible one: `TI~*f2`.
    UnseenTakes(Sq),
    /// An invisible man moves somewhere: `TI~-~`.
    UnseenMoves,
}

/// What can be seen.
#[derive(Clone)]
pub struct View {
    pub mover: Color,
    placed: Placed,
    /// Where invisible men stand that have become visible, since there is no doubt about them.
    pub uncovered: Squares,
    /// Where an invisible man has captured and stands for certain.
    pub felt: Squares,
    /// Where somebody invisible stands for certain; those of each side leave with its next unseen move. A square in both has
    /// either a man that captured there, or one that captured him.
    filled: [Squares; 2],
    /// The same as Popeye knows it: whoever stands somewhere may have made the next capture, wherever that was.
    known: [Squares; 2],
    /// Where nobody invisible stands for certain: visible men have gone over these squares since the last `TI~-~`.
    pub void: Squares,
    /// The square that a visible pawn has just passed over.
    pub passed: Option<Sq>,
    /// Castlings that are not lost: for each side the short and the long one.
    rights: [[bool; 2]; 2],
}

/// Where somebody stands for certain, and where an invisible man of the side to move does.
#[derive(Clone, Copy)]
struct Certain {
    closed: Squares,
    held: Squares,
}

/// The squares of a castling.
pub struct Castling {
    pub king: Sq,
    pub rook: Sq,
    pub king_to: Sq,
    pub rook_to: Sq,
}

impl Castling {
    pub fn of(color: Color, short: bool) -> Castling {
        let first = if color == Color::White { 0 } else { 56 };
        let [rook, king_to, rook_to] = if short { [7, 6, 5] } else { [0, 2, 3] };
        Castling { king: first + 4, rook: first + rook, king_to: first + king_to, rook_to: first + rook_to }
    }
}

/// The squares of this side alone.
fn only(sides: [Squares; 2], color: Color) -> Squares {
    sides[color as usize] & !sides[!color as usize]
}

impl View {
    pub fn new(men: &[(Sq, Man)], mover: Color) -> View {
        let mut view = View {
            mover,
            placed: Placed::NOBODY,
            uncovered: 0,
            felt: 0,
            filled: [0; 2],
            known: [0; 2],
            void: 0,
            passed: None,
            rights: [[true; 2]; 2],
        };
        for &(sq, man) in men {
            view.placed.put(sq, man);
        }
        view.keep_rights();
        view
    }

    pub fn placed(&self) -> &Placed {
        &self.placed
    }

    pub fn occupied(&self) -> Squares {
        self.placed.occupied
    }

    pub fn man(&self, sq: Sq) -> Option<Man> {
        self.placed.man(sq)
    }

    pub fn has(&self, sq: Sq, color: Color, kind: Kind) -> bool {
        self.man(sq) == Some(Man::new(color, kind))
    }

    /// The men that have been visible from the beginning.
    pub fn plain(&self) -> Squares {
        self.occupied() & !self.uncovered
    }

    pub fn king(&self, color: Color) -> Option<Sq> {
        self.placed.king(color)
    }

    fn clear(&mut self, sq: Sq) {
        self.placed.clear(sq);
        self.uncovered &= !bit(sq);
    }

    /// There is no doubt any more what stands there.
    pub fn uncover(&mut self, sq: Sq, man: Man) {
        self.placed.put(sq, man);
        self.uncovered |= bit(sq);
        self.felt &= !bit(sq);
        self.empty(sq);
    }

    /// No invisible man stands there that is not seen.
    fn empty(&mut self, sq: Sq) {
        self.filled = self.filled.map(|filled| filled & !bit(sq));
        self.known = self.known.map(|known| known & !bit(sq));
    }

    /// Somebody invisible stands there for certain, of whichever side.
    pub fn fill(&mut self, squares: Squares) {
        let open = squares & !self.closed();
        self.filled = self.filled.map(|filled| filled | open);
        let open = squares & !(self.occupied() | self.known[0] | self.known[1]);
        self.known = self.known.map(|known| known | open);
    }

    /// Invisible men of the side to move stand there for certain.
    fn held(&self) -> Squares {
        self.standing(self.mover)
    }

    /// Men of this side stand there as Popeye knows it.
    pub fn known_standing(&self, color: Color) -> Squares {
        only(self.known, color)
    }

    /// Men of this side that are not seen stand there for certain.
    pub fn standing(&self, color: Color) -> Squares {
        only(self.filled, color)
    }

    /// Invisible men stand there for certain, or such as have become visible.
    pub fn certain(&self) -> Squares {
        self.uncovered | self.filled[0] | self.filled[1]
    }

    /// Somebody stands there for certain.
    fn closed(&self) -> Squares {
        self.occupied() | self.filled[0] | self.filled[1]
    }

    /// The side may castle as far as it is seen: the king stands at home since the beginning, and no other man on the
    /// square of the rook, or one that has always stood there.
    pub fn may_castle(&self, color: Color, short: bool) -> bool {
        self.rights[color as usize][usize::from(!short)]
    }

    /// The rook with which the side to move castles, if it is not seen.
    pub fn unseen_rook(&self, short: bool) -> Option<Sq> {
        let rook = Castling::of(self.mover, short).rook;
        self.man(rook).is_none().then_some(rook)
    }

    fn keep_rights(&mut self) {
        for color in Color::ALL {
            for short in [true, false] {
                let Castling { king, rook, .. } = Castling::of(color, short);
                let is_open = self.has(king, color, Kind::King)
                    && self.uncovered & bit(king) == 0
                    && self.man(rook).is_none_or(|man| man == Man::new(color, Kind::Rook));
                self.rights[color as usize][usize::from(!short)] &= is_open;
            }
        }
    }

    fn lose_rights(&mut self, sq: Sq) {
        for color in Color::ALL {
            for short in [true, false] {
                let Castling { king, rook, .. } = Castling::of(color, short);
                if sq == king || sq == rook {
                    self.rights[color as usize][usize::from(!short)] = false;
                }
            }
        }
    }

    /// The pawn captures a visible pawn that has just passed over `to`.
    pub fn is_en_passant(&self, from: Sq, to: Sq) -> bool {
        self.passed == Some(to)
            && self.man(from).is_some_and(|man| man.kind == Kind::Pawn)
            && from & 7 != to & 7
            && self.man(to).is_none()
    }

    pub fn after(&self, told: Told, board: &Board) -> View {
        let mut view = self.clone();
        view.passed = None;
        match told {
            Told::Goes { from, to, promotion, .. } | Told::PawnTakes { from, to, promotion } => {
                let man = self.man(from).expect("a visible man moves");
                let is_uncovered = self.uncovered & bit(from) != 0;
                if self.is_en_passant(from, to) {
                    view.clear(passed_pawn(from, to));
                }
                view.void |= board.between(from, to) | bit(from) | bit(to);
                view.clear(from);
                view.clear(to);
                view.placed.put(to, Man { kind: promotion.unwrap_or(man.kind), ..man });
                if is_uncovered {
                    view.uncovered |= bit(to);
                }
                view.felt &= !bit(to);
                view.empty(to);
                view.lose_rights(from);
                view.lose_rights(to);
                if man.kind == Kind::Pawn && from.abs_diff(to) == 16 {
                    view.passed = Some(from.midpoint(to));
                }
            }
            Told::Castles { short } => {
                let color = self.mover;
                let Castling { king, rook, king_to, rook_to } = Castling::of(color, short);
                let is_seen = self.plain() & bit(rook) != 0;
                view.clear(king);
                view.clear(rook);
                view.placed.put(king_to, Man::new(color, Kind::King));
                view.placed.put(rook_to, Man::new(color, Kind::Rook));
                if !is_seen {
                    view.uncovered |= bit(rook_to);
                }
                view.lose_rights(king);
            }
            Told::UnseenTakes(to) => {
                let (mover, others) = (self.mover as usize, !self.mover as usize);
                let stays = self.known_standing(!self.mover);
                view.clear(to);
                view.felt = self.felt & stays | bit(to);
                view.void &= !bit(to);
                view.known[others] = stays;
                view.known[mover] = bit(to);
                let leaves = self.captors(to, board);
                view.filled = self.filled.map(|filled| filled & !leaves);
                view.filled[mover] |= bit(to);
                view.lose_rights(to);
            }
            Told::UnseenMoves => {
                (view.felt, view.void) = (0, 0);
                view.filled = [self.standing(!self.mover); 2];
                view.known = [self.known_standing(!self.mover); 2];
            }
        }
        view.mover = !self.mover;
        view
    }

    /// Where somebody stands for certain who may be an invisible man of the side to move that captures there.
    ///
    /// Proof that the others stay. One man makes the capture, from where he attacks the square past all who stand somewhere
    /// for certain. Whoever stands where no man of the side attacks it so is not that man, nor is he captured.
    fn captors(&self, to: Sq, board: &Board) -> Squares {
        let captures = |&from: &Sq| board.attackers_past(from, to, self.closed()).meets(Domain::side(self.mover));
        squares(self.filled[self.mover as usize]).filter(captures).fold(0, |set, sq| set | bit(sq))
    }

    /// Every move of the side to move that some invisible men might allow, in the order in which Popeye plays them: those of
    /// visible men, captures by invisible ones from the last square to the first, and what remains unseen.
    pub fn moves(&self, board: &Board) -> Vec<Told> {
        self.moves_past(board, Certain { closed: self.closed(), held: self.held() })
    }

    /// The same, and moves that cannot be played since somebody has to stand between a visible man and the king. Popeye
    /// counts them.
    pub fn counted_moves(&self, board: &Board) -> Vec<Told> {
        self.moves_past(
            board,
            Certain { closed: self.occupied() | self.felt, held: self.known_standing(self.mover) & self.felt },
        )
    }

    fn moves_past(&self, board: &Board, certain: Certain) -> Vec<Told> {
        let mut moves = Vec::new();
        for sq in squares(self.occupied()) {
            match self.man(sq) {
                Some(man) if man.color != self.mover => {}
                Some(Man { kind: Kind::Pawn, .. }) => self.pawn_moves(board, certain, sq, &mut moves),
                Some(man) => self.officer_moves(board, certain, sq, man, &mut moves),
                None => {}
            }
        }
        for short in [true, false] {
            let castling = Castling::of(self.mover, short);
            let free = board.between(castling.king, castling.rook) & certain.closed == 0;
            if self.may_castle(self.mover, short) && free && board.exists & bit(castling.rook) != 0 {
                moves.push(Told::Castles { short });
            }
        }
        moves.extend(squares(self.occupied()).filter(|&sq| self.is_prey(sq)).map(Told::UnseenTakes));
        moves.push(Told::UnseenMoves);
        moves.sort_by_cached_key(|&told| self.place(told));
        moves
    }

    /// By the square and the direction of a visible man.
    fn place(&self, told: Told) -> (Sq, u32) {
        let place = |from: Sq, to: Sq, promotion: Option<Kind>, castles: bool| {
            let bounds = ((to & 7) as i32 - (from & 7) as i32, (to >> 3) as i32 - (from >> 3) as i32);
            let piece = self.man(from).map_or(Piece::KING, |man| man.kind.piece());
            (from, told_order(piece, bounds, promotion.map(Kind::piece), castles))
        };
        match told {
            Told::Goes { from, to, promotion, .. } | Told::PawnTakes { from, to, promotion } => {
                place(from, to, promotion, false)
            }
            Told::Castles { short } => {
                let Castling { king, king_to, .. } = Castling::of(self.mover, short);
                place(king, king_to, None, true)
            }
            Told::UnseenTakes(to) => (64, 63 - u32::from(to)),
            Told::UnseenMoves => (65, 0),
        }
    }

    /// The side whose invisible man has a part in the move: as the one that moves or castles, or that a pawn captures.
    pub fn unseen_in(&self, told: Told) -> Option<Color> {
        match told {
            Told::UnseenTakes(_) | Told::UnseenMoves => Some(self.mover),
            Told::Castles { short } => self.unseen_rook(short).map(|_| self.mover),
            Told::PawnTakes { .. } => Some(!self.mover),
            Told::Goes { .. } => None,
        }
    }

    /// A visible man that the side to move may capture.
    fn is_prey(&self, sq: Sq) -> bool {
        self.man(sq).is_some_and(|man| man.color != self.mover && man.kind != Kind::King)
    }

    fn officer_moves(&self, board: &Board, certain: Certain, from: Sq, man: Man, moves: &mut Vec<Told>) {
        let this = Domain::of(man.color, man.kind);
        for to in squares(board.exists & !certain.held) {
            let reaches = board.attackers_past(from, to, certain.closed).meets(this);
            if reaches && (self.man(to).is_none() || self.is_prey(to)) {
                let takes = (self.occupied() | self.felt) & bit(to) != 0;
                moves.push(Told::Goes { from, to, promotion: None, takes });
            }
        }
    }

    fn pawn_moves(&self, board: &Board, certain: Certain, from: Sq, moves: &mut Vec<Told>) {
        let promotions = |to: Sq| match to >> 3 == last_rank(self.mover) {
            true => Kind::PROMOTIONS.map(Some).to_vec(),
            false => vec![None],
        };
        let free = |sq: &Sq| (board.exists & !certain.closed) & bit(*sq) != 0;
        let one = offset(from, 0, forward(self.mover)).filter(free);
        let two = one.filter(|_| from >> 3 == home_rank(self.mover));
        let two = two.and_then(|one| offset(one, 0, forward(self.mover))).filter(free);
        for to in one.into_iter().chain(two) {
            moves.extend(promotions(to).into_iter().map(|promotion| Told::Goes { from, to, promotion, takes: false }));
        }
        for to in squares(board.pawn_attacks(self.mover, from) & !certain.held) {
            for promotion in promotions(to) {
                if self.is_prey(to) || self.passed == Some(to) {
                    moves.push(Told::Goes { from, to, promotion, takes: true });
                }
                if self.man(to).is_none() && self.void & bit(to) == 0 {
                    moves.push(Told::PawnTakes { from, to, promotion });
                }
            }
        }
    }
}
