//! The operations of the memory controller as functions of registers and memory (spec 04 sections 4 to 9).

use isa::{MachineConfig, MemoryKind};

use super::data_cache::Class;
use super::devices::Bus;
use super::method_cache::MethodCache;
use super::object_cache::ObjectCache;
use super::{Case, Coverage, Left};
use crate::support::words::*;

/// 23 bits of word address.
const ADDRESS: u32 = (1 << 23) - 1;
const INDEX_BIT_22: u32 = 1 << 22;

/// An operation with what it takes from the stack and the bytecode stream when it starts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start {
    pub(crate) code: u16,
    pub(crate) a: u32,
    pub(crate) b: u32,
    /// Third element of the stack, B of the cycle after.
    pub(crate) third: u32,
    /// Operand register, with the byte of the word that follows.
    pub(crate) operand: u32,
}

/// How an operation ended.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Outcome {
    /// It has to be waited for.
    pub(crate) busy: bool,
    pub(crate) exception: bool,
    /// The exception is reported late.
    pub(crate) late_exception: bool,
}

impl Outcome {
    const DONE: Self = Self {
        busy: true,
        exception: false,
        late_exception: false,
    };

    const EXCEPTION: Self = Self {
        busy: true,
        exception: true,
        late_exception: false,
    };

    const LATE_EXCEPTION: Self = Self {
        busy: true,
        exception: false,
        late_exception: true,
    };

    const IMMEDIATE: Self = Self {
        busy: false,
        exception: false,
        late_exception: false,
    };
}

/// Kinds of exception, as the system device numbers them.
const NULL_POINTER: u32 = 2;
const BOUNDS: u32 = 3;

/// The memory controller.
pub(crate) struct Memory {
    pub(crate) bus: Bus,
    method_cache: MethodCache,
    object_cache: ObjectCache,
    /// Field from the object cache, as long as nothing else was read.
    cached_data: Option<u32>,
    /// Address of the next plain write, until another operation uses the register.
    write_address: Option<u32>,
    index: u32,
    /// The index register, not the operand, names the next field or static.
    native: bool,
    /// Window of the copy unit: addresses from `base` to below `pos` have moved by `offset`.
    base: u32,
    pos: u32,
    offset: u32,
    /// A field write that has not seen its operand yet.
    putfield: Option<Start>,
    /// The memory is so fast that a bounds error of a load comes late.
    reports_late: bool,
    pub(crate) coverage: Coverage,
}

impl Memory {
    pub(crate) fn new(config: &MachineConfig, image: &[u32]) -> Self {
        let mut words = image.to_vec();
        words.resize(config.memory_words as usize, 0);
        Self {
            bus: Bus::new(words, config.spm_width, config.data_cache),
            method_cache: MethodCache::new(config),
            object_cache: ObjectCache::new(config.object_cache),
            cached_data: None,
            write_address: None,
            index: 0,
            native: false,
            base: 0,
            pos: 0,
            offset: 0,
            putfield: None,
            // At most one wait state; the 16-bit memory never gets there, as it skips rdy_cnt = 2 instead.
            reports_late: config.memory != MemoryKind::Sram16 && config.ram_cnt <= 2,
            coverage: Coverage::default(),
        }
    }

    /// What `ldmrd` delivers.
    pub(crate) fn data(&self) -> u32 {
        self.cached_data.unwrap_or_else(|| self.bus.data())
    }

    /// Start of the method looked up last, as a word of the bytecode RAM.
    pub(crate) fn method_start(&self) -> u32 {
        self.method_cache.start_word()
    }

    /// The next field or static access takes the index register.
    pub(crate) fn is_native(&self) -> bool {
        self.native
    }

    /// Starts an operation and, but for putfield, finishes it.
    pub(crate) fn start(&mut self, start: Start, jbc: &mut [u8]) -> Result<Outcome, Left> {
        let Start { code, a, b, .. } = start;
        match code {
            STMWA => {
                self.write_address = Some(a & ADDRESS);
                return Ok(Outcome::IMMEDIATE);
            }
            STIDX => {
                self.coverage.meet(Case::ObjectCacheInvalidate);
                self.index = a & ADDRESS;
                self.native = true;
                self.object_cache.invalidate();
                return Ok(Outcome::IMMEDIATE);
            }
            CINVAL => {
                self.object_cache.invalidate();
                if let Some(caches) = &mut self.bus.caches {
                    caches.invalidate();
                }
                return Ok(Outcome::IMMEDIATE);
            }
            STGF => return self.getfield(a & ADDRESS, start.operand),
            _ => {}
        }
        self.cached_data = None;
        match code {
            STMRA => self.read(a & ADDRESS, Class::Bypass)?,
            STMRAC => self.read(a & ADDRESS, Class::Constants)?,
            STMRAF => self.read(a & ADDRESS, Class::Associative)?,
            STMWD => self.plain_write(a, Class::Bypass)?,
            STMWDF => self.plain_write(a, Class::Associative)?,
            STALD => return self.array_load(b & ADDRESS, a & ADDRESS),
            STAST => return self.array_store(start.third & ADDRESS, b & ADDRESS, a),
            STPF | STPFR => self.putfield = Some(start),
            STGS => {
                let address = self.static_address(start.operand);
                self.read(address, Class::Statics)?;
            }
            STPS => {
                let address = self.static_address(start.operand);
                self.write(address, Class::Statics, a)?;
            }
            STCP => self.copy(start)?,
            _ => self.load_method(a >> 10 & 0x3_ffff, a & 0x3ff, jbc)?,
        }
        Ok(Outcome::DONE)
    }

