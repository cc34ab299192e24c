//! Colours on a terminal, or none.

/// What a piece of text is, as far as it is coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// The name of a phase.
    Heading,
    /// Keys, and the titles of problems and twins.
    Strong,
    /// Tries, and what only counts.
    Faint,
    /// The sign of a goal that is reached.
    Goal,
    Note,
}

/// Paints when it is told to.
#[derive(Clone, Copy, Debug)]
pub struct Paint(pub bool);

impl Paint {
    /// The text in the colour of its role. A text in another colour inside it ends the colour.
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

/// How many columns a text takes, without what only changes colours.
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

/// Spaces up to the given column.
pub fn pad(text: &mut String, columns: usize) {
    for _ in width(text)..columns {
        text.push(' ');
    }
}
