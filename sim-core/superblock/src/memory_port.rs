//! Memory operations as a whole: what each leaves in the registers of the memory side once every unit is idle.
//!
//! An operation that is not a plain one (null, a bad index, a device with an effect, the scratchpad) is refused before anything
//! changes; the reference executes it.

mod caches;
mod devices;
mod method_load;
mod objects;
mod shared;

use sim_core::Statistics;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::memory_system::MemorySystem;
use sim_core::simpcon::{ADDRESS_MASK, CacheClass};

use crate::core::{Core, ObjectEdge};
use crate::latency::{Latencies, Latency};
pub(crate) use crate::memory_port::caches::clock_object_cache;
pub(crate) use crate::memory_port::devices::horizon;
use crate::methods::Methods;
use crate::operation::MemoryStep;
use crate::sums::Sums;

/// Operands of an operation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strobe {
    pub(crate) op: MemoryOp,
    /// Cycle of the strobe.
    pub(crate) cycle: u64,
    /// A and B in that cycle.
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// A and B in the next one.
    pub(crate) a_after: u32,
    pub(crate) b_after: u32,
    /// Bytecode operand, where it is known.
    pub(crate) operand: Option<u32>,
    pub(crate) latency: Latency,
}

/// The memory side as operations see it.
pub(crate) struct MemoryPort<'a, S> {
    pub(crate) core: Core,
    pub(crate) system: &'a mut MemorySystem,
    pub(crate) jbc: &'a mut [u8],
    pub(crate) methods: &'a mut Methods,
    pub(crate) latencies: &'a Latencies,
    pub(crate) statistics: &'a mut Statistics,
    pub(crate) sums: &'a mut S,
    /// Cycles that a segment takes at most, and a run.
    pub(crate) margin: u64,
    pub(crate) run_margin: u64,
}

