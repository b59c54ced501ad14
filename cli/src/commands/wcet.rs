//! `jop wcet`: bounds of worst-case execution times.

mod advice;
mod arguments;
mod cores;
mod every_figure;
mod figures;
mod given;
mod hardware;
mod html;
mod observe;
mod row;
mod search;
mod text;
mod threads;
mod verdict;
mod without;

pub(crate) use self::arguments::Arguments;

use isa::{Processors, System};
use jopizer::Symbols;
use jopizer::symbols::is_of_runtime;
use microcode::Build;
use rayon::prelude::*;
use run::{End, Setup};
use runtime::sources::SourcePath;
use wcet::{Analyser, Options, Program};
use wcet_check::search::Searched;
use wcet_check::spread;

use self::cores::on_cores;
use self::given::{costs, given, options};
use self::observe::{observe, watched};
use self::row::Row;
use self::verdict::verdict;
use crate::args::method_names;
use crate::host::interrupts::end_at_interrupts;
use crate::output::atomic_file;
use crate::output::console::Console;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::progress::bar;
use crate::output::table::Format;

pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    end_at_interrupts()?;
    let format = arguments.result.format()?;
    check_page(arguments)?;
    let page = arguments.page.as_deref();
    arguments.result.refuse_second(page, "--page")?;
    let system = arguments.machine.system()?;
    if let Some(processors) = system.processors {
        cores::refuse(arguments, processors)?;
    }
    let microcode = arguments.microcode.load(console)?;
    let program = arguments.program.load(&system, console)?;
    let System {
        machine,
        processors,
    } = system;
    let setup = Setup {
        program,
        machine,
        microcode,
    };
    let symbols = symbols_of(&setup)?;
    let build = build_of(&setup)?;
    let image = Program::new(&setup.program.image, &symbols).map_err(Error::refused)?;
    if let Some(source) = threads::asked(arguments)? {
        let of_image = (&symbols, &image, build);
        return threads::execute(source, arguments, &setup, of_image, console);
    }
    let (rows, end) = bounds(
        arguments,
        (&setup, processors),
        (&symbols, &image),
        build,
        console,
    )?;
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
            Format::Csv => every_figure::every_figure(&rows).csv()?,
            Format::Json => document::json(Document::Wcet, bound)?,
        };
        arguments.result.print(&text)?;
        return Ok(verdict(&rows, end, console));
    }
    let text = match format {
        Format::Table => text::of_several(&rows, arguments.top),
        Format::Csv | Format::Json => {
            every_figure::every_figure(&rows).render(format, Document::WcetMethods)?
        }
    };
    arguments.result.print(&text)?;
    let verdict = verdict(&rows, end, console);
    let (all, bad) = (
        rows.len(),
        rows.iter().filter(|row| row.bound.is_err()).count(),
    );
    if arguments.method.is_empty() || bad == 0 {
        return Ok(verdict);
    }
    let problem = format!("{bad} of {all} methods without a bound; the result says why");
    Err(Error::Several(problem))
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
    (setup, processors): (&Setup, Option<Processors>),
    (symbols, image): (&Symbols, &Program<'_>),
    build: Build,
    console: Console,
) -> Result<(Vec<Row>, Option<End>), Error> {
    let costs = costs(arguments, setup, build)?;
    let given = given(arguments, image)?;
    let on_cores = on_cores(arguments, (setup, processors), &given, image)?;
    let methods = methods(arguments, symbols)?;
    let analyser = Analyser::new(image, &costs);
    let to_watch = analyser.to_watch(&given).map_err(Error::refused)?;
    let shown = observe(
        arguments,
        setup,
        (symbols, image),
        (build, &costs),
        to_watch,
    )?;
    let options = Options {
        advise: arguments.method.len() == 1,
        is_preempted: false,
        cores: on_cores.as_ref(),
        ..options(arguments, &setup.machine, &costs, given, shown.as_ref())?
    };
    let searched = Searched {
        watched: watched(arguments, setup, symbols, (build, &costs)),
        program: image,
        analyser: &analyser,
        bounds: &options.bounds,
        has_price: arguments.collection.is_some(),
    };
    let bar = bar("methods", methods.len(), console);
    let rows = methods.into_par_iter().map(|(address, name)| {
        let mut bound = analyser.bound(address, &options);
        if let (Ok(bound), Some(shown)) = (&mut bound, &shown) {
            shown.hold(address, bound);
        }
        if let Ok(bound) = &mut bound {
            search::search(arguments, &searched, address, bound)?;
        }
        bar.inc(1);
        let seen = shown.as_ref().and_then(|shown| shown.calls.get(&address));
        let seen = seen.copied();
        Ok((address, Row { name, bound, seen }))
    });
    let mut rows = rows.collect::<Result<Vec<(u32, Row)>, Error>>()?;
    bar.finish_and_clear();
    if on_cores.is_none() {
        hardware::add_hardware(arguments, setup, image, build, &options, &mut rows)?;
    }
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

/// Addresses and names of the methods.
fn methods(arguments: &Arguments, symbols: &Symbols) -> Result<Vec<(u32, String)>, Error> {
    if arguments.method.is_empty() {
        let methods = symbols.methods.iter();
        let own = methods.filter(|method| !method.made && !is_of_runtime(&method.class));
        return Ok(own.map(|it| (it.address, it.to_string())).collect());
    }
    let named = arguments.method.iter().map(|name| {
        let method = method_names::only(symbols, name)?;
        Ok((method.address, method.to_string()))
    });
    named.collect()
}
