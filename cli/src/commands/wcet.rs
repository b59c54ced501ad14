//! `jop wcet`: bounds of worst-case execution times.

mod html;
mod text;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use jopizer::Symbols;
use microcode::Build;
use rayon::prelude::*;
use run::Setup;
use runtime::sources::SourcePath;
use wcet::{
    Analyser, Analysis, Bounds, CachePolicy, Exceptions, LoopId, Observed, Options, Program,
};
use wcet_check::{Seen, Watched, calls_of, loops_of};

use crate::atomic_file;
use crate::completion;
use crate::console::Console;
use crate::document::{self, Document};
use crate::errors::Error;
use crate::exit_code;
use crate::machine_arguments::MachineArguments;
use crate::method_names;
use crate::microcode_source::MicrocodeArguments;
use crate::program_source::{ProgramArguments, has_extension};
use crate::result_output::ResultArguments;
use crate::table::{Format, thousands};

/// Packages of the runtime, whose methods are not listed unless they are named.
const RUNTIME: [&str; 3] = ["java.", "com.jopdesign.", "joplab."];

/// Bound the worst-case execution time of methods, without running them
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Bound the cycles that a call of a method takes at most on a machine, and print its worst path: by cause, by method and source line, and by loop.

The bound comes from the linked program alone: its control flow, the values that end its loops, the cost formulas of its bytecodes, and what the method cache \
holds in any case. A call lasts as in `jop report --calls`: from the first bytecode to the end of the return, with the load of the caller. Bytecodes that are \
implemented in Java, allocation and string operations are analysed as the code they are.

Loops whose values do not end them need a bound: @joplab.LoopBounds({10, 20}) at the method, or a file for --bounds. --observe runs the program and takes the most \
repetitions that the run shows for loops without any other bound; such a bound is marked as observed, and is not sound. The run also gives the longest call of each \
method, for comparison.

Without --method, the methods of the program's own classes are listed, with their bounds or why they have none. A method that is named and has no bound is an error.

CSV has a row for each method, however many there are: its bound, if that is sound, and its cycles by cause. JSON of one method has the whole worst path.

A method that may catch an exception on its way has no bound, unless --exceptions exclude asks for one of its calls without exceptions. \
A bound covers no call in which an exception is thrown, an interrupt or another thread runs, a monitor or a device makes the processor wait, or garbage is \
collected; --collection gives collections a price.")]
#[command(after_help = "\
A file of bounds; methods are named as for --method, and a line chooses among those of one name:
  [loops]
  \"lift.Queue.takeTo:42\" = 12    # the loop that begins there is repeated 12 times at most
  \"motor.Crc16.update\" = [8, \"count / 2\"]   # its loops in order; count is an argument
  [recursion]
  \"kernel.Recursion.fib\" = 21              # as many calls are active at once at most
  [every]
  \"net.Pool.refill\" = 8                    # 8 calls of its callers call it once at most

Exit codes:
  0  done             2  a named method has no bound, or bad input

Examples:
  jop wcet --program matrix --method Matrix.multiply
  jop wcet --program lift --method Controller.step --bounds lift.toml --config board.toml
  jop wcet app.jop --method Main.step --observe --page step.html  the worst path as a page
  jop wcet app.jop --cache always-miss                          every method of the program")]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// Methods to bound: step, Main.step or t.Main.step, with or without descriptor; repeat for several
    #[arg(long, value_name = "NAME", add = completion::methods())]
    method: Vec<String>,
    /// Bounds of loops and recursion; repeat for several files
    #[arg(long, value_name = "FILE.toml")]
    bounds: Vec<PathBuf>,
    /// Rule for the method cache
    #[arg(long, value_enum, default_value = "analysis", value_name = "RULE")]
    cache: CacheChoice,
    /// Calls through which known values of arguments are followed: depth of the call string
    #[arg(long, default_value_t = wcet::CONTEXT, value_name = "K")]
    context: u8,
    /// Run the program: the longest call of each method, and repetitions of loops without another bound, not sound
    #[arg(long)]
    observe: bool,
    /// Cycles after which that run is stopped
    #[arg(
        long,
        default_value_t = 1_000_000_000,
        value_name = "N",
        requires = "observe"
    )]
    max_cycles: u64,
    /// Calls that may catch an exception themselves
    #[arg(long, value_enum, default_value = "refuse", value_name = "RULE")]
    exceptions: ExceptionChoice,
    /// Cycles of one garbage collection; without it, calls with one are not covered
    #[arg(long, value_name = "N")]
    collection: Option<u64>,
    /// Folders with Java sources, for the page; those of the runtime and of the embedded programs are built in
    #[arg(long, value_name = "FOLDER")]
    source: Vec<PathBuf>,
    /// Print at most this many rows of each table, 0 for all; JSON and CSV always have all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Also write the worst path of the one method as a page
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    #[command(flatten)]
    result: ResultArguments,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// Rules for the method cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CacheChoice {
    /// Every lookup misses
    AlwaysMiss,
    /// All methods of the call fit together, which is checked: each is loaded once
    AllFit,
    /// Methods stay while a call or a loop runs whose methods fit together
    Analysis,
}

