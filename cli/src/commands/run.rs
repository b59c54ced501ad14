//! `jop run`: a program on the machine, from its first cycle or a checkpoint to its end.

#[cfg(feature = "whole")]
mod journal;
#[cfg(feature = "whole")]
mod recorded;
mod resume;
mod switch_trace;

use std::path::{Path, PathBuf};

use isa::{MachineConfig, UartKind};
use jopizer::Symbols;
use record::Contexts;
use run::checked::CheckFault;
use run::checkpoint::RunState;
use run::probes::{CollectionProbe, Collections, SwitchProbe};
use run::{
    BlockRun, Checked, Counted, EngineKind, FastRun, Limits, Program, Report, Setup, Subject,
};
use sim_core::{Machine, Statistics};

use self::switch_trace::SwitchTrace;
use crate::args::checkpoints::CheckpointArguments;
use crate::args::engine::EngineArguments;
use crate::args::input::InputArguments;
use crate::args::long_methods;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::ProgramArguments;
use crate::args::quantity::cycles;
use crate::args::recording::RecordingArguments;
use crate::args::serial_line::LineArguments;
use crate::host::checkpoints::CheckpointWriter;
use crate::host::interrupts::watch_for_interrupts;
use crate::host::session::{Ran, Session};
use crate::host::uart_input::HostInput;
use crate::output::atomic_file::{PendingFile, file_only, is_standard_output};
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::report_text;

/// Run a program: a linked image, or a class that is linked first
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Run a program: a linked image (app.jop), a class file (Main.class), a source file (Main.java), an executable jar (app.jar) or a class of \
the class path (t.Main).

The program's UART output goes to standard output, byte for byte, as it is printed. Its diagnostic text \
(System.err, stack traces) goes to standard error, and so does the closing report.

-o records the run: calling contexts, and with --record lines, microinstructions, windows, the heap, lookups, threads or, on the fast engine, the counts of components. The other options of recording set \
its extent; the rest is not observed, so a narrow recording costs little. All limits apply together. A moment is a clock cycle (250_000) or \
a call of a method (lift.Main.step#5 is its fifth call). A pattern is a method (lift.Door.open), a class or package with everything in it \
(lift), or has a * for any characters (*.hashCode). Calls made before recording started are unknown: methods recorded then appear directly \
below the root.

--record vector counts each path of the cost table, the loads of methods by their words, and device waits. A component is a name and a package, a class, \
a method or `region NAME`, with all that it calls, up to other components; --own takes its own bytecodes only. Every bytecode is in exactly one \
component, and (rest) has what no other has, so that components add up to the run. Interrupts are in (rest). \
--per-call counts every call of a component and fits each atom as a line over the integers and array lengths that the method takes.")]
#[command(after_help = "\
Exit codes:
  The program's own status, of which the system keeps the low eight bits; 1 after an uncaught
  exception, when every thread waits for ever and when --check-engine finds a difference, 2 for
  bad input, 3 when --max-cycles stopped it, 130 after Ctrl-C. 0 when --until was met, when an
  original image printed `JVM exit!`, and when nobody reads the output any more.

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
    program: ProgramArguments,
    #[command(flatten)]
    options: RunOptions,
    /// Resume from a checkpoint, which holds the program, the machine and the microcode
    #[arg(
        long,
        value_name = "FILE",
        group = "other_source",
        help_heading = "Checkpoints"
    )]
    resume: Option<PathBuf>,
    #[command(flatten)]
    checkpoints: CheckpointArguments,
}

/// Options of `jop run` and `jop demo`.
#[derive(Debug, clap::Args)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    machine: MachineArguments,
    /// Stop after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    /// Stop when the program has printed this text
    #[arg(long, value_name = "TEXT", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    until: Option<String>,
    /// Write the report to a file, as JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Write the thread switches to a file: cycle, from, to, reason; .json and .csv choose the format
    #[arg(long, value_name = "FILE")]
    switches: Option<PathBuf>,
    #[command(flatten)]
    recording: RecordingArguments,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    line: LineArguments,
    /// Run the engine and the reference side by side, and stop at the first difference
    #[arg(long)]
    check_engine: bool,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

