//! What a person sees while waiting: on standard error, and only on a terminal.

use crate::solve::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

/// A bar that follows the first moves of the problem under way, or the problems of a batch.
pub struct Display {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    follower: Option<JoinHandle<()>>,
}

impl Display {
    pub fn new(progress: Arc<Progress>) -> Display {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        let style = ProgressStyle::with_template("{elapsed_precise} {msg}")
            .unwrap_or_else(|_| ProgressStyle::default_spinner());
        bar.set_style(style);
        let stop = Arc::new(AtomicBool::new(false));
        let follower = (!bar.is_hidden()).then(|| {
            let (bar, stop) = (bar.clone(), stop.clone());
            std::thread::spawn(move || {
                // Short work shows nothing.
                std::thread::park_timeout(Duration::from_millis(700));
                while !stop.load(Ordering::Relaxed) {
                    let (done, total) = progress.get();
                    let problems = bar.position();
                    let estimate = estimate(bar.elapsed(), done, total);
                    bar.set_message(format!("problems done: {problems}; first moves: {done} of {total}{estimate}"));
                    bar.tick();
                    std::thread::park_timeout(Duration::from_millis(200));
                }
            })
        });
        Display { bar, stop, follower }
    }

    /// Another problem is done.
    pub fn problem_done(&self) {
        self.bar.inc(1);
    }

    /// Prints without disturbing the bar.
    pub fn suspend<R>(&self, f: impl FnOnce() -> R) -> R {
        self.bar.suspend(f)
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
        self.stop.store(true, Ordering::Relaxed);
        if let Some(follower) = self.follower.take() {
            follower.thread().unpark();
            let _ = follower.join();
        }
        self.bar.finish_and_clear();
    }
}
