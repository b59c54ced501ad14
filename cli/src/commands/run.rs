//! `jop run`: a program on the machine, from its first cycle to its end.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use cross_profile::{Observer, Provenance};
use machine_profile::ContextProbe;
use runtime_probes::{CollectionProbe, Collections, SwitchProbe};
use sim_core::config::UartKind;
use sim_core::{Machine, MachineConfig};

use crate::atomic_file::PendingFile;
use crate::console::Console;
use crate::errors::Error;
use crate::host_input::HostInput;
use crate::machine_arguments::MachineArguments;
use crate::microcode_source::{Microcode, MicrocodeArguments};
use crate::program_source::{LoadedProgram, ProgramArguments};
use crate::quick_run::{EngineArguments, QuickRun};
use crate::report::{Report, Subject};
use crate::session::{End, Limits, Ran, Session, WatchedMachine};
use crate::switch_trace::SwitchTrace;
use crate::text_watch::TextWatch;
use crate::{exit_code, report_text, table};

/// Run a program: a linked image, or a class that is linked first
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Run a program: a linked image (app.jop), a class file (Main.class) or a class of the class path (t.Main).

What the program prints on the UART goes to standard output, byte for byte and as it is printed. Its diagnostic text \
(System.err, stack traces) goes to standard error, and so does the closing report.")]
#[command(after_help = "\
Exit codes:
  The program's own status, of which the system keeps the low eight bits; 1 after an uncaught
  exception, 2 for bad input, 3 when --max-cycles stopped it, 130 after Ctrl-C. 0 when --until was
  met, when an original image printed `JVM exit!`, and when nobody reads the output any more.

Examples:
  jop run Main.class                           link and run a compiled class
  jop run -cp classes:lib.jar t.Main -- a b    with a class path and arguments
  jop run --program lift -- 5000               an embedded program, longer than by default
  jop run app.jop --config machine.toml        an image on a machine of your own
  jop run app.jop -q --report run.json         the report to a file, not to the screen
  jop run --program lift --profile lift.jprof  where the cycles went; `jop report lift.jprof` tells
  jop run Main.class --engine fast             the same cycles, many times as fast
  jop run app.jop --max-cycles 10M             stop after ten million cycles
  jop run Main.class --switches threads.csv    which thread ran when")]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    #[command(flatten)]
    options: RunOptions,
}

/// What `jop run` and `jop demo` share.
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
    /// Write the thread switches to a file: cycle, from, to, reason; as JSON or CSV if it is called so, `-` is standard error
    #[arg(long, value_name = "FILE")]
    switches: Option<PathBuf>,
    /// Write a calling-context profile to a file; `jop report` prints it
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// Feed the UART from standard input; a file is there from the first cycle, so that its run can be repeated
    #[arg(long)]
    stdin: bool,
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
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let config = arguments.options.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    run(&program, &config, &arguments.options, console)
}

/// Runs a program that is linked; gives the exit code.
pub(crate) fn run(
    program: &LoadedProgram,
    config: &MachineConfig,
    options: &RunOptions,
    console: Console,
) -> Result<u8, Error> {
    let microcode = options.microcode.load(console)?;
    note_long_methods(program, config, console);
    let executor = executor(program, config, options, &microcode)?;
    let report_file = options
        .report
        .as_deref()
        .map(PendingFile::create)
        .transpose()?;
    let switch_trace = options
        .switches
        .as_deref()
        .map(SwitchTrace::create)
        .transpose()?;
    let profile_file = options
        .profile
        .as_deref()
        .map(PendingFile::create)
        .transpose()?;
    let limits = Limits {
        max_cycles: options.max_cycles.unwrap_or(u64::MAX),
        until: options.until.as_deref().map(TextWatch::anywhere),
        exit_text: !program.has_our_runtime(),
    };
    let input = options.stdin.then(HostInput::start).transpose()?;
    let interrupted = watch_for_interrupts()?;
    tracing::info!("running {} words", program.image.words.len());

    let subject = Subject {
        program: &program.name,
        image: &program.image.words,
        microcode: &microcode.name,
        microcode_words: &microcode.program,
        config,
    };
    let symbols = program.symbols.as_ref();
    let collections = CollectionProbe::new(symbols);
    // Watchers that were not asked for must not slow down the usual run.
    let machine = match executor {
        Executor::Machine(machine) => machine,
        Executor::Engine(mut engine) => {
            if profile_file.is_some() {
                engine.record(symbols);
            }
            let ran = Session::new(*engine, symbols, limits, input, interrupted).run()?;
            let report = report(&subject, &ran, &options.engine, Collections::default());
            if let Some(file) = report_file {
                file.finish(table::json(&report)?.as_bytes())?;
            }
            show(&ran, &report, console);
            if let (Some(file), Some(observer)) = (profile_file, ran.probe) {
                file.finish(&profile(observer, &report, "fast")?)?;
            }
            return Ok(exit_code::of(ran.end));
        }
    };
    let ran = if switch_trace.is_some() || profile_file.is_some() {
        let switches = switch_trace.as_ref().map(|_| SwitchProbe::new(symbols));
        let contexts = profile_file.as_ref().map(|_| ContextProbe::new(symbols));
        let probe = (collections, (switches, contexts));
        let machine = WatchedMachine::new(*machine, probe);
        Session::new(machine, symbols, limits, input, interrupted).run()?
    } else {
        let machine = WatchedMachine::new(*machine, collections);
        Session::new(machine, symbols, limits, input, interrupted)
            .run()?
            .map_probe(|collections| (collections, (None, None)))
    };
    let report = report(&subject, &ran, &options.engine, ran.probe.0.collections());
    if let Some(file) = report_file {
        file.finish(table::json(&report)?.as_bytes())?;
    }
    show(&ran, &report, console);
    let (_, (switches, contexts)) = ran.probe;
    if let (Some(trace), Some(probe)) = (switch_trace, switches) {
        trace.finish(&probe.into_switches())?;
    }
    if let (Some(file), Some(probe)) = (profile_file, contexts) {
        file.finish(&profile(probe.finish(), &report, "machine")?)?;
    }
    Ok(exit_code::of(ran.end))
}

