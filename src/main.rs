use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(keymove::cli::run(std::env::args_os()))
}
