//! Follows the heap of our runtime: allocations by site, collections, and the life of each object.
//!
//! An allocation is the write to `Heap.free` outside of a collection: the words of the handle are there by then. During a
//! collection, 0 in the first word of a handle frees it.

use cross_profile::{ContextId, Observer, ThreadId};
use jopizer::Symbols;
use run::events::{Lookup, Retired, Wrote};
use rustc_hash::FxHashMap;
use sim_core::main_memory::Words;

use crate::blame::shares;
use crate::class::ClassKey;
use crate::place::{HeapPlaces, NoHeap};
use crate::profile::{Collection, Counted, HeapUse, SiteHistory};
use crate::site::{Place, PlaceId, Places, SiteId, SiteKey};

/// Words of a handle.
pub(crate) const HANDLE: u32 = 8;
/// Words that a block takes from the heap beside its data: the word before it, and its handle.
const OVERHEAD: u32 = 1 + HANDLE;

/// One allocation, as it happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allocation {
    /// The cycle that ends it.
    pub cycle: u64,
    /// The thread that runs.
    pub thread: ThreadId,
    /// Context of the method that allocates.
    pub context: ContextId,
    /// The site.
    pub site: SiteId,
    /// The class.
    pub class: ClassKey,
    /// Words of its data.
    pub words: u32,
    /// Words that it takes from the heap: data, the word before them, and handle.
    pub heap_words: u32,
}

/// Figures of a site while the program runs.
#[derive(Debug, Clone, Default)]
pub(crate) struct SiteSums {
    pub(crate) allocated: Counted,
    pub(crate) live: Counted,
    /// Most words of data at once that were not freed.
    pub(crate) most_words: u64,
    /// Freed objects by the collections that they survived.
    pub(crate) freed: FxHashMap<u32, Counted>,
    pub(crate) pause: u64,
    pub(crate) cycles: u64,
    /// Live objects after collections, where their number is another than after the one before.
    pub(crate) history: Vec<SiteHistory>,
    /// Words taken from the heap since the last collection.
    since: u64,
    touched: bool,
}

/// An object that is not freed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Object {
    pub(crate) site: SiteId,
    pub(crate) words: u32,
    /// Collections before it was made.
    pub(crate) born: u32,
}

/// The runtime's own variables.
#[derive(Debug, Clone, Default)]
struct Values {
    start: u32,
    /// End of the data; none before the heap is there.
    free: Option<u32>,
    limit: u32,
    top: u32,
}

/// A collection under way.
#[derive(Debug, Clone)]
struct UnderWay {
    start: u64,
    /// The method that called the collector.
    caller: u32,
    /// Who asked for it, and the cycles charged before its first bytecode.
    begun: Option<(PlaceId, u64)>,
    /// Cycle in which the answer to the lookup of its return came.
    ended: Option<u64>,
    freed: Counted,
}

/// Follows the heap. Its caller follows the contexts: [`HeapFollower::moved`] and [`HeapFollower::wrote`] get them.
#[derive(Debug, Clone)]
pub struct HeapFollower {
    at: HeapPlaces,
    values: Values,
    under_way: Option<UnderWay>,
    pub(crate) found: Places,
    ids: FxHashMap<SiteKey, SiteId>,
    pub(crate) keys: Vec<SiteKey>,
    pub(crate) sums: Vec<SiteSums>,
    /// Sites with other objects than after the last collection.
    touched: Vec<SiteId>,
    /// Objects by the number of their handle, the highest first.
    objects: Vec<Option<Object>>,
    live: Counted,
    since: Counted,
    pub(crate) collections: Vec<Collection>,
    pub(crate) used: HeapUse,
}

impl HeapFollower {
    /// A follower from the first cycle on, of an image with these symbols.
    ///
    /// # Errors
    /// Without the symbols of our runtime.
    pub fn new(symbols: Option<&Symbols>) -> Result<Self, NoHeap> {
        Ok(Self {
            at: HeapPlaces::of(symbols)?,
            values: Values::default(),
            under_way: None,
            found: Places::default(),
            ids: FxHashMap::default(),
            keys: Vec::new(),
            sums: Vec::new(),
            touched: Vec::new(),
            objects: Vec::new(),
            live: Counted::default(),
            since: Counted::default(),
            collections: Vec::new(),
            used: HeapUse::default(),
        })
    }

    /// Key of a site.
    #[must_use]
    pub fn key(&self, site: SiteId) -> SiteKey {
        self.keys[site.0 as usize]
    }

