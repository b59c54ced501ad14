//! `jop isa --timing --java`: measured cycles of the bytecodes that are implemented in Java.

use bytecode_timing::{JavaRow, measure_java};
use isa::MachineConfig;
use microcode::Build;
use serde::Serialize;

use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::machine_summary::summary;
use crate::output::table::{Format, Table};
use crate::output::{exit_code, stdout};

/// Measures and prints.
pub(super) fn execute(strict: bool, opcodes: &[u8], format: Format) -> Result<u8, Error> {
    let (build, name) = if strict {
        (Build::Strict, "strict")
    } else {
        (Build::Jop, "jop")
    };
    let mut rows = measure_java(build).map_err(|reason| Error::System {
        what: "measure",
        reason: reason.into(),
    })?;
    if !opcodes.is_empty() {
        rows.retain(|row| opcodes.contains(&row.opcode));
    }
    let machine = summary(&MachineConfig::default());
    let text = match format {
        Format::Table => {
            let rows = table_of(&rows).for_people();
            format!(
                "{rows}\nwarm: cycles with its methods in the method cache, as far as they fit; cold: with none of them there\n\
                 {name} build, {machine}\n"
            )
        }
        Format::Csv => table_of(&rows).csv()?,
        Format::Json => document::json(
            Document::IsaJavaTiming,
            &Timings {
                build: name,
                machine,
                rows: &rows,
            },
        )?,
    };
    stdout::print(&text)?;
    Ok(exit_code::DONE)
}

#[derive(Serialize)]
struct Timings<'a> {
    build: &'static str,
    machine: String,
    rows: &'a [JavaRow],
}

fn table_of(rows: &[JavaRow]) -> Table {
    let mut table = Table::new(&["code", "bytecode", "operands", "warm", "cold"]);
    for row in rows {
        table.push(vec![
            format!("{:02X}", row.opcode).into(),
            row.name.into(),
            row.operands.as_str().into(),
            row.warm.into(),
            row.cold.into(),
        ]);
    }
    table
}
