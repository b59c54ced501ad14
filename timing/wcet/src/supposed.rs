//! A change of the program that a solution takes for made, so that advice is the difference of two bounds.

use std::collections::BTreeMap;

use isa::op;

use crate::ipet::Load;
use crate::loop_bounds::LoopBound;
use crate::options::LoopId;
use crate::price::Price;
use crate::program::Method;
use crate::solve::Call;

/// One change of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// A loop is repeated so often at most.
    Repetitions { of: LoopId, most: u64 },
    /// A method has so many words of code.
    Words { method: u32, words: u32 },
    /// The call at an instruction happens once before a loop, not in it.
    Before {
        method: u32,
        instruction: usize,
        outside: usize,
    },
    /// A method takes no monitor.
    NoMonitor { method: u32 },
}

impl Change {
    /// Words of a method's code.
    pub(crate) fn words(self, method: &Method<'_>) -> u32 {
        match self {
            Self::Words {
                method: changed,
                words,
            } if changed == method.symbol.address => words,
            _ => method.words,
        }
    }

    /// Puts the change into the bounds of the loops of a method, which begin at these bytes.
    pub(crate) fn of_loops(
        self,
        method: &Method<'_>,
        bounds: &mut [Option<LoopBound>],
        heads: impl Iterator<Item = u32>,
    ) {
        let Self::Repetitions { of, most } = self else {
            return;
        };
        for (bound, head) in bounds.iter_mut().zip(heads) {
            if let (true, Some(bound)) = (of == (method.symbol.address, head), bound) {
                bound.most = bound.most.min(most);
            }
        }
    }

    /// Puts the change into the prices of the instructions of a method.
    pub(crate) fn of_prices(self, method: &Method<'_>, prices: &mut [Price]) {
        let Self::NoMonitor { method: changed } = self else {
            return;
        };
        if changed != method.symbol.address {
            return;
        }
        for (price, it) in prices.iter_mut().zip(&method.instructions) {
            if is_monitor(it.opcode) {
                *price = Price::default();
            }
        }
    }

    /// Takes the call out of a method's calls, and gives it as something that happens once for each entry of its loop.
    pub(crate) fn take_call(
        self,
        method: &Method<'_>,
        block_of: &[usize],
        prices: &mut [Price],
        calls: &mut BTreeMap<usize, Call>,
    ) -> Option<Load> {
        let Self::Before {
            method: changed,
            instruction,
            outside,
        } = self
        else {
            return None;
        };
        if changed != method.symbol.address {
            return None;
        }
        let call = calls.remove(&instruction)?;
        let price = std::mem::take(&mut prices[instruction]);
        Some(Load {
            cost: call.sum().saturating_add(price.cycles),
            scope: Some(outside),
            users: vec![block_of[instruction]],
        })
    }
}

/// Returns true for the bytecodes that take and leave a monitor.
pub(crate) fn is_monitor(opcode: u8) -> bool {
    matches!(opcode, op::MONITORENTER | op::MONITOREXIT)
}
