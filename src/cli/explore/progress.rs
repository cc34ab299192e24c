//! The progress of exploring on standard error, shown if standard error is a terminal.

use crate::explore::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Shows the numbers of judged and of found variants until it is dropped.
pub struct Display {
    bar: ProgressBar,
    stop: Arc<AtomicBool>,
    follower: Option<JoinHandle<()>>,
}

impl Display {
    /// Shows the progress of a base with this name and with `all` variants.
    pub fn new(name: String, all: u64, progress: Arc<Progress>) -> Display {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr_with_hz(5));
        let style = ProgressStyle::with_template("{elapsed_precise} {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let stop = Arc::<AtomicBool>::default();
        let follower = (!bar.is_hidden()).then(|| {
            let (bar, stop, begun) = (bar.clone(), stop.clone(), Instant::now());
            std::thread::spawn(move || {
                // A short run shows no progress.
                std::thread::park_timeout(Duration::from_millis(700));
                while !stop.load(Relaxed) {
                    bar.set_message(message(&name, all, &progress, begun.elapsed()));
                    bar.tick();
                    std::thread::park_timeout(Duration::from_millis(200));
                }
            })
        });
        Display { bar, stop, follower }
    }
}

fn message(name: &str, all: u64, progress: &Progress, elapsed: Duration) -> String {
    let (done, found) = (progress.done.load(Relaxed), progress.found.load(Relaxed));
    let left = elapsed.as_secs_f64() * all.saturating_sub(done) as f64 / done.max(1) as f64;
    let left = if done > 0 { format!(", about {left:.0} s left") } else { String::new() };
    format!("{name}: {} of {} variants, {found} found{left}", grouped(done), grouped(all))
}

/// Writes a number with commas between groups of three digits.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

impl Drop for Display {
    fn drop(&mut self) {
        self.stop.store(true, Relaxed);
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
    fn progress_is_a_line() {
        let progress = Progress::default();
        assert_eq!(message("a", 1_234_567, &progress, Duration::ZERO), "a: 0 of 1,234,567 variants, 0 found");
        progress.done.store(1000, Relaxed);
        assert_eq!(
            message("a", 3000, &progress, Duration::from_secs(2)),
            "a: 1,000 of 3,000 variants, 0 found, about 4 s left"
        );
    }
}
