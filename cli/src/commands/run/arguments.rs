//! Arguments of `jop run`, and its options, which `jop demo` has, too.

use std::path::PathBuf;

use isa::System;

use crate::args::checkpoints::CheckpointArguments;
use crate::args::engine::EngineArguments;
use crate::args::input::InputArguments;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::ProgramArguments;
use crate::args::quantity::cycles;
use crate::args::recording::RecordingArguments;
use crate::args::serial_line::LineArguments;
use crate::output::atomic_file::{file_only, is_standard_output};
use crate::output::errors::Error;

/// Run a program: a linked image, or a class that is linked first
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Run a program: a linked image (app.jop), a class file (Main.class), a source file (Main.java), an executable jar (app.jar) or a class of \
the class path (t.Main).

The program's UART output goes to standard output, byte for byte, as it is printed. Its diagnostic text \
(System.err, stack traces) goes to standard error, and so does the closing report.

-o records the run: calling contexts, and with --record lines, microinstructions, windows, the heap, lookups, threads \
or, on the fast engine, the counts of components. Other options limit the recording, and a limited recording costs \
little time. Limits combine. A moment is a clock cycle (250_000) or a call of a method (lift.Plant.step#5 is its fifth \
call). A pattern is a method (lift.Door.open), a class or package with everything in it (lift), or has a * for any \
characters (*.hashCode). Calls made before recording starts are unknown, so methods that are running at that moment \
appear directly below the root.

--record vector counts each path of the cost table, the loads of methods by their words, and device waits. A component \
is a package, a class, a method or `region NAME`, with everything that it calls except other components; --own takes \
its own bytecodes only. Each bytecode is counted in one component, or in (rest) if no component has it, so the \
components add up to the run. Interrupts are in (rest). --per-call counts each call of a component, and fits the count \
of each atom as a linear function of the call's integer arguments and array lengths.")]
#[command(after_help = "\
Exit codes:
  The low eight bits of the program's own status, or
  0    when --until was met, an original image printed `JVM exit!`, or nobody reads the output
  1    after an uncaught exception, if every thread waits for ever, or if --check-engine finds a
       difference
  2    bad input        3  stopped by --max-cycles        130  stopped by Ctrl-C

Examples:
  jop run Main.class                           link and run a compiled class; or Main.java, app.jar
  jop run -cp classes:lib.jar t.Main -- a b    with a class path and arguments
  jop run --program lift -- 5000               an embedded program, longer than by default
  jop run app.jop --config machine.toml        an image on a custom machine
  jop run app.jop -q --report run.json         the report to a file, not to the screen
  jop run --program lift -o lift.jrec          where the cycles went; see `jop show lift.jrec`
  jop run --program lift --record all -o all.jrec          lines, windows, heap and more
  jop run --program lift --engine fast --record vector -o counts.jrec   for `jop cost predict`
  jop run --program udpip --below udpip.Ip -o ip.jrec      a class and what it calls
  jop run Main.class --engine fast             the same cycles, many times faster
  jop run app.jop --microcode my.asm --check-engine   whether the engine is exact on it
  jop run app.jop --max-cycles 10M             stop after ten million cycles
  jop run Main.class --switches threads.csv    which thread ran when
  jop run --program lift --checkpoint-every 1M --checkpoints target/lift
  jop run --resume target/lift/lift-000002000000.jopcheck  resume there; the result is the same")]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) program: ProgramArguments,
    #[command(flatten)]
    pub(super) options: RunOptions,
    /// Resume from a checkpoint, which holds the program, the machine and the microcode
    #[arg(
        long,
        value_name = "FILE",
        group = "other_source",
        help_heading = "Checkpoints"
    )]
    pub(super) resume: Option<PathBuf>,
    #[command(flatten)]
    pub(super) checkpoints: CheckpointArguments,
}

/// Options of `jop run` and `jop demo`.
#[derive(Debug, clap::Args)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    /// Stop after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    pub(super) max_cycles: Option<u64>,
    /// Stop when the program has printed this text
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(super) until: Option<String>,
    /// Write the report to a file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,
    /// Write the thread switches to a file: cycle, from, to, reason; .json, .csv, .md and .tex choose the format
    #[arg(long, value_name = "FILE")]
    pub(super) switches: Option<PathBuf>,
    #[command(flatten)]
    pub(super) recording: RecordingArguments,
    #[command(flatten)]
    pub(super) input: InputArguments,
    #[command(flatten)]
    pub(super) line: LineArguments,
    /// Run the engine and the reference side by side, and stop at the first difference
    #[arg(long)]
    pub(super) check_engine: bool,
    #[command(flatten)]
    pub(super) engine: EngineArguments,
    #[command(flatten)]
    pub(super) microcode: MicrocodeArguments,
}

impl RunOptions {
    /// The processors to run on.
    pub(crate) fn system(&self) -> Result<System, Error> {
        self.machine.system()
    }

    /// Refuses files that would be mixed up on standard output, to which the program prints, and a check of nothing.
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.check_engine && self.engine.is_reference() {
            return Err(Error::Input(
                "--check-engine compares an engine with the reference; leave out --engine reference"
                    .to_owned(),
            ));
        }
        self.recording.check()?;
        if self.report.as_deref().is_some_and(is_standard_output)
            && let Some(file) = &self.switches
        {
            file_only(file, "--switches beside the report")?;
        }
        Ok(())
    }
}
