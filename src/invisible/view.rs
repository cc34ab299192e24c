//! The visible part of a position, and moves as they are printed.

use super::men::{
    Board, Domain, Kind, Man, Placed, Sq, Squares, bit, forward, home_rank, last_rank, offset, passed_pawn, squares,
};
use crate::board::Color;
use crate::units::{Piece, print_order};

/// A move as it is printed: what is visible of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PrintedMove {
    /// A visible man moves, and captures the man on the arrival square if there is one. Unlike in `PawnTakes`, an
    /// invisible man there is not printed. `takes`: whether the square is known to be occupied.
    Goes { from: Sq, to: Sq, promotion: Option<Kind>, takes: bool },
    /// A visible pawn captures an invisible man: `[+wTIf2]e3*f2`.
    PawnTakes { from: Sq, to: Sq, promotion: Option<Kind> },
    /// A castling with a visible or an invisible rook.
    Castles { short: bool },
    /// An invisible man captures a visible one: `TI~*f2`.
    UnseenTakes(Sq),
    /// An invisible man moves somewhere: `TI~-~`.
    UnseenMoves,
}

/// The visible part of a position, with facts about invisible men that are certain.
#[derive(Clone)]
pub struct View {
    pub mover: Color,
    placed: Placed,
    /// Squares of men that were invisible at the beginning and have become visible, because their side and piece are
    /// certain.
    pub uncovered: Squares,
    /// Squares on which an invisible man has captured and certainly still is.
    pub felt: Squares,
    /// For each side, the squares that certainly hold an invisible man which may be of this side. A square in only one
    /// of the sets holds a man of that side. After an unseen move (`TI~-~`), only the squares with men of the other
    /// side are kept. They are then in both sets, because the moving man may have captured there.
    filled: [Squares; 2],
    /// Like `filled`, but by Popeye's rules: after a capture by an invisible man, all other squares that may hold a man
    /// of its side are dropped, because any of these men may have captured.
    known: [Squares; 2],
    /// Squares certainly without an invisible man: visible men have crossed them since the last `TI~-~`.
    pub void: Squares,
    /// The square that a visible pawn has just passed over; `None` if the last move was no double step.
    pub passed: Option<Sq>,
    /// By side: whether the short and the long castling are possible as far as is visible.
    rights: [[bool; 2]; 2],
}

/// Squares for the generation of moves: `closed` are certainly occupied, `held` certainly hold an invisible man of the
/// side to move.
#[derive(Clone, Copy)]
struct Certain {
    closed: Squares,
    held: Squares,
}

/// The home and target squares of king and rook in a castling.
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

