//! `jop disasm`: microcode, or the bytecode of a linked image, as text.

use std::path::{Path, PathBuf};

use jopizer::Symbols;
use jopizer::disassemble::disassemble;

use crate::args::completion;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::{image_file, method_names};
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::{exit_code, stdout};

/// Disassemble microcode, or the bytecode of a linked image
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Disassemble microcode, or the bytecode of a linked image.

Without an image, prints the microcode as source that assembles to the same ROM, stack RAM and jump table; with \
--listing, with addresses, words and, where known, source lines. An image is printed method by \
method, with lines and names from FILE.jop.sym.json, the original linker's FILE.jop.link.txt, or \
the image itself.")]
#[command(after_help = "\
Examples:
  jop disasm                                  our microcode
  jop disasm --strict --listing               our strict microcode, with addresses and source lines
  jop disasm --microcode rom.mif,ram.mif,jtbl.vhd
  jop disasm app.jop                          every method of an image
  jop disasm app.jop --method t.Main.run      the methods of that name")]
pub(crate) struct Arguments {
    /// Linked image
    #[arg(value_name = "FILE.jop")]
    image: Option<PathBuf>,
    /// Only the methods of this name: run, Main.run or t.Main.run
    #[arg(long, value_name = "NAME", requires = "image", add = completion::methods())]
    method: Option<String>,
    /// Print microcode with addresses and words, not as source
    #[arg(long, conflicts_with = "image")]
    listing: bool,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let text = match &arguments.image {
        Some(image) => image_text(arguments, image, console)?,
        None => {
            let program = arguments.microcode.load(console)?.program;
            if arguments.listing {
                microcode::listing(&program)
            } else {
                microcode::disassemble(&program)
            }
        }
    };
    stdout::print(&text)?;
    Ok(exit_code::DONE)
}

fn image_text(arguments: &Arguments, path: &Path, console: Console) -> Result<String, Error> {
    if arguments.microcode.is_given() {
        return Err(Error::Input(
            "give an image or microcode, not both".to_owned(),
        ));
    }
    let (image, symbols) = image_file::read(path, console)?;
    let symbols = match symbols {
        Some(symbols) => symbols,
        None => Symbols::of_image(&image)
            .map_err(|reason| Error::Input(format!("{}: {reason}", path.display())))?,
    };
    let methods = match &arguments.method {
        Some(name) => method_names::all(&symbols, name)?,
        None => symbols.methods.iter().collect(),
    };
    let listings: Vec<String> = methods
        .into_iter()
        .map(|method| disassemble(&image, &symbols, method).to_string())
        .collect();
    Ok(listings.join("\n"))
}
