//! Keymove as a WebAssembly module for the studio page.
//!
//! A text goes in and out through the memory of the module: the page reserves room with [`reserve`], writes the text
//! there, and calls [`ask`] or [`solve`]. The answer, and each event of a search, arrives at the imported function
//! `told`. A panic arrives at `failed`, and is followed by a trap, after which the module is of no use any more.
//!
//! The module has no threads: `solve` returns at the end of the search, so a worker should call it.

use keymove::studio::{self, Host, Resources};
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Receives a text, which is valid during the call.
        pub safe fn told(text: *const u8, length: usize);
        /// Receives the message of a panic.
        pub safe fn failed(text: *const u8, length: usize);
    }
}

/// The room for the text that the page hands over, as long as it is not taken.
static ROOM: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

/// Returns the address of a room of `length` bytes for the next text. The memory of the module may be another one
/// after the call.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let room = Box::into_raw(vec![0_u8; length].into_boxed_slice());
    ROOM.store(room.cast(), Relaxed);
    room.cast()
}

/// Answers the question of `length` bytes in the reserved room.
#[unsafe(no_mangle)]
pub extern "C" fn ask(length: usize) {
    report_panics();
    send(&studio::answer(&taken(length)));
}

/// Solves the problem of `length` bytes in the reserved room, with tables and solutions of at most `table` and
/// `solution` megabytes.
#[unsafe(no_mangle)]
pub extern "C" fn solve(length: usize, table: usize, solution: usize) {
    report_panics();
    let resources = Resources { threads: 1, table: table << 20, solution: solution << 20, ..Resources::default() };
    studio::solve(&taken(length), Arc::new(Page), &resources);
}

/// Takes the text out of the room. Returns an empty text if no room of this length is reserved.
fn taken(length: usize) -> String {
    let room = ROOM.swap(std::ptr::null_mut(), Relaxed);
    if room.is_null() {
        return String::new();
    }
    // SAFETY: `room` comes from `reserve`, which is the only function that stores it, and has been swapped out, so that
    // it is freed once. The page passes the length with which it has called `reserve`.
    let text = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(room, length)) };
    String::from_utf8_lossy(&text).into_owned()
}

fn send(text: &str) {
    page::told(text.as_ptr(), text.len());
}

fn report_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let text = panic.to_string();
        page::failed(text.as_ptr(), text.len());
    }));
}

/// The page, as the receiver of events.
#[derive(Debug)]
struct Page;

impl Host for Page {
    fn send(&self, event: &str) {
        send(event);
    }
}