/// Returns the squares that are in the set of this side and not in that of the other side.
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

    /// Returns the squares of the side's visible men.
    pub fn side(&self, color: Color) -> Squares {
        self.placed.side(color)
    }

    /// Like [`Placed::attackers`], for the men that have been visible from the beginning.
    pub fn plain_attackers<'a>(
        &'a self,
        board: &'a Board,
        sq: Sq,
        by: Color,
        occupied: Squares,
    ) -> impl Iterator<Item = Sq> + use<'a> {
        self.placed.attackers(board, sq, by, occupied).filter(|&from| self.uncovered & bit(from) == 0)
    }

    pub fn has(&self, sq: Sq, color: Color, kind: Kind) -> bool {
        self.man(sq) == Some(Man::new(color, kind))
    }

    /// Returns the squares of the men that have been visible from the beginning.
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

    /// Makes the invisible man on the square visible, because its side and piece are certain.
    pub fn uncover(&mut self, sq: Sq, man: Man) {
        self.placed.put(sq, man);
        self.uncovered |= bit(sq);
        self.felt &= !bit(sq);
        self.empty(sq);
    }

    /// Marks the square as not known to hold an invisible man.
    fn empty(&mut self, sq: Sq) {
        self.filled = self.filled.map(|filled| filled & !bit(sq));
        self.known = self.known.map(|known| known & !bit(sq));
    }

    /// Marks the squares as certainly holding invisible men, of unknown side.
    pub fn fill(&mut self, squares: Squares) {
        let open = squares & !self.closed();
        self.filled = self.filled.map(|filled| filled | open);
        let open = squares & !(self.occupied() | self.known[0] | self.known[1]);
        self.known = self.known.map(|known| known | open);
    }

    /// Returns the squares that certainly hold invisible men of the side to move.
    fn held(&self) -> Squares {
        self.standing(self.mover)
    }

    /// Like [`View::standing`], but by Popeye's rules: after a capture by an invisible man, no other square is known to
    /// hold a man of its side.
    pub fn known_standing(&self, color: Color) -> Squares {
        only(self.known, color)
    }

    /// Returns the squares that certainly hold invisible men of this side.
    pub fn standing(&self, color: Color) -> Squares {
        only(self.filled, color)
    }

    /// Returns the squares that certainly hold a man that was invisible at the beginning, even if it is now visible.
    pub fn certain(&self) -> Squares {
        self.uncovered | self.filled[0] | self.filled[1]
    }

    /// Returns the squares that are certainly occupied.
    fn closed(&self) -> Squares {
        self.occupied() | self.filled[0] | self.filled[1]
    }

    /// Whether the side may castle as far as is visible: its king has always been at home, and its rook has, or the
    /// rook's home square holds no visible man.
    pub fn may_castle(&self, color: Color, short: bool) -> bool {
        self.rights[color as usize][usize::from(!short)]
    }

    /// Returns the home square of the castling rook if no visible man is there, so that the rook is invisible.
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

    /// Whether the pawn's move is the en passant capture of a visible pawn.
    pub fn is_en_passant(&self, from: Sq, to: Sq) -> bool {
        self.passed == Some(to)
            && self.man(from).is_some_and(|man| man.kind == Kind::Pawn)
            && from & 7 != to & 7
            && self.man(to).is_none()
    }

    pub fn after(&self, printed: PrintedMove, board: &Board) -> View {
        let mut view = self.clone();
        view.passed = None;
        match printed {
            PrintedMove::Goes { from, to, promotion, .. } | PrintedMove::PawnTakes { from, to, promotion } => {
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
            PrintedMove::Castles { short } => {
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
            PrintedMove::UnseenTakes(to) => {
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
            PrintedMove::UnseenMoves => {
                (view.felt, view.void) = (0, 0);
                view.filled = [self.standing(!self.mover); 2];
                view.known = [self.known_standing(!self.mover); 2];
            }
        }
        view.mover = !self.mover;
        view
    }

    /// Returns, of the squares that certainly hold an invisible man, those of men that may make the capture on `to`.
    /// The men on the other squares stay there:
    ///
    /// 1. The captor attacks `to` past all certainly occupied squares. So a man that does not attack `to` in this way
    ///    is not the captor.
    /// 2. It is not captured either, since the capture is on `to`.
    fn captors(&self, to: Sq, board: &Board) -> Squares {
        let captures = |&from: &Sq| board.attackers_past(from, to, self.closed()).meets(Domain::side(self.mover));
        squares(self.filled[self.mover as usize]).filter(captures).fold(0, |set, sq| set | bit(sq))
    }

    /// Returns every move that some invisible men might allow, in Popeye's order: visible men; captures by invisible
    /// men, from the last square to the first; the unseen move.
    pub fn moves(&self, board: &Board) -> Vec<PrintedMove> {
        self.moves_past(board, Certain { closed: self.closed(), held: self.held() })
    }

    /// Like [`View::moves`], but includes impossible moves to which Popeye gives numbers (option MoveNumbers). They
    /// cross or enter a square on which an invisible man must be, for example because a visible man would otherwise
    /// give check.
    pub fn counted_moves(&self, board: &Board) -> Vec<PrintedMove> {
        self.moves_past(
            board,
            Certain { closed: self.occupied() | self.felt, held: self.known_standing(self.mover) & self.felt },
        )
    }

    fn moves_past(&self, board: &Board, certain: Certain) -> Vec<PrintedMove> {
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
                moves.push(PrintedMove::Castles { short });
            }
        }
        moves.extend(squares(self.occupied()).filter(|&sq| self.is_prey(sq)).map(PrintedMove::UnseenTakes));
        moves.push(PrintedMove::UnseenMoves);
        moves.sort_by_cached_key(|&printed| self.place(printed));
        moves
    }

    /// Returns the sort key of a move: square and direction of the visible man; moves of invisible men come last.
    fn place(&self, printed: PrintedMove) -> (Sq, u32) {
        let place = |from: Sq, to: Sq, promotion: Option<Kind>, castles: bool| {
            let bounds = ((to & 7) as i32 - (from & 7) as i32, (to >> 3) as i32 - (from >> 3) as i32);
            let piece = self.man(from).map_or(Piece::KING, |man| man.kind.piece());
            (from, print_order(piece, bounds, promotion.map(Kind::piece), castles))
        };
        match printed {
            PrintedMove::Goes { from, to, promotion, .. } | PrintedMove::PawnTakes { from, to, promotion } => {
                place(from, to, promotion, false)
            }
            PrintedMove::Castles { short } => {
                let Castling { king, king_to, .. } = Castling::of(self.mover, short);
                place(king, king_to, None, true)
            }
            PrintedMove::UnseenTakes(to) => (64, 63 - u32::from(to)),
            PrintedMove::UnseenMoves => (65, 0),
        }
    }

    /// Returns the side of an invisible man that certainly takes part in the move: it moves, castles, or is captured by
    /// a pawn. Returns `None` if none certainly does.
    pub fn unseen_in(&self, printed: PrintedMove) -> Option<Color> {
        match printed {
            PrintedMove::UnseenTakes(_) | PrintedMove::UnseenMoves => Some(self.mover),
            PrintedMove::Castles { short } => self.unseen_rook(short).map(|_| self.mover),
            PrintedMove::PawnTakes { .. } => Some(!self.mover),
            PrintedMove::Goes { .. } => None,
        }
    }

    /// Whether the square holds a visible man that the side to move may capture.
    fn is_prey(&self, sq: Sq) -> bool {
        self.man(sq).is_some_and(|man| man.color != self.mover && man.kind != Kind::King)
    }

    fn officer_moves(&self, board: &Board, certain: Certain, from: Sq, man: Man, moves: &mut Vec<PrintedMove>) {
        let this = Domain::of(man.color, man.kind);
        for to in squares(board.exists & !certain.held) {
            let reaches = board.attackers_past(from, to, certain.closed).meets(this);
            if reaches && (self.man(to).is_none() || self.is_prey(to)) {
                let takes = (self.occupied() | self.felt) & bit(to) != 0;
                moves.push(PrintedMove::Goes { from, to, promotion: None, takes });
            }
        }
    }

    fn pawn_moves(&self, board: &Board, certain: Certain, from: Sq, moves: &mut Vec<PrintedMove>) {
        let promotions = |to: Sq| match to >> 3 == last_rank(self.mover) {
            true => Kind::PROMOTIONS.map(Some).to_vec(),
            false => vec![None],
        };
        let free = |sq: &Sq| (board.exists & !certain.closed) & bit(*sq) != 0;
        let one = offset(from, 0, forward(self.mover)).filter(free);
        let two = one.filter(|_| from >> 3 == home_rank(self.mover));
        let two = two.and_then(|one| offset(one, 0, forward(self.mover))).filter(free);
        for to in one.into_iter().chain(two) {
            moves.extend(promotions(to).into_iter().map(|promotion| PrintedMove::Goes {
                from,
                to,
                promotion,
                takes: false,
            }));
        }
        for to in squares(board.pawn_attacks(self.mover, from) & !certain.held) {
            for promotion in promotions(to) {
                if self.is_prey(to) || self.passed == Some(to) {
                    moves.push(PrintedMove::Goes { from, to, promotion, takes: true });
                }
                if self.man(to).is_none() && self.void & bit(to) == 0 {
                    moves.push(PrintedMove::PawnTakes { from, to, promotion });
                }
            }
        }
    }
}
