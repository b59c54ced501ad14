//! `jop top`: hot methods, causes and cache of a run while it runs.

mod snapshot;
mod view;

use std::convert::Infallible;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use cross_profile::observer::region_name;
use cross_profile::{Profile, Provenance};
use isa::Output;
use metrics::Focus;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use record::machine::ContextProbe;
use run::ending::SLICE;
use run::{BlockRun, End, Ending, Engine as _};
use sim_core::Machine;

use crate::console::Console;
use crate::errors::Error;
use crate::exit_code::exit_codes;
use crate::host_input::InputArguments;
use crate::machine_arguments::MachineArguments;
use crate::machine_summary::summary;
use crate::microcode_source::MicrocodeArguments;
use crate::program_source::ProgramArguments;
use crate::quantity::{cycles, positive_cycles};
use crate::table::thousands;
use crate::{exit_code, foci_arguments, host_input, long_methods, output, profile_file};
use snapshot::{Printed, Snapshot};
use view::Screen;

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
    /// The same parts as `jop metrics --foci` takes, from a TOML file
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

/// A run that is watched.
struct Watched<'a> {
    /// Methods of a printed table.
    top: usize,
    run: BlockRun<ContextProbe>,
    /// The region, if only one counts.
    region: Option<String>,
    /// Parts whose cycles are shown.
    foci: Vec<Focus>,
    ending: Ending<'a>,
    printed: Printed,
    snapshot: Snapshot,
    /// It waits for input that does not come.
    waits: &'a AtomicBool,
    end: Option<End>,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let config = arguments.machine.machine()?;
    let program = arguments.program.load(config.memory_words, console)?;
    long_methods::refuse_studied(&program, &config, console)?;
    let program = program.fed(arguments.input.whole()?);
    let microcode = arguments.microcode.load(console)?;
    let symbols = program.symbols.as_ref();
    profile_file::check_region(&program, arguments.region.as_deref())?;
    let foci = foci_arguments::read(&arguments.focus, arguments.foci.as_deref())?;
    foci_arguments::check(&foci, &program)?;
    let name_of_program = program.name.clone();
    let on_screen = arguments.every.is_none() && std::io::stdout().is_terminal();
    let waits = AtomicBool::new(false);
    let tell = |input| {
        waits.store(true, Ordering::Relaxed);
        // Nothing is printed between the panes.
        if !on_screen {
            console.note(&format!("jop: note: {}", host_input::note(input)));
        }
    };
    let mut watched = Watched {
        top: arguments.top,
        run: record::machine::profiled(
            Machine::new(&config, &microcode.program, &program.image.words)?,
            ContextProbe::new(&program.image.words, symbols),
        ),
        region: arguments.region.clone(),
        foci,
        ending: Ending::of(&program)
            .max_cycles(arguments.max_cycles.unwrap_or(u64::MAX))
            .telling(&tell),
        printed: Printed::default(),
        snapshot: Snapshot::default(),
        waits: &waits,
        end: None,
    };
    if let Some(input) = &program.input {
        watched.run.feed(input);
    }
    if on_screen {
        let screen = Screen {
            program: name_of_program.clone(),
            region: arguments.region.clone(),
            machine: summary(&config),
            state: "running".to_owned(),
            speed: 0.0,
            recently: true,
            scroll: 0,
        };
        watched.on_screen(screen, Duration::from_millis(arguments.interval))?;
    } else {
        watched.in_tables(arguments.every.unwrap_or(u64::MAX))?;
    }
    // Of a run that was stopped nobody knows what it would have marked.
    if let (Some(name), true) = (
        &arguments.region,
        watched.end.is_some_and(End::is_of_program),
    ) {
        profile_file::region(&watched.profile(), Path::new(&name_of_program), name)?;
    }
    // Without an end the user has quit.
    let judged = |end| exit_code::of_run(end, &name_of_program, console);
    Ok(watched.end.map_or(exit_code::DONE, judged))
}

