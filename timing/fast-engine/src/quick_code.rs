//! Methods decoded for the quick loop: one operation for each byte of the code, so that a byte offset is an index.
//!
//! An operation has the cost of the straight run from itself to the end of its basic block, its number of bytecodes
//! and the largest rise of the stack pointer. The loop charges a whole run at its start; an operation that cannot be
//! executed quickly refunds the rest of the run.

use cost_model::{Carrier, EvaluatedLoad, EvaluatedTable, Scenario};
use isa::{Bytecode, op};

use crate::code::{Code, Method};
use crate::plain::{self, COMPARISONS, CONDITIONS, SHIFTS};
use crate::plain_table::for_each_plain;
use crate::probe::Use;
use crate::quick_sums::{self, Run};
use crate::stack::{Stack, Words, variable};

macro_rules! kinds {
    (
        usual { $($kind:ident $change:literal $rise:literal $length:tt [$bytecodes:pat] |$s:ident $(, $n:ident)?| $effect:expr;)* }
        varying { $($varying:ident $varying_change:literal $varying_rise:literal $bytecode:ident $saving:ident $scenarios:ident $run:path;)* }
    ) => {
        /// Operations of the quick loop.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Kind {
            /// Left to the exact step.
            Slow,
            $($kind,)* $($varying,)*
            Constant, LongConstant, GetStatic, PutStatic, GetField, PutField,
            GetStaticLong, PutStaticLong, GetFieldLong, PutFieldLong,
            ArrayLoad, ArrayStore, LongArrayLoad, LongArrayStore, ArrayLength,
            ReadMemory, WriteMemory,
            IfEq, IfNe, IfLt, IfGe, IfGt, IfLe, IfCmpEq, IfCmpNe, IfCmpLt, IfCmpGe, IfCmpGt, IfCmpLe, Goto,
            Return, ReturnWord, ReturnLong, InvokeStatic, InvokeVirtual, InvokeInterface,
            Java, JavaConstant, JavaOperand,
        }

        fn plain(opcode: u8) -> Option<Shape> {
            use isa::op::*;
            let length = Bytecode::of(opcode).length()?;
            match opcode {
                $($bytecodes => inner(Kind::$kind, length, $change, $rise),)*
                $($bytecode => inner(Kind::$varying, length, $varying_change, $varying_rise),)*
                _ => None,
            }
        }

        /// Cycles that a scenario saves over the most expensive one of its bytecode.
        #[derive(Debug, Clone, Copy, Default)]
        pub(crate) struct Savings { $(pub(crate) $saving: [u32; $scenarios.len()],)* }

        /// Bytecodes that the quick loop does in several scenarios.
        const VARYING: &[(u8, &[Scenario])] = &[$((op::$bytecode, &$scenarios),)*];

        impl Savings {
            fn of(&mut self, opcode: u8) -> &mut [u32] {
                match opcode {
                    $(op::$bytecode => &mut self.$saving,)*
                    _ => &mut [],
                }
            }
        }
    };
}

for_each_plain!(kinds);

impl Kind {
    /// Returns true if it goes to another method.
    pub(crate) fn moves(self) -> bool {
        matches!(
            self,
            Self::Return
                | Self::ReturnWord
                | Self::ReturnLong
                | Self::InvokeStatic
                | Self::InvokeVirtual
                | Self::InvokeInterface
                | Self::Java
                | Self::JavaConstant
                | Self::JavaOperand
        )
    }
}

/// A decoded bytecode and the run that begins with it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Op {
    /// Remedy.
    pub(crate) kind: Kind,
    /// Largest rise of the stack pointer above its start in the run.
    pub(crate) rise: u16,
    /// How far below its start it is behind some operation of the run.
    pub(crate) fall: u16,
    /// Length in bytes.
    pub(crate) length: u8,
    /// Bytecodes of the run.
    pub(crate) count: u16,
    /// Operand; of a branch the index of the operation it leads to.
    pub(crate) operand: u32,
    /// Cycles of the run, where they depend on operands the most.
    pub(crate) cycles: u32,
}

impl Op {
    /// Of a call or return: its opcode.
    #[inline(always)]
    pub(crate) fn opcode(self) -> u8 {
        (self.operand >> 16) as u8
    }

    /// Of a call: its operand.
    #[inline(always)]
    pub(crate) fn index(self) -> u32 {
        self.operand & 0xFFFF
    }
}

