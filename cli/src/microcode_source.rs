//! The microcode of a command: built in, from an assembler source, or raw words.

use std::fs::File;
use std::path::{Path, PathBuf};

use microcode::{Assembly, Build, Options, Program};
use run::Microcode;

use crate::console::{self, Console};
use crate::errors::Error;

/// Heading of the options in help. Each has it itself: what a command lists after them is not below it.
const HEADING: &str = "Microcode";

/// The options that choose microcode; none of them is ours, in the build with the cycles of the hardware.
#[derive(Debug, clap::Args)]
pub(crate) struct MicrocodeArguments {
    /// Joplab's microcode with exact null and bounds checks, including the cycles they take
    #[arg(help_heading = HEADING, long, conflicts_with_all = ["microcode", "rom"])]
    strict: bool,
    /// Assemble the microcode from this source
    #[arg(help_heading = HEADING, long, value_name = "FILE.asm", conflicts_with = "rom")]
    microcode: Option<PathBuf>,
    /// Define a macro for --microcode: 1, or a value
    #[arg(help_heading = HEADING, short = 'D', value_name = "NAME[=VALUE]", requires = "microcode")]
    define: Vec<String>,
    /// Microcode as words: ROM, in decimal, hexadecimal, .mif or generated VHDL
    #[arg(help_heading = HEADING, long, value_name = "FILE", requires_all = ["stack_ram", "jump_table"])]
    rom: Option<PathBuf>,
    /// Initial stack RAM for --rom
    #[arg(help_heading = HEADING, long, value_name = "FILE", requires = "rom")]
    stack_ram: Option<PathBuf>,
    /// Jump table for --rom: 256 bytecodes, interrupt entry, exception entry
    #[arg(help_heading = HEADING, long, value_name = "FILE", requires = "rom")]
    jump_table: Option<PathBuf>,
}

impl MicrocodeArguments {
    /// Checks if any option chooses microcode.
    pub(crate) fn is_given(&self) -> bool {
        self.strict || self.microcode.is_some() || self.rom.is_some()
    }

    /// Reads or assembles the microcode; warnings go to the console.
    pub(crate) fn load(&self, console: Console) -> Result<Microcode, Error> {
        if let Some(source) = &self.microcode {
            let options = Options {
                defines: self.define.clone(),
            };
            readable(source)?;
            let assembly = Assembly::of_file(source, &options)?;
            console.note(&assembly.render_warnings(console::colours()));
            let name = source.display().to_string();
            return Ok(Microcode::foreign(name, assembly.program));
        }
        if let (Some(rom), Some(stack_ram), Some(jump_table)) =
            (&self.rom, &self.stack_ram, &self.jump_table)
        {
            let program = Program::from_raw(rom, stack_ram, jump_table)?;
            return Ok(Microcode::foreign(rom.display().to_string(), program));
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

/// An error of one line if a source cannot be read; the assembler's own shows a place in a source.
pub(crate) fn readable(source: &Path) -> Result<(), Error> {
    let opened = File::open(source);
    opened.map(drop).map_err(|reason| Error::Read {
        path: source.to_owned(),
        reason,
    })
}
