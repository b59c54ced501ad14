//! `jop asm`: microcode sources to the words of ROM, stack RAM and jump table.

use std::path::PathBuf;

use microcode::{Assembly, Options, ROM_WORDS};

use crate::args::microcode_source::readable;
use crate::output::console::{self, Console};
use crate::output::errors::Error;
use crate::output::table::thousands;
use crate::output::{atomic_file, exit_code, stdout};

/// Assemble a microcode source
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Assemble a microcode source.

Without -o the source is only checked. With -o, three files of words are written, one word per line: \
mem_rom.dat (2048 words of 12 bits), mem_ram.dat (256 words of 32 bits, signed) and jump_table.dat (the ROM addresses \
of 256 bytecodes, the interrupt entry and the exception entry).")]
#[command(after_help = "\
Examples:
  jop asm jvm.asm                          check the source
  jop asm jvm.asm -D STRICT -o build       write the words of the strict build to the folder build
  jop asm jvm.asm --listing | less         addresses, words, labels and source lines")]
pub(crate) struct Arguments {
    /// The source; an include is looked for beside the file that contains it, then among Joplab's sources, such as
    /// jvm.asm
    file: PathBuf,
    /// Define a macro of the preprocessor: 1, or a value
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<String>,
    /// Folder for mem_rom.dat, mem_ram.dat and jump_table.dat; created if missing
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print the listing: addresses, words, labels, instructions, source lines
    #[arg(long)]
    listing: bool,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let options = Options {
        defines: arguments.define.clone(),
    };
    // Of a source that is not there no line can be shown.
    readable(&arguments.file)?;
    let assembly = Assembly::of_file(&arguments.file, &options)?;
    let program = &assembly.program;
    console.note(&assembly.render_warnings(console::colours()));
    if let Some(folder) = &arguments.output {
        std::fs::create_dir_all(folder).map_err(|reason| Error::Write {
            path: folder.clone(),
            reason,
        })?;
        let words = [
            ("mem_rom.dat", program.rom_dat()),
            ("mem_ram.dat", program.stack_ram_dat()),
            ("jump_table.dat", program.jump_table_dat()),
        ];
        for (name, text) in words {
            atomic_file::write(&folder.join(name), text.as_bytes())?;
        }
    }
    if arguments.listing {
        stdout::print(&microcode::listing(program))?;
    }
    let symbols = &program.symbols;
    console.note(&format!(
        "{}: {} of {} ROM words, {} variables, {} labels",
        arguments.file.display(),
        thousands(symbols.source.len() as u64),
        thousands(ROM_WORDS as u64),
        symbols.variables.len(),
        symbols.labels.len(),
    ));
    Ok(exit_code::DONE)
}
