//! Where men are reborn: the squares that Circe, AntiCirce, Mars Circe, Phantom and Immune chess have in common.

use super::{Condition, VariantDef};
use crate::fairy::{Draft, Effect, FairyPosition, Man, RuleBook, Sq, Why, file, is_chameleons, rank};
use crate::pieces::Piece;
use crate::units::{Color, Traits};

/// How the square of rebirth is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Place {
    /// Where the piece stands in the game array, on the colour of the square of capture; pawns on their second rank and
    /// fairy pieces on their promotion rank, on the file of capture.
    #[default]
    Home,
    /// On the first rank, on the file of capture.
    File,
    /// On the file of the home square, on the rank of capture.
    Rank,
    /// The square of capture turned about the centre of the board.
    Symmetry,
    HorizontalSymmetry,
    VerticalSymmetry,
    /// Four files and ranks away.
    Antipodes,
    /// As far beyond the square of capture as the capturing man came from, in the same direction.
    Equipollents,
    /// The square that the capturing man has left.
    Exchange,
    /// The home square turned about the centre of the board.
    Diametral,
    /// The home square mirrored at the middle between the files.
    VerticalMirror,
}

/// How a square of rebirth is found for a man.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Rebirth {
    pub place: Place,
    /// As if the man were of the other side.
    pub mirror: bool,
}

/// The variants that say where; the same for all conditions with rebirth.
pub const PLACES: &[VariantDef] = &[
    VariantDef { name: "Mirror", aliases: &[], doc: "on the home square of the other side" },
    VariantDef { name: "File", aliases: &[], doc: "on the first rank of the file of capture" },
    VariantDef { name: "Rank", aliases: &[], doc: "on the home file, on the rank of capture" },
    VariantDef { name: "Symmetry", aliases: &[], doc: "point-symmetrically to the square of capture" },
    VariantDef { name: "HorizontalSymmetry", aliases: &[], doc: "mirrored at the middle between the ranks" },
    VariantDef { name: "VerticalSymmetry", aliases: &[], doc: "mirrored at the middle between the files" },
    VariantDef { name: "Antipodes", aliases: &[], doc: "four files and ranks away" },
    VariantDef { name: "Equipollents", aliases: &[], doc: "as far beyond as the capturing man came from" },
    VariantDef { name: "PWC", aliases: &[], doc: "on the square that the capturing man has left" },
    VariantDef { name: "Diametral", aliases: &[], doc: "point-symmetrically to the home square" },
    VariantDef {
        name: "VerticalMirror",
        aliases: &[],
        doc: "on the home square mirrored at the middle between the files",
    },
];

impl Rebirth {
    /// What the variants say.
    pub fn of(has: impl Fn(&str) -> bool) -> Result<Rebirth, String> {
        const NAMES: &[(&str, Place)] = &[
            ("File", Place::File),
            ("Rank", Place::Rank),
            ("Symmetry", Place::Symmetry),
            ("HorizontalSymmetry", Place::HorizontalSymmetry),
            ("VerticalSymmetry", Place::VerticalSymmetry),
            ("Antipodes", Place::Antipodes),
            ("Equipollents", Place::Equipollents),
            ("PWC", Place::Exchange),
            ("Diametral", Place::Diametral),
            ("VerticalMirror", Place::VerticalMirror),
        ];
        let mut found = NAMES.iter().filter(|(name, _)| has(name));
        let place = found.next().map_or(Place::Home, |&(_, place)| place);
        if let Some((name, _)) = found.next() {
            return Err(format!("`{name}` is a second place of rebirth"));
        }
        Ok(Rebirth { place, mirror: has("Mirror") })
    }

