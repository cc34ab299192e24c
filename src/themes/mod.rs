//! Themes: what a problem shows, computed from its complete solution.
//!
//! A theme is one row of a table ([`Theme`]): its names, its exact definition, what it needs, an example and a
//! counter-example, and a detector. Each group of themes is one file. [`facts`] holds what the detectors ask for,
//! computed once for each problem. Lists, explanations and `docs/themes.md` are made from the rows.
//!
//! A theme that is found is true of the solution as far as it is known. Nothing is concluded from a theme that is not
//! found if a limit has cut the search.

mod changes;
mod economy;
pub mod facts;
mod help;
mod interference;
mod key;
mod mates;
mod paths;
mod promotions;
mod row;
mod told;

pub use row::{Group, Needs, Strength, Theme};
pub use told::{
    PathTold, ThemeTold, Themes, asked_for, genres_in_words, settings_for_themes, themes, unknown_theme,
    without_additions,
};

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

/// Returns the theme with this name or alias; letter case does not matter. `None` if there is none.
pub fn find(name: &str) -> Option<&'static Theme> {
    let lower = name.trim().to_lowercase();
    all().find(|theme| {
        theme.name.to_lowercase() == lower || theme.aliases.iter().any(|alias| alias.to_lowercase() == lower)
    })
}
