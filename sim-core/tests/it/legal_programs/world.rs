//! What a program finds: the machine, its memory with objects and methods, and the constants that name them.

use isa::{MachineConfig, MemoryKind, StackRamKind};
use method_cache::OrganisationKind;
use proptest::prelude::*;

use crate::support::words::{ldi, ldm};

/// Variables that programs may overwrite: stack RAM words 0 to 11, the last of them for loops.
pub(crate) const VARIABLES: u16 = 11;
pub(crate) const LOOP_VARIABLE: u16 = 11;

const SCRATCHPAD: u32 = 0x40_0000;
const SYSTEM_DEVICE: u32 = 0x7f_ff80;
const UART: u32 = SYSTEM_DEVICE + 16;

/// Meanings of the words 12 to 63 of the stack RAM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 0 to 4.
    Small,
    Number,
    /// Registers of the system device for interrupts and exceptions.
    DeviceControl,
    /// Any device register that does not depend on the cycle.
    Device,
    MemoryAddress,
    ScratchpadAddress,
    Object,
    Array,
    Method,
    StackPointer,
    LocalsPointer,
}

impl Kind {
    /// First word and number of words.
    fn range(self) -> (u16, u16) {
        match self {
            Self::Small => (12, 5),
            Self::Number => (17, 8),
            Self::DeviceControl => (25, 5),
            Self::Device => (30, 3),
            Self::MemoryAddress => (33, 5),
            Self::ScratchpadAddress => (38, 3),
            Self::Object => (41, 7),
            Self::Array => (48, 5),
            Self::Method => (53, 4),
            Self::StackPointer => (57, 3),
            Self::LocalsPointer => (60, 4),
        }
    }

    /// The instruction that pushes one of the words of this kind.
    pub(crate) fn push(self, choice: u8) -> u16 {
        let (first, count) = self.range();
        let word = first + u16::from(choice) % count;
        if word < 32 { ldm(word) } else { ldi(word - 32) }
    }
}

/// Machine, memory and stack RAM of a test.
#[derive(Debug, Clone)]
pub(crate) struct World {
    pub(crate) config: MachineConfig,
    /// Seed of memory and constants.
    pub(crate) seed: u64,
}

impl World {
    /// The memory: random words, many of them of small bytes, so that operands often name the first fields of an
    /// object; then handles of objects and arrays.
    pub(crate) fn memory(&self) -> Vec<u32> {
        let mut random = Random(self.seed);
        let size = self.config.memory_words;
        let mut memory: Vec<u32> = (0..size).map(|_| random.bytes()).collect();
        for object in 0..8 {
            let handle = handle(object) as usize;
            memory[handle] = pointer(&mut random, size);
            memory[handle + 1] = random.below(12);
        }
        memory
    }

    /// The stack RAM: random variables, the constants of every kind, random stack.
    pub(crate) fn stack_ram(&self) -> Vec<u32> {
        let mut random = Random(!self.seed);
        let size = self.config.memory_words;
        let top = 1 << self.config.ram_width;
        let mut ram: Vec<u32> = (0..256).map(|_| random.word()).collect();
        let mut set = |kind: Kind, value: &mut dyn FnMut(&mut Random, u32) -> u32| {
            let (first, count) = kind.range();
            for i in 0..count {
                ram[usize::from(first + i)] = value(&mut random, u32::from(i));
            }
        };
        set(Kind::Small, &mut |_, i| i);
        set(Kind::Number, &mut |random, i| number(random, i));
        set(Kind::DeviceControl, &mut |_, i| {
            SYSTEM_DEVICE + [0, 2, 4, 8, 9][i as usize]
        });
        set(Kind::Device, &mut |random, _| device(random));
        set(Kind::MemoryAddress, &mut |random, i| match i {
            0 => handle(random.below(8)),
            1 => random.below(1 << 22), // wraps around the end of the memory
            _ => random.below(size),
        });
        set(Kind::ScratchpadAddress, &mut |random, _| {
            SCRATCHPAD + random.below(1 << 10)
        });
        set(Kind::Object, &mut |random, i| match i {
            0 => [0, 0xff80_0000][random.below(2) as usize], // null
            1 => SCRATCHPAD + random.below(1 << 8),
            _ => handle(i - 2) | random.below(4) << 25,
        });
        set(Kind::Array, &mut |random, i| match i {
            0 => [0, 0x0080_0000][random.below(2) as usize],
            _ => handle(i + 2) | random.below(4) << 25,
        });
        set(Kind::Method, &mut |random, i| {
            let length = match i {
                0 => random.below(300),
                1 => 32 << random.below(4), // whole blocks
                _ => random.below(40) + 1,
            };
            random.below(size) << 10 | length
        });
        set(Kind::StackPointer, &mut |random, _| {
            80 + random.below(top - 140)
        });
        set(Kind::LocalsPointer, &mut |random, i| match i {
            0 => random.word(),
            _ => 64 + random.below(64),
        });
        ram
    }
}

