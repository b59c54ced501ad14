//! A change of the program that a solution takes for made, so that advice is the difference of two bounds.

use isa::op;

use crate::price::Price;
use crate::program::Method;

/// One change of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// A loop is repeated so often at most.
    Repetitions { method: u32, head: u32, most: u64 },
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

    /// Repetitions of a loop of a method that begins at this byte.
    pub(crate) fn repetitions(self, method: &Method<'_>, head: u32) -> Option<u64> {
        match self {
            Self::Repetitions {
                method: changed,
                head: of,
                most,
            } if (changed, of) == (method.symbol.address, head) => Some(most),
            _ => None,
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

    /// The call that leaves a loop of a method, by the place of its instruction, and the loop.
    pub(crate) fn moved(self, method: &Method<'_>) -> Option<(usize, usize)> {
        match self {
            Self::Before {
                method: changed,
                instruction,
                outside,
            } if changed == method.symbol.address => Some((instruction, outside)),
            _ => None,
        }
    }
}

/// Returns true for the bytecodes that take and leave a monitor.
pub(crate) fn is_monitor(opcode: u8) -> bool {
    matches!(opcode, op::MONITORENTER | op::MONITOREXIT)
}
