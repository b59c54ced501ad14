//! Random cases, each from one number: microcode of random words, of every kind of instruction, of pieces of real microcode and
//! of real microcode with a few other words, on any machine that superblocks know.

use isa::{MachineConfig, MemoryKind, OrganisationKind, StudiedName, UartKind};
use microcode::{Build, Program, ROM_WORDS};

use crate::case::{Case, NOP, Start};
use crate::hex::Hex;
use crate::random::Random;

/// Begin of a case's runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// The first cycle after reset.
    Reset,
    /// The first word of any bytecode.
    Bytecodes,
}

/// Starts of a case from bytecodes on: what is compiled once is used for all of them.
const STARTS: usize = 5;
/// Classes of instruction words with their first and last word.
const CLASSES: [(u16, u16); 18] = [
    (0x000, 0x007),
    (0x010, 0x017),
    (0x018, 0x01B),
    (0x01C, 0x01F),
    (0x020, 0x03F),
    (0x040, 0x047),
    (0x048, 0x05F),
    (0x0A0, 0x0BF),
    (0x0C0, 0x0DF),
    (0x0E0, 0x0E7),
    (0x0E8, 0x0EF),
    (0x0F0, 0x0F7),
    (0x0F8, 0x0FF),
    (0x100, 0x102),
    (0x110, 0x117),
    (0x180, 0x1BF),
    (0x1C0, 0x1FF),
    (0x200, 0x3FF),
];

/// Where cases come from.
#[derive(Debug, Clone)]
pub struct Sources {
    programs: Vec<Program>,
    machines: Vec<MachineConfig>,
}

impl Sources {
    /// Our two builds, and any machine.
    #[must_use]
    pub fn ours() -> Self {
        Self {
            programs: [Build::Jop, Build::Strict].map(microcode::jvm).into(),
            machines: Vec::new(),
        }
    }

    /// More microcode to take pieces from.
    pub fn add(&mut self, program: Program) {
        self.programs.push(program);
    }

    /// These machines and no other ones.
    #[must_use]
    pub fn on(self, machines: Vec<MachineConfig>) -> Self {
        Self { machines, ..self }
    }

    /// The case of a number.
    #[must_use]
    pub fn case(&self, number: u64, begin: Begin) -> Case {
        Generator {
            random: Random::new(number),
            sources: self,
        }
        .case(number, begin)
    }
}

struct Generator<'a> {
    random: Random,
    sources: &'a Sources,
}

