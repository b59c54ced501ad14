//! The memory profile of a run.

use std::collections::BTreeMap;

use cross_profile::{Charge, ContextId, MethodId, Observer, Origin, Profile, Provenance};
use isa::Bytecode;
use jopizer::Symbols;
use jopizer::symbols::MethodSymbol;
use run::probes::collections::Collections;
use serde::{Deserialize, Serialize};

use crate::class::allocates;
use crate::heap::HeapFollower;
use crate::site::Place;
use crate::stack::{ContextStack, StackFollower};

/// Objects, and the words of their data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    /// Objects and arrays.
    pub objects: u64,
    /// Words of their data, without the word before each block and handles.
    pub words: u64,
}

impl Counted {
    /// One object more.
    pub(crate) fn add(&mut self, words: u32) {
        self.objects += 1;
        self.words += u64::from(words);
    }

    /// One object less.
    pub(crate) fn remove(&mut self, words: u32) {
        self.objects -= 1;
        self.words -= u64::from(words);
    }

    /// Adds others.
    pub fn absorb(&mut self, other: Self) {
        self.objects += other.objects;
        self.words += other.words;
    }

    /// Words that they take from the heap: data, the word before each block, and handles of 8 words.
    #[must_use]
    pub fn heap_words(&self) -> u64 {
        self.words + 9 * self.objects
    }
}

/// The run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    /// Clock cycles of the run.
    pub cycles: u64,
    /// Allocations and collections as the report of the run counts them.
    pub collections: Collections,
}

/// The heap over the run. Unit: words.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeapUse {
    /// All of it: from the image to the highest handle.
    pub words: u32,
    /// Most words at once of data and of handles in use; garbage that is not collected yet is in use.
    pub most_words: u32,
    /// The cycle in which that was reached.
    pub most_words_cycle: u64,
    /// Most handles in use at once.
    pub most_handles: u32,
    /// Most handles that were made at once, free ones included.
    pub handles: u32,
    /// The smallest piece between data and handles.
    pub least_free_words: u32,
}

/// A collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collection {
    /// Cycle in which it began.
    pub start: u64,
    /// Cycles from the lookup that calls the collector to the one that returns from it, as in [`Collections::pause`].
    pub pause: u64,
    /// Cycles of `Collector.collect` and all that it calls, as in the profile.
    pub cycles: u64,
    /// The place that asked for it: [`MemoryProfile::places`].
    pub place: u32,
    /// Allocated since the collection before.
    pub allocated: Counted,
    /// Freed by it.
    pub freed: Counted,
    /// Live after it.
    pub live: Counted,
    /// Handles after it, free ones included.
    pub handles: u32,
    /// Words between data and handles after it.
    pub free_words: u32,
}

/// Live objects of a site after a collection, up to the next entry's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SiteHistory {
    /// Number of the collection, from 1.
    pub collection: u32,
    /// Live objects.
    pub live: Counted,
}

/// Objects that have survived so many collections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Survivors {
    /// Collections.
    pub survived: u32,
    /// The objects.
    pub objects: Counted,
}

/// The method of the application that a place works for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caller {
    /// Its context in the thread's tree.
    pub context: u32,
    /// Source line of its call.
    pub line: Option<u16>,
}

/// Code that allocates, or asks for a collection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Code {
    /// Number of its thread in the profile.
    pub thread: u32,
    /// Its context in the thread's tree.
    pub context: u32,
    /// Byte offset of the bytecode in the method.
    pub pc: Option<u32>,
    /// Its source line.
    pub line: Option<u16>,
    /// `new`, `newarray`, `anewarray`, `multianewarray`; `runtime` where the runtime calls its own allocator.
    pub bytecode: String,
    /// The innermost method of the application; none if only the runtime runs.
    pub caller: Option<Caller>,
}

