//! Calls of core 0 of several, as the machine that is exact to the cycle runs them.

use std::collections::{BTreeMap, VecDeque};

use cost_model::{PathId, RowId};
use fast_engine::{Executed, MethodLookup, Place, Probe as _, Stalls};
use jopizer::Symbols;
use sim_core::cmp::CmpProbe;
use sim_core::probe::{Entry, MethodLookup as Lookup, Signals};
use sim_core::{MachineState, Probe};

use crate::calls::Calls;

/// Cycles from a dispatch until all that came before it has taken effect.
const PIPELINE: u64 = 3;

/// Watches core 0.
pub(super) struct Core {
    pub(super) calls: Calls,
    /// The method at whose first call the others begin, and if it was called.
    start: u32,
    pub(super) has_started: bool,
    /// What runs, since which cycle, and where it goes.
    row: RowId,
    since: u64,
    lookup: Option<u32>,
    /// Least and most cycles of bytecodes that call nothing, by the phase of this period in which they are dispatched.
    period: u64,
    bytecodes: BTreeMap<(u8, u64), (u64, u64)>,
    /// What has ended, before its last changes of the frame pointer are known.
    ended: VecDeque<Executed>,
}

impl Core {
    pub(super) fn new(symbols: &Symbols, start: u32, period: u64) -> Self {
        Self {
            calls: Calls::new(symbols, false).by_phase(period),
            start,
            has_started: false,
            row: RowId::Reset,
            since: 0,
            lookup: None,
            period,
            bytecodes: BTreeMap::new(),
            ended: VecDeque::new(),
        }
    }

    fn goes_on(&mut self, cycle: u64, row: RowId) {
        let lookup = self.lookup.take().map(|method| MethodLookup {
            method,
            words: 0,
            hit: false,
            cycles: 0,
        });
        self.has_started |= lookup.is_some_and(|it| it.method == self.start);
        self.ended.push_back(Executed {
            cycle: self.since,
            place: Place { method: 0, pc: 0 },
            path: PathId::usual(self.row),
            runs: 1,
            cycles: cycle - self.since,
            stalls: Stalls::default(),
            delay: 0,
            lookup,
            frame: 0,
        });
        (self.row, self.since) = (row, cycle);
    }
}

impl Probe for Core {
    fn cycle(&mut self, state: &MachineState, _signals: &Signals) {
        let frame = state.stack.vp();
        while let Some(executed) = self.ended.front()
            && executed.cycle + executed.cycles + PIPELINE <= state.cycle
        {
            let executed = *executed;
            self.calls.executed(&Executed { frame, ..executed });
            self.ended.pop_front();
        }
    }

    fn dispatch(&mut self, cycle: u64, _jpc: u32, bytecode: u8) {
        if let (RowId::Bytecode(last), None) = (self.row, self.lookup)
            && let Some(phase) = self.since.checked_rem(self.period)
        {
            let cycles = cycle - self.since;
            let (least, most) = self
                .bytecodes
                .entry((last, phase))
                .or_insert((cycles, cycles));
            (*least, *most) = (cycles.min(*least), cycles.max(*most));
        }
        self.goes_on(cycle, RowId::Bytecode(bytecode));
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.goes_on(
            cycle,
            match entry {
                Entry::Interrupt => RowId::Interrupt,
                Entry::Exception => RowId::Exception,
            },
        );
    }

    fn lookup(&mut self, _cycle: u64, lookup: Lookup) {
        self.lookup = Some(lookup.address);
    }
}

/// Watches core 0, and none of the others.
pub(super) struct First {
    core: Option<Core>,
    other: Option<Core>,
}

impl First {
    pub(super) fn new(core: Core) -> Self {
        Self {
            core: Some(core),
            other: None,
        }
    }

    /// True once the others are to begin.
    pub(super) fn has_started(&self) -> bool {
        self.core.as_ref().is_some_and(|core| core.has_started)
    }

    /// Least and most cycles of bytecodes that call nothing, by the phase in which they are dispatched.
    pub(super) fn bytecodes(self) -> BTreeMap<(u8, u64), (u64, u64)> {
        self.core.map_or_else(BTreeMap::new, |core| core.bytecodes)
    }

    /// The calls that have ended.
    pub(super) fn calls(self) -> Calls {
        self.core.map_or_else(Calls::default, |core| core.calls)
    }
}

impl CmpProbe for First {
    type Cpu = Option<Core>;

    fn cpu(&mut self, cpu: usize) -> &mut Option<Core> {
        match cpu {
            0 => &mut self.core,
            _ => &mut self.other,
        }
    }
}
