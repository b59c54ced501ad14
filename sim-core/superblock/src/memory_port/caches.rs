//! Object cache and data caches: their registers once an operation is done.

use sim_core::local_bus::Slave;
use sim_core::object_cache::{ObjectCache, Pins};
use sim_core::simpcon::{ADDRESS_MASK, CacheClass, Command, Response};

use crate::core::{Core, ObjectEdge};
use crate::latency::Latency;
use crate::memory_port::{MemoryPort, Strobe};
use crate::sums::Sums;

/// The edge that the object cache has not seen yet.
pub(crate) fn clock_object_cache(core: &mut Core, cache: &mut ObjectCache) {
    if let Some(edge) = core.object_edge.take() {
        cache.clock(&Pins {
            wr_gf: edge.field.is_some(),
            gf_value: edge.field.unwrap_or(0),
            ..Pins::default()
        });
    }
}

impl<S: Sums> MemoryPort<'_, S> {
    #[inline(always)]
    pub(super) fn has_caches(&self) -> bool {
        self.system.data_cache.is_some()
    }

    /// Before a strobe in `cycle`: the edge before it; an edge of the same cycle is the operation's own.
    #[inline(always)]
    pub(super) fn see_object_edge(&mut self, cycle: u64) {
        if self.core.object_edge.is_some_and(|edge| edge.cycle < cycle) {
            clock_object_cache(&mut self.core, &mut self.system.object_cache);
            // Who leaves now in the cycle of the pulse must not give it again.
            self.core.field_pulse = false;
        }
    }

    /// A getfield asks the object cache; true if that answers it, none if nobody knows what is asked.
    pub(super) fn has_field(&mut self, strobe: &Strobe) -> Option<bool> {
        let (handle, index) = (strobe.a, strobe.operand?);
        let native = self.system.controller.was_a_stidx;
        let hits = self.system.object_cache.hit(handle, index);
        if !hits {
            // The reference asks again if the access is not a plain one.
            return Some(false);
        }
        self.check_field(strobe, index);
        self.set_address(handle & ADDRESS_MASK);
        let controller = &mut self.system.controller;
        controller.was_a_store = false;
        if !native {
            controller.index = index;
            controller.read_ocache = true;
            self.core.rd_data = self.system.object_cache.data_out();
        }
        self.core.last_op = strobe.op;
        self.done(strobe.cycle, Latency::plain(1, 1));
        self.core.field_pulse = false;
        Some(true)
    }

    /// The edges of the object cache at the strobe of a getfield and after it.
    pub(super) fn check_field(&mut self, strobe: &Strobe, index: u32) {
        let cache = &mut self.system.object_cache;
        self.core.object_edge = None;
        cache.clock(&Pins {
            handle: strobe.a,
            index,
            chk_gf: !self.system.controller.was_a_stidx,
            ..Pins::default()
        });
        cache.clock(&Pins::default());
    }

    /// The edges of the object cache of a putfield that is no native one: the check, and the write of a field that is no
    /// device's register.
    pub(super) fn update_field(&mut self, strobe: &Strobe, index: u32, is_field: bool) {
        let cache = &mut self.system.object_cache;
        clock_object_cache(&mut self.core, cache);
        cache.clock(&Pins {
            handle: strobe.a_after,
            index,
            chk_pf: true,
            ..Pins::default()
        });
        cache.clock(&Pins {
            wr_pf: is_field,
            pf_value: strobe.a,
            ..Pins::default()
        });
    }

    /// The strobe that makes all fields invalid at the edge after it.
    pub(super) fn invalidate_objects(&mut self, cycle: u64) {
        if !self.system.object_cache.is_enabled() {
            return;
        }
        self.core.object_edge = Some(ObjectEdge {
            cycle: cycle + 1,
            field: None,
        });
        self.system.object_cache.clock(&Pins {
            inval: true,
            ..Pins::default()
        });
    }

    /// `cinval` in the data caches.
    pub(super) fn invalidate_data(&mut self) {
        if let Some(cache) = &mut self.system.data_cache {
            cache.reset_units();
            if !self.system.controller.read_ocache {
                self.core.rd_data = self.bus_data();
            }
        }
    }

    /// Read data on the local bus, every access done.
    pub(super) fn bus_data(&self) -> u32 {
        let memory = Response {
            rd_data: self.core.memory_data,
            rdy_cnt: 0,
        };
        match (self.system.local_bus.next_mux, &self.system.data_cache) {
            (Slave::Memory, None) => memory.rd_data,
            (Slave::Memory, Some(cache)) => cache.response(memory).rd_data,
            (slave, _) => self.system.response_of(slave).rd_data,
        }
    }

    /// The word that a read gets; `replaced` as in [`DataCache::find`](sim_core::data_cache::DataCache::find).
    pub(super) fn cached(&self, class: CacheClass, address: u32, replaced: bool) -> u32 {
        let cache = self.system.data_cache.as_ref();
        cache
            .and_then(|cache| cache.find(class, address, replaced))
            .unwrap_or_else(|| self.word(address))
    }

    /// Whether the fully associative unit replaces its last line for a read.
    pub(super) fn replaces(&self, address: u32) -> bool {
        let cache = self.system.data_cache.as_ref();
        cache.is_some_and(|cache| {
            let class = CacheClass::FullyAssociative;
            cache.find(class, address, false).is_none()
        })
    }

    /// The reads of an operation, one after the other; those that a cache has answered.
    pub(super) fn has_read_cached(&mut self, reads: &[(CacheClass, u32)]) -> usize {
        let mut hits = 0;
        let mut cacheable = 0;
        for &(class, address) in reads {
            let word = self.word(address);
            self.command_to(Slave::Memory);
            self.statistics.memory_reads += 1;
            let command = Command {
                rd: true,
                wr: false,
                address,
                wr_data: self.system.controller.value,
                class,
            };
            let Some(cache) = &mut self.system.data_cache else {
                continue;
            };
            if cache.complete(&command, word, word) {
                hits |= 1 << cacheable;
            } else {
                self.core.last_read = Some((address, word));
                self.core.wrote_last = false;
                self.core.memory_data = word;
            }
            cacheable += usize::from(class != CacheClass::Bypass);
        }
        self.core.rd_data = self.bus_data();
        hits
    }

    /// A write that memory has done, in the caches.
    pub(super) fn write_cached(&mut self, class: CacheClass, address: u32, wr_data: u32) {
        let command = Command {
            rd: false,
            wr: true,
            address,
            wr_data,
            class,
        };
        let memory_data = self.core.memory_data;
        if let Some(cache) = &mut self.system.data_cache {
            cache.complete(&command, wr_data, memory_data);
        }
        self.core.rd_data = self.bus_data();
    }
}
