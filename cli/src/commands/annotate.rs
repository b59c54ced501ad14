//! `jop annotate`: source and bytecode of methods with their costs.

mod html;
mod rows;
mod text;

use std::cmp::Reverse;
use std::path::PathBuf;

use cross_profile::NoRegion;
use jopizer::Symbols;
use jopizer::symbols::MethodSymbol;
use record::{Annotation, Detail, InstructionProfile, Limits, Recorder};
use run::probes::CollectionProbe;
use run::setup::Provenance;
use run::{End, Ending, MachineRun, Setup};
use sim_core::Statistics;

use super::run::watch_for_interrupts;
use crate::atomic_file::PendingFile;
use crate::completion;
use crate::console::Console;
use crate::document::Document;
use crate::errors::Error;
use crate::exit_code::exit_codes;
use crate::host_input::InputArguments;
use crate::machine_arguments::MachineArguments;
use crate::microcode_source::MicrocodeArguments;
use crate::program_source::ProgramArguments;
use crate::quantity::cycles;
use crate::result_output::ResultArguments;
use crate::session::Session;
use crate::table::{Format, thousands};
use crate::{long_methods, method_names};

/// Print Java source or bytecode of methods with executions, cycles and stalls of each line
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Run a program and print the Java source of its hottest methods, or of the named methods, with the cost of each line: its part of the \
method's cycles, cycles, executions, and the cycles in which the microcode waited, by cause.

A bytecode has the cycles from its dispatch to the next. An invoke includes the load of its method, a return the load of its caller; the called \
method's bytecodes are listed with that method. A bytecode implemented in Java has executions and no cycles: its routine has them, in a row of its own. \
So a method has the cycles that `jop report` and `jop vertical` give it. Lines come from the class file's line tables; a line's executions are those of its most executed bytecode. \
The program's output is not shown.

Sources of Joplab's runtime and of the embedded programs are built in; --source adds folders with others.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop annotate --program udpip                        the three hottest methods
  jop annotate --program udpip --top 10 --bytecode    ten, as bytecode
  jop annotate --program udpip --method checksum --interleaved
  jop annotate -cp classes t.Main --source src --method t.Main.run
  jop annotate Main.java --region filter              what Main marks with Region.start
  jop annotate app.jop --page app.html                a page with lines and bytecodes
  jop annotate app.jop --top 0 --format csv           every line of the program as rows"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// Methods to show: run, Main.run or t.Main.run, with or without descriptor; repeat for several
    #[arg(long, value_name = "NAME", conflicts_with = "top", add = completion::methods())]
    method: Vec<String>,
    /// Count only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    /// Show this many methods, those with the most exclusive cycles first; 0 for all that ran
    #[arg(long, value_name = "N", default_value_t = 3)]
    top: usize,
    /// Show bytecodes instead of source lines
    #[arg(long, conflicts_with = "interleaved")]
    bytecode: bool,
    /// Show each source line with its bytecodes below
    #[arg(long)]
    interleaved: bool,
    /// Look for Java sources in this folder, then in those of the class path; repeat for several
    #[arg(long, value_name = "DIR")]
    source: Vec<PathBuf>,
    /// Write an HTML page with lines and bytecodes instead
    #[arg(long, value_name = "FILE", alias = "html")]
    page: Option<PathBuf>,
    /// Stop after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    result: ResultArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// Contents shown of a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    Source,
    Bytecode,
    Interleaved,
}

