//! Fields, static fields, array elements and the copy unit.

use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::simpcon::{ADDRESS_MASK, CacheClass};

use crate::latency::Latency;
use crate::memory_port::{MemoryPort, Strobe};
use crate::sums::Sums;

/// Cache classes of handles, lengths and fields, and of static fields.
const FIELD: CacheClass = CacheClass::FullyAssociative;
const STATIC: CacheClass = CacheClass::DirectMapped;

/// Bit of an index that only a negative or far too large one has.
const INDEX_OVERFLOW: u32 = 1 << 22;

impl<S: Sums> MemoryPort<'_, S> {
    #[inline(always)]
    pub(super) fn get_field(&mut self, strobe: &Strobe) -> Option<Latency> {
        let native = self.system.controller.was_a_stidx;
        let index = match strobe.operand {
            _ if native => self.system.controller.index,
            operand => operand?,
        };
        let handle = strobe.a & ADDRESS_MASK;
        if handle == 0 {
            return None;
        }
        let place = self.in_memory(handle)?;
        let object = self.word(place);
        let field = object.wrapping_add(index) & ADDRESS_MASK;
        let address = self.in_memory(field)?;
        let data = self.seen(FIELD, address);
        if self.system.object_cache.is_enabled() {
            self.check_field(strobe, strobe.operand?);
        }
        self.set_address(field);
        let controller = &mut self.system.controller;
        controller.index = index;
        controller.was_a_store = false;
        controller.was_a_hwo = object >> 31 != 0;
        let hits = self.has_read([(CacheClass::Bypass, place), (FIELD, address)], data);
        Some(self.latency(strobe, hits))
    }

    #[inline(always)]
    pub(super) fn put_field(&mut self, strobe: &Strobe) -> Option<Latency> {
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
        let object = self.seen(FIELD, place);
        let field = object.wrapping_add(index) & ADDRESS_MASK;
        let address = self.in_memory(field)?;
        self.may_write(address)?;
        if self.system.object_cache.is_enabled() && !native {
            self.update_field(strobe, index, object >> 31 == 0);
        }
        let hits = self.has_read([(FIELD, place)], object);
        let latency = self.latency(strobe, hits);
        self.set_address(field);
        let controller = &mut self.system.controller;
        controller.index = index;
        controller.value = strobe.a;
        controller.was_a_store = true;
        controller.dest_level_reg = strobe.b >> 25;
        self.has_written(strobe.cycle, latency, (FIELD, address, strobe.a));
        self.end_access();
        Some(latency)
    }

    #[inline(always)]
    pub(super) fn static_field(&mut self, strobe: &Strobe) -> Option<Latency> {
        let native = self.system.controller.was_a_stidx;
        let place = match strobe.operand {
            _ if native => self.system.controller.index,
            operand => operand?,
        };
        let address = self.in_memory(place)?;
        if strobe.op == MemoryOp::PutStatic {
            self.may_write(address)?;
        }
        self.set_address(place);
        let mut hits = 0;
        if strobe.op == MemoryOp::GetStatic {
            let data = self.seen(STATIC, address);
            hits = self.has_read([(STATIC, address)], data);
        } else {
            self.system.controller.value = strobe.a;
            let write = (STATIC, address, strobe.a);
            self.has_written(strobe.cycle, strobe.latency, write);
        }
        self.end_access();
        Some(self.latency(strobe, hits))
    }

    /// Address of an element, and those of handle and length; the length; none if the access raises an exception.
    #[inline(always)]
    pub(super) fn element(&self, handle: u32, index: u32) -> Option<(u32, [u32; 2], u32)> {
        let handle = handle & ADDRESS_MASK;
        let index = index & ADDRESS_MASK;
        if handle == 0 || index & INDEX_OVERFLOW != 0 {
            return None;
        }
        let places = [self.in_memory(handle)?, self.in_memory(handle + 1)?];
        let [data, length] = if self.has_caches() {
            let replaced = self.replaces(places[0]);
            let data = self.cached(FIELD, places[0], false);
            [data, self.cached(FIELD, places[1], replaced)]
        } else {
            [self.word(places[0]), self.word(places[1])]
        };
        if index >= length & ADDRESS_MASK {
            return None;
        }
        Some((data.wrapping_add(index) & ADDRESS_MASK, places, length))
    }

    #[inline(always)]
    pub(super) fn array_load(&mut self, strobe: &Strobe) -> Option<Latency> {
        let (element, [handle, length], _) = self.element(strobe.b, strobe.a)?;
        let address = self.in_memory(element)?;
        let data = self.word(address);
        self.set_address(element);
        let controller = &mut self.system.controller;
        controller.index = strobe.a & ADDRESS_MASK;
        controller.was_a_store = false;
        let element = (CacheClass::Bypass, address);
        let hits = self.has_read([(FIELD, handle), (FIELD, length), element], data);
        Some(self.latency(strobe, hits))
    }

    #[inline(always)]
    pub(super) fn array_store(&mut self, strobe: &Strobe) -> Option<Latency> {
        let (element, places, length) = self.element(strobe.b_after, strobe.a_after)?;
        let address = self.in_memory(element)?;
        self.may_write(address)?;
        let [handle, bound] = places;
        let hits = self.has_read([(FIELD, handle), (FIELD, bound)], length);
        let latency = self.latency(strobe, hits);
        self.set_address(element);
        let controller = &mut self.system.controller;
        controller.index = strobe.a_after & ADDRESS_MASK;
        controller.value = strobe.a;
        controller.was_a_store = true;
        controller.dest_level_reg = strobe.b_after >> 25;
        let write = (CacheClass::Bypass, address, strobe.a);
        self.has_written(strobe.cycle, latency, write);
        self.end_access();
        Some(latency)
    }

    /// One word copied, and the window grows by it; the address of the write is translated in the window before.
    pub(super) fn copy(&mut self, strobe: &Strobe) -> Option<Latency> {
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
        self.may_write(address)?;
        let data = self.word(position);
        let controller = &mut self.system.controller;
        controller.base_reg = base;
        controller.pos_reg = (position + 1) & ADDRESS_MASK;
        controller.offset_reg = offset;
        controller.cp_stopbit = false;
        controller.value = data;
        self.has_read([(CacheClass::Bypass, position)], data);
        self.set_address(to);
        let write = (CacheClass::Bypass, address, data);
        self.has_written(strobe.cycle, strobe.latency, write);
        self.end_access();
        Some(strobe.latency)
    }
}
