//! Reads the known differences from Popeye, the rows of `tests/differences.txt`. The header of that file explains the
//! parts of a row.

const TEXT: &str = include_str!("../differences.txt");

pub struct Row {
    pub section: &'static str,
    pub key: &'static str,
    /// The conditions with which the difference occurs; `None` if it does not depend on conditions.
    pub conditions: Option<&'static str>,
    pub what: &'static str,
    /// The example, Popeye's answer, and the reason why Keymove's answer differs.
    pub rest: [&'static str; 3],
}

impl Row {
    /// Whether the difference may occur in a problem with these conditions.
    pub fn holds_for(&self, conditions: &[String]) -> bool {
        let has_word = |condition: &String, word: &str| word.split('/').any(|either| condition.contains(either));
        let is_there = |words: &str| {
            words == "*" || conditions.iter().any(|condition| words.split(' ').all(|word| has_word(condition, word)))
        };
        self.conditions.is_some_and(|wanted| wanted.split(" + ").all(is_there))
    }
}

pub fn rows() -> impl Iterator<Item = Row> {
    let mut section = "";
    TEXT.lines().filter(|line| !line.is_empty() && !line.starts_with("# ") && *line != "#").filter_map(move |line| {
        if let Some(title) = line.strip_prefix("## ") {
            section = title;
            return None;
        }
        // A goal may have a bar of its own, after a backslash.
        let parts: Vec<&str> = line.split(" | ").collect();
        let [key, conditions, what, example, popeye, here] = parts[..] else { panic!("six parts: {line}") };
        let conditions = (conditions != "-").then_some(conditions);
        Some(Row { section, key, conditions, what, rest: [example, popeye, here] })
    })
}
