//! Makes files for the operating system: shell completions and manual pages.

use super::args::Cli;
use super::status::{Status, complain};
use clap::CommandFactory;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::{self, Write};
use std::path::Path;

/// Prints the completion script for a shell.
pub fn completions(shell: Shell) -> io::Result<Status> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "keymove", &mut text);
    io::stdout().write_all(&text)?;
    Ok(Status::Good)
}

/// Prints the manual page of the program or of one of its commands, or writes all pages into a folder.
pub fn man(command: Option<&str>, folder: Option<&Path>) -> io::Result<Status> {
    // The pages are the same for all builds of a version.
    let mut program = Cli::command().long_version(env!("CARGO_PKG_VERSION"));
    program.build();
    if let Some(folder) = folder {
        return std::fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(program, folder))
            .map(|()| Status::Good)
            .map_err(|error| super::output::said(folder, error));
    }
    let page = match command {
        None => program,
        Some(name) => match program.find_subcommand(name).filter(|found| found.get_name() != "help") {
            Some(found) => found.clone(),
            None => {
                let names: Vec<&str> = program.get_subcommands().map(|found| found.get_name()).collect();
                complain(&format!("error: unknown command `{name}`; expected one of {}\n", names.join(", ")));
                return Ok(Status::BadInput);
            }
        },
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    io::stdout().write_all(&text)?;
    Ok(Status::Good)
}
