//! Output formats. Each format has a file in this folder, and an entry in the table [`FORMATS`].

mod jsonl;
mod page;
mod popeye;
mod printer;
mod text;
mod themes;
mod verdicts;

pub use jsonl::Jsonl;
pub use popeye::Popeye;
pub use printer::{Printer, RenderOptions, internal_error};

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use printer::FormatDef;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// All output formats, in the order in which `--help` lists them. The first one is the default.
const FORMATS: &[FormatDef] = &[text::FORMAT, popeye::FORMAT, jsonl::FORMAT, page::HTML, page::MARKDOWN, page::LATEX];

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct OutputFormat(&'static FormatDef);

impl OutputFormat {
    /// Returns the parser for the argument `--format`.
    pub fn parser() -> impl TypedValueParser<Value = OutputFormat> {
        OutputFormat::parser_that_hides(|_| false)
    }

    /// Like [`OutputFormat::parser`], but `--help` does not list the formats of pages.
    pub fn parser_without_pages() -> impl TypedValueParser<Value = OutputFormat> {
        OutputFormat::parser_that_hides(|name| OutputFormat::page(Some(name), None).is_some())
    }

    fn parser_that_hides(is_hidden: impl Fn(&str) -> bool) -> impl TypedValueParser<Value = OutputFormat> {
        let value = |format: &FormatDef| PossibleValue::new(format.name).help(format.doc).hide(is_hidden(format.name));
        PossibleValuesParser::new(FORMATS.iter().map(value)).try_map(OutputFormat::try_from)
    }

    /// Returns the page format with the name `name`. Without a name, the ending of the output file decides. Without an
    /// output file, it is HTML. Returns `None` if no page format has this name or this ending.
    pub fn page(name: Option<&str>, file: Option<&Path>) -> Option<OutputFormat> {
        let pages = [("html", &page::HTML), ("md", &page::MARKDOWN), ("tex", &page::LATEX)];
        let ending = file.map(|path| path.extension().unwrap_or_default());
        let is_meant = |(end, format): &&(&str, &FormatDef)| match (name, ending) {
            (Some(name), _) => format.name == name,
            (None, Some(ending)) => ending.eq_ignore_ascii_case(end),
            (None, None) => true,
        };
        pages.iter().find(is_meant).map(|(_, format)| OutputFormat(format))
    }

    /// Returns the printer for a run with these settings.
    pub fn printer(self, options: &RenderOptions) -> Arc<dyn Printer> {
        (self.0.printer)(options)
    }
}

impl From<OutputFormat> for String {
    fn from(format: OutputFormat) -> String {
        format.0.name.to_string()
    }
}

impl TryFrom<String> for OutputFormat {
    type Error = &'static str;

    fn try_from(name: String) -> Result<OutputFormat, &'static str> {
        FORMATS.iter().find(|format| format.name == name).map(OutputFormat).ok_or("expected an output format")
    }
}

impl Default for OutputFormat {
    fn default() -> OutputFormat {
        OutputFormat(&FORMATS[0])
    }
}

impl fmt::Debug for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

impl fmt::Display for OutputFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}
