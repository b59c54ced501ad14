//! Allocations and collections.
//!
//! A pause lasts from the lookup that calls `Collector.collect` to the one that returns from it. The collector slides live blocks
//! together, so free memory for data is one piece; the handles that lie free between others cannot become data.

use isa::cause::COLLECTOR;
use jopizer::Symbols;
use serde::{Deserialize, Serialize};
use sim_core::Probe;
use sim_core::main_memory::Words;
use sim_core::probe::MethodLookup;
use sim_core::simpcon::Command;
use superblock::{Sums, Waited};

use crate::probes::places::Places;

const HEAP: &str = "com.jopdesign.sys.Heap";
/// Words of a handle.
const HANDLE: u32 = 8;
/// The word of a free handle that leads to the next one.
const NEXT: u32 = 4;

/// Figures of the collector in a run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collections {
    /// Number of collections.
    pub count: u64,
    /// All pauses together. Unit: cycles.
    pub pause: u64,
    /// The longest pause. Unit: cycles.
    pub longest_pause: u64,
    /// The cycle in which it began.
    pub longest_pause_start: u64,
    /// Words copied to close gaps, the word before each block included.
    pub words_moved: u64,
    /// Objects and arrays allocated.
    pub objects: u64,
    /// Their data, without handles and the word before each block. Unit: bytes.
    pub bytes_allocated: u64,
    /// The heap after the last collection.
    pub after_last: Heap,
}

/// The heap at one moment.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heap {
    /// All of it: data, handles and what is free between them.
    pub words: u32,
    /// Blocks in use, the word before each included.
    pub data_words: u32,
    /// Free words: the piece between data and handles, and free handles.
    pub free_words: u32,
    /// The largest piece that an array can get.
    pub largest_free_words: u32,
    /// Handles in use.
    pub handles_in_use: u32,
    /// Handles that lie free between others.
    pub free_handles: u32,
}

impl Heap {
    /// Part of the free words that no array can get, 0 to 1.
    #[must_use]
    pub fn fragmentation(&self) -> f64 {
        if self.free_words == 0 {
            0.0
        } else {
            1.0 - f64::from(self.largest_free_words) / f64::from(self.free_words)
        }
    }
}

/// Watches the heap. Serialised it goes on later.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CollectionProbe {
    places: HeapPlaces,
    values: HeapValues,
    /// The running method.
    method: u32,
    /// The collection under way.
    under_way: Option<UnderWay>,
    seen: Collections,
}

/// Addresses in the image.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct HeapPlaces {
    collect: u32,
    relocate: u32,
    sweep: u32,
    start: u32,
    free: u32,
    limit: u32,
    top: u32,
}

/// The runtime's own variables.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct HeapValues {
    start: u32,
    /// End of the data; none before the heap is there.
    free: Option<u32>,
    limit: u32,
    top: u32,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct UnderWay {
    start: u64,
    /// The method that called the collector.
    caller: u32,
    free_handles: u32,
}

impl CollectionProbe {
    /// A probe for the image with these symbols.
    #[must_use]
    pub fn new(symbols: Option<&Symbols>) -> Self {
        let places = Places(symbols);
        Self {
            places: HeapPlaces {
                collect: places.method(COLLECTOR.0, COLLECTOR.1),
                relocate: places.method(COLLECTOR.0, "move"),
                sweep: places.method(COLLECTOR.0, "sweepHandles"),
                start: places.field(HEAP, "start"),
                free: places.field(HEAP, "free"),
                limit: places.field(HEAP, "limit"),
                top: places.field(HEAP, "top"),
            },
            values: HeapValues::default(),
            method: 0,
            under_way: None,
            seen: Collections::default(),
        }
    }

