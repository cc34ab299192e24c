//! Parts of a problem that is divided at its first moves. Each unit searches the first moves of one part, and writes
//! the play after a first move as soon as it is found. When all parts are complete, the problem is solved once more
//! with these results.

use super::fact_files::FactFiles;
use super::plan::{Part, Plan, WorkUnit};
use super::result_file::{Opened, ResultFile};
use super::results::{MoveResult, PartEnd, ResultLine, ResultLines};
use crate::cli::destination::Destination;
use crate::cli::outcome::Done;
use crate::cli::problems;
use crate::cli::status::{Status, complain};
use crate::report::INTERNAL_ERROR;
use crate::solution::{Cut, KeptNode, Node, kept, unkept};
use crate::solve::{Fact, FirstMoveId, FirstMoves, Known, Outcome};
use hashbrown::{HashMap, HashSet};
use std::fmt;
use std::io;
use std::mem;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The first moves of the part on which a unit works. Decides which first moves the unit searches, and writes their
/// results.
pub struct PartMoves {
    part: Part,
    /// The first moves whose results are already in the result file, from an earlier run of the unit.
    known: HashSet<FirstMoveId>,
    state: Mutex<State>,
    /// The facts shared with other units, or `None` if this unit works alone.
    facts: Option<Mutex<FactFiles>>,
    /// Whether this unit also searches first moves of units that are still at work, after it has finished its own.
    helps: bool,
}

struct State {
    /// The result file, or `None` after it is complete.
    file: Option<ResultFile>,
    /// Results of first moves whose search was cut. They are dropped if a signal ends the run, because a later run will
    /// search these moves. Otherwise they are written at the end.
    unsure: Vec<MoveResult>,
    end: PartEnd,
    error: Option<io::Error>,
}

