//! Bounds that people give: of loops and of recursion, in files and in the data of the runtime.
//!
//! ```toml
//! [loops]
//! "lift.Queue.takeTo:44" = 12                        # the loop whose first bytecode is on that line
//! "motor.Crc16.update" = [8, "length / 2 + 1"]        # the loops of a method in the order of the code
//! [recursion]
//! "kernel.Recursion.ackermann" = 200                 # most calls of it that are active at once
//! [every]
//! "net.Pool.refill" = 8                              # in n calls of its callers it is called n / 8 times at most, rounded up
//! [fields]
//! "lift.Queue.count" = 12                            # what code reads from it is from 0 to 12
//! ```
//!
//! Tables `[calls]`, `[repetitions]`, `[excludes]` and `[modes]` limit what happens in one call of a method as a whole.
//!
//! Table `[cores]` has what several cores need: `core`, the one that a bound is for, `section`, the cycles for which another core holds a
//! lock at most, and `phase`, those from the begin of a time slot of the core to that of a call.
//!
//! Methods are named as in every command: `takeTo`, `Queue.takeTo` or the whole name, with or without types. A line chooses among overloads.
//!
//! A bound is how often a loop is *repeated* for one entry: for loops that test before each pass that is the number of passes; of a loop that
//! tests after each pass it is one less. It is a number or a formula: an int argument of the method by its name or as `$n` (the word of
//! the frame), or a quantity of the image (`#classes`, `#depth` of the class hierarchy, `#dimensions` of arrays) or of the machine (`#uart`: how often
//! a program that sends finds the UART full, 0 for one that is always ready and otherwise unknown), perhaps after `log2`, then
//! steps `+`, `-`, `*`, `/` with numbers, from left to right. The argument's largest value counts, and `log2` is rounded down.
//!
//! Loops of the source that share their first bytecode are one loop of the code, and a bound covers the repetitions of all of them. What
//! could mean another loop than its author had in mind is refused: keys of several methods or loops, lists of another length.

mod cores;
mod field;
mod formula;
mod given;
mod key;
mod limit;

use std::collections::BTreeMap;
use std::path::Path;

use isa::MachineConfig;
use toml::Spanned;

use self::cores::Cores;
pub(crate) use self::field::Ranges;
pub use self::field::{FieldPlace, Held, WatchedField};
use self::formula::{Formula, formulas};
pub(crate) use self::given::Given;
pub(crate) use self::key::Named;
use self::key::{Entry, count_differs, split_key};
use self::limit::Limit;
pub(crate) use self::limit::Limits;
pub use self::limit::{CallLimit, LimitEvent};
use crate::bound_source::BoundSource;
use crate::error::WcetError;
use crate::program::{Method, Program};
use crate::value::Value;

/// Bounds of loops and recursion.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    loops: Vec<Entry<Vec<Formula>>>,
    recursion: Vec<Entry<Depth>>,
    every: Vec<Entry<u32>>,
    fields: Vec<field::Entry>,
    limits: Vec<Limit>,
    cores: Cores,
}

/// Names of the tables, for messages.
const TABLES: &str = "[loops], [recursion], [every], [fields], [calls], [repetitions], [excludes], [modes] or [cores]";

/// Most calls of a method that are active at once.
#[derive(Debug, Clone, Copy)]
enum Depth {
    Calls(u32),
    /// As many as arrays have dimensions.
    Dimensions,
}

impl Bounds {
    /// Bounds of the runtime.
    ///
    /// # Errors
    /// If the data of the runtime has something that is no bound.
    pub fn of_runtime() -> Result<Self, WcetError> {
        let mut bounds = Self::default();
        let text = runtime::LOOP_BOUNDS;
        bounds.add(text, "runtime/bounds.toml", BoundSource::Runtime)?;
        Ok(bounds)
    }

    /// Bounds of the runtime that a program is linked with: that of several cores has classes of its own.
    ///
    /// # Errors
    /// As [`Self::of_runtime`].
    pub fn of_runtime_of(program: &Program<'_>) -> Result<Self, WcetError> {
        let mut bounds = Self::of_runtime()?;
        if program.symbols.is_for_several_cores() {
            let mut own = Self::default();
            let text = runtime::CORES_LOOP_BOUNDS;
            own.add(text, "runtime/cores/bounds.toml", BoundSource::Runtime)?;
            let takes_place = |method: &str| own.loops.iter().any(|it| it.method == method);
            bounds.loops.retain(|it| !takes_place(&it.method));
            bounds.loops.extend(own.loops);
        }
        Ok(bounds)
    }

    /// Adds those of the embedded programs.
    ///
    /// # Errors
    /// As [`Self::of_runtime`].
    pub fn add_programs(&mut self) -> Result<(), WcetError> {
        let text = runtime::PROGRAM_LOOP_BOUNDS;
        self.add(text, "runtime/programs/bounds.toml", BoundSource::Runtime)
    }

