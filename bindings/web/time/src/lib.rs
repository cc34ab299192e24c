//! The part of the package `web-time` that Keymove uses, with the clock of the page as its only import.

use std::ops::Add;
use std::time::Duration;

mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Returns the milliseconds since the page was opened. The clock never goes back.
        pub safe fn now() -> f64;
    }
}

/// A point in time, measured from the opening of the page.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Instant(Duration);

impl Instant {
    pub fn now() -> Instant {
        Instant(Duration::try_from_secs_f64(page::now() / 1000.0).unwrap_or_default())
    }

    pub fn elapsed(&self) -> Duration {
        Instant::now().saturating_duration_since(*self)
    }

    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.saturating_duration_since(earlier)
    }

    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        self.0.checked_add(duration).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, duration: Duration) -> Instant {
        Instant(self.0 + duration)
    }
}
