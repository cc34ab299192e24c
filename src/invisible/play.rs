//! Help play with invisible men: finds every line that can be played in some world and ends in mate in all worlds. A
//! world is a position with all invisible men known.
//!
//! A line of printed moves stands for all worlds in which it can have been played. The search keeps some of them: they
//! show at once that most moves can be played, and that most last moves do not mate. Other questions are answered by a
//! [`Query`], and the worlds that it finds are added.

use super::escapes::Escapes;
use super::line::Line;
use super::men::{Board, Man, Sq, squares};
use super::query::{Query, QueryAnswer, Requirement, Team, Witness};
use super::view::{PrintedMove, View};
use super::world::World;
use crate::board::Color;
use std::sync::Arc;

/// Greatest number of worlds that are kept for one line.
const WORLDS: usize = 96;
/// Greatest number of worlds kept for one line after worlds in which last moves do not mate are added.
const MOST_WORLDS: usize = 128;
/// Greatest number of worlds that are kept of those to which a move leads from one world. A move of an invisible man
/// may lead to many.
const HIDDEN: usize = 6;

/// A move of a solution, and the invisible men that become visible after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    pub printed: PrintedMove,
    pub uncovered: Vec<(Sq, Man)>,
}

/// Callback that receives each solution: its moves, and the line, which also has the view (visible part of the
/// position) after each move.
pub type OnSolution<'a> = dyn FnMut(&[PlayedMove], &Line) + 'a;

#[derive(Clone)]
pub struct InvisiblePlay<'a> {
    pub board: &'a Board,
    /// Number of men that are invisible at the beginning.
    pub number: usize,
    pub mating: Color,
    pub stopped: &'a (dyn Fn() -> bool + Sync),
    /// Whether bounds and remembered failures are used to save work; the result does not depend on them.
    uses_bounds: bool,
    line: Line,
    played: Vec<PlayedMove>,
    escapes: Escapes,
}

/// Error: the time limit stopped the search, and the play cannot be continued.
pub struct TimeIsOver;

/// The effect of the last move of a line.
enum LastMove {
    /// It can be played in some world, and mates in all of them.
    Mates,
    /// It cannot be played, or does not mate in some world known before.
    Fails,
    /// It does not mate in a world with these invisible men.
    IsParried(Team),
}

/// Least number of plies left for which [`SearchPart::parts`] splits a search.
const SPLIT_PLIES: usize = 3;

/// A part of the search: all lines that continue the moves made until now with the move `printed`.
#[derive(Clone)]
pub struct SearchPart<'a> {
    play: Arc<InvisiblePlay<'a>>,
    /// Some of the worlds (positions with all invisible men known) in which the move may be played.
    worlds: Arc<Vec<World>>,
    pub printed: PrintedMove,
    /// Whether the move is impossible. Popeye gives numbers also to some impossible moves (option MoveNumbers).
    is_closed: bool,
    /// Number of plies left, this move included.
    plies: usize,
}

impl<'a> SearchPart<'a> {
    /// Searches all lines that begin with this move and passes solutions to `found`.
    pub fn solve(&self, found: &mut OnSolution) -> Result<(), TimeIsOver> {
        if self.is_closed {
            return Ok(());
        }
        let mut play = InvisiblePlay::clone(&self.play);
        let view = play.line.last().clone();
        play.try_move(&view, &mut self.worlds.to_vec(), self.printed, self.plies, found)
    }

    /// Divides this part of the search into one part for each next move. Returns the part itself if too few plies are
    /// left.
    pub fn parts(&self) -> Result<Vec<SearchPart<'a>>, TimeIsOver> {
        Ok(match self.plies < SPLIT_PLIES {
            true => vec![self.clone()],
            false => self.next()?.unwrap_or_else(|| vec![self.clone()]),
        })
    }

    /// Returns one part of the search for each move that may follow the move of this part, or `None` if play ends with
    /// the move. The list is empty if the move cannot be played.
    pub fn next(&self) -> Result<Option<Vec<SearchPart<'a>>>, TimeIsOver> {
        if self.is_closed {
            return Ok(Some(Vec::new()));
        }
        let mut play = InvisiblePlay::clone(&self.play);
        let view = play.line.last().clone();
        if self.plies == 1 || view.mover == play.mating && play.mates(&view, &mut self.worlds.to_vec(), self.printed)? {
            return Ok(None);
        }
        let next = play.enter(&view, &self.worlds, self.printed)?;
        Ok(Some(next.map_or(Vec::new(), |worlds| play.next_moves(worlds, self.plies - 1))))
    }

    /// Returns the view before the move of this part.
    pub fn view(&self) -> &View {
        self.play.line.last()
    }
}