/// Decoded methods, in the order and at the places of [`Code`].
#[derive(Debug, Clone)]
pub(crate) struct QuickCode {
    pub(crate) ops: Vec<Op>,
    /// One for each operation.
    pub(crate) runs: Vec<Run>,
    /// Cycles that bytecodes saved over their most expensive scenario, where a probe wants sums.
    pub(crate) saved: Box<[u64; 256]>,
    pub(crate) savings: Savings,
    /// The method load of each bytecode that asks for one.
    loads: Box<[Option<EvaluatedLoad>; 256]>,
    decoded: usize,
    costs: Box<[u32; 256]>,
    /// Cycles of each bytecode that wait for reads and for writes.
    stalls: Box<[[u32; 2]; 256]>,
    /// Bytecodes whose scenarios wait differently: they are left to the exact step.
    uneven: Box<[bool; 256]>,
    java: Box<[bool; 256]>,
    /// Number of the method of class JVM that implements a bytecode.
    java_numbers: Box<[u8; 256]>,
    strict: bool,
    object_cache: bool,
    /// Static field whose writes are left to the exact step.
    watched: Vec<u32>,
}

impl QuickCode {
    /// For this table; with an object cache its bytecodes are left to the exact step.
    pub(crate) fn new(table: &EvaluatedTable, strict: bool, object_cache: bool) -> Self {
        let row = |opcode: usize| &table.bytecodes[opcode];
        let mut costs: [u32; 256] = std::array::from_fn(|opcode| row(opcode).usual.cycles);
        let mut savings = Savings::default();
        for (opcode, scenarios) in VARYING {
            costs[usize::from(*opcode)] = dearest(table, *opcode, scenarios, savings.of(*opcode));
        }
        for (opcode, cost) in costs.iter_mut().enumerate() {
            if row(opcode).usual.cycles == 0 {
                *cost = 0;
            }
        }
        let stalls = |opcode: usize, scenario| {
            let path = row(opcode).path(scenario);
            [path.read_stall, path.write_stall]
        };
        let mut uneven = [false; 256];
        for (opcode, scenarios) in VARYING {
            let opcode = usize::from(*opcode);
            let usual = stalls(opcode, Scenario::Usual);
            uneven[opcode] = scenarios
                .iter()
                .any(|other| stalls(opcode, *other) != usual);
        }
        Self {
            ops: Vec::new(),
            runs: Vec::new(),
            saved: Box::new([0; 256]),
            stalls: Box::new(std::array::from_fn(|opcode| {
                stalls(opcode, Scenario::Usual)
            })),
            uneven: Box::new(uneven),
            savings,
            loads: Box::new(std::array::from_fn(|opcode| row(opcode).usual.load)),
            decoded: 0,
            costs: Box::new(costs),
            java: Box::new(std::array::from_fn(|opcode| {
                row(opcode).carrier == Carrier::Java
            })),
            java_numbers: Box::new(std::array::from_fn(|opcode| {
                row(opcode).method.unwrap_or(opcode as u8)
            })),
            strict,
            object_cache,
            watched: Vec::new(),
        }
    }

    /// The method load of an operation that asks for one.
    #[inline(always)]
    pub(crate) fn load(&self, op: Op) -> Option<EvaluatedLoad> {
        self.loads[usize::from(op.opcode())]
    }

    /// The method struct of a bytecode implemented in Java.
    #[inline(always)]
    pub(crate) fn java_method<const W: bool, R: Words>(&self, s: &Stack<W, R>, op: Op) -> u32 {
        let number = self.java_numbers[usize::from(op.opcode())];
        s.load(variable::JJP).wrapping_add(2 * u32::from(number))
    }

    /// Leaves bytecodes that write this static field to the exact step.
    pub(crate) fn watch(&mut self, field: u32) {
        self.watched.push(field);
        self.ops.clear();
        self.runs.clear();
        self.decoded = 0;
    }

    /// Decodes the methods that were loaded since the last time.
    pub(crate) fn follow(&mut self, code: &Code) {
        for method in &code.methods[self.decoded..] {
            self.decode(*method, &code.bytes);
        }
        self.decoded = code.methods.len();
    }

    fn decode(&mut self, method: Method, bytes: &[u8]) {
        let first = method.first as usize;
        let slow = Op {
            kind: Kind::Slow,
            rise: 0,
            fall: 0,
            length: 1,
            count: 0,
            operand: 0,
            cycles: 0,
        };
        self.ops.resize(first + method.length as usize, slow);
        self.runs.resize(self.ops.len(), Run::default());
        let bytes = &bytes[first..first + method.length as usize];
        for pc in (0..bytes.len()).rev() {
            let op = self.decode_one(method, bytes, pc).unwrap_or(slow);
            self.ops[first + pc] = op;
            self.runs[first + pc] = self.run_of(op, first + pc, bytes[pc]);
        }
    }

