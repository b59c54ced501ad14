//! The memory side of the processor: controller, method and object cache, local bus, memory and devices.
//!
//! ```text
//!   op, a, b, bcopd --> memory controller --> local bus --+--> main memory
//!                         |          |                    |    [through the data caches]
//!                    method cache  object cache           +--> scratchpad
//!                                                         +--> io
//! ```
//!
//! Most microinstructions leave the memory side alone. Once everything here has come to rest
//! ([`MemorySystem::is_quiet`]) only the devices are clocked until the next strobe.

use method_cache::replay::load_words;
use method_cache::{MethodCache, Organisation};
use serde::{Deserialize, Serialize};

use crate::bytecode_fetch::BytecodeFetch;
use crate::controller_state::ControllerState;
use crate::data_cache::DataCache;
use crate::decode::MemoryOp;
use crate::io::Io;
use crate::local_bus::{LocalBus, Slave};
use crate::lock_port::LockPort;
use crate::main_memory::MainMemory;
use crate::memory_controller::{Inputs, MemoryController};
use crate::object_cache::{ObjectCache, Pins};
use crate::probe::{MethodLookup, Probe};
use crate::scratchpad::Scratchpad;
use crate::simpcon::{Command, Response};
use crate::system_device::Events;
use isa::{ConfigError, MachineConfig, Output};

/// Signals that the processor drives in one cycle.
#[derive(Debug, Clone, Copy)]
pub struct Request {
    /// Strobe of the instruction in EX.
    pub op: MemoryOp,
    /// Top of stack.
    pub a: u32,
    /// Next of stack.
    pub b: u32,
    /// Bytecode operand, 16 bits.
    pub bcopd: u32,
}

/// Registers and memories of the memory side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemorySystem {
    /// Memory controller.
    pub controller: MemoryController,
    /// Method-cache tags.
    pub method_cache: Organisation,
    /// Object cache.
    pub object_cache: ObjectCache,
    /// Local bus multiplexer.
    pub local_bus: LocalBus,
    /// Data caches in front of main memory, where the machine has them.
    pub data_cache: Option<Box<DataCache>>,
    /// Main memory.
    pub memory: MainMemory,
    /// Scratchpad RAM.
    pub scratchpad: Scratchpad,
    /// I/O devices.
    pub io: Io,
    /// Inputs of the controller in this cycle: the registers of the selected slave.
    response: Response,
    /// Nothing but the devices moves until the next strobe.
    quiet: bool,
}

impl MemorySystem {
    /// The memory side after reset, the memory filled from its start with `image`.
    ///
    /// # Errors
    /// When the method cache has a geometry that cannot be built.
    pub fn new(config: &MachineConfig, image: &[u32]) -> Result<Self, ConfigError> {
        Ok(Self {
            controller: MemoryController::new(config.jpc_width),
            method_cache: Organisation::of(config)?,
            object_cache: ObjectCache::new(config.object_cache),
            local_bus: LocalBus::default(),
            data_cache: config.data_cache.then(Box::default),
            memory: MainMemory::new(config, image),
            scratchpad: Scratchpad::new(config.spm_width),
            io: Io::new(config),
            response: Response::default(),
            quiet: false,
        })
    }

    /// Checks that a restored unit fits this machine (`fresh`): same sizes and constants, no value wider than its register.
    pub(crate) fn fits(&self, fresh: &Self) -> bool {
        let data_cache = match (&self.data_cache, &fresh.data_cache) {
            (None, None) => true,
            (Some(cache), Some(fresh)) => cache.fits(fresh),
            _ => false,
        };
        self.controller.fits(&fresh.controller)
            && self.method_cache.fits(&fresh.method_cache)
            && self.object_cache.fits(&fresh.object_cache)
            && data_cache
            && self.memory.fits(&fresh.memory)
            && self.scratchpad.fits(&fresh.scratchpad)
            && self.io.fits(&fresh.io)
            && self.response.fits()
    }

    /// Nothing but the devices moves in this cycle, unless the processor strobes.
    #[inline(always)]
    #[must_use]
    pub fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Puts the memory side to rest after an engine of another kind has moved its registers: every access is done. In the
    /// first cycle of that the units do not know it yet (`quiet` unset).
    pub fn come_to_rest(&mut self, quiet: bool) {
        self.response = self.response_of(self.local_bus.selected());
        self.quiet = quiet;
    }