impl<'a> InvisiblePlay<'a> {
    pub fn new(
        board: &'a Board,
        view: View,
        number: usize,
        mating: Color,
        uses_bounds: bool,
        stopped: &'a (dyn Fn() -> bool + Sync),
    ) -> InvisiblePlay<'a> {
        InvisiblePlay {
            board,
            number,
            mating,
            stopped,
            uses_bounds,
            line: Line::new(view, board, uses_bounds),
            played: Vec::new(),
            escapes: Escapes::default(),
        }
    }

    /// Returns one part of the search for each first move, with lines of at most `plies` plies. The list is empty if no
    /// invisible men fit the position.
    pub fn beginnings(&mut self, plies: usize) -> Result<Vec<SearchPart<'a>>, TimeIsOver> {
        let worlds = self.worlds()?;
        Ok(if worlds.is_empty() { Vec::new() } else { self.next_moves(worlds, plies) })
    }

    /// Returns one part of the search for each move by which play continues, including impossible moves to which Popeye
    /// gives numbers.
    fn next_moves(&self, worlds: Vec<World>, plies: usize) -> Vec<SearchPart<'a>> {
        let (play, worlds) = (Arc::new(self.clone()), Arc::new(worlds));
        let view = self.line.last();
        // If one side needs all invisible men, none of the other can move or be captured.
        let has_unseen = |color: Color| self.line.has_unseen(color, self.number);
        let open = view.moves(self.board);
        let counted = view.counted_moves(self.board).into_iter();
        let counted = counted.filter(|&printed| view.unseen_in(printed).is_none_or(has_unseen));
        let beginning = |printed| SearchPart {
            play: play.clone(),
            worlds: worlds.clone(),
            printed,
            is_closed: !open.contains(&printed),
            plies,
        };
        counted.map(beginning).collect()
    }

    /// Returns some of the worlds at the beginning of the play; empty if no invisible men fit the position.
    fn worlds(&mut self) -> Result<Vec<World>, TimeIsOver> {
        let mut worlds = Vec::new();
        for seed in 0..WORLDS {
            match self.ask(Requirement::Any, seed)? {
                QueryAnswer::Found(witness) => self.join(&mut worlds, &witness),
                QueryAnswer::NotFound | QueryAnswer::Impossible => return Ok(Vec::new()),
            }
        }
        Ok(worlds)
    }

    fn query(&self, aim: Requirement, seed: usize) -> Query<'_> {
        let remembers = self.uses_bounds;
        Query { board: self.board, line: &self.line, aim, number: self.number, seed, remembers, stopped: self.stopped }
    }

    fn ask(&self, aim: Requirement, seed: usize) -> Result<QueryAnswer, TimeIsOver> {
        self.query(aim, seed).answer().map_err(|()| TimeIsOver)
    }

    fn join(&self, worlds: &mut Vec<World>, witness: &Witness) {
        let world = World::new(self.line.last(), witness);
        if !worlds.contains(&world) {
            worlds.push(world);
        }
    }

    fn go_on(&mut self, worlds: &mut Vec<World>, plies: usize, found: &mut OnSolution) -> Result<(), TimeIsOver> {
        let view = self.line.last().clone();
        view.moves(self.board).into_iter().try_for_each(|printed| self.try_move(&view, worlds, printed, plies, found))
    }

    fn try_move(
        &mut self,
        view: &View,
        worlds: &mut Vec<World>,
        printed: PrintedMove,
        plies: usize,
        found: &mut OnSolution,
    ) -> Result<(), TimeIsOver> {
        if (self.stopped)() {
            return Err(TimeIsOver);
        }
        if view.mover == self.mating && self.mates(view, worlds, printed)? {
            self.line.push(printed, self.board);
            let mut ends = Vec::new();
            let uncovered = self.uncover(&mut ends)?;
            self.played.push(PlayedMove { printed, uncovered });
            found(&self.played, &self.line);
            self.leave();
        } else if plies > 1
            && let Some(mut next) = self.enter(view, worlds, printed)?
        {
            self.go_on(&mut next, plies - 1, found)?;
            self.leave();
        }
        Ok(())
    }

    /// Whether the move can be played in some world and mates in every world. `worlds` holds some of the worlds before
    /// the move. If a search finds a further world in which the move does not mate, that world is added to `worlds`,
    /// because the next moves may not mate there either.
    fn mates(&mut self, view: &View, worlds: &mut Vec<World>, printed: PrintedMove) -> Result<bool, TimeIsOver> {
        let mut is_possible = false;
        for (index, world) in worlds.iter().enumerate() {
            let is_saved = world.each_step(self.board, view, printed, &mut |step| {
                is_possible = true;
                !world.is_mate_after(self.board, &step, !self.mating)
            });
            if is_saved {
                // It comes to be tried earlier.
                worlds.swap(index, index / 2);
                return Ok(false);
            }
        }
        self.line.push(printed, self.board);
        let escape = self.escape(is_possible);
        self.line.pop();
        Ok(match escape? {
            LastMove::Mates => true,
            LastMove::Fails => false,
            LastMove::IsParried(team) => {
                let last = self.line.printed().len();
                let team: Team = team.into_iter().map(|man| man.staying(last)).collect();
                if worlds.len() < MOST_WORLDS
                    && let Some(witness) = self.query(Requirement::Any, 0).witness_of(&team)
                {
                    self.join(worlds, &witness);
                }
                false
            }
        })
    }

    /// Determines the effect of the last move of the line. `is_possible`: whether the move is known to be playable in
    /// some world.
    fn escape(&mut self, is_possible: bool) -> Result<LastMove, TimeIsOver> {
        if !is_possible && !self.line.may_end_so(self.board, self.number)
            || self.escapes.answer(&self.query(Requirement::Escape, 0))
        {
            return Ok(LastMove::Fails);
        }
        Ok(match self.ask(Requirement::Escape, 0)? {
            QueryAnswer::Found(witness) => {
                self.escapes.note(&self.line, witness.team.clone());
                LastMove::IsParried(witness.team)
            }
            QueryAnswer::Impossible => LastMove::Fails,
            QueryAnswer::NotFound if is_possible => LastMove::Mates,
            QueryAnswer::NotFound => match self.ask(Requirement::Any, 0)? {
                QueryAnswer::Found(_) => LastMove::Mates,
                QueryAnswer::NotFound | QueryAnswer::Impossible => LastMove::Fails,
            },
        })
    }

    /// Plays the move and returns some of the worlds after it. Returns `None` if the move cannot be played; the line
    /// then stays the same. [`InvisiblePlay::leave`] takes the move back.
    fn enter(&mut self, view: &View, worlds: &[World], printed: PrintedMove) -> Result<Option<Vec<World>>, TimeIsOver> {
        let mut next: Vec<World> = Vec::new();
        for world in worlds {
            let after = world.after(self.board, view, printed);
            let stride = after.len().div_ceil(HIDDEN).max(1);
            next.extend(after.into_iter().skip(next.len() % stride).step_by(stride));
            if next.len() >= WORLDS {
                break;
            }
        }
        self.line.push(printed, self.board);
        let uncovered = if self.is_played(&mut next)? { Some(self.uncover(&mut next)?) } else { None };
        match uncovered {
            Some(uncovered) => {
                self.played.push(PlayedMove { printed, uncovered });
                Ok(Some(next))
            }
            None => {
                self.line.pop();
                Ok(None)
            }
        }
    }

    fn leave(&mut self) {
        self.played.pop();
        self.line.pop();
    }

    /// Whether the last move of the line can have been played. If so, `worlds` contains a world after it.
    fn is_played(&mut self, worlds: &mut Vec<World>) -> Result<bool, TimeIsOver> {
        if !worlds.is_empty() {
            return Ok(true);
        }
        if !self.line.may_end_so(self.board, self.number) {
            return Ok(false);
        }
        if let QueryAnswer::Found(witness) = self.ask(Requirement::Any, 0)? {
            self.join(worlds, &witness);
        }
        Ok(!worlds.is_empty())
    }

    /// Makes visible the invisible men that are the same in all worlds, and returns them. `worlds` holds some of these
    /// worlds, and is extended by those that are found here.
    fn uncover(&mut self, worlds: &mut Vec<World>) -> Result<Vec<(Sq, Man)>, TimeIsOver> {
        if worlds.is_empty()
            && let QueryAnswer::Found(witness) = self.ask(Requirement::Any, 0)?
        {
            self.join(worlds, &witness);
        }
        let Some(first) = worlds.first().cloned() else { return Ok(Vec::new()) };
        let mut uncovered = Vec::new();
        for sq in squares(first.unseen) {
            let Some(man) = first.man(sq) else { continue };
            if !worlds.iter().all(|world| world.has_unseen(sq, man)) {
                continue;
            }
            match self.ask(Requirement::Differs(sq, man), 0)? {
                QueryAnswer::Found(witness) => self.join(worlds, &witness),
                QueryAnswer::NotFound | QueryAnswer::Impossible => uncovered.push((sq, man)),
            }
        }
        for &(sq, man) in &uncovered {
            self.line.uncover(sq, man);
            worlds.iter_mut().for_each(|world| world.uncover(sq));
        }
        uncovered.reverse();
        Ok(uncovered)
    }
}
