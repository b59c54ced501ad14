//! A machine under a recording: observed every cycle while recording, and only at calls elsewhere.

use cross_profile::Transfer;
use isa::Stop;
use jopizer::Symbols;
use run::events::{Events, MachineEvents};
use run::probes::CollectionProbe;
use sim_core::decode::MemoryOp;
use sim_core::local_bus::Slave;
use sim_core::probe::{Entry, MethodLookup, Signals};
use sim_core::simpcon::Command;
use sim_core::{MachineState, Probe, Statistics};
use superblock::{BlockMachine, Dispatch, Sums, Waited};

use crate::gate::Gate;
use crate::gated::Gated;
use crate::grain::Grain;
use crate::limits::{Limits, LimitsError, Unmet};
use crate::rows::{Rows, VerticalRow};

/// What counts all of a run, recorded or not.
pub type Also = (Statistics, CollectionProbe);

/// Recorded data of a run, and its interval.
#[derive(Debug, Clone)]
pub struct Recording<R> {
    contexts: AtGate<R>,
    rows: Levels,
}

/// The gate, and what is recorded on every grain.
#[derive(Debug, Clone)]
struct AtGate<R> {
    gate: Gate,
    probe: MachineEvents<R>,
}

/// The levels below the contexts.
#[derive(Debug, Clone)]
enum Levels {
    None,
    Words(Box<Rows>),
}

impl<R: Gated> Recording<R> {
    /// Nothing yet, of an image with these symbols; rows of bytecodes are a layer of the recorder.
    ///
    /// # Errors
    /// When the limits mean nothing in this image.
    pub fn new(
        mut recorder: R,
        grain: Grain,
        limits: &Limits,
        symbols: Option<&Symbols>,
    ) -> Result<Self, LimitsError> {
        let gate = Gate::new(limits.resolve(symbols)?, symbols);
        if !gate.is_open {
            recorder.paused(0);
        }
        Ok(Self {
            contexts: AtGate {
                gate,
                probe: MachineEvents::new(recorder),
            },
            rows: match grain {
                Grain::Method | Grain::Bytecode => Levels::None,
                Grain::Microinstruction => Levels::Words(Box::default()),
            },
        })
    }

    /// Runs until something leaves the machine or its cycle counter reaches `limit`; `also` counts all of it.
    pub fn run(&mut self, machine: &mut BlockMachine, limit: u64, also: &mut Also) -> Stop {
        let contexts = &mut self.contexts;
        match &mut self.rows {
            Levels::None => Session {
                contexts,
                rows: &mut NoRows,
                also,
            }
            .run(machine, limit),
            Levels::Words(rows) => Session {
                contexts,
                rows: &mut **rows,
                also,
            }
            .run(machine, limit),
        }
    }

    /// A moment of its limits, which are these, that has not come yet.
    #[must_use]
    pub fn unmet(&self, limits: &Limits) -> Option<Unmet> {
        self.contexts.gate.unmet(limits)
    }

    /// It records the bytecode that runs.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.contexts.gate.is_open
    }

    /// What has been recorded of contexts so far.
    pub fn recorder(&mut self) -> &mut R {
        self.contexts.probe.recorder()
    }

    /// What was recorded of contexts, and the rows with microinstructions; the running bytecode counts with its cycles so far.
    #[must_use]
    pub fn into_parts(self) -> (R, Vec<VerticalRow>) {
        let is_open = self.is_open();
        let rows = match self.rows {
            Levels::None => Vec::new(),
            Levels::Words(rows) => rows.finish(is_open),
        };
        let probe = self.contexts.probe;
        let recorder = if is_open {
            probe.finish()
        } else {
            probe.stop()
        };
        (recorder, rows)
    }
}

/// Rows, or none.
trait Level: Probe {
    fn resume(&mut self, lookup: &MethodLookup);
}

struct NoRows;

impl Probe for NoRows {}

impl Level for NoRows {
    fn resume(&mut self, _lookup: &MethodLookup) {}
}

impl Level for Rows {
    fn resume(&mut self, lookup: &MethodLookup) {
        Self::resume(self, lookup);
    }
}

/// A run on one grain.
struct Session<'a, R, L> {
    contexts: &'a mut AtGate<R>,
    rows: &'a mut L,
    also: &'a mut Also,
}

impl<R: Gated, L: Level> Session<'_, R, L> {
    fn run(&mut self, machine: &mut BlockMachine, limit: u64) -> Stop {
        while machine.machine().state.cycle < limit {
            let cycle = machine.machine().state.cycle;
            let gate = &mut self.contexts.gate;
            gate.decide(cycle);
            let bound = gate.next_bound(cycle).min(limit);
            let stop = if gate.wanted || gate.is_open || gate.counts_bytecodes() {
                self.run_open(machine, bound)
            } else {
                self.run_closed(machine, bound)
            };
            if let Stop::Output(output) = stop {
                return Stop::Output(output);
            }
        }
        Stop::Limit
    }

    fn run_open(&mut self, machine: &mut BlockMachine, bound: u64) -> Stop {
        while machine.machine().state.cycle < bound
            && (self.contexts.gate.wanted
                || self.contexts.gate.is_open
                || self.contexts.gate.counts_bytecodes())
        {
            if let Some(output) = machine.step(self) {
                return Stop::Output(output);
            }
        }
        Stop::Limit
    }

    fn run_closed(&mut self, machine: &mut BlockMachine, bound: u64) -> Stop {
        let watch = Afar {
            gate: std::mem::take(&mut self.contexts.gate),
            threads: &mut self.contexts.probe,
        };
        let (statistics, collections) = &mut *self.also;
        let seen = std::mem::replace(collections, CollectionProbe::new(None));
        let mut probe = (std::mem::take(statistics), (seen, watch));
        let stop = machine.run(bound, &mut probe);
        (*statistics, *collections) = (probe.0, probe.1.0);
        self.contexts.gate = probe.1.1.gate;
        stop
    }

    /// Opens or closes at a dispatch, as the gate wants.
    #[cold]
    fn turn(&mut self, state: &MachineState, frame: u32) {
        let AtGate { gate, probe } = &mut *self.contexts;
        gate.is_open = gate.wanted;
        if !gate.wanted {
            probe.pause();
            probe.recorder().contexts().pause();
            probe.recorder().paused(state.cycle);
        } else if let Some(lookup) = gate.method {
            let at = Transfer {
                address: lookup.address,
                frame,
            };
            let recorder = probe.recorder();
            recorder.resumes(state.cycle, &state.memory_system.memory.words);
            if gate.goes_on {
                recorder.contexts().go_on();
            } else {
                let region = gate.region();
                recorder.contexts().resume(at, gate.is_called, region);
            }
            probe.resume(state.cycle, &lookup);
            self.rows.resume(&lookup);
        }
    }
}

