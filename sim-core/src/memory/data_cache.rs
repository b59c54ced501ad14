//! Data caches between processor and memory (spec 05 section 4, spec 15 section 2).
//!
//! ```text
//!                    +-> bypass ----------------+
//!   request, class --+-> direct mapped, const --+--> memory
//!                    +-> direct mapped ---------+
//!                    +-> fully associative -----+
//! ```
//!
//! The cache class of a request selects the unit. A bypass request reaches the memory in its own cycle.
//!
//! Quirks (spec 15 section 2):
//! - Address and data to the memory are those of the unit that was asked last, even if another unit strobes.
//! - `cinval` resets the units asynchronously: in its own cycle they already read as reset, and a request of that
//!   cycle is lost to them. The multiplexers go on.

use serde::{Deserialize, Serialize};

use crate::direct_mapped_cache::{DirectMappedCache, Variant};
use crate::lru_cache::LruCache;
use crate::simpcon::{CacheClass, Command, Response};

/// The units and the multiplexer registers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataCache {
    /// Unit of the last request. Reset bypass.
    pub out_mux: CacheClass,
    /// Unit that answered last. Reset bypass.
    pub in_mux: CacheClass,
    /// The word of a bypass read is on the memory's output. Reset 0.
    pub bp_fetch: bool,
    /// Word of the last bypass read. Reset 0.
    pub bp_data: u32,
    constants: DirectMappedCache,
    statics: DirectMappedCache,
    associative: LruCache,
}

impl DataCache {
    /// Empty caches.
    #[must_use]
    pub fn new() -> Self {
        Self {
            out_mux: CacheClass::Bypass,
            in_mux: CacheClass::Bypass,
            bp_fetch: false,
            bp_data: 0,
            constants: DirectMappedCache::new(Variant::Constants),
            statics: DirectMappedCache::new(Variant::Statics),
            associative: LruCache::new(),
        }
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        self.constants.fits(&fresh.constants)
            && self.statics.fits(&fresh.statics)
            && self.associative.fits()
    }

    fn unit(&self, class: CacheClass, memory: Response) -> Response {
        match class {
            CacheClass::Bypass => Response {
                rd_data: self.bp_data,
                rdy_cnt: memory.rdy_cnt,
            },
            CacheClass::DirectMappedConstant => self.constants.response(memory),
            CacheClass::DirectMapped => self.statics.response(memory),
            CacheClass::FullyAssociative => self.associative.response(memory),
        }
    }

    fn shows_memory(&self, memory: Response) -> bool {
        self.out_mux == CacheClass::Bypass && memory.rdy_cnt == 0 || self.bp_fetch
    }

    /// Answer in this cycle, beside the memory's.
    #[must_use]
    pub fn response(&self, memory: Response) -> Response {
        let selected = self.unit(self.out_mux, memory);
        let rd_data = if self.out_mux != CacheClass::Bypass && selected.rdy_cnt == 0 {
            selected.rd_data
        } else if self.shows_memory(memory) {
            memory.rd_data
        } else {
            self.unit(self.in_mux, memory).rd_data
        };
        Response {
            rd_data,
            rdy_cnt: selected.rdy_cnt,
        }
    }

    /// Command to the memory in this cycle, with the processor's bus in it.
    #[must_use]
    pub fn memory_command(&self, bus: &Command) -> Command {
        let constants = self.constants.memory_command();
        let statics = self.statics.memory_command();
        let associative = self.associative.memory_command();
        let bypassed = bus.class == CacheClass::Bypass;
        let selected = match self.out_mux {
            _ if bypassed && bus.is_active() => *bus,
            CacheClass::Bypass => *bus,
            CacheClass::DirectMappedConstant => constants,
            CacheClass::DirectMapped => statics,
            CacheClass::FullyAssociative => associative,
        };
        Command {
            rd: constants.rd || statics.rd || associative.rd || bypassed && bus.rd,
            wr: constants.wr || statics.wr || associative.wr || bypassed && bus.wr,
            ..selected
        }
    }

    /// An edge without a request changes nothing.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.constants.is_idle() && self.statics.is_idle() && self.associative.is_idle()
    }

    /// The asynchronous reset of `cinval`: the units read like this in its whole cycle.
    pub fn reset_units(&mut self) {
        self.constants.reset();
        self.statics.reset();
        self.associative.reset();
    }

    /// The word that a read of a class gets from a cache at rest, if one has it. `replaced`: the request before it replaces the
    /// last line of the fully associative unit.
    #[must_use]
    pub fn find(&self, class: CacheClass, address: u32, replaced: bool) -> Option<u32> {
        match class {
            CacheClass::Bypass => None,
            CacheClass::DirectMappedConstant => self.constants.find(address),
            CacheClass::DirectMapped => self.statics.find(address),
            CacheClass::FullyAssociative => self.associative.find_word(address, replaced),
        }
    }

    /// A request to caches at rest, from its strobe until they are at rest again, the idle edges of [`DataCache::rest`]
    /// aside: for engines that execute an access as a whole. `word` is what memory has at the address, `rd_data` what
    /// its output shows after the request. True if a cache has answered the read.
    pub fn complete(&mut self, bus: &Command, word: u32, rd_data: u32) -> bool {
        (self.out_mux, self.in_mux) = (bus.class, bus.class);
        self.bp_fetch = bus.class == CacheClass::Bypass;
        self.constants.listen(bus);
        self.statics.listen(bus);
        self.associative.listen(bus);
        match bus.class {
            CacheClass::Bypass => {
                self.bp_data = rd_data;
                false
            }
            CacheClass::DirectMappedConstant => self.constants.complete(bus, word),
            CacheClass::DirectMapped => self.statics.complete(bus, word),
            CacheClass::FullyAssociative => self.associative.complete(bus, word),
        }
    }

    /// Idle edges after a request or a reset, with this address on the bus.
    pub fn rest(&mut self, address: u32) {
        self.constants.rest(address);
        self.statics.rest(address);
        self.associative.rest();
    }

    /// The edge ending a cycle, with the processor's bus in it; `invalidate` is `cinval`, which resets the units in
    /// its whole cycle.
    pub fn clock(&mut self, bus: &Command, memory: Response, invalidate: bool) {
        if invalidate {
            self.reset_units();
        }
        let rdy_cnt = self.unit(self.out_mux, memory).rdy_cnt;
        if self.shows_memory(memory) {
            self.bp_data = memory.rd_data;
        }
        self.bp_fetch = self.out_mux == CacheClass::Bypass && rdy_cnt <= 1;
        if rdy_cnt <= 1 {
            self.in_mux = self.out_mux;
        }
        if bus.is_active() {
            self.out_mux = bus.class;
        }
        if !invalidate {
            self.constants.clock(bus, memory);
            self.statics.clock(bus, memory);
            self.associative.clock(bus, memory);
        }
    }
}

impl Default for DataCache {
    fn default() -> Self {
        Self::new()
    }
}