    /// A place.
    #[must_use]
    pub fn place(&self, place: PlaceId) -> Place {
        self.found.places[place.0 as usize]
    }

    /// Collections that have ended.
    #[must_use]
    pub fn collections(&self) -> &[Collection] {
        &self.collections
    }

    /// A bytecode has ended that has gone to another method; `observer` knows where. Gives the method that was called, if it was no
    /// return.
    #[inline]
    pub fn moved(&mut self, retired: &Retired, observer: &Observer) -> Option<u32> {
        let lookup = retired.lookup.as_ref()?;
        self.looks_up(retired.method, lookup);
        let is_call = !isa::Bytecode::of(retired.opcode).is_return();
        if self.under_way.is_some() {
            self.collects(observer);
        } else if is_call {
            // The collector's own frames may be where frames of its callers are.
            let (thread, _) = observer.running();
            self.found
                .called(thread, retired.frame, retired.pc, retired.opcode);
        }
        is_call.then_some(lookup.method)
    }

    #[inline(always)]
    fn looks_up(&mut self, caller: u32, lookup: &Lookup) {
        match &mut self.under_way {
            None if lookup.method == self.at.collect => {
                self.under_way = Some(UnderWay {
                    start: lookup.answer,
                    caller,
                    begun: None,
                    ended: None,
                    freed: Counted::default(),
                });
            }
            Some(under_way) if lookup.method == under_way.caller => {
                under_way.ended = Some(lookup.answer);
            }
            _ => {}
        }
    }

    fn collects(&mut self, observer: &Observer) {
        let Some(under_way) = &mut self.under_way else {
            return;
        };
        if under_way.begun.is_none() {
            let place = self.found.running(observer);
            under_way.begun = Some((place, observer.cycles()));
        }
        if let (Some(end), Some(begun)) = (under_way.ended, under_way.begun) {
            let (start, freed) = (under_way.start, under_way.freed);
            self.under_way = None;
            let cycles = observer.cycles() - begun.1;
            self.collected(begun.0, start, [end - start, cycles], freed);
        }
    }

    /// A write to this address may be of the heap's.
    #[inline(always)]
    #[must_use]
    pub fn watches(&self, address: u32) -> bool {
        let at = &self.at;
        [at.free, at.limit, at.start, at.top].contains(&address)
            || self.under_way.is_some() && address.is_multiple_of(HANDLE)
    }

    /// A word is written to main memory. Gives the allocation that it ends.
    pub fn wrote(&mut self, wrote: &Wrote<'_>, observer: &Observer) -> Option<Allocation> {
        let is_allocation = wrote.address == self.at.free && self.under_way.is_none();
        match self.values.free.filter(|_| is_allocation) {
            Some(block) => {
                let memory = wrote.memory?;
                Some(self.allocated(wrote.cycle, (block, wrote.word), memory, observer))
            }
            None => {
                self.noted(wrote.address, wrote.word);
                None
            }
        }
    }

    /// A write that ends no allocation.
    fn noted(&mut self, address: u32, word: u32) {
        if address == self.at.free {
            self.values.free = Some(word);
        } else if address == self.at.limit {
            self.values.limit = word;
            self.used.handles = self.used.handles.max(self.handles());
            self.narrowest(word);
        } else if self.under_way.is_some() {
            if word == 0 && address.is_multiple_of(HANDLE) {
                self.freed(address);
            }
        } else if address == self.at.start {
            self.values.start = word;
        } else if address == self.at.top {
            self.values.top = word;
            self.used.words = word.saturating_sub(self.values.start);
            self.used.least_free_words = self.used.words;
        }
    }

    fn handles(&self) -> u32 {
        self.values.top.saturating_sub(self.values.limit) / HANDLE
    }

    fn narrowest(&mut self, limit: u32) {
        if let Some(free) = self.values.free {
            let words = limit.saturating_sub(free);
            self.used.least_free_words = self.used.least_free_words.min(words);
        }
    }

    /// The number of a handle, the highest first.
    fn number(&self, handle: u32) -> Option<usize> {
        let above = self.values.top.checked_sub(handle)?;
        (above / HANDLE)
            .checked_sub(1)
            .map(|number| number as usize)
    }

