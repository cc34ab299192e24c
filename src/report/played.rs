//! Replays the moves of a solution on a board. The record of a move names every square that changes, so no
//! rules of chess are needed here.

use crate::units::{Consequence, Leg, MoveRecord, Piece, Placement, Special, Square, Traits, Unit};

/// The board after some moves: its men and imitators.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BoardAfter {
    pub placement: Placement,
    pub imitators: Vec<Square>,
}

impl BoardAfter {
    pub fn play(&mut self, record: &MoveRecord) {
        for consequence in &record.idle {
            self.follow(consequence, record.from);
        }
        match record.special {
            Special::Null | Special::RoleExchange => return,
            Special::Exchange(_) => self.exchange(record.from, record.to),
            Special::KingSideCastling | Special::QueenSideCastling => self.castle(record),
            // The man that moved and its squares are unknown.
            Special::Unseen => {
                record.captured.and_then(|(_, square)| self.placement.take(square));
            }
            Special::LikeKingSideCastling | Special::LikeQueenSideCastling => {
                self.go(record);
                self.move_partner(record);
            }
            Special::None | Special::EnPassant | Special::InPlace | Special::TakesUnseen => self.go(record),
        }
        for consequence in &record.consequences {
            self.follow(consequence, record.arrival());
        }
    }

    /// Moves the man of `record`, with captures and all further legs of the move.
    fn go(&mut self, record: &MoveRecord) {
        if let Some(Consequence::Before(unit, square)) = record.consequences.first() {
            self.placement.put(*square, *unit);
        }
        let mut unit = self.placement.take(record.from).unwrap_or(record.mover);
        if let Some((_, square)) = record.captured {
            self.placement.take(square);
        }
        let mut at = record.to;
        for leg in &record.onward {
            match leg {
                Leg::To(square) => at = *square,
                Leg::Taking(_, square) => {
                    self.placement.take(*square);
                    at = *square;
                }
                Leg::Becoming(piece) => unit = Unit { piece: *piece, ..unit },
                Leg::With(so_far) => {
                    self.placement.put(at, unit);
                    for consequence in so_far {
                        self.follow(consequence, at);
                        if let Consequence::Moved(_, from, to) | Consequence::MovedAs(_, from, _, to) = consequence
                            && *from == at
                        {
                            at = *to;
                        }
                    }
                    unit = self.placement.take(at).unwrap_or(unit);
                }
            }
        }
        if let Some(piece) = record.promotion {
            unit = Unit { piece, ..unit };
        }
        self.placement.put(at, unit);
    }

    /// Carries out castling. The king's partner is the first man of its side in the direction of castling; it
    /// is placed on the other side of the king.
    fn castle(&mut self, record: &MoveRecord) {
        let mut home = record.from;
        for consequence in &record.consequences {
            if let Consequence::Home(unit, from, to) = consequence {
                self.placement.take(*from);
                self.placement.put(*to, *unit);
                home = if *from == record.from { *to } else { home };
            }
        }
        let king = self.placement.take(home).unwrap_or(record.mover);
        let step = if record.special == Special::KingSideCastling { 1 } else { -1 };
        let beside = std::iter::successors(home.offset(step, 0), |square| square.offset(step, 0));
        let rook =
            beside.take(16).find(|&square| self.placement.get(square).is_some_and(|man| man.color == king.color));
        // A man that was invisible up to now is a rook.
        let unseen = || Some(Unit::new(king.color, Piece::ROOK));
        let partner = rook.and_then(|square| self.placement.take(square)).or_else(unseen);
        self.placement.put(record.to, king);
        if let (Some(partner), Some(square)) = (partner, record.castled_rook()) {
            self.placement.put(square, partner);
        }
    }

    /// Moves the rook of an imitated castling to the square beside the departure square of the man that
    /// imitates the king.
    fn move_partner(&mut self, record: &MoveRecord) {
        let step = if record.special == Special::LikeKingSideCastling { 1 } else { -1 };
        let mut beside = std::iter::successors(record.from.offset(step, 0), |square| square.offset(step, 0)).take(16);
        let rook = beside.find(|&square| self.placement.get(square).is_some());
        if let (Some(rook), Some(to)) =
            (rook.and_then(|square| self.placement.take(square)), record.from.offset(step, 0))
        {
            self.placement.put(to, rook);
        }
    }

    fn exchange(&mut self, a: Square, b: Square) {
        let (on_a, on_b) = (self.placement.take(a), self.placement.take(b));
        on_a.and_then(|unit| self.placement.put(b, unit));
        on_b.and_then(|unit| self.placement.put(a, unit));
    }

    /// Carries out a consequence of a move, such as a rebirth. `at` is the square that the moving man has
    /// reached.
    fn follow(&mut self, consequence: &Consequence, at: Square) {
        let board = &mut self.placement;
        match consequence {
            Consequence::Created(unit, square)
            | Consequence::Revealed(unit, square)
            | Consequence::Recoloured(unit, square)
            | Consequence::Crossed(unit, square) => {
                board.put(*square, *unit);
            }
            Consequence::Changed(unit, square) => {
                // The record does not repeat that a man stays neutral.
                let before = board.get(*square).filter(|before| before.is_neutral());
                let owned = Unit { traits: unit.traits.with(Traits::NEUTRAL), ..*unit };
                let stays = before.is_some() && !unit.traits.has(Traits::HALF_NEUTRAL);
                board.put(*square, if stays { owned } else { *unit });
            }
            Consequence::RecolouredAside(unit) => {
                board.put(at, *unit);
            }
            Consequence::Removed(_, square) => {
                board.take(*square);
            }
            Consequence::Moved(unit, from, to) | Consequence::Partner(unit, from, to) => {
                let unit = board.take(*from).unwrap_or(*unit);
                board.put(*to, unit);
            }
            Consequence::MovedAs(_, from, unit, to) => {
                board.take(*from);
                board.put(*to, *unit);
            }
            Consequence::Exchanged(_, a, _, b) => self.exchange(*a, *b),
            Consequence::Imitators(squares) => self.imitators.clone_from(squares),
            Consequence::IntoImitator => {
                board.take(at);
            }
            // Consequences before the move have been carried out, and men beneath others are not visible.
            Consequence::Before(..)
            | Consequence::Surmised(..)
            | Consequence::Home(..)
            | Consequence::Buried(_)
            | Consequence::Apart
            | Consequence::Remark(_) => {}
        }
    }

