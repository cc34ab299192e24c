//! The properties of the play of a stipulation on which soundness depends: its kind, its length, and the points at
//! which it may branch without a cook. They are derived from the compiled play, so traditional and structured
//! stipulations are judged alike.

use super::tree::{Node, Part};
use crate::problem::{Branch, Mode, Play, Problem, Reply};
use crate::units::Color;

/// Properties of a stipulation's play that matter for counting solutions.
#[derive(Clone, Debug)]
pub struct PlayShape {
    /// Number of moves of the numbered side in a solution of full length. `None` if the number varies.
    pub moves: Option<u16>,
    /// Like `moves`, but for the set play of help play. `None` for other play.
    pub set_moves: Option<u16>,
    /// Length in plies of help play in which the sides alternate: 5 for `h#2.5`. `None` for other play, or if the
    /// length varies.
    pub help_plies: Option<u16>,
    /// Whether the play begins as help play.
    pub is_help: bool,
    /// Whether the side without move numbers makes the first ply, as in `h#2.5`.
    pub begun_by_other: bool,
    /// Whether the last move of a line may be an obligation (a side that can mate must mate). Alternative obligatory
    /// moves belong to one solution.
    pub has_forced_end: bool,
    /// Whether a solution consists of several ends that must all be possible, as in reciprocal play.
    pub is_joined: bool,
    /// Whether the stipulation denies the play as a whole. If so, the problem must have no solution.
    pub is_denied: bool,
    /// Whether the move numbers begin again during the play, for example after an introductory series.
    pub is_renumbered: bool,
    /// Whether the tree may omit defences that parry all threats. (Defences that leave a threat unparried are always
    /// omitted.)
    pub leaves_out_defences: bool,
}

impl PlayShape {
    /// Returns the properties of the problem's play, or `None` if it has no stipulation.
    pub fn of(problem: &Problem) -> Option<PlayShape> {
        let play = problem.stipulation.as_ref()?.schedule(&problem.options).play;
        let moves = numbered_moves(&play, true);
        let first = first_branch(&play);
        let in_set_play = first.filter(|branch| branch.reply == Reply::Moves && branch.mode == Mode::Help);
        let is_direct = first.is_some_and(|branch| {
            branch.mode == Mode::Attack
                && branch.forks[1].is_none()
                && matches!(branch.forks[0], Some(Play::Goal(_)))
                && branch.constraints == [None, None]
        });
        Some(PlayShape {
            moves,
            // Set play omits a ply of the numbered side, except if the other side begins.
            set_moves: in_set_play.and(moves).map(|n| {
                let begins = first.is_some_and(|branch| !branch.other_side && !branch.begun_by_reply);
                n.saturating_sub(u16::from(begins))
            }),
            help_plies: first.filter(|branch| branch.mode == Mode::Help).and_then(|_| plies(&play)),
            is_help: first.is_some_and(|branch| branch.mode == Mode::Help),
            begun_by_other: first.is_some_and(|branch| branch.other_side || branch.begun_by_reply),
            has_forced_end: any_fork(&play, &|fork| fork.ends && fork.mode == Mode::Attack && fork.max == 1),
            is_joined: contains_and(&play),
            is_denied: matches!(play, Play::Not(_)),
            is_renumbered: any_fork(&play, &|fork| fork.renumbered),
            leaves_out_defences: !is_direct || problem.options.no_short_variations,
        })
    }

    /// Whether a solution ends at `node` when solutions are counted. It does if all moves after `node` are defences or
    /// obligatory moves, because their alternatives make no further solutions.
    pub fn ends_after(&self, node: &Node) -> bool {
        let is_forced = |child: &Node| {
            child.part == Part::Defence
                || child.part == Part::Continuation
                    && child.children.is_empty()
                    && child.record.mover.color != node.record.mover.color
                    && (self.has_forced_end || node.part != Part::Help)
        };
        !node.children.is_empty() && node.children.iter().all(is_forced)
    }
}

/// Returns the greatest number of moves that the numbered side makes in the play `nodes`. `before` is the number of its
/// earlier moves, which is added.
pub fn deepest(nodes: &[Node], numbered: Color, before: u16) -> u16 {
    nodes
        .iter()
        .filter(|node| !node.violation && node.part != Part::Refutation)
        .map(|node| {
            let (numbered, before) = count(node, numbered, before);
            deepest(&node.children, numbered, before)
        })
        .max()
        .unwrap_or(before)
}

/// Counts the move `node`. `before` is the number of moves that the numbered side has made before. Returns the side
/// that is numbered after the move, and the number of its moves.
pub fn count(node: &Node, numbered: Color, before: u16) -> (Color, u16) {
    let color = node.record.mover.color;
    let (numbered, before) = if node.renumbered { (color, 0) } else { (numbered, before) };
    (numbered, before + u16::from(color == numbered))
}

fn first_branch(play: &Play) -> Option<&Branch> {
    match play {
        Play::Branch(branch) => Some(branch),
        Play::And(a, _) | Play::Or(a, _) | Play::Not(a) => first_branch(a),
        Play::Goal(_) => None,
    }
}

