//! Reads the parts of a text that are not the problem itself: the heading, the protocol file, the keywords of
//! twins.

use super::keywords::{Command, Language};
use super::sections::{HeadedSection, SectionHead, sections};
use crate::syntax::Span;
use crate::units::Tongue;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Protocol {
    pub path: String,
    pub keyword: Span,
}

/// Returns the last `Protocol` command of a problem that names a file; `None` if there is none. `language` is
/// used if the text does not begin with a keyword that sets the language.
///
/// ```
/// use keymove::syntax::popeye::protocol;
///
/// let text = "Begin Stip #1 Piec Whit Ka1 Qb6 Blac Ka8\nProtocol my output.txt\nEndp";
/// assert_eq!(protocol(text, Default::default()).unwrap().path, "my output.txt");
/// ```
pub fn protocol(text: &str, language: Tongue) -> Option<Protocol> {
    let (sections, _) = sections(text, keywords_of(language));
    let is_named =
        |section: &&HeadedSection| section.head == SectionHead::Command(Command::Protocol) && !section.line.is_empty();
    let last = sections.iter().rfind(is_named)?;
    Some(Protocol { path: last.line.to_string(), keyword: last.keyword.span() })
}

/// Returns the lines of the heading in print order: authors, origins, awards, titles.
///
/// ```
/// use keymove::syntax::popeye::heading_lines;
///
/// let text = "Begin Title Pins\nAuthor A. Composer\nTitle and more pins\nStip #1 Endp";
/// assert_eq!(heading_lines(text, Default::default()), ["A. Composer", "Pins", "and more pins"]);
/// ```
pub fn heading_lines(text: &str, language: Tongue) -> Vec<String> {
    const ORDER: [Command; 4] = [Command::Author, Command::Origin, Command::Award, Command::Title];
    let (sections, _) = sections(text, keywords_of(language));
    let lines_of = |command| sections.iter().filter(move |section| section.head == SectionHead::Command(command));
    ORDER
        .into_iter()
        .flat_map(lines_of)
        .map(|section| section.line.to_string())
        .filter(|line| !line.is_empty())
        .collect()
}

/// Returns the spans of the keywords that begin twins, `Twin` and `Zeroposition`, in text order.
pub fn twin_keywords(text: &str, language: Tongue) -> Vec<Span> {
    let (sections, _) = sections(text, keywords_of(language));
    let is_twin = |head: &SectionHead| matches!(head, SectionHead::Command(Command::Twin | Command::ZeroPosition));
    sections.iter().filter(|section| is_twin(&section.head)).map(|section| section.keyword.span()).collect()
}

fn keywords_of(language: Tongue) -> Language {
    Language::ALL.into_iter().find(|&known| Tongue::from(known) == language).unwrap_or_default()
}
