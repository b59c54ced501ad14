//! Arguments of `jop wcet`.

use std::path::PathBuf;

use clap::ValueEnum;
use wcet::{CachePolicy, Exceptions};

use crate::args::completion;
use crate::args::cost_source::TableArguments;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::ProgramArguments;
use crate::args::quantity::cycles;
use crate::output::exit_code::exit_codes;
use crate::output::result::ResultArguments;

/// Bound the worst-case execution time of methods, without running them
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("runs_program").multiple(true))]
#[command(long_about = "\
Compute an upper bound for the cycles of one call of a method on a machine, and print the worst path: by cause, by method and source line, and by loop.

The bound comes from the linked program alone: its control flow, the values that end its loops, the cost formulas of its bytecodes, and what the method cache \
certainly holds. A call lasts as in `jop show calls`: from the first bytecode to the end of the return, with the load of the caller. Bytecodes that are \
implemented in Java, allocation and string operations are analysed as the code they are.

A loop whose end the analysis does not see needs a bound: @joplab.LoopBounds({10, 20}) at the method, or a file for --bounds. A number that contradicts the analysis is \
an error. A number that the analysis cannot prove is an assumption, which the result names.

Each bound has one of three values of `sound`. \"yes\": no call that it covers takes longer. \"assumes\": none does if the given numbers hold. \
\"no\": it uses counts of one run, or a run has disproved it or a number that it uses.

--observe runs the program. It bounds the remaining loops by the most repetitions of that run, which is not sound. It also checks the numbers that the bound uses \
against the run: repetitions of each loop for one entry, active calls, calls between calls, collections, and the longest call. A number that the run exceeds \
is reported with every bound that uses it, and the exit code is 1.

--search looks for a call that takes longer than the bound: from calls of the run, with other numbers in arguments, fields and arrays, in the ranges that the analysis has for them. \
The longest call is reported with its inputs. A call that exceeds a number that the bound assumes is reported, but does not count: the program need not reach its inputs.

With --table and --set, the bound and the run of --observe use other prices of bytecodes. The bound then holds for a processor with these prices.

Without --method, the methods of the program's own classes are listed, with their bounds or the reason why there is none. A method that is named and has no bound is an error.

On several cores, as cores = 4 in the file for --config describes them, a bound includes the waits for the arbiter and for locks.

CSV has a row for each method: its bound, whether it is sound, and its cycles by cause. JSON of one method has the whole worst path.

A method that may catch an exception has no bound, unless --exceptions exclude asks for its calls without exceptions. \
A bound covers no call in which an exception is thrown, an interrupt or another thread runs, a monitor or a device makes the processor wait, or garbage is \
collected; --collection gives collections a price.")]
#[command(after_help = concat!("\
A file for --bounds; methods are named as for --method, and a line selects one of several loops:
  [loops]
  \"lift.Queue.takeTo:42\" = 12    # the loop on that line is repeated at most 12 times
  \"motor.Crc16.update\" = [8, \"count / 2\"]   # its loops in order; count is an argument
  [recursion]
  \"kernel.Recursion.fib\" = 21              # at most 21 calls are active at once
  [every]
  \"net.Pool.refill\" = 8                    # of 8 calls of its callers, at most one calls it
  [fields]
  \"lift.Queue.count\" = 12                  # it is from 0 to 12; of an array or text its length
  [calls]
  \"motor.Node.step -> Link.send\" = 17       # one call of step calls send 17 times at most
  [repetitions]
  \"motor.Node.step -> Receiver.poll:24\" = 11   # its entries taken together
  [excludes]
  \"motor.Master.step\" = [\"Master.take\", \"Sender.send\"]   # one of them, once
  [modes]
  \"Tank.step\" = [{ \"Tank.fill\" = 1, \"Valve.open\" = 3 }, { \"Tank.drain\" = 1 }]   # or
  [cores]
  section = 400                            # another core holds a lock for 400 cycles at most
  phase = 3                                # calls begin 3 cycles after a slot of their core does

A file for --method, with the threads of joplab.RtThread; what the program passes itself is checked:
  [[thread]]
  method = \"Control.job\"
  priority = 2
  period = \"1 ms\"                          # us, ms, s or cycles
  deadline = \"800 us\"                      # otherwise the period

", exit_codes!("the run disproves a bound, a deadline may be missed, or\n                    ", ", or a named method has no bound"), "

