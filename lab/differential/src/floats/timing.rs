//! Cycles of each execution of one bytecode in one method.

use cost_model::RowId;
use fast_engine::Executed;
use jopizer::Symbols;
use sim_core::Probe;
use sim_core::probe::MethodLookup;

use super::operations::Operation;
use super::source::MAIN;

/// Executions are counted by their cycles up to here; longer ones as this.
const LONGEST: usize = 1 << 20;

/// Times a bytecode from its dispatch to the next one in the same method.
#[derive(Debug)]
pub(crate) struct OperationProbe {
    /// Address of the method's code.
    method: u32,
    code: u8,
    current: u32,
    started: Option<u64>,
    /// Executions by cycles.
    counts: Vec<u64>,
    executions: u64,
    worst: (u64, u64),
}

impl OperationProbe {
    /// Watches the loop of an operation.
    pub(crate) fn new(symbols: &Symbols, operation: &Operation) -> Self {
        let method = symbols
            .methods
            .iter()
            .find(|method| method.class == MAIN && method.name == operation.name());
        Self {
            method: method.map_or(u32::MAX, |method| method.address),
            code: operation.bytecode.code(),
            current: 0,
            started: None,
            counts: vec![0; LONGEST + 1],
            executions: 0,
            worst: (0, 0),
        }
    }

    /// The longest execution in cycles, and its number.
    pub(crate) fn worst(&self) -> (u64, u64) {
        self.worst
    }

    /// Cycles that half of the executions do not exceed.
    pub(crate) fn median(&self) -> u64 {
        let mut below = 0;
        for (cycles, count) in self.counts.iter().enumerate() {
            below += count;
            if below * 2 >= self.executions {
                return cycles as u64;
            }
        }
        0
    }

    fn ended(&mut self, cycles: u64) {
        let index = usize::try_from(cycles).map_or(LONGEST, |cycles| cycles.min(LONGEST));
        self.counts[index] += 1;
        if cycles > self.worst.0 {
            self.worst = (cycles, self.executions);
        }
        self.executions += 1;
    }

    #[inline(always)]
    fn dispatched(&mut self, cycle: u64, method: u32, bytecode: u8) {
        if method != self.method {
            return;
        }
        if let Some(start) = self.started.take() {
            self.ended(cycle - start);
        }
        if bytecode == self.code {
            self.started = Some(cycle);
        }
    }
}

impl Probe for OperationProbe {
    #[inline(always)]
    fn dispatch(&mut self, cycle: u64, _jpc: u32, bytecode: u8) {
        self.dispatched(cycle, self.current, bytecode);
    }

    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        self.current = lookup.address;
    }
}

impl fast_engine::Probe for OperationProbe {
    const BYTECODES: bool = true;

    #[inline(always)]
    fn executed(&mut self, executed: &Executed) {
        if let RowId::Bytecode(bytecode) = executed.path.row {
            self.dispatched(executed.cycle, executed.place.method, bytecode);
        }
    }
}
