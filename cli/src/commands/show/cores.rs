//! Several cores: what each executed and waited for, and a time line with a lane for each.

use record::Cores;
use run::{CoreTime, CoreWindow, End, Engine as _, Limits, SeveralRun};
use serde::Serialize;
use serde_json::json;

use super::Arguments;
use super::cores_chart::chart;
use super::found::of_file;
use super::subject::Subject;
use crate::host::quiet::Quiet;
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::machine_summary::processors;
use crate::output::table::{Format, Order, Table, Value, thousands};

/// Characters of a lane.
const LANE: usize = 96;

/// Shows the cores of a recording, or of a program that is run.
pub(super) fn execute(arguments: &Arguments, subject: &Subject<'_>) -> Result<u8, Error> {
    let picture = arguments.rows.picture()?;
    let format = match picture {
        Some(_) => Format::Table,
        None => arguments.rows.table_format()?,
    };
    let (cores, code) = if subject.is_program()? {
        match of_run(subject)? {
            Some(found) => found,
            None => return Ok(exit_code::INTERRUPTED),
        }
    } else {
        let recording = of_file(subject)?;
        let cores = record::cores::of(&recording);
        let cores = cores.map_err(Error::at(subject.path()?.display()))?;
        (cores, exit_code::DONE)
    };
    if let Some(picture) = picture {
        picture.draw(&chart(&cores))?;
        return Ok(code);
    }
    arguments
        .rows
        .print(&text(&cores, arguments.order(8), format)?)?;
    Ok(code)
}

/// Runs the program; none after Ctrl-C.
fn of_run(subject: &Subject<'_>) -> Result<Option<(Cores, u8)>, Error> {
    let (setup, processors) = subject.several()?;
    let conditions = subject.conditions()?;
    let run = SeveralRun::new(&setup, &processors);
    let run = run.map_err(|error| Error::Input(error.to_string()))?;
    let mut run = run.in_windows();
    let limits = Limits::stopped_by(conditions.max_cycles, conditions.stop);
    let mut host = Quiet::new(conditions.console, "");
    let end = run::to_end(&setup.program, &mut run, &mut host, &limits)?;
    if end == End::Interrupted {
        return Ok(None);
    }
    tracing::debug!("ran {} cycles", run.cycle());
    let code = exit_code::of_run(end, &setup.program, subject.console);
    Ok(Some((Cores::of_run(&run, processors), code)))
}

fn text(cores: &Cores, order: Order<'_>, format: Format) -> Result<String, Error> {
    let total = cores.windows.total();
    let table = table(cores, &total).ordered(order, format)?;
    match format {
        Format::Csv => table.render(format, Document::ReportCores),
        Format::Json => {
            let body = json!({
                "run_cycles": cores.run_cycles,
                "memory_busy": total.memory_busy,
                "fairness": fairness(cores),
                "lock_waits_by_owner": document::value(&owners(cores))?,
                "rows": document::value(&table)?,
                "window_cycles": cores.windows.length,
                "windows": document::value(&cores.windows.windows)?,
            });
            document::json(Document::ReportCores, &body)
        }
        Format::Table => Ok(format!(
            "{}: {} cycles, memory busy {:.1} %\n\n{}\n{}{}\n{}",
            processors(&cores.processors),
            thousands(cores.run_cycles),
            100.0 * total.memory_busy as f64 / cores.run_cycles.max(1) as f64,
            table.for_people(),
            owner_lines(cores),
            fairness_line(cores),
            lanes(cores)
        )),
    }
}

/// A row for each core; its parts add up to the run.
fn table(cores: &Cores, total: &CoreWindow) -> Table {
    let mut table = Table::new(&[
        "core",
        "executes",
        "waits for turn",
        "waits for others",
        "lock unit",
        "lock waits",
        "idle",
        "before start",
        "accesses",
        "wait per access",
        "bytecodes",
    ]);
    for (time, figures) in total.cores.iter().zip(&cores.figures.cores) {
        let traffic = &figures.traffic;
        let per_access = match traffic.accesses {
            0 => Value::None,
            accesses => Value::Decimal(traffic.waits() as f64 / accesses as f64, 2),
        };
        table.push(vec![
            u64::from(figures.core).into(),
            (total.cycles - time.stands()).into(),
            time.waits_for_turn.into(),
            time.waits_for_others.into(),
            time.lock_unit.into(),
            time.lock_waits.into(),
            time.idle.into(),
            time.before_start.into(),
            traffic.accesses.into(),
            per_access,
            figures.statistics.bytecodes.into(),
        ]);
    }
    table
}

