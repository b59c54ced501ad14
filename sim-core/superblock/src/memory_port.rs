//! Memory operations as a whole: what each leaves in the registers of the memory side once every unit is idle.
//!
//! An operation that is not a plain one (null, a bad index, a device with an effect, the scratchpad) is refused before anything
//! changes; the reference executes it.

use method_cache::{Lookup, MethodCache};
use sim_core::Statistics;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::memory_system::MemorySystem;
use sim_core::probe::MethodLookup;
use sim_core::simpcon::{ADDRESS_MASK, Command};
use sim_core::system_device::Events;

use crate::core::{Core, Load};
use crate::latency::{Latencies, Latency};
use crate::methods::Methods;
use crate::operation::MemoryStep;
use crate::sums::{Sums, Waited};

/// Bit of an index that only a negative or far too large one has.
const INDEX_OVERFLOW: u32 = 1 << 22;
/// Accesses of devices take no wait states.
const DEVICE: Latency = Latency::plain(1, 2);

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
    pub(crate) core: &'a mut Core,
    pub(crate) system: &'a mut MemorySystem,
    pub(crate) jbc: &'a mut [u8],
    pub(crate) methods: &'a mut Methods,
    pub(crate) latencies: &'a Latencies,
    pub(crate) statistics: &'a mut Statistics,
    pub(crate) sums: &'a mut S,
    /// Cycles that a segment takes at most.
    pub(crate) margin: u64,
}

