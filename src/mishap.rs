//! Faults of the program itself. What panics over one problem costs that problem and nothing else.

use std::any::Any;
use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

/// What `f` gives, or what it panicked with.
pub fn caught<R>(f: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    // Whatever `f` was about to change belongs to the problem that is given up.
    panic::catch_unwind(AssertUnwindSafe(f))
}

/// What a panic says.
pub fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_string())
}

/// Where panics came from, in place of what would be printed of them in the midst of the output.
#[derive(Clone, Default)]
pub struct Places(Arc<Mutex<VecDeque<(String, String)>>>);

/// More are not remembered.
const MOST: usize = 100;

impl Places {
    /// From now on panics are not printed, except where a backtrace is asked for.
    pub fn watch() -> Places {
        let places = Places::default();
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

    /// What a panic said, and where.
    pub fn tell(&self, panic: &(dyn Any + Send)) -> String {
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
        let places = Places::default();
        places.note("no square".to_string(), "board.rs:7".to_string());
        let panic = caught(|| panic!("no square")).unwrap_err();
        assert_eq!(places.tell(&*panic), "no square (board.rs:7)");
        assert_eq!(places.tell(&*panic), "no square");
    }
}
