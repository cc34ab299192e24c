//! The version of the program, and the differences between builds of one version.

use std::sync::LazyLock;

/// The commit from which the program was built. `scripts/release` sets the variable. If the build asked git for the
/// commit, the whole library would be compiled again after each commit.
const COMMIT: Option<&str> = option_env!("KEYMOVE_COMMIT");

/// Optional parts of the program, and whether this build has them.
const FEATURES: &[(&str, bool)] =
    &[("cli", cfg!(feature = "cli")), ("yaml", cfg!(feature = "yaml")), ("png", cfg!(feature = "png"))];

/// Returns the text of `--version`: version, commit, features and platform, each on a line.
pub fn long_version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let built_in = FEATURES.iter().filter(|(_, is_built_in)| *is_built_in);
        let features: Vec<&str> = built_in.map(|(name, _)| *name).collect();
        format!(
            "{}\ncommit: {}\nfeatures: {}\nplatform: {}, {}",
            env!("CARGO_PKG_VERSION"),
            COMMIT.unwrap_or("unknown"),
            features.join(", "),
            std::env::consts::ARCH,
            std::env::consts::OS
        )
    });
    &TEXT
}
