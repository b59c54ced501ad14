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

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::Path;

use isa::{MachineConfig, toml_text};
use jopizer::{Image, Symbols};
use regression::check::Amount;
use response::Thread;
use serde::Deserialize;
use toml::{Spanned, Value};

use super::set::{Entry, Lines, per_us};
use crate::args::method_names;
use crate::output::errors::Error;

/// The longest time that the scheduler tells from one that is over. Unit: microseconds.
const MOST_US: u64 = 1 << 30;
const KEYS: [&str; 6] = ["name", "method", "priority", "period", "deadline", "offset"];
const REMEDY: &str = "write [[thread]] for each thread, then lines as method = \"Control.job\", priority = 2, period = \"1 ms\"";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SetFile {
    #[serde(default)]
    thread: Vec<Spanned<Keys>>,
}

type Keys = BTreeMap<Spanned<String>, Spanned<Value>>;

/// Where something is wrong.
pub(super) struct Place<'a> {
    pub(super) file: &'a Path,
    pub(super) lines: &'a Lines,
    /// The thread's number from 1 on, and its name if it has one.
    pub(super) number: usize,
    pub(super) name: Option<&'a str>,
}

impl<'a> Place<'a> {
    /// Of a thread that was read.
    pub(super) fn of(file: &'a Path, entries: &'a [Entry], at: usize) -> Self {
        let it = &entries[at];
        Self {
            file,
            lines: &it.lines,
            number: at + 1,
            name: Some(&it.name),
        }
    }

    /// A problem of the whole thread, at its first line.
    pub(super) fn problem(&self, problem: impl Display) -> Error {
        self.at_line(self.lines.thread, problem)
    }

    /// A problem of a key, at its line, or of the thread if it has no such key.
    pub(super) fn problem_of(&self, key: &str, problem: impl Display) -> Error {
        let mut keys = self.lines.keys.iter();
        let line = keys.find(|(name, _)| name == key);
        self.at_line(line.map_or(self.lines.thread, |it| it.1), problem)
    }

    fn at_line(&self, line: usize, problem: impl Display) -> Error {
        let name = self.name.map_or(String::new(), |name| format!(" ({name})"));
        let (file, number) = (self.file.display(), self.number);
        Error::Input(format!("{file}:{line}: thread {number}{name}: {problem}"))
    }
}

/// The threads of a file.
pub(super) fn read(
    file: &Path,
    of_image: (&Image, &Symbols),
    made: &[String],
    machine: &MachineConfig,
) -> Result<Vec<Entry>, Error> {
    let name = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| Error::Input(format!("{name}: cannot read: {}", run::plain(&error))))?;
    let all: SetFile = toml::from_str(&text).map_err(|error| {
        let (line, problem) = toml_text::problem(&text, &error);
        Error::Input(format!("{name}:{line}: {problem}; {REMEDY}"))
    })?;
    if all.thread.is_empty() {
        return Err(Error::Input(format!("{name}:1: no thread; {REMEDY}")));
    }
    let all = all.thread.iter().enumerate().map(|(at, it)| {
        let line = |byte| toml_text::line_at(&text, byte);
        let keys = it.get_ref().iter();
        let keys = keys.map(|(key, _)| (key.get_ref().clone(), line(key.span().start)));
        let lines = Lines {
            thread: line(it.span().start),
            keys: keys.collect(),
        };
        let place = Place {
            file,
            lines: &lines,
            number: at + 1,
            name: value(it.get_ref(), "name").and_then(Value::as_str),
        };
        entry(it.get_ref(), &place, (of_image, made), machine)
    });
    all.collect()
}

fn value<'a>(keys: &'a Keys, key: &str) -> Option<&'a Value> {
    let mut all = keys.iter();
    let found = all.find(|(name, _)| name.get_ref() == key)?;
    Some(found.1.get_ref())
}

fn entry(
    it: &Keys,
    place: &Place<'_>,
    (of_image, made): ((&Image, &Symbols), &[String]),
    machine: &MachineConfig,
) -> Result<Entry, Error> {
    let is_unknown = |key: &&Spanned<String>| !KEYS.contains(&key.get_ref().as_str());
    if let Some(key) = it.keys().find(is_unknown) {
        let (key, keys) = (key.get_ref(), KEYS.join(", "));
        let problem = format!("`{key}` is unknown; the keys are {keys}");
        return Err(place.problem_of(key, problem));
    }
    let text = |key: &str| match value(it, key) {
        None => Ok(None),
        Some(value) => {
            let text = value.as_str();
            let problem = || format!("`{key}` is {value}, which is no text; write it in quotes");
            text.map(Some)
                .ok_or_else(|| place.problem_of(key, problem()))
        }
    };
    let method = text("method")?;
    let method = method.ok_or_else(|| {
        place.problem("no `method`; write the job of its class, as in method = \"Control.job\"")
    })?;
    let of_job = job(method, of_image, made);
    let (class, job) = of_job.map_err(|error| place.problem_of("method", error))?;
    let priority = priority(it).map_err(|error| place.problem_of("priority", error))?;
    let time = |key: &str| {
        let given = value(it, key).map(amount).transpose();
        given.map_err(|error| place.problem_of(key, format!("`{key}` {error}")))
    };
    // As the timer counts: at 33.3 MHz, a microsecond of the program is 33 cycles.
    let per_us = per_us(machine);
    let whole = |key: &str, amount: &Amount| {
        let us = amount.microseconds(per_us).filter(|us| *us <= MOST_US);
        us.and_then(|us| u32::try_from(us).ok()).ok_or_else(|| {
            place.problem_of(key, format!(
                "`{key}` is {amount}; write whole microseconds up to {MOST_US}, as programs pass them"
            ))
        })
    };
    let period = time("period")?;
    let period = period.ok_or_else(|| place.problem("no `period`; write period = \"1 ms\""))?;
    let us = whole("period", &period)?;
    if us == 0 {
        return Err(place.problem_of("period", "`period` is 0; write period = \"1 ms\""));
    }
    let clock = u32::try_from(per_us * 1_000_000).unwrap_or(u32::MAX);
    let cycles = |amount: &Amount| amount.on(clock);
    let offset = time("offset")?;
    let offset = offset.map(|it| whole("offset", &it)).transpose()?;
    let deadline = time("deadline")?.unwrap_or_else(|| period.clone());
    if cycles(&deadline) > u64::from(us) * per_us {
        return Err(place.problem_of("deadline", format!(
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
        lines: place.lines.clone(),
    })
}

fn priority(it: &Keys) -> Result<i32, String> {
    const REMEDY: &str = "write a whole number, as in priority = 2; larger ones run first";
    let given = value(it, "priority").ok_or_else(|| format!("no `priority`; {REMEDY}"))?;
    let number = given.as_integer().and_then(|it| i32::try_from(it).ok());
    number.ok_or_else(|| format!("`priority` is {given}; {REMEDY}"))
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
    let unclear = || {
        format!(
            "is {value}; write a number with its unit, us, ms, s or cycles, as in \"1 ms\" or \"100k cycles\""
        )
    };
    let given = match value {
        Value::Integer(number) => u64::try_from(*number).ok().map(Amount::plain),
        _ => value.as_str().and_then(|text| Amount::read(text).ok()),
    };
    given
        .filter(|it| it.cycles(1).is_some())
        .ok_or_else(unclear)
}