    /// Iterates over the squares whose contents differ from the board `before`, each with its content on this
    /// board.
    pub fn changes_from<'a>(&'a self, before: &'a BoardAfter) -> impl Iterator<Item = (Square, Content)> + 'a {
        let all = (0..16).flat_map(|rank| (0..16).filter_map(move |file| Square::new(file, rank)));
        all.filter(|&square| self.at(square) != before.at(square)).map(|square| (square, self.at(square)))
    }

    pub fn at(&self, square: Square) -> Content {
        match self.placement.get(square) {
            Some(unit) => Content::Man(unit),
            None if self.imitators.contains(&square) => Content::Imitator,
            None => Content::Nothing,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    Nothing,
    Man(Unit),
    Imitator,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fairy::{FairyPosition, to_square};
    use crate::position::Position;
    use crate::problem::Problem;
    use crate::rules::assemble;
    use crate::solution::{Node, settings_for_reading};
    use crate::solve::Solver;
    use crate::units::Color;

    /// Replays all moves of a tree, and checks that every position equals that of the engine. Returns the
    /// number of comparisons.
    fn compare(position: &mut FairyPosition, nodes: &[Node], played: &BoardAfter, line: &str) -> usize {
        let mut count = 0;
        for node in nodes {
            if position.side() != node.record.mover.color {
                count += position.with_pass(|passed| compare_node(passed, node, played, line));
            } else {
                count += compare_node(position, node, played, line);
            }
        }
        count
    }

    fn compare_node(position: &mut FairyPosition, node: &Node, played: &BoardAfter, line: &str) -> usize {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let Some(&m) = moves.iter().find(|&&m| position.record(m) == node.record) else { return 0 };
        let mut after = played.clone();
        after.play(&node.record);
        position.with_move(m, |position| {
            let men = |color| position.board().of(color).iter();
            let mut placement = Placement::on(after.placement.shape().clone());
            for sq in men(Color::White).chain(men(Color::Black)) {
                placement.put(to_square(sq), Unit::from(position.board().man(sq)));
            }
            let seen = |placement: &Placement| placement.to_fen();
            assert_eq!(seen(&after.placement), seen(&placement), "{line}\n{:?}", node.record);
            1 + compare(position, &node.children, &after, line)
        })
    }

    /// Solves the problem in `line`, and checks that every position of its solution equals the engine's.
    /// Returns the number of comparisons.
    fn compared(line: &str) -> usize {
        let problem = crate::syntax::line(line).0.expect(line);
        let problem: Problem = settings_for_reading(&problem);
        let solution = Solver::default().solve(&problem).expect(line).solution;
        let mut count = 0;
        for twin in &solution.twins {
            let Problem { diagram, rules, .. } = twin.problem.as_deref().expect("a twin");
            let book = assemble(diagram, rules).expect("rules");
            for group in twin.phases.iter().flat_map(|phase| &phase.groups) {
                let Some(first) = group.nodes.first() else { continue };
                let mut position = FairyPosition::new(&book, diagram, first.record.mover.color);
                let played = BoardAfter { placement: diagram.placement.clone(), imitators: Vec::new() };
                count += compare(&mut position, &group.nodes, &played, line);
            }
        }
        count
    }

    #[test]
    fn boards_are_those_of_the_engine() {
        // Each row plays all moves and all replies.
        let rows = [
            // Castling on both sides, en passant, promotion.
            r##"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - stip "h~1";"##,
            r##"4k3/8/8/1pP5/8/8/6P1/4K3 w - b6 stip "h~1";"##,
            r##"3r1k2/2P5/8/8/8/8/2p5/3R1K2 w - - stip "h~1";"##,
            // Neutral men, hoppers, riders, locusts, royal men and other attributes.
            r##"8/8/4k3/8/{n:Q}2{b:G}4/3{w:G}4/8/4K3 w - - stip "h~1";"##,
            r##"8/3{b:LE}4/4k3/8/{w:L}2p4/8/3{w:N}{w:LI}3/4K3 w - - stip "h~1";"##,
            r##"8/3p4/3{w:kamikaze,Q}4/7k/8/3{b:chameleon,S}4/8/{w:royal,R}7 w - - stip "h~1";"##,
            // Conditions that affect men.
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Circe";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "AntiCirce";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "CirceAssassin";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "PWC";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "EinsteinChess";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "AndernachChess";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Masand";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Take&MakeChess";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Imitator a5";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Sentinelles";"##,
            r##"8/8/2np4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "MessignyChess";"##,
            r##"8/8/3p4/4k3/8/1N6/3Q4/3K4 w - - stip "h~1"; cond "Volage";"##,
            r##"8/8/3p4/4k3/3p4/1N6/3Q4/3K4 w - - stip "h~1"; cond "Breton";"##,
        ];
        for line in rows {
            let count = compared(line);
            assert!(count > 20, "{line}: {count} positions");
        }
    }
}