    /// Puts a port of an arbiter in place of the memory, which is returned, and connects the devices to a lock unit.
    pub fn connect(&mut self, lock: LockPort) -> MainMemory {
        self.io.connect(lock);
        // A data cache at rest still follows the word on the memory's output, which another processor may change.
        let port = MainMemory::port(self.data_cache.is_none());
        std::mem::replace(&mut self.memory, port)
    }

    /// Answers from outside in the cycle that begins: the arbiter's, and the lock unit's, which the system device has already.
    #[inline]
    pub fn answer(&mut self, memory: Response) {
        self.memory.set_response(memory);
        self.response = self.response_of(self.local_bus.selected());
        self.quiet &= self.response.rdy_cnt == 0;
    }

    /// Response of a slave of the local bus in this cycle.
    #[inline(always)]
    #[must_use]
    pub fn response_of(&self, slave: Slave) -> Response {
        match slave {
            Slave::Memory => match &self.data_cache {
                None => self.memory.response(),
                Some(cache) => cache.response(self.memory.response()),
            },
            Slave::Scratchpad => self.scratchpad.response(),
            Slave::Io => self.io.response(),
        }
    }

    /// Inputs of the controller in this cycle.
    #[inline(always)]
    #[must_use]
    pub fn response(&self) -> Response {
        self.response
    }

    /// The lookup whose answer the controller takes in this cycle, if one is under way and ready.
    #[inline]
    #[must_use]
    pub fn answered_lookup(&self) -> Option<MethodLookup> {
        answered(&self.controller, &self.method_cache)
    }

    /// Returns true if the processor has to wait: `mem_bsy`.
    #[inline(always)]
    #[must_use]
    pub fn is_busy(&self) -> bool {
        !self.quiet && self.controller.is_busy(self.response.rdy_cnt)
    }

    /// The command on the bus in this cycle.
    #[inline(always)]
    #[must_use]
    pub fn command(&self, request: Request) -> Command {
        self.controller.command(request)
    }

    /// Source of `exr` that an instruction selects: memory data, product or method start in bytes.
    #[inline(always)]
    #[must_use]
    pub fn external(&self, select: u8, product: u32) -> u32 {
        match select {
            0 if self.controller.read_ocache => self.object_cache.data_out(),
            0 => self.response().rd_data,
            1 => product,
            _ => self.method_cache.start_word() << 2,
        }
    }

    /// The asynchronous reset of the data caches in a cycle of `cinval`, before anything looks at their answer.
    #[cold]
    pub fn reset_data_cache(&mut self) {
        if let Some(cache) = &mut self.data_cache {
            cache.reset_units();
            self.response = self.response_of(self.local_bus.selected());
        }
    }

    /// The edge ending a cycle. A loaded word goes into the bytecode RAM of `fetch`.
    #[inline(always)]
    pub fn clock<P: Probe>(
        &mut self,
        request: Request,
        events: Events,
        fetch: &mut BytecodeFetch,
        observer: (u64, &mut P),
    ) -> Option<Output> {
        if self.quiet && request.op == MemoryOp::None {
            return self.io.clock(&Command::IDLE, events);
        }
        let outputs = &self.controller.outputs;
        let strobes = request.op != MemoryOp::None || outputs.rd || outputs.wr;
        let command = if !strobes && self.data_cache.is_none() {
            Command::IDLE
        } else {
            self.controller.command(request)
        };
        self.clock_controller(request, fetch, observer);
        self.local_bus.clock(&command, self.response);
        let output = self.clock_slaves(&command, request.op, events);
        self.response = self.response_of(self.local_bus.selected());
        output
    }

