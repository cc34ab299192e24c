//! Which options say nothing about which play. What they would ask for is not there, so they are ignored, and that is told.

use super::options::Options;
use super::play::{Mode, Play};
use super::stipulation::{Kind, Series, Stipulation, Traditional};
use crate::units::Goal;

impl Stipulation {
    /// The names of the options that are set and that this play ignores, as Popeye judges them.
    ///
    /// ```
    /// use keymove::{problem::Options, syntax};
    /// let options = Options { quodlibet: true, ..Options::default() };
    /// assert_eq!(syntax::stipulation("h#2").unwrap().inapplicable_options(&options), ["Quodlibet"]);
    /// assert!(syntax::stipulation("s#2").unwrap().inapplicable_options(&options).is_empty());
    /// ```
    pub fn inapplicable_options(&self, options: &Options) -> Vec<&'static str> {
        let play = self.schedule(options).play;
        let traditional = match self {
            Stipulation::Traditional(traditional) => Some(traditional),
            Stipulation::Structured { .. } => None,
        };
        let ignores = |ignores: fn(&Traditional) -> bool| traditional.is_some_and(ignores);
        let is_battle = matches!(&play, Play::Branch(branch) if branch.mode != Mode::Help);
        let after_key = is_battle && !ignores(|t| t.kind.is_help());
        let begun_by_defender = matches!(&play, Play::Branch(branch) if branch.mode == Mode::Defence);
        let rows = [
            ("Try", options.tries && (options.post_key_play && after_key || begun_by_defender)),
            (
                "SetPlay",
                options.set_play
                    && (options.post_key_play && after_key
                        || begun_by_defender
                        || ignores(Traditional::has_no_set_play)),
            ),
            ("PostKeyPlay", options.post_key_play && !after_key),
            ("WhiteToPlay", options.white_to_play && (begins_anyway(&play) || ignores(|t| t.is_half_move_over()))),
            ("GoalIsEnd", options.goal_is_end && ignores(Traditional::is_for_both_sides)),
            ("Quodlibet", options.quodlibet && ignores(|t| !t.is_forced())),
        ];
        rows.into_iter().filter_map(|(name, is_ignored)| is_ignored.then_some(name)).collect()
    }
}

/// White has the first move without the option, too, or there is no help play that he could begin.
fn begins_anyway(play: &Play) -> bool {
    match play {
        Play::Branch(branch) => branch.mode != Mode::Help || branch.other_side,
        _ => true,
    }
}

impl Stipulation {
    /// What option WhiteToPlay asks for is plain: play in which both sides move, and `a=>b`.
    pub fn can_begin_with_white(&self) -> bool {
        match self {
            Stipulation::Traditional(t) if matches!(t.goal, Goal::AToB(_)) => true,
            Stipulation::Traditional(t) => t.series.is_none() && t.intro == 0 && !self.is_proof_game(),
            Stipulation::Structured { .. } => false,
        }
    }
}

impl Traditional {
    /// Nothing is left of the play when its first half-move is left out, or the other side does not move at all.
    fn has_no_set_play(&self) -> bool {
        let shortest = match self.kind {
            Kind::Help => 1,
            Kind::HelpSelf | Kind::HelpReflex => 2,
            Kind::Direct if matches!(self.goal, Goal::AToB(_)) => 1,
            _ => 0,
        };
        let lone = self.intro == 0
            && matches!(self.series, Some(Series::Plain | Series::ParryHelp))
            && (self.kind == Kind::Direct || matches!(self.goal, Goal::Diagram(_)));
        lone || self.series.is_none()
            && (self.half_moves <= shortest || self.kind == Kind::ReciprocalHelp && self.half_moves == 3)
    }

    fn is_half_move_over(&self) -> bool {
        self.series.is_none() && self.kind == Kind::HelpReflex && self.half_moves % 2 == 1
    }

    /// Either side is meant to reach the goal, so that neither is the wrong one.
    fn is_for_both_sides(&self) -> bool {
        matches!(self.kind, Kind::Reflex | Kind::HelpReflex | Kind::ReciprocalHelp)
    }

    /// Somebody is forced to reach the goal whom the other side may reach it before.
    fn is_forced(&self) -> bool {
        match self.kind {
            Kind::SelfPlay | Kind::HelpSelf => true,
            Kind::Reflex | Kind::SemiReflex => matches!(self.series, None | Some(Series::Parry)),
            Kind::Direct | Kind::Help | Kind::HelpReflex | Kind::ReciprocalHelp => false,
        }
    }
}
