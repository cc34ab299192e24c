//! Differences between the terminals of operating systems.

/// Turns colours on in the terminal, and returns whether it can show them. A console of Windows shows colours only on
/// request, and none before Windows 10. A terminal shows none if `TERM` is `dumb` or, except on Windows, not set.
pub fn enable_colors() -> bool {
    let is_enabled = anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
    is_enabled && anstyle_query::term_supports_color()
}
