//! Position of the machine: the bytecode that was dispatched last, and its method.

use isa::image::MethodWord;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::{MachineState, Probe};
use superblock::{Dispatch, Sums, Waited};

/// The running bytecode, known from the dispatch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Code address of the running method: the tag of the method cache.
    pub method: u32,
    /// Byte offset of the bytecode in its method.
    pub pc: u32,
    /// The bytecode; none before the first, and where an interrupt or exception took its place.
    pub bytecode: Option<u8>,
    /// Entry that replaced the bytecode.
    pub entry: Option<Entry>,
    /// The cycle in which it was dispatched.
    pub since: u64,
    /// Bytecodes dispatched so far.
    pub count: u64,
    /// Byte of the bytecode RAM at which the method starts.
    start: u32,
    /// Method and start of the last lookup, which the next bytecode belongs to.
    looked_up: (u32, u32),
}

impl Position {
    /// Position of a machine that was not observed until now, as far as its registers show.
    #[must_use]
    pub fn of(state: &MachineState) -> Self {
        let words = &state.memory_system.memory.words;
        let running = state.cycle > 0;
        let start = state.memory_system.external(2, 0);
        let pc = state.bytecode_fetch.jpc_br;
        let method = if running {
            MethodWord::unpack(words.read(words.read(state.stack.ram[0]))).address
        } else {
            0
        };
        Self {
            method,
            pc: pc.wrapping_sub(start),
            bytecode: running.then_some(state.bytecode_fetch.jinstr),
            entry: None,
            since: state.cycle.saturating_sub(1),
            count: 0,
            start,
            looked_up: (method, start),
        }
    }

    /// Returns true if the machine is at the beginning of a bytecode, in the cycle after its dispatch.
    #[inline(always)]
    #[must_use]
    pub fn begins(&self, cycle: u64) -> bool {
        self.bytecode.is_some() && self.since + 1 == cycle
    }
}

impl Position {
    /// Returns true if one of these methods runs, or runs next.
    #[inline(always)]
    #[must_use]
    pub(crate) fn is_in(&self, methods: &[u32]) -> bool {
        methods.contains(&self.method) || methods.contains(&self.looked_up.0)
    }

    /// Code address of the method that was looked up last, and the word of the bytecode RAM at which it starts.
    #[must_use]
    pub fn looked_up(&self) -> (u32, u32) {
        (self.looked_up.0, self.looked_up.1 >> 2)
    }

    fn dispatched_at(&mut self, cycle: u64, jpc: u32) {
        (self.method, self.start) = self.looked_up;
        self.pc = jpc.wrapping_sub(self.start);
        self.since = cycle;
    }
}

impl Sums for Position {
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.dispatched_at(dispatch.cycle, dispatch.jpc);
        Probe::dispatch(self, dispatch.cycle, dispatch.jpc, dispatch.bytecode);
    }

    fn looked_up(&mut self, waited: &Waited) {
        Probe::lookup(self, waited.answer, waited.lookup);
    }
}

impl Probe for Position {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        if signals.rom_data.nxt() {
            self.dispatched_at(state.cycle, state.bytecode_fetch.jpc);
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, _jpc: u32, bytecode: u8) {
        self.bytecode = Some(bytecode);
        self.entry = None;
        self.count += 1;
    }

    fn entry(&mut self, _cycle: u64, entry: Entry) {
        self.bytecode = None;
        self.entry = Some(entry);
    }

    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.looked_up = (lookup.address, lookup.start_word << 2);
    }
}
