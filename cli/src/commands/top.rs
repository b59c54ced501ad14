//! `jop top`: hot methods, causes and cache of a run while it runs.

mod on_screen;
mod snapshot;
mod tables;
mod view;
mod watched;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use metrics::Focus;
use run::{End, Limits};
use sim_core::Machine;

use self::on_screen::OnScreen;
use self::tables::Tables;
use self::view::Screen;
use self::watched::Watched;

use crate::args::input::InputArguments;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::ProgramArguments;
use crate::args::quantity::{cycles, positive_cycles};
use crate::args::{foci, long_methods, profile_file};
use crate::host::interrupts::watch_for_interrupts;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::machine_summary::summary;

/// Watch a run: hot methods, causes and the method cache, while the program runs
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Watch a run: hot methods, causes and the method cache, while the program runs on the machine.

On a terminal a full-screen view is updated in every interval; the program's output is shown below it. At the end the screen stays until you \
quit, then the hottest methods, the causes and the method cache are printed. Without a terminal, or with --every, these are printed instead: every N cycles, and at the end.")]
#[command(after_help = concat!(exit_codes!(), "

Keys:
  q  quit      space  pause      up, down, home  scroll
  s  order by the last interval, or by the whole run

Examples:
  jop top --program lift -- 100000               run to the end
  jop top app.jop --config machine.toml --interval 1000
  jop top --program lift --every 1M              tables, one for each million cycles
  jop top --program udpip --every 1M --focus below:udpip.Ip --focus thread:main
  jop top Main.java --region filter              what Main marks with Region.start"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// Count methods and causes only in this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    /// Also show the cycles of a part: run, PATTERN, below:PATTERN, thread:NAME, region:NAME; repeat for several
    #[arg(long, value_name = "FOCUS")]
    focus: Vec<Focus>,
    /// The same parts as `jop show time --foci` takes, from a TOML file
    #[arg(long, value_name = "FILE.toml")]
    foci: Option<PathBuf>,
    /// Milliseconds between two updates
    #[arg(long, value_name = "MS", default_value_t = 250, value_parser = clap::value_parser!(u64).range(20..=60_000))]
    interval: u64,
    /// Print a table after every N cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = positive_cycles)]
    every: Option<u64>,
    /// Print at most this many methods in a table, 0 for all
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Stop after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    #[command(flatten)]
    input: InputArguments,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let config = arguments.machine.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    long_methods::check((&program, &config), "", console)?;
    let input = arguments.input.whole(&program, console)?;
    let program = program.fed(input);
    let microcode = arguments.microcode.load(console)?;
    profile_file::check_region(&program, arguments.region.as_deref())?;
    let foci = foci::read(&arguments.focus, arguments.foci.as_deref())?;
    foci::check(&foci, &program)?;
    let mut run = record::machine::profiled(
        Machine::new(&config, &microcode.program, &program.image.words)?,
        record::machine::contexts(&program.image.words, program.symbols.as_ref()),
    );
    let watched = Watched::new(arguments.top, arguments.region.clone(), foci);
    let most = arguments.max_cycles.unwrap_or(u64::MAX);
    let limits = Limits::stopped_by(most, watch_for_interrupts()?);
    let end = if arguments.every.is_none() && std::io::stdout().is_terminal() {
        let screen = Screen {
            program: program.name.clone(),
            region: arguments.region.clone(),
            machine: summary(&config),
            state: "running".to_owned(),
            speed: 0.0,
            recently: true,
            scroll: 0,
        };
        let interval = Duration::from_millis(arguments.interval);
        OnScreen::new(watched, screen, interval)?.run(&program, &mut run, &limits)?
    } else {
        let every = arguments.every.unwrap_or(u64::MAX);
        let mut tables = Tables::new(watched, every, console);
        Some(run::to_end(&program, &mut run, &mut tables, &limits)?)
    };
    // Of a run that was stopped nobody knows what it would have marked.
    if let (Some(name), true) = (&arguments.region, end.is_some_and(End::is_of_program)) {
        let profile = watched::profile(&run);
        profile_file::region(&profile, Path::new(&program.name), name)?;
    }
    // Without an end the user has quit.
    let judged = |end| exit_code::of_run(end, &program.name, console);
    Ok(end.map_or(exit_code::DONE, judged))
}
