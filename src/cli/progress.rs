//! The progress display on standard error, shown if standard error is a terminal.

use super::status_line::StatusLine;
use crate::solve::{PhaseProgress, Progress};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// Shows the number of finished problems and, for each running problem, how many of its first moves have been searched.
pub struct Display {
    line: StatusLine,
    work: Arc<RunningProblems>,
}

#[derive(Default)]
struct RunningProblems {
    problems: Mutex<BTreeMap<usize, Problem>>,
    done: AtomicUsize,
    /// The total number of problems, or 0 until it is known.
    expected: AtomicUsize,
}

struct Problem {
    name: String,
    since: Instant,
    progress: Arc<Progress>,
}

/// The largest number of running problems that are shown.
const SHOWN: usize = 12;

impl Display {
    pub fn new() -> Display {
        let work = Arc::new(RunningProblems::default());
        let shown = work.clone();
        Display { line: StatusLine::new(move |_| shown.text()), work }
    }

    /// Adds a problem to the running problems, with its number in the input and its name. Returns the progress that its
    /// search has to update.
    pub fn begin(&self, number: usize, name: impl FnOnce() -> String) -> Arc<Progress> {
        let progress = Arc::<Progress>::default();
        if self.line.is_shown()
            && let Ok(mut problems) = self.work.problems.lock()
        {
            problems.insert(number, Problem { name: name(), since: Instant::now(), progress: progress.clone() });
        }
        progress
    }

    /// Sets the total number of problems.
    pub fn expect(&self, problems: usize) {
        self.work.expected.store(problems, Ordering::Relaxed);
    }

    pub fn end(&self, number: usize) {
        self.work.done.fetch_add(1, Ordering::Relaxed);
        if let Ok(mut problems) = self.work.problems.lock() {
            problems.remove(&number);
        }
    }

    /// Hides the display, calls `f`, which prints to the terminal, and shows the display again.
    pub fn suspend<R>(&self, f: impl FnOnce() -> R) -> R {
        self.line.suspend(f)
    }
}

impl RunningProblems {
    fn text(&self) -> String {
        let done = self.done.load(Ordering::Relaxed);
        let mut text = match self.expected.load(Ordering::Relaxed) {
            0 => format!("problems done: {done}"),
            expected => format!("problems done: {done} of {expected}"),
        };
        let Ok(problems) = self.problems.lock() else { return text };
        // If only one problem is running, the elapsed time of the run is also the time of the problem.
        let is_single = done == 0 && problems.len() == 1;
        for Problem { name, since, progress } in problems.values().take(SHOWN) {
            let PhaseProgress { what, done, total, since: begun, .. } = progress.get();
            let _ = write!(text, "\n  {name}");
            if !is_single {
                let _ = write!(text, ", {:.0} s", since.elapsed().as_secs_f64());
            }
            if !what.is_empty() {
                let _ = write!(text, ", {what}");
            }
            if total > 0 {
                let left = begun.map(|begun| estimate(begun.elapsed(), done, total)).unwrap_or_default();
                let _ = write!(text, ", first moves: {done} of {total}{left}");
            }
        }
        if problems.len() > SHOWN {
            let _ = write!(text, "\n  and {} more", problems.len() - SHOWN);
        }
        text
    }
}

fn estimate(elapsed: Duration, done: usize, total: usize) -> String {
    if done == 0 || done >= total {
        return String::new();
    }
    let left = elapsed.as_secs_f64() * (total - done) as f64 / done as f64;
    format!(", about {left:.0} s left")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problems_under_work_are_named() {
        let work = RunningProblems::default();
        let problem = |name: &str| Problem { name: name.into(), since: Instant::now(), progress: Arc::default() };
        for number in 0..SHOWN + 3 {
            work.problems.lock().unwrap().insert(number, problem(&format!("a.epd:{number}")));
        }
        let text = work.text();
        assert!(text.starts_with("problems done: 0\n  a.epd:0, 0 s\n") && text.ends_with("and 3 more"), "{text}");
        work.expected.store(20, Ordering::Relaxed);
        assert!(work.text().starts_with("problems done: 0 of 20\n"), "{}", work.text());
    }
}
