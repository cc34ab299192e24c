//! What short notation has to know of the other legal moves of a position.

use super::worker::Worker;
use crate::position::Position;
use crate::solution::Node;
use crate::units::{Course, Origin};

impl<P: Position> Worker<'_, P> {
    /// The nodes of moves in the position, each with what tells it from the other legal moves.
    pub fn with_origins(&self, position: &P, told: Vec<(P::Move, Node)>) -> Vec<Node> {
        if told.is_empty() {
            return Vec::new();
        }
        let mut legal = Vec::new();
        position.legal_moves(&mut legal);
        // After the time is up a position may not see all moves; the whole square is right in any case.
        let is_sure = self.is_sure().is_ok();
        let legal: Vec<Course> = legal.into_iter().map(|m| position.course(m)).collect();
        let courses: Vec<Course> = told.iter().map(|(m, _)| position.course(*m)).collect();
        let of_man = |courses: &[Course], course: &Course| courses.iter().filter(|c| c.from == course.from).count();
        let nodes = told.into_iter().zip(&courses).map(|((_, node), course)| Node {
            origin: if is_sure { course.origin(&legal) } else { Origin::Square },
            random: (is_sure && of_man(&courses, course) == of_man(&legal, course))
                .then(|| course.origin_of_man(&legal)),
            ..node
        });
        nodes.collect()
    }
}
