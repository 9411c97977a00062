//! The `alluvium` program: capture the environment, run, report, return an exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    alluvium::cli::main(std::env::args_os(), alluvium::env::Env::capture())
}
