//! Fields, static fields, array elements and the copy unit.

use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::simpcon::ADDRESS_MASK;

use crate::latency::Latency;
use crate::memory_port::{MemoryPort, Strobe};
use crate::sums::Sums;

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

    pub(super) fn static_field(&mut self, strobe: &Strobe) -> Option<Latency> {
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
    pub(super) fn element(&self, handle: u32, index: u32) -> Option<(u32, u32, u32)> {
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
    pub(super) fn array_load(&mut self, strobe: &Strobe) -> Option<Latency> {
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

    pub(super) fn array_store(&mut self, strobe: &Strobe) -> Option<Latency> {
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
}
