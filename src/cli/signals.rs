//! Handles the signals that request the end of the program: Ctrl-C, SIGTERM, SIGHUP.

/// Calls `f` in a separate thread at each SIGINT, SIGTERM or SIGHUP. A signal that was ignored when the program started
/// remains ignored; `nohup` and shells that start background programs rely on that.
#[cfg(unix)]
pub fn at_each(mut f: impl FnMut() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    let ignored = ignored(&std::fs::read_to_string("/proc/self/status").unwrap_or_default());
    let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    // If no thread can be started, the first signal ends the program.
    if let Ok(mut signals) = Signals::new(wanted) {
        let _ = std::thread::Builder::new().spawn(move || signals.forever().for_each(|_| f()));
    }
}

#[cfg(not(unix))]
pub fn at_each(f: impl FnMut() + Send + 'static) {
    let _ = ctrlc::set_handler(f);
}

/// Returns the signals that are ignored, as a set of bits. `status` is the text of `/proc/self/status` on Linux. On
/// other systems the set is empty, because it cannot be determined without unsafe code.
#[cfg(unix)]
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(all(test, unix))]
mod tests {
    #[test]
    fn the_mask_of_ignored_signals_is_read() {
        assert_eq!(super::ignored("Name:\tkeymove\nSigIgn:\t0000000000001001\nSigCgt:\t0\n"), 0x1001);
        assert_eq!(super::ignored(""), 0);
    }
}