/// Handles stand in the first words of the memory; address 0 is the null handle.
fn handle(object: u32) -> u32 {
    8 * object + 8
}

/// Data of an object: mostly in memory, sometimes in the scratchpad or a device.
fn pointer(random: &mut Random, size: u32) -> u32 {
    match random.below(8) {
        0 => (1 << 31) | (SCRATCHPAD + random.below(256)),
        1 => (1 << 31) | (SYSTEM_DEVICE + 0x20),
        2 => random.below(1 << 22),
        _ => random.below(size),
    }
}

fn number(random: &mut Random, i: u32) -> u32 {
    match i {
        0 => u32::MAX,
        1 => i32::MAX as u32,
        2 => 1 << 31,
        3 => 1 << 22,
        4 => 31 + random.below(3),
        5 => 1 << random.below(32),
        _ => random.word(),
    }
}

/// A device register whose value does not depend on the cycle, or a mirror of it.
fn device(random: &mut Random) -> u32 {
    let registers = [
        SYSTEM_DEVICE + 2,
        SYSTEM_DEVICE + 3,
        SYSTEM_DEVICE + 4,
        SYSTEM_DEVICE + 6,
        SYSTEM_DEVICE + 7,
        SYSTEM_DEVICE + 11,
        SYSTEM_DEVICE + 12,
        SYSTEM_DEVICE + 13,
        UART,
        UART + 14,
        SYSTEM_DEVICE + 0x20,
        SYSTEM_DEVICE + 0x34,
    ];
    let register = registers[random.below(registers.len() as u32) as usize];
    register & !(random.below(1 << 15) << 6)
}

/// Numbers from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn word(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z >> 32) as u32
    }

    /// A word of random bytes or of bytes below 8.
    fn bytes(&mut self) -> u32 {
        let mask = [u32::MAX, 0x0707_0707, 0x00ff_00ff, 0x0007_ff07][self.below(4) as usize];
        self.word() & mask
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.word() % limit
    }
}

/// Machines of every kind the specification describes for one processor.
pub(crate) fn world() -> impl Strategy<Value = World> {
    let memory = prop_oneof![
        4 => Just(MemoryKind::Sram32),
        2 => Just(MemoryKind::Sram16),
        2 => Just(MemoryKind::Ssram32),
    ];
    let ram_cnt = prop_oneof![3 => 1u8..=4, 1 => 5u8..=14];
    let cache = prop_oneof![
        5 => Just(OrganisationKind::Fifo),
        1 => Just(OrganisationKind::OneBlock),
        1 => Just(OrganisationKind::TwoBlock),
    ];
    let memory_words = prop_oneof![Just(1024u32), Just(1500), Just(4096)];
    let scratchpad = prop_oneof![Just(0u8), Just(8), 1u8..=10];
    let stack_ram = prop_oneof![4 => Just(StackRamKind::OldData), 1 => Just(StackRamKind::NewData)];
    (
        (memory, ram_cnt, memory_words, scratchpad),
        (cache, 8u8..=13, 0u8..=6),
        (any::<bool>(), any::<bool>(), 8u8..=10, stack_ram),
        any::<u64>(),
    )
        .prop_map(|(memory, cache, stack, seed)| {
            let (memory, ram_cnt, memory_words, spm_width) = memory;
            let (method_cache, jpc_width, block_bits) = cache;
            let (object_cache, data_cache, ram_width, stack_ram) = stack;
            let two_block = method_cache == OrganisationKind::TwoBlock;
            let config = MachineConfig {
                memory,
                ram_cnt: match memory {
                    MemoryKind::Ssram32 => ram_cnt.max(2),
                    _ => ram_cnt,
                },
                memory_words,
                spm_width,
                jpc_width: if two_block { 10 } else { jpc_width },
                block_bits,
                method_cache,
                object_cache,
                data_cache,
                ram_width,
                stack_ram,
                ..MachineConfig::default()
            };
            World { config, seed }
        })
}
