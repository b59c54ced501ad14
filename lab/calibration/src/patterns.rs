//! Benchmarks of the bytecodes that call nothing: each some times in a row, with `pop` for what it leaves.

use isa::{Bytecode, op};

use crate::board::{Benchmark, Board, OBJECTS, STATIC};
use crate::code::{Code, device};
use fast_engine::Place;

/// How often a pattern is repeated: two lengths, so that what is around it tells itself apart.
pub(crate) const REPETITIONS: [usize; 2] = [4, 8];
/// A stack word that no benchmark's operand stack reaches.
const STACK_WORD: u32 = 200;
/// A local of `main`.
const LOCAL: u8 = 2;
/// Scratch of the microcode in the stack RAM.
const SCRATCH: u32 = 29;

/// A bytecode with what it needs.
#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub(crate) name: String,
    /// Bytecodes that run before the operands are pushed.
    pub(crate) before: Vec<u8>,
    /// Words on the stack for each repetition, the top last.
    pub(crate) operands: Vec<Vec<u32>>,
    /// The bytecode with its operand bytes, and what belongs to it.
    pub(crate) code: Vec<u8>,
    /// Words that it leaves.
    pub(crate) results: usize,
}

impl Pattern {
    fn new(name: &str, operands: &[u32], code: &[u8], results: usize) -> Self {
        Self {
            name: name.to_owned(),
            before: Vec::new(),
            operands: vec![operands.to_vec()],
            code: code.to_vec(),
            results,
        }
    }

    fn of(way: &str, operands: &[u32], code: &[u8], results: usize) -> Self {
        let name = Bytecode::of(code[0]).name();
        let dot = if way.is_empty() { "" } else { "." };
        Self::new(&format!("{name}{dot}{way}"), operands, code, results)
    }

    fn operands_of(&self, repetition: usize) -> &[u32] {
        &self.operands[repetition % self.operands.len()]
    }
}

/// All patterns at both lengths.
pub(crate) fn benchmarks() -> Vec<Benchmark> {
    let board = Board::new();
    let nothing = Pattern::new("nothing", &[], &[], 0);
    let each = patterns(&board);
    let each = each.iter().flat_map(|pattern| {
        let repeated = |times| benchmark(board.clone(), pattern, times);
        REPETITIONS.map(repeated)
    });
    let nothing = benchmark(board.clone(), &nothing, 0);
    each.chain([nothing]).collect()
}

/// A pattern so many times.
pub(crate) fn benchmark(mut board: Board, pattern: &Pattern, times: usize) -> Benchmark {
    let mut main = Code::new();
    main.run(&pattern.before);
    let operands: Vec<u32> = (0..times)
        .rev()
        .flat_map(|repetition| pattern.operands_of(repetition))
        .copied()
        .collect();
    main.run(&board.push(&operands));
    let start = Board::begin(&mut main);
    for _ in 0..times {
        main.run(&pattern.code)
            .run(&[op::POP].repeat(pattern.results));
    }
    let end = Board::end(&mut main);
    let finished = board.finish(main, 0);
    let at = |pc| Place {
        method: finished.main,
        pc,
    };
    Benchmark {
        name: format!("{}.{times}", pattern.name),
        start: Some(at(start)),
        end: at(end),
        image: finished.words,
        sequence: Vec::new(),
    }
}

/// Every bytecode in every way that can be counted.
fn patterns(board: &Board) -> Vec<Pattern> {
    let mut all = plain();
    all.extend(branches());
    all.extend(long_ways());
    all.extend(statics());
    all.extend(fields(board));
    all.extend(arrays(board));
    all.extend(native());
    all.extend(copies(board));
    all.extend(monitors());
    all
}

/// Operand bytes, words taken, words left; opcodes.
type Group = (&'static [u8], usize, usize, &'static [u8]);