/// A site: code in its calling context, and the class that it allocates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// The code: [`MemoryProfile::places`].
    pub place: u32,
    /// The class; `(none)` at a place that asked for a collection when nothing had been allocated.
    pub class: String,
    /// Allocated.
    pub allocated: Counted,
    /// Most words of data at once that were not freed.
    pub most_words: u64,
    /// Part of all pauses. Unit: cycles.
    pub pause: u64,
    /// Part of the cycles of all collections, as in the profile.
    pub cycles: u64,
    /// Freed objects by the collections that they survived.
    pub freed: Vec<Survivors>,
    /// Objects that were never freed.
    pub kept: Vec<Survivors>,
    /// Live objects after collections, where the number changed.
    pub history: Vec<SiteHistory>,
}

/// The deepest moment of a thread.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThreadStack {
    /// Words of the stack in use.
    pub words: u32,
    /// The cycle.
    pub cycle: u64,
    /// Contexts from the outermost, each with the words of its frame up to the next one's arguments; they add up to `words` but for
    /// what is below the first frame.
    pub chain: Vec<(u32, u32)>,
}

/// Depth of the stack.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StackUse {
    /// Words of the stack RAM.
    pub ram_words: u32,
    /// Words of the stack at which the hardware raises an overflow.
    pub limit_words: u32,
    /// Measured in every cycle; otherwise at calls, so that what the innermost method pushes is missing.
    pub is_exact: bool,
    /// The deepest moments, by thread.
    pub threads: Vec<ThreadStack>,
    /// Contexts, by thread and number in its tree; those after the last were never entered by a call.
    pub contexts: Vec<Vec<ContextStack>>,
}

/// The memory of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct MemoryProfile {
    /// The run.
    pub recorded: Recorded,
    /// Calling contexts, in which the sites are.
    pub profile: Profile,
    /// The heap.
    pub heap: HeapUse,
    /// Code that allocates.
    pub places: Vec<Code>,
    /// Sites in the order of their first allocation.
    pub sites: Vec<Site>,
    /// Collections in their order.
    pub collections: Vec<Collection>,
    /// The stack.
    pub stack: StackUse,
}

impl MemoryProfile {
    pub(crate) fn new(
        recorded: Recorded,
        heap: HeapFollower,
        stack: StackFollower,
        (observer, provenance): (Observer, Provenance),
        symbols: &Symbols,
    ) -> Self {
        let profile = observer.into_profile(provenance);
        let places = heap.found.places.iter();
        Self {
            recorded,
            heap: heap.used,
            places: places.map(|it| code(it, &profile, symbols)).collect(),
            sites: sites(&heap, symbols),
            collections: heap.collections,
            stack: stack.finish(),
            profile,
        }
    }

    /// Name of the method that a context runs.
    #[must_use]
    pub fn method(&self, thread: u32, context: u32) -> &str {
        let tree = &self.profile.threads[thread as usize].tree;
        self.profile.name(tree.context(ContextId(context)).method)
    }

    /// The code of a site.
    #[must_use]
    pub fn place(&self, site: &Site) -> &Code {
        &self.places[site.place as usize]
    }

    /// Names of the methods from the outermost to this context's.
    #[must_use]
    pub fn chain(&self, thread: u32, context: u32) -> Vec<&str> {
        let tree = &self.profile.threads[thread as usize].tree;
        let path = tree.path(ContextId(context)).into_iter();
        path.map(|id| self.profile.name(tree.context(id).method))
            .collect()
    }

    /// Everything that was allocated.
    #[must_use]
    pub fn allocated(&self) -> Counted {
        let mut all = Counted::default();
        for site in &self.sites {
            all.absorb(site.allocated);
        }
        all
    }