Examples:
  jop wcet --program matrix --method Matrix.multiply
  jop wcet --program lift --method Controller.step --bounds lift.toml --config board.toml
  jop wcet app.jop --method Main.step --observe --page step.html  the worst path as a page
  jop wcet app.jop --method Main.step --search --runs 5000      its longest call that a search finds
  jop wcet app.jop --method RtThread --observe                  response times of its threads
  jop wcet app.jop --cache always-miss                          every method of the program
  jop wcet app.jop --set iaload=15 --observe                    with another price of iaload"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) program: ProgramArguments,
    /// Methods to bound: step, Main.step or t.Main.step, with or without descriptor; repeat for several. RtThread for the
    /// response times of the program's threads, FILE.toml for those of a set
    #[arg(long, value_name = "NAME", add = completion::methods())]
    pub(super) method: Vec<String>,
    /// Bounds of loops and recursion; repeat for several files
    #[arg(long, value_name = "FILE.toml")]
    pub(super) bounds: Vec<PathBuf>,
    /// Rule for the method cache
    #[arg(long, value_enum, default_value = "analysis", value_name = "RULE")]
    pub(super) cache: CacheChoice,
    /// Calls through which known values of arguments are followed (length of the call string)
    #[arg(long, default_value_t = wcet::CONTEXT, value_name = "K")]
    pub(super) context: u8,
    /// Run the program: check the bounds against the run, and use its repetitions for loops without a bound, which is
    /// not sound
    #[arg(long, group = "runs_program")]
    pub(super) observe: bool,
    /// Look for a longer call of each --method from calls of the program's run: numbers in its arguments, fields and
    /// arrays vary. --runs N (1000) and --time SECONDS (no limit) end it; --seed N (1) makes it another one
    #[arg(long, group = "runs_program", requires = "method")]
    pub(super) search: bool,
    /// Calls of a search; here and below as --search says, whose help has all three
    #[arg(long, hide = true, default_value_t = 1000, value_name = "N", requires = "search",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) runs: u64,
    /// Start of its random numbers
    #[arg(
        long,
        hide = true,
        default_value_t = 1,
        value_name = "N",
        requires = "search"
    )]
    pub(super) seed: u64,
    /// Seconds for one method
    #[arg(long, hide = true, value_name = "SECONDS", requires = "search",
        value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) time: Option<u64>,
    /// Stop the run of --observe or --search after this many cycles; k, M and G multiply
    #[arg(
        long,
        default_value = "1G",
        value_name = "N",
        value_parser = cycles,
        requires = "runs_program"
    )]
    pub(super) max_cycles: u64,
    /// Calls that may catch an exception themselves
    #[arg(long, value_enum, default_value = "refuse", value_name = "RULE")]
    pub(super) exceptions: ExceptionChoice,
    /// Cycles of one garbage collection; without it, calls with one are not covered
    #[arg(long, value_name = "N")]
    pub(super) collection: Option<u64>,
    /// Folders with Java sources, for the page; those of the runtime and of the embedded programs are built in
    #[arg(long, value_name = "FOLDER")]
    pub(super) source: Vec<PathBuf>,
    /// Print at most this many rows of each table, 0 for all; JSON and CSV always have all
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(super) top: usize,
    /// Also write the worst path of the one method, or the longest response of each thread, as a page
    #[arg(long, value_name = "FILE.html")]
    pub(super) page: Option<PathBuf>,
    #[command(flatten)]
    pub(super) result: ResultArguments,
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    #[command(flatten)]
    pub(super) microcode: MicrocodeArguments,
    #[command(flatten, next_help_heading = "Cost table")]
    pub(super) table: TableArguments,
}

/// Rules for the method cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum CacheChoice {
    /// Every lookup misses
    AlwaysMiss,
    /// All methods of the call fit together, which is checked: each is loaded once
    AllFit,
    /// Methods that fit together stay in the cache while their call or loop runs
    Analysis,
}

/// What becomes of calls that may catch an exception themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ExceptionChoice {
    /// They have no bound, because paths of exceptions are not analysed
    Refuse,
    /// The bound covers calls in which none is thrown
    Exclude,
}

impl ExceptionChoice {
    pub(super) fn rule(self) -> Exceptions {
        match self {
            Self::Refuse => Exceptions::Refuse,
            Self::Exclude => Exceptions::Exclude,
        }
    }
}

impl CacheChoice {
    pub(super) fn policy(self) -> CachePolicy {
        match self {
            Self::AlwaysMiss => CachePolicy::AlwaysMiss,
            Self::AllFit => CachePolicy::AllFit,
            Self::Analysis => CachePolicy::Analysis,
        }
    }
}
