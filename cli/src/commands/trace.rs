//! `jop trace`: every cycle of a window, as text, rows or waveforms.

mod earlier_run;
mod form;
mod traced;
mod window;

use std::path::PathBuf;

use isa::MachineConfig;
use run::Limits;
use sim_core::Machine;
use superblock::BlockMachine;
use trace::{CodeNames, Summary, Tracer};

use self::form::{Form, Recording};
use self::traced::End;
use self::window::WindowArguments;
use crate::args::input::InputArguments;
use crate::args::long_methods;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::ProgramArguments;
use crate::args::quantity::cycles;
use crate::host::interrupts::watch_for_interrupts;
use crate::output::atomic_file::is_standard_output;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::table::thousands;

/// Record every cycle of a window: pipeline, bytecodes, columns, Konata log, waveforms
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Record every cycle of a window: pipeline, bytecodes, columns, Konata log, waveforms.

Without a window the whole run is recorded. Until a window opens, the machine runs at nearly full speed. The program's \
output is not shown; use `jop run` for that. --region and --call worst first run the program to its end, whatever \
--max-cycles is, to find the window. The cycles of a bytecode are those from its dispatch to the next. For a bytecode \
implemented in Java they include its own dispatch, which `jop show flat`, `lines` and `code` charge to its routine. A \
breakpoint of `jop debug` stops in the cycle after the dispatch. docs/trace.md explains forms, columns and timelines.")]
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

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let form = Form::of(arguments.form, arguments.output.as_deref())?;
    let config = arguments.machine.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    long_methods::check((&program, &config), "", console)?;
    // All of it before the first cycle: a run may go twice.
    let input = arguments.input.whole(&program, console)?;
    let program = program.fed(input);
    let symbols = program.symbols.as_ref();
    let microcode = arguments.microcode.load(console)?;
    let mut window = arguments.window.window(symbols)?;
    let machine = Machine::new(&config, &microcode.program, &program.image.words)?;
    let interrupted = watch_for_interrupts()?;
    if let Some(calls) = arguments.window.earlier_calls(&program)? {
        let run = earlier_run::run(machine.clone(), &program, &calls, interrupted, console)?;
        window = calls.window(run, &program.name, console)?;
    }
    let mut machine = BlockMachine::new(machine);
    let linked = symbols.map(|symbols| (&program.image, symbols));
    let names = CodeNames::new(linked, &microcode.program);
    let most = arguments.max_cycles.or(form.limit()).unwrap_or(u64::MAX);

    let mut recording = Recording::create(form, arguments.output.as_deref(), names, &config)?;
    let limits = Limits::stopped_by(u64::MAX, interrupted);
    let recorded = {
        let running_task = record::running_task(symbols);
        let tracer = Tracer::new(window, most, running_task, recording.sink());
        traced::record(tracer, &mut machine, (&program, &limits), console)
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
