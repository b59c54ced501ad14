//! A set of threads in a file.
//!
//! ```toml
//! [[thread]]
//! name = "control"           # for the result; otherwise the class
//! method = "Control.job"     # the job of a class that extends joplab.RtThread
//! priority = 2
//! period = "1 ms"            # as limits of `jop check` are written, in whole microseconds
//! deadline = "800 us"        # otherwise the period
//! offset = "0 us"            # otherwise what the program passes; the bound holds for all offsets
//! ```

use std::fmt::Display;
use std::path::Path;

use isa::MachineConfig;
use jopizer::{Image, Symbols};
use regression::check::Amount;
use response::Thread;
use toml::{Table, Value};

use super::set::{Entry, per_us};
use crate::args::method_names;
use crate::output::errors::Error;

/// The longest time that the scheduler tells from one that is over. Unit: microseconds.
const MOST_US: u64 = 1 << 30;
const KEYS: [&str; 6] = ["name", "method", "priority", "period", "deadline", "offset"];

/// Where something is wrong.
pub(super) struct Place<'a> {
    pub(super) file: &'a Path,
    /// The thread's number from 1 on, and its name if it has one.
    pub(super) number: usize,
    pub(super) name: Option<&'a str>,
}

impl Place<'_> {
    pub(super) fn problem(&self, problem: impl Display) -> Error {
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
    of_image: (&Image, &Symbols),
    made: &[String],
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
        entry(it, &place, (of_image, made), machine)
    });
    all.collect()
}

fn entry(
    it: &Table,
    place: &Place<'_>,
    (of_image, made): ((&Image, &Symbols), &[String]),
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
    let (class, job) = job(method, of_image, made).map_err(|error| place.problem(error))?;
    let priority = it.get("priority").and_then(Value::as_integer);
    let priority = priority.and_then(|it| i32::try_from(it).ok());
    let priority = priority.ok_or_else(|| {
        place.problem(
            "no `priority`; write a whole number, as in priority = 2; larger ones run first",
        )
    })?;
    let time = |key: &str| {
        let given = it.get(key).map(amount).transpose();
        given.map_err(|error| place.problem(format!("`{key}` {error}")))
    };
    // As the timer counts: at 33.3 MHz, a microsecond of the program is 33 cycles.
    let per_us = per_us(machine);
    let whole = |key: &str, amount: &Amount| {
        let us = amount.microseconds(per_us).filter(|us| *us <= MOST_US);
        us.and_then(|us| u32::try_from(us).ok()).ok_or_else(|| {
            place.problem(format!(
                "`{key}` is {amount}; write whole microseconds up to {MOST_US}, as programs pass them"
            ))
        })
    };
    let period = time("period")?;
    let period = period.ok_or_else(|| place.problem("no `period`; write period = \"1 ms\""))?;
    let us = whole("period", &period)?;
    if us == 0 {
        return Err(place.problem("`period` is 0; write period = \"1 ms\""));
    }
    let clock = u32::try_from(per_us * 1_000_000).unwrap_or(u32::MAX);
    let cycles = |amount: &Amount| amount.on(clock);
    let offset = time("offset")?;
    let offset = offset.map(|it| whole("offset", &it)).transpose()?;
    let deadline = time("deadline")?.unwrap_or_else(|| period.clone());
    if cycles(&deadline) > u64::from(us) * per_us {
        return Err(place.problem(format!(
            "`deadline` ({deadline}) is after the period ({period}); a job has to end before the next release, so make it at most the period"
        )));
    }
    Ok(Entry {
        name: text("name")?.unwrap_or(&class).to_owned(),
        thread: Thread {
            class,
            priority,
            period: u64::from(us) * per_us,
            jitter: 0,
            deadline: cycles(&deadline),
        },
        job,
        offset,
    })
}

/// Class and job of a thread; a class that the program makes threads of may inherit its job.
fn job(name: &str, of_image: (&Image, &Symbols), made: &[String]) -> Result<(String, u32), String> {
    let is_named = |class: &&String| name.strip_suffix(".job") == Some(class);
    if let Some(class) = made.iter().find(is_named) {
        let job = response::job_of(of_image, class).map_err(|error| error.to_string())?;
        return Ok((class.clone(), job));
    }
    let method = method_names::only(of_image.1, name).map_err(|error| error.to_string())?;
    let class = &method.class;
    let job = response::job_of(of_image, class).map_err(|error| error.to_string())?;
    match job == method.address {
        true => Ok((class.clone(), job)),
        false => Err(format!(
            "{method} is no job; write method = \"{class}.job\""
        )),
    }
}

/// A time as limits have it: `"1 ms"`, `"4000 cycles"`, or a number of cycles.
fn amount(value: &Value) -> Result<Amount, String> {
    let unclear =
        || format!("is {value}; write a number with its unit, us, ms, s or cycles, as in \"1 ms\"");
    let given = match value {
        Value::Integer(number) => u64::try_from(*number).ok().map(Amount::plain),
        _ => value.as_str().and_then(|text| Amount::read(text).ok()),
    };
    given
        .filter(|it| it.cycles(1).is_some())
        .ok_or_else(unclear)
}
