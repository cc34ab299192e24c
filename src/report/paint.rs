//! Optional terminal colours.

/// Role of a piece of text, which determines its colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The name of a phase.
    Heading,
    /// Keys, and the titles of problems and twins.
    Strong,
    /// Tries.
    Faint,
    /// The sign of a goal that is reached.
    Goal,
    Note,
}

/// Colours text if the flag is set.
#[derive(Clone, Copy, Debug)]
pub struct Paint(pub bool);

impl Paint {
    /// Returns the text in the colour of its role. Coloured text inside it ends the colour.
    pub fn paint(self, role: Role, text: &str) -> String {
        if !self.0 || text.is_empty() {
            return text.to_string();
        }
        let code = match role {
            Role::Heading => "4",
            Role::Strong => "1",
            Role::Faint => "2",
            Role::Goal => "32",
            Role::Note => "33",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// Returns the width of a text in columns, without colour codes.
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

/// Appends spaces up to the given column.
pub fn pad(text: &mut String, columns: usize) {
    for _ in width(text)..columns {
        text.push(' ');
    }
}
