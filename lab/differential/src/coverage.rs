//! Executed bytecodes and their counts: in generated code, and in all code including the runtime's.

use isa::{Bytecode, op};
use jopizer::{Linked, Symbols};
use sim_core::Probe;
use sim_core::probe::MethodLookup;

/// Bytecodes of Java that no linked code from a compiler for Java 8 holds, each with why. The semantic suite of
/// `bytecode-timing` runs `nop` and `swap`, the only ones of them that the machine has.
pub const NOT_COMPILED: [(u8, &str); 8] = [
    (op::NOP, "no compiler needs it"),
    (op::SWAP, "javac keeps its operands in order"),
    (op::IINC, "the linker makes four bytecodes of it"),
    (op::JSR, "finally is copied since Java 6"),
    (op::RET, "finally is copied since Java 6"),
    (
        op::WIDE,
        "a method has 62 words of locals at most, and increments are rewritten",
    ),
    (op::GOTO_W, "a method has 2 KB of code at most"),
    (op::JSR_W, "finally is copied since Java 6"),
];

/// Counts of a run.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// Dispatched in generated code, by code.
    pub generated: [u64; 256],
    /// Dispatched anywhere, by code.
    pub all: [u64; 256],
}

impl Default for Coverage {
    fn default() -> Self {
        Self {
            generated: [0; 256],
            all: [0; 256],
        }
    }
}

impl Coverage {
    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Coverage) {
        for (sum, more) in self.generated.iter_mut().zip(other.generated) {
            *sum += more;
        }
        for (sum, more) in self.all.iter_mut().zip(other.all) {
            *sum += more;
        }
    }

    /// The bytecodes that compiled code can hold, as linked: code, name, count in generated code.
    #[must_use]
    pub fn of_compiled_code(&self) -> Vec<(u8, &'static str, u64)> {
        (0..=u8::MAX)
            .filter(|code| is_of_compiled_code(*code))
            .map(|code| {
                (
                    code,
                    Bytecode::of(code).name(),
                    self.generated[usize::from(code)],
                )
            })
            .collect()
    }

    /// The rarest of these.
    #[must_use]
    pub fn rarest(&self) -> (u8, &'static str, u64) {
        let counts = self.of_compiled_code();
        let rarest = counts.into_iter().min_by_key(|(_, _, count)| *count);
        rarest.unwrap_or((op::NOP, Bytecode::Nop.name(), 0))
    }

    /// Bytecodes dispatched in generated code.
    #[must_use]
    pub fn executed(&self) -> u64 {
        self.generated.iter().sum()
    }
}

/// Returns true if `javac` can make a bytecode, or the linker one from what it makes (spec 11 section 9): 224 to 231 and 236.
fn is_of_compiled_code(code: u8) -> bool {
    let is_left_out = NOT_COMPILED.iter().any(|(other, _)| *other == code);
    matches!(code, op::ACONST_NULL..=op::INVOKEINTERFACE
            | op::NEW..=op::JSR_W
            | op::GETSTATIC_REF..=op::PUTFIELD_LONG
            | op::INVOKESUPER)
        && !is_left_out
}

/// Counts while a machine runs.
#[derive(Debug)]
pub(crate) struct CoverageProbe {
    pub(crate) counts: Coverage,
    /// By word address: whether a generated method starts there.
    is_generated: Vec<bool>,
    in_generated: bool,
}

impl CoverageProbe {
    /// Knows the generated methods of a program by their classes.
    pub(crate) fn new(linked: &Linked, is_generated: impl Fn(&str) -> bool) -> Self {
        Self {
            counts: Coverage::default(),
            is_generated: addresses(&linked.symbols, is_generated),
            in_generated: false,
        }
    }
}

fn addresses(symbols: &Symbols, is_generated: impl Fn(&str) -> bool) -> Vec<bool> {
    let mut starts = Vec::new();
    for method in &symbols.methods {
        let address = method.address as usize;
        if starts.len() <= address {
            starts.resize(address + 1, false);
        }
        starts[address] = is_generated(&method.class);
    }
    starts
}

impl Probe for CoverageProbe {
    #[inline(always)]
    fn dispatch(&mut self, _cycle: u64, _jpc: u32, bytecode: u8) {
        let index = usize::from(bytecode);
        self.counts.all[index] += 1;
        self.counts.generated[index] += u64::from(self.in_generated);
    }

    #[inline(always)]
    fn lookup(&mut self, _cycle: u64, lookup: MethodLookup) {
        let address = lookup.address as usize;
        self.in_generated = self.is_generated.get(address).copied().unwrap_or_default();
    }
}
