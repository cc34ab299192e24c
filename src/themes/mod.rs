//! Themes: patterns that a problem shows, computed from its complete solution.
//!
//! A theme is one row of a table ([`Theme`]): its names, its exact definition, its requirements, an example and a
//! counter-example, and a detector. Each group of themes is one file. [`facts`] has the facts that the detectors use;
//! they are computed once for each problem. Lists, explanations and `docs/themes.md` are made from the rows.
//!
//! A theme is found only if the known solution shows it. If a limit has cut the search, other themes may be present.

mod changes;
mod economy;
pub mod facts;
mod found;
mod help;
mod interference;
mod key;
mod mates;
mod paths;
mod promotions;
mod row;

pub use found::{
    FoundPath, FoundTheme, Themes, asked_for, genres_in_words, settings_for_themes, themes, unknown_theme,
    without_additions,
};
pub use row::{Group, Needs, Strength, Theme};

/// Iterates over all themes, in the order of output.
pub fn all() -> impl Iterator<Item = &'static Theme> {
    let groups: [&'static [Theme]; 8] = [
        mates::THEMES,
        key::THEMES,
        changes::THEMES,
        interference::THEMES,
        paths::THEMES,
        promotions::THEMES,
        help::THEMES,
        economy::THEMES,
    ];
    groups.into_iter().flatten()
}

/// Returns the theme with this name or alias, or `None` if there is none. Letter case is ignored.
pub fn find(name: &str) -> Option<&'static Theme> {
    let lower = name.trim().to_lowercase();
    all().find(|theme| {
        theme.name.to_lowercase() == lower || theme.aliases.iter().any(|alias| alias.to_lowercase() == lower)
    })
}
