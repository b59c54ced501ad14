//! `jop wcet`: bounds of worst-case execution times.

mod html;
mod text;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::ValueEnum;
use jopizer::Symbols;
use microcode::Build;
use rayon::prelude::*;
use run::{End, Setup};
use runtime::sources::SourcePath;
use wcet::{Analyser, Analysis, Bounds, CachePolicy, Exceptions, Options, Program};
use wcet_check::{Seen, Shown, Watched, all_disproved, shown, spread};

use crate::args::completion;
use crate::args::machine::MachineArguments;
use crate::args::method_names;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::ProgramArguments;
use crate::args::quantity::cycles;
use crate::host::interrupts::end_at_interrupts;
use crate::output::atomic_file;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::file_name::has_extension;
use crate::output::progress::bar;
use crate::output::result::ResultArguments;
use crate::output::table::Format;

/// Packages of the runtime, whose methods are not listed unless they are named.
const RUNTIME: [&str; 3] = ["java.", "com.jopdesign.", "joplab."];

/// Bound the worst-case execution time of methods, without running them
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Bound the cycles that a call of a method takes at most on a machine, and print its worst path: by cause, by method and source line, and by loop.

The bound comes from the linked program alone: its control flow, the values that end its loops, the cost formulas of its bytecodes, and what the method cache \
holds in any case. A call lasts as in `jop show calls`: from the first bytecode to the end of the return, with the load of the caller. Bytecodes that are \
implemented in Java, allocation and string operations are analysed as the code they are.

Loops whose values do not end them need a bound: @joplab.LoopBounds({10, 20}) at the method, or a file for --bounds. A number below what the analysis proves is \
an error; one that nothing proves is an assumption, which the result names.

Each bound is sound or not: \"yes\", no call that it covers takes longer, as it rests on what is proven and on the runtime's own data; \"assumes\", none does if what is \
given holds; \"no\", it rests on what one run has shown, or a run has disproved it or what it rests on.

--observe runs the program. It takes the most repetitions that the run shows for loops without any other bound, which is not sound, and holds everything that a bound \
rests on against the run: repetitions of each loop for one entry, calls that are active at once, calls between calls, collections, and the longest call. What the run \
shows beyond it is reported, with every bound that rests on it, and the exit code is 1.

Without --method, the methods of the program's own classes are listed, with their bounds or why they have none. A method that is named and has no bound is an error.

CSV has a row for each method, however many there are: its bound, if that is sound, and its cycles by cause. JSON of one method has the whole worst path.

A method that may catch an exception on its way has no bound, unless --exceptions exclude asks for one of its calls without exceptions. \
A bound covers no call in which an exception is thrown, an interrupt or another thread runs, a monitor or a device makes the processor wait, or garbage is \
collected; --collection gives collections a price.")]
#[command(after_help = concat!("\
A file of bounds; methods are named as for --method, and a line chooses among those of one name:
  [loops]
  \"lift.Queue.takeTo:42\" = 12    # the loop that begins there is repeated 12 times at most
  \"motor.Crc16.update\" = [8, \"count / 2\"]   # its loops in order; count is an argument
  [recursion]
  \"kernel.Recursion.fib\" = 21              # as many calls are active at once at most
  [every]
  \"net.Pool.refill\" = 8                    # 8 calls of its callers call it once at most

", exit_codes!("the run disproves a bound, or\n                    ", ", or a named method has no bound"), "

Examples:
  jop wcet --program matrix --method Matrix.multiply
  jop wcet --program lift --method Controller.step --bounds lift.toml --config board.toml
  jop wcet app.jop --method Main.step --observe --page step.html  the worst path as a page
  jop wcet app.jop --cache always-miss                          every method of the program"))]
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
    /// Run the program: hold bounds against it, and take repetitions of loops without another bound, not sound
    #[arg(long)]
    observe: bool,
    /// Cycles after which that run is stopped; k, M and G multiply
    #[arg(
        long,
        default_value = "1G",
        value_name = "N",
        value_parser = cycles,
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
    end_at_interrupts()?;
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
    let (rows, end) = bounds(arguments, &setup, (&symbols, &image), build, console)?;
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
        return Ok(verdict(&rows, end, console));
    }
    let text = match format {
        Format::Table => text::of_several(&rows, arguments.top),
        Format::Csv | Format::Json => {
            text::every_figure(&rows).render(format, Document::WcetMethods)?
        }
    };
    arguments.result.print(&text)?;
    let verdict = verdict(&rows, end, console);
    let without = rows.iter().filter(|row| row.bound.is_err()).count();
    if arguments.method.is_empty() || without == 0 {
        return Ok(verdict);
    }
    Err(Error::Several(format!(
        "{without} of {} methods without a bound; the result says why",
        rows.len()
    )))
}

