//! Contexts as rows of a table: columns are found by their names, in any order.
//!
//! `context` is a chain, or `method` a method alone; `cycles` are its own. The other columns of `jop show contexts` restore the
//! exact contexts: `thread`, `id` and `parent`, `service`, and one column for each cause. A context has one row.

use std::collections::HashMap;

use isa::cells;

use super::builder::{At, Builder, Figures};
use super::chain::chain;
use super::{ALL_THREADS, ImportError};
use cross_profile::cause::{Cause, Charge, Service};
use cross_profile::profile::Profile;
use cross_profile::tree::ContextId;

/// Places of the known columns.
#[derive(Debug, Default)]
struct Columns {
    context: Option<usize>,
    method: Option<usize>,
    cycles: usize,
    calls: Option<usize>,
    bytecodes: Option<usize>,
    thread: Option<usize>,
    service: Option<usize>,
    id: Option<usize>,
    parent: Option<usize>,
    /// Without those of waiting, which tables of earlier versions lack.
    causes: Option<[Option<usize>; Cause::COUNT]>,
}

/// Reads rows into a profile.
pub(super) struct TableReader {
    columns: Columns,
    /// Names of the columns as they are written.
    names: Vec<String>,
    /// Delimiter of the text; that of a CSV file if there is none.
    delimiter: u8,
    builder: Builder,
    /// Contexts by thread and number, with their lines.
    numbered: HashMap<(usize, u64), (At, u64)>,
    /// Lines of contexts that have no number, by thread and place.
    seen: HashMap<(usize, ContextId), u64>,
}

/// Name of a column without the differences between our tables and our exports.
pub(super) fn column_name(name: &str) -> String {
    let name = name.trim().trim_matches('"');
    name.to_lowercase().replace([' ', '-'], "_")
}

impl Columns {
    /// The places in a header as it is written.
    fn find(written: &[&str]) -> Result<Self, ImportError> {
        let names: Vec<String> = written.iter().map(|name| column_name(name)).collect();
        let twice = names.iter().enumerate().find(|(at, name)| {
            let is_again = names[..*at].contains(name);
            is_again && !name.is_empty()
        });
        if let Some((at, _)) = twice {
            let problem = format!(
                "the column `{}` appears twice; keep one",
                written[at].trim()
            );
            return Err(ImportError::line(1, problem));
        }
        let place = |wanted: &str| names.iter().position(|name| name == wanted);
        let cycles = place("cycles").or_else(|| place("self_cycles"));
        let (context, method) = (place("context"), place("method"));
        let Some(cycles) = cycles.filter(|_| context.or(method).is_some()) else {
            return Err(ImportError::line(1, needed(written)));
        };
        let causes = Cause::ALL.map(|cause| place(&column_name(cause.name())));
        let all = has_causes(&causes);
        Ok(Self {
            context,
            method,
            cycles,
            calls: place("calls"),
            bytecodes: place("bytecodes"),
            thread: place("thread"),
            service: place("service"),
            id: place("id"),
            parent: place("parent"),
            causes: all.then_some(causes),
        })
    }
}

