//! The operations, each with the Java that makes one bytecode of it.

/// Which operands an operation takes, named after the method that makes them.
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
    /// Name of its bytecode.
    pub name: &'static str,
    /// The bytecode.
    pub(crate) code: u8,
    pub(crate) kind: Kind,
    /// How many operands it takes.
    pub(crate) operands: usize,
    pub(crate) outcome: Outcome,
    /// Java that gives the result.
    pub(crate) java: &'static str,
    /// How often the bytecode runs in it.
    pub(crate) executions: u64,
}

const fn row(
    name: &'static str,
    code: u8,
    kind: Kind,
    operands: usize,
    outcome: Outcome,
    java: &'static str,
) -> Operation {
    Operation {
        name,
        code,
        kind,
        operands,
        outcome,
        java,
        executions: 1,
    }
}

/// A comparison takes two executions to tell all of its three results.
const fn compare(name: &'static str, code: u8, kind: Kind, java: &'static str) -> Operation {
    Operation {
        executions: 2,
        ..row(name, code, kind, 2, Outcome::Int, java)
    }
}

/// All of them, by group.
#[rustfmt::skip]
pub const OPERATIONS: [Operation; 36] = [
    row("fadd", 0x62, Kind::Floats, 2, Outcome::Float, "Operands.fa + Operands.fb"),
    row("fsub", 0x66, Kind::Floats, 2, Outcome::Float, "Operands.fa - Operands.fb"),
    row("fmul", 0x6a, Kind::Floats, 2, Outcome::Float, "Operands.fa * Operands.fb"),
    row("fdiv", 0x6e, Kind::Floats, 2, Outcome::Float, "Operands.fa / Operands.fb"),
    row("frem", 0x72, Kind::Floats, 2, Outcome::Float, "Operands.fa % Operands.fb"),
    row("fneg", 0x76, Kind::Floats, 1, Outcome::Float, "-Operands.fa"),
    compare("fcmpl", 0x95, Kind::Floats, "(Operands.fa > Operands.fb ? 2 : 0) + (Operands.fa >= Operands.fb ? 1 : 0)"),
    compare("fcmpg", 0x96, Kind::Floats, "(Operands.fa < Operands.fb ? 2 : 0) + (Operands.fa <= Operands.fb ? 1 : 0)"),
    row("dadd", 0x63, Kind::Doubles, 2, Outcome::Double, "Operands.da + Operands.db"),
    row("dsub", 0x67, Kind::Doubles, 2, Outcome::Double, "Operands.da - Operands.db"),
    row("dmul", 0x6b, Kind::Doubles, 2, Outcome::Double, "Operands.da * Operands.db"),
    row("ddiv", 0x6f, Kind::Doubles, 2, Outcome::Double, "Operands.da / Operands.db"),
    row("drem", 0x73, Kind::Doubles, 2, Outcome::Double, "Operands.da % Operands.db"),
    row("dneg", 0x77, Kind::Doubles, 1, Outcome::Double, "-Operands.da"),
    compare("dcmpl", 0x97, Kind::Doubles, "(Operands.da > Operands.db ? 2 : 0) + (Operands.da >= Operands.db ? 1 : 0)"),
    compare("dcmpg", 0x98, Kind::Doubles, "(Operands.da < Operands.db ? 2 : 0) + (Operands.da <= Operands.db ? 1 : 0)"),
    row("i2f", 0x86, Kind::Ints, 1, Outcome::Float, "(float) Operands.ia"),
    row("i2d", 0x87, Kind::Ints, 1, Outcome::Double, "(double) Operands.ia"),
    row("l2f", 0x89, Kind::Longs, 1, Outcome::Float, "(float) Operands.la"),
    row("l2d", 0x8a, Kind::Longs, 1, Outcome::Double, "(double) Operands.la"),
    row("f2i", 0x8b, Kind::Floats, 1, Outcome::Int, "(int) Operands.fa"),
    row("f2l", 0x8c, Kind::Floats, 1, Outcome::Long, "(long) Operands.fa"),
    row("f2d", 0x8d, Kind::Floats, 1, Outcome::Double, "(double) Operands.fa"),
    row("d2i", 0x8e, Kind::Doubles, 1, Outcome::Int, "(int) Operands.da"),
    row("d2l", 0x8f, Kind::Doubles, 1, Outcome::Long, "(long) Operands.da"),
    row("d2f", 0x90, Kind::Doubles, 1, Outcome::Float, "(float) Operands.da"),
    row("imul", 0x68, Kind::Ints, 2, Outcome::Int, "Operands.ia * Operands.ib"),
    row("idiv", 0x6c, Kind::Ints, 2, Outcome::Int, "Operands.ia / Operands.ib"),
    row("irem", 0x70, Kind::Ints, 2, Outcome::Int, "Operands.ia % Operands.ib"),
    row("lmul", 0x69, Kind::Longs, 2, Outcome::Long, "Operands.la * Operands.lb"),
    row("ldiv", 0x6d, Kind::Longs, 2, Outcome::Long, "Operands.la / Operands.lb"),
    row("lrem", 0x71, Kind::Longs, 2, Outcome::Long, "Operands.la % Operands.lb"),
    row("lshl", 0x79, Kind::Shift, 2, Outcome::Long, "Operands.la << Operands.ib"),
    row("lshr", 0x7b, Kind::Shift, 2, Outcome::Long, "Operands.la >> Operands.ib"),
    row("lushr", 0x7d, Kind::Shift, 2, Outcome::Long, "Operands.la >>> Operands.ib"),
    compare("lcmp", 0x94, Kind::Longs, "(Operands.la < Operands.lb ? 2 : 0) + (Operands.la <= Operands.lb ? 1 : 0)"),
];

#[cfg(test)]
mod tests {
    use super::OPERATIONS;
    use isa::Bytecode;

    #[test]
    fn every_operation_has_the_name_of_its_bytecode() {
        for operation in OPERATIONS {
            assert_eq!(Bytecode::of(operation.code).name(), operation.name);
        }
    }
}
