//! `jop disasm`: the microcode, or a linked image, as text.

use std::path::PathBuf;

use crate::errors::Error;
use crate::{exit_code, output};

/// Disassemble microcode
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// ROM
    #[arg(long)]
    rom: PathBuf,
    /// Stack RAM
    #[arg(long)]
    stack_ram: PathBuf,
    /// Jump table
    #[arg(long)]
    jump_table: PathBuf,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let program =
        microcode::Program::from_raw(&arguments.rom, &arguments.stack_ram, &arguments.jump_table)?;
    output::print(&microcode::disassemble(&program))?;
    Ok(exit_code::DONE)
}