/// Sees every cycle, and hands on what is recorded.
impl<R: Gated, L: Level> Probe for Session<'_, R, L> {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        self.also.cycle(state, signals);
        self.contexts.gate.runs(state.bytecode_fetch.jinstr);
        if self.contexts.gate.is_open {
            self.contexts.probe.cycle(state, signals);
            // Rows cut bytecodes a cycle later than contexts do.
            if state.cycle != 0 {
                self.rows.cycle(state, signals);
            }
        }
        if signals.rom_data.nxt() {
            let frame = state.stack.vp();
            self.contexts.gate.ended(state.cycle, frame);
            let gate = &self.contexts.gate;
            if gate.wanted != gate.is_open {
                self.turn(state, frame);
            }
            self.contexts.gate.goes_on = false;
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        self.also.dispatch(cycle, jpc, bytecode);
        self.contexts.gate.dispatch(cycle, jpc, bytecode);
        if self.contexts.gate.is_open {
            self.contexts.probe.dispatch(cycle, jpc, bytecode);
            self.rows.dispatch(cycle, jpc, bytecode);
        }
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.also.entry(cycle, entry);
        self.contexts.gate.entry(cycle, entry);
        if self.contexts.gate.is_open {
            self.contexts.probe.entry(cycle, entry);
            self.rows.entry(cycle, entry);
        }
    }

    #[inline(always)]
    fn memory_op(&mut self, cycle: u64, op: MemoryOp) {
        self.also.memory_op(cycle, op);
        self.contexts.probe.memory_op(cycle, op);
        self.rows.memory_op(cycle, op);
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        self.also.transaction(cycle, command);
        self.contexts.gate.transaction(cycle, command);
        self.rows.transaction(cycle, command);
        if self.contexts.gate.is_open {
            self.contexts.probe.transaction(cycle, command);
        } else {
            self.contexts.probe.unseen(cycle, command);
        }
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.also.lookup(cycle, lookup);
        self.contexts.gate.lookup(cycle, lookup);
        if self.contexts.gate.is_open {
            self.contexts.probe.lookup(cycle, lookup);
            self.rows.lookup(cycle, lookup);
        }
    }

    #[inline(always)]
    fn wait(&mut self, cycle: u64) {
        self.also.wait(cycle);
    }

    #[inline(always)]
    fn stall(&mut self, cycle: u64) {
        self.also.stall(cycle);
        if self.contexts.gate.is_open {
            self.contexts.probe.stall(cycle);
            self.rows.stall(cycle);
        }
    }
}

/// Sees what it takes to notice that recording is wanted; stops the machine then.
struct Afar<'a, R> {
    gate: Gate,
    /// It numbers threads from the first one on.
    threads: &'a mut MachineEvents<R>,
}

impl<R: Events> Probe for Afar<'_, R> {
    #[inline(always)]
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        self.gate.runs(state.bytecode_fetch.jinstr);
        if signals.rom_data.nxt() {
            self.gate.ended(state.cycle, state.stack.vp());
        }
    }

    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, jpc: u32, bytecode: u8) {
        self.gate.dispatch(cycle, jpc, bytecode);
    }

    fn entry(&mut self, cycle: u64, entry: Entry) {
        self.gate.entry(cycle, entry);
    }

    #[inline(always)]
    fn transaction(&mut self, cycle: u64, command: &Command) {
        self.gate.transaction(cycle, command);
        self.threads.unseen(cycle, command);
    }

    #[inline(always)]
    fn lookup(&mut self, cycle: u64, lookup: MethodLookup) {
        self.gate.lookup(cycle, lookup);
    }
}

/// Writes that switch threads are the reference's. Of dispatches it needs those after lookups alone.
impl<R: Events> Sums for Afar<'_, R> {
    const SEES_DISPATCHES: bool = false;
    const MAY_STOP: bool = true;

    #[inline(always)]
    fn watches(&self, address: u32) -> bool {
        self.gate.watches(address)
    }

    #[inline(always)]
    fn watches_write(&self, address: u32) -> bool {
        self.gate.watches_write(address)
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.gate.wanted
    }

    fn left(&mut self, _cycle: u64, _last: (MemoryOp, Slave), _load: Option<u64>) {
        self.gate.left();
    }

    #[inline(always)]
    fn dispatched(&mut self, dispatch: &Dispatch) {
        self.gate.dispatched(dispatch);
    }

    #[inline(always)]
    fn looked_up(&mut self, waited: &Waited) {
        self.gate.looked_up(waited);
    }
}
