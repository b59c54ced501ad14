//! Sites put together: by line of code, by class, by calling context; and those that keep what they allocate.

use std::collections::BTreeMap;

use crate::profile::{Code, Counted, MemoryProfile, Site, is_application};

/// Code that allocates a class, in whatever context.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// The method, with its descriptor.
    pub method: String,
    /// The source line, if it is known.
    pub line: Option<u16>,
    /// The bytecode.
    pub bytecode: String,
    /// The class.
    pub class: String,
}

/// Figures of sites that are put together.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Figures {
    /// Allocated in the run.
    pub allocated: Counted,
    /// Never freed.
    pub kept: Counted,
    /// Part of all pauses. Unit: cycles.
    pub pause: u64,
    /// Part of the cycles of all collections, as in the profile.
    pub cycles: u64,
}

impl Figures {
    fn add(&mut self, site: &Site) {
        self.allocated.absorb(site.allocated);
        self.kept.absorb(site.kept_for(0));
        self.pause += site.pause;
        self.cycles += site.cycles;
    }
}

/// The line that an allocation counts for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attribution {
    /// The one with the bytecode, in library and runtime, too.
    Bytecode,
    /// The one of the application that runs, or that has called library or runtime.
    Application,
}

/// A site that keeps objects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// The site.
    pub line: Line,
    /// Objects that were never freed and survived so many collections.
    pub kept: Counted,
    /// Collections that the oldest of them survived.
    pub oldest: u32,
    /// Live after the last collection.
    pub live: Counted,
    /// How much more words of it are live after the last collection than so many collections before.
    pub growth: i64,
}

impl MemoryProfile {
    /// Where an allocation counts.
    #[must_use]
    pub fn line(&self, site: &Site, attribution: Attribution) -> Line {
        let (method, line, bytecode) = self.code_line(self.place(site), attribution);
        Line {
            method: method.to_owned(),
            line,
            bytecode: bytecode.to_owned(),
            class: site.class.clone(),
        }
    }

    /// Method, line and bytecode where code counts.
    #[must_use]
    pub fn code_line<'a>(
        &'a self,
        code: &'a Code,
        attribution: Attribution,
    ) -> (&'a str, Option<u16>, &'a str) {
        let own = self.method(code.thread, code.context);
        match code.caller {
            Some(caller) if attribution == Attribution::Application && !is_application(own) => (
                self.method(code.thread, caller.context),
                caller.line,
                "call",
            ),
            _ => (own, code.line, &code.bytecode),
        }
    }

    /// Figures of chosen sites by what `key` makes of each.
    pub fn grouped<K: Ord>(
        &self,
        choose: impl Fn(&Site) -> bool,
        key: impl Fn(&Site) -> K,
    ) -> BTreeMap<K, Figures> {
        let mut groups: BTreeMap<K, Figures> = BTreeMap::new();
        for site in self.sites.iter().filter(|site| choose(site)) {
            groups.entry(key(site)).or_default().add(site);
        }
        groups
    }

    /// What was live after the collection with this number, by what `key` makes of each chosen site.
    pub fn live_after<K: Ord>(
        &self,
        collection: u32,
        choose: impl Fn(&Site) -> bool,
        key: impl Fn(&Site) -> K,
    ) -> BTreeMap<K, Counted> {
        let mut groups: BTreeMap<K, Counted> = BTreeMap::new();
        for site in self.sites.iter().filter(|site| choose(site)) {
            let live = site.live_after(collection);
            if live.objects > 0 {
                groups.entry(key(site)).or_default().absorb(live);
            }
        }
        groups
    }

    /// Chosen sites with objects that survived at least so many collections and were never freed, by falling words.
    #[must_use]
    pub fn leaks(
        &self,
        collections: u32,
        attribution: Attribution,
        choose: impl Fn(&Site) -> bool,
    ) -> Vec<Leak> {
        let last = self.collections.len() as u32;
        let before = last.saturating_sub(collections);
        let mut leaks: BTreeMap<Line, Leak> = BTreeMap::new();
        for site in self.sites.iter().filter(|site| choose(site)) {
            let line = self.line(site, attribution);
            let leak = leaks.entry(line.clone()).or_insert_with(|| Leak {
                line,
                kept: Counted::default(),
                oldest: 0,
                live: Counted::default(),
                growth: 0,
            });
            leak.kept.absorb(site.kept_for(collections));
            let oldest = site.kept.iter().map(|row| row.survived).max();
            leak.oldest = leak.oldest.max(oldest.unwrap_or(0));
            let live = site.live_after(last);
            leak.live.absorb(live);
            leak.growth += live.words as i64 - site.live_after(before).words as i64;
        }
        let mut leaks: Vec<Leak> = leaks.into_values().collect();
        leaks.retain(|leak| leak.kept.objects > 0);
        leaks.sort_by(|a, b| b.kept.words.cmp(&a.kept.words).then(a.line.cmp(&b.line)));
        leaks
    }
}
