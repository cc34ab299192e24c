//! Text form of the lengths in the condition BGL (black and white geometric length).

/// Formats a length that is given in hundredths of a square: `27.42`, `3`, or `-` for no limit ([`u32::MAX`]).
pub fn length(hundredths: u32) -> String {
    let (whole, rest) = (hundredths / 100, hundredths % 100);
    match (hundredths, rest) {
        (u32::MAX, _) => "-".into(),
        (_, 0) => whole.to_string(),
        (_, rest) if rest % 10 == 0 => format!("{whole}.{}", rest / 10),
        (_, rest) => format!("{whole}.{rest:02}"),
    }
}

/// Parses a length into hundredths of a square; `-` becomes [`u32::MAX`]. Returns `None` if the word is not a length.
pub fn read_length(word: &str) -> Option<u32> {
    if word == "-" {
        return Some(u32::MAX);
    }
    let (whole, decimals) = word.split_once('.').unwrap_or((word, ""));
    if decimals.len() > 2 || !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let rest: u32 = format!("{decimals:0<2}").parse().ok()?;
    whole.parse::<u32>().ok()?.checked_mul(100)?.checked_add(rest)
}
