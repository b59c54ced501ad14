//! The operations, each with the Java that makes one bytecode of it.

use isa::Bytecode;

/// Operands of an operation, named after the method that makes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Ints,
    Longs,
    /// A long and the low bits of an int.
    Shift,
    Floats,
    Doubles,
}

impl Kind {
    /// Method of `Operands`.
    pub(crate) fn maker(self) -> &'static str {
        match self {
            Kind::Ints => "ints",
            Kind::Longs | Kind::Shift => "longs",
            Kind::Floats => "floats",
            Kind::Doubles => "doubles",
        }
    }

    /// Expressions for the bits of the operands, as a `long` each.
    pub(crate) fn bits(self) -> [&'static str; 2] {
        match self {
            Kind::Ints => ["Operands.ia & MASK", "Operands.ib & MASK"],
            Kind::Longs => ["Operands.la", "Operands.lb"],
            Kind::Shift => ["Operands.la", "Operands.ib & MASK"],
            Kind::Floats => [
                "Float.floatToRawIntBits(Operands.fa) & MASK",
                "Float.floatToRawIntBits(Operands.fb) & MASK",
            ],
            Kind::Doubles => [
                "Double.doubleToRawLongBits(Operands.da)",
                "Double.doubleToRawLongBits(Operands.db)",
            ],
        }
    }
}

/// The type of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Int,
    Long,
    Float,
    Double,
}

/// An operation under test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// The bytecode.
    pub(crate) bytecode: Bytecode,
    pub(crate) kind: Kind,
    /// Number of operands.
    pub(crate) operands: usize,
    pub(crate) outcome: Outcome,
    /// Java that gives the result.
    pub(crate) java: &'static str,
    /// Executions of the bytecode in it.
    pub(crate) executions: u64,
}

const fn row(
    bytecode: Bytecode,
    kind: Kind,
    operands: usize,
    outcome: Outcome,
    java: &'static str,
) -> Operation {
    Operation {
        bytecode,
        kind,
        operands,
        outcome,
        java,
        executions: 1,
    }
}

/// A comparison needs two executions to distinguish its three results.
const fn compare(bytecode: Bytecode, kind: Kind, java: &'static str) -> Operation {
    Operation {
        executions: 2,
        ..row(bytecode, kind, 2, Outcome::Int, java)
    }
}

impl Operation {
    /// Name of its bytecode.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.bytecode.name()
    }
}

/// All of them, by group.
#[rustfmt::skip]
pub const OPERATIONS: [Operation; 36] = [
    row(Bytecode::Fadd, Kind::Floats, 2, Outcome::Float, "Operands.fa + Operands.fb"),
    row(Bytecode::Fsub, Kind::Floats, 2, Outcome::Float, "Operands.fa - Operands.fb"),
    row(Bytecode::Fmul, Kind::Floats, 2, Outcome::Float, "Operands.fa * Operands.fb"),
    row(Bytecode::Fdiv, Kind::Floats, 2, Outcome::Float, "Operands.fa / Operands.fb"),
    row(Bytecode::Frem, Kind::Floats, 2, Outcome::Float, "Operands.fa % Operands.fb"),
    row(Bytecode::Fneg, Kind::Floats, 1, Outcome::Float, "-Operands.fa"),
    compare(Bytecode::Fcmpl, Kind::Floats, "(Operands.fa > Operands.fb ? 2 : 0) + (Operands.fa >= Operands.fb ? 1 : 0)"),
    compare(Bytecode::Fcmpg, Kind::Floats, "(Operands.fa < Operands.fb ? 2 : 0) + (Operands.fa <= Operands.fb ? 1 : 0)"),
    row(Bytecode::Dadd, Kind::Doubles, 2, Outcome::Double, "Operands.da + Operands.db"),
    row(Bytecode::Dsub, Kind::Doubles, 2, Outcome::Double, "Operands.da - Operands.db"),
    row(Bytecode::Dmul, Kind::Doubles, 2, Outcome::Double, "Operands.da * Operands.db"),
    row(Bytecode::Ddiv, Kind::Doubles, 2, Outcome::Double, "Operands.da / Operands.db"),
    row(Bytecode::Drem, Kind::Doubles, 2, Outcome::Double, "Operands.da % Operands.db"),
    row(Bytecode::Dneg, Kind::Doubles, 1, Outcome::Double, "-Operands.da"),
    compare(Bytecode::Dcmpl, Kind::Doubles, "(Operands.da > Operands.db ? 2 : 0) + (Operands.da >= Operands.db ? 1 : 0)"),
    compare(Bytecode::Dcmpg, Kind::Doubles, "(Operands.da < Operands.db ? 2 : 0) + (Operands.da <= Operands.db ? 1 : 0)"),
    row(Bytecode::I2f, Kind::Ints, 1, Outcome::Float, "(float) Operands.ia"),
    row(Bytecode::I2d, Kind::Ints, 1, Outcome::Double, "(double) Operands.ia"),
    row(Bytecode::L2f, Kind::Longs, 1, Outcome::Float, "(float) Operands.la"),
    row(Bytecode::L2d, Kind::Longs, 1, Outcome::Double, "(double) Operands.la"),
    row(Bytecode::F2i, Kind::Floats, 1, Outcome::Int, "(int) Operands.fa"),
    row(Bytecode::F2l, Kind::Floats, 1, Outcome::Long, "(long) Operands.fa"),
    row(Bytecode::F2d, Kind::Floats, 1, Outcome::Double, "(double) Operands.fa"),
    row(Bytecode::D2i, Kind::Doubles, 1, Outcome::Int, "(int) Operands.da"),
    row(Bytecode::D2l, Kind::Doubles, 1, Outcome::Long, "(long) Operands.da"),
    row(Bytecode::D2f, Kind::Doubles, 1, Outcome::Float, "(float) Operands.da"),
    row(Bytecode::Imul, Kind::Ints, 2, Outcome::Int, "Operands.ia * Operands.ib"),
    row(Bytecode::Idiv, Kind::Ints, 2, Outcome::Int, "Operands.ia / Operands.ib"),
    row(Bytecode::Irem, Kind::Ints, 2, Outcome::Int, "Operands.ia % Operands.ib"),
    row(Bytecode::Lmul, Kind::Longs, 2, Outcome::Long, "Operands.la * Operands.lb"),
    row(Bytecode::Ldiv, Kind::Longs, 2, Outcome::Long, "Operands.la / Operands.lb"),
    row(Bytecode::Lrem, Kind::Longs, 2, Outcome::Long, "Operands.la % Operands.lb"),
    row(Bytecode::Lshl, Kind::Shift, 2, Outcome::Long, "Operands.la << Operands.ib"),
    row(Bytecode::Lshr, Kind::Shift, 2, Outcome::Long, "Operands.la >> Operands.ib"),
    row(Bytecode::Lushr, Kind::Shift, 2, Outcome::Long, "Operands.la >>> Operands.ib"),
    compare(Bytecode::Lcmp, Kind::Longs, "(Operands.la < Operands.lb ? 2 : 0) + (Operands.la <= Operands.lb ? 1 : 0)"),
];

#[cfg(test)]
mod tests {
    use super::OPERATIONS;

    #[test]
    fn no_bytecode_has_two_operations() {
        for (place, operation) in OPERATIONS.iter().enumerate() {
            let others = &OPERATIONS[place + 1..];
            assert!(
                others
                    .iter()
                    .all(|other| other.bytecode != operation.bytecode)
            );
        }
    }
}