/// What carries the program out.
enum Executor {
    Machine(Box<Machine>),
    Engine(Box<QuickRun>),
}

fn executor(
    program: &LoadedProgram,
    config: &MachineConfig,
    options: &RunOptions,
    microcode: &Microcode,
) -> Result<Executor, Error> {
    let image = &program.image.words;
    if !options.engine.is_fast()? {
        let machine = Machine::new(config, &microcode.program, image)?;
        return Ok(Executor::Machine(Box::new(machine)));
    }
    if options.switches.is_some() {
        return Err(Error::Input(
            "--switches watches the machine; leave out --engine fast".to_owned(),
        ));
    }
    // The engine learns of a byte from a timed UART after it has gone on.
    if options.profile.is_some() && options.until.is_some() && config.uart == UartKind::Timed {
        return Err(Error::Input(
            "--profile with --until on a timed UART needs the machine; leave out --engine fast, --until or uart = \"timed\""
                .to_owned(),
        ));
    }
    let source = &options.microcode;
    let engine = options
        .engine
        .build(config, source, &microcode.program, image)?;
    Ok(Executor::Engine(Box::new(engine)))
}

fn report<P>(
    subject: &Subject<'_>,
    ran: &Ran<P>,
    engine: &EngineArguments,
    collections: Collections,
) -> Report {
    Report::new(
        subject,
        ran.end,
        (engine, &ran.statistics),
        collections,
        ran.host_time,
    )
}

/// Tells of methods that are too long for the machine's method cache; the hardware would run into nonsense unseen.
fn note_long_methods(program: &LoadedProgram, config: &MachineConfig, console: Console) {
    let longest = config.longest_method();
    let methods = program.symbols.iter().flat_map(|symbols| &symbols.methods);
    for method in methods.filter(|method| method.words > longest) {
        console.note(&format!(
            "jop: note: {method} has {} words, and the method cache of this machine runs methods of up to {longest}; \
             raise jpc_width",
            method.words
        ));
    }
}

/// The bytes of a profile file.
fn profile(observer: Observer, report: &Report, engine: &str) -> Result<Vec<u8>, Error> {
    let profile = observer.into_profile(Provenance {
        program: report.image.name.clone(),
        engine: engine.to_owned(),
        machine: report.machine.sha256.digits().to_owned(),
        microcode: report.microcode.sha256.digits().to_owned(),
        image: report.image.sha256.digits().to_owned(),
    });
    let mut bytes = Vec::new();
    cross_profile::file::write(&profile, &mut bytes).map_err(|reason| Error::System {
        what: "pack the profile",
        reason: reason.to_string(),
    })?;
    Ok(bytes)
}

/// The report on standard error, on a line of its own where both are one terminal.
fn show<P>(ran: &Ran<P>, report: &Report, console: Console) {
    use std::io::IsTerminal;
    let shared = std::io::stdout().is_terminal() && std::io::stderr().is_terminal();
    let separator = if ran.in_line && shared { "\n" } else { "" };
    console.note(&format!("{separator}{}", report_text::render(report)));
}

/// A flag that the first Ctrl-C sets; the second one ends the process at once.
pub(super) fn watch_for_interrupts() -> Result<&'static AtomicBool, Error> {
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    let handler = || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(exit_code::of(End::Interrupted).into());
        }
    };
    ctrlc::set_handler(handler).map_err(|reason| Error::System {
        what: "watch for Ctrl-C",
        reason: reason.to_string(),
    })?;
    Ok(&INTERRUPTED)
}

/// `1_000_000`, `1000k`, `1M`.
pub(super) fn cycles(text: &str) -> Result<u64, String> {
    let factors = [('k', 1_000), ('M', 1_000_000), ('G', 1_000_000_000)];
    let (digits, factor) = factors
        .iter()
        .find_map(|(letter, factor)| Some((text.strip_suffix(*letter)?, *factor)))
        .unwrap_or((text, 1));
    let number = digits.replace('_', "").parse::<u64>().ok();
    number
        .and_then(|number| number.checked_mul(factor))
        .ok_or_else(|| "a number of cycles, as in 250000, 250_000, 250k, 10M or 1G".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_can_be_written_with_separators_and_multipliers() {
        assert_eq!(
            ["5", "1_000", "2k", "3M", "1G"].map(|text| cycles(text).unwrap()),
            [5, 1000, 2000, 3_000_000, 1_000_000_000]
        );
    }

    #[test]
    fn cycles_that_are_no_number_or_too_many_are_refused() {
        for text in ["", "k", "-1", "1.5M", "99999999999G"] {
            assert!(cycles(text).is_err(), "{text}");
        }
    }
}