#[rustfmt::skip]
const PLAIN: [Group; 27] = [
    (&[],        0, 0, &[op::NOP, op::JOPSYS_INVAL, op::JOPSYS_NOP]),
    (&[],        0, 1, &[op::ACONST_NULL, op::ICONST_M1, op::ICONST_0, op::ICONST_1, op::ICONST_2, op::ICONST_3, op::ICONST_4, op::ICONST_5, op::FCONST_0]),
    (&[],        0, 2, &[op::LCONST_0, op::LCONST_1, op::DCONST_0]),
    (&[7],       0, 1, &[op::BIPUSH]),
    (&[0, 7],    0, 1, &[op::SIPUSH]),
    (&[0],       0, 1, &[op::LDC]),
    (&[0, 0],    0, 1, &[op::LDC_W]),
    (&[0, 0],    0, 2, &[op::LDC2_W]),
    (&[LOCAL],   0, 1, &[op::ILOAD, op::FLOAD, op::ALOAD]),
    (&[LOCAL],   0, 2, &[op::LLOAD, op::DLOAD]),
    (&[],        0, 1, &[op::ILOAD_0, op::ILOAD_1, op::ILOAD_2, op::ILOAD_3, op::FLOAD_0, op::FLOAD_1, op::FLOAD_2, op::FLOAD_3, op::ALOAD_0, op::ALOAD_1, op::ALOAD_2, op::ALOAD_3]),
    (&[],        0, 2, &[op::LLOAD_0, op::LLOAD_1, op::LLOAD_2, op::LLOAD_3, op::DLOAD_0, op::DLOAD_1, op::DLOAD_2, op::DLOAD_3]),
    (&[LOCAL],   1, 0, &[op::ISTORE, op::FSTORE, op::ASTORE]),
    (&[LOCAL],   2, 0, &[op::LSTORE, op::DSTORE]),
    (&[],        1, 0, &[op::ISTORE_0, op::ISTORE_1, op::ISTORE_2, op::ISTORE_3, op::FSTORE_0, op::FSTORE_1, op::FSTORE_2, op::FSTORE_3, op::ASTORE_0, op::ASTORE_1, op::ASTORE_2, op::ASTORE_3, op::POP]),
    (&[],        2, 0, &[op::LSTORE_0, op::LSTORE_1, op::LSTORE_2, op::LSTORE_3, op::DSTORE_0, op::DSTORE_1, op::DSTORE_2, op::DSTORE_3, op::POP2]),
    (&[],        1, 2, &[op::DUP, op::I2L]),
    (&[],        2, 3, &[op::DUP_X1]),
    (&[],        3, 4, &[op::DUP_X2]),
    (&[],        2, 4, &[op::DUP2]),
    (&[],        3, 5, &[op::DUP2_X1]),
    (&[],        4, 6, &[op::DUP2_X2]),
    (&[],        2, 2, &[op::SWAP, op::LNEG]),
    (&[],        2, 1, &[op::IADD, op::ISUB, op::IMUL, op::ISHL, op::ISHR, op::IUSHR, op::IAND, op::IOR, op::IXOR, op::L2I]),
    (&[],        4, 2, &[op::LADD, op::LSUB, op::LAND, op::LOR, op::LXOR]),
    (&[],        1, 1, &[op::INEG, op::I2C]),
    (&[LOCAL, 1], 0, 0, &[op::IINC]),
];

fn plain() -> Vec<Pattern> {
    let mut all = Vec::new();
    for (bytes, taken, left, opcodes) in PLAIN {
        for &opcode in opcodes {
            let code = [&[opcode], bytes].concat();
            all.push(Pattern::of("", &[5, 3, 7, 9][..taken], &code, left));
        }
    }
    all.push(Pattern::of("", &[], &[op::GOTO, 0, 3], 0));
    all
}

/// A bytecode that does the same with any numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Simple {
    pub(crate) opcode: u8,
    bytes: &'static [u8],
    /// Words taken and left.
    pub(crate) taken: usize,
    pub(crate) left: usize,
}

/// One of each group, and those that access memory or use a separate unit.
const STANDING_FOR_OTHERS: [u8; 13] = [
    op::NOP,
    op::ICONST_1,
    op::BIPUSH,
    op::SIPUSH,
    op::LDC_W,
    op::ILOAD,
    op::ISTORE,
    op::POP,
    op::DUP_X1,
    op::IADD,
    op::LADD,
    op::IMUL,
    op::IINC,
];
const STATICS: [(u8, usize, usize); 4] = [
    (op::GETSTATIC, 0, 1),
    (op::PUTSTATIC, 1, 0),
    (op::GETSTATIC_LONG, 0, 2),
    (op::PUTSTATIC_LONG, 2, 0),
];

/// Bytecodes that can be in any order.
pub(crate) fn simple() -> Vec<Simple> {
    let plain = PLAIN.iter().flat_map(|(bytes, taken, left, opcodes)| {
        opcodes.iter().map(|opcode| Simple {
            opcode: *opcode,
            bytes,
            taken: *taken,
            left: *left,
        })
    });
    let standing = plain.filter(|bytecode| STANDING_FOR_OTHERS.contains(&bytecode.opcode));
    let statics = STATICS[1..].iter().map(|&(opcode, taken, left)| Simple {
        opcode,
        bytes: &[0, STATIC],
        taken,
        left,
    });
    standing.chain(statics).collect()
}