/// Cycles in which a core waited for a lock that another one held.
#[derive(Debug, Serialize)]
struct OwnerWaits {
    core: usize,
    owner: usize,
    cycles: u64,
}

/// All that are not 0.
fn owners(cores: &Cores) -> Vec<OwnerWaits> {
    let rows = cores.lock_waits.iter().enumerate();
    let all = rows.flat_map(|(core, owners)| {
        let owners = owners.iter().copied().enumerate();
        owners.map(move |(owner, cycles)| OwnerWaits {
            core,
            owner,
            cycles,
        })
    });
    all.filter(|it| it.cycles > 0).collect()
}

/// The same as a table: who waits in rows, who held the lock in columns.
fn owner_lines(cores: &Cores) -> String {
    if owners(cores).is_empty() {
        return String::new();
    }
    let names: Vec<String> = (0..cores.lock_waits.len())
        .map(|owner| format!("held by {owner}"))
        .collect();
    let mut columns = vec!["lock waits of core"];
    columns.extend(names.iter().map(String::as_str));
    let mut table = Table::new(&columns);
    for (core, owners) in cores.lock_waits.iter().enumerate() {
        let mut row = vec![Value::Count(core as u64)];
        row.extend(owners.iter().map(|cycles| Value::Count(*cycles)));
        table.push(row);
    }
    format!("{}\n", table.for_people())
}

/// Jain's index of the waits per access: 1 if an access of each core waits as long, 1/n if those of one core alone wait. None if nobody waits.
fn fairness(cores: &Cores) -> Option<f64> {
    let traffic = cores.figures.cores.iter().map(|core| &core.traffic);
    let asking = traffic.filter(|it| it.accesses > 0);
    // One cycle more, the access itself, so that no wait at all is a number, too.
    let waits: Vec<f64> = asking
        .map(|it| 1.0 + it.waits() as f64 / it.accesses as f64)
        .collect();
    let sum: f64 = waits.iter().sum();
    let squares: f64 = waits.iter().map(|it| it * it).sum();
    (waits.len() > 1).then(|| sum * sum / (waits.len() as f64 * squares))
}

fn fairness_line(cores: &Cores) -> String {
    fairness(cores).map_or_else(String::new, |index| {
        format!("fairness {index:.3} (waits per access, Jain's index; 1 where each core waits as long)\n")
    })
}

/// A lane for each core, one character for each stretch of time: what it mostly did.
fn lanes(cores: &Cores) -> String {
    let windows = cores.windows.at_most(LANE);
    let mut text = format!(
        "each character {} cycles: # executes, t waits for its turn, o for others' accesses, u for the lock unit, L for a lock, - idle, . before its start\n",
        thousands(windows.length)
    );
    for core in 0..usize::from(cores.processors.cores) {
        let lane: String = windows.windows.iter().map(|it| mark(it, core)).collect();
        text += &format!("core {core}  {lane}\n");
    }
    let busy: String = windows.windows.iter().map(height).collect();
    text + &format!("memory  {busy}\n")
}

/// What a core mostly did in a window.
fn mark(window: &CoreWindow, core: usize) -> char {
    let Some(time) = window.cores.get(core) else {
        return ' ';
    };
    let CoreTime {
        before_start,
        waits_for_others,
        waits_for_turn,
        lock_unit,
        lock_waits,
        idle,
    } = *time;
    let executes = window.cycles.saturating_sub(time.stands());
    let parts = [
        (executes, '#'),
        (waits_for_turn, 't'),
        (waits_for_others, 'o'),
        (lock_unit, 'u'),
        (lock_waits, 'L'),
        (idle, '-'),
        (before_start, '.'),
    ];
    let most = parts.iter().rev().max_by_key(|(cycles, _)| *cycles);
    most.map_or(' ', |(_, mark)| *mark)
}

/// Part of a window in which the memory was busy, as a bar.
fn height(window: &CoreWindow) -> char {
    const BARS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let eighths = 8 * window.memory_busy / window.cycles.max(1);
    BARS[usize::try_from(eighths).unwrap_or(8).min(8)]
}
