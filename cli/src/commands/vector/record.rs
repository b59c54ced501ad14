//! `jop vector record`: the counts of a run, by component.

use std::path::PathBuf;

use clap::ValueEnum;
use microcode::Build;
use vectors::{Atoms, RecordOptions, Scope, Selection};

use super::files;
use crate::args::input::InputArguments;
use crate::args::machine::MachineArguments;
use crate::args::program_source::ProgramArguments;
use crate::args::quantity::cycles;
use crate::host::interrupts::end_at_interrupts;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::table::{counted, thousands};

/// Count what the components of a program execute
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Count what the components of a program execute.

One run of the fast engine, on the path that the program takes on the machine, counts each path of the cost table, the loads of methods \
by their words, and device waits. A component is a name and a package, a class, a method or `region NAME`, with all that it calls, up to \
other components; --own takes its own bytecodes only. Every bytecode is in exactly one component, and (rest) has what no other has, so \
that components add up to the run. Interrupts are in (rest).

--per-call counts every call of a component and fits each atom as a line over the integers and array lengths that the method takes.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop vector record --program lift -o lift.jvec
  jop vector record --program lift --component lift.Door --component lift.Plant -o lift.jvec
  jop vector record Main.java --own app.parser --own app.codec -o app.jvec
  jop vector record Main.java --per-call Main.sort -o sort.jvec
  jop vector record Main.java --component rx='region rx' --atoms library -o rx.jvec"))]
pub(super) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    machine: MachineArguments,
    /// Our microcode with exact null and bounds checks
    #[arg(long)]
    strict: bool,
    /// A component with what it calls: package, class, method or `region NAME`; repeat for several
    #[arg(long, value_name = "[NAME=]PATTERN", value_parser = named)]
    component: Vec<(String, String)>,
    /// A component without what it calls; repeat for several
    #[arg(long = "own", value_name = "[NAME=]PATTERN", value_parser = named)]
    alone: Vec<(String, String)>,
    /// Also count every call of this component; a pattern that is none becomes one. Repeat for several
    #[arg(long, value_name = "PATTERN")]
    per_call: Vec<String>,
    /// What is one atom beside paths, with all that it does
    #[arg(long, value_enum, value_name = "KINDS", value_delimiter = ',')]
    atoms: Vec<Kind>,
    /// Stop a program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles, default_value = "10G")]
    max_cycles: u64,
    /// File to write, .jvec or .json; standard output without it
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Only paths of bytecodes
    Paths,
    /// Calls of library methods from the application
    Library,
    /// Bytecodes in Java
    Routines,
}

fn named(text: &str) -> Result<(String, String), String> {
    let (name, pattern) = text.split_once('=').unwrap_or((text, text));
    if name.is_empty() || pattern.is_empty() {
        return Err("write NAME=PATTERN, or a pattern that is its name".to_owned());
    }
    Ok((name.to_owned(), pattern.to_owned()))
}

/// Runs the command.
pub(super) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    end_at_interrupts()?;
    files::check_name(arguments.output.as_ref())?;
    let machine = arguments.machine.machine()?;
    let program = arguments.program.load(machine.memory_words, console)?;
    let program = program.fed(arguments.input.whole()?);
    let build = if arguments.strict {
        Build::Strict
    } else {
        Build::Jop
    };
    let options = arguments.options();
    let recorded = vectors::recorded(&program, &machine, build, &options, arguments.max_cycles);
    let (vector, end) = recorded.map_err(Error::at(&program))?;
    files::write(&vector, arguments.output.as_ref())?;
    let source = &vector.provenance.sources[0];
    let atoms = vector.total().counts.len() as u64;
    console.note(&format!(
        "jop: {}: {} in {} of {} cycles",
        program,
        counted(atoms, "atom"),
        counted(vector.components.len() as u64, "component"),
        thousands(source.cycles)
    ));
    if source.time_uses > 0 {
        console.note(&format!(
            "jop: note: {program} reads time, waits or takes interrupts {} times: on another memory it may take another path",
            thousands(source.time_uses)
        ));
    }
    Ok(exit_code::of_run(end, &program, console))
}

impl Arguments {
    fn options(&self) -> RecordOptions {
        let component = |scope| {
            move |(name, pattern): &(String, String)| Selection {
                name: name.clone(),
                pattern: pattern.clone(),
                scope,
            }
        };
        let chosen = self.component.iter().map(component(Scope::WithCallees));
        let own = self.alone.iter().map(component(Scope::Alone));
        let mut components: Vec<Selection> = chosen.chain(own).collect();
        for name in &self.per_call {
            if !components.iter().any(|it| it.name == *name) {
                let both = (name.clone(), name.clone());
                components.push(component(Scope::WithCallees)(&both));
            }
        }
        RecordOptions {
            components,
            per_call: self.per_call.clone(),
            atoms: Atoms {
                library: self.atoms.contains(&Kind::Library),
                routines: self.atoms.contains(&Kind::Routines),
            },
        }
    }
}
