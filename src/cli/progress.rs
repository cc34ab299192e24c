//! The progress display on standard error, shown if standard error is a terminal.

use crate::solve::{PhaseProgress, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Shows the number of finished problems and, for each running problem, the number of its first moves.
pub struct Display {
    bar: ProgressBar,
    work: Arc<RunningProblem>,
    follower: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct RunningProblem {
    problems: Mutex<BTreeMap<usize, Problem>>,
    done: AtomicUsize,
    /// The total number of problems, or 0 until it is known.
    expected: AtomicUsize,
    stop: AtomicBool,
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
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        let style = ProgressStyle::with_template("{elapsed_precise} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style);
        let work = Arc::new(RunningProblem::default());
        let follower = (!bar.is_hidden()).then(|| {
            let (bar, work) = (bar.clone(), work.clone());
            std::thread::spawn(move || {
                // A short run shows no progress.
                std::thread::park_timeout(Duration::from_millis(700));
                while !work.stop.load(Ordering::Relaxed) {
                    bar.set_message(work.text());
                    bar.tick();
                    std::thread::park_timeout(Duration::from_millis(200));
                }
            })
        });
        Display { bar, work, follower }
    }

    /// Adds the problem with this number in the input to the running problems. Returns its progress, which the search
    /// updates.
    pub fn begin(&self, number: usize, name: impl FnOnce() -> String) -> Arc<Progress> {
        let progress = Arc::<Progress>::default();
        if self.follower.is_some()
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

    /// Calls `f`, which prints to the terminal, while the display is hidden.
    pub fn suspend<R>(&self, f: impl FnOnce() -> R) -> R {
        self.bar.suspend(f)
    }
}

impl RunningProblem {
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

impl Drop for Display {
    fn drop(&mut self) {
        self.work.stop.store(true, Ordering::Relaxed);
        if let Some(follower) = self.follower.take() {
            follower.thread().unpark();
            let _ = follower.join();
        }
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problems_under_work_are_named() {
        let work = RunningProblem::default();
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
