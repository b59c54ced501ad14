//! Elements of a trace: lookups, and runs of bytecodes between them.

use method_cache::replay::{CallKind, load_words};

/// One event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A method-cache lookup.
    Lookup {
        /// Word address of the method, 18 bits.
        address: u32,
        /// The 10 bits of its length in words.
        length: u32,
        /// Invoke or return.
        kind: CallKind,
        /// Cycles from the strobe to the first one in which the microcode would wait; 65535 is any number from there on.
        hidden: u16,
    },
    /// Bytes of the method of the last lookup, executed one after the other: each bytecode begins one to five bytes
    /// behind the one before.
    Run {
        /// First byte, from the start of the method.
        first: u16,
        /// Last byte, operands included.
        last: u16,
    },
}

const ADDRESS_BITS: u32 = 18;
const LENGTH_BITS: u32 = 10;
const BYTE_BITS: u32 = 13;

impl Symbol {
    /// The symbol as a number: bit 0 is 0 for a lookup, with bit 1 for a return, then length, address, hidden
    /// cycles; 1 for a run, then first byte in 13 bits and last byte.
    #[must_use]
    pub fn code(self) -> u64 {
        match self {
            Self::Lookup {
                address,
                length,
                kind,
                hidden,
            } => {
                u64::from(kind == CallKind::Return) << 1
                    | u64::from(length) << 2
                    | u64::from(address) << (2 + LENGTH_BITS)
                    | u64::from(hidden) << (2 + LENGTH_BITS + ADDRESS_BITS)
            }
            Self::Run { first, last } => {
                1 | u64::from(first) << 1 | u64::from(last) << (1 + BYTE_BITS)
            }
        }
    }

    /// The symbol of a number, if it is one.
    #[must_use]
    pub fn from_code(code: u64) -> Option<Self> {
        let field = |shift: u32, bits: u32| (code >> shift & ((1 << bits) - 1)) as u32;
        let symbol = if code & 1 == 0 {
            Self::Lookup {
                address: field(2 + LENGTH_BITS, ADDRESS_BITS),
                length: field(2, LENGTH_BITS),
                kind: if code & 2 == 0 {
                    CallKind::Invoke
                } else {
                    CallKind::Return
                },
                hidden: field(2 + LENGTH_BITS + ADDRESS_BITS, 16) as u16,
            }
        } else {
            Self::Run {
                first: field(1, BYTE_BITS) as u16,
                last: field(1 + BYTE_BITS, BYTE_BITS) as u16,
            }
        };
        (symbol.code() == code && symbol.is_in_order()).then_some(symbol)
    }

    fn is_in_order(self) -> bool {
        match self {
            Self::Lookup { .. } => true,
            Self::Run { first, last } => first <= last && u32::from(last) < load_words(0) * 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_code_is_either_refused_or_that_of_its_symbol(code in prop_oneof![any::<u64>(), 0u64..1 << 46]) {
            if let Some(symbol) = Symbol::from_code(code) {
                prop_assert_eq!(symbol.code(), code);
            }
        }

        #[test]
        fn a_lookup_comes_back_from_its_code(
            address in 0u32..1 << 18, length in 0u32..1 << 10, hidden: u16, invoke: bool,
        ) {
            let kind = if invoke { CallKind::Invoke } else { CallKind::Return };
            let symbol = Symbol::Lookup { address, length, kind, hidden };
            prop_assert_eq!(Symbol::from_code(symbol.code()), Some(symbol));
        }

        #[test]
        fn a_run_comes_back_from_its_code(first in 0u16..4096, more in 0u16..4096) {
            let symbol = Symbol::Run { first, last: (first + more).min(4095) };
            prop_assert_eq!(Symbol::from_code(symbol.code()), Some(symbol));
        }
    }
}
