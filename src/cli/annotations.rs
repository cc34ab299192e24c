//! Annotations for a hosted CI service, which shows each annotation beside the line of the problem in the file.

use super::outcome::Done;
use super::status::Status;

/// Returns the error of a problem as an annotation: the workflow command `::error file=…,line=…,col=…,title=…::…`.
/// Returns an empty string if the problem has no error. Only the first lines of the details are included, because the
/// CI service shows only a few lines.
pub fn github(done: &Done) -> String {
    let (level, word) = match done.status {
        Status::Good => return String::new(),
        Status::Unsound if done.is_changed() => ("error", "changed"),
        Status::Unsound => ("error", "unsound"),
        Status::BadInput => ("error", "invalid"),
        Status::Undecided | Status::Again | Status::Interrupted => ("warning", "undecided"),
        Status::Internal => ("error", "internal error"),
    };
    let details = done.details();
    let text = details.lines().take(10).collect::<Vec<_>>().join("\n");
    let title = if done.label == "-" { word.to_string() } else { format!("{} {word}", done.label) };
    format!(
        "::{level} file={},line={},col={},title={}::{}\n",
        property(&done.file),
        done.line,
        done.column,
        property(&title),
        message(&text)
    )
}

fn message(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    message(text).replace(':', "%3A").replace(',', "%2C")
}