impl RunOptions {
    /// The machine to run on.
    pub(crate) fn machine(&self) -> Result<MachineConfig, Error> {
        self.machine.machine()
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

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    arguments.options.check()?;
    if let Some(file) = &arguments.resume {
        return resume::resume(arguments, file, console);
    }
    let config = arguments.options.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    let checkpoints = &arguments.checkpoints;
    run(program, config, &arguments.options, checkpoints, console)
}

/// Runs a program that is linked; gives the exit code.
pub(crate) fn run(
    program: Program,
    machine: MachineConfig,
    options: &RunOptions,
    checkpoints: &CheckpointArguments,
    console: Console,
) -> Result<u8, Error> {
    let setup = Setup {
        program,
        machine,
        microcode: options.microcode.load(console)?,
    };
    long_methods::check_run(&setup, &options.engine, console)?;
    let executor = executor(&setup, options, checkpoints)?;
    tracing::info!("running {} words", setup.program.image.words.len());
    let job = Job {
        subject: &setup.subject(),
        setup: Some(&setup),
        resumed: None,
    };
    job.carry_out(executor, options, checkpoints, console)
}

/// A run from reset or from a checkpoint.
struct Job<'a> {
    subject: &'a Subject,
    /// What runs from its reset.
    setup: Option<&'a Setup>,
    resumed: Option<&'a RunState>,
}

