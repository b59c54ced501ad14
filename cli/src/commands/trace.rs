//! `jop trace`: every cycle of a window, as text, rows or waveforms.

mod earlier_run;
mod form;
mod window;

use std::path::PathBuf;

use cross_profile::observer::RUNNING_TASK;
use isa::MachineConfig;
use jopizer::Symbols;
use run::Ending;
use run::ending::SLICE;
use run::engine::View;
use sim_core::Machine;
use superblock::BlockMachine;
use trace::{CodeNames, Pause, Summary, TraceError, Tracer};

use self::form::{Form, Recording};
use self::window::WindowArguments;
use super::run::watch_for_interrupts;
use crate::atomic_file::is_standard_output;
use crate::console::Console;
use crate::errors::Error;
use crate::exit_code::exit_codes;
use crate::host_input::InputArguments;
use crate::machine_arguments::MachineArguments;
use crate::microcode_source::MicrocodeArguments;
use crate::program_source::ProgramArguments;
use crate::quantity::cycles;
use crate::table::thousands;
use crate::{exit_code, host_input, long_methods};

/// Record every cycle of a window: pipeline timeline, bytecodes, columns, Konata log, waveforms
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Record every cycle of a window: pipeline timeline, bytecodes, columns, Konata log, waveforms.

The machine runs almost unobserved until the window opens; without a window the whole run is recorded. The program's \
output is not shown; use `jop run` for that. For --region and --call worst the program runs to its end first, which --max-cycles does not \
limit, and then once more. A bytecode has the cycles from its dispatch to the next, the dispatch of one implemented in Java, too, which `jop report`, \
`jop annotate` and `jop vertical` count for its routine. A breakpoint of `jop debug` stops in the cycle after the dispatch. docs/trace.md explains forms, columns and timelines.")]
#[command(after_help = concat!("\
The file name chooses the form: .txt, .csv, .parquet, .kanata, .fst, .vcd; --as overrides it.

", exit_codes!(without a limit: "", ", or a window that never opened"), "

Examples:
  jop trace --program lift --cycles 1000..1060        a timeline of the pipeline
  jop trace --program lift --method Door.step --call 2 --as bytecodes
  jop trace --program lift --method Door.step --call worst --as bytecodes
  jop trace Main.java --region filter -o filter.fst   each call of the region that Main marks
  jop trace app.jop --exception --before 30 --after 100
  jop trace app.jop --bytecodes 5000..5100 -o a.csv   the columns of the golden traces, for jop diff
  jop trace -cp classes t.Main -o run.fst             registers and signals, for GTKWave, Surfer
  jop trace app.jop --cycles 0..20k -o app.kanata     the pipeline for Konata"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// Form of the trace; by default chosen by the file name, else a timeline
    #[arg(long = "as", value_enum, ignore_case = true, value_name = "FORM")]
    form: Option<Form>,
    /// Write to a file instead of standard output; parquet, fst and vcd need one
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Record at most this many cycles; k, M and G multiply. Default: 2k for a timeline, 100k for bytecodes, csv and
    /// konata, no limit for parquet, fst and vcd
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    window: WindowArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// Reasons why a recording ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The window is closed, or the limit reached.
    Complete,
    /// The run ended.
    Run(run::End),
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let form = Form::of(arguments.form, arguments.output.as_deref())?;
    let config = arguments.machine.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    long_methods::refuse_studied(&program, &config, console)?;
    // All of it before the first cycle: a run may go twice.
    let program = program.fed(arguments.input.whole()?);
    let symbols = program.symbols.as_ref();
    let microcode = arguments.microcode.load(console)?;
    let mut window = arguments.window.window(symbols)?;
    let mut machine = Machine::new(&config, &microcode.program, &program.image.words)?;
    let interrupted = watch_for_interrupts()?;
    if let Some(calls) = arguments.window.earlier_calls(&program)? {
        let run = earlier_run::run(machine.clone(), &program, &calls, interrupted, console)?;
        window = calls.window(run, &program.name, console)?;
    }
    feed(&mut machine, program.input.as_deref().unwrap_or_default());
    let mut machine = BlockMachine::new(machine);
    let linked = symbols.map(|symbols| (&program.image, symbols));
    let names = CodeNames::new(linked, &microcode.program);
    let most = arguments.max_cycles.or(form.limit()).unwrap_or(u64::MAX);

    let mut recording = Recording::create(form, arguments.output.as_deref(), names, &config)?;
    let told = host_input::teller(console, "");
    let ending = Ending::of(&program)
        .interrupted_by(interrupted)
        .telling(&told);
    let recorded = {
        let running_task = symbols.and_then(running_task);
        let tracer = Tracer::new(window, most, running_task, recording.sink());
        record(tracer, &mut machine, ending)
    };
    let (summary, end, calls) = match recorded {
        Ok(recorded) => recorded,
        Err(error) => return Err(recording.failed(error)),
    };
    if summary.windows == 0 {
        recording.abandon();
        let cycle = machine.machine().state.cycle;
        return Err(never_opened(arguments, end, cycle, calls));
    }
    recording.finish()?;
    tell(arguments, &summary, &config, console);
    Ok(match end {
        End::Complete => exit_code::DONE,
        End::Run(end) => exit_code::of_run(end, &program, console),
    })
}

