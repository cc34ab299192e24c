//! Reads tables of rows whose fields are separated by `|`.

/// Returns the rows of a text as fields, without comments and empty lines.
pub fn rows(text: &str, fields: usize) -> Vec<Vec<&str>> {
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let row: Vec<&str> = line.split('|').map(str::trim).collect();
            assert_eq!(row.len(), fields, "{line}");
            row
        })
        .collect()
}
