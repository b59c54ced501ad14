//! Cycles of bytecodes by what the microcode did in them.

/// Cycles of one bytecode, or of some, by cause.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Spent {
    /// All cycles, from its dispatch to the next.
    pub cycles: u64,
    /// Cycles in which `wait` held the microcode for a read.
    pub memory_read: u64,
    /// Cycles in which it held for a write.
    pub memory_write: u64,
    /// Cycles in which it held for the method cache.
    pub load: u64,
}

impl Spent {
    /// Adds those of another bytecode.
    #[inline(always)]
    pub fn add(&mut self, other: &Self) {
        self.cycles += other.cycles;
        self.memory_read += other.memory_read;
        self.memory_write += other.memory_write;
        self.load += other.load;
    }
}