    /// The square for a piece of a side that was captured, or has captured, on `on` after a move from `from`; `None`
    /// when there is no such square.
    pub fn square(&self, book: &RuleBook, piece: Piece, side: Color, on: Sq, from: Sq) -> Option<Sq> {
        let geometry = &book.geometry;
        let (files, ranks) = (geometry.files, geometry.ranks);
        let side = if self.mirror { !side } else { side };
        let at = |file: i8, rank: i8| {
            let square = (0..16).contains(&file) && (0..16).contains(&rank);
            square.then_some((rank as Sq) << 4 | file as Sq).filter(|&sq| geometry.has(sq))
        };
        let first = if side == Color::White { 0 } else { ranks - 1 };
        let second = if side == Color::White { 1 } else { ranks - 2 };
        let last = ranks - 1 - first;
        let light = (file(on) + rank(on)) % 2;
        // Of the two home files of rooks, bishops and knights the one on the colour of the square of capture.
        let paired = |near: i8, home: i8| if (near + home) % 2 == light { near } else { files - 1 - near };
        let home_file = |home: i8| match piece {
            Piece::ROOK => paired(0, home),
            Piece::KNIGHT => paired(1, home),
            Piece::BISHOP => paired(2, home),
            Piece::QUEEN => 3,
            Piece::KING => 4,
            _ => file(on),
        };
        let home_rank = if piece.is_pawn() {
            second
        } else if piece.is_orthodox() {
            first
        } else {
            last
        };
        match self.place {
            Place::Home => at(home_file(first), home_rank),
            Place::File => at(file(on), home_rank),
            Place::Rank => at(home_file(rank(on)), rank(on)),
            Place::Symmetry => at(files - 1 - file(on), ranks - 1 - rank(on)),
            Place::HorizontalSymmetry => at(file(on), ranks - 1 - rank(on)),
            Place::VerticalSymmetry => at(files - 1 - file(on), rank(on)),
            Place::Antipodes => at((file(on) + files / 2) % files, (rank(on) + ranks / 2) % ranks),
            Place::Equipollents => at(2 * file(on) - file(from), 2 * rank(on) - rank(from)),
            Place::Exchange => Some(from),
            Place::Diametral => at(files - 1 - home_file(first), ranks - 1 - home_rank),
            Place::VerticalMirror => at(files - 1 - home_file(first), home_rank),
        }
    }
}

/// A king or rook that comes back to its home square may castle again.
pub fn restore_castling(draft: &mut Draft, man: Man, sq: Sq) {
    let home = draft.before.book().geometry.castlings.iter().any(|castling| {
        man.is_of(castling.color)
            && (sq == castling.king && man.piece() == Piece::KING || sq == castling.rook && man.piece() == Piece::ROOK)
    });
    if home {
        draft.apply(Effect::Unmoved { sq });
    }
}

/// A man that has come to `sq` by rebirth promotes there, if it is a pawn of `side` on its last rank.
pub fn promote(draft: &mut Draft, side: Color, sq: Sq, next: &mut dyn FnMut(&mut Draft) -> bool) -> bool {
    let man = draft.after.board().man(sq);
    let book = draft.before.book();
    if !book.promotes(side, man, sq) {
        return next(draft);
    }
    book.promotions.iter().any(|&piece| {
        let mut promoted = draft.clone();
        let choice = book.promoted(man, piece);
        promoted.apply(Effect::Change { sq, man: choice, why: Why::Condition });
        let chameleon = choice.with_traits(Traits::CHAMELEON);
        if book.chameleons && chameleon != choice && is_chameleons(piece) {
            let mut changed = promoted.clone();
            changed.apply(Effect::Change { sq, man: chameleon, why: Why::Condition });
            if next(&mut changed) {
                return true;
            }
        }
        next(&mut promoted)
    })
}

/// The squares on which a man could be put: all that are empty.
pub fn empty_squares(position: &FairyPosition) -> impl Iterator<Item = Sq> + use<> {
    let empty = position.book().geometry.squares.without(&position.board().occupied());
    empty.iter().filter(|&sq| position.has(sq)).collect::<Vec<_>>().into_iter()
}

/// All variants of a condition and of one that stands for it with some of them set.
pub fn has(condition: &Condition, preset: &[&str], variant: &str) -> bool {
    condition.has(variant) || preset.contains(&variant)
}