impl PartMoves {
    /// Opens the result file of a unit that works on a part of a problem. If there is nothing to do, returns the inner
    /// `Err`, which says why: the results are complete, or another run is writing them. If `shares` is set, the unit
    /// exchanges facts with the units of the other parts.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be created or the file cannot be written.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        (unit, part): (&WorkUnit, Part),
        shares: bool,
    ) -> io::Result<Result<PartMoves, Opened>> {
        let mut known = HashSet::new();
        let opened = ResultFile::open(folder, plan, unit, &mut |line| match line {
            ResultLine::Move(result) => known.insert(result.first),
            _ => false,
        })?;
        let Opened::Open(file) = opened else { return Ok(Err(opened)) };
        let end = PartEnd { seconds: 0.0, nodes: 0, cuts: Vec::new(), failed: None };
        let state = Mutex::new(State { file: Some(file), unsure: Vec::new(), end, error: None });
        let facts = shares.then(|| FactFiles::open(folder, plan, unit).ok()).flatten().map(Mutex::new);
        // With a time limit, this unit might leave undecided a first move of another unit that the other unit would
        // decide.
        let helps = plan.head.work.limits.time.is_none();
        Ok(Ok(PartMoves { part, known, state, facts, helps }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn facts(&self) -> Option<MutexGuard<'_, FactFiles>> {
        self.facts.as_ref().map(|facts| facts.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Stores the time and the node count of the search, and the limits that have cut it, to be written at the end.
    pub fn end(&self, outcome: &Outcome) {
        let cuts = outcome.solution.twins.iter().map(|twin| twin.cut).collect();
        self.state().end = PartEnd { seconds: outcome.seconds, nodes: outcome.nodes, cuts, failed: None };
    }
}

impl State {
    fn line(&mut self, line: &ResultLine) {
        let Some(file) = self.file.as_mut().filter(|_| self.error.is_none()) else { return };
        // The line is written to disk at once, because the result may have taken hours.
        self.error = file.line(line).and_then(|()| file.flush()).err();
    }

    /// Writes the results and totals that have not been written yet, and completes the file.
    fn seal(&mut self) -> io::Result<()> {
        for result in mem::take(&mut self.unsure) {
            self.line(&ResultLine::Move(result));
        }
        let nothing = PartEnd { seconds: 0.0, nodes: 0, cuts: Vec::new(), failed: None };
        let end = mem::replace(&mut self.end, nothing);
        self.line(&ResultLine::Part(end));
        match (self.error.take(), self.file.take()) {
            (Some(error), _) => Err(error),
            (None, Some(file)) => file.seal(),
            (None, None) => Ok(()),
        }
    }
}

impl FirstMoves for PartMoves {
    fn known(&self, first: FirstMoveId) -> Known {
        let is_mine = first.part(self.part.of) + 1 == self.part.part;
        let mut facts = self.facts();
        let is_mine = match &facts {
            // First moves that an earlier run of this unit has begun belong to it, too.
            Some(facts) => facts.is_begun_here(first) || is_mine && !facts.is_begun_elsewhere(first),
            None => is_mine,
        };
        if !is_mine || self.known.contains(&first) {
            return Known::Elsewhere;
        }
        if let Some(facts) = &mut facts {
            facts.begins(first);
        }
        Known::Nothing
    }

    fn left(&self, first_moves: &[FirstMoveId]) -> Option<usize> {
        let mut facts = self.facts().filter(|_| self.helps)?;
        facts.exchange();
        // A unit that is not running searches its first moves later. A running unit takes them from the front, so this
        // unit takes the last one.
        let is_left = |first: FirstMoveId| {
            !self.known.contains(&first)
                && facts.is_at_work(first.part(self.part.of) + 1)
                && !facts.is_begun_here(first)
                && !facts.is_begun_elsewhere(first)
        };
        let index = first_moves.iter().rposition(|&first| is_left(first))?;
        facts.begins(first_moves[index]);
        Some(index)
    }

    fn found(&self, first: FirstMoveId, result: &[Node], is_all: bool) {
        let result = MoveResult { first, nodes: kept(result), is_all };
        let mut state = self.state();
        if is_all {
            state.line(&ResultLine::Move(result));
        } else {
            state.unsure.push(result);
        }
    }

    fn proved(&self, fact: &Fact) {
        if let Some(mut facts) = self.facts() {
            facts.add(fact);
        }
    }

    fn others_proved(&self, table: u32, learn: &mut dyn FnMut(&Fact)) {
        let news = self.facts().map(|mut facts| facts.news(table));
        news.iter().flatten().for_each(learn);
    }

    fn cut(&self, _: usize) -> Option<Cut> {
        None
    }
}

impl fmt::Debug for PartMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartMoves").field("part", &self.part).finish_non_exhaustive()
    }
}

/// The destination of the output of a part. It drops the output, because the part is not the whole solution; the first
/// moves are written by [`PartMoves`].
pub struct PartWriter {
    pub moves: Arc<PartMoves>,
    is_done: bool,
}

impl PartWriter {
    pub fn new(moves: Arc<PartMoves>) -> PartWriter {
        PartWriter { moves, is_done: false }
    }
}

impl Destination for PartWriter {
    fn wants_answers(&self, _: &str) -> bool {
        false
    }

    fn shown_faults_are_enough(&self) -> bool {
        true
    }

    fn problem(&mut self, done: Done) -> io::Result<()> {
        self.is_done = !done.is_interrupted;
        if done.status == Status::Internal {
            let message = done.messages.concat();
            let result =
                message.strip_prefix(INTERNAL_ERROR).map_or(&message[..], |rest| rest.trim_start_matches(": "));
            self.moves.state().end.failed = Some(result.to_string());
        }
        Ok(())
    }

    fn remark(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn finish(self: Box<Self>, error: Option<io::Error>, _: problems::RemainingInput) -> io::Result<Status> {
        let ended = match error {
            Some(error) => Err(error),
            None if self.is_done => {
                if let Some(mut facts) = self.moves.facts() {
                    facts.end();
                }
                self.moves.state().seal()
            }
            None => return Ok(Status::Again),
        };
        if let Err(error) = ended {
            complain(&format!("error: {error}\n"));
            return Ok(Status::Again);
        }
        Ok(Status::Good)
    }
}

/// The results of all parts of a divided problem. The search takes the results of first moves from here.
pub struct AllMoves {
    found: Mutex<HashMap<FirstMoveId, Vec<KeptNode>>>,
    cuts: Vec<Option<Cut>>,
    pub seconds: f64,
    pub nodes: u64,
    pub failed: Option<String>,
}

impl AllMoves {
    /// Reads the results of all parts from their result files.
    ///
    /// # Errors
    ///
    /// Returns an error if a result file cannot be read.
    pub fn read(files: &[PathBuf]) -> io::Result<AllMoves> {
        let (mut found, mut cuts) = (HashMap::new(), Vec::new());
        let (mut seconds, mut nodes, mut failed) = (0.0, 0, None);
        for path in files {
            let mut lines = ResultLines::open(path)?;
            lines.advance()?;
            while lines.advance()? {
                match lines.read() {
                    // If two units have searched the move, the complete one of the two results is kept.
                    Some(ResultLine::Move(result)) if result.is_all => {
                        found.insert(result.first, result.nodes);
                    }
                    Some(ResultLine::Move(result)) => {
                        found.entry(result.first).or_insert(result.nodes);
                    }
                    Some(ResultLine::Part(end)) => {
                        seconds += end.seconds;
                        nodes += end.nodes;
                        failed = failed.or(end.failed);
                        cuts.resize(cuts.len().max(end.cuts.len()), None);
                        cuts.iter_mut().zip(end.cuts).for_each(|(cut, other)| *cut = cut.or(other));
                    }
                    Some(ResultLine::Seal(_)) => break,
                    _ => return Err(io::Error::other(format!("{}: a line is not a result of a part", path.display()))),
                }
            }
        }
        Ok(AllMoves { found: Mutex::new(found), cuts, seconds, nodes, failed })
    }
}

impl FirstMoves for AllMoves {
    fn known(&self, first: FirstMoveId) -> Known {
        let kept = self.found.lock().unwrap_or_else(PoisonError::into_inner).remove(&first);
        match kept.and_then(unkept) {
            Some(nodes) => Known::Found(nodes),
            // The unit that took over the move has not delivered it, so the move is searched here.
            None if self.cut(first.twin).is_none() => Known::Nothing,
            None => Known::Elsewhere,
        }
    }

    fn found(&self, _: FirstMoveId, _: &[Node], _: bool) {}

    fn cut(&self, twin: usize) -> Option<Cut> {
        self.cuts.get(twin).copied().flatten()
    }
}

impl fmt::Debug for AllMoves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AllMoves").finish_non_exhaustive()
    }
}

