//! The microcode of a command: built in, from an assembler source, or raw words.

use std::fs::File;
use std::path::{Path, PathBuf};

use microcode::{Assembly, Build, Options, Program};
use run::Microcode;

use crate::output::console::{self, Console};
use crate::output::errors::Error;
use crate::output::file_name::has_extension;

/// Heading of the options in help. Each has it itself: what a command lists after them is not below it.
const HEADING: &str = "Microcode";

/// The options that choose microcode; none of them is ours, in the build with the cycles of the hardware.
#[derive(Debug, clap::Args)]
pub(crate) struct MicrocodeArguments {
    /// Joplab's microcode with exact null and bounds checks, including the cycles they take
    #[arg(help_heading = HEADING, long, conflicts_with = "microcode")]
    strict: bool,
    /// Other microcode: a source file, with macros as in jvm.asm,NAME,NAME=VALUE; or three assembled files
    /// ROM,STACK_RAM,JUMP_TABLE (decimal, hexadecimal, .mif or generated VHDL), or a folder with these
    #[arg(help_heading = HEADING, long, value_name = "FILES", value_parser = given)]
    microcode: Option<Given>,
}

/// Microcode from files.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Given {
    /// A source with its macros.
    Source(PathBuf, Vec<String>),
    /// ROM, initial stack RAM, and jump table: 256 bytecodes, interrupt entry, exception entry.
    Words([PathBuf; 3]),
}

fn given(text: &str) -> Result<Given, String> {
    let parts: Vec<&str> = text.split(',').collect();
    match parts[..] {
        [source, ref macros @ ..]
            if has_extension(source, "asm") || (macros.is_empty() && !source.is_empty()) =>
        {
            let macros = macros.iter().map(ToString::to_string);
            Ok(Given::Source(source.into(), macros.collect()))
        }
        [rom, stack_ram, jump_table] => Ok(Given::Words(
            [rom, stack_ram, jump_table].map(PathBuf::from),
        )),
        _ => Err(
            "expected SOURCE.asm, with macros behind commas, or ROM,STACK_RAM,JUMP_TABLE"
                .to_owned(),
        ),
    }
}

impl MicrocodeArguments {
    /// Checks if any option chooses microcode.
    pub(crate) fn is_given(&self) -> bool {
        self.strict || self.microcode.is_some()
    }

    /// Our microcode with exact checks is asked for.
    #[cfg(feature = "whole")]
    pub(crate) fn is_strict(&self) -> bool {
        self.strict
    }

    /// Reads or assembles the microcode; warnings go to the console.
    pub(crate) fn load(&self, console: Console) -> Result<Microcode, Error> {
        match &self.microcode {
            Some(Given::Source(folder, defines)) if folder.is_dir() && defines.is_empty() => {
                let [rom, stack_ram, jump_table] = words_of(folder)?;
                let program = Program::from_raw(&rom, &stack_ram, &jump_table)?;
                return Ok(Microcode::foreign(folder.display().to_string(), program));
            }
            Some(Given::Source(source, defines)) => {
                let options = Options {
                    defines: defines.clone(),
                };
                readable(source)?;
                let assembly = Assembly::of_file(source, &options)?;
                console.note(&assembly.render_warnings(console::colours()));
                let name = source.display().to_string();
                return Ok(Microcode::foreign(name, assembly.program));
            }
            Some(Given::Words([rom, stack_ram, jump_table])) => {
                let program = Program::from_raw(rom, stack_ram, jump_table)?;
                return Ok(Microcode::foreign(rom.display().to_string(), program));
            }
            None => {}
        }
        let build = if self.strict {
            Build::Strict
        } else {
            Build::Jop
        };
        let program = microcode::jvm_assembly(build)?.program;
        Ok(Microcode::of_build(build, program))
    }
}

/// The files of a folder of microcode: those of `jop asm`, or of the original's tools.
fn words_of(folder: &Path) -> Result<[PathBuf; 3], Error> {
    const NAMES: [(&str, &[&str]); 3] = [
        ("ROM", &["mem_rom.dat", "rom.mif", "rom.vhd"]),
        ("stack RAM", &["mem_ram.dat", "ram.mif", "ram.vhd"]),
        ("jump table", &["jump_table.dat", "jtbl.vhd"]),
    ];
    let mut files = [const { PathBuf::new() }; 3];
    for (file, (what, names)) in files.iter_mut().zip(NAMES) {
        let mut known = names.iter().map(|name| folder.join(name));
        *file = known.find(|path| path.is_file()).ok_or_else(|| {
            Error::Input(format!(
                "{}: no {what}, which is {}; name the files: ROM,STACK_RAM,JUMP_TABLE",
                folder.display(),
                names.join(" or ")
            ))
        })?;
    }
    Ok(files)
}

/// An error of one line if a source cannot be read; the assembler's own shows a place in a source.
pub(crate) fn readable(source: &Path) -> Result<(), Error> {
    let opened = File::open(source);
    opened.map(drop).map_err(|reason| Error::Read {
        path: source.to_owned(),
        reason,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_has_macros_and_words_are_three_files() {
        let source = |macros: &[&str]| {
            let macros = macros.iter().map(ToString::to_string);
            Ok(Given::Source("a.asm".into(), macros.collect()))
        };
        assert_eq!(given("a.asm"), source(&[]));
        assert_eq!(given("a.asm,STRICT,SIZE=3"), source(&["STRICT", "SIZE=3"]));
        let words = ["rom.mif", "ram.mif", "table.vhd"].map(PathBuf::from);
        assert_eq!(given("rom.mif,ram.mif,table.vhd"), Ok(Given::Words(words)));
        assert_eq!(
            given("a.txt"),
            Ok(Given::Source("a.txt".into(), Vec::new()))
        );
        for wrong in ["", "rom.mif,ram.mif", "a,b,c,d"] {
            assert!(given(wrong).is_err(), "{wrong}");
        }
    }
}
