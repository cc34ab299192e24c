//! Short notation: finds which part of the departure square distinguishes a move from the other legal moves of a
//! position.

use crate::position::Oracle;
use crate::solution::Node;
use crate::solve::unfold::Unfolder;
use crate::units::{Course, Origin};
use std::sync::OnceLock;

/// The legal moves of a position, generated at first use. Contains `None` if the time was over, because the moves are
/// then unreliable.
#[derive(Default)]
pub struct Legal(OnceLock<Option<Vec<Course>>>);

impl Legal {
    fn of<P: Oracle>(&self, unfolder: &Unfolder<'_, P>, position: &P) -> Option<&[Course]> {
        let found = self.0.get_or_init(|| {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            unfolder.prover.is_sure().is_ok().then(|| legal.into_iter().map(|m| position.course(m)).collect())
        });
        found.as_deref()
    }
}

impl<P: Oracle> Unfolder<'_, P> {
    /// Returns the part of the departure square that distinguishes the move from the other legal moves. Returns the
    /// whole square if the legal moves are unknown.
    pub fn origin(&self, position: &P, legal: &Legal, m: P::Move) -> Origin {
        legal.of(self, position).map_or(Origin::Square, |legal| position.course(m).origin(legal))
    }

    /// Adds to each node the part of the departure square that its move needs, and returns the nodes.
    pub fn with_origins(&self, position: &P, nodes: Vec<(P::Move, Node)>) -> Vec<Node> {
        if nodes.is_empty() {
            return Vec::new();
        }
        let legal = Legal::default();
        let courses: Vec<Course> = nodes.iter().map(|(m, _)| position.course(*m)).collect();
        let of_man = |courses: &[Course], course: &Course| courses.iter().filter(|c| c.from == course.from).count();
        let nodes = nodes.into_iter().zip(&courses).map(|((m, node), course)| Node {
            origin: self.origin(position, &legal, m),
            random: legal
                .of(self, position)
                .filter(|legal| of_man(&courses, course) == of_man(legal, course))
                .map(|legal| course.origin_of_man(legal)),
            ..node
        });
        nodes.collect()
    }
}
