//! The commands that one starts with; `cargo install --path cli --locked` installs all.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