impl Generator<'_> {
    fn case(&mut self, number: u64, begin: Begin) -> Case {
        let config = self.machine();
        let (rom, entries) = self.microcode();
        let turn = self.random.below(256);
        let table = (0..256).map(|n| entries[(n + turn) % entries.len()]);
        let table = Hex(table.collect());
        let memory = self.values(64, 256);
        let bytes = self.bytes(&memory, 1 << config.jpc_width);
        let starts = match begin {
            Begin::Reset => vec![self.start(None)],
            Begin::Bytecodes => {
                let start = |_| {
                    let seed = self.random.next();
                    self.start(Some(seed))
                };
                (0..STARTS).map(start).collect()
            }
        };
        Case {
            origin: format!("{begin:?} {number:x}"),
            rom: Hex(rom),
            table,
            interrupt: self.random.pick(&entries),
            exception: self.random.pick(&entries),
            stack: Hex(self.values(200, 256)),
            memory: Hex(memory),
            bytes: Hex(bytes),
            falters: self.random.one_in(2).then(|| self.random.next()),
            config,
            starts,
        }
    }

    fn machine(&mut self) -> MachineConfig {
        let random = &mut self.random;
        if !self.sources.machines.is_empty() {
            let at = random.below(self.sources.machines.len());
            return self.sources.machines[at].clone();
        }
        let (memory, ram_cnt) = match random.below(10) {
            0..=5 => (MemoryKind::Sram32, random.within(1, 5)),
            6 => (MemoryKind::Sram32, random.within(6, 14)),
            7 | 8 => (MemoryKind::Sram16, random.within(1, 5)),
            _ => (MemoryKind::Ssram32, random.within(2, 7)),
        };
        let jpc_width = match random.below(8) {
            0 => random.within(13, 15),
            _ => random.within(8, 12),
        } as u8;
        let method_cache = match random.below(12) {
            0 => OrganisationKind::OneBlock,
            1 => OrganisationKind::TwoBlock,
            2 => StudiedName::find(random.pick(&StudiedName::KNOWN))
                .map_or(OrganisationKind::Fifo, OrganisationKind::Studied),
            _ => OrganisationKind::Fifo,
        };
        let two_block = method_cache == OrganisationKind::TwoBlock;
        MachineConfig {
            clk_freq_hz: random.within(1, 8) * random.pick(&[1_000_000, 25_000_000]),
            memory,
            ram_cnt: ram_cnt as u8,
            memory_words: random.pick(&[1024, 1024, 1025, 4096]),
            spm_width: if random.one_in(4) { 8 } else { 0 },
            jpc_width: if two_block { 10 } else { jpc_width },
            block_bits: random.within(0, u32::from(jpc_width) - 4) as u8 % 7,
            method_cache,
            object_cache: random.one_in(2),
            data_cache: random.one_in(3),
            ram_width: random.pick(&[8, 8, 8, 9, 10]),
            uart: UartKind::Instant,
            ..MachineConfig::default()
        }
    }

    /// The ROM and the addresses at which bytecodes begin.
    fn microcode(&mut self) -> (Vec<u16>, Vec<u16>) {
        let style = self.random.below(10);
        if style == 9 {
            return self.real_microcode();
        }
        let mut rom = Vec::new();
        let mut begins = Vec::new();
        let pieces = self.random.within(12, 120);
        for _ in 0..pieces {
            begins.push(rom.len() as u16);
            match style {
                0..=2 => self.words(&mut rom, Self::word),
                3..=5 => self.words(&mut rom, Self::word_of_class),
                6 | 7 => self.real_words(&mut rom),
                _ => match self.random.below(3) {
                    0 => self.words(&mut rom, Self::word),
                    1 => self.words(&mut rom, Self::word_of_class),
                    _ => self.real_words(&mut rom),
                },
            }
        }
        rom.truncate(ROM_WORDS);
        let entries = (0..self.random.within(1, 16)).map(|_| match self.random.below(3) {
            0 => self.random.below(rom.len()) as u16,
            _ => self.random.pick(&begins) % rom.len() as u16,
        });
        let entries = entries.collect();
        (rom, entries)
    }

    /// One of our builds or of what was added, a few words of it others.
    fn real_microcode(&mut self) -> (Vec<u16>, Vec<u16>) {
        let sources = self.sources;
        let program = &sources.programs[self.random.below(sources.programs.len())];
        let mut rom = program.rom.clone();
        let used = used(&rom);
        for _ in 0..self.random.below(40) {
            let at = self.random.below(used);
            rom[at] = match self.random.below(3) {
                0 => self.word(),
                1 => self.word_of_class(),
                _ => rom[at] ^ self.random.pick(&[0x400, 0x800, 1, 2, 0x40, 0x100]),
            };
        }
        (rom, program.jump_table.bytecodes.clone())
    }

    /// One word, or some that belong together.
    fn words(&mut self, rom: &mut Vec<u16>, word: fn(&mut Self) -> u16) {
        match self.random.below(12) {
            0 => rom.extend([0x101, 0x101]),
            1 => {
                let operation = match self.random.below(2) {
                    0 => self.random.within(0x40, 0x4F),
                    _ => self.random.within(0x110, 0x117),
                };
                rom.extend([operation as u16, 0x101, 0x101]);
            }
            2 => rom.extend([0x400 | NOP, 0x400 | 0x102, 0x000, 0x800]),
            _ => rom.push(word(self)),
        }
    }

    /// A piece of real microcode, a few words of it others.
    fn real_words(&mut self, rom: &mut Vec<u16>) {
        let sources = self.sources;
        let program = &sources.programs[self.random.below(sources.programs.len())];
        let from = self.random.below(used(&program.rom));
        let length = match self.random.below(4) {
            0 => self.random.within(8, 40),
            _ => self.random.within(1, 8),
        };
        for word in program.rom.iter().skip(from).take(length as usize) {
            rom.push(match self.random.below(40) {
                0 => self.word(),
                1 => self.word_of_class(),
                2 => word ^ self.random.pick(&[0x400, 0x800]),
                _ => *word,
            });
        }
    }

    /// A word: most are common ones, so that something happens between two hazards.
    fn word(&mut self) -> u16 {
        let random = &mut self.random;
        let instruction = match random.below(13) {
            0 | 1 => random.within(0, 0x3FF),
            2..=4 => random.within(0, 0x1FF),
            5..=7 => random.within(0xA0, 0xFF),
            8 | 9 => random.within(0, 0x5F),
            10 | 11 => 0x100,
            _ => 0x101,
        };
        self.flags() | instruction as u16
    }

    /// A word of any class of instructions; ways of jumps are short.
    fn word_of_class(&mut self) -> u16 {
        let (first, last) = self.random.pick(&CLASSES);
        let instruction = match first {
            0x180 | 0x1C0 | 0x200 if !self.random.one_in(4) => {
                let sign = if first == 0x200 { 0x100 } else { 0x20 };
                let back = self.random.one_in(3);
                let way = self.random.within(0, 15) as u16;
                first | if back { 2 * sign - 1 - way } else { way }
            }
            _ => self.random.within(first.into(), last.into()) as u16,
        };
        self.flags() | instruction
    }

    fn flags(&mut self) -> u16 {
        match self.random.below(12) {
            0..=5 => 0,
            6..=8 => 0x800,
            9 | 10 => 0x400,
            _ => 0xC00,
        }
    }

    fn values(&mut self, least: u32, most: u32) -> Vec<u32> {
        let count = self.random.within(least, most);
        (0..count).map(|_| self.value()).collect()
    }

    /// Any number, a small one, a method, an address of a device, of the scratchpad or behind the memory.
    fn value(&mut self) -> u32 {
        let random = &mut self.random;
        match random.below(20) {
            0..=3 => random.next() as u32,
            4..=9 => random.within(0, 255),
            10 | 11 => random.within(0, 1100),
            12..=15 => random.within(0, 64) << 10 | random.within(0, 12),
            16 => 0x7F_FF80 + random.within(0, 1),
            17 => 0x7F_FF80 + random.within(0, 31),
            18 => 0x40_0000 + random.within(0, 300),
            _ => 0u32.wrapping_sub(random.within(0, 200)),
        }
    }

    /// Bytes to execute at once: any, or few different ones, so that the same stand side by side.
    fn bytes(&mut self, memory: &[u32], size: usize) -> Vec<u8> {
        if self.random.one_in(2) {
            let bytes = memory.iter().cycle();
            let bytes = bytes.map(|word| (*word >> 3) as u8 ^ *word as u8);
            return bytes.take(size).collect();
        }
        let kinds = self.random.within(1, 12);
        let few: Vec<u8> = (0..kinds).map(|_| self.random.next() as u8).collect();
        let bytes = (0..size.min(1024)).map(|_| match self.random.below(4) {
            0 => self.random.next() as u8,
            _ => self.random.pick(&few),
        });
        let bytes: Vec<u8> = bytes.collect();
        bytes.into_iter().cycle().take(size).collect()
    }

    fn start(&mut self, bytecode: Option<u64>) -> Start {
        let random = &mut self.random;
        let (apart, cycles) = random.pick(&[
            (2, 60),
            (6, 120),
            (25, 250),
            (60, 300),
            (150, 400),
            (400, 500),
            (1000, 800),
        ]);
        Start {
            bytecode,
            timer: random.one_in(4).then(|| random.within(2, 120)),
            cycles: if bytecode.is_none() {
                2 * cycles
            } else {
                cycles
            },
            cuts: Some(random.next()),
            apart,
            quiet: random.one_in(2),
        }
    }
}

/// Words up to the last one that does something.
fn used(rom: &[u16]) -> usize {
    let last = rom.iter().rposition(|word| *word != NOP && *word != 0);
    last.map_or(1, |last| last + 1)
}