    /// Behind every word.
    pub(crate) fn end_of_step(&mut self) {
        self.object_cache.end_of_step();
        if let Some(caches) = &mut self.bus.caches
            && std::mem::take(&mut caches.found)
        {
            self.coverage.meet(Case::DataCacheHit);
        }
    }

    /// Redirects an address that the copy unit has moved.
    fn translate(&mut self, address: u32) -> u32 {
        if (self.base..self.pos).contains(&address) {
            self.coverage.meet(Case::Translated);
            (address + self.offset) & ADDRESS
        } else {
            address
        }
    }

    fn read(&mut self, address: u32, class: Class) -> Result<(), Left> {
        let address = self.translate(address);
        self.bus.read(address, class).map(drop)
    }

    fn write(&mut self, address: u32, class: Class, value: u32) -> Result<(), Left> {
        let address = self.translate(address);
        self.bus.write(address, class, value)
    }

    fn plain_write(&mut self, value: u32, class: Class) -> Result<(), Left> {
        let address = self
            .write_address
            .ok_or(Left("a write without an address"))?;
        self.write(address, class, value)
    }

    /// Address of a static variable. The access takes back the mark of a native one.
    fn static_address(&mut self, operand: u32) -> u32 {
        self.write_address = None;
        if std::mem::take(&mut self.native) {
            self.coverage.meet(Case::NativeAccess);
            self.index
        } else {
            operand
        }
    }

    /// Reads the first word of a handle, which is the pointer to its data. Even the null handle is read.
    fn pointer(&mut self, handle: u32, class: Class) -> Result<u32, Left> {
        self.write_address = None;
        let address = self.translate(handle);
        self.bus.read(address, class)
    }

    fn exception(&mut self, kind: u32) -> Outcome {
        self.coverage.meet(match kind {
            NULL_POINTER => Case::NullPointer,
            _ => Case::Bounds,
        });
        self.bus.system.report(kind);
        Outcome::EXCEPTION
    }

    fn getfield(&mut self, handle: u32, operand: u32) -> Result<Outcome, Left> {
        if self.object_cache.is_enabled() && self.object_cache.invalidating {
            return Err(Left("a field read while the object cache is invalidated"));
        }
        let native = self.native;
        if !native {
            self.index = operand;
            if let Some(value) = self.object_cache.hit(handle, operand) {
                self.coverage.meet(Case::ObjectCacheHit);
                self.cached_data = Some(value);
                self.write_address = None;
                return Ok(Outcome::DONE);
            }
        }
        self.cached_data = None;
        let pointer = self.pointer(handle, Class::Bypass)?;
        if handle == 0 {
            return Ok(self.exception(NULL_POINTER));
        }
        let field = pointer.wrapping_add(self.index) & ADDRESS;
        self.read(field, Class::Associative)?;
        self.native = false;
        if !self.bypasses_cache(native, pointer) {
            self.coverage.meet(Case::ObjectCacheFill);
            self.object_cache.fill(handle, operand, self.bus.data());
        }
        Ok(Outcome::DONE)
    }

    /// Native accesses and hardware objects do not reach the object cache.
    fn bypasses_cache(&mut self, native: bool, pointer: u32) -> bool {
        let in_hardware = pointer >> 31 != 0;
        if native {
            self.coverage.meet(Case::NativeAccess);
        }
        if in_hardware {
            self.coverage.meet(Case::HardwareObject);
        }
        native || in_hardware
    }

