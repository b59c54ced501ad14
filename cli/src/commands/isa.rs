//! `jop isa`: the printed reference of microinstructions and bytecodes, and the measured cycles of the bytecodes.

mod java_timing;
mod timing;

use ::isa::{Bytecode, Implementation};
use microcode::isa;

use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::ResultArguments;
use crate::output::table::Table;

/// Print the reference of the microinstructions or bytecodes, or measure the bytecodes
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Print the reference of the microinstructions, or of the bytecodes, or measure the bytecodes.

With --timing each bytecode runs on the machine, on every path through it and at memory speeds (ram_cnt) 1 to 6; the \
cycles from its dispatch to the next one are printed next to the hardware's. With --timing --java the bytecodes that a Java method \
implements run on typical operands and on the worst known ones, with their methods in the method cache (warm) and without \
(cold); the cycles end with the next bytecode of the same method, or with the handler's first one.")]
#[command(after_help = "\
Exit codes: with --timing 1 if a row differs from the hardware without a reason.

Examples:
  jop isa                             the microinstructions: code, stack effect, latency
  jop isa --bytecodes                 the 256 bytecodes and what implements each
  jop isa --bytecodes --format csv    the same, for a spreadsheet
  jop isa --timing                    cycles of every bytecode and path against the hardware's
  jop isa --timing --strict           the strict microcode, with the reason of each difference
  jop isa --timing --opcode iaload    one bytecode, by name or number; repeat for more
  jop isa --timing --java             long division, floating point, `new`, `athrow` and others")]
pub(crate) struct Arguments {
    /// Print the bytecodes instead of the microinstructions
    #[arg(long)]
    bytecodes: bool,
    /// Measure the cycles of every bytecode on every path
    #[arg(long, conflicts_with = "bytecodes")]
    timing: bool,
    /// Measure the strict microcode, which has exact null and bounds checks
    #[arg(long, requires = "timing")]
    strict: bool,
    /// Measure the bytecodes that are implemented in Java, including their methods
    #[arg(long, requires = "timing")]
    java: bool,
    /// Show only this bytecode, by name or number
    #[arg(long, value_name = "NAME", requires = "timing", value_parser = timing::opcode, value_delimiter = ',')]
    opcode: Vec<u8>,
    #[command(flatten)]
    result: ResultArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    if arguments.java {
        return java_timing::execute(
            arguments.strict,
            &arguments.opcode,
            arguments.result.format()?,
        );
    }
    if arguments.timing {
        return timing::execute(
            arguments.strict,
            &arguments.opcode,
            arguments.result.format()?,
            console,
        );
    }
    let (table, document) = if arguments.bytecodes {
        (bytecode_table(), Document::IsaBytecodes)
    } else {
        (instruction_table(), Document::IsaMicroinstructions)
    };
    arguments
        .result
        .print(&table.render(arguments.result.format()?, document)?)?;
    Ok(exit_code::DONE)
}

fn instruction_table() -> Table {
    let mut table = Table::new(&["code", "mnemonic", "operand", "stack", "effect", "latency"]);
    for row in isa::reference() {
        table.push(vec![
            row.code.into(),
            row.mnemonic.into(),
            row.operand.into(),
            row.stack.into(),
            row.effect.into(),
            row.latency.into(),
        ]);
    }
    table
}

fn bytecode_table() -> Table {
    let mut table = Table::new(&["code", "name", "operand bytes", "implementation"]);
    for bytecode in Bytecode::ALL {
        let operands = match bytecode.operands().length() {
            Some(count) => count.to_string(),
            None => "variable".to_owned(),
        };
        table.push(vec![
            format!("{:02X}", bytecode.code()).into(),
            bytecode.name().into(),
            operands.into(),
            carrier(bytecode.implementation()).into(),
        ]);
    }
    table
}

fn carrier(implementation: Implementation) -> &'static str {
    match implementation {
        Implementation::Microcode => "microcode",
        Implementation::Stub => "microcode and Java",
        Implementation::Java => "Java",
        Implementation::Missing => "none",
    }
}
