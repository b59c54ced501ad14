//! A set of threads in a file.
//!
//! ```toml
//! [[thread]]
//! name = "control"           # for the result; otherwise the class
//! method = "Control.job"     # the job of a class that extends joplab.RtThread
//! priority = 2
//! period = "1 ms"            # us, ms, s or cycles
//! deadline = "800 us"        # otherwise the period
//! offset = "0 us"            # otherwise what the program passes; the bound holds for all offsets
//! ```

use std::fmt::Display;
use std::path::Path;

use isa::MachineConfig;
use jopizer::Symbols;
use response::{Found, Thread};
use toml::{Table, Value};

use super::set::{Entry, per_us};
use crate::args::method_names;
use crate::output::errors::Error;
use crate::output::table::list;

/// Jobs that a message lists.
const MOST_JOBS: usize = 8;
const KEYS: [&str; 6] = ["name", "method", "priority", "period", "deadline", "offset"];

/// Where something is wrong.
struct Place<'a> {
    file: &'a Path,
    /// The thread's number from 1 on, and its name if it has one.
    number: usize,
    name: Option<&'a str>,
}

impl Place<'_> {
    fn problem(&self, problem: impl Display) -> Error {
        let name = self.name.map_or(String::new(), |name| format!(" ({name})"));
        Error::Input(format!(
            "{}: thread {}{name}: {problem}",
            self.file.display(),
            self.number
        ))
    }
}

/// The threads of a file.
pub(super) fn read(
    file: &Path,
    symbols: &Symbols,
    machine: &MachineConfig,
) -> Result<Vec<Entry>, Error> {
    let problem = |problem: String| Error::Input(format!("{}: {problem}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| problem(error.to_string()))?;
    let table: Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        problem(format!(
            "line {line}: {}",
            error.message().lines().next().unwrap_or_default()
        ))
    })?;
    if let Some(key) = table.keys().find(|key| *key != "thread") {
        return Err(problem(format!(
            "`{key}` is unknown; write [[thread]] for each thread"
        )));
    }
    let threads = table.get("thread").and_then(Value::as_array);
    let threads = threads.filter(|all| !all.is_empty());
    let threads =
        threads.ok_or_else(|| problem("no thread; write [[thread]] for each".to_owned()))?;
    let all = threads.iter().enumerate().map(|(at, it)| {
        let place = Place {
            file,
            number: at + 1,
            name: it.get("name").and_then(Value::as_str),
        };
        let it = it
            .as_table()
            .ok_or_else(|| place.problem("no table; write [[thread]]"))?;
        entry(it, &place, symbols, machine)
    });
    all.collect()
}

fn entry(
    it: &Table,
    place: &Place<'_>,
    symbols: &Symbols,
    machine: &MachineConfig,
) -> Result<Entry, Error> {
    if let Some(key) = it.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let keys = KEYS.join(", ");
        return Err(place.problem(format!("`{key}` is unknown; the keys are {keys}")));
    }
    let text = |key: &str| match it.get(key) {
        None => Ok(None),
        Some(value) => {
            let text = value.as_str();
            text.map(Some)
                .ok_or_else(|| place.problem(format!("`{key}` is no text; write it in quotes")))
        }
    };
    let method = text("method")?;
    let method = method.ok_or_else(|| {
        place.problem("no `method`; write the job of its class, as in method = \"Control.job\"")
    })?;
    let method = method_names::only(symbols, method).map_err(|error| place.problem(error))?;
    let priority = it.get("priority").and_then(Value::as_integer);
    let priority = priority.and_then(|it| i32::try_from(it).ok());
    let priority = priority.ok_or_else(|| {
        place.problem(
            "no `priority`; write a whole number, as in priority = 2; larger ones run first",
        )
    })?;
    let time = |key: &str| {
        let given = it.get(key).map(|value| cycles(value, machine));
        given
            .transpose()
            .map_err(|error| place.problem(format!("`{key}` {error}")))
    };
    let period = time("period")?.filter(|period| *period > 0);
    let period = period.ok_or_else(|| place.problem("no `period`; write period = \"1 ms\""))?;
    let deadline = time("deadline")?.unwrap_or(period);
    if deadline > period {
        return Err(place.problem(format!(
            "`deadline` ({deadline} cycles) is after the period ({period} cycles); a job has to end before the next release, so make it at most the period"
        )));
    }
    Ok(Entry {
        name: place.name.unwrap_or(&method.class).to_owned(),
        thread: Thread {
            class: method.class.clone(),
            priority,
            period,
            jitter: 0,
            deadline,
        },
        job: method.address,
        offset: time("offset")?,
    })
}

