//! `jop cost show`: some bytecodes with formulas, cycles and microcode.

use std::collections::BTreeSet;
use std::fmt::Write;

use cost_model::{
    AccessKind, CostRow, CostTable, EvaluatedPath, Formula, MemoryTiming, Path, Scenario, Values,
};
use isa::MachineConfig;
use microcode::Program;

use crate::args::cost_source::CostArguments;
use crate::args::machine::MachineArguments;
use crate::args::named::no_bytecode;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::ResultArguments;
use crate::output::table::{Format, Table, Value};

/// Show the cost of bytecodes: formulas, cycles on a machine, microcode
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Show what bytecodes cost: a formula for each scenario, its cycles on a machine, what it reads and writes and when, and the microcode that runs.

The last lines give the values of the letters on the machine. k counts the runs of a loop. Offsets count from the cycle that dispatches the bytecode.")]
#[command(after_help = "\
Examples:
  jop cost show iadd getfield                 two bytecodes of our microcode
  jop cost show iaload --strict               with exact bounds checks
  jop cost show iaload --set iaload=15        a price of your own
  jop cost show invokestatic --config m.toml  cycles on another machine
  jop cost show interrupt exception reset     entries that are no bytecodes")]
pub(super) struct Arguments {
    /// Bytecodes by name or number; interrupt, exception, reset
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    cost: CostArguments,
    #[command(flatten)]
    result: ResultArguments,
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let source = arguments.cost.load(console)?;
    let machine = arguments.machine.machine()?;
    let (table, memory) = source.on(&machine)?;
    let numbers = table.evaluate(memory);
    let entries = [&numbers.interrupt, &numbers.exception, &numbers.reset];
    let evaluated: Vec<_> = numbers.bytecodes.iter().chain(entries).collect();
    let rows: Vec<&CostRow> = table.all_rows().collect();
    let mut chosen = Vec::new();
    for name in &arguments.names {
        chosen.push(place(&rows, name)?);
    }
    let mut all = Table::new(&FIELDS);
    let mut text = String::new();
    for (part, index) in chosen.into_iter().enumerate() {
        let row = rows[index];
        let mut own = Table::new(&COLUMNS);
        for path in &row.paths {
            let numbers = evaluated[index].path(path.scenario);
            own.push(cells(path, numbers).map(Into::into).into());
            all.push(record(row, path, numbers));
        }
        let gap = if part > 0 { "\n" } else { "" };
        let _ = writeln!(text, "{gap}{}", heading(row));
        text += &own.for_people();
        text += &details(row, source.program.as_ref());
    }
    let name = if arguments.machine.is_given() {
        "this machine"
    } else {
        "the default machine"
    };
    text += &letters(&table, &machine, memory, name);
    let format = arguments.result.format()?;
    arguments.result.print(&match format {
        Format::Table => text,
        Format::Json | Format::Csv => all.render(format, Document::CostShow)?,
    })?;
    Ok(exit_code::DONE)
}

/// Aligned columns.
const COLUMNS: [&str; 6] = [
    "scenario",
    "formula",
    "r >= 1",
    "cycles",
    "hidden",
    "exception at",
];
/// Columns for programs; what a path has not is empty.
const FIELDS: [&str; 7] = [
    "bytecode",
    "scenario",
    "formula",
    "cycles",
    "cycles_per_count",
    "load_hidden",
    "exception_at",
];

/// Meaning of the letters, with their values on a machine.
fn letters(table: &CostTable, machine: &MachineConfig, memory: MemoryTiming, name: &str) -> String {
    let values = memory.values();
    let (r, w) = (values.read, values.write);
    let load = &table.method_load;
    let hit = load.hit.at(values);
    let miss = load.miss.with_waits(values);
    format!(
        "
On {name} (ram_cnt = {}):
  r = {r}  wait states of a read: cycles beyond the first
  w = {w}  wait states of a write
  b = {hit} for a method in the method cache; else {} for n words, here {miss}
  hidden  cycles of b that run beside the microcode: the load adds max(0, b - hidden)
",
        machine.ram_cnt, load.miss
    )
}