    /// The contexts with what they allocate in the place of their cycles: each class is a callee of the method that makes it, with the
    /// weights of its sites as cycles and its objects as calls.
    #[must_use]
    pub fn weighted(&self, weight: impl Fn(&Site) -> u64) -> Profile {
        let mut profile = self.profile.clone();
        profile.bytecodes.clear();
        for thread in &mut profile.threads {
            *thread = thread.without_figures();
        }
        let mut classes: BTreeMap<&str, MethodId> = BTreeMap::new();
        for site in &self.sites {
            let weight = weight(site);
            if weight == 0 {
                continue;
            }
            let class = *classes.entry(&site.class).or_insert_with(|| {
                profile.methods.push(site.class.clone());
                MethodId(profile.methods.len() as u32 - 1)
            });
            let place = self.place(site);
            let tree = &mut profile.threads[place.thread as usize].tree;
            let allocating = ContextId(place.context);
            let service = tree.context(allocating).service;
            let object = tree.callee(allocating, class, service);
            let object = tree.context_mut(object);
            object.cycles[Charge::Execute as usize] += weight;
            object.calls += site.allocated.objects;
        }
        profile
    }
}

/// The symbols of a profile's method.
fn symbol<'a>(name: &str, symbols: &'a Symbols) -> Option<&'a MethodSymbol> {
    symbols
        .methods
        .iter()
        .find(|method| method.to_string() == name)
}

fn code(place: &Place, profile: &Profile, symbols: &Symbols) -> Code {
    let tree = &profile.threads[place.thread.0 as usize].tree;
    let line = |context: ContextId, pc: Option<u32>| {
        let name = profile.name(tree.context(context).method);
        symbol(name, symbols)?.line(pc?)
    };
    let bytecode = match allocates(place.opcode) {
        true => Bytecode::of(place.opcode).name(),
        false => "runtime",
    };
    Code {
        thread: place.thread.0,
        context: place.context.0,
        pc: place.pc,
        line: line(place.context, place.pc),
        bytecode: bytecode.to_owned(),
        caller: place.application.map(|(context, pc)| Caller {
            context: context.0,
            line: line(context, pc),
        }),
    }
}

fn sites(heap: &HeapFollower, symbols: &Symbols) -> Vec<Site> {
    let collections = heap.collections.len() as u32;
    let mut kept: Vec<BTreeMap<u32, Counted>> = vec![BTreeMap::new(); heap.sums.len()];
    for object in heap.objects() {
        let survived = collections - object.born;
        let counted = kept[object.site.0 as usize].entry(survived).or_default();
        counted.add(object.words);
    }
    let survivors = |(survived, objects): (u32, Counted)| Survivors { survived, objects };
    let rows = heap.keys.iter().zip(&heap.sums).zip(kept);
    let site =
        |((key, sums), kept): ((&crate::SiteKey, &crate::heap::SiteSums), BTreeMap<_, _>)| {
            let freed: BTreeMap<u32, Counted> = sums.freed.iter().map(|(a, b)| (*a, *b)).collect();
            Site {
                place: key.place.0,
                class: key.class.name(symbols),
                allocated: sums.allocated,
                most_words: sums.most_words,
                pause: sums.pause,
                cycles: sums.cycles,
                freed: freed.into_iter().map(survivors).collect(),
                kept: kept.into_iter().map(survivors).collect(),
                history: sums.history.clone(),
            }
        };
    rows.map(site).collect()
}

impl Site {
    /// Objects that were never freed, and survived at least so many collections.
    #[must_use]
    pub fn kept_for(&self, collections: u32) -> Counted {
        let mut sum = Counted::default();
        for row in self.kept.iter().filter(|row| row.survived >= collections) {
            sum.absorb(row.objects);
        }
        sum
    }

    /// Live objects after the collection with this number; nothing is live before the first.
    #[must_use]
    pub fn live_after(&self, collection: u32) -> Counted {
        let after = self
            .history
            .partition_point(|row| row.collection <= collection);
        let last = self.history[..after].last();
        last.map(|row| row.live).unwrap_or_default()
    }
}

/// Returns true if a method is of the program and not of runtime or library.
#[must_use]
pub(crate) fn is_application(name: &str) -> bool {
    !name.starts_with('(') && Origin::of(name) == Origin::Application
}
