//! Arguments of `jop view`.

use std::path::PathBuf;

use clap::builder::Resettable;

use super::start::Place;
use crate::args::input::InputArguments;
use crate::args::machine::MachineArguments;
use crate::args::program_source::ProgramArguments;

/// Open a program, a checkpoint or a trace in a browser page that runs the machine
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("own", |own| {
        let own = own.index(1).required_unless_present(Resettable::<clap::Id>::Reset);
        own.help(
            "FILE.jop, FILE.jopcheck, a trace as FILE.csv, FILE.class, FILE.java, FILE.jar, or the name of a class on the \
             class path",
        )
    }),
    mut_arg("arguments", |arguments| arguments.index(2))
)]
#[command(long_about = "\
Open a program, a checkpoint or a trace in a browser page that runs the machine.

The page is one file for any browser and needs no network. The machine in it is the one of `jop run`, cycle by cycle: \
pipeline, data path, stack, caches, memory, source, bytecode and microcode, steps in both directions, lessons, and an \
editor for the microcode. Without a program it opens the lift program; other files can be dropped onto it. It begins \
at `main`, or at --at. Of a machine with several cores it shows one, as a trace of 20,000 cycles.")]
#[command(after_help = "\
Examples:
  jop view                              the page, in the browser
  jop view Main.class                   a program of yours, linked, with its source
  jop view --program sieve --at 20000    at a cycle; --at Main.sum at the first call of a method
  jop view lift-000002000000.jopcheck   continue a run at its checkpoint
  jop view trace.csv -o trace.html      a trace of `jop trace -o trace.csv`, as a file
  jop view app.jop --config reprap --core 1 --at 200k
                                        what one of several cores does from a cycle on
  jop view --lesson cache               a lesson; the page lists them")]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) program: ProgramArguments,
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    #[command(flatten)]
    pub(super) input: InputArguments,
    /// Look for Java sources in this folder, then in those of the class path; repeat for several
    #[arg(long, value_name = "DIR")]
    pub(super) source: Vec<PathBuf>,
    /// Begin at this cycle, at the first call of this method, or at the reset [default: at main]
    #[arg(long, value_name = "CYCLE|METHOD|reset", alias = "cycle")]
    pub(super) at: Option<Place>,
    /// Of a machine with several cores, or of their trace, show this one, counted from 0
    #[arg(long, value_name = "N", conflicts_with = "lesson")]
    pub(super) core: Option<u8>,
    /// Open a lesson
    #[arg(long, value_name = "NAME", value_parser = LESSONS, conflicts_with_all = ["own", "embedded", "config", "at"])]
    pub(super) lesson: Option<String>,
    /// Write the page to this file instead of opening it
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
}

/// Names of the page's lessons, in their order.
const LESSONS: [&str; 11] = [
    "pipeline",
    "branch",
    "field",
    "array",
    "call",
    "cache",
    "division",
    "exception",
    "interrupt",
    "collection",
    "microcode",
];
