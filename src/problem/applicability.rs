//! Decides which options have no meaning for a stipulation. Such options are ignored, with a warning.

use super::options::{OPTIONS, Options};
use super::play::{Mode, Play};
use super::stipulation::{Kind, Series, Stipulation, Traditional};
use crate::units::Goal;

impl Stipulation {
    /// Returns the names of the given options that this stipulation ignores, by Popeye's rules. Options about the play
    /// come first, options about output last.
    ///
    /// ```
    /// use keymove::{problem::Options, syntax};
    /// let options = Options { quodlibet: true, ..Options::default() };
    /// assert_eq!(syntax::stipulation("h#2").unwrap().inapplicable_options(&options), ["Quodlibet"]);
    /// assert!(syntax::stipulation("s#2").unwrap().inapplicable_options(&options).is_empty());
    /// ```
    pub fn inapplicable_options(&self, options: &Options) -> Vec<&'static str> {
        let situation = Situation { options, stipulation: self, play: self.schedule(options).play };
        let mut ignored: Vec<_> = OPTIONS.iter().filter(|def| def.is_ignored_in(&situation)).collect();
        ignored.sort_by_key(|def| def.is_about_output);
        ignored.into_iter().map(|def| def.name).collect()
    }

    /// Whether the meaning of option WhiteToPlay is clear for this stipulation: for `a=>b`, and for play without series
    /// or introductory series, except proof games.
    pub fn can_begin_with_white(&self) -> bool {
        match self {
            Stipulation::Traditional(t) if matches!(t.goal, Goal::AToB(_)) => true,
            Stipulation::Traditional(t) => t.series.is_none() && t.intro == 0 && !self.is_proof_game(),
            Stipulation::Structured { .. } => false,
        }
    }
}

/// An option's context: the stipulation with its play, and all options of the problem.
pub struct Situation<'a> {
    pub options: &'a Options,
    stipulation: &'a Stipulation,
    play: Play,
}

impl Situation<'_> {
    fn is(&self, holds: fn(&Traditional) -> bool) -> bool {
        match self.stipulation {
            Stipulation::Traditional(traditional) => holds(traditional),
            Stipulation::Structured { .. } => false,
        }
    }

    /// Whether the play has a key: a first move that must succeed against every defence.
    pub fn has_key(&self) -> bool {
        let is_battle = matches!(&self.play, Play::Branch(branch) if branch.mode != Mode::Help);
        is_battle && !self.is(|t| t.kind.is_help())
    }

    pub fn begins_after_key(&self) -> bool {
        self.options.post_key_play && self.has_key()
    }

    /// Whether the play is battle play in which the defender moves first. As in Popeye, help play so short that only
    /// its forced end is left does not count.
    pub fn is_begun_by_defender(&self) -> bool {
        matches!(&self.play, Play::Branch(branch) if branch.mode == Mode::Defence) && !self.is(|t| t.kind.is_help())
    }

    /// Whether there are no tries, because the play begins after the key or with the defender. As in Popeye, direct
    /// parry series after the key are an exception.
    pub fn has_no_tries(&self) -> bool {
        let is_parried = self.is(|t| t.kind == Kind::Direct && t.series == Some(Series::Parry));
        self.is_begun_by_defender() || self.begins_after_key() && !is_parried
    }

    pub fn has_no_set_play(&self) -> bool {
        match (self.stipulation, &self.play) {
            (Stipulation::Traditional(traditional), _) => traditional.has_no_set_play(self.options.white_to_play),
            (Stipulation::Structured { .. }, Play::Branch(branch)) => branch.mode == Mode::Help && branch.max == 1,
            (Stipulation::Structured { .. }, _) => false,
        }
    }

    /// Whether option WhiteToPlay changes nothing because White moves first anyway, or because there is no help play.
    pub fn is_begun_by_white(&self) -> bool {
        !self.is(Traditional::is_self_play_helped_by_one_move)
            && (begins_anyway(&self.play) || self.is(Traditional::is_half_move_over))
    }

    pub fn is_for_both_sides(&self) -> bool {
        self.is(Traditional::is_for_both_sides) || self.options.quodlibet && self.is(Traditional::is_quodlibet)
    }

    pub fn is_forced(&self) -> bool {
        match (self.stipulation, self.stipulation.schedule(&Options::default()).play) {
            (Stipulation::Traditional(traditional), _) => traditional.is_forced(),
            (Stipulation::Structured { .. }, Play::Branch(branch)) => match branch.mode {
                Mode::Attack => !branch.forks[0].as_ref().is_some_and(Play::asks_here),
                Mode::Defence => true,
                Mode::Help => false,
            },
            // Combined plays may contain a forced one.
            (Stipulation::Structured { .. }, _) => true,
        }
    }
}

/// Whether option WhiteToPlay changes nothing: the play is no help play, or the other side moves first anyway.
fn begins_anyway(play: &Play) -> bool {
    match play {
        Play::Branch(branch) => branch.mode != Mode::Help || branch.other_side,
        _ => true,
    }
}

impl Traditional {
    /// Whether there is no set play: nothing is left without the first ply, or the other side does not move at all.
    fn has_no_set_play(&self, white_to_play: bool) -> bool {
        let is_help = matches!(self.kind, Kind::Help | Kind::ReciprocalHelp) && !matches!(self.goal, Goal::AToB(_));
        let is_left_out = white_to_play && is_help && self.half_moves.is_multiple_of(2);
        let half_moves = self.half_moves - u16::from(is_left_out);
        let shortest = match self.kind {
            Kind::Help => 1,
            Kind::HelpSelf | Kind::HelpReflex => 2,
            Kind::Direct if matches!(self.goal, Goal::AToB(_)) => 1,
            _ => 0,
        };
        let is_nothing_left = match self.series {
            None => half_moves <= shortest || self.kind == Kind::ReciprocalHelp && half_moves == 3,
            Some(Series::Plain | Series::ParryHelp) => self.kind == Kind::Direct,
            Some(Series::Parry) => false,
        };
        // For play after an introductory series, the set play omits the series.
        self.intro == 0 && is_nothing_left
    }

    /// Whether this is help self play in which only one move is helped, so that battle play is all that follows.
    fn is_self_play_helped_by_one_move(&self) -> bool {
        self.intro == 0 && self.series.is_none() && self.kind == Kind::HelpSelf && self.half_moves == 2
    }

    fn is_half_move_over(&self) -> bool {
        self.series.is_none() && self.kind == Kind::HelpReflex && self.half_moves % 2 == 1
    }

    /// Whether both sides may reach the goal in this kind of play.
    fn is_for_both_sides(&self) -> bool {
        matches!(self.kind, Kind::Reflex | Kind::HelpReflex | Kind::ReciprocalHelp)
    }

    /// Whether option Quodlibet allows both sides to reach the goal.
    fn is_quodlibet(&self) -> bool {
        matches!(self.kind, Kind::SelfPlay | Kind::SemiReflex) && matches!(self.series, None | Some(Series::Parry))
    }

    /// Whether one side is forced to reach the goal, so that the other side might reach it first.
    fn is_forced(&self) -> bool {
        match self.kind {
            Kind::SelfPlay | Kind::HelpSelf => true,
            Kind::Reflex | Kind::SemiReflex => matches!(self.series, None | Some(Series::Parry)),
            Kind::Direct | Kind::Help | Kind::HelpReflex | Kind::ReciprocalHelp => false,
        }
    }
}