/// What becomes of calls that may catch an exception themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExceptionChoice {
    /// They have no bound, as ways of exceptions have none
    Refuse,
    /// The bound covers calls in which none is thrown
    Exclude,
}

impl ExceptionChoice {
    fn rule(self) -> Exceptions {
        match self {
            Self::Refuse => Exceptions::Refuse,
            Self::Exclude => Exceptions::Exclude,
        }
    }
}

impl CacheChoice {
    fn policy(self) -> CachePolicy {
        match self {
            Self::AlwaysMiss => CachePolicy::AlwaysMiss,
            Self::AllFit => CachePolicy::AllFit,
            Self::Analysis => CachePolicy::Analysis,
        }
    }
}

/// A method with its bound, or why it has none.
struct Row {
    name: String,
    bound: Result<Analysis, wcet::WcetError>,
    seen: Option<Seen>,
}

pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.result.format()?;
    check_page(arguments)?;
    let page = arguments.page.as_deref();
    arguments.result.refuse_second(page, "--page")?;
    let config = arguments.machine.machine()?;
    let microcode = arguments.microcode.load(console)?;
    let program = arguments.program.load(config.memory_words, console)?;
    let setup = Setup {
        program,
        machine: config,
        microcode,
    };
    let symbols = symbols_of(&setup)?;
    let build = build_of(&setup)?;
    let image = Program::new(&setup.program.image, &symbols).map_err(Error::refused)?;
    let observation = observe(arguments, &setup, &symbols, &image, build)?;
    let rows = bounds(arguments, &setup, &symbols, &image, observation, console)?;
    if let ([_], [Row { bound, .. }]) = (&arguments.method[..], &rows[..]) {
        let bound = bound
            .as_ref()
            .map_err(|reason| Error::refused(reason.clone()))?;
        if let Some(file) = &arguments.page {
            let sources: SourcePath = arguments.program.sources(&arguments.source);
            let page = html::page(&setup, &symbols, &sources, bound)?;
            atomic_file::write(file, page.as_bytes())?;
        }
        let text = match format {
            Format::Table => text::of_one(bound, arguments.top),
            Format::Csv => text::every_figure(&rows).csv()?,
            Format::Json => document::json(Document::Wcet, bound)?,
        };
        arguments.result.print(&text)?;
        return Ok(verdict(&rows, console));
    }
    let table = match format {
        Format::Table => text::of_several(&rows, arguments.top),
        Format::Csv | Format::Json => text::every_figure(&rows),
    };
    let text = table.render(format, Document::WcetMethods)?;
    arguments.result.print(&text)?;
    let verdict = verdict(&rows, console);
    let without = rows.iter().filter(|row| row.bound.is_err()).count();
    if arguments.method.is_empty() || without == 0 {
        return Ok(verdict);
    }
    Err(Error::Several(format!(
        "{without} of {} methods without a bound; the result says why",
        rows.len()
    )))
}

/// Names the methods whose calls took longer than their bound: what was given for them is wrong.
fn verdict(rows: &[Row], console: Console) -> u8 {
    let bounds = rows.iter().filter_map(|row| row.bound.as_ref().ok());
    let mut code = exit_code::DONE;
    for bound in bounds.filter(|bound| bound.is_exceeded()) {
        code = exit_code::DIFFERS;
        let max = bound.observed.as_ref().map_or(0, |observed| observed.max);
        console.note(&format!(
            "jop: {}: a call took {} cycles, and its bound is {}: a bound of a loop or of recursion is too low; look at those that were given",
            bound.method,
            thousands(max),
            thousands(bound.cycles)
        ));
    }
    code
}

/// Refuses a page of several methods, or one whose ending is another.
fn check_page(arguments: &Arguments) -> Result<(), Error> {
    let Some(page) = &arguments.page else {
        return Ok(());
    };
    if !has_extension(&page.to_string_lossy(), "html") {
        return Err(Error::Input(format!(
            "{}: the page ends in .html",
            page.display()
        )));
    }
    if arguments.method.len() != 1 {
        return Err(Error::Input(
            "--page shows one method; name it with --method".to_owned(),
        ));
    }
    Ok(())
}

