//! ROMs of random words, over all encodings: the engine may leave, but not be wrong.

use isa::{MachineConfig, MemoryKind};
use microcode::{JumpTable, Program};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sim_core::decode::Pointer;
use sim_core::{Machine, NoProbe};

use crate::lock_step::compare;

const CYCLES: u64 = 8000;
/// Cycles from a bytecode on.
const CYCLES_OF_START: u64 = 1000;
/// `nop`.
const NOP: u16 = 0x100;

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
        (any::<bool>(), any::<bool>()),
    )
        .prop_map(
            |(mut rom, entries, memory, stack, (kind, ram_cnt), jpc_width, caches)| {
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
                        object_cache: caches.0,
                        data_cache: caches.1,
                        ..MachineConfig::default()
                    },
                }
            },
        )
}

fn machine(case: &Case) -> Result<Machine, String> {
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
    // Bytes to execute at once.
    let bytes = case.memory.iter().cycle();
    for (byte, word) in machine.state.bytecode_fetch.jbc.iter_mut().zip(bytes) {
        *byte = (*word >> 3) as u8 ^ *word as u8;
    }
    Ok(machine)
}

fn run(case: &Case, seed: u64, apart: u64) -> Result<u64, String> {
    Ok(compare(machine(case)?, CYCLES, seed, apart)?.block_cycles())
}

/// The same from `starts` bytecodes on, each in its first cycle with a stack in the middle, for `CYCLES_OF_START` cycles.
/// Gives the cycles that ran as superblocks, all cycles, the cuts, and the runs of bytecodes translated.
fn run_from_bytecodes(case: &Case, seed: u64, apart: u64, starts: u64) -> Result<[u64; 4], String> {
    let mut memory_at_rest = machine(case)?;
    let state = memory_at_rest.state.clone();
    // Whatever the words do: the memory side comes to rest under `nop`.
    for _ in 0..50 {
        memory_at_rest.state.microcode_fetch.ir = NOP;
        memory_at_rest.state.execute.row = NOP;
        memory_at_rest.step(&mut NoProbe);
    }
    let mut sums = [0; 4];
    for start in 0..starts {
        let mut machine = memory_at_rest.clone();
        machine.state.bytecode_fetch.jbc = state.bytecode_fetch.jbc.clone();
        machine.state.stack.ram = state.stack.ram.clone();
        if !begin(&mut machine, seed.rotate_left(7 * start as u32) ^ start) {
            continue;
        }
        let from = machine.state.cycle;
        let ran = compare(machine, from + CYCLES_OF_START, seed ^ start, apart)?;
        let runs = ran.runs() as u64;
        let counts = [ran.block_cycles(), ran.cycle() - from, ran.cuts, runs];
        sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    Ok(sums)
}

/// Puts a machine at the first word of a bytecode that `seed` chooses; false if that one dispatches at once.
fn begin(machine: &mut Machine, seed: u64) -> bool {
    let jbc_mask = machine.state.bytecode_fetch.jbc.len() as u32 - 1;
    let jpc_br = seed as u32 & jbc_mask;
    let byte = |at: u32| machine.state.bytecode_fetch.jbc[(at & jbc_mask) as usize];
    let (bytecode, operand) = (byte(jpc_br), byte(jpc_br + 1));
    let entry = machine.jump_table().bytecodes[usize::from(bytecode)];
    let word = machine.rom()[usize::from(entry)];
    let consumes = word & 0x400 != 0;
    let kept = u32::from(operand ^ 0x5A);
    let [opcode, operand] = [bytecode, operand].map(u32::from);
    let stack_mask = (1 << machine.config().ram_width) - 1;
    let state = &mut machine.state;
    let fetch = &mut state.bytecode_fetch;
    let jpc = (jpc_br + 1 + u32::from(consumes)) & (2 * jbc_mask + 1);
    (fetch.jinstr, fetch.jinstr_d) = (bytecode, bytecode);
    (fetch.jpc_br, fetch.jpc_br_d) = (jpc_br, jpc_br);
    (fetch.jpc, fetch.jbc_address) = (jpc, jpc & jbc_mask);
    fetch.jopd_d = kept << 8 | opcode;
    fetch.jopd = if consumes { opcode } else { kept } << 8 | operand;
    (fetch.int_pend, fetch.exc_pend) = (false, false);
    let pc = (entry + 1) & 0x7FF;
    (state.microcode_fetch.pc, state.microcode_fetch.rom_address) = (pc, pc);
    state.microcode_fetch.ir = word & 0x3FF;
    (state.execute.row, state.execute.branch) = (NOP, false);
    let stack = &mut state.stack;
    let (sp, vp) = (90 + (seed >> 20) as u32 % 60, 64 + (seed >> 30) as u32 % 30);
    for (n, local) in stack.pointers[..4].iter_mut().enumerate() {
        *local = (vp + n as u32) & stack_mask;
    }
    stack.pointers[Pointer::LocalOperand as usize] = (vp + (opcode & 0x7F)) & stack_mask;
    stack.pointers[Pointer::Ar as usize] = 70;
    stack.pointers[Pointer::Sp as usize] = sp;
    stack.pointers[Pointer::SpPlusOne as usize] = sp + 1;
    stack.opddly = fetch.jopd_d;
    (stack.a, stack.b, stack.sp_ov) = (seed as u32 & 0xFF, 100, false);
    word & 0x800 == 0 && !state.is_alert()
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

    #[test]
    fn bytecodes_of_random_roms_take_the_same_states_at_any_cut(
        case in case(),
        seed: u64,
        apart in prop_oneof![Just(5u64), Just(60), Just(1000)],
    ) {
        let outcome = run_from_bytecodes(&case, seed, apart, 10);
        prop_assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    }
}

#[test]
fn random_roms_reach_superblocks() {
    let mut runner = TestRunner::deterministic();
    let mut sums = [0; 4];
    for seed in 0..1000 {
        let case = case()
            .new_tree(&mut runner)
            .expect("nothing is filtered out");
        let ran = run_from_bytecodes(&case.current(), seed << 32 | seed, 1000, 10);
        let counts = ran.expect("no difference");
        sums.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    let [blocks, all, cuts, runs] = sums;
    println!("{blocks} of {all} cycles as superblocks, {cuts} cuts, {runs} runs");
    assert!(runs > 1000, "{runs}");
    assert!(blocks > 1_000_000 && all > 10_000_000, "{blocks} of {all}");
}
