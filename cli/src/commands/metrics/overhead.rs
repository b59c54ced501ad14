//! What recording costs.

use std::time::Instant;

use ::metrics::metered;
use record::RecordedMachine;
use record::machine::{ContextProbe, profiled};
use run::probes::CollectionProbe;
use run::{BlockRun, End};
use sim_core::Statistics;

use super::Arguments;
use super::subject::Subject;
use crate::console::Console;
use crate::document::Document;
use crate::errors::Error;
use crate::exit_code;
use crate::rows_output::RowsFormat;
use crate::table::{Format, Table, Value};

/// What is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Nothing, as in `jop run`.
    Nothing,
    /// Contexts, as in `jop run --profile`.
    Contexts,
    /// All windows.
    Windows,
    /// What the limits leave.
    Limited,
}

/// Prints the fastest of so many runs of each kind.
pub(super) fn print(
    subject: &Subject,
    runs: u32,
    arguments: &Arguments,
    console: Console,
) -> Result<u8, Error> {
    let mut kinds = vec![Kind::Nothing, Kind::Contexts, Kind::Windows];
    if !subject.limits.is_all() {
        kinds.push(Kind::Limited);
    }
    let mut end = End::Exit(0);
    let mut seconds = vec![f64::INFINITY; kinds.len()];
    let mut parts = vec![0.0; kinds.len()];
    // Each round runs every kind, so that a busy moment of the host falls on all of them.
    for _ in 0..runs {
        for (place, kind) in kinds.iter().enumerate() {
            let (time, part, how) = timed(subject, *kind)?;
            end = how;
            // Whatever else the host does makes a run slower, never faster.
            seconds[place] = seconds[place].min(time);
            parts[place] = part;
        }
    }
    let mut table = Table::new(&["what is recorded", "recorded", "seconds", "slow-down"]);
    for (place, kind) in kinds.iter().enumerate() {
        let name = match kind {
            Kind::Nothing => "nothing",
            Kind::Contexts => "contexts",
            Kind::Windows => "windows",
            Kind::Limited => "windows, limited",
        };
        table.push(vec![
            name.into(),
            Value::Part(parts[place]),
            Value::Decimal(seconds[place], 3),
            Value::Decimal(seconds[place] / seconds[0], 3),
        ]);
    }
    let format = match arguments.rows.format()? {
        RowsFormat::Csv => Format::Csv,
        RowsFormat::Json => Format::Json,
        _ => Format::Table,
    };
    let text = table.render(format, Document::MetricsOverhead)?;
    arguments.rows.write(text.as_bytes())?;
    Ok(exit_code::of_run(end, &subject.setup.program, console))
}

/// Seconds of the host, the part of the cycles that was recorded, and how the run ended.
fn timed(subject: &Subject, kind: Kind) -> Result<(f64, f64, End), Error> {
    let machine = subject.setup.build()?;
    let symbols = subject.setup.program.symbols.as_ref();
    let collections = || CollectionProbe::new(symbols);
    let mut ending = subject.ending();
    let start = Instant::now();
    let (part, end) = match kind {
        Kind::Nothing => {
            let mut run = BlockRun::usual(machine, (Statistics::default(), collections()));
            let Ok(end) = run::drive_silently(&mut run, &mut ending);
            (0.0, end)
        }
        Kind::Contexts => {
            let mut run = profiled(
                machine,
                ContextProbe::new(&subject.setup.program.image.words, symbols),
            );
            let Ok(end) = run::drive_silently(&mut run, &mut ending);
            (1.0, end)
        }
        Kind::Windows => {
            let along = (collections(), subject.probe()?);
            let mut run = metered(machine, (Statistics::default(), along));
            let Ok(end) = run::drive_silently(&mut run, &mut ending);
            (1.0, end)
        }
        Kind::Limited => {
            let mut run = RecordedMachine::new(machine, subject.recording()?);
            let Ok(end) = run::drive_silently(&mut run, &mut ending);
            let all = run.statistics.cycles;
            let (cycle, is_open) = (all, run.recording.is_open());
            let probe = run.recording.into_parts().0;
            let (_, profile) = probe.finish(cycle, is_open, Default::default());
            (profile.total_cycles() as f64 / all.max(1) as f64, end)
        }
    };
    Ok((start.elapsed().as_secs_f64(), part, end))
}
