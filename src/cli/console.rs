//! The terminal, as far as systems differ.

/// Makes the terminal show colours, and returns whether it does. A console of Windows shows them only if it is asked to,
/// and those before Windows 10 cannot.
#[cfg(windows)]
pub fn enable_colors() -> bool {
    anstyle_query::windows::enable_ansi_colors().unwrap_or(false)
}

/// Returns `true`: every terminal of other systems shows colours.
#[cfg(not(windows))]
pub fn enable_colors() -> bool {
    true
}
