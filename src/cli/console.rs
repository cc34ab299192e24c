//! The terminal, as far as systems differ.

/// Makes the terminal show colours, and returns whether it does. A console of Windows shows them only if it is asked to,
/// and those before Windows 10 cannot. A terminal also shows none if `TERM` is `dumb` or, except on Windows, not set.
pub fn enable_colors() -> bool {
    let is_enabled = anstyle_query::windows::enable_ansi_colors().unwrap_or(true);
    is_enabled && anstyle_query::term_supports_color()
}
