//! Panic isolation: a panic while solving one problem does not affect the other problems.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

/// Calls `f`. Returns its result or, if it panics, the payload of the panic.
pub fn caught<R>(f: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    // If `f` leaves data half changed, the data belong to the problem that is given up.
    panic::catch_unwind(AssertUnwindSafe(f))
}

/// Returns the message in the payload of a panic, or "no message" if it has none.
pub fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_string())
}

/// The messages of recent panics, each with its place in the code (`file:line`). They are stored for later reports and
/// not printed at once.
#[derive(Clone, Default)]
pub struct PanicPlaces(Arc<Mutex<VecDeque<(String, String)>>>);

/// Largest number of panics that are stored.
const MOST: usize = 100;

impl PanicPlaces {
    /// Installs a panic hook that stores messages and places of panics in the returned list. Panics are then printed
    /// only if `RUST_BACKTRACE` is set.
    pub fn watch() -> PanicPlaces {
        let places = PanicPlaces::default();
        let (noted, before) = (places.clone(), panic::take_hook());
        panic::set_hook(Box::new(move |panic| {
            let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
            noted.note(message(panic.payload()), place.unwrap_or_default());
            if std::env::var_os("RUST_BACKTRACE").is_some_and(|value| value != "0") {
                before(panic);
            }
        }));
        places
    }

    fn note(&self, message: String, place: String) {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        places.truncate(MOST - 1);
        places.push_front((message, place));
    }

    /// Returns the message of a panic, with its place in the code if [`PanicPlaces::watch`] has stored it. The stored
    /// place is then removed from the list.
    pub fn description(&self, panic: &(dyn Any + Send)) -> String {
        let message = message(panic);
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = places.iter().position(|(noted, _)| *noted == message).and_then(|i| places.remove(i));
        match found {
            Some((_, place)) if !place.is_empty() => format!("{message} ({place})"),
            _ => message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_caught_with_what_it_says() {
        assert_eq!(caught(|| 7).ok(), Some(7));
        let panic = caught(|| panic!("{} men", 33)).unwrap_err();
        assert_eq!(message(&*panic), "33 men");
        let panic = caught(|| panic!("no square")).unwrap_err();
        assert_eq!(message(&*panic), "no square");
        assert_eq!(message(&7_u8), "no message");
    }

    #[test]
    fn places_are_told_once() {
        let places = PanicPlaces::default();
        places.note("no square".to_string(), "board.rs:7".to_string());
        let panic = caught(|| panic!("no square")).unwrap_err();
        assert_eq!(places.description(&*panic), "no square (board.rs:7)");
        assert_eq!(places.description(&*panic), "no square");
    }
}