impl TableReader {
    pub(super) fn new<'a>(
        names: impl Iterator<Item = &'a str>,
        delimiter: u8,
    ) -> Result<Self, ImportError> {
        let names: Vec<&str> = names.collect();
        Ok(Self {
            columns: Columns::find(&names)?,
            names: names.iter().map(|name| name.trim().to_owned()).collect(),
            delimiter,
            builder: Builder::new(),
            numbered: HashMap::new(),
            seen: HashMap::new(),
        })
    }

    /// Adds a row; `line` is named in errors.
    pub(super) fn row<'a>(
        &mut self,
        line: u64,
        cell: impl Fn(usize) -> &'a str,
    ) -> Result<(), ImportError> {
        let optional = |place: Option<usize>| place.map_or("", &cell).trim();
        let service = match optional(self.columns.service) {
            "" => Service::Program,
            name => {
                let mut all = Service::ALL.into_iter();
                all.find(|service| service.name() == name)
                    .ok_or_else(|| ImportError::line(line, format!("no service `{name}`")))?
            }
        };
        let figures = self.figures(line, service, &cell)?;
        let at = self.place(line, service, &cell)?;
        let added = self.builder.charge(at, &figures);
        added.ok_or_else(|| ImportError::line(line, "more than 2^64 in all"))
    }

    pub(super) fn finish(self, tool: &str) -> Result<Profile, ImportError> {
        self.builder.finish(tool, self.columns.context.is_none())
    }

    fn figures<'a>(
        &self,
        line: u64,
        service: Service,
        cell: &impl Fn(usize) -> &'a str,
    ) -> Result<Figures, ImportError> {
        let count =
            |place: Option<usize>| place.map_or(Ok(0), |place| self.number(line, place, cell));
        let cycles = self.number(line, self.columns.cycles, cell)?;
        let mut figures = Figures::of_cycles(count(self.columns.calls)?, cycles);
        figures.bytecodes = count(self.columns.bytecodes)?;
        if let (Some(causes), Some(_)) = (self.columns.causes, self.columns.service) {
            let mut by_cause = [0; Cause::COUNT];
            for (sum, column) in by_cause.iter_mut().zip(causes) {
                *sum = count(column)?;
            }
            figures.cycles = charges(service, &by_cause, cycles)
                .ok_or_else(|| ImportError::line(line, "the causes do not add up to the cycles"))?;
        }
        Ok(figures)
    }

    fn place<'a>(
        &mut self,
        line: u64,
        service: Service,
        cell: &impl Fn(usize) -> &'a str,
    ) -> Result<At, ImportError> {
        let thread = self.columns.thread.map_or(ALL_THREADS, cell);
        let root = self.builder.thread(thread);
        let columns = &self.columns;
        let (Some(id), Some(parent), Some(method)) = (columns.id, columns.parent, columns.method)
        else {
            let at = self.by_name(line, root, service, cell)?;
            return match self.seen.insert((at.thread, at.context), line) {
                None => Ok(at),
                Some(before) => Err(ImportError::twice(line, before)),
            };
        };
        let id = self.number(line, id, cell)?;
        let at = match cell(parent).trim() {
            "" => self.builder.callee(root, cell(method), service),
            _ => {
                let number = self.number(line, parent, cell)?;
                let caller = self.numbered.get(&(root.thread, number));
                match caller {
                    Some((caller, _)) => self.builder.callee(*caller, cell(method), service),
                    // Of a table with fewer or sorted rows the chain still tells the context.
                    None => self.by_name(line, root, service, cell)?,
                }
            }
        };
        match self.numbered.insert((root.thread, id), (at, line)) {
            None => Ok(at),
            Some((_, before)) => Err(ImportError::twice(line, before)),
        }
    }

    fn number<'a>(
        &self,
        line: u64,
        place: usize,
        cell: &impl Fn(usize) -> &'a str,
    ) -> Result<u64, ImportError> {
        cells::count(cell(place), self.delimiter).map_err(|error| {
            let column = self.names.get(place).map_or("", String::as_str);
            ImportError::line(line, format!("column `{column}`: {error}"))
        })
    }

    fn by_name<'a>(
        &mut self,
        line: u64,
        root: At,
        service: Service,
        cell: &impl Fn(usize) -> &'a str,
    ) -> Result<At, ImportError> {
        let Some(context) = self.columns.context else {
            return match self.columns.method.map_or("", cell).trim() {
                "" => Err(ImportError::line(
                    line,
                    "a row without the name of its method",
                )),
                method => Ok(self.builder.callee(root, method, service)),
            };
        };
        let names: Vec<&str> = chain(cell(context)).collect();
        let last = names.len().saturating_sub(1);
        Ok(names.iter().enumerate().fold(root, |at, (place, name)| {
            let own = if place == last {
                service
            } else {
                Service::Program
            };
            self.builder.callee(at, name, own)
        }))
    }
}

fn needed(header: &[&str]) -> String {
    let names = header
        .iter()
        .map(|name| format!("`{}`", name.trim().escape_debug()));
    let names: Vec<String> = names.collect();
    let names = names.join(", ");
    format!("the header of a table needs `method` (or `context`) and `cycles`; found {names}")
}

/// Returns true if a file has places for all causes, or all but waiting.
pub(super) fn has_causes(places: &[Option<usize>; Cause::COUNT]) -> bool {
    let mut all = Cause::ALL.into_iter().zip(places);
    all.all(|(cause, place)| place.is_some() || cause.is_wait())
}

/// The charges that give these causes in a context of a service; none if they do not add up to the cycles.
pub(super) fn charges(
    service: Service,
    by_cause: &[u64; Cause::COUNT],
    cycles: u64,
) -> Option<[u64; Charge::COUNT]> {
    let mut charges = [0; Charge::COUNT];
    let mut left = cycles;
    for charge in Charge::ALL {
        let cause = Cause::of(service, charge);
        // All charges of a service but waiting have one cause, which is said once.
        if service == Service::Program || charge == Charge::Execute || charge.is_wait() {
            charges[charge as usize] = by_cause[cause as usize];
            left = left.checked_sub(by_cause[cause as usize])?;
        }
    }
    (left == 0).then_some(charges)
}