    #[inline(always)]
    fn clock_controller<P: Probe>(
        &mut self,
        request: Request,
        fetch: &mut BytecodeFetch,
        (cycle, probe): (u64, &mut P),
    ) {
        let response = self.response;
        let controller = &mut self.controller;
        let inputs = inputs(request, response, &self.method_cache, &self.object_cache);
        let next_state = controller.next_state(&inputs);
        if let Some(lookup) = answered(controller, &self.method_cache) {
            probe.lookup(cycle, lookup);
            if lookup.hit && self.method_cache.needs_words() {
                put_words(&lookup, &self.memory, fetch);
            }
        }
        if controller.outputs.bc_wr_ena {
            fetch.write_word(controller.bc_addr, response.rd_data);
        }
        if self.object_cache.is_enabled() {
            self.object_cache
                .clock(&object_cache_pins(controller, request, response.rd_data));
        }
        let (method, length) = (controller.addr_reg, controller.bc_len);
        self.quiet = controller.state == ControllerState::Idl
            && next_state == ControllerState::Idl
            && request.op == MemoryOp::None
            && response.rdy_cnt == 0
            && self.method_cache.ready()
            && self.memory.is_idle()
            && self.data_cache.as_ref().is_none_or(|cache| cache.is_idle())
            && self.local_bus.is_settled();
        if !controller.waits(request.op, next_state) {
            controller.clock(&inputs, next_state);
        }
        let find = request.op == MemoryOp::MethodLoad;
        if find || !self.method_cache.is_idle() {
            self.method_cache
                .clock(find, method & method_cache::ADDRESS_MASK, length);
        }
    }

    #[inline(always)]
    fn clock_slaves(&mut self, command: &Command, op: MemoryOp, events: Events) -> Option<Output> {
        if command.is_active() {
            match Slave::of(command.address) {
                Slave::Memory => self.clock_memory(command, op),
                slave => {
                    let elsewhere = Command {
                        rd: false,
                        wr: false,
                        ..*command
                    };
                    self.clock_memory(&elsewhere, op);
                    if slave == Slave::Io {
                        return self.io.clock(command, events);
                    }
                    self.scratchpad.clock(command);
                }
            }
        } else {
            self.clock_memory(command, op);
        }
        self.io.clock(&Command::IDLE, events)
    }

    #[inline(always)]
    fn clock_memory(&mut self, command: &Command, op: MemoryOp) {
        match &mut self.data_cache {
            None => self.memory.clock(command),
            Some(cache) => {
                let to_memory = cache.memory_command(command);
                let invalidate = op == MemoryOp::Invalidate;
                cache.clock(command, self.memory.response(), invalidate);
                self.memory.clock(&to_memory);
            }
        }
    }
}

#[inline(always)]
fn inputs<'a>(
    request: Request,
    response: Response,
    method_cache: &'a Organisation,
    object_cache: &ObjectCache,
) -> Inputs<'a> {
    let Request { op, a, b, bcopd } = request;
    Inputs {
        op,
        a,
        b,
        bcopd,
        response,
        method_cache,
        object_hit: op == MemoryOp::GetField && object_cache.hit(a, bcopd),
    }
}

fn object_cache_pins(controller: &MemoryController, request: Request, rd_data: u32) -> Pins {
    let Request { op, a, bcopd, .. } = request;
    Pins {
        handle: a,
        index: bcopd,
        chk_gf: controller.checks_getfield(op),
        chk_pf: controller.chk_pf,
        wr_gf: controller.wr_gf,
        wr_pf: controller.wr_pf,
        gf_value: rd_data,
        pf_value: controller.value,
        inval: matches!(op, MemoryOp::Index | MemoryOp::Invalidate),
    }
}

/// Puts the words of a method that a studied cache has where it says.
fn put_words(lookup: &MethodLookup, memory: &MainMemory, fetch: &mut BytecodeFetch) {
    for n in 0..load_words(lookup.length) {
        let word = memory.words.read(lookup.address + n);
        fetch.write_word(lookup.start_word + n, word);
    }
}

/// The lookup whose answer the controller takes in this cycle.
#[inline(always)]
fn answered(controller: &MemoryController, method_cache: &Organisation) -> Option<MethodLookup> {
    let answers = controller.state == ControllerState::BcCc && method_cache.ready();
    answers.then(|| MethodLookup {
        address: controller.addr_reg & method_cache::ADDRESS_MASK,
        length: controller.bc_len,
        hit: method_cache.in_cache(),
        start_word: method_cache.start_word(),
    })
}