/// Names what the run has disproved, and how it ended if that was not the end of the program.
fn verdict(rows: &[Row], end: Option<End>, console: Console) -> u8 {
    let bounds = rows.iter().filter_map(|row| row.bound.as_ref().ok());
    let disproved = all_disproved(bounds);
    for it in &disproved {
        console.note(&format!("jop: {it}"));
    }
    match end {
        Some(End::MaxCycles) => console.note(
            "jop: note: --max-cycles stopped the run, so it shows a part of what the program does",
        ),
        Some(End::Interrupted) => {
            console.note(
                "jop: note: the run was interrupted, so it shows a part of what the program does",
            );
        }
        Some(End::Blocked) => {
            console.note("jop: note: the run ended as every thread waits for ever");
        }
        Some(End::Exit(status)) if status != 0 => {
            console.note(&format!(
                "jop: note: the program ended with status {}",
                status.cast_signed()
            ));
        }
        Some(End::Exit(_) | End::ExitText | End::Until) | None => {}
    }
    match disproved.is_empty() {
        false => exit_code::DIFFERS,
        true => end.map_or(exit_code::DONE, End::judged),
    }
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

/// What a run shows, where one is asked for.
fn observe(
    arguments: &Arguments,
    setup: &Setup,
    (symbols, image): (&Symbols, &Program<'_>),
    build: Build,
    shared: BTreeMap<u32, Vec<u32>>,
) -> Result<Option<Shown>, Error> {
    if !arguments.observe {
        return Ok(None);
    }
    let watched = Watched {
        image: &setup.program.image,
        symbols,
        config: &setup.machine,
        build,
        most_cycles: arguments.max_cycles,
    };
    let has_price = arguments.collection.is_some();
    let shown = shown(&watched, image, shared, has_price);
    shown.map(Some).map_err(Error::at(&setup.program.name))
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

/// Bounds of the methods that are named, or of the program's own, the largest first, held against a run; and how that ended.
fn bounds(
    arguments: &Arguments,
    setup: &Setup,
    (symbols, image): (&Symbols, &Program<'_>),
    build: Build,
    console: Console,
) -> Result<(Vec<Row>, Option<End>), Error> {
    let costs = cost_model::derived_costs(&setup.machine, &setup.microcode.program)
        .map_err(Error::refused)?;
    let given = given(arguments, image)?;
    let methods = methods(arguments, symbols)?;
    let analyser = Analyser::new(image, &costs);
    let shared = analyser.shared(&given).map_err(Error::refused)?;
    let shown = observe(arguments, setup, (symbols, image), build, shared)?;
    let loops = shown.as_ref().map(|shown| shown.counts.loops.clone());
    let options = Options {
        bounds: given,
        observed: loops.unwrap_or_default(),
        cache: arguments.cache.policy(),
        context: arguments.context,
        exceptions: arguments.exceptions.rule(),
        collection: arguments.collection,
        ..Options::new(&setup.machine, &costs).map_err(Error::refused)?
    };
    let bar = bar("methods", methods.len(), console);
    let rows = methods.into_par_iter().map(|(address, name)| {
        let mut bound = analyser.bound(address, &options);
        if let (Ok(bound), Some(shown)) = (&mut bound, &shown) {
            shown.hold(address, bound);
        }
        bar.inc(1);
        let seen = shown.as_ref().and_then(|shown| shown.calls.get(&address));
        let seen = seen.copied();
        (address, Row { name, bound, seen })
    });
    let mut rows: Vec<(u32, Row)> = rows.collect();
    bar.finish_and_clear();
    let bounds = rows.iter_mut();
    let bounds = bounds.filter_map(|(address, row)| Some((*address, row.bound.as_mut().ok()?)));
    spread(&mut bounds.collect::<Vec<_>>());
    let mut rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    if arguments.method.is_empty() {
        let cycles = |row: &Row| row.bound.as_ref().map_or(0, |bound| bound.cycles);
        rows.sort_by_key(|row| std::cmp::Reverse(cycles(row)));
    }
    Ok((rows, shown.map(|shown| shown.end)))
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
