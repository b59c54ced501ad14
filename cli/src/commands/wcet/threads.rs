//! `jop wcet --method RtThread` and `--method SET.toml`: response times of a set of threads.

mod agreement;
mod every_figure;
mod file;
mod page;
mod set;
mod steps;
mod text;

use std::path::Path;

use cost_model::EvaluatedTable;
use jopizer::Symbols;
use microcode::Build;
use run::{End, Setup};
use wcet::{Analyser, Options, Program};
use wcet_check::{SeenSet, Timed, Watched, responses_of};

use self::set::{Entry, Set, Verdict};
use super::arguments::Arguments;
use super::given::{costs, given};
use crate::output::atomic_file;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::file_name::has_extension;
use crate::output::table::Format;

/// Stands for the threads that the program makes, in place of a method.
const THREADS: &str = "RtThread";

/// Where the set comes from.
#[derive(Debug, Clone, Copy)]
pub(super) enum Source<'a> {
    /// What the program passes to its threads.
    Program,
    File(&'a Path),
}

/// The set that is asked for in place of methods.
pub(super) fn asked(arguments: &Arguments) -> Result<Option<Source<'_>>, Error> {
    let is_set = |name: &&String| *name == THREADS || has_extension(name, "toml");
    let Some(name) = arguments.method.iter().find(is_set) else {
        return Ok(None);
    };
    if arguments.method.len() > 1 {
        return Err(Error::Input(format!(
            "--method {name} is a set of threads; name nothing beside it"
        )));
    }
    Ok(Some(match name == THREADS {
        true => Source::Program,
        false => Source::File(Path::new(name)),
    }))
}

/// Bounds the response times of the set, and prints them.
pub(super) fn execute(
    source: Source<'_>,
    arguments: &Arguments,
    setup: &Setup,
    (symbols, program, build): (&Symbols, &Program<'_>, Build),
    console: Console,
) -> Result<u8, Error> {
    let format = arguments.result.format()?;
    let costs = costs(arguments, setup, build)?;
    let analyser = Analyser::new(program, &costs);
    let options = Options {
        bounds: given(arguments, program)?,
        cache: arguments.cache.policy(),
        context: arguments.context,
        exceptions: arguments.exceptions.rule(),
        collection: arguments.collection,
        ..Options::new(&setup.machine, &costs).map_err(Error::refused)?
    };
    let (entries, assumes) = entries(source, setup, symbols, &analyser, &options)?;
    if let (Source::File(file), true) = (source, arguments.observe) {
        agreement::check_offsets(file, &entries)?;
    }
    let threads: Vec<_> = entries.iter().map(|it| it.thread.clone()).collect();
    let of_image = (&setup.program.image, symbols);
    let prices = response::prices(of_image, &analyser, &options, &threads, None);
    let prices = prices.map_err(Error::refused)?;
    let seen = match arguments.observe {
        true => Some(observe(
            arguments,
            setup,
            symbols,
            (build, &costs),
            &entries,
        )?),
        false => None,
    };
    let set = Set::new(entries, prices, seen.as_ref(), assumes, &setup.machine);
    if let Some(file) = &arguments.page {
        let page = page::page(&setup.program.name, &set);
        atomic_file::write(file, page.as_bytes())?;
    }
    let text = match format {
        Format::Table => text::for_people(&set, arguments.top),
        Format::Csv | Format::Json => {
            every_figure::every_figure(&set).render(format, Document::WcetThreads)?
        }
    };
    arguments.result.print(&text)?;
    Ok(exit_code_of(&set, console))
}

/// The threads, and what is taken for true of them.
fn entries(
    source: Source<'_>,
    setup: &Setup,
    symbols: &Symbols,
    analyser: &Analyser<'_>,
    options: &Options<'_>,
) -> Result<(Vec<Entry>, Vec<String>), Error> {
    let image = &setup.program.image;
    let found = response::found((image, symbols), analyser, options);
    match source {
        Source::Program => {
            let found = found.map_err(Error::at(&setup.program.name))?;
            let entries = found.iter().map(|it| Entry::of_program(it, &setup.machine));
            Ok((entries.collect(), Vec::new()))
        }
        Source::File(file) => {
            let made = response::classes(image, symbols);
            if made.is_empty() {
                let none = response::ResponseError::NoThreads;
                return Err(Error::at(&setup.program.name)(none));
            }
            let mut entries = file::read(file, symbols, &setup.machine)?;
            agreement::check_classes(file, &entries, &made)?;
            let Ok(found) = found else {
                let text = format!("threads, priorities and periods of {}", file.display());
                return Ok((entries, vec![text]));
            };
            agreement::agree(file, &mut entries, &found, &setup.machine)?;
            Ok((entries, Vec::new()))
        }
    }
}

/// What a run shows.
fn observe(
    arguments: &Arguments,
    setup: &Setup,
    symbols: &Symbols,
    (build, costs): (Build, &EvaluatedTable),
    entries: &[Entry],
) -> Result<SeenSet, Error> {
    let watched = Watched {
        image: &setup.program.image,
        symbols,
        config: &setup.machine,
        build,
        costs: arguments.table.is_given().then_some(costs),
        most_cycles: arguments.max_cycles,
    };
    let timed: Vec<Timed> = entries.iter().map(|it| it.timed(&setup.machine)).collect();
    responses_of(&watched, &timed).map_err(Error::at(&setup.program.name))
}

/// Says what the run has disproved, and how the set fares.
fn exit_code_of(set: &Set, console: Console) -> u8 {
    for row in set.rows.iter().filter(|row| row.is_disproved()) {
        console.note(&format!("jop: {}", text::disproof(row)));
    }
    match set.end {
        Some(End::MaxCycles) => console.note(
            "jop: note: --max-cycles stopped the run, so it shows a part of what the program does",
        ),
        Some(End::Interrupted) => return exit_code::INTERRUPTED,
        _ => {}
    }
    let fails = |row: &set::Row| row.is_disproved() || row.verdict() != Verdict::Met;
    match set.rows.iter().any(fails) {
        true => exit_code::DIFFERS,
        false => exit_code::DONE,
    }
}
