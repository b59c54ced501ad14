//! Observation of the engine: a type parameter, so that watching nothing costs nothing.

/// A place in the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Word address of the method's code.
    pub method: u32,
    /// Byte offset in it.
    pub pc: u32,
}

/// What takes the place of a bytecode.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Entry {
    /// An interrupt.
    Interrupt,
    /// An exception.
    Exception,
}

/// A lookup in the method cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MethodLookup {
    /// Word address of the method's code.
    pub method: u32,
    /// Its length in words.
    pub words: u32,
    /// Whether it was in the cache.
    pub hit: bool,
    /// Cycles that the load takes beyond what runs beside it; part of the bytecode's cycles.
    pub cycles: u64,
}

/// Watches the engine.
pub trait Probe {
    /// Whether [`Probe::bytecode`] is to be called: then every bytecode is a step of its own.
    const BYTECODES: bool = false;

    /// A bytecode at `place` was dispatched in `cycle` and the next one is `cycles` later.
    #[inline(always)]
    fn bytecode(&mut self, _cycle: u64, _place: Place, _opcode: u8, _cycles: u64) {}

    /// The bytecode before called the method at `callee`; called after [`Probe::bytecode`] and [`Probe::lookup`]. `java` tells the
    /// number of a bytecode that a Java method carries out.
    #[inline(always)]
    fn invoke(&mut self, _cycle: u64, _callee: u32, _java: Option<u8>) {}

    /// The bytecode before returned to the method at `caller`.
    #[inline(always)]
    fn ret(&mut self, _cycle: u64, _caller: u32) {}

    /// An interrupt or exception took the place of the bytecode at `place` in `cycle`; the handler's first one is `cycles` later.
    #[inline(always)]
    fn entry(&mut self, _cycle: u64, _place: Place, _entry: Entry, _cycles: u64) {}

    /// The method cache was asked.
    #[inline(always)]
    fn lookup(&mut self, _lookup: MethodLookup) {}
}

/// Watches nothing; costs nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProbe;

impl Probe for NoProbe {}
