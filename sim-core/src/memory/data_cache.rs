//! Data caches between processor and memory (spec 05 section 4). As specified, not verified.
//!
//! ```text
//!                    +-> bypass ----------------+
//!   request, class --+-> direct mapped, const --+--> memory
//!                    +-> direct mapped ---------+
//!                    +-> fully associative -----+
//! ```
//!
//! The cache class of a request selects the unit. A bypass request reaches the memory in its own cycle.

use serde::{Deserialize, Serialize};

use crate::direct_mapped_cache::DirectMappedCache;
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
            constants: DirectMappedCache::new(true),
            statics: DirectMappedCache::new(false),
            associative: LruCache::new(),
        }
    }

    /// Whether these registers can be those of the machine that `fresh` belongs to: sizes and constants are the same, and no
    /// register exceeds its width.
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

    /// Command to the memory in this cycle.
    #[must_use]
    pub fn memory_command(&self, request: &Command) -> Command {
        if request.is_active() && request.class == CacheClass::Bypass {
            return *request;
        }
        [
            self.constants.memory_command(),
            self.statics.memory_command(),
            self.associative.memory_command(),
        ]
        .into_iter()
        .find(Command::is_active)
        .unwrap_or(Command::IDLE)
    }

    /// An edge without a request changes nothing.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.constants.is_idle() && self.statics.is_idle() && self.associative.is_idle()
    }

    /// The edge ending a cycle.
    pub fn clock(&mut self, request: &Command, memory: Response, invalidate: bool) {
        let rdy_cnt = self.unit(self.out_mux, memory).rdy_cnt;
        if self.shows_memory(memory) {
            self.bp_data = memory.rd_data;
        }
        self.bp_fetch = self.out_mux == CacheClass::Bypass && rdy_cnt <= 1;
        if rdy_cnt <= 1 {
            self.in_mux = self.out_mux;
        }
        if request.is_active() {
            self.out_mux = request.class;
        }
        let to = |class| {
            if request.class == class {
                request
            } else {
                &Command::IDLE
            }
        };
        self.constants
            .clock(to(CacheClass::DirectMappedConstant), memory, invalidate);
        self.statics
            .clock(to(CacheClass::DirectMapped), memory, invalidate);
        self.associative
            .clock(to(CacheClass::FullyAssociative), memory, invalidate);
    }
}

impl Default for DataCache {
    fn default() -> Self {
        Self::new()
    }
}
