//! `jop wcet --method RtThread` and `--method SET.toml`: response times of a set of threads.

mod agreement;
mod every_figure;
mod file;
mod page;
mod reason;
mod set;
mod steps;
mod text;

use std::path::Path;

use jopizer::Symbols;
use microcode::Build;
use response::{Prices, ResponseError};
use run::Setup;
use wcet::{Analyser, Options, Program};
use wcet_check::{Shown, Timed, responses_of};

use self::set::{Entry, Set, Verdict};
use super::arguments::Arguments;
use super::given::{costs, given, options};
use super::observe::{observe, watched};
use super::verdict;
use crate::output::atomic_file;
use crate::output::console::Console;
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::table::{Format, counted};

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
    let bounds = given(arguments, program)?;
    let watched = watched(arguments, setup, symbols, (build, &costs));
    let to_watch = analyser.to_watch(&bounds).map_err(Error::refused)?;
    let of_run = (symbols, program);
    let shown = observe(arguments, setup, of_run, (build, &costs), to_watch)?;
    let options = options(arguments, &setup.machine, &costs, bounds, shown.as_ref())?;
    let (entries, assumes) = entries(source, setup, symbols, &analyser, &options)?;
    if arguments.observe {
        let file = match source {
            Source::Program => None,
            Source::File(file) => Some(file),
        };
        agreement::check_jobs(file, &entries)?;
        if let Some(file) = file {
            agreement::check_offsets(file, &entries)?;
        }
    }
    let threads: Vec<_> = entries.iter().map(|it| it.thread.clone()).collect();
    let of_image = (&setup.program.image, symbols);
    let prices = response::prices(of_image, &analyser, &options, &threads, None);
    let mut prices = prices.map_err(Error::refused)?;
    let timed: Vec<Timed> = entries.iter().map(|it| it.timed(&setup.machine)).collect();
    let seen = match &shown {
        Some(shown) => {
            hold(shown, symbols, &mut prices);
            Some(responses_of(&watched, &timed).map_err(Error::at(&setup.program.name))?)
        }
        None => None,
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
    let at_program = Error::at(&setup.program.name);
    match source {
        Source::Program => {
            let found = response::found((image, symbols), analyser, options);
            let found = found.map_err(at_program)?;
            let entries = found.iter().map(|it| Entry::of_program(it, &setup.machine));
            Ok((entries.collect(), Vec::new()))
        }
        Source::File(file) => {
            let made = response::classes(image, symbols);
            if made.is_empty() {
                let none = response::ResponseError::NoThreads;
                return Err(at_program(none));
            }
            let mut entries = file::read(file, (image, symbols), &made, &setup.machine)?;
            agreement::check_classes(file, &entries, &made)?;
            let found = response::found_each((image, symbols), analyser, options);
            let (mut proven, mut assumes) = (Vec::new(), Vec::new());
            for (class, it) in found {
                match it {
                    Ok(it) => proven.push(it),
                    Err(ResponseError::Unproven(_)) => assumes.push(format!(
                        "priority, period and offset of {class} ({})",
                        file.display()
                    )),
                    Err(ResponseError::Several(_)) => {
                        let of_class = entries.iter().filter(|it| it.thread.class == class);
                        assumes.push(format!(
                            "the program makes no more than {} of {class}, with these priorities, periods and offsets ({})",
                            counted(of_class.count() as u64, "thread"),
                            file.display()
                        ));
                    }
                    Err(error) => return Err(at_program(error)),
                }
            }
            agreement::agree(file, &mut entries, &proven, &setup.machine)?;
            Ok((entries, assumes))
        }
    }
}

/// Holds a run against the bounds that responses consist of.
fn hold(shown: &Shown, symbols: &Symbols, prices: &mut Prices) {
    for bound in prices.jobs.iter_mut().chain(&mut prices.others) {
        let mut methods = symbols.methods.iter();
        if let Some(method) = methods.find(|it| it.to_string() == bound.method) {
            shown.hold(method.address, bound);
        }
    }
}

/// Says what the run has disproved, and the verdict on the set.
fn exit_code_of(set: &Set, console: Console) -> u8 {
    for it in &set.disproved {
        console.note(&format!("jop: {it}"));
    }
    for row in set.rows.iter().filter(|row| row.is_disproved()) {
        console.note(&format!("jop: {}", text::disproof(row)));
    }
    let holds = |row: &set::Row| !row.is_disproved() && row.verdict() == Verdict::Met;
    let holds = set.disproved.is_empty() && set.rows.iter().all(holds);
    verdict::exit_code_of(holds, set.end, console)
}