    /// Checks that this probe is possible at `cycle`; then no counter overflows.
    #[must_use]
    pub fn fits(&self, cycle: u64) -> bool {
        const MOST: u64 = 1 << 60;
        let seen = &self.seen;
        let counts = [
            seen.count,
            seen.pause,
            seen.words_moved,
            seen.objects,
            seen.bytes_allocated,
        ];
        let under_way = self.under_way.as_ref();
        counts.iter().all(|count| *count <= MOST)
            && under_way.is_none_or(|it| it.start <= cycle && it.free_handles <= 1 << 23)
    }

    /// Observations so far.
    #[must_use]
    pub fn collections(&self) -> Collections {
        self.seen
    }

    fn write(&mut self, address: u32, word: u32) {
        let places = &self.places;
        if address == places.free {
            self.set_free(word);
        } else if let Some(under_way) = &mut self.under_way {
            if self.method == places.relocate {
                self.seen.words_moved += 1;
            } else if address == places.limit {
                self.values.limit = word;
            } else if self.method == places.sweep && address % HANDLE == NEXT {
                under_way.free_handles += 1;
            }
        } else if address == places.limit {
            self.values.limit = word;
        } else if address == places.start {
            self.values.start = word;
        } else if address == places.top {
            self.values.top = word;
        }
    }

    fn set_free(&mut self, word: u32) {
        // Outside of a collection the data grow by one block each time, and the block has a word before it.
        if let (None, Some(before)) = (&self.under_way, self.values.free) {
            self.seen.objects += 1;
            self.seen.bytes_allocated += 4 * u64::from(word.wrapping_sub(before).wrapping_sub(1));
        }
        self.values.free = Some(word);
    }

    fn begin(&mut self, cycle: u64) {
        self.under_way = Some(UnderWay {
            start: cycle,
            caller: self.method,
            free_handles: 0,
        });
    }

    fn end(&mut self, cycle: u64, ended: &UnderWay) {
        let pause = cycle - ended.start;
        self.seen.count += 1;
        self.seen.pause += pause;
        if pause > self.seen.longest_pause {
            (self.seen.longest_pause, self.seen.longest_pause_start) = (pause, ended.start);
        }
        let HeapValues {
            start,
            free,
            limit,
            top,
        } = self.values;
        let free = free.unwrap_or(start);
        let piece = limit.saturating_sub(free);
        self.seen.after_last = Heap {
            words: top.saturating_sub(start),
            data_words: free.saturating_sub(start),
            free_words: piece.saturating_add(HANDLE * ended.free_handles),
            largest_free_words: piece,
            handles_in_use: (top.saturating_sub(limit) / HANDLE).saturating_sub(ended.free_handles),
            free_handles: ended.free_handles,
        };
    }
}

impl Sums for CollectionProbe {
    const SEES_DISPATCHES: bool = false;

    #[inline(always)]
    fn wrote(&mut self, _cycle: u64, (address, data): (u32, u32), _memory: &Words) {
        self.write(address, data);
    }

    fn looked_up(&mut self, waited: &Waited) {
        self.lookup(waited.answer, waited.lookup);
    }
}

impl Probe for CollectionProbe {
    #[inline(always)]
    fn transaction(&mut self, _cycle: u64, command: &Command) {
        if command.wr {
            self.write(command.address, command.wr_data);
        }
    }

    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        match &self.under_way {
            None if lookup.address == self.places.collect => self.begin(cycle),
            Some(under_way) if lookup.address == under_way.caller => {
                let ended = under_way.clone();
                self.under_way = None;
                self.end(cycle, &ended);
            }
            _ => {}
        }
        self.method = lookup.address;
    }
}

/// A probe, or one of several, that sees collections.
pub trait SeesCollections {
    /// That probe.
    fn collections(&self) -> &CollectionProbe;
}

impl SeesCollections for CollectionProbe {
    fn collections(&self) -> &CollectionProbe {
        self
    }
}

impl<P> SeesCollections for (CollectionProbe, P) {
    fn collections(&self) -> &CollectionProbe {
        &self.0
    }
}
