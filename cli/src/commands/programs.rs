//! `jop programs`: the embedded programs, and the cost of each on a machine.

mod measure;

use jopizer::LinkProgram;
use jopizer::Linked;
use rayon::prelude::*;
use runtime::programs::{EmbeddedProgram, PROGRAMS};

use self::measure::{Measured, measure};
use crate::args::embedded_programs::{self, PROGRAM_OR_SUITE, Programs};
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::host::interrupts::end_at_interrupts;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::result::ResultArguments;
use crate::output::table::{Table, Value};

/// List the embedded programs, or run them and report the cost of each
#[derive(Debug, clap::Args)]
#[command(long_about = "\
List the embedded programs, or run them and report the cost of each.

Each program takes its length as its only argument, checks its results and exits with status 0 if they are right. \
`embedded` programs are control programs on which accuracy is reported, `kernel` programs are single algorithms and mechanisms, \
`modern` programs use today's Java. Code counts all methods that the program reaches, including the runtime's; own code \
counts only the program's. A timed program reads the clock or is interrupted by the timer, so its path depends on the \
machine.")]
#[command(after_help = "\
Exit codes:
  0  listed, or all results are right       1  a program found a wrong result

Examples:
  jop programs                             the list
  jop programs --run                       cycles, bytecodes, hit rate and more of each
  jop programs --run lift motor --long     two of them, 20 million cycles and more
  jop programs --run --config machine.toml --format csv")]
pub(crate) struct Arguments {
    /// Only the named programs
    #[arg(value_name = "NAME", hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    names: Vec<Programs>,
    /// Run them
    #[arg(long)]
    run: bool,
    /// Run them for at least 20 million cycles each
    #[arg(long, requires = "run")]
    long: bool,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    result: ResultArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    end_at_interrupts()?;
    // A wrong ending is told before anything runs.
    arguments.result.format()?;
    let programs: Vec<_> = if arguments.names.is_empty() {
        PROGRAMS.iter().collect()
    } else {
        embedded_programs::distinct(&arguments.names)
    };
    if arguments.run {
        run(arguments, &programs, console)
    } else {
        list(arguments, &programs)
    }
}

fn list(arguments: &Arguments, programs: &[&EmbeddedProgram]) -> Result<u8, Error> {
    let memory_words = arguments.machine.machine()?.memory_words;
    let mut table = Table::new(&[
        "program",
        "suite",
        "length",
        "long",
        "unit",
        "timed",
        "methods",
        "code bytes",
        "own code",
        "what it does",
    ]);
    for program in programs {
        let linked = program.link(program.length, memory_words)?;
        let size = CodeSize::of(&linked);
        table.push(vec![
            program.name.into(),
            program.suite.name().into(),
            u64::from(program.length).into(),
            u64::from(program.long).into(),
            program.unit.into(),
            if program.timed { "yes" } else { "no" }.into(),
            size.methods.into(),
            size.bytes.into(),
            size.own_bytes.into(),
            program.summary.into(),
        ]);
    }
    arguments
        .result
        .print(&table.render(arguments.result.format()?, Document::Programs)?)?;
    Ok(exit_code::DONE)
}

fn run(
    arguments: &Arguments,
    programs: &[&EmbeddedProgram],
    console: Console,
) -> Result<u8, Error> {
    let machine = arguments.machine.machine()?;
    let microcode = arguments.microcode.load(console)?;
    let rows = programs.par_iter().map(|program| {
        let length = if arguments.long {
            program.long
        } else {
            program.length
        };
        let linked = program.link(length, machine.memory_words)?;
        let measured = measure(&machine, &microcode.program, &linked)?;
        let size = CodeSize::of(&linked);
        Ok((row(program.name, length, &measured, &size), measured.right))
    });
    let rows: Vec<_> = rows.collect::<Result<_, Error>>()?;
    let mut table = Table::new(&[
        "program",
        "length",
        "bytecodes",
        "cycles",
        "CPI",
        "lookups",
        "hit rate",
        "code words",
        "code bytes",
        "collections",
        "GC share",
        "results",
    ]);
    let all_right = rows.iter().all(|(_, right)| *right);
    for (row, _) in rows {
        table.push(row);
    }
    arguments
        .result
        .print(&table.render(arguments.result.format()?, Document::ProgramsRun)?)?;
    Ok(if all_right {
        exit_code::DONE
    } else {
        exit_code::DIFFERS
    })
}

fn row(name: &str, length: u32, measured: &Measured, size: &CodeSize) -> Vec<Value> {
    let counters = &measured.counters;
    let collections = &measured.collections;
    vec![
        name.into(),
        u64::from(length).into(),
        counters.bytecodes.into(),
        counters.cycles.into(),
        Value::Decimal(counters.cycles_per_bytecode(), 3),
        counters.method_lookups.into(),
        Value::Part(counters.hit_rate()),
        size.words.into(),
        size.bytes.into(),
        collections.count.into(),
        Value::Part(collections.pause as f64 / counters.cycles as f64),
        if measured.right { "right" } else { "WRONG" }.into(),
    ]
}

/// Bytecode of the methods that a program reaches.
struct CodeSize {
    methods: u64,
    words: u64,
    bytes: u64,
    /// Without the runtime's.
    own_bytes: u64,
}

impl CodeSize {
    fn of(linked: &Linked) -> Self {
        let mut size = Self {
            methods: 0,
            words: 0,
            bytes: 0,
            own_bytes: 0,
        };
        for method in &linked.symbols.methods {
            size.methods += 1;
            size.words += u64::from(method.words);
            size.bytes += u64::from(method.bytes);
            let of_runtime = ["java.", "com.jopdesign."]
                .iter()
                .any(|package| method.class.starts_with(package));
            if !of_runtime {
                size.own_bytes += u64::from(method.bytes);
            }
        }
        size
    }
}