impl Job<'_> {
    /// Runs to the end and reports; gives the exit code.
    fn carry_out(
        &self,
        executor: Executor,
        options: &RunOptions,
        checkpoints: &CheckpointArguments,
        console: Console,
    ) -> Result<u8, Error> {
        let report_file = pending(options.report.as_deref())?;
        let recording = options.recording.file()?;
        let switch_trace = options.switches.as_deref();
        let switch_trace = switch_trace.map(SwitchTrace::create).transpose()?;
        let input = options.input.start()?;
        let limits = Limits {
            until: options.until.as_deref(),
            ..Limits::stopped_by(
                options.max_cycles.unwrap_or(u64::MAX),
                watch_for_interrupts()?,
            )
        };
        let surroundings = (limits, input);
        let machine = match executor {
            Executor::Machine(machine) => *machine,
            Executor::Engine(engine, reference) => {
                let files = (report_file, recording);
                let engine = (*engine, reference);
                return self.carry_out_fast(engine, surroundings, files, (options, console));
            }
        };
        let writer = checkpoints.writer(self.subject, machine.state.cycle)?;
        let (statistics, collections) = match self.resumed {
            Some(run) => (run.statistics.into(), run.collections.clone()),
            None => (Statistics::default(), CollectionProbe::new(self.symbols())),
        };
        let reference = options.check_engine.then(|| (machine.clone(), statistics));
        #[cfg(feature = "whole")]
        if let (Some(setup), true) = (self.setup, options.recording.is_more_than_contexts()) {
            let files = (report_file, recording);
            let machine = (machine, reference);
            return self.carry_out_recorded(
                setup,
                machine,
                surroundings,
                files,
                (options, console),
            );
        }
        // Watchers that were not asked for must not slow down the usual run.
        if switch_trace.is_none() && recording.is_none() {
            let machine = BlockRun::usual(machine, (statistics, collections));
            let machine = options.engine.on_machine(machine);
            let ran = self.run((machine, reference), (surroundings, writer), console)?;
            let collections = ran.engine.probe.1.collections();
            self.finish(&ran, collections, report_file, (options, console))?;
            return Ok(ran.ended.end.exit_code());
        }
        let switches = switch_trace
            .as_ref()
            .map(|_| SwitchProbe::new(self.symbols()));
        let words = machine.state.memory_system.memory.words.as_slice();
        let contexts = recording
            .as_ref()
            .map(|_| record::machine::contexts(words, self.symbols()));
        let probe = (statistics, (collections, (switches, contexts)));
        let machine = record::machine::watched(machine, probe);
        let machine = options.engine.on_machine(machine);
        let ran = self.run((machine, reference), (surroundings, writer), console)?;
        let collections = ran.engine.probe.1.0.collections();
        self.finish(&ran, collections, report_file, (options, console))?;
        let (_, (_, (switches, contexts))) = ran.engine.probe;
        if let (Some(trace), Some(probe)) = (switch_trace, switches) {
            trace.finish(&probe.into_switches())?;
        }
        if let (Some(file), Some(probe)) = (recording, contexts) {
            file.finish(&self.recorded(probe.finish(), EngineKind::Machine)?)?;
        }
        Ok(ran.ended.end.exit_code())
    }

    /// The same on the fast engine.
    fn carry_out_fast<'a>(
        &'a self,
        (engine, reference): (fast_engine::Engine, Option<Box<Machine>>),
        surroundings: Surroundings<'a>,
        (report_file, recording): (Option<PendingFile>, Option<PendingFile>),
        (options, console): (&RunOptions, Console),
    ) -> Result<u8, Error> {
        let collections = Collections::default();
        let reference = reference.map(|machine| (*machine, Statistics::default()));
        let surroundings = (surroundings, None);
        let Some(recording) = recording else {
            let engine = FastRun::usual(engine);
            let ran = self.run((engine, reference), surroundings, console)?;
            self.finish(&ran, collections, report_file, (options, console))?;
            return Ok(ran.ended.end.exit_code());
        };
        #[cfg(feature = "whole")]
        if let (Some(setup), true) = (self.setup, options.recording.is_more_than_contexts()) {
            return self.carry_out_fast_recorded(
                setup,
                (engine, reference),
                surroundings,
                (report_file, recording),
                (options, console),
            );
        }
        let engine = record::fast::watched(engine, self.symbols());
        let ran = self.run((engine, reference), surroundings, console)?;
        self.finish(&ran, collections, report_file, (options, console))?;
        let FastRun { engine, probe, .. } = ran.engine;
        let contexts = probe.finish(&engine, ran.ended.counters.cycles);
        recording.finish(&self.recorded(contexts, EngineKind::Fast)?)?;
        Ok(ran.ended.end.exit_code())
    }

    fn symbols(&self) -> Option<&Symbols> {
        self.subject.symbols.as_ref()
    }

    /// Runs an engine to its end, beside the reference if there is one.
    fn run<'a, E: Counted + Clone>(
        &'a self,
        engines: (E, Option<(Machine, Statistics)>),
        surroundings: (Surroundings<'a>, Option<CheckpointWriter<'a>>),
        console: Console,
    ) -> Result<Ran<E>, Error>
    where
        Error: From<E::Fault>,
        CheckFault: From<E::Fault>,
    {
        self.run_watched(engines, surroundings, |_| Ok(()), console)
    }

    /// The same; without a reference the engine is shown after each slice.
    fn run_watched<'a, E: Counted + Clone>(
        &'a self,
        (engine, reference): (E, Option<(Machine, Statistics)>),
        (surroundings, writer): (Surroundings<'a>, Option<CheckpointWriter<'a>>),
        watch: impl FnMut(&mut E) -> Result<(), Error>,
        console: Console,
    ) -> Result<Ran<E>, Error>
    where
        Error: From<E::Fault>,
        CheckFault: From<E::Fault>,
    {
        let Some((machine, statistics)) = reference else {
            let session = self.session(surroundings, console);
            return session.with_checkpoints(writer).watched(engine, watch);
        };
        let checked = Checked::new(engine, machine, statistics);
        self.run_checked(checked, (surroundings, writer), console)
    }

    /// The same beside the reference; tells what was compared.
    fn run_checked<'a, E: Counted + Clone>(
        &'a self,
        checked: Checked<E>,
        (surroundings, writer): (Surroundings<'a>, Option<CheckpointWriter<'a>>),
        console: Console,
    ) -> Result<Ran<E>, Error>
    where
        CheckFault: From<E::Fault>,
    {
        let session = self.session(surroundings, console);
        let ran = session.with_checkpoints(writer).run(checked)?;
        console.note(&format!("jop: note: {}", ran.engine.compared()));
        Ok(ran.map(Checked::into_engine))
    }

    fn session<'a>(&'a self, (limits, input): Surroundings<'a>, console: Console) -> Session<'a> {
        Session::new(self.subject, limits, input, console).resume(self.resumed)
    }

    /// The report, to its file and to the screen.
    fn finish<E>(
        &self,
        ran: &Ran<E>,
        collections: Collections,
        file: Option<PendingFile>,
        (options, console): (&RunOptions, Console),
    ) -> Result<(), Error> {
        let engine = (options.engine.kind(), options.engine.cost_table());
        let provenance = self.subject.provenance();
        let report = Report::new(provenance, &ran.ended, engine, collections);
        if let Some(file) = file {
            file.finish(document::json(Document::Run, &report)?.as_bytes())?;
        }
        show(ran, &report, console);
        if let Some(text) = &options.until
            && ran.ended.end.is_of_program()
        {
            console.note(&format!(
                "jop: note: the program ended, and `{text}` was never printed"
            ));
        }
        let loose = self.subject.microcode.name == "jop" && ran.ended.counters.exceptions > 0;
        for remedy in ran.failures.remedies(&self.subject.machine, loose) {
            console.note(&format!("jop: note: {remedy}"));
        }
        Ok(())
    }

    /// The bytes of a recording with contexts.
    fn recorded(&self, contexts: Contexts, engine: EngineKind) -> Result<Vec<u8>, Error> {
        let provenance = record::provenance(&self.subject.provenance(), engine);
        let profile = contexts.into_profile(provenance);
        let mut bytes = Vec::new();
        cross_profile::file::write(&profile, &mut bytes).map_err(|reason| Error::System {
            what: "pack the recording",
            reason: reason.into(),
        })?;
        Ok(bytes)
    }
}