impl Simple {
    pub(crate) fn code(&self) -> Vec<u8> {
        [&[self.opcode], self.bytes].concat()
    }

    pub(crate) fn name(&self) -> &'static str {
        Bytecode::of(self.opcode).name()
    }

    pub(crate) fn pattern(name: &str, needed: usize, code: &[u8], left: usize) -> Pattern {
        Pattern::new(name, &vec![3; needed], code, left)
    }
}

/// The target is after a `nop`.
fn branches() -> Vec<Pattern> {
    let compared = |opcode: u8| matches!(opcode, op::IF_ICMPEQ..=op::IF_ACMPNE);
    let mut all = Vec::new();
    for opcode in (op::IFEQ..=op::IF_ACMPNE).chain([op::IFNULL, op::IFNONNULL]) {
        // Operands that decide every condition, below and on top.
        for (way, operands) in [
            ("1", [0, 1]),
            ("2", [1, 0]),
            ("3", [0, u32::MAX]),
            ("4", [1, 1]),
        ] {
            let operands = if compared(opcode) {
                &operands[..]
            } else {
                &operands[1..]
            };
            all.push(Pattern::of(way, operands, &[opcode, 0, 4, op::NOP], 0));
        }
    }
    all
}

/// Shifts and the comparison of longs, a conditional move.
fn long_ways() -> Vec<Pattern> {
    let mut all = Vec::new();
    for opcode in [op::LSHL, op::LSHR, op::LUSHR] {
        for (way, count) in [("by-0", 64), ("by-1-to-31", 5), ("by-32-to-63", 37)] {
            all.push(Pattern::of(way, &[1, 2, count], &[opcode], 2));
        }
    }
    let (negative, positive) = ([u32::MAX, 3], [0, 3]);
    for (way, first, second) in [
        ("other", positive, [0, 4]),
        ("equal", positive, positive),
        ("first-negative", negative, positive),
        ("second-negative", positive, negative),
    ] {
        all.push(Pattern::of(way, &[first, second].concat(), &[op::LCMP], 1));
    }
    for (way, condition) in [("1", 1), ("0", 0)] {
        all.push(Pattern::of(
            way,
            &[3, 5, condition],
            &[op::JOPSYS_COND_MOVE],
            1,
        ));
    }
    all
}

fn statics() -> Vec<Pattern> {
    let field = u32::from(STATIC);
    let of_field =
        |(opcode, taken, left)| Pattern::of("", &[1, 2][..taken], &[opcode, 0, STATIC], left);
    let mut all = vec![of_field((op::GETSTATIC_REF, 0, 1))];
    all.extend(STATICS.map(of_field));
    let (read, write) = (register(device::COUNTER), register(device::WATCHDOG));
    for (way, from, to) in [("", field, field), ("device", read, write)] {
        for opcode in [op::JOPSYS_RD, op::JOPSYS_RDMEM, op::JOPSYS_GETSTATIC] {
            all.push(Pattern::of(way, &[from], &[opcode], 1));
        }
        for opcode in [op::JOPSYS_WR, op::JOPSYS_WRMEM, op::JOPSYS_PUTSTATIC] {
            all.push(Pattern::of(way, &[0, to], &[opcode], 0));
        }
    }
    all
}

fn register(device: i8) -> u32 {
    i32::from(device).cast_unsigned()
}

/// The register that a write to field or element `n` of the hardware object reaches.
fn field_of(device: i8) -> u8 {
    device.wrapping_sub(device::COUNTER).to_be_bytes()[0]
}

/// First of two registers of the hardware object without a function for writes.
const UNUSED: u8 = 12;