    /// Finishes a field write, which takes its operand one word later than its stack values. Returns whether it
    /// raised an exception.
    pub(crate) fn finish_putfield(&mut self, operand: u32) -> Result<bool, Left> {
        let Some(Start { code, a, b, .. }) = self.putfield.take() else {
            return Ok(false);
        };
        let handle = b & ADDRESS;
        let native = self.native;
        if !native {
            self.index = operand;
        }
        let pointer = self.pointer(handle, Class::Associative)?;
        if handle == 0 {
            return Ok(self.exception(NULL_POINTER).exception);
        }
        let (level, value_level) = (b >> 25, a >> 25);
        if code == STPFR && level < value_level {
            self.coverage.meet(Case::ScopeCheck);
            return Ok(false); // the write is suppressed, the mark of a native access stays
        }
        let field = pointer.wrapping_add(self.index) & ADDRESS;
        self.write(field, Class::Associative, a)?;
        self.native = false;
        if !self.bypasses_cache(native, pointer) && self.object_cache.update(handle, operand, a) {
            self.coverage.meet(Case::ObjectCacheUpdate);
        }
        Ok(false)
    }

    fn array_load(&mut self, handle: u32, index: u32) -> Result<Outcome, Left> {
        self.index = index;
        let (pointer, length) = match self.array(handle, index)? {
            Ok(array) => array,
            Err(kind) => return Ok(self.exception(kind)),
        };
        let element = self.translate(pointer.wrapping_add(index) & ADDRESS);
        self.bus.read(element, Class::Bypass)?;
        // Elsewhere than in main memory the length is not looked at.
        if !Bus::is_memory(element) {
            self.coverage.meet(Case::ArrayOutsideMemory);
            return Ok(Outcome::DONE);
        }
        if index < length {
            return Ok(Outcome::DONE);
        }
        let exception = self.exception(BOUNDS);
        Ok(if self.reports_late {
            Outcome::LATE_EXCEPTION
        } else {
            exception
        })
    }

    fn array_store(&mut self, handle: u32, index: u32, value: u32) -> Result<Outcome, Left> {
        self.index = index;
        let (pointer, length) = match self.array(handle, index)? {
            Ok(array) => array,
            Err(kind) => return Ok(self.exception(kind)),
        };
        if index >= length {
            return Ok(self.exception(BOUNDS));
        }
        let element = pointer.wrapping_add(index) & ADDRESS;
        self.write(element, Class::Bypass, value)?;
        self.native = false;
        Ok(Outcome::DONE)
    }

    /// Pointer and length of an array, or the kind of exception.
    fn array(&mut self, handle: u32, index: u32) -> Result<Result<(u32, u32), u32>, Left> {
        let first = self.translate(handle);
        let second = self.translate((handle + 1) & ADDRESS);
        if !Bus::is_memory(first) || !Bus::is_memory(second) {
            return Err(Left("an array handle outside main memory"));
        }
        let pointer = self.pointer(handle, Class::Associative)?;
        if handle == 0 {
            return Ok(Err(NULL_POINTER));
        }
        if index & INDEX_BIT_22 != 0 {
            return Ok(Err(BOUNDS));
        }
        let length = self.bus.read(second, Class::Associative)? & ADDRESS;
        Ok(Ok((pointer, length)))
    }

    /// One step of the copy unit: from `b` + `a` to `third` + `a`. The negative index ends the copy.
    fn copy(&mut self, Start { a, b, third, .. }: Start) -> Result<(), Left> {
        self.write_address = None;
        self.base = b & ADDRESS;
        self.pos = a.wrapping_add(b) & ADDRESS;
        self.offset = third.wrapping_sub(b) & ADDRESS;
        if a >> 31 != 0 {
            self.coverage.meet(Case::CopyStop);
            self.pos = self.base;
            return Ok(());
        }
        self.coverage.meet(Case::CopyStep);
        let value = self.bus.read(self.pos, Class::Bypass)?;
        self.write((self.pos + self.offset) & ADDRESS, Class::Bypass, value)?;
        self.pos = (self.pos + 1) & ADDRESS;
        self.native = false;
        Ok(())
    }

    /// Looks a method up and loads it on a miss; one word behind it is read, too. Length 0 means 1024.
    fn load_method(&mut self, address: u32, length: u32, jbc: &mut [u8]) -> Result<(), Left> {
        self.write_address = None;
        if self.method_cache.lookup(address, length) {
            self.coverage.meet(Case::MethodHit);
            return Ok(());
        }
        self.coverage.meet(Case::MethodMiss);
        let words = if length == 0 { 1024 } else { length };
        let start = self.method_cache.start_word();
        for i in 0..=words {
            if !Bus::is_memory(self.translate(address + i)) {
                // Reads overlap: the bus would show the other slave too early.
                return Err(Left("a method load outside main memory"));
            }
        }
        if 4 * (start + words) as usize > jbc.len() {
            self.coverage.meet(Case::MethodWraps);
        }
        for i in 0..words {
            self.read(address + i, Class::Bypass)?;
            let byte = 4 * (start + i) as usize % jbc.len();
            jbc[byte..byte + 4].copy_from_slice(&self.bus.data().to_be_bytes());
        }
        self.read(address + words, Class::Bypass)
    }
}