    /// Adds the bounds of a file.
    ///
    /// # Errors
    /// If it cannot be read, or has something that is no bound.
    pub fn add_file(&mut self, path: &Path) -> Result<(), WcetError> {
        let file = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|error| WcetError::Bounds {
            file: file.clone(),
            problem: error.to_string(),
        })?;
        self.add(&text, &file, BoundSource::File)
    }

    /// Adds bounds from text.
    ///
    /// # Errors
    /// If it has something that is no bound; `file` is named.
    pub fn add(&mut self, text: &str, file: &str, source: BoundSource) -> Result<(), WcetError> {
        let problem = |problem: String| WcetError::Bounds {
            file: file.to_owned(),
            problem,
        };
        let table: toml::Table = text
            .parse()
            .map_err(|error: toml::de::Error| problem(one_line(&error.to_string())))?;
        for (section, values) in &table {
            let values = values
                .as_table()
                .ok_or_else(|| problem(format!("`{section}` is no table: write {TABLES}")))?;
            let lines = lines(text, section);
            for (key, value) in values {
                let at = match lines.get(key) {
                    Some(line) => format!("{file}:{line}"),
                    None => file.to_owned(),
                };
                self.add_entry(section, key, value, (&at, source))
                    .map_err(|why| WcetError::Bounds {
                        problem: format!("{section}.\"{key}\": {why}"),
                        file: at,
                    })?;
            }
        }
        Ok(())
    }

    fn add_entry(
        &mut self,
        section: &str,
        key: &str,
        value: &toml::Value,
        (at, source): (&str, BoundSource),
    ) -> Result<(), String> {
        if section == "fields" {
            let entry = field::Entry::new(key, value, source, at)?;
            self.fields.push(entry);
            return Ok(());
        }
        if matches!(section, "calls" | "repetitions" | "excludes" | "modes") {
            self.limits
                .push(Limit::new(section, key, value, (at, source))?);
            return Ok(());
        }
        if section == "cores" {
            return self.cores.take(key, value, (at, source));
        }
        let (method, line) = split_key(key)?;
        match section {
            "loops" => self.loops.push(Entry {
                line,
                ..Entry::new(formulas(value)?, method, source, at)
            }),
            "recursion" if value.as_str() == Some("#dimensions") && line.is_none() => {
                let entry = Entry::new(Depth::Dimensions, method, source, at);
                self.recursion.push(entry);
            }
            "recursion" | "every" => {
                let calls = value.as_integer().and_then(|it| u32::try_from(it).ok());
                let calls = calls.filter(|calls| *calls > 0 && line.is_none());
                let calls = calls.ok_or("a number of calls from 1 on for a method is expected")?;
                match section {
                    "every" => self.every.push(Entry::new(calls, method, source, at)),
                    _ => {
                        let depth = Depth::Calls(calls);
                        self.recursion.push(Entry::new(depth, method, source, at));
                    }
                }
            }
            _ => return Err(format!("is in no table {TABLES}")),
        }
        Ok(())
    }

    /// Checks that every bound means one method, and one loop for each number.
    ///
    /// # Errors
    /// If one does not; those of the runtime may mean methods that are not linked.
    pub fn check(&self, program: &Program<'_>) -> Result<(), WcetError> {
        self.clone().look_up(program)
    }

    /// Looks up what every bound means in a program.
    pub(crate) fn look_up(&mut self, program: &Program<'_>) -> Result<(), WcetError> {
        for entry in &mut self.recursion {
            let named = entry.named(program)?;
            entry.take(&named)?;
        }
        for entry in &mut self.every {
            let named = entry.named(program)?;
            entry.take(&named)?;
        }
        let mut fields = self.fields.iter_mut();
        fields.try_for_each(|entry| entry.look_up(program))?;
        let mut limits = self.limits.iter_mut();
        limits.try_for_each(|limit| limit.look_up(program))?;
        let mut loops = self.loops.iter_mut();
        loops.try_for_each(|entry| entry.take_loops(program))
    }

    /// The smallest bounds that are given for the loops of a method, in the order of the code.
    pub(crate) fn of_loops(
        &self,
        (program, config): (&Program<'_>, &MachineConfig),
        method: &Method<'_>,
        loops: &[Named],
        arguments: &[Value],
    ) -> Result<Vec<Option<Given>>, WcetError> {
        let mut found = annotated(method, loops)?;
        if loops.is_empty() {
            return Ok(found);
        }
        for entry in self.loops.iter().filter(|entry| entry.means(method)) {
            for (place, formula) in entry.places(loops)?.into_iter().zip(&entry.given) {
                let value = formula.value((program, config), method, arguments, entry.source);
                let value = value.map_err(|why| entry.problem(&why))?;
                let given = value.map(|most| Given {
                    is_constant: !formula.takes_argument(),
                    ..entry.given_as(most)
                });
                let both = found[place].take().into_iter().chain(given);
                found[place] = both.min_by_key(|given| given.most);
            }
        }
        Ok(found)
    }

    /// Most calls of a method that are active at once, if that is given.
    pub(crate) fn of_recursion(&self, program: &Program<'_>, method: &Method<'_>) -> Option<Given> {
        let own = self.recursion.iter().filter(|entry| entry.means(method));
        let given = own.map(|entry| match entry.given {
            Depth::Calls(calls) => entry.given_as(calls.into()),
            Depth::Dimensions => entry.given_as(program.dimensions() as u64),
        });
        given.min_by_key(|given| given.most)
    }

    /// The core that bounds are for, where there are several.
    #[must_use]
    pub fn core(&self) -> u8 {
        self.cores.core
    }

    /// Longest time for which another core holds a lock, if that is given.
    pub(crate) fn of_section(&self) -> Option<&Given> {
        self.cores.section.as_ref()
    }

    /// Cycles from the begin of a time slot of the core to that of a call, if they are given.
    #[must_use]
    pub fn phase(&self) -> Option<u64> {
        self.cores.phase.as_ref().map(|given| given.most)
    }

    /// The same, with who gives it.
    pub(crate) fn of_phase(&self) -> Option<&Given> {
        self.cores.phase.as_ref()
    }

    /// Ranges of fields.
    pub(crate) fn of_fields(&self) -> Ranges {
        Ranges::of(&self.fields)
    }

    /// Limits of what happens in one call of a method.
    pub(crate) fn of_calls(&self, program: &Program<'_>) -> Limits {
        Limits::of(&self.limits, program)
    }

    /// The same by their number in all that is given, for a run.
    pub(crate) fn limits(&self) -> impl Iterator<Item = (usize, CallLimit)> {
        let all = self.limits.iter().enumerate();
        all.filter_map(|(number, it)| Some((number, it.meant.clone()?)))
    }

    /// Fields with a range.
    pub(crate) fn watched(&self, program: &Program<'_>) -> Vec<WatchedField> {
        let fields = self.fields.iter();
        fields.filter_map(|entry| entry.watched(program)).collect()
    }

    /// Calls of its callers of which one at most calls a method, if that is given.
    pub(crate) fn of_every(&self, method: &Method<'_>) -> Option<Given> {
        let own = self.every.iter().filter(|entry| entry.means(method));
        let given = own.map(|entry| entry.given_as(entry.given.into()));
        given.max_by_key(|given| given.most)
    }
}

