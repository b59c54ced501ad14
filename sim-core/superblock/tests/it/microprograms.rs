//! Short microprograms as cases: each one a bytecode of the same machine, run on both engines with cuts in all places.

use isa::MachineConfig;
use microcode::isa::Op;
use superblock_kit::{Case, Hex, Start};

/// `nop`, `wait`, and the flags of a word.
pub(crate) const NOP: u16 = Op::Nop.row().code;
pub(crate) const WAIT: u16 = Op::Wait.row().code;
pub(crate) const NXT: u16 = 0x800;
pub(crate) const OPD: u16 = 0x400;

/// The first constant of the stack RAM, in the order of [`constants`].
const CONSTANTS: usize = 32;
/// A, B and the third element that a bytecode may begin with: plain addresses and numbers, null, devices, what is not main memory.
const ELEMENTS: [[u32; 3]; 5] = [
    [70, 72, 74],
    [0, 0, 0],
    [0x7F_FF82, 0x7F_FF80, 5],
    [20 << 10 | 4, 80, 0x40_0007],
    [1, 0x7FFF_FFFF, 0x8000_0046],
];

/// How many choices of elements there are.
pub(crate) const CHOICES: usize = ELEMENTS.len();

/// The word that pushes a constant of [`with_constants`].
pub(crate) fn constant(n: usize) -> u16 {
    0xD0 + n as u16
}

/// The case with these constants; the last one, 15, is the middle of the stack.
pub(crate) fn with_constants(mut case: Case, constants: &[u32]) -> Case {
    for (word, constant) in case.stack.0[CONSTANTS + 16..].iter_mut().zip(constants) {
        *word = *constant;
    }
    case.stack.0[CONSTANTS + 31] = 110;
    case
}

/// Words that set the stack pointer and three elements, and dispatch.
pub(crate) fn epilogue(choice: usize) -> [u16; 6] {
    let constant = |n: usize| 0xC0 + n as u16;
    let [a, b, third] = [0, 1, 2].map(|n| constant(1 + 3 * (choice % CHOICES) + n));
    [constant(0), NOP, 0x1B, third, b, a | NXT]
}

/// A machine whose bytecode `n` is microprogram `n`, modulo their number, and whose bytecode RAM has every byte in turn.
pub(crate) fn case(origin: &str, config: &MachineConfig, microprograms: &[Vec<u16>]) -> Case {
    let mut rom = vec![NOP | NXT];
    let mut entries = Vec::new();
    for words in microprograms {
        entries.push(rom.len() as u16);
        rom.extend(words);
    }
    assert!(rom.len() <= 2000, "{} words", rom.len());
    let table = entries.iter().copied().cycle().take(256);
    let mut stack: Vec<u32> = (0..256).map(|n| 64 + n * 7 % 100).collect();
    stack[CONSTANTS] = 100;
    for (n, element) in ELEMENTS.as_flattened().iter().enumerate() {
        stack[CONSTANTS + 1 + n] = *element;
    }
    // Handles that lead to objects and long arrays; some are devices' objects, some have a scope.
    let memory = (0..1024).map(|n: u32| match n % 7 {
        0 => 0x8000_0096,
        n if n < 3 => 100 + n,
        _ => 100 + n % 50 + (n << 25),
    });
    Case {
        origin: origin.to_owned(),
        rom: Hex(rom),
        table: Hex(table.collect()),
        interrupt: 0,
        exception: 0,
        memory: Hex(memory.collect()),
        stack: Hex(stack),
        bytes: Hex((0..=255).cycle().take(1 << config.jpc_width).collect()),
        falters: None,
        config: config.clone(),
        starts: Vec::new(),
    }
}

/// Compares both engines from a bytecode on; without and with leaves at sites, with and without who looks on.
pub(crate) fn compare(case: &Case, starts: &[Start]) -> Result<u64, String> {
    let mut block_cycles = 0;
    for falters in [None, Some(0x51), Some(0x1234_5678_9ABC)] {
        let case = Case {
            falters,
            starts: starts.to_vec(),
            ..case.clone()
        };
        let tally = case.check().map_err(|difference| {
            let start = &case.starts[difference.start];
            format!(
                "{}, falters {falters:?}, {start:?}: {}",
                case.origin, difference.report
            )
        })?;
        block_cycles += tally.block_cycles;
    }
    Ok(block_cycles)
}

/// Starts at a bytecode, each of them cut once, at every cycle up to the last one.
pub(crate) fn every_cut(bytecode: u8, cycles: u64) -> Vec<Start> {
    let cuts = (1..=cycles).map(|cut| Start {
        bytecode: Some(bytecode.into()),
        cycles: cut,
        apart: u64::MAX >> 32,
        quiet: cut % 2 == 0,
        ..Start::default()
    });
    cuts.collect()
}

/// The kinds of machine: memories of all speeds, caches of objects and data.
pub(crate) fn machines() -> Vec<MachineConfig> {
    use isa::MemoryKind::{Sram16, Sram32, Ssram32};
    let kinds = [
        (Sram32, 1, false, false),
        (Sram32, 2, false, false),
        (Sram32, 5, true, false),
        (Sram32, 1, false, true),
        (Sram32, 3, true, true),
        (Sram16, 1, true, false),
        (Sram16, 3, false, true),
        (Ssram32, 2, true, true),
    ];
    let machine = |(memory, ram_cnt, object_cache, data_cache)| MachineConfig {
        memory,
        ram_cnt,
        object_cache,
        data_cache,
        jpc_width: 8,
        block_bits: 3,
        memory_words: 1024,
        ..MachineConfig::default()
    };
    kinds.map(machine).into()
}