impl<S: Sums> MemoryPort<'_, S> {
    /// Executes an operation; none if the reference has to.
    #[inline(always)]
    pub(crate) fn execute(&mut self, strobe: &Strobe) -> Option<()> {
        use MemoryOp as M;
        let later;
        let strobe = if S::SHARED {
            later = self.ask(strobe)?;
            &later
        } else {
            strobe
        };
        if self.system.object_cache.is_enabled() {
            self.see_object_edge(strobe.cycle);
            if strobe.op == M::GetField && self.has_field(strobe)? {
                return Some(());
            }
        }
        let latency = match strobe.op {
            M::GetField => self.get_field(strobe)?,
            M::ArrayLoad => self.array_load(strobe)?,
            M::Read | M::ReadConstant | M::ReadAssociative => self.read(strobe)?,
            M::Write | M::WriteAssociative => self.write(strobe)?,
            M::GetStatic | M::PutStatic => self.static_field(strobe)?,
            M::PutField | M::PutFieldReference => self.put_field(strobe)?,
            M::ArrayStore => self.array_store(strobe)?,
            M::Copy => self.copy(strobe)?,
            _ => {
                self.register(strobe);
                self.core.last_op = strobe.op;
                self.done(strobe.cycle, Latency::REGISTER);
                self.core.field_pulse = false;
                return Some(());
            }
        };
        self.core.last_op = strobe.op;
        self.system.controller.read_ocache = false;
        self.done(strobe.cycle, latency);
        self.core.field_pulse = strobe.op == M::GetField && !self.system.controller.was_a_hwo;
        if strobe.op == M::GetField {
            self.core.field_pulse &= !self.system.controller.was_a_stidx;
            if self.core.field_pulse && self.system.object_cache.is_enabled() {
                self.core.object_edge = Some(ObjectEdge {
                    cycle: self.core.idle_at(),
                    field: Some(self.core.rd_data),
                });
            }
            self.end_access();
        }
        Some(())
    }

    #[inline(always)]
    fn done(&mut self, strobe: u64, latency: Latency) {
        self.core.busy = strobe + u64::from(latency.free);
        self.comes_to_rest(strobe, latency);
    }

    #[inline(always)]
    fn comes_to_rest(&mut self, strobe: u64, latency: Latency) {
        self.core.strobe = strobe;
        self.core.latency = latency;
    }

    /// Operations that load a register and leave the controller idle.
    fn register(&mut self, strobe: &Strobe) {
        let controller = &mut self.system.controller;
        match strobe.op {
            MemoryOp::WriteAddress => self.set_address(strobe.a & ADDRESS_MASK),
            MemoryOp::Index => {
                controller.index = strobe.a & ADDRESS_MASK;
                controller.was_a_stidx = true;
                self.invalidate_objects(strobe.cycle);
            }
            MemoryOp::Invalidate => {
                self.invalidate_objects(strobe.cycle);
                self.invalidate_data();
            }
            MemoryOp::AtomicStart => controller.atomic = true,
            MemoryOp::AtomicEnd => controller.atomic = false,
            _ => {}
        }
    }

    #[inline(always)]
    fn end_access(&mut self) {
        self.system.controller.was_a_stidx = false;
        self.system.controller.was_a_hwo = false;
    }

    #[inline(always)]
    fn in_window(&self, address: u32) -> bool {
        let controller = &self.system.controller;
        address >= controller.base_reg && address < controller.pos_reg
    }

    #[inline(always)]
    fn translated(&self, address: u32) -> u32 {
        if self.in_window(address) {
            (address + self.system.controller.offset_reg) & ADDRESS_MASK
        } else {
            address
        }
    }

    /// The address on the bus for `address`, if main memory answers it.
    #[inline(always)]
    fn in_memory(&self, address: u32) -> Option<u32> {
        let address = self.translated(address & ADDRESS_MASK);
        (Slave::of(address) == Slave::Memory).then_some(address)
    }

    #[inline(always)]
    fn word(&self, address: u32) -> u32 {
        self.system.memory.words.read(address)
    }

    #[inline(always)]
    fn set_address(&mut self, address: u32) {
        self.system.controller.addr_reg = address;
        self.system.controller.translate_bit = self.in_window(address);
    }

    /// The word that a read of main memory gets, through the data caches.
    #[inline(always)]
    fn seen(&self, class: CacheClass, address: u32) -> u32 {
        if self.has_caches() {
            self.cached(class, address, false)
        } else {
            self.word(address)
        }
    }

    /// Cycles of an operation of which the data caches have answered these reads.
    #[inline(always)]
    fn latency(&self, strobe: &Strobe, hits: usize) -> Latency {
        if hits == 0 {
            strobe.latency
        } else {
            self.latencies.of_hits(strobe.op, hits)
        }
    }

    /// The reads of an operation, `data` what the last one gives; those that a data cache has answered, a bit for each.
    #[inline(always)]
    fn has_read<const N: usize>(&mut self, reads: [(CacheClass, u32); N], data: u32) -> usize {
        if self.has_caches() {
            return self.has_read_cached(&reads);
        }
        self.has_read_memory(N as u64, reads[N - 1].1, data);
        0
    }

    /// `reads` reads that memory answers, the last one with `data` from `address`.
    #[inline(always)]
    fn has_read_memory(&mut self, reads: u64, address: u32, data: u32) {
        self.command_to(Slave::Memory);
        if reads > 1 {
            self.command_to(Slave::Memory);
        }
        self.statistics.memory_reads += reads;
        self.core.last_read = Some((address, data));
        self.core.wrote_last = false;
        self.core.memory_data = data;
        self.core.rd_data = data;
    }

    /// None of a write that the reference is to execute.
    #[inline(always)]
    fn may_write(&self, address: u32) -> Option<()> {
        (!S::MAY_STOP || !self.sums.watches_write(address)).then_some(())
    }

    /// The write of an operation with its class, address and data.
    #[inline(always)]
    fn has_written(
        &mut self,
        strobe: u64,
        latency: Latency,
        (class, address, data): (CacheClass, u32, u32),
    ) {
        let words = &mut self.system.memory.words;
        words.write(address, data);
        let cycle = strobe + u64::from(latency.writes);
        self.sums.wrote(cycle, (address, data), words);
        self.command_to(Slave::Memory);
        self.statistics.memory_writes += 1;
        self.core.last_write = Some((address, data));
        self.core.wrote_last = true;
        self.core.rd_data = self.core.memory_data;
        if self.has_caches() {
            self.write_cached(class, address, data);
        }
    }

    #[inline(always)]
    fn command_to(&mut self, slave: Slave) {
        let bus = &mut self.system.local_bus;
        bus.dly_mux = bus.next_mux;
        bus.next_mux = slave;
        self.core.last_slave = slave;
    }

    /// The address of a write.
    #[inline(always)]
    pub(crate) fn write_address(&mut self, a: u32, cycle: u64) {
        self.set_address(a & ADDRESS_MASK);
        self.core.last_op = MemoryOp::WriteAddress;
        self.done(cycle, Latency::REGISTER);
        self.core.field_pulse = false;
    }

    /// A read of main memory; false if another slave or a cache may answer.
    #[inline(always)]
    pub(crate) fn read_memory(&mut self, step: &MemoryStep, a: u32, cycle: u64) -> bool {
        let address = self.translated(a & ADDRESS_MASK);
        let is_memory = !S::SHARED && Slave::of(address) == Slave::Memory && !self.has_caches();
        if is_memory {
            let data = self.word(address);
            self.has_read_memory(1, address, data);
            self.system.controller.read_ocache = false;
            self.core.last_op = step.op;
            self.done(cycle, step.latency);
            self.core.field_pulse = false;
        }
        is_memory
    }

    /// A getfield in main memory; false if it may be another one, or one that a cache answers.
    #[inline(always)]
    pub(crate) fn read_field(&mut self, step: &MemoryStep, a: u32, cycle: u64) -> bool {
        let Some(index) = step.known else {
            return false;
        };
        let handle = a & ADDRESS_MASK;
        let has_caches = self.has_caches() || self.system.object_cache.is_enabled();
        if S::SHARED || handle == 0 || self.system.controller.was_a_stidx || has_caches {
            return false;
        }
        let Some(place) = self.in_memory(handle) else {
            return false;
        };
        let object = self.word(place);
        let field = object.wrapping_add(index) & ADDRESS_MASK;
        let Some(address) = self.in_memory(field) else {
            return false;
        };
        let data = self.word(address);
        self.set_address(field);
        let controller = &mut self.system.controller;
        controller.index = index;
        controller.was_a_store = false;
        controller.was_a_hwo = false;
        controller.read_ocache = false;
        self.has_read_memory(2, address, data);
        self.core.last_op = step.op;
        self.done(cycle, step.latency);
        self.core.field_pulse = object >> 31 == 0;
        true
    }

    fn read(&mut self, strobe: &Strobe) -> Option<Latency> {
        let address = self.translated(strobe.a & ADDRESS_MASK);
        match Slave::of(address) {
            Slave::Memory => {
                let class = class_of(strobe.op);
                let data = self.seen(class, address);
                let hits = self.has_read([(class, address)], data);
                Some(self.latency(strobe, hits))
            }
            Slave::Io => self.access_device(strobe, address, None),
            Slave::Scratchpad => None,
        }
    }

    #[inline(always)]
    fn write(&mut self, strobe: &Strobe) -> Option<Latency> {
        let controller = &self.system.controller;
        let address = self.translated(controller.addr_reg);
        match Slave::of(address) {
            Slave::Memory => {
                self.may_write(address)?;
                let write = (class_of(strobe.op), address, strobe.a);
                self.has_written(strobe.cycle, strobe.latency, write);
                Some(strobe.latency)
            }
            Slave::Io => self.access_device(strobe, address, Some(strobe.a)),
            Slave::Scratchpad => None,
        }
    }
}

/// The class of a request by address.
fn class_of(op: MemoryOp) -> CacheClass {
    match op {
        MemoryOp::ReadConstant => CacheClass::DirectMappedConstant,
        MemoryOp::ReadAssociative | MemoryOp::WriteAssociative => CacheClass::FullyAssociative,
        _ => CacheClass::Bypass,
    }
}
