//! ROMs of random words, over all encodings: the engine may leave, but not be wrong.

use isa::{MachineConfig, MemoryKind};
use microcode::{JumpTable, Program};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sim_core::Machine;

use crate::lock_step::compare;

const CYCLES: u64 = 8000;

/// A word: most are common ones, so that something happens between two hazards.
fn word() -> impl Strategy<Value = u16> {
    let flags = prop_oneof![6 => Just(0u16), 3 => Just(0x800), 2 => Just(0x400), 1 => Just(0xC00)];
    let instruction = prop_oneof![
        2 => 0u16..0x400,
        3 => 0u16..0x200,
        3 => 0xA0u16..0x100,
        2 => 0u16..0x60,
        2 => Just(0x100u16),
        1 => Just(0x101u16),
    ];
    (flags, instruction).prop_map(|(flags, instruction)| flags | instruction)
}

/// Words, and pairs of `wait`.
fn words() -> impl Strategy<Value = Vec<u16>> {
    let piece = prop_oneof![
        6 => word().prop_map(|word| vec![word]),
        1 => Just(vec![0x101, 0x101]),
        1 => (0x41u16..0x50).prop_map(|op| vec![op, 0x101, 0x101]),
        1 => Just(vec![0x400 | 0x100, 0x400 | 0x102, 0x000, 0x800]),
    ];
    prop::collection::vec(piece, 40..200).prop_map(|pieces| pieces.concat())
}

#[derive(Clone)]
struct Case {
    rom: Vec<u16>,
    table: Vec<u16>,
    memory: Vec<u32>,
    stack: Vec<u32>,
    config: MachineConfig,
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let end = self
            .rom
            .iter()
            .rposition(|word| *word != 0x100)
            .map_or(0, |last| last + 1);
        writeln!(f, "{:?}\nentries {:x?}", self.config, &self.table[..12])?;
        for (address, word) in self.rom[..end].iter().enumerate() {
            writeln!(f, "{address:4x}  {word:03x}")?;
        }
        Ok(())
    }
}

fn case() -> impl Strategy<Value = Case> {
    let memory = prop_oneof![
        3 => (Just(MemoryKind::Sram32), 1u8..=5),
        1 => (Just(MemoryKind::Sram16), 1u8..=3),
        1 => (Just(MemoryKind::Ssram32), 2u8..=4),
    ];
    let value = prop_oneof![
        2 => any::<u32>(), 4 => 0u32..256, 2 => (0u32..64).prop_map(|n| n << 10 | 4),
        1 => Just(0x7F_FF80u32), 1 => Just(0x7F_FF81u32),
    ];
    (
        words(),
        prop::collection::vec(any::<prop::sample::Index>(), 12),
        prop::collection::vec(value.clone(), 256),
        prop::collection::vec(value, 256),
        memory,
        8u8..=12,
    )
        .prop_map(
            |(mut rom, entries, memory, stack, (kind, ram_cnt), jpc_width)| {
                let length = rom.len();
                rom.resize(2048, 0x100);
                let table = (0..256)
                    .map(|i| entries[i % 12].index(length) as u16)
                    .collect();
                Case {
                    rom,
                    table,
                    memory,
                    stack,
                    config: MachineConfig {
                        memory: kind,
                        ram_cnt,
                        jpc_width,
                        block_bits: 3,
                        memory_words: 1024,
                        ..MachineConfig::default()
                    },
                }
            },
        )
}

fn run(case: &Case, seed: u64, apart: u64) -> Result<u64, String> {
    let program = Program {
        rom: case.rom.clone(),
        stack_ram: case.stack.clone(),
        jump_table: JumpTable {
            bytecodes: case.table.clone(),
            interrupt: case.table[0],
            exception: case.table[1],
        },
        symbols: Default::default(),
    };
    let mut machine =
        Machine::new(&case.config, &program, &case.memory).map_err(|e| e.to_string())?;
    // Bytes to execute at once, and a stack in the middle.
    for (byte, word) in machine
        .state
        .bytecode_fetch
        .jbc
        .iter_mut()
        .zip(case.memory.iter().cycle())
    {
        *byte = (*word >> 3) as u8 ^ *word as u8;
    }
    Ok(compare(machine, CYCLES, seed, apart)?.block_cycles())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_roms_take_the_same_states_at_any_cut(
        case in case(),
        seed: u64,
        apart in prop_oneof![Just(5u64), Just(60), Just(1000), Just(8000)],
    ) {
        let outcome = run(&case, seed, apart);
        prop_assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    }
}

#[test]
fn random_roms_reach_superblocks() {
    let mut runner = TestRunner::deterministic();
    let cycles: u64 = (0..300)
        .map(|seed| {
            let case = case()
                .new_tree(&mut runner)
                .expect("nothing is filtered out");
            run(&case.current(), seed, 1000).expect("no difference")
        })
        .sum();
    assert!(cycles > 1_000, "{cycles}");
}