/// Returns the number of moves of the numbered side in play of full length, or `None` if it varies. If branches are
/// joined, returns the smallest of their numbers. `is_first_side` is `true` if the numbered side is the first side of
/// the branch.
fn numbered_moves(play: &Play, is_first_side: bool) -> Option<u16> {
    match play {
        Play::Goal(_) => Some(0),
        Play::Not(_) => None,
        Play::And(a, b) | Play::Or(a, b) => {
            Some(numbered_moves(a, is_first_side)?.min(numbered_moves(b, is_first_side)?))
        }
        // Hidden play adds no moves to a line.
        Play::Branch(branch) if branch.hidden => Some(0),
        Play::Branch(branch) => {
            let is_first_side = branch.renumbered || is_first_side != branch.other_side;
            let lengths = branch.forks.iter().zip(0u16..).filter_map(|(fork, side_index)| {
                let fork = fork.as_ref()?;
                // The first side makes the odd plies, the second side the even plies.
                let max = if branch.max % 2 == side_index { branch.max.saturating_sub(1) } else { branch.max };
                if max == 0 {
                    return None;
                }
                let own = match (is_first_side, branch.reply) {
                    (true, _) => max.div_ceil(2).saturating_sub(u16::from(branch.begun_by_reply)),
                    (false, Reply::Moves) => max / 2,
                    (false, Reply::Passes | Reply::Parries) => 0,
                };
                let begins_next = is_first_side == (side_index == 1);
                let own = if is_renumbered(fork) { 0 } else { own };
                Some(numbered_moves(fork, begins_next).map(|rest| own.saturating_add(rest)))
            });
            lengths.collect::<Option<Vec<u16>>>()?.into_iter().max()
        }
    }
}

/// Returns the number of plies in play of full length in which the sides alternate. Returns `None` for other play, or
/// if the number varies. If branches are joined, returns the largest of their numbers.
fn plies(play: &Play) -> Option<u16> {
    match play {
        Play::Goal(_) => Some(0),
        Play::Not(_) => None,
        Play::And(a, b) | Play::Or(a, b) => Some(plies(a)?.max(plies(b)?)),
        Play::Branch(branch) if branch.hidden => Some(0),
        Play::Branch(branch) if branch.reply != Reply::Moves || branch.renumbered => None,
        Play::Branch(branch) => {
            let lengths = branch.forks.iter().zip(0u16..).filter_map(|(fork, side_index)| {
                let fork = fork.as_ref()?;
                let max = if branch.max % 2 == side_index { branch.max.saturating_sub(1) } else { branch.max };
                let own = max.saturating_sub(u16::from(branch.begun_by_reply));
                (max > 0).then(|| plies(fork).map(|rest| own.saturating_add(rest)))
            });
            lengths.collect::<Option<Vec<u16>>>()?.into_iter().max()
        }
    }
}

fn is_renumbered(play: &Play) -> bool {
    first_branch(play).is_some_and(|branch| branch.renumbered)
}

/// Whether `test` is `true` for a branch that follows the first branches of the play.
fn any_fork(play: &Play, test: &impl Fn(&Branch) -> bool) -> bool {
    match play {
        Play::Goal(_) => false,
        Play::Not(play) => any_fork(play, test),
        Play::And(a, b) | Play::Or(a, b) => any_fork(a, test) || any_fork(b, test),
        Play::Branch(branch) => {
            branch.forks.iter().flatten().any(|fork| any_branch(fork, test) || any_fork(fork, test))
        }
    }
}

fn any_branch(play: &Play, test: &impl Fn(&Branch) -> bool) -> bool {
    match play {
        Play::Goal(_) => false,
        Play::Not(play) => any_branch(play, test),
        Play::And(a, b) | Play::Or(a, b) => any_branch(a, test) || any_branch(b, test),
        Play::Branch(branch) => test(branch),
    }
}

fn contains_and(play: &Play) -> bool {
    match play {
        Play::Goal(_) | Play::Not(_) => false,
        Play::And(..) => true,
        Play::Or(a, b) => contains_and(a) || contains_and(b),
        Play::Branch(branch) => branch.forks.iter().flatten().any(contains_and),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Options;

    #[test]
    fn the_length_of_play_in_numbered_moves() {
        // Stipulation; moves of the numbered side in the play, in set play; plies of help play.
        let rows = [
            ("#3", Some(3), None, None),
            ("s#3", Some(3), None, None),
            ("r#3", Some(3), None, None),
            ("semi-r#2", Some(2), None, None),
            ("h#3", Some(3), Some(2), Some(6)),
            ("h#3.5", Some(3), Some(3), Some(7)),
            ("h#0.5", Some(0), Some(0), Some(1)),
            ("hs#3", Some(3), Some(2), Some(6)),
            ("hs#2.5", Some(2), Some(2), Some(5)),
            ("hr#3", Some(3), Some(2), Some(6)),
            ("hr#2.5", Some(2), Some(2), Some(5)),
            ("ser-#4", Some(4), None, None),
            ("ser-h#4", Some(4), None, None),
            ("ser-s#4", Some(4), None, None),
            ("ser-r#4", Some(4), None, None),
            ("pser-#4", Some(4), None, None),
            ("pser-h#4", Some(4), None, None),
            ("pser-s#4", Some(4), None, None),
            ("phser-=4", Some(4), None, None),
            ("reci-h#3", Some(3), Some(2), Some(6)),
            ("ser-reci-h#3", Some(3), None, None),
            ("dia4.5", Some(5), Some(4), Some(9)),
            ("dia4", Some(4), Some(3), Some(8)),
            ("4->ser-h#2", Some(2), None, None),
            ("4->h#2", Some(2), None, None),
            ("exact-h#2", Some(2), Some(1), Some(4)),
        ];
        for (text, moves, set_moves, help_plies) in rows {
            let problem = Problem {
                stipulation: Some(crate::syntax::stipulation(text).expect(text)),
                options: Options::default(),
                ..Problem::default()
            };
            let shape = PlayShape::of(&problem).expect(text);
            assert_eq!((shape.moves, shape.set_moves), (moves, set_moves), "{text}");
            assert_eq!(shape.help_plies, help_plies, "{text}");
        }
    }
}
