//! A line on standard error that shows the state of a run, if standard error is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time before anything is shown. A shorter run shows nothing.
const FIRST: Duration = Duration::from_millis(700);
const EACH: Duration = Duration::from_millis(200);

/// A line with the elapsed time and a text. It is shown until it is dropped.
pub struct StatusLine {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    /// The thread that updates the text. `None` if nothing is shown.
    follower: Option<JoinHandle<()>>,
}

impl StatusLine {
    /// Shows the line. Its text is what `text` returns for the elapsed time, and is updated regularly.
    pub fn new(text: impl Fn(Duration) -> String + Send + 'static) -> StatusLine {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        let style = ProgressStyle::with_template("{elapsed_precise} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let stop = Arc::<AtomicBool>::default();
        let follower = (!bar.is_hidden()).then(|| {
            let (bar, stop, begun) = (bar.clone(), stop.clone(), Instant::now());
            thread::spawn(move || {
                thread::park_timeout(FIRST);
                while !stop.load(Relaxed) {
                    bar.set_message(text(begun.elapsed()));
                    bar.tick();
                    thread::park_timeout(EACH);
                }
            })
        });
        StatusLine { bar, stop, follower }
    }

    pub fn is_shown(&self) -> bool {
        self.follower.is_some()
    }

    /// Hides the line, calls `f`, which prints to the terminal, and shows the line again.
    pub fn suspend<R>(&self, f: impl FnOnce() -> R) -> R {
        self.bar.suspend(f)
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
        if let Some(follower) = self.follower.take() {
            follower.thread().unpark();
            let _ = follower.join();
        }
        self.bar.finish_and_clear();
    }
}
