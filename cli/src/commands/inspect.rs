//! `jop inspect`: a linked image as a tree, or one of its methods instruction by instruction.

mod part;
mod tree;

use clap::ValueEnum;
use isa::Bytecode;
use jopizer::disassemble::{Listing, disassemble};
use jopizer::inspect::Inspection;
use jopizer::symbols::MethodSymbol;
use jopizer::{Image, Symbols};
use serde::Serialize;
use serde_json::json;

use self::part::Part;
use crate::args::completion;
use crate::args::machine::MachineArguments;
use crate::args::method_names;
use crate::args::program_source::ProgramArguments;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::method_blocks::MethodBlocks;
use crate::output::{exit_code, stdout};

/// Show what is in a linked image
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Show what is in a linked image: header, regions, special pointers, static fields, methods with their sizes, string \
literals, classes with method tables, constant pools and interface tables.

Names come from app.jop.sym.json or from the original linker's app.jop.link.txt next to the image. An image without \
them is shown as far as its words allow, with addresses in place of missing names. A class is linked first.")]
#[command(after_help = "\
Examples:
  jop inspect app.jop                          the whole image
  jop inspect app.jop --part methods           sizes and method-cache blocks of the methods
  jop inspect app.jop --config machine.toml    blocks of another method cache
  jop inspect app.jop --method t.Main.run      one method with lines and names of operands
  jop inspect app.jop --method 2041            the method whose code is at a word address
  jop inspect Main.class --format json         the image that a class links to, as JSON")]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// Show only these parts; repeat or separate by commas
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        value_delimiter = ',',
        conflicts_with = "method"
    )]
    part: Vec<Part>,
    /// Disassemble one method: run, Main.run, t.Main.run, run(I)V, or a word address in its code
    #[arg(long, value_name = "NAME", add = completion::methods())]
    method: Option<String>,
    /// Output format
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        default_value = "tree",
        value_name = "FORMAT"
    )]
    format: Format,
    #[command(flatten)]
    machine: MachineArguments,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Indented text
    Tree,
    /// One object
    Json,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let config = arguments.machine.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    let refused = |reason: jopizer::structure::StructureError| {
        Error::Input(format!(
            "{}: {reason}; link the program again with `jop build`",
            program.name
        ))
    };
    let symbols = match program.symbols {
        Some(symbols) => symbols,
        None => Symbols::of_image(&program.image).map_err(refused)?,
    };
    let blocks = MethodBlocks::of(&config)?;
    let text = match &arguments.method {
        Some(name) => {
            let method = method_names::only(&symbols, name)?;
            listing(&program.image, &symbols, method, &blocks, arguments.format)?
        }
        None => {
            let tree = Inspection::of(&program.image, &symbols, |words| {
                Some(blocks.of_method(words))
            })
            .map_err(refused)?;
            match arguments.format {
                Format::Tree => tree::render(&program.name, &tree, &blocks, &arguments.part),
                Format::Json => document::json(Document::Inspect, &tree)?,
            }
        }
    };
    stdout::print(&text)?;
    Ok(exit_code::DONE)
}

fn listing(
    image: &Image,
    symbols: &Symbols,
    method: &MethodSymbol,
    blocks: &MethodBlocks,
    format: Format,
) -> Result<String, Error> {
    let listing = disassemble(image, symbols, method);
    let cache_blocks = blocks.of_method(method.words);
    match format {
        Format::Tree => Ok(listing.to_string()),
        Format::Json => document::json(
            Document::InspectMethod,
            &Instructions::of(&listing, cache_blocks),
        ),
    }
}

/// A listing for programs.
#[derive(Serialize)]
struct Instructions<'a> {
    method: serde_json::Value,
    cache_blocks: u32,
    instructions: Vec<Instruction<'a>>,
    handlers: Vec<Handler<'a>>,
}

#[derive(Serialize)]
struct Instruction<'a> {
    pc: u32,
    line: Option<u16>,
    opcode: u8,
    mnemonic: &'static str,
    operands: Option<&'a str>,
    meaning: Option<&'a str>,
}

#[derive(Serialize)]
struct Handler<'a> {
    start: u32,
    end: u32,
    handler: u32,
    catches: Option<&'a str>,
}

/// A method with the keys that symbol files leave out, and names for what they have in pairs.
fn complete(method: &MethodSymbol) -> serde_json::Value {
    let mut value = json!(method);
    let line = |(offset, line): &(u16, u16)| json!({"offset": offset, "line": line});
    if let Some(keys) = value.as_object_mut() {
        keys.entry("made").or_insert(false.into());
        keys.entry("variables").or_insert(json!([]));
        keys["descriptor"] = json!(known(&method.descriptor));
        keys["lines"] = method.lines.iter().map(line).collect();
    }
    value
}

/// None if there is no text.
fn known(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

impl<'a> Instructions<'a> {
    fn of(listing: &'a Listing, cache_blocks: u32) -> Self {
        let method = &listing.method;
        let instructions = listing.instructions.iter().map(|it| Instruction {
            pc: it.pc,
            line: method.line(it.pc),
            opcode: it.opcode,
            mnemonic: Bytecode::of(it.opcode).name(),
            operands: known(&it.operands),
            meaning: known(&it.meaning),
        });
        let handlers = listing.handlers.iter().map(|it| Handler {
            start: it.start,
            end: it.end,
            handler: it.handler,
            catches: known(&it.catches),
        });
        Self {
            method: complete(method),
            cache_blocks,
            instructions: instructions.collect(),
            handlers: handlers.collect(),
        }
    }
}
