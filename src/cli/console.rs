//! Differences between the terminals of operating systems.

/// Turns colours on in the terminal, and returns whether it can show them. A console of Windows has to be asked for
/// colours, and has none before Windows 10.
#[cfg(windows)]
pub fn enable_colors() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}

/// Returns `true`: every terminal of other systems shows colours.
#[cfg(not(windows))]
pub fn enable_colors() -> bool {
    true
}
