//! Assembles a microcode source and prints its errors or its listing.
//!
//! ```text
//! cargo run -p microcode --example assemble -- file.asm [-D NAME[=value]]...
//! ```

use std::process::ExitCode;

use microcode::isa::Word;
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
            eprint!("{}", assembly.render_warnings(false));
            print_listing(&assembly.program);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn print_listing(program: &microcode::Program) {
    for (address, source) in program.symbols.source.iter().enumerate() {
        for (label, _) in program
            .symbols
            .labels
            .iter()
            .filter(|(_, at)| usize::from(**at) == address)
        {
            println!("{label}:");
        }
        let word = program.rom[address];
        let operand = source.operand.as_deref().unwrap_or("");
        let decoded = Word::decode(word).to_string();
        let (file, line) = (&program.symbols.files[source.file as usize], source.line);
        println!("  {address:04} {word:03x}  {decoded:24} {operand:16} {file}:{line}");
    }
}