/// Bounds by annotation.
fn annotated(method: &Method<'_>, loops: &[Named]) -> Result<Vec<Option<Given>>, WcetError> {
    let given = &method.symbol.loop_bounds;
    let from = format!("@LoopBounds of {}", method.name());
    let problem = |problem: String| WcetError::Bounds {
        file: from.clone(),
        problem,
    };
    if given.is_empty() {
        return Ok(vec![None; loops.len()]);
    }
    if given.len() != loops.len() {
        return Err(problem(count_differs(given.len(), loops)));
    }
    let numbers = given.iter().map(|number| {
        let bound = u64::try_from(*number);
        let bound = bound
            .map_err(|_| problem(format!("{number} is no bound; write a number from 0 on")))?;
        Ok(Some(Given {
            most: bound,
            source: BoundSource::Annotation,
            from: from.as_str().into(),
            is_constant: true,
        }))
    });
    numbers.collect()
}

/// Lines of the keys of a table in a file.
fn lines(text: &str, section: &str) -> BTreeMap<String, usize> {
    type Keys = BTreeMap<Spanned<String>, toml::Value>;
    let sections: BTreeMap<String, Keys> = toml::from_str(text).unwrap_or_default();
    let keys = sections.into_iter().filter(|(name, _)| name == section);
    let keys = keys.flat_map(|(_, keys)| keys.into_keys());
    keys.map(|key| {
        let before = text.get(..key.span().start).unwrap_or_default();
        (key.into_inner(), before.matches('\n').count() + 1)
    })
    .collect()
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_of_the_runtime_are_read() {
        let mut bounds = Bounds::of_runtime().unwrap();
        let own = bounds.loops.len();
        bounds.add_programs().unwrap();
        assert!(0 < own && own < bounds.loops.len());
        assert!(!bounds.every.is_empty());
    }

    #[test]
    fn what_is_no_bound_is_refused_in_one_line() {
        let read = |text: &str| {
            let mut bounds = Bounds::default();
            let error = bounds.add(text, "b.toml", BoundSource::File).unwrap_err();
            error.to_string()
        };
        assert_eq!(
            read("[loops]\n\"a.B.c:x\" = 1"),
            "b.toml:2: loops.\"a.B.c:x\": `x` is no line"
        );
        assert_eq!(
            read("[recursion]\n\"a.B.c\" = 0"),
            "b.toml:2: recursion.\"a.B.c\": a number of calls from 1 on for a method is expected"
        );
        assert!(!read("[loops\n").contains('\n'));
    }
}