    fn allocated(
        &mut self,
        cycle: u64,
        (block, end): (u32, u32),
        memory: &Words,
        observer: &Observer,
    ) -> Allocation {
        self.values.free = Some(end);
        let words = end.wrapping_sub(block).wrapping_sub(1);
        let handle = memory.read(block);
        let of_handle = |offset: u32| memory.read(handle.wrapping_add(offset));
        let class = ClassKey::of(of_handle(1), of_handle(3), of_handle(6));
        let place = self.found.running(observer);
        let site = self.site(SiteKey { place, class });
        let object = Object {
            site,
            words,
            born: self.collections.len() as u32,
        };
        if let Some(number) = self.number(handle) {
            if self.objects.len() <= number {
                self.objects.resize(number + 1, None);
            }
            self.objects[number] = Some(object);
        }
        let heap_words = words + OVERHEAD;
        self.touch(site);
        let sums = &mut self.sums[site.0 as usize];
        sums.since += u64::from(heap_words);
        for counted in [
            &mut sums.allocated,
            &mut sums.live,
            &mut self.live,
            &mut self.since,
        ] {
            counted.add(words);
        }
        sums.most_words = sums.most_words.max(sums.live.words);
        self.peak(cycle);
        let Place {
            thread, context, ..
        } = self.found.places[place.0 as usize];
        Allocation {
            cycle,
            thread,
            context,
            site,
            class,
            words,
            heap_words,
        }
    }

    fn peak(&mut self, cycle: u64) {
        let free = self.values.free.unwrap_or(self.values.start);
        let data = free.saturating_sub(self.values.start);
        let handles = self.live.objects as u32;
        self.used.most_handles = self.used.most_handles.max(handles);
        let words = data + HANDLE * handles;
        if words > self.used.most_words {
            (self.used.most_words, self.used.most_words_cycle) = (words, cycle);
        }
        self.narrowest(self.values.limit);
    }

    fn site(&mut self, key: SiteKey) -> SiteId {
        let next = SiteId(self.keys.len() as u32);
        let id = *self.ids.entry(key).or_insert(next);
        if id == next {
            self.keys.push(key);
            self.sums.push(SiteSums::default());
        }
        id
    }

    fn touch(&mut self, site: SiteId) {
        let sums = &mut self.sums[site.0 as usize];
        if !sums.touched {
            sums.touched = true;
            self.touched.push(site);
        }
    }

    fn freed(&mut self, handle: u32) {
        let Some(number) = self.number(handle) else {
            return;
        };
        let Some(object) = self.objects.get_mut(number).and_then(Option::take) else {
            return;
        };
        self.touch(object.site);
        let survived = self.collections.len() as u32 - object.born;
        let sums = &mut self.sums[object.site.0 as usize];
        sums.freed.entry(survived).or_default().add(object.words);
        sums.live.remove(object.words);
        self.live.remove(object.words);
        if let Some(under_way) = &mut self.under_way {
            under_way.freed.add(object.words);
        }
    }

    /// A collection has ended: its cycles are divided, and what is left is noted.
    fn collected(&mut self, place: PlaceId, start: u64, [pause, cycles]: [u64; 2], freed: Counted) {
        let trigger = SiteKey {
            place,
            class: ClassKey::None,
        };
        if self.since.objects == 0 {
            let site = self.site(trigger);
            self.touch(site);
            self.sums[site.0 as usize].since = 1;
        }
        let mut touched = std::mem::take(&mut self.touched);
        touched.sort_unstable();
        let weights = touched.iter().map(|site| self.sums[site.0 as usize].since);
        let weights: Vec<u64> = weights.collect();
        let parts = shares(pause, &weights).into_iter();
        let parts = parts.zip(shares(cycles, &weights));
        let number = self.collections.len() as u32 + 1;
        for (site, (pause, cycles)) in touched.into_iter().zip(parts) {
            let sums = &mut self.sums[site.0 as usize];
            (sums.since, sums.touched) = (0, false);
            sums.pause += pause;
            sums.cycles += cycles;
            let last = sums.history.last().map(|row| row.live).unwrap_or_default();
            if last != sums.live {
                sums.history.push(SiteHistory {
                    collection: number,
                    live: sums.live,
                });
            }
        }
        let free = self.values.free.unwrap_or(self.values.start);
        self.collections.push(Collection {
            start,
            pause,
            cycles,
            place: place.0,
            allocated: std::mem::take(&mut self.since),
            freed,
            live: self.live,
            handles: self.handles(),
            free_words: self.values.limit.saturating_sub(free),
        });
    }

    /// Objects that are not freed.
    pub(crate) fn objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().flatten()
    }
}