/// A recording and the part of it that is shown.
struct Report {
    /// The program as the user named it.
    program: String,
    profile: InstructionProfile,
    provenance: Provenance,
    annotations: Vec<Annotation>,
    /// Set if methods were left out.
    is_whole: bool,
    /// Methods that `--top` leaves out.
    left_out: usize,
    /// The only region that counts.
    region: Option<String>,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.result.format()?;
    let is_for_programs = arguments.page.is_none() && format != Format::Table;
    let top = if is_for_programs { 0 } else { arguments.top };
    let config = arguments.machine.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    let symbols = match &program.symbols {
        Some(symbols) => symbols.clone(),
        None => Symbols::of_image(&program.image).map_err(Error::at(&program))?,
    };
    let named = named(&symbols, &arguments.method)?;
    let page = arguments.page.as_deref().map(PendingFile::create);
    let page = page.transpose()?;
    let setup = Setup {
        program,
        microcode: arguments.microcode.load(console)?,
        machine: config,
    };
    long_methods::refuse_studied(&setup.program, &setup.machine, console)?;
    let (end, recorder) = run(&setup, &symbols, arguments, console)?;
    let provenance = setup.provenance();
    let program = setup.program;
    let profile = recorder.finish();
    let (methods, left_out) = if named.is_empty() {
        let mut methods = hottest(&symbols, &profile);
        let all = methods.len();
        methods.truncate(if top == 0 { all } else { top });
        let left_out = all - methods.len();
        (methods, left_out)
    } else {
        (named, 0)
    };
    let sources = arguments.program.sources(&arguments.source);
    let annotate = |method: &MethodSymbol| {
        let source = symbols.source(method, &sources);
        Annotation::new(&profile, &program.image, &symbols, method, source.as_ref())
    };
    let report = Report {
        annotations: methods.into_iter().map(annotate).collect(),
        is_whole: arguments.method.is_empty() && top == 0,
        left_out,
        region: arguments.region.clone(),
        program: program.name,
        provenance,
        profile,
    };
    // Of a run that was stopped nobody knows what it would have marked.
    if let (Some(region), 0, true) = (
        &report.region,
        report.profile.total_cycles(),
        end.is_of_program(),
    ) {
        return Err(Error::at(&report.program)(NoRegion::unmarked(region)));
    }
    console.note(&ending(&report, end));
    match page {
        Some(page) => page.finish(html::page(&report)?.as_bytes())?,
        None => arguments.result.print(&rendered(&report, arguments)?)?,
    }
    Ok(end.judged())
}

fn rendered(report: &Report, arguments: &Arguments) -> Result<String, Error> {
    let view = match (arguments.bytecode, arguments.interleaved) {
        (true, _) => View::Bytecode,
        (false, true) => View::Interleaved,
        (false, false) => View::Source,
    };
    match arguments.result.format()? {
        Format::Table => Ok(text::render(report, view)),
        format => rows::table(report, view).render(format, Document::Annotate),
    }
}

/// The methods of these names; each name has to be that of one or more.
fn named<'a>(symbols: &'a Symbols, names: &[String]) -> Result<Vec<&'a MethodSymbol>, Error> {
    let mut methods: Vec<&MethodSymbol> = Vec::new();
    for name in names {
        methods.extend(method_names::all(symbols, name)?);
    }
    let mut seen = std::collections::HashSet::new();
    methods.retain(|method| seen.insert(method.address));
    Ok(methods)
}

fn hottest<'a>(symbols: &'a Symbols, profile: &InstructionProfile) -> Vec<&'a MethodSymbol> {
    let mut methods: Vec<(u64, u32)> = profile
        .by_method()
        .into_iter()
        .map(|(address, counts)| (counts.cycles, address))
        .collect();
    methods.sort_by_key(|(cycles, address)| (Reverse(*cycles), *address));
    let methods = methods.into_iter();
    methods
        .filter_map(|(_, address)| symbols.method_at(address))
        .collect()
}

fn run(
    setup: &Setup,
    symbols: &Symbols,
    arguments: &Arguments,
    console: Console,
) -> Result<(End, Recorder), Error> {
    let machine = setup.build()?;
    let recorder = Recorder::new(&setup.machine, Detail::Bytecodes);
    let recorder = match &arguments.region {
        Some(region) => {
            let limits = Limits::of_region(region);
            let limited = recorder.within(&limits, setup.program.symbols.as_ref());
            limited.map_err(Error::at(&setup.program))?
        }
        None => recorder,
    };
    let collections = CollectionProbe::new(Some(symbols));
    let probe = (Statistics::default(), (collections, recorder));
    let ending = Ending::of(&setup.program)
        .max_cycles(arguments.max_cycles.unwrap_or(u64::MAX))
        .interrupted_by(watch_for_interrupts()?);
    let input = arguments.input.start()?;
    let session = Session::new(
        MachineRun::new(machine, probe),
        Some(symbols),
        ending,
        input,
    );
    let ran = session.telling(console).without_output().run()?;
    let (_, (_, recorder)) = ran.engine.probe;
    Ok((ran.ended.end, recorder))
}

fn ending(report: &Report, end: End) -> String {
    let how = match end {
        End::Exit(0) => String::new(),
        End::Exit(status) => format!(", ended with status {}", status.cast_signed()),
        End::ExitText | End::Until => String::new(),
        End::MaxCycles => ", stopped by --max-cycles".to_owned(),
        End::Blocked => ", every thread waits for ever".to_owned(),
        End::Interrupted => ", interrupted".to_owned(),
    };
    let part = match &report.region {
        Some(region) => format!(" in region {region}"),
        None => String::new(),
    };
    let cycles = thousands(report.profile.total_cycles());
    format!("jop: {}: {cycles} cycles{part}{how}", report.program)
}
