//! The themes that a run computes and prints.

use crate::syntax::nearest;
use crate::themes::{self, Themes};
use serde::{Deserialize, Serialize};

/// The choice of the themes that a run computes and prints.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ThemeChoice {
    /// Whether themes are computed and printed.
    pub is_wanted: bool,
    /// Whether text contains only the themes, without solutions, as for `keymove themes`.
    pub is_alone: bool,
    /// If not empty, only these themes are printed. Each is printed only if the problem shows it at least as often as
    /// the number says.
    only: Vec<(String, usize)>,
    /// Themes that are not printed.
    not: Vec<String>,
}

impl ThemeChoice {
    /// Returns the choice that the arguments of `keymove themes` make, or an error message if a name is no theme.
    pub fn new(only: &[String], not: &[String]) -> Result<ThemeChoice, String> {
        let only = only.iter().map(|text| counted(text)).collect::<Result<_, _>>()?;
        let not = not.iter().map(|text| name(text, "--not", text)).collect::<Result<_, _>>()?;
        Ok(ThemeChoice { is_wanted: true, is_alone: true, only, not })
    }

    /// If `is_wanted` is set, returns the choice of all themes, printed with the other output. Otherwise returns the
    /// choice of none.
    pub fn all_if(is_wanted: bool) -> ThemeChoice {
        ThemeChoice { is_wanted, ..ThemeChoice::default() }
    }

    /// Returns those of `themes` that are chosen.
    pub fn choose(&self, mut themes: Themes) -> Themes {
        let is_chosen = |name: &str, count: Option<usize>| {
            let is_only = |(only, least): &(String, usize)| only == name && count.unwrap_or(1) >= *least;
            (self.only.is_empty() || self.only.iter().any(is_only)) && !self.not.iter().any(|not| not == name)
        };
        themes.found.retain(|told| is_chosen(told.theme.name, told.count));
        for (_, names) in &mut themes.not_computed {
            names.retain(|name| is_chosen(name, Some(usize::MAX)));
        }
        themes.not_computed.retain(|(_, names)| !names.is_empty());
        themes.leaves_out_others = !self.only.is_empty();
        themes
    }
}

/// Parses a theme of `--only` with the least number of times, if given: `model mate>=3`.
fn counted(text: &str) -> Result<(String, usize), String> {
    let Some((before, number)) = text.split_once(">=") else { return Ok((name(text, "--only", text)?, 0)) };
    let number = number.trim();
    let count = number.parse().map_err(|_| format!("--only {text}: expected a number after `>=`, not `{number}`"))?;
    Ok((name(before, "--only", text)?, count))
}

/// Returns the name of the theme `text` in the spelling of the catalogue of themes. An error message names the `option`
/// and its whole value `whole`.
fn name(text: &str, option: &str, whole: &str) -> Result<String, String> {
    if let Some(theme) = themes::find(text) {
        return Ok(theme.name.to_string());
    }
    let hint = nearest(text.trim(), themes::all().map(|theme| theme.name));
    let hint = hint.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
    Err(format!("{option} {whole}: unknown theme; `keymove list themes` lists all{hint}"))
}
