//! `jop record`: a run on the machine, recorded with the requested grain and extent.

use std::path::PathBuf;
use std::time::Instant;

use cross_profile::Provenance;
use record::{Grain, Limits, Recorded, RecordedMachine, Recording, Vertical};
use run::probes::CollectionProbe;
use run::{BlockRun, End, Ending, EngineKind, Setup};
use sim_core::Statistics;

use super::run::watch_for_interrupts;
use crate::atomic_file::{PendingFile, file_only};
use crate::console::Console;
use crate::document::Document;
use crate::errors::Error;
use crate::exit_code::exit_codes;
use crate::host_input::{HostInput, InputArguments};
use crate::limits_arguments::{self, LimitsArguments};
use crate::machine_arguments::MachineArguments;
use crate::microcode_source::MicrocodeArguments;
use crate::program_source::ProgramArguments;
use crate::quantity::cycles;
use crate::session::Session;
use crate::table::{FormatArguments, Table, Value, counted, thousands};
use crate::{exit_code, long_methods, output};

/// Record where the cycles of a run go, from Java method down to microinstruction and stall cause
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Record where the cycles of a run go, from Java method down to microinstruction and stall cause, on the machine. `jop vertical` \
shows the recording.

--grain sets the depth of the recording, the other options its extent. The rest is not observed, so a narrow recording costs little; \
--overhead runs the program with every grain and prints the cost of recording. All limits apply together.

A moment is a clock cycle (250_000) or a call of a method (lift.Main.step#5 is its fifth call). A pattern is a method (lift.Door.open), \
a class or package with everything in it (lift), or has a * for any characters (*.hashCode). Calls made before recording started \
are unknown: methods recorded then appear directly below the root.")]
#[command(after_help = concat!(exit_codes!("", ", or a moment or region of the limits that never came"), "

Examples:
  jop record --program lift -o lift.jvert                      every bytecode
  jop record --program lift --grain microinstruction -o l.jvert
  jop record --program udpip --below udpip.Ip -o ip.jvert      a class and what it calls
  jop record --program lift --only lift.Door -o door.jvert     one class, without what it calls
  jop record --program lift --below lift.Plant.step --every 10 -o step.jvert
  jop record Main.java --region filter -o filter.jvert         what Main marks with Region.start
  jop record --program lift --from lift.Plant.step#3 --to lift.Plant.step#1 -o third.jvert
  jop record --program lift --overhead                         what each grain costs"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// The recording
    #[arg(
        short,
        long,
        value_name = "FILE.jvert",
        required_unless_present = "overhead"
    )]
    output: Option<PathBuf>,
    /// The finest level
    #[arg(
        long,
        value_enum,
        ignore_case = true,
        default_value_t,
        value_name = "GRAIN"
    )]
    grain: GrainArgument,
    #[command(flatten)]
    limits: LimitsArguments,
    /// Print the cost of recording with every grain, the fastest of N runs each, instead of recording
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "5", conflicts_with_all = ["output", "stdin", "input"],
          value_parser = clap::value_parser!(u32).range(1..=1000))]
    overhead: Option<u32>,
    #[command(flatten)]
    format: FormatArguments,
    #[command(flatten)]
    input: InputArguments,
    /// Stop after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    #[command(flatten)]
    machine: MachineArguments,
    #[command(flatten)]
    microcode: MicrocodeArguments,
}

/// Grains of `--grain`.
#[derive(Debug, Clone, Copy, Default, clap::ValueEnum)]
enum GrainArgument {
    /// Calling contexts of methods
    Method,
    /// Each bytecode, too
    #[default]
    Bytecode,
    /// Each microinstruction, too
    Microinstruction,
}

impl GrainArgument {
    fn grain(self) -> Grain {
        match self {
            Self::Method => Grain::Method,
            Self::Bytecode => Grain::Bytecode,
            Self::Microinstruction => Grain::Microinstruction,
        }
    }
}

/// A program on its machine, ready to be recorded.
struct Bench {
    setup: Setup,
    limits: Limits,
    max_cycles: u64,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    if let Some(file) = &arguments.output {
        file_only(file, "a recording")?;
    }
    let config = arguments.machine.machine()?;
    let bench = Bench {
        setup: Setup {
            program: arguments.program.load(config.memory_words, console)?,
            microcode: arguments.microcode.load(console)?,
            machine: config,
        },
        limits: arguments.limits.limits(),
        max_cycles: arguments.max_cycles.unwrap_or(u64::MAX),
    };
    long_methods::refuse_studied(&bench.setup.program, &bench.setup.machine, console)?;
    match (&arguments.output, arguments.overhead) {
        (Some(file), _) => {
            let file = PendingFile::create(file)?;
            bench.record(
                arguments.grain.grain(),
                arguments.input.start()?,
                file,
                console,
            )
        }
        (None, runs) => {
            let (table, end) = bench.overhead(runs.unwrap_or(1) as usize)?;
            output::print(&table.render(arguments.format.format, Document::RecordOverhead)?)?;
            Ok(exit_code::of_run(end, &bench.setup.program, console))
        }
    }
}