/// Runs to the end of the trace; gives what was recorded, why it ended, and how often the method was called.
fn record(
    mut tracer: Tracer<'_>,
    machine: &mut BlockMachine,
    mut ending: Ending<'_>,
) -> Result<(Summary, End, u64), TraceError> {
    let end = loop {
        let cycle = machine.machine().state.cycle;
        // Slices end in the cycles in which those of `jop run` do.
        let limit = ending.limit().min((cycle / SLICE + 1) * SLICE);
        let end = match ending.between(cycle) {
            Some(end) => Some(end),
            None => match tracer.run(machine, limit)? {
                Pause::Limit => {
                    let cycle = machine.machine().state.cycle;
                    // A machine that went back is before the end of the slice.
                    match cycle >= limit {
                        true => help(machine, &mut ending),
                        false => None,
                    }
                }
                Pause::Done => break End::Complete,
                Pause::Output(output) => ending.sees(output, machine.machine().state.cycle),
            },
        };
        if let Some(end) = end {
            break End::Run(end);
        }
    };
    let calls = tracer.calls();
    Ok((tracer.finish(machine.machine().state.cycle)?, end, calls))
}

/// Gives a program what it waits for.
fn help(machine: &mut BlockMachine, ending: &mut Ending<'_>) -> Option<run::End> {
    let state = &machine.machine().state;
    match ending.answer(Some(View::of(state)), state.cycle) {
        // Whoever changes a machine makes it forget its blocks.
        Ok([]) => None,
        Ok(bytes) => {
            feed(machine.machine_mut(), bytes);
            None
        }
        Err(end) => Some(end),
    }
}

fn feed(machine: &mut Machine, bytes: &[u8]) {
    machine.state.memory_system.io.uart.feed(bytes);
}

/// The static field with the running thread.
fn running_task(symbols: &Symbols) -> Option<u32> {
    let mut statics = symbols.statics.iter();
    let field = statics.find(|field| [&*field.class, &*field.name] == RUNNING_TASK);
    field.map(|field| field.address)
}

fn never_opened(arguments: &Arguments, end: End, cycle: u64, calls: u64) -> Error {
    let ended = match end {
        End::Run(run::End::Interrupted) => "was stopped by Ctrl-C",
        End::Run(run::End::Blocked) => "stopped, as every thread waits for ever,",
        End::Complete | End::Run(_) => "ended",
    };
    let missed = arguments.window.missed(calls);
    let text = format!(
        "{}: the window never opened: {missed} before the run {ended} in cycle {}",
        arguments.program.name(),
        thousands(cycle)
    );
    match end {
        // The window may have been in what did not come.
        End::Run(end) if !end.is_of_program() => Error::Ended {
            reason: text,
            code: end.judged(),
        },
        _ => Error::Input(text),
    }
}

fn tell(arguments: &Arguments, summary: &Summary, config: &MachineConfig, console: Console) {
    let file = arguments.output.as_deref();
    if let Some(path) = file.filter(|path| !is_standard_output(path)) {
        let windows = match summary.windows {
            1 => String::new(),
            windows => format!(" in {} windows", thousands(windows)),
        };
        console.note(&format!(
            "jop: note: {}: {} cycles{windows}, {} to {}, at {} ps each",
            path.display(),
            thousands(summary.cycles),
            thousands(summary.first),
            thousands(summary.end.saturating_sub(1)),
            thousands(1_000_000_000_000 / u64::from(config.clk_freq_hz)),
        ));
    }
    if summary.cut {
        console.note(&format!(
            "jop: note: cut after {} cycles; --max-cycles N records more",
            thousands(summary.cycles)
        ));
    }
}
