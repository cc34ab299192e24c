//! Castling in AntiMars Circe: king and rook first return to their home squares, in the same move.

use super::Elsewhere;
use crate::fairy::stages::Extra;
use crate::fairy::{Castling, Effect, FairyPosition, MoveBuilder, Sq, Step, StepKind, Why};
use crate::units::{Color, Piece};

pub struct Homecoming(pub Elsewhere);

impl Homecoming {
    /// Returns the men of this side and piece that are on the home square `home` or can return to it as their rebirth
    /// square. Each is given with its square and the position after its return. If such a man is on `home` already,
    /// returns only this man.
    fn comers<'r>(
        &self,
        position: &FairyPosition<'r>,
        side: Color,
        piece: Piece,
        home: Sq,
    ) -> Vec<(Sq, FairyPosition<'r>)> {
        let board = position.board();
        let is_such = |sq: Sq| board.man(sq).is_of(side) && board.man(sq).piece() == piece;
        if is_such(home) {
            return vec![(home, position.clone())];
        }
        if !board.is_empty(home) || !position.has(home) {
            return Vec::new();
        }
        let men = board.of(side).iter().filter(|&sq| is_such(sq));
        men.filter(|&sq| self.0.home(position, side, sq, board.man(sq)) == Some(home))
            .map(|sq| {
                let mut come = position.clone();
                come.apply(Effect::Go { from: sq, to: home, why: Why::Silent });
                come.apply(Effect::Unmoved { sq: home });
                (sq, come)
            })
            .collect()
    }
}

impl Extra for Homecoming {
    fn moves(&self, position: &FairyPosition, next: &mut dyn FnMut(&mut MoveBuilder) -> bool) -> bool {
        let side = position.side();
        position.book().geometry.castlings.iter().enumerate().filter(|(_, castling)| castling.color == side).any(
            |(index, castling)| {
                self.comers(position, side, castling.royal, castling.king).into_iter().any(|(king, mut at_home)| {
                    // A king at home counts as unmoved.
                    at_home.apply(Effect::Unmoved { sq: castling.king });
                    // Usual castlings are generated elsewhere, except those of a king whose rebirth square is the
                    // enemy king's home.
                    let from = self.0.home(position, side, king, position.board().man(king));
                    let is_other_home = |castling: &Castling| castling.color != side && Some(castling.king) == from;
                    let is_usual_king =
                        king == castling.king && !position.book().geometry.castlings.iter().any(is_other_home);
                    self.comers(&at_home, side, castling.partner, castling.rook).into_iter().any(|(rook, both)| {
                        let usual = is_usual_king
                            && rook == castling.rook
                            && position.castlings(side, king).contains(&(index as u8));
                        if usual || !both.castlings(side, castling.king).contains(&(index as u8)) {
                            return false;
                        }
                        let kind = StepKind::Castling(index as u8);
                        let step = Step { origin: king, to: castling.king_to, taken: None, kind };
                        let mut draft = MoveBuilder::new(position, king, step);
                        for (from, to) in [(king, castling.king), (rook, castling.rook)] {
                            if from != to {
                                draft.apply(Effect::Go { from, to, why: Why::Home });
                            }
                        }
                        draft.play_step();
                        next(&mut draft)
                    })
                })
            },
        )
    }
}