impl Bench {
    fn recording(&self, grain: Grain, limits: &Limits) -> Result<Recording, Error> {
        let program = &self.setup.program;
        let recording = Recording::new(
            grain,
            limits,
            (&program.image.words, program.symbols.as_ref()),
        );
        recording.map_err(|error| limits_arguments::wrong(error, program))
    }

    /// Conditions that end the run.
    fn ending(&self) -> Ending<'_> {
        Ending::of(&self.setup.program).max_cycles(self.max_cycles)
    }

    fn record(
        &self,
        grain: Grain,
        input: Option<HostInput>,
        file: PendingFile,
        console: Console,
    ) -> Result<u8, Error> {
        let recording = self.recording(grain, &self.limits)?;
        let machine = RecordedMachine::new(self.setup.build()?, recording);
        let symbols = self.setup.program.symbols.as_ref();
        let ending = self.ending().interrupted_by(watch_for_interrupts()?);
        let ran = Session::new(machine, symbols, ending, input)
            .telling(console)
            .run()?;
        let end = ran.ended.end;
        let recording = &ran.engine.recording;
        limits_arguments::refuse_unmet(recording, &self.limits, (&self.setup, end))?;
        let recorded = Recorded {
            grain,
            limits: self.limits.clone(),
            run_cycles: ran.ended.counters.cycles,
        };
        let provenance = record::provenance(&self.setup.provenance(), EngineKind::Machine);
        let vertical = Vertical::new(
            recorded,
            ran.engine.recording.finish(provenance),
            (&self.setup.program.image, symbols),
            &self.setup.microcode.program,
        );
        if vertical.recorded_cycles() == 0 {
            return Err(limits_arguments::nothing(&self.limits, (&self.setup, end)));
        }
        let mut bytes = Vec::new();
        record::write(&vertical, &mut bytes).map_err(|reason| Error::System {
            what: "pack the recording",
            reason: reason.into(),
        })?;
        file.finish(&bytes)?;
        console.note(&summary(&vertical));
        Ok(exit_code::of_run(end, &self.setup.program, console))
    }

    /// A row for each grain with and without the limits, beside the run that records nothing, which is that of `jop run`; and how
    /// the program ends.
    fn overhead(&self, runs: usize) -> Result<(Table, End), Error> {
        let mut kinds = vec![("none", None)];
        for grain in Grain::ALL {
            kinds.push((grain.name(), Some((grain, Limits::default()))));
        }
        if !self.limits.is_all() {
            for grain in Grain::ALL {
                kinds.push((grain.name(), Some((grain, self.limits.clone()))));
            }
        }
        let mut end = End::Exit(0);
        let mut seconds = vec![Vec::new(); kinds.len()];
        let mut shares = vec![0.0; kinds.len()];
        // Each round runs every kind, so that a busy moment of the host falls on all of them.
        for _ in 0..runs {
            for (place, (_, kind)) in kinds.iter().enumerate() {
                let (time, share, how) = self.timed(kind.as_ref())?;
                end = how;
                seconds[place].push(time);
                shares[place] = share;
            }
        }
        let mut table = Table::new(&["grain", "limits", "recorded", "seconds", "slow-down"]);
        // Whatever else the host does makes a run slower, never faster.
        let fastest = |times: &Vec<f64>| times.iter().copied().fold(f64::INFINITY, f64::min);
        let seconds: Vec<f64> = seconds.iter().map(fastest).collect();
        for (place, (name, kind)) in kinds.iter().enumerate() {
            let limited = kind.as_ref().is_some_and(|(_, limits)| !limits.is_all());
            table.push(vec![
                (*name).into(),
                if limited { "as given" } else { "none" }.into(),
                Value::Part(shares[place]),
                Value::Decimal(seconds[place], 3),
                Value::Decimal(seconds[place] / seconds[0], 3),
            ]);
        }
        Ok((table, end))
    }

    /// Seconds of the host, the part of the cycles that was recorded, and how the run ended.
    fn timed(&self, kind: Option<&(Grain, Limits)>) -> Result<(f64, f64, End), Error> {
        let machine = self.setup.build()?;
        let Some((grain, limits)) = kind else {
            let collections = CollectionProbe::new(self.setup.program.symbols.as_ref());
            let mut run = BlockRun::usual(machine, (Statistics::default(), collections));
            let start = Instant::now();
            let Ok(end) = run::drive_silently(&mut run, &mut self.ending());
            return Ok((start.elapsed().as_secs_f64(), 0.0, end));
        };
        let mut run = RecordedMachine::new(machine, self.recording(*grain, limits)?);
        let start = Instant::now();
        let Ok(end) = run::drive_silently(&mut run, &mut self.ending());
        let time = start.elapsed().as_secs_f64();
        let recorded = run.recording.finish(Provenance::default()).0.total_cycles();
        let share = recorded as f64 / run.statistics.cycles.max(1) as f64;
        Ok((time, share, end))
    }
}

fn summary(vertical: &Vertical) -> String {
    let (recorded, all) = (vertical.recorded_cycles(), vertical.recorded.run_cycles);
    format!(
        "jop: recorded {} of {} ({:.2} %), {}, {} of the code",
        thousands(recorded),
        counted(all, "cycle"),
        100.0 * recorded as f64 / all.max(1) as f64,
        counted(vertical.profile.contexts() as u64, "context"),
        counted(vertical.rows.len() as u64, "bytecode"),
    )
}
