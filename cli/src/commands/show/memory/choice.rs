//! What a view of the heap shows.

use cross_profile::method_name::Meaning;
use memory_profile::{Attribution, MemoryProfile, Site};
use record::Pattern;

use super::super::Arguments;
use crate::args::named::nearest;
use crate::output::errors::Error;
use crate::output::table::{counted, thousands};

/// The sites that are asked for.
pub(super) struct Choice<'a> {
    pub(super) memory: &'a MemoryProfile,
    pub(super) attribution: Attribution,
    pub(super) only: Option<(Pattern, Meaning)>,
    pub(super) class: Option<Pattern>,
}

impl<'a> Choice<'a> {
    pub(super) fn new(arguments: &Arguments, memory: &'a MemoryProfile) -> Result<Self, Error> {
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
            let class = arguments.whole.class.as_deref();
            let remedy = match class.and_then(|class| similar_class(memory, class)) {
                Some(similar) => format!("did you mean `{similar}`?"),
                None => "without it all are printed".to_owned(),
            };
            return Err(Error::Input(format!(
                "no site is meant by {}; {remedy}",
                given.join(" and ")
            )));
        }
        Ok(choice)
    }

    /// Checks if a site is asked for.
    pub(super) fn takes(&self, site: &Site) -> bool {
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
    pub(super) fn folded(&self) -> Result<String, Error> {
        let profile = self.memory.weighted(|site| match self.takes(site) {
            true => site.allocated.heap_words(),
            false => 0,
        });
        let stacks = export::collapsed::of_unit(&profile, export::Metric::Cycles, "heap words");
        stacks.map_err(Error::refused)
    }
}

/// `1,234 of 5,678 words (12.3 %)`.
pub(super) fn part_of(part: u64, whole: u64) -> String {
    let percent = 100.0 * part as f64 / whole.max(1) as f64;
    format!(
        "{} of {} ({percent:.1} %)",
        thousands(part),
        counted(whole, "word")
    )
}

/// A class of a site with a similar name, with or without its package.
fn similar_class<'a>(memory: &'a MemoryProfile, class: &str) -> Option<&'a str> {
    let names = memory.sites.iter().map(|site| site.class.as_str());
    let short = |name: &'a str| name.rsplit('.').next().unwrap_or(name);
    nearest(class, names.clone().chain(names.map(short)))
}
