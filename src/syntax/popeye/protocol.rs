//! The protocol file that a problem asks for.

use super::keywords::{Command, Language};
use super::sections::{Head, sections};
use crate::syntax::Span;
use crate::units::Tongue;

/// The command `Protocol`: its output file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protocol {
    pub path: String,
    /// The place of the keyword.
    pub keyword: Span,
}

/// Returns the last command `Protocol` of a problem that names a file, or `None`. `language` is that of the keywords if
/// the problem does not begin with one.
///
/// ```
/// use keymove::syntax::popeye::protocol;
///
/// let text = "Begin Stip #1 Piec Whit Ka1 Qb6 Blac Ka8\nProtocol my output.txt\nEndp";
/// assert_eq!(protocol(text, Default::default()).unwrap().path, "my output.txt");
/// ```
pub fn protocol(text: &str, language: Tongue) -> Option<Protocol> {
    let language = Language::ALL.into_iter().find(|&known| Tongue::from(known) == language)?;
    let (sections, _) = sections(text, language);
    let named = sections.iter().filter(|section| section.head == Head::Command(Command::Protocol));
    let last = named.filter(|section| !section.line.is_empty()).next_back()?;
    Some(Protocol { path: last.line.to_string(), keyword: last.keyword.span() })
}