/// A time with its unit, in cycles: `"1 ms"`, `"2.5us"`, `"4000 cycles"`.
fn cycles(value: &Value, machine: &MachineConfig) -> Result<u64, String> {
    let unclear =
        || format!("is {value}; write a number with its unit, us, ms, s or cycles, as in \"1 ms\"");
    let text = value.as_str().ok_or_else(unclear)?.trim();
    let end = text.find(|it: char| !it.is_ascii_digit() && !"._".contains(it));
    let (number, unit) = text.split_at(end.ok_or_else(unclear)?);
    let us = per_us(machine) as f64;
    let factor = match unit.trim() {
        "cycles" => 1.0,
        "us" | "µs" => us,
        "ms" => 1e3 * us,
        "s" => 1e6 * us,
        _ => return Err(unclear()),
    };
    let number: f64 = number.replace('_', "").parse().map_err(|_| unclear())?;
    let cycles = (number * factor).round();
    match cycles < 9e15 {
        true => Ok(cycles as u64),
        false => Err(unclear()),
    }
}

/// Refuses a file whose threads are others than those that the program makes.
pub(super) fn check_classes(file: &Path, entries: &[Entry], made: &[String]) -> Result<(), Error> {
    for (at, it) in entries.iter().enumerate() {
        let place = Place {
            file,
            number: at + 1,
            name: Some(&it.name),
        };
        if !made.contains(&it.thread.class) {
            let jobs: Vec<String> = made.iter().map(|class| format!("{class}.job")).collect();
            return Err(place.problem(format!(
                "the program makes no thread of {}; its jobs are {}",
                it.thread.class,
                list(jobs, MOST_JOBS, ", ")
            )));
        }
    }
    let is_missing = |class: &&String| !entries.iter().any(|it| it.thread.class == **class);
    match made.iter().find(is_missing) {
        None => Ok(()),
        Some(class) => Err(Error::Input(format!(
            "{}: the program also makes threads of {class}, which delay others; add a [[thread]] with method = \"{class}.job\"",
            file.display()
        ))),
    }
}

/// Takes the offsets that the file leaves out from the program, and refuses a file that says something else of a thread.
pub(super) fn agree(
    file: &Path,
    entries: &mut [Entry],
    found: &[Found],
    machine: &MachineConfig,
) -> Result<(), Error> {
    for at in 0..entries.len() {
        let (before, rest) = entries.split_at_mut(at);
        let it = &mut rest[0];
        let class = &it.thread.class;
        let place = Place {
            file,
            number: at + 1,
            name: Some(&it.name),
        };
        if before.iter().any(|other| other.thread.class == *class) {
            return Err(place.problem(format!(
                "the program makes one thread of {class} only; leave out the second"
            )));
        }
        let Some(of) = found.iter().find(|found| found.class == *class) else {
            continue;
        };
        let cycles = |us: u32| u64::from(us) * per_us(machine);
        let offset = *it.offset.get_or_insert(cycles(of.offset));
        let both = [
            (
                "priority",
                i64::from(it.thread.priority),
                i64::from(of.priority),
                "",
            ),
            (
                "period",
                it.thread.period as i64,
                cycles(of.period) as i64,
                " cycles",
            ),
            ("offset", offset as i64, cycles(of.offset) as i64, " cycles"),
        ];
        if let Some((key, given, of_program, unit)) = both.iter().find(|it| it.1 != it.2) {
            return Err(place.problem(format!(
                "`{key}` is {given}{unit}, and the program passes {of_program}{unit}; write what the program passes, or use --method RtThread"
            )));
        }
    }
    Ok(())
}

/// Refuses a file that lacks an offset, which a run is measured from.
pub(super) fn check_offsets(file: &Path, entries: &[Entry]) -> Result<(), Error> {
    let Some(at) = entries.iter().position(|it| it.offset.is_none()) else {
        return Ok(());
    };
    let place = Place {
        file,
        number: at + 1,
        name: Some(&entries[at].name),
    };
    Err(place.problem(
        "no `offset`, and the program does not pass a constant: --observe measures from the releases; write offset = \"0 us\"",
    ))
}
