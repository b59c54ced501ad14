//! Who allocates, what stays alive, what collections cost whom, and how deep the stack gets.

mod allocations;
mod collections;
mod stack;

use cross_profile::method_name::Meaning;
use memory_profile::{Attribution, MemoryProfile, Site};
use record::Pattern;

use super::subject::Subject;
use super::whole::Found;
use super::{Arguments, View};
use crate::output::atomic_file;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::table::{counted, thousands};

/// Rows that are printed.
const TOP: usize = 20;

/// The sites that are asked for.
struct Choice<'a> {
    memory: &'a MemoryProfile,
    attribution: Attribution,
    only: Option<(Pattern, Meaning)>,
    class: Option<Pattern>,
}

/// Shows the view; gives the exit code.
pub(super) fn show(
    arguments: &Arguments,
    subject: &Subject<'_>,
    found: &Found,
) -> Result<u8, Error> {
    let read;
    let memory = match found {
        Found::Run(recorded, _, _) => recorded.heap.as_ref(),
        Found::File(recording) => {
            let path = subject.path()?;
            read = memory_profile::file::of(recording).map_err(Error::at(path.display()))?;
            Some(&read)
        }
    };
    let Some(memory) = memory else {
        return Ok(found.code());
    };
    match &arguments.rows.output {
        Some(file) if is_folded(arguments, subject.words.view) => {
            let choice = Choice::new(arguments, memory)?;
            atomic_file::write(file, choice.folded()?.as_bytes())?;
        }
        _ => arguments.rows.print(&text(arguments, subject, memory)?)?,
    }
    Ok(found.code())
}

/// -o names a file of stacks.
pub(super) fn is_folded(arguments: &Arguments, view: View) -> bool {
    let file = arguments.rows.output.as_ref();
    let name = file.map(|file| file.to_string_lossy());
    let is_stacks = |name: &str| {
        ["folded", "collapsed"]
            .iter()
            .any(|it| has_extension(name, it))
    };
    view == View::Allocations && name.is_some_and(|name| is_stacks(&name))
}

fn text(
    arguments: &Arguments,
    subject: &Subject<'_>,
    memory: &MemoryProfile,
) -> Result<String, Error> {
    let (format, order) = (arguments.rows.table_format()?, arguments.order(TOP));
    let choice = Choice::new(arguments, memory)?;
    match subject.words.view {
        View::Stack => stack::text(memory, order, format),
        View::Collections => collections::text(memory, order, format),
        View::Live => {
            let last = memory.collections.len() as u32;
            let number = arguments.whole.collection.unwrap_or(last);
            if last == 0 {
                return Err(Error::Input(format!(
                    "{}: the run has no collection",
                    subject.name()?
                )));
            }
            if number == 0 || number > last {
                return Err(Error::Input(format!(
                    "{}: no collection {number}; the run has {}",
                    subject.name()?,
                    counted(last.into(), "collection")
                )));
            }
            allocations::live(&choice, number, order, format)
        }
        View::Leaks => {
            let survived = arguments.whole.survived.unwrap_or(1);
            allocations::leaks(&choice, survived, order, format)
        }
        View::Classes => allocations::classes(&choice, order, format),
        View::Allocations => allocations::contexts(&choice, order.top, format),
        _ => allocations::sites(&choice, order, format),
    }
}

impl<'a> Choice<'a> {
    fn new(arguments: &Arguments, memory: &'a MemoryProfile) -> Result<Self, Error> {
        let names = memory.profile.methods.iter().map(String::as_str);
        let only = arguments.method.first();
        let choice = Self {
            memory,
            attribution: match arguments.whole.application {
                true => Attribution::Application,
                false => Attribution::Bytecode,
            },
            only: only.map(|name| (Pattern(name.clone()), Meaning::among(name, names))),
            class: arguments.whole.class.clone().map(Pattern),
        };
        let is_empty = !memory.sites.iter().any(|site| choice.takes(site));
        let given = [
            ("--method", only),
            ("--class", arguments.whole.class.as_ref()),
        ];
        let given = given
            .iter()
            .filter_map(|(option, name)| Some((option, (*name)?)));
        let given: Vec<String> = given
            .map(|(option, name)| format!("{option} `{name}`"))
            .collect();
        if is_empty && !given.is_empty() {
            return Err(Error::Input(format!(
                "no site is meant by {}; without it all are printed",
                given.join(" and ")
            )));
        }
        Ok(choice)
    }

    /// Checks if a site is asked for.
    fn takes(&self, site: &Site) -> bool {
        let code = self.memory.place(site);
        let (method, _, _) = self.memory.code_line(code, self.attribution);
        let only = self.only.as_ref();
        let class = self.class.as_ref();
        only.is_none_or(|(pattern, meaning)| pattern.matches(method, meaning))
            && class.is_none_or(|pattern| {
                let meaning = Meaning::among(&pattern.0, [site.class.as_str()]);
                pattern.0 == site.class || pattern.matches(&site.class, &meaning)
            })
    }

    /// Allocations as stacks, each with its heap words; the class is the innermost.
    fn folded(&self) -> Result<String, Error> {
        let profile = self.memory.weighted(|site| match self.takes(site) {
            true => site.allocated.heap_words(),
            false => 0,
        });
        let stacks = export::collapsed::of_unit(&profile, export::Metric::Cycles, "heap words");
        stacks.map_err(Error::refused)
    }
}

/// `1,234 of 5,678 words (12.3 %)`.
fn part_of(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    format!(
        "{} of {} ({percent:.1} %)",
        thousands(part),
        counted(whole, "word")
    )
}
