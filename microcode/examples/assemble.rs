//! Assembles a microcode source and prints its warnings and its listing, or its errors.
//!
//! ```text
//! cargo run -p microcode --example assemble -- file.asm [-D NAME[=value]]...
//! ```

use std::process::ExitCode;

use microcode::{Assembly, Options};

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut path = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.strip_prefix("-D") {
            Some("") => options.defines.extend(arguments.next()),
            Some(define) => options.defines.push(define.to_owned()),
            None => path = Some(argument),
        }
    }
    let Some(path) = path else {
        eprintln!("usage: assemble file.asm [-D NAME[=value]]...");
        return ExitCode::from(2);
    };
    match Assembly::of_file(path.as_ref(), &options) {
        Ok(assembly) => {
            if !assembly.warnings().is_empty() {
                eprintln!("{}", assembly.render_warnings(false));
            }
            print!("{}", microcode::listing(&assembly.program));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
