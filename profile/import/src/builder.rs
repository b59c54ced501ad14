//! Collects the contexts of an imported profile.

use indexmap::{IndexMap, IndexSet};

use super::{ALL_THREADS, ImportError};
use cross_profile::cause::{Charge, Service};
use cross_profile::context_names::{ROOT_NAME, START};
use cross_profile::profile::{Profile, Provenance, ThreadProfile};
use cross_profile::tree::{CallingContextTree, ContextId, MethodId};

/// Own figures of a context.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Figures {
    pub(super) calls: u64,
    pub(super) bytecodes: u64,
    pub(super) cycles: [u64; Charge::COUNT],
}

/// A context of a thread under construction.
#[derive(Debug, Clone, Copy)]
pub(super) struct At {
    pub(super) thread: usize,
    pub(super) context: ContextId,
}

/// Collects contexts into a profile.
pub(super) struct Builder {
    names: IndexSet<String>,
    threads: IndexMap<String, CallingContextTree>,
    /// The root has the name of our own roots.
    started: bool,
    /// Sums of all contexts, which keep every other sum below 2^64.
    total: [u64; 3],
}

impl Figures {
    /// Cycles of which nothing more is known.
    pub(super) fn of_cycles(calls: u64, cycles: u64) -> Self {
        let mut figures = Self {
            calls,
            ..Self::default()
        };
        figures.cycles[Charge::Execute as usize] = cycles;
        figures
    }
}

impl Builder {
    pub(super) fn new() -> Self {
        Self {
            names: IndexSet::from([ROOT_NAME.to_owned()]),
            threads: IndexMap::new(),
            started: false,
            total: [0; 3],
        }
    }

    /// The root of a thread.
    pub(super) fn thread(&mut self, name: &str) -> At {
        let entry = self.threads.entry(name.to_owned());
        let thread = entry.index();
        entry.or_insert_with(|| CallingContextTree::new(MethodId(0)));
        At {
            thread,
            context: CallingContextTree::ROOT,
        }
    }

    /// The callee of a context; `(start)` below the root is the root itself, as our exports begin with it.
    pub(super) fn callee(&mut self, at: At, name: &str, service: Service) -> At {
        if at.context == CallingContextTree::ROOT && name == START {
            self.started = true;
            return at;
        }
        let method = match self.names.get_index_of(name) {
            Some(place) => place,
            None => self.names.insert_full(name.to_owned()).0,
        };
        let tree = &mut self.threads[at.thread];
        At {
            context: tree.callee(at.context, MethodId(method as u32), service),
            ..at
        }
    }

    /// Adds to a context; `None` if all calls, bytecodes or cycles together pass 2^64.
    pub(super) fn charge(&mut self, at: At, figures: &Figures) -> Option<()> {
        let mut cycles: u64 = 0;
        for part in figures.cycles {
            cycles = cycles.checked_add(part)?;
        }
        let parts = [figures.calls, figures.bytecodes, cycles];
        for (sum, part) in self.total.iter_mut().zip(parts) {
            *sum = sum.checked_add(part)?;
        }
        let context = self.threads[at.thread].context_mut(at.context);
        context.calls += figures.calls;
        context.bytecodes += figures.bytecodes;
        for (sum, cycles) in context.cycles.iter_mut().zip(figures.cycles) {
            *sum += cycles;
        }
        Some(())
    }

    /// Adds to the context of a chain that begins below the root; threads are not told apart.
    pub(super) fn add<'a>(
        &mut self,
        chain: impl IntoIterator<Item = &'a str>,
        figures: &Figures,
    ) -> Option<()> {
        let at = self.place(chain);
        self.charge(at, figures)
    }

    /// The context of such a chain.
    pub(super) fn place<'a>(&mut self, chain: impl IntoIterator<Item = &'a str>) -> At {
        let root = self.thread(ALL_THREADS);
        let names = chain.into_iter();
        names.fold(root, |at, name| self.callee(at, name, Service::Program))
    }

    pub(super) fn finish(self, tool: &str, flat: bool) -> Result<Profile, ImportError> {
        let contexts: usize = self
            .threads
            .values()
            .map(|tree| tree.contexts().len())
            .sum();
        if contexts <= self.threads.len() && !self.started {
            return Err(ImportError::Empty);
        }
        let mut methods: Vec<String> = self.names.into_iter().collect();
        if self.started {
            START.clone_into(&mut methods[0]);
        }
        let threads = self.threads.into_iter();
        Ok(Profile {
            provenance: Provenance {
                engine: tool.to_owned(),
                ..Provenance::default()
            },
            methods,
            bytecodes: Vec::new(),
            flat,
            threads: threads
                .map(|(name, tree)| ThreadProfile { name, tree })
                .collect(),
        })
    }
}