    fn run_of(&self, op: Op, place: usize, opcode: u8) -> Run {
        if op.kind == Kind::Slow {
            return Run::default();
        }
        let rest = (op.count > 1).then(|| self.runs[place + usize::from(op.length)]);
        Run::of(self.stalls[usize::from(opcode)], rest)
    }

    /// Executions of each bytecode in runs, and their cycles; without those that go to another method.
    /// It needs the `begun` of a probe that wants sums.
    pub(crate) fn uses(&self, code: &Code) -> [Use; 256] {
        let counts = quick_sums::counts(&self.ops, &self.runs, &code.bytes);
        std::array::from_fn(|opcode| Use {
            count: counts[opcode],
            cycles: counts[opcode] * u64::from(self.costs[opcode]) - self.saved[opcode],
        })
    }

    /// The operation at an offset; none if it is left to the exact step, as what takes no cycles, which that refuses.
    fn decode_one(&self, method: Method, bytes: &[u8], pc: usize) -> Option<Op> {
        let opcode = bytes[pc];
        // The exact step counts exceptions.
        let counted = opcode == op::ATHROW;
        if counted || self.costs[usize::from(opcode)] == 0 || self.uneven[usize::from(opcode)] {
            return None;
        }
        let shape = self.shape(opcode)?;
        let operands = bytes.get(pc + 1..pc + shape.length)?;
        let operand = self.operand(method, opcode, operands, pc)?;
        if opcode == op::PUTSTATIC && self.watched.contains(&operand) {
            return None;
        }
        let mut op = Op {
            kind: shape.kind,
            rise: shape.rise.into(),
            fall: (-shape.change).max(0) as u16,
            length: shape.length as u8,
            count: 1,
            operand,
            cycles: self.costs[usize::from(opcode)],
        };
        if !shape.ends {
            if pc + shape.length >= bytes.len() {
                return None;
            }
            let next = self.ops[method.first as usize + pc + shape.length];
            let rise = (i32::from(next.rise) + shape.change).max(shape.rise.into());
            let fall = (i32::from(next.fall) - shape.change).max(op.fall.into());
            (op.rise, op.fall) = (rise as u16, fall as u16);
            op.count += next.count;
            op.cycles += next.cycles;
        }
        Some(op)
    }

    fn operand(&self, method: Method, opcode: u8, operands: &[u8], pc: usize) -> Option<u32> {
        let byte = |n: usize| operands.get(n).copied().map_or(0, u32::from);
        let wide = byte(0) << 8 | byte(1);
        if self.java[usize::from(opcode)] {
            let operand = if operands.len() < 2 { byte(0) } else { wide };
            return Some(with_opcode(opcode, operand));
        }
        Some(match opcode {
            op::IFEQ..=op::GOTO | op::IFNULL | op::IFNONNULL => {
                let target = (pc as u32).wrapping_add_signed(i32::from(wide as u16 as i16));
                if target >= method.length {
                    return None;
                }
                method.first + target
            }
            op::IRETURN..=op::RETURN | op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
                with_opcode(opcode, wide)
            }
            _ => plain::operand(opcode, [byte(0) as u8, byte(1) as u8]),
        })
    }
}

/// Operand of what asks the method cache: each opcode has a load of its own.
fn with_opcode(opcode: u8, operand: u32) -> u32 {
    u32::from(opcode) << 16 | operand
}

/// Cycles of the most expensive scenario; `savings` gets the savings of the others.
fn dearest(table: &EvaluatedTable, opcode: u8, scenarios: &[Scenario], savings: &mut [u32]) -> u32 {
    let row = &table.bytecodes[usize::from(opcode)];
    // The call of a Java method is the same for all operands.
    if row.carrier == Carrier::Java {
        return row.usual.cycles;
    }
    let cycles: Vec<u32> = scenarios.iter().map(|s| row.path(*s).cycles).collect();
    let most = cycles.iter().copied().max().unwrap_or(0);
    for (saving, cycles) in savings.iter_mut().zip(cycles) {
        *saving = most - cycles;
    }
    most
}

/// A bytecode as the decoder sees it.
struct Shape {
    kind: Kind,
    /// Bytes.
    length: usize,
    /// Change of the stack pointer; 0 for calls and returns, which look themselves.
    change: i32,
    /// Largest rise of the stack pointer above its start.
    rise: u8,
    /// True if the basic block ends after it.
    ends: bool,
}

fn inner(kind: Kind, length: usize, change: i32, rise: u8) -> Option<Shape> {
    Some(Shape {
        kind,
        length,
        change,
        rise,
        ends: false,
    })
}

fn last(kind: Kind, length: usize, rise: u8) -> Option<Shape> {
    Some(Shape {
        kind,
        length,
        change: 0,
        rise,
        ends: true,
    })
}

