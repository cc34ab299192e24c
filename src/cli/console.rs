//! Differences between the terminals of operating systems.

/// Turns colours on in the terminal, and returns whether it can show them. A console of Windows shows colours only on
/// request, and none before Windows 10.
#[cfg(windows)]
pub fn enable_colors() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}

/// Returns `true`: on all other systems, every terminal shows colours without a request.
#[cfg(not(windows))]
pub fn enable_colors() -> bool {
    true
}