impl<S: Sums> MemoryPort<'_, S> {
    /// Executes an operation; none if the reference has to.
    #[inline(always)]
    pub(crate) fn execute(&mut self, strobe: &Strobe) -> Option<()> {
        use MemoryOp as M;
        if strobe.op == M::MethodLoad {
            return self.look_up(strobe);
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
                Latency::plain(1, 1)
            }
        };
        self.core.last_op = strobe.op;
        self.done(strobe.cycle, latency);
        self.core.field_pulse = strobe.op == M::GetField && !self.system.controller.was_a_hwo;
        if strobe.op == M::GetField {
            self.core.field_pulse &= !self.system.controller.was_a_stidx;
            self.end_access();
        }
        Some(())
    }

    fn done(&mut self, strobe: u64, latency: Latency) {
        self.core.busy = strobe + u64::from(latency.free);
        self.core.idle_at = strobe + u64::from(latency.idle);
        self.core.settled_at = strobe + u64::from(latency.settled);
    }

    /// Operations that load a register and leave the controller idle.
    fn register(&mut self, strobe: &Strobe) {
        let controller = &mut self.system.controller;
        match strobe.op {
            MemoryOp::WriteAddress => self.set_address(strobe.a & ADDRESS_MASK),
            MemoryOp::Index => {
                controller.index = strobe.a & ADDRESS_MASK;
                controller.was_a_stidx = true;
            }
            MemoryOp::AtomicStart => controller.atomic = true,
            MemoryOp::AtomicEnd => controller.atomic = false,
            _ => {}
        }
    }

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

    /// Commands to main memory of an operation that reads `reads` times, the last time `data` from `address`.
    #[inline(always)]
    fn has_read(&mut self, reads: u64, address: u32, data: u32) {
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

    #[inline(always)]
    fn has_written(&mut self, strobe: &Strobe, address: u32, data: u32) {
        let words = &mut self.system.memory.words;
        words.write(address, data);
        let cycle = strobe.cycle + u64::from(strobe.latency.writes);
        self.sums.wrote(cycle, (address, data), words);
        self.command_to(Slave::Memory);
        self.statistics.memory_writes += 1;
        self.core.last_write = Some((address, data));
        self.core.wrote_last = true;
        self.core.rd_data = self.core.memory_data;
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
        self.done(cycle, Latency::plain(1, 1));
        self.core.field_pulse = false;
    }

    /// A read of main memory; false if another slave answers.
    #[inline(always)]
    pub(crate) fn read_memory(&mut self, step: &MemoryStep, a: u32, cycle: u64) -> bool {
        let address = self.translated(a & ADDRESS_MASK);
        let is_memory = Slave::of(address) == Slave::Memory;
        if is_memory {
            let data = self.word(address);
            self.has_read(1, address, data);
            self.core.last_op = step.op;
            self.done(cycle, step.latency);
            self.core.field_pulse = false;
        }
        is_memory
    }

    fn read(&mut self, strobe: &Strobe) -> Option<Latency> {
        let address = self.translated(strobe.a & ADDRESS_MASK);
        match Slave::of(address) {
            Slave::Memory => {
                let data = self.word(address);
                self.has_read(1, address, data);
                Some(strobe.latency)
            }
            Slave::Io => self.access_device(strobe, address, None),
            Slave::Scratchpad => None,
        }
    }

    fn write(&mut self, strobe: &Strobe) -> Option<Latency> {
        let controller = &self.system.controller;
        let address = self.translated(controller.addr_reg);
        match Slave::of(address) {
            Slave::Memory => {
                self.has_written(strobe, address, strobe.a);
                Some(strobe.latency)
            }
            Slave::Io => self.access_device(strobe, address, Some(strobe.a)),
            Slave::Scratchpad => None,
        }
    }

    /// An access of the system device without an effect outside of it, or a read of the UART.
    #[cold]
    #[inline(never)]
    fn access_device(
        &mut self,
        strobe: &Strobe,
        address: u32,
        data: Option<u32>,
    ) -> Option<Latency> {
        let command = Command {
            rd: data.is_none(),
            wr: data.is_some(),
            address,
            wr_data: data.unwrap_or(0),
            ..Command::IDLE
        };
        let select = address >> 4 & 3;
        if select > 1 || select == 1 && data.is_some() {
            return None;
        }
        let mut device = self.system.io.system.clone();
        device.skip(strobe.cycle - self.core.device_at);
        let to_device = if select == 0 { command } else { Command::IDLE };
        let message = device.clock(&to_device, Events::default());
        let after = strobe.cycle + 1;
        let horizon = horizon(self.core.limit, after, device.steady_cycles());
        if message.is_some() || !device.is_steady() || after + self.margin > horizon {
            return None;
        }
        if select == 1 {
            self.system.io.uart.clock(&command);
        }
        self.system.io.system = device;
        self.system.io.select = select;
        self.core.device_at = after;
        self.core.horizon = horizon;
        self.command_to(Slave::Io);
        self.statistics.other_accesses += 1;
        self.sums.device(strobe.cycle, &command);
        self.core.rd_data = self.system.io.response().rd_data;
        Some(DEVICE)
    }

    #[inline(always)]
    fn get_field(&mut self, strobe: &Strobe) -> Option<Latency> {
        let native = self.system.controller.was_a_stidx;
        let index = match strobe.operand {
            _ if native => self.system.controller.index,
            operand => operand?,
        };
        let handle = strobe.a & ADDRESS_MASK;
        if handle == 0 {
            return None;
        }
        let object = self.word(self.in_memory(handle)?);
        let field = object.wrapping_add(index) & ADDRESS_MASK;
        let address = self.in_memory(field)?;
        let data = self.word(address);
        self.set_address(field);
        let controller = &mut self.system.controller;
        controller.index = index;
        controller.was_a_store = false;
        controller.was_a_hwo = object >> 31 != 0;
        self.has_read(2, address, data);
        Some(strobe.latency)
    }

    fn put_field(&mut self, strobe: &Strobe) -> Option<Latency> {
        let native = self.system.controller.was_a_stidx;
        let index = match strobe.operand {
            _ if native => self.system.controller.index,
            operand => operand?,
        };
        let handle = strobe.b & ADDRESS_MASK;
        let escapes = strobe.op == MemoryOp::PutFieldReference && strobe.b >> 25 < strobe.a >> 25;
        if handle == 0 || escapes {
            return None;
        }
        let place = self.in_memory(handle)?;
        let object = self.word(place);
        let field = object.wrapping_add(index) & ADDRESS_MASK;
        let address = self.in_memory(field)?;
        self.has_read(1, place, object);
        self.set_address(field);
        let controller = &mut self.system.controller;
        controller.index = index;
        controller.value = strobe.a;
        controller.was_a_store = true;
        controller.dest_level_reg = strobe.b >> 25;
        self.has_written(strobe, address, strobe.a);
        self.end_access();
        Some(strobe.latency)
    }

    fn static_field(&mut self, strobe: &Strobe) -> Option<Latency> {
        let native = self.system.controller.was_a_stidx;
        let place = match strobe.operand {
            _ if native => self.system.controller.index,
            operand => operand?,
        };
        let address = self.in_memory(place)?;
        self.set_address(place);
        if strobe.op == MemoryOp::GetStatic {
            let data = self.word(address);
            self.has_read(1, address, data);
        } else {
            self.system.controller.value = strobe.a;
            self.has_written(strobe, address, strobe.a);
        }
        self.end_access();
        Some(strobe.latency)
    }

    /// Address of an element and of the length's word, with the length; none if the access raises an exception.
    #[inline(always)]
    fn element(&self, handle: u32, index: u32) -> Option<(u32, u32, u32)> {
        let handle = handle & ADDRESS_MASK;
        let index = index & ADDRESS_MASK;
        if handle == 0 || index & INDEX_OVERFLOW != 0 {
            return None;
        }
        let data = self.word(self.in_memory(handle)?);
        let length_place = self.in_memory(handle + 1)?;
        let length = self.word(length_place);
        if index >= length & ADDRESS_MASK {
            return None;
        }
        Some((
            data.wrapping_add(index) & ADDRESS_MASK,
            length_place,
            length,
        ))
    }

    #[inline(always)]
    fn array_load(&mut self, strobe: &Strobe) -> Option<Latency> {
        let (element, _, _) = self.element(strobe.b, strobe.a)?;
        let address = self.in_memory(element)?;
        let data = self.word(address);
        self.set_address(element);
        let controller = &mut self.system.controller;
        controller.index = strobe.a & ADDRESS_MASK;
        controller.was_a_store = false;
        self.has_read(3, address, data);
        Some(strobe.latency)
    }

    fn array_store(&mut self, strobe: &Strobe) -> Option<Latency> {
        let (element, length_place, length) = self.element(strobe.b_after, strobe.a_after)?;
        let address = self.in_memory(element)?;
        self.has_read(2, length_place, length);
        self.set_address(element);
        let controller = &mut self.system.controller;
        controller.index = strobe.a_after & ADDRESS_MASK;
        controller.value = strobe.a;
        controller.was_a_store = true;
        controller.dest_level_reg = strobe.b_after >> 25;
        self.has_written(strobe, address, strobe.a);
        self.end_access();
        Some(strobe.latency)
    }

    /// One word copied, and the window grows by it; the address of the write is translated in the window before.
    fn copy(&mut self, strobe: &Strobe) -> Option<Latency> {
        if strobe.a >> 31 != 0 {
            return None;
        }
        let base = strobe.b & ADDRESS_MASK;
        let position = strobe.a.wrapping_add(strobe.b) & ADDRESS_MASK;
        let offset = strobe.b_after.wrapping_sub(base) & ADDRESS_MASK;
        if Slave::of(position) != Slave::Memory {
            return None;
        }
        let to = (position + offset) & ADDRESS_MASK;
        let in_window = to >= base && to < position;
        let address = if in_window {
            (to + offset) & ADDRESS_MASK
        } else {
            to
        };
        if Slave::of(address) != Slave::Memory {
            return None;
        }
        let data = self.word(position);
        let controller = &mut self.system.controller;
        controller.base_reg = base;
        controller.pos_reg = (position + 1) & ADDRESS_MASK;
        controller.offset_reg = offset;
        controller.cp_stopbit = false;
        controller.value = data;
        self.has_read(1, position, data);
        self.set_address(to);
        self.has_written(strobe, address, data);
        self.end_access();
        Some(strobe.latency)
    }

    /// Begins the load of a method: what it does is done when it is waited for.
    fn look_up(&mut self, strobe: &Strobe) -> Option<()> {
        let length = strobe.a & 0x3FF;
        let cycles = self.load_cycles(length);
        let window = self.system.controller.base_reg < self.system.controller.pos_reg;
        let longest = u64::from(cycles) + self.margin;
        if length == 0 || window || strobe.cycle + longest > self.core.horizon {
            return None;
        }
        let address = strobe.a >> 10 & method_cache::ADDRESS_MASK;
        let Lookup { hit, start_word } = self.system.method_cache.peek(address);
        self.core.load = Some(Load {
            cycle: strobe.cycle,
            a: strobe.a,
            hit,
            start_word,
        });
        let free = if hit { self.latencies.hit.free } else { cycles };
        self.core.busy = strobe.cycle + u64::from(free);
        self.core.last_op = strobe.op;
        Some(())
    }

    fn load_cycles(&self, length: u32) -> u32 {
        let (fixed, each) = self.latencies.miss;
        fixed + each * length
    }

    /// What the load of a method has done when it is done; `wait` is the cycle in which microcode begins to wait for it.
    pub(crate) fn finish_load(&mut self, load: &Load, wait: u64) {
        let start = load.a >> 10 & method_cache::ADDRESS_MASK;
        let length = load.a & 0x3FF;
        let (hit, start_word) = (load.hit, load.start_word);
        let cache = &mut self.system.method_cache;
        let controller = &mut self.system.controller;
        // What it compares is that of the cycle after the strobe.
        cache.lookup(start, length);
        controller.bc_len = length;
        self.statistics.method_lookups += 1;
        let lookup = MethodLookup {
            address: start,
            length,
            hit,
            start_word,
        };
        // The answer is there one cycle later where the tags have taken the method in.
        self.sums.looked_up(&Waited {
            strobe: load.cycle,
            wait,
            answer: load.cycle + if hit { 3 } else { 4 },
            lookup,
        });
        self.core.field_pulse = false;
        if hit {
            self.statistics.method_hits += 1;
            self.set_address(start);
            self.done(load.cycle, self.latencies.hit);
            return;
        }
        self.statistics.method_words_loaded += u64::from(length);
        self.load_words(start, length, start_word);
        let cycles = self.load_cycles(length);
        self.done(load.cycle, Latency::plain(cycles, cycles));
    }

    /// The words of a method, and one more that is read in vain.
    fn load_words(&mut self, start: u32, length: u32, start_word: u32) {
        let mask = self.jbc.len() as u32 - 1;
        let key = start << 10 | length;
        let first = start_word << 2 & mask;
        let memory = &self.system.memory.words;
        let place = start as usize..(start + length) as usize;
        if let Some(words) = memory.as_slice().get(place) {
            self.methods.load(key, first, self.jbc, words);
        } else {
            let words: Vec<u32> = (start..start + length).map(|at| memory.read(at)).collect();
            self.methods.load(key, first, self.jbc, &words);
        }
        let data = self.word(start + length);
        let controller = &mut self.system.controller;
        controller.bc_len = 0;
        controller.bc_addr = (start_word + length) & mask >> 2;
        self.set_address(start + length + 1);
        self.has_read(u64::from(length) + 1, start + length, data);
    }
}

/// Cycle by which blocks end: the caller's limit, or the next cycle in which the timer may request, less those that the
/// reference needs to be in step.
pub(crate) fn horizon(limit: u64, now: u64, steady: u64) -> u64 {
    limit.min(now + steady).saturating_sub(4)
}
