//! The `differential` command: arguments in, a table or JSON out. Exit codes: 0 equal, 1 differences, 2 usage or no result.

mod report;

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Args, Parser, Subcommand, ValueEnum};
use differential::campaign::{self, Options};
use differential::{Error, floats};

/// Runs the same Java on the simulated machine and on the host's JVM.
///
/// Needs java and javac on the path.
#[derive(Debug, Parser)]
#[command(version, after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Format of the result
    #[arg(
        long,
        value_enum,
        default_value = "table",
        value_name = "FORMAT",
        global = true
    )]
    format: Format,
    /// Number of parallel programs; 0 uses all processors. The result does not depend on it
    #[arg(long, default_value_t = 0, value_name = "N", global = true)]
    threads: usize,
}

const EXAMPLES: &str = "Examples:
  differential methods --count 20000 --seed 1
  differential methods --seed 1 --first 17 --count 1
  differential floats --pairs 1000000 --engine fast
  differential floats --operation drem --format json";

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Aligned columns
    Table,
    /// One object
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Compare random methods on both builds of the microcode with the host, and shrink failures to small sources
    Methods(Methods),
    /// Compare floating-point and long operations on random and corner operands, and report the cycles of each
    Floats(Floats),
}

#[derive(Debug, Args)]
struct Methods {
    /// Methods to generate, rounded up to whole units
    #[arg(long, default_value_t = 500, value_name = "N")]
    count: usize,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of the first unit
    #[arg(long, default_value_t = 0, value_name = "UNIT")]
    first: u64,
    /// Maximum number of runs to shrink a failing unit; 0 disables shrinking
    #[arg(long, default_value_t = 400, value_name = "N")]
    tries: usize,
    /// Folder for the sources of failing units
    #[arg(long, default_value = "target/differential", value_name = "FOLDER")]
    failures: PathBuf,
    /// Also list the executions of each bytecode
    #[arg(long)]
    bytecodes: bool,
}

#[derive(Debug, Args)]
struct Floats {
    /// Operand pairs for each operation
    #[arg(long, default_value_t = 20_000, value_name = "N")]
    pairs: u64,
    /// Seed of the random operands
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Only this operation, by the name of its bytecode; may be repeated
    #[arg(long, value_name = "NAME")]
    operation: Vec<String>,
    /// Engine: the machine, or the fast engine for runs that would take hours on the machine
    #[arg(long, value_enum, default_value = "machine", value_name = "ENGINE")]
    engine: EngineKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EngineKind {
    /// Every cycle
    Machine,
    /// Every bytecode
    Fast,
}

/// Units in one program: they leave half of the machine's memory to the heap.
const UNITS_PER_PROGRAM: usize = 15;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("differential: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the command; returns true if everything is equal.
fn run(arguments: &Arguments) -> Result<bool, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads);
    let pool = pool
        .build()
        .map_err(|reason| Error::Input(format!("--threads: {reason}")))?;
    let is_json = arguments.format == Format::Json;
    match &arguments.command {
        Command::Methods(methods) => {
            let options = Options {
                methods: methods.count,
                seed: methods.seed,
                first: methods.first,
                units_per_program: UNITS_PER_PROGRAM,
                tries: methods.tries,
                failures: methods.failures.clone(),
            };
            let progress = Progress::new(methods.count, "methods");
            let summary = pool.install(|| campaign::run(&options, &|done| progress.add(done)))?;
            progress.clear();
            print(&if is_json {
                report::methods_json(&summary)
            } else {
                report::methods_table(&summary, methods.bytecodes)
            })?;
            Ok(summary.failures.is_empty())
        }
        Command::Floats(options) => {
            let progress = Progress::new(floats::OPERATIONS.len(), "operations");
            let options = floats::Options {
                pairs: options.pairs,
                seed: options.seed,
                operations: options.operation.clone(),
                engine: match options.engine {
                    EngineKind::Machine => floats::Engine::Machine,
                    EngineKind::Fast => floats::Engine::Fast,
                },
            };
            let results = pool.install(|| floats::run(&options, &|| progress.add(1)))?;
            progress.clear();
            print(&if is_json {
                report::floats_json(&results)
            } else {
                report::floats_table(&results)
            })?;
            Ok(results.iter().all(|result| result.difference.is_none()))
        }
    }
}

fn print(text: &str) -> Result<(), Error> {
    let mut stdout = std::io::stdout().lock();
    stdout
        .write_all(text.as_bytes())
        .map_err(|reason| Error::File {
            path: "standard output".into(),
            reason,
        })
}

/// A line that counts, on a terminal only.
struct Progress {
    done: AtomicUsize,
    all: usize,
    what: &'static str,
    is_shown: bool,
}

impl Progress {
    fn new(all: usize, what: &'static str) -> Self {
        Self {
            done: AtomicUsize::new(0),
            all,
            what,
            is_shown: std::io::stderr().is_terminal(),
        }
    }

    fn add(&self, more: usize) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if self.is_shown {
            eprint!("\r{done} of {} {}", self.all, self.what);
        }
    }

    fn clear(&self) {
        if self.is_shown {
            eprint!("\r\x1b[K");
        }
    }
}
