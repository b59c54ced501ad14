//! Predictor of the next symbol: the one that followed the same two the last time.

/// log2 of the number of entries.
const BITS: u32 = 14;

/// The table, the same on both sides of the file.
#[derive(Debug, Clone)]
pub(crate) struct Predictor {
    next: Box<[u32]>,
    last: u32,
    /// Entry of the two last symbols.
    entry: usize,
}

impl Predictor {
    pub(crate) fn new() -> Self {
        Self {
            next: vec![0; 1 << BITS].into_boxed_slice(),
            last: 0,
            entry: 0,
        }
    }

    /// Number of the symbol that is expected.
    #[inline(always)]
    pub(crate) fn expected(&self) -> u32 {
        self.next[self.entry]
    }

    /// Takes in the symbol that came.
    #[inline(always)]
    pub(crate) fn take(&mut self, symbol: u32) {
        self.next[self.entry] = symbol;
        let both = u64::from(self.last) << 32 | u64::from(symbol);
        // Multiplicative hashing: the high bits depend on all bits of both.
        self.entry = (both.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS)) as usize;
        self.last = symbol;
    }
}
