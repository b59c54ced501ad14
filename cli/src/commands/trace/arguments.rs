//! Options of `jop trace`.

use std::path::PathBuf;

use super::form::Form;
use super::window::WindowArguments;
use crate::args::input::InputArguments;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::ProgramArguments;
use crate::args::quantity::cycles;
use crate::output::exit_code::exit_codes;

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
  jop trace app.jop --cycles 0..20k -o app.kanata     the pipeline for Konata
  jop trace app.jop --config reprap -o app.fst        several cores, their arbiter and locks"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) program: ProgramArguments,
    /// Form of the trace; by default chosen by the file name, else a timeline
    #[arg(long = "as", value_enum, ignore_case = true, value_name = "FORM")]
    pub(super) form: Option<Form>,
    /// Write to a file instead of standard output; parquet, fst and vcd need one
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Of a machine with several cores, record this one alone, counted from 0; windows of its methods and bytecodes need it
    #[arg(long, value_name = "N")]
    pub(super) core: Option<u8>,
    /// Record at most this many cycles; k, M and G multiply. Default: 2k for a timeline, 100k for bytecodes, csv and
    /// konata, no limit for parquet, fst and vcd
    #[arg(long, value_name = "N", value_parser = cycles)]
    pub(super) max_cycles: Option<u64>,
    #[command(flatten)]
    pub(super) input: InputArguments,
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    #[command(flatten)]
    pub(super) window: WindowArguments,
    #[command(flatten)]
    pub(super) microcode: MicrocodeArguments,
}
