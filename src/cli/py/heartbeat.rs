//! Heartbeats: lines on standard error that show to a client that the program is working. If such a line cannot be
//! written, the client has ended.

use crate::cli::status::Status;
use std::io::{self, Write};
use std::thread;
use std::time::Duration;

/// Starts a thread that prints a numbered line after each interval. The thread ends the program if a line cannot be
/// written, so that the program does not outlive a killed client.
///
/// # Errors
///
/// Returns an error if the thread cannot be started.
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