/// A destination that stores the results and messages about a problem in their order. The second field has the names of
/// the problem files that have recorded answers.
#[derive(Clone, Default)]
pub struct Collected(Arc<Mutex<Vec<CollectedItem>>>, Vec<String>);

pub enum CollectedItem {
    Problem(Box<Done>),
    Remark(String),
}

impl Collected {
    /// Creates a destination that requests the answers to problems in these files, to compare them with recorded ones.
    pub fn with_answers(files: Vec<String>) -> Collected {
        Collected(Arc::default(), files)
    }

    pub fn take(&self) -> Vec<CollectedItem> {
        mem::take(&mut self.came())
    }

    fn came(&self) -> MutexGuard<'_, Vec<CollectedItem>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Destination for Collected {
    fn wants_answers(&self, name: &str) -> bool {
        self.1.iter().any(|file| file == name)
    }

    fn shown_faults_are_enough(&self) -> bool {
        false
    }

    fn problem(&mut self, done: Done) -> io::Result<()> {
        self.came().push(CollectedItem::Problem(Box::new(done)));
        Ok(())
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        self.came().push(CollectedItem::Remark(text.to_string()));
        Ok(())
    }

    fn finish(self: Box<Self>, error: Option<io::Error>, _: problems::RemainingInput) -> io::Result<Status> {
        error.map_or(Ok(Status::Good), Err)
    }
}