fn pending(path: Option<&Path>) -> Result<Option<PendingFile>, Error> {
    path.map(PendingFile::create).transpose()
}

/// What ends a run, and its input.
type Surroundings<'a> = (Limits<'a>, Option<HostInput>);

/// Engine of a run; the fast one with the machine that checks it, if that is asked for.
enum Executor {
    Machine(Box<Machine>),
    Engine(Box<fast_engine::Engine>, Option<Box<Machine>>),
}

fn executor(
    setup: &Setup,
    options: &RunOptions,
    checkpoints: &CheckpointArguments,
) -> Result<Executor, Error> {
    if checkpoints.is_given() && options.engine.is_fast()? {
        return Err(Error::Input(
            "--checkpoints holds the state of the machine; leave out --engine fast".to_owned(),
        ));
    }
    if checkpoints.is_given() {
        let why =
            "begins in the first cycle, and a checkpoint does not hold it; leave out --checkpoints";
        options.recording.contexts_only(why)?;
    }
    if options.switches.is_some() {
        options
            .recording
            .contexts_only("beside --switches takes two runs; leave one out")?;
    }
    if !options.engine.is_fast()? {
        #[cfg(feature = "whole")]
        if options.recording.components().is_some() {
            return Err(Error::Input(
                "--record vector counts paths of the cost table, which the fast engine tells; add --engine fast"
                    .to_owned(),
            ));
        }
        let mut machine = setup.build()?;
        options.line.connect(&mut machine)?;
        return Ok(Executor::Machine(Box::new(machine)));
    }
    if options.switches.is_some() {
        return Err(Error::Input(
            "--switches watches the machine; leave out --engine fast".to_owned(),
        ));
    }
    // The engine learns of a byte from a timed UART after it has gone on.
    #[cfg(feature = "whole")]
    if options.recording.is_more_than_contexts() {
        let choice = options.recording.choice()?;
        let fits = choice.on_fast_engine();
        fits.map_err(|error| Error::Input(error.to_string()))?;
    }
    if options.recording.is_given()
        && options.until.is_some()
        && setup.machine.uart == UartKind::Timed
    {
        return Err(Error::Input(
            "-o with --until on a timed UART needs the machine; leave out --engine fast, --until or uart = \"timed\""
                .to_owned(),
        ));
    }
    let mut engine = options.engine.build(setup)?;
    options.line.connect_engine(&mut engine, &setup.machine)?;
    let mut reference = None;
    if options.check_engine {
        let mut machine = setup.build()?;
        options.line.connect(&mut machine)?;
        reference = Some(Box::new(machine));
    }
    Ok(Executor::Engine(Box::new(engine), reference))
}

/// The report on standard error, on a separate line where both are one terminal.
fn show<E>(ran: &Ran<E>, report: &Report, console: Console) {
    use std::io::IsTerminal;
    let shared = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
    let separator = if ran.in_line && shared { "\n" } else { "" };
    console.note(&format!("{separator}{}", report_text::render(report)));
}