fn fields(board: &Board) -> Vec<Pattern> {
    let each = |values: &[u32]| -> Vec<Vec<u32>> {
        let objects = board.objects[..OBJECTS].iter();
        objects
            .map(|object| [&[*object], values].concat())
            .collect()
    };
    let mut all = Vec::new();
    let written = field_of(device::WATCHDOG);
    for (opcode, values, left, device) in [
        (op::GETFIELD, &[][..], 1, 0),
        (op::GETFIELD_REF, &[], 1, 0),
        (op::PUTFIELD, &[0], 0, written),
        (op::GETFIELD_LONG, &[], 2, 0),
        (op::PUTFIELD_LONG, &[0, 0], 0, UNUSED),
    ] {
        let on = |object: u32| [&[object], values].concat();
        let code = [opcode, 0, 1];
        all.push(Pattern {
            operands: each(values),
            ..Pattern::of("", &[], &code, left)
        });
        all.push(Pattern::of("again", &on(board.objects[0]), &code, left));
        let code = [opcode, 0, device];
        all.push(Pattern::of("device", &on(board.hardware), &code, left));
    }
    for (opcode, values, left, device) in [
        (op::JOPSYS_GETFIELD, &[][..], 1, 0),
        (op::JOPSYS_PUTFIELD, &[0], 0, written),
    ] {
        let on = |object: u32, field: u8| [&[object, field.into()], values].concat();
        let operands = board.objects.iter().map(|object| on(*object, 1)).collect();
        all.push(Pattern {
            operands,
            ..Pattern::of("", &[], &[opcode], left)
        });
        let device = on(board.hardware, device);
        all.push(Pattern::of("device", &device, &[opcode], left));
    }
    all
}

fn arrays(board: &Board) -> Vec<Pattern> {
    let written = u32::from(field_of(device::WATCHDOG));
    let mut all = vec![Pattern::of("", &[board.array], &[op::ARRAYLENGTH], 1)];
    let words = [
        op::IALOAD,
        op::FALOAD,
        op::AALOAD,
        op::BALOAD,
        op::CALOAD,
        op::SALOAD,
        op::IASTORE,
        op::FASTORE,
        op::BASTORE,
        op::CASTORE,
        op::SASTORE,
    ];
    let longs = [op::LALOAD, op::DALOAD, op::LASTORE, op::DASTORE];
    for (opcodes, array, device) in [
        (&words[..], board.array, written),
        (&longs[..], board.long_array, u32::from(UNUSED) / 2),
    ] {
        for &opcode in opcodes {
            let width = if array == board.array { 1 } else { 2 };
            let (values, left) = if opcode < op::IASTORE {
                (0, width)
            } else {
                (width, 0)
            };
            let on = |array: u32, index: u32| [&[array, index], &[0; 2][..values]].concat();
            all.push(Pattern::of("", &on(array, 2), &[opcode], left));
            let device = on(board.hardware, device);
            all.push(Pattern::of("device", &device, &[opcode], left));
        }
    }
    all
}

/// The stack RAM and its pointers.
fn native() -> Vec<Pattern> {
    vec![
        Pattern::of("", &[u32::from(LOCAL)], &[op::JOPSYS_RDINT], 1),
        Pattern::of("", &[7, SCRATCH], &[op::JOPSYS_WRINT], 0),
        Pattern::of("", &[], &[op::JOPSYS_GETSP], 1),
        Pattern::new(
            "jopsys_setsp",
            &[],
            &[op::JOPSYS_GETSP, op::JOPSYS_SETSP],
            0,
        ),
        Pattern::of("", &[], &[op::JOPSYS_GETVP], 1),
        Pattern::new(
            "jopsys_setvp",
            &[],
            &[op::JOPSYS_GETVP, op::JOPSYS_SETVP],
            0,
        ),
    ]
}

fn copies(board: &Board) -> Vec<Pattern> {
    let mut all = Vec::new();
    for (way, words) in [("1", 1), ("5", 5)] {
        all.push(Pattern::of(
            way,
            &[STACK_WORD, board.array, words],
            &[op::JOPSYS_INT2EXT],
            0,
        ));
        all.push(Pattern::of(
            way,
            &[board.array, STACK_WORD, words],
            &[op::JOPSYS_EXT2INT],
            0,
        ));
    }
    let copy = |position: u32| [board.target, board.source, position];
    all.push(Pattern::of("", &copy(1), &[op::JOPSYS_MEMCPY], 0));
    all.push(Pattern::of(
        "stop",
        &copy(u32::MAX),
        &[op::JOPSYS_MEMCPY],
        0,
    ));
    all
}

/// Eight monitors are entered before four or eight are left; the eighth is the outermost one.
fn monitors() -> Vec<Pattern> {
    const LOCK: u8 = 5;
    let most = REPETITIONS.into_iter().max().unwrap_or(0);
    let leave = Pattern {
        before: [op::BIPUSH, LOCK, op::MONITORENTER].repeat(most),
        ..Pattern::of("", &[LOCK.into()], &[op::MONITOREXIT], 0)
    };
    vec![
        Pattern::of("", &[LOCK.into()], &[op::MONITORENTER], 0),
        leave,
    ]
}
