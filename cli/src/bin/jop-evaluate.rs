//! The `jop-evaluate` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::evaluation()
}
