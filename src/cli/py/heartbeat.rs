//! Heartbeats: lines on standard error that show a client that the program is working. They also show the program
//! whether its client is still there.

use crate::cli::status::Status;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

/// Prints a numbered line after each interval. The program ends when a line cannot be written, so that it does not
/// outlive a client that was killed.
///
/// # Errors
///
/// The thread cannot be started.
pub fn begin(interval: Duration) -> io::Result<()> {
    let beat = move || {
        for number in 1_u64.. {
            thread::sleep(interval);
            if writeln!(io::stderr(), "heartbeat: {number:>4}").is_err() {
                std::process::exit(i32::from(Status::Interrupted as u8));
            }
        }
    };
    thread::Builder::new().spawn(beat).map(drop)
}