impl QuickCode {
    fn shape(&self, opcode: u8) -> Option<Shape> {
        if self.java[usize::from(opcode)] {
            return match opcode {
                op::NEW | op::ANEWARRAY | op::CHECKCAST | op::INSTANCEOF => {
                    last(Kind::JavaConstant, 3, 8)
                }
                op::PUTSTATIC_REF | op::PUTFIELD_REF => last(Kind::JavaOperand, 3, 8),
                op::NEWARRAY => last(Kind::JavaOperand, 2, 8),
                _ => last(Kind::Java, 1, 8),
            };
        }
        plain(opcode)
            .or_else(|| branch(opcode))
            .or_else(|| self.memory(opcode))
            .or_else(|| self.call(opcode))
    }

    fn memory(&self, opcode: u8) -> Option<Shape> {
        use Kind as K;
        match opcode {
            op::LDC => inner(K::Constant, 2, 1, 2),
            op::LDC_W => inner(K::Constant, 3, 1, 2),
            op::LDC2_W => inner(K::LongConstant, 3, 2, 2),
            op::IALOAD | op::FALOAD | op::AALOAD..=op::SALOAD => inner(K::ArrayLoad, 1, -1, 1),
            op::LALOAD | op::DALOAD => inner(K::LongArrayLoad, 1, 0, 1),
            op::IASTORE | op::FASTORE | op::BASTORE..=op::SASTORE => inner(K::ArrayStore, 1, -3, 1),
            op::LASTORE | op::DASTORE => inner(K::LongArrayStore, 1, -4, 0),
            op::GETSTATIC | op::GETSTATIC_REF => inner(K::GetStatic, 3, 1, 1),
            op::PUTSTATIC => inner(K::PutStatic, 3, -1, 0),
            op::GETFIELD | op::GETFIELD_REF if !self.object_cache => inner(K::GetField, 3, 0, 0),
            op::PUTFIELD if !self.object_cache => inner(K::PutField, 3, -2, 0),
            op::ARRAYLENGTH => inner(K::ArrayLength, 1, 0, 1),
            op::JOPSYS_RD | op::JOPSYS_RDMEM => inner(K::ReadMemory, 1, 0, 0),
            op::JOPSYS_WR | op::JOPSYS_WRMEM => inner(K::WriteMemory, 1, -2, 0),
            op::GETSTATIC_LONG if !self.object_cache => inner(K::GetStaticLong, 3, 2, 2),
            op::PUTSTATIC_LONG if !self.object_cache => inner(K::PutStaticLong, 3, -2, 0),
            op::GETFIELD_LONG => inner(K::GetFieldLong, 3, 1, 1),
            op::PUTFIELD_LONG => inner(K::PutFieldLong, 3, -3, 0),
            _ => None,
        }
    }

    fn call(&self, opcode: u8) -> Option<Shape> {
        use Kind as K;
        match opcode {
            op::IRETURN | op::FRETURN | op::ARETURN => last(K::ReturnWord, 1, 1),
            op::LRETURN | op::DRETURN => last(K::ReturnLong, 1, 1),
            op::RETURN => last(K::Return, 1, 1),
            op::INVOKEVIRTUAL => last(K::InvokeVirtual, 3, 8),
            op::INVOKESPECIAL if !self.strict => last(K::InvokeStatic, 3, 8),
            op::INVOKESTATIC => last(K::InvokeStatic, 3, 8),
            op::INVOKEINTERFACE => last(K::InvokeInterface, 5, 8),
            _ => None,
        }
    }
}

fn branch(opcode: u8) -> Option<Shape> {
    use Kind as K;
    let kind = match opcode {
        op::IFEQ | op::IFNULL => K::IfEq,
        op::IFNE | op::IFNONNULL => K::IfNe,
        op::IFLT => K::IfLt,
        op::IFGE => K::IfGe,
        op::IFGT => K::IfGt,
        op::IFLE => K::IfLe,
        op::IF_ICMPEQ | op::IF_ACMPEQ => K::IfCmpEq,
        op::IF_ICMPNE | op::IF_ACMPNE => K::IfCmpNe,
        op::IF_ICMPLT => K::IfCmpLt,
        op::IF_ICMPGE => K::IfCmpGe,
        op::IF_ICMPGT => K::IfCmpGt,
        op::IF_ICMPLE => K::IfCmpLe,
        op::GOTO => K::Goto,
        _ => return None,
    };
    let operands = match opcode {
        op::IF_ICMPEQ..=op::IF_ACMPNE => 2,
        op::GOTO => 0,
        _ => 1,
    };
    Some(Shape {
        kind,
        length: 3,
        change: -operands,
        rise: 0,
        ends: true,
    })
}
