//! `jop isa`: the printed reference of microinstructions and bytecodes.

use microcode::bytecodes::{self, Implementation, OperandBytes};
use microcode::isa;

use crate::errors::Error;
use crate::table::{FormatArguments, Table};
use crate::{exit_code, output};

/// Print the reference of the microinstructions, or of the bytecodes
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  jop isa                             the microinstructions: code, stack effect, latency
  jop isa --bytecodes                 the 256 bytecodes and what carries each out
  jop isa --bytecodes --format csv    the same, for a spreadsheet")]
pub(crate) struct Arguments {
    /// Print the bytecodes instead of the microinstructions
    #[arg(long)]
    bytecodes: bool,
    #[command(flatten)]
    format: FormatArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments) -> Result<u8, Error> {
    let table = if arguments.bytecodes {
        bytecode_table()
    } else {
        instruction_table()
    };
    output::print(&table.render(arguments.format.format)?)?;
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
    for bytecode in &bytecodes::TABLE {
        let operands = match bytecode.operands {
            OperandBytes::Fixed(count) => count.to_string(),
            OperandBytes::Variable => "variable".to_owned(),
        };
        table.push(vec![
            format!("{:02X}", bytecode.code).into(),
            bytecode.name.into(),
            operands.into(),
            carrier(bytecode.implementation).into(),
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