impl Watched<'_> {
    /// Runs to `limit`, or to the end of the program.
    fn run(&mut self, limit: u64) {
        while self.end.is_none() && self.cycle() < limit {
            let slice = limit.min((self.cycle() / SLICE + 1) * SLICE);
            let printed = &mut self.printed;
            let end = self.ending.run_to(&mut self.run, slice, |output| {
                if let Output::Uart(byte) = output {
                    printed.push(byte);
                }
                Ok::<(), Infallible>(())
            });
            let Ok(end) = end;
            let end = end.or_else(|| self.ending.between(self.cycle()));
            self.end = end.or_else(|| self.ending.help(&mut self.run));
        }
    }

    fn cycle(&self) -> u64 {
        self.run.cycle()
    }

    fn profile(&self) -> Profile {
        let contexts = self.run.probe.1.clone().finish();
        contexts.into_profile(Provenance::default())
    }

    fn look(&mut self) {
        let profile = self.profile();
        let statistics = self.run.probe.0;
        let before = &self.snapshot;
        let of_part = |cycles, part| {
            let next = before.after((statistics, cycles), part);
            next.with_foci(before, &self.foci, part)
        };
        self.snapshot = match &self.region {
            Some(name) => match profile.below(&region_name(name)) {
                Some(part) => of_part(part.total_cycles(), &part),
                None => Snapshot {
                    statistics,
                    ..Snapshot::default()
                },
            },
            None => of_part(statistics.cycles, &profile),
        };
    }

    fn in_tables(&mut self, every: u64) -> Result<(), Error> {
        while self.end.is_none() {
            self.run(self.cycle().saturating_add(every));
            self.look();
            self.print()?;
        }
        Ok(())
    }

    fn print(&self) -> Result<(), Error> {
        let table = self.snapshot.table(self.top).for_people();
        let causes = self.snapshot.causes().for_people();
        let method_cache = self.snapshot.method_cache();
        let cycle = thousands(self.snapshot.statistics.cycles);
        let part = match &self.region {
            Some(name) => format!(
                ", {} cycles in region {name}",
                thousands(self.snapshot.cycles)
            ),
            None => String::new(),
        };
        let foci = match self.snapshot.foci.len() {
            0 => String::new(),
            _ => format!("{}\n", self.snapshot.foci().for_people()),
        };
        output::print(&format!(
            "cycle {cycle}{part}\n{table}\n{foci}{causes}{method_cache}\n\n"
        ))
    }

    fn on_screen(&mut self, mut screen: Screen, interval: Duration) -> Result<(), Error> {
        let mut terminal = ratatui::try_init().map_err(no_terminal)?;
        let watched = self.watch(&mut terminal, &mut screen, interval);
        ratatui::restore();
        watched?;
        if self.run.probe.0.cycles != self.snapshot.statistics.cycles {
            self.look();
        }
        self.print()
    }

    fn watch(
        &mut self,
        terminal: &mut DefaultTerminal,
        screen: &mut Screen,
        interval: Duration,
    ) -> Result<(), Error> {
        let mut paused = false;
        let (mut drawn, mut cycle) = (Instant::now(), 0);
        let mut stale = true;
        loop {
            let rests = paused || self.end.is_some();
            if !rests {
                self.run(self.cycle() + SLICE);
            }
            if drawn.elapsed() >= interval || (self.end.is_some() && !rests) {
                if !rests {
                    self.look();
                    let cycles = self.cycle() - cycle;
                    screen.speed = cycles as f64 / drawn.elapsed().as_secs_f64();
                }
                (drawn, cycle) = (Instant::now(), self.cycle());
                stale = true;
            }
            if stale {
                screen.state = self.state(paused);
                terminal
                    .draw(|frame| view::draw(frame, screen, &self.snapshot, &self.printed))
                    .map_err(no_terminal)?;
                stale = false;
            }
            let patience = if rests { interval } else { Duration::ZERO };
            if !event::poll(patience).map_err(no_terminal)? {
                continue;
            }
            stale = true;
            let Event::Key(key) = event::read().map_err(no_terminal)? else {
                continue;
            };
            if key.kind != KeyEventKind::Press {
                continue;
            }
            match key.code {
                KeyCode::Char('q') | KeyCode::Esc => return Ok(()),
                KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => {
                    self.end = Some(End::Interrupted);
                    return Ok(());
                }
                KeyCode::Char(' ' | 'p') => paused = !paused,
                KeyCode::Char('s') => screen.recently = !screen.recently,
                KeyCode::Down => {
                    screen.scroll = (screen.scroll + 1).min(self.snapshot.methods.len());
                }
                KeyCode::Up => screen.scroll = screen.scroll.saturating_sub(1),
                KeyCode::Home => screen.scroll = 0,
                _ => {}
            }
        }
    }

    fn state(&self, paused: bool) -> String {
        match self.end {
            Some(End::Exit(status)) => format!("ended with status {status}"),
            Some(End::ExitText) => "ended".to_owned(),
            Some(_) => "stopped".to_owned(),
            None if paused => "paused".to_owned(),
            None if self.waits.load(Ordering::Relaxed) => "waits for input".to_owned(),
            None => "running".to_owned(),
        }
    }
}

fn no_terminal(reason: std::io::Error) -> Error {
    Error::System {
        what: "use the terminal; give --every N for tables",
        reason: reason.into(),
    }
}
