//! Sends the events of a search (text of the solution, progress, end) to the page while the search runs.

use crate::studio::Host;
use std::fmt;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

/// Writes a response in chunks, one chunk for each event. The HTTP library cannot be used for this, because it would
/// wait until 8 kB are collected.
pub struct Events {
    writer: Mutex<Box<dyn Write + Send>>,
    /// The flag that ends the search. It is set when an event cannot be sent, because the page has been closed.
    cancelled: Arc<AtomicBool>,
}

impl Events {
    /// Writes the status and the head of the response, with the header lines `head`.
    pub fn begin(mut writer: Box<dyn Write + Send>, head: &str, cancelled: Arc<AtomicBool>) -> io::Result<Events> {
        write!(writer, "HTTP/1.1 200 OK\r\n{head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n")?;
        writer.flush()?;
        Ok(Events { writer: Mutex::new(writer), cancelled })
    }

    /// Writes the chunk that ends the response.
    pub fn end(&self) {
        self.send("0\r\n\r\n".to_string());
    }

    fn send(&self, text: String) {
        let mut writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner);
        if writer.write_all(text.as_bytes()).and_then(|()| writer.flush()).is_err() {
            self.cancelled.store(true, Relaxed);
        }
    }
}

impl Host for Events {
    fn send(&self, event: &str) {
        self.send(format!("{:x}\r\n{event}\n\r\n", event.len() + 1));
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Events").finish_non_exhaustive()
    }
}