/// Symbols of the program; an image without any gets them from its words.
pub(super) fn symbols_of(setup: &Setup) -> Result<Symbols, Error> {
    match &setup.program.symbols {
        Some(symbols) => Ok(symbols.clone()),
        None => Err(Error::Input(format!(
            "{}: bounds need the symbols of the image; link it with `jop build`",
            setup.program.name
        ))),
    }
}

type Observation = (BTreeMap<LoopId, u64>, BTreeMap<u32, Seen>);

/// Loops and calls of a run, where one is asked for.
fn observe(
    arguments: &Arguments,
    setup: &Setup,
    symbols: &Symbols,
    image: &Program<'_>,
    build: Build,
) -> Result<Observation, Error> {
    if !arguments.observe {
        return Ok((BTreeMap::new(), BTreeMap::new()));
    }
    let watched = Watched {
        image: &setup.program.image,
        symbols,
        config: &setup.machine,
        build,
        most_cycles: arguments.max_cycles,
    };
    let failed = Error::at(&setup.program.name);
    let seen = calls_of(&watched).map_err(&failed)?;
    let observed = loops_of(&watched, image).map_err(&failed)?;
    Ok((observed, seen))
}

/// Our build of the microcode: of others, scenarios may be missing from the cost table.
pub(super) fn build_of(setup: &Setup) -> Result<Build, Error> {
    match setup.microcode.build {
        Some(build) => Ok(build),
        None => microcode::standard_build(&setup.microcode.program).map_err(|difference| {
            Error::Input(format!(
                "bounds need all scenarios of a bytecode, which are known of our microcode alone, and {difference}; leave out --microcode"
            ))
        }),
    }
}

/// Bounds of the methods that are named, or of the program's own, the largest first.
fn bounds(
    arguments: &Arguments,
    setup: &Setup,
    symbols: &Symbols,
    image: &Program<'_>,
    (observed, seen): Observation,
    console: Console,
) -> Result<Vec<Row>, Error> {
    let costs = cost_model::derived_costs(&setup.machine, &setup.microcode.program)
        .map_err(Error::refused)?;
    let options = Options {
        bounds: given(arguments, image)?,
        observed,
        cache: arguments.cache.policy(),
        context: arguments.context,
        exceptions: arguments.exceptions.rule(),
        collection: arguments.collection,
        ..Options::new(&setup.machine, &costs).map_err(Error::refused)?
    };
    let methods = methods(arguments, symbols)?;
    let bar = progress(methods.len(), console);
    let analyser = Analyser::new(image, &costs);
    let rows = methods.into_par_iter().map(|(address, name)| {
        let seen = seen.get(&address).copied();
        let mut bound = analyser.bound(address, &options);
        if let (Ok(bound), Some(seen)) = (&mut bound, seen) {
            bound.observed = Some(Observed {
                calls: seen.calls,
                left_out: seen.left_out,
                max: seen.max,
                ratio: bound.cycles as f64 / seen.max.max(1) as f64,
            });
            bound.sound &= !bound.is_exceeded();
        }
        bar.inc(1);
        Row { name, bound, seen }
    });
    let mut rows: Vec<Row> = rows.collect();
    bar.finish_and_clear();
    if arguments.method.is_empty() {
        let cycles = |row: &Row| row.bound.as_ref().map_or(0, |bound| bound.cycles);
        rows.sort_by_key(|row| std::cmp::Reverse(cycles(row)));
    }
    Ok(rows)
}

/// Bounds of loops and recursion: of the runtime, of embedded programs, and of the user's files.
fn given(arguments: &Arguments, image: &Program<'_>) -> Result<Bounds, Error> {
    let mut given = Bounds::of_runtime().map_err(Error::refused)?;
    if arguments.program.is_embedded() {
        given.add_programs().map_err(Error::refused)?;
    }
    for file in &arguments.bounds {
        given.add_file(file).map_err(Error::refused)?;
    }
    given.check(image).map_err(Error::refused)?;
    Ok(given)
}

/// A bar on standard error for several methods; indicatif shows it on a terminal only.
fn progress(methods: usize, console: Console) -> ProgressBar {
    if console.quiet || methods < 2 {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} methods  {elapsed}");
    let bar = ProgressBar::new(methods as u64)
        .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.tick();
    bar
}

/// Addresses and names of the methods.
fn methods(arguments: &Arguments, symbols: &Symbols) -> Result<Vec<(u32, String)>, Error> {
    if arguments.method.is_empty() {
        let own = symbols.methods.iter().filter(|method| {
            let is_of_runtime = |package: &&str| method.class.starts_with(*package);
            !method.made && !RUNTIME.iter().any(is_of_runtime)
        });
        return Ok(own.map(|it| (it.address, it.to_string())).collect());
    }
    let named = arguments.method.iter().map(|name| {
        let method = method_names::only(symbols, name)?;
        Ok((method.address, method.to_string()))
    });
    named.collect()
}