/// Index of the row with this name or number.
fn place(rows: &[&CostRow], name: &str) -> Result<usize, Error> {
    let number = match name.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => name.parse().ok(),
    };
    let found = rows.iter().position(|row| {
        row.name.eq_ignore_ascii_case(name) || (number.is_some() && row.opcode == number)
    });
    found.ok_or_else(|| {
        let names = rows.iter().map(|row| &*row.name);
        Error::Input(format!(
            "no bytecode `{name}`; {}",
            no_bytecode(name, names)
        ))
    })
}

fn cells(path: &Path, numbers: &EvaluatedPath) -> [String; 6] {
    let load = path.load.as_ref();
    let with_load = |formula: &Formula| match load {
        Some(load) => format!("{formula} + max(0, b-{})", load.hidden),
        None => formula.to_string(),
    };
    let waiting = path.cycles.from_values(Values::of_waits(1, 1));
    let per_count = match numbers.cycles_per_count {
        0 => String::new(),
        cycles => format!(" + {cycles} each"),
    };
    [
        path.scenario.name().to_owned(),
        with_load(&path.cycles),
        if waiting == path.cycles {
            "=".to_owned()
        } else {
            with_load(&waiting)
        },
        format!("{}{per_count}", numbers.cycles),
        load.map_or_else(String::new, |load| load.hidden.to_string()),
        numbers
            .exception
            .map_or_else(String::new, |at| at.to_string()),
    ]
}

fn record(row: &CostRow, path: &Path, numbers: &EvaluatedPath) -> Vec<Value> {
    let count = |cycles: u32| Value::Count(cycles.into());
    let optional = |cycles: Option<u32>| cycles.map_or_else(|| Value::from(""), count);
    vec![
        row.name.as_str().into(),
        path.scenario.name().into(),
        path.cycles.to_string().into(),
        count(numbers.cycles),
        count(numbers.cycles_per_count),
        optional(path.load.as_ref().map(|load| load.hidden)),
        optional(numbers.exception),
    ]
}

fn heading(row: &CostRow) -> String {
    let code = row
        .opcode
        .map_or_else(String::new, |opcode| format!(" ({opcode}, 0x{opcode:02X})"));
    let entry = row
        .entry
        .map_or_else(String::new, |entry| format!(", microcode from {entry}"));
    let java = row.method.map_or_else(String::new, |method| {
        format!(", implemented by method {method} of class JVM, whose cycles come on top")
    });
    format!("{}{code}{entry}{java}", row.name)
}

fn details(row: &CostRow, program: Option<&Program>) -> String {
    let mut text = String::new();
    for path in row.paths.iter().filter(|path| !path.condition.is_empty()) {
        let _ = writeln!(text, "  {}: {}", path.scenario, path.condition);
    }
    for missing in &row.underivable {
        let _ = writeln!(
            text,
            "  {} has no formula: {}",
            missing.scenario, missing.reason
        );
    }
    for branch in &row.unexplored {
        let _ = writeln!(
            text,
            "  no scenario has {}, tested at {}",
            branch.condition, branch.address
        );
    }
    if let Some(path) = row.path(Scenario::Usual) {
        for access in &path.accesses {
            let kind = match access.kind {
                AccessKind::Read => "reads",
                AccessKind::Write => "writes",
            };
            let _ = writeln!(text, "  {kind} {} in cycle {}", access.address, access.at);
        }
        text += &program.map_or_else(String::new, |program| listing(path, program));
    }
    text
}

/// The microcode of a path.
fn listing(path: &Path, program: &Program) -> String {
    let addresses: BTreeSet<u16> = path
        .microcode
        .iter()
        .flat_map(|span| span.first..=span.last)
        .collect();
    microcode::listing(program)
        .lines()
        .filter(|line| {
            let address = line.split(' ').next().and_then(|word| word.parse().ok());
            address.is_some_and(|address: u16| addresses.contains(&address))
        })
        .fold(String::new(), |text, line| text + "  " + line + "\n")
}
