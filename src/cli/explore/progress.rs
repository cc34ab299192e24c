//! The progress of exploring on standard error, shown if standard error is a terminal.

use crate::cli::status_line::StatusLine;
use crate::explore::Progress;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// Shows how many of `all` variants of the base `name` have been judged and found, until the returned line is dropped.
pub fn shown(name: String, all: u64, progress: Arc<Progress>) -> StatusLine {
    StatusLine::new(move |elapsed| message(&name, all, &progress, elapsed))
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
