//! Colours for text on a terminal, which can be switched off.

/// What a section of text is for, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextRole {
    /// The title of a phase.
    Heading,
    /// A key, or the title of a problem or twin.
    Strong,
    /// A try.
    Faint,
    /// The sign of a goal that a move reaches.
    Goal,
    Note,
}

/// Colours text for a terminal. If the flag is `false`, text is left unchanged.
#[derive(Clone, Copy, Debug)]
pub struct Paint(pub bool);

impl Paint {
    /// Returns the text in the colour of its role. The text should not contain coloured text, because the colour of the
    /// role would end there.
    pub fn paint(self, role: TextRole, text: &str) -> String {
        if !self.0 || text.is_empty() {
            return text.to_string();
        }
        let code = match role {
            TextRole::Heading => "4",
            TextRole::Strong => "1",
            TextRole::Faint => "2",
            TextRole::Goal => "32",
            TextRole::Note => "33",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Returns the number of columns that a text occupies on a terminal. Colour codes occupy none.
pub fn width(text: &str) -> usize {
    let mut columns = 0;
    let mut in_code = false;
    for c in text.chars() {
        match c {
            '\x1b' => in_code = true,
            'm' if in_code => in_code = false,
            _ if in_code => {}
            _ => columns += 1,
        }
    }
    columns
}

/// Appends spaces until the text is `columns` wide.
pub fn pad(text: &mut String, columns: usize) {
    for _ in width(text)..columns {
        text.push(' ');
    }
}
