//! Compiles the microcode of every bytecode to superblocks: straight ways of operations from a dispatch to the next one.
//!
//! The compiler walks the words of an entry as the pipeline executes them, with what is known statically
//! ([`Context`](crate::path::Context)). Branches fork the walk; ways that meet again share their operations. Where the
//! pipeline does what operations cannot express, the way ends at the last site before it: the reference goes on there.

mod code;
mod needs;
mod redirects;
mod words;

use microcode::JumpTable;
use rustc_hash::FxHashMap;
use sim_core::decode::{ASource, MemoryOp, decode};

pub(crate) use crate::compile::code::{Code, Entry};
pub(crate) use crate::compile::words::pops;
use crate::fuse::fuse;
use crate::latency::Latencies;
use crate::operation::{Op, Segment};
use crate::path::{Context, Path, Previous, Word};

/// Words of a segment at most.
const MOST_WORDS: u32 = 500;
/// Branches on a way without a site at most, one behind the other: each is looked ahead from the one before.
const MOST_SCOUTS: u32 = 24;
/// Operand bytes ahead at most.
const MOST_BYTES: i16 = 64;
/// No address of the ROM.
const NO_ADDRESS: u16 = u16::MAX;
/// No site.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// What compilation depends on beside the microcode.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options<'a> {
    pub(crate) latencies: &'a Latencies,
    /// Stack pointers that blocks stay below.
    pub(crate) stack_limit: u32,
    /// Sites ask whether to leave: all, or some of them, as this seed chooses. Where none asks, pairs are fused.
    pub(crate) falters: Option<u64>,
}

/// A branch that is taken, still to be compiled.
#[derive(Debug, Clone)]
struct Fork {
    path: Path,
    /// The branch.
    op: usize,
    /// Where the reference goes on if the way does not compile.
    fallback: Option<u32>,
}

/// How a word leaves its path.
enum Flow {
    On,
    Done,
    /// The pipeline does here what operations cannot.
    Hazard,
}

struct Compiler<'a> {
    rom: &'a [u16; 2048],
    options: Options<'a>,
    any_foreign: bool,
    /// Scouts that look ahead for each other.
    depth: u32,
    code: Code,
    forks: Vec<Fork>,
    labels: FxHashMap<Context, usize>,
    /// The site at the first operation of each entry.
    entry_sites: FxHashMap<u32, u32>,
}

/// Compiles all bytecodes.
pub(crate) fn compile(rom: &[u16; 2048], table: &JumpTable, options: Options<'_>) -> Code {
    let mut compiler = Compiler::new(rom, options);
    for (bytecode, &address) in table.bytecodes.iter().enumerate().take(256) {
        let word = compiler.word(address);
        let foreign = !Context::of_entry(address & 0x7FF).is_site(&word);
        compiler.code.entries[bytecode] = Entry {
            foreign,
            first: rom[usize::from(address & 0x7FF)] & 0x3FF,
            first_consumes: word.opd,
            second: if word.nxt {
                NO_ADDRESS
            } else {
                (address + 1) & 0x7FF
            },
            ..Entry::default()
        };
        compiler.any_foreign |= foreign;
    }
    let mut starts = FxHashMap::default();
    for (bytecode, &address) in table.bytecodes.iter().enumerate().take(256) {
        if !compiler.code.entries[bytecode].foreign {
            let start = *starts
                .entry(address)
                .or_insert_with(|| compiler.compile_entry(address & 0x7FF));
            compiler.code.entries[bytecode].start = start;
        }
    }
    compiler.measure();
    let mut code = compiler.code;
    fuse(&mut code);
    code.compiled = [code.ops.len(), code.memory.len()];
    code
}

/// Whether a site asks to leave: every one, or every second, eighth or 32nd on average.
fn asks(seed: u64, site: u32) -> bool {
    let random = (seed ^ u64::from(site)).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    random.is_multiple_of([1, 2, 8, 32][seed as usize >> 2 & 3])
}

impl<'a> Compiler<'a> {
    /// The entries of its code are large: in a frame of their own, as scouts are many.
    #[inline(never)]
    fn new(rom: &'a [u16; 2048], options: Options<'a>) -> Self {
        Self {
            rom,
            options,
            any_foreign: false,
            depth: 0,
            code: Code::new(),
            forks: Vec::new(),
            labels: FxHashMap::default(),
            entry_sites: FxHashMap::default(),
        }
    }

    fn word(&self, address: u16) -> Word {
        let word = self.rom[usize::from(address & 0x7FF)];
        Word {
            control: decode(word & 0x3FF),
            nxt: word & 0x800 != 0,
            opd: word & 0x400 != 0,
        }
    }

    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
    }

    fn compile_entry(&mut self, address: u16) -> u32 {
        let start = self.code.ops.len();
        let path = Path::new(Context::of_entry(address));
        let site = self.add_site(&path, &self.word(address));
        self.entry_sites.insert(start as u32, site);
        self.compile_path(path, None);
        while let Some(mut fork) = self.forks.pop() {
            let target = self.code.ops.len() as u32;
            self.aim(fork.op, target);
            self.emit(Op::Pop);
            fork.path.wants_check = true;
            self.compile_path(fork.path, fork.fallback);
        }
        start as u32
    }

    /// Sets the target of a branch.
    fn aim(&mut self, branch: usize, to: u32) {
        match &mut self.code.ops[branch] {
            Op::IfZero(_, target) | Op::IfNotZero(_, target) => *target = to,
            _ => {}
        }
    }

    fn compile_path(&mut self, mut path: Path, fallback: Option<u32>) {
        let start = self.code.ops.len();
        loop {
            match self.step(&mut path) {
                Flow::On => {}
                Flow::Done => return,
                Flow::Hazard => break,
            }
        }
        let (length, site) = match (path.last_site, fallback) {
            (Some(last), _) => last,
            // The way begins with the pop of its branch, which the reference does again.
            (None, Some(site)) => (start - 1, site),
            (None, None) => unreachable!("a branch without a fallback was tried before"),
        };
        self.code.ops.truncate(length);
        self.forks.retain(|fork| fork.op < length);
        self.labels.retain(|_, label| *label < length);
        self.emit(Op::Leave(site));
    }

    /// Whether a way reaches a site before it meets a hazard.
    fn reaches_a_site(&self, path: &Path) -> bool {
        // What is compiled already tells nothing about the way ahead, and a copy of it at each branch takes long.
        if self.depth == MOST_SCOUTS {
            return false;
        }
        let mut scout = Self::new(self.rom, self.options);
        scout.any_foreign = self.any_foreign;
        scout.depth = self.depth + 1;
        let mut path = path.clone();
        for _ in 0..MOST_WORDS {
            match scout.step(&mut path) {
                Flow::Done => return true,
                Flow::Hazard => return path.last_site.is_some(),
                Flow::On if path.last_site.is_some() => return true,
                Flow::On => {}
            }
        }
        false
    }

    /// Compiles one word, or a pair of `wait`.
    fn step(&mut self, path: &mut Path) -> Flow {
        let word = self.word(path.context.address);
        path.words += 1;
        path.wants_check |= path.words > MOST_WORDS;
        let is_site = path.context.is_site(&word);
        // Here only a getfield that has missed leaves: one that hits reads what is invalid afterwards.
        let for_misses =
            path.context.previous.invalidates && word.control.memory == MemoryOp::GetField;
        if is_site && !for_misses && path.wants_check && self.begin_segment(path, &word) {
            return Flow::Done;
        }
        let site = is_site.then(|| self.add_site(path, &word));
        if let Some(site) = site.filter(|_| !for_misses) {
            path.last_site = Some((self.code.ops.len(), site));
            if self.options.falters.is_some_and(|seed| asks(seed, site)) {
                self.emit(Op::Falter(site));
            }
        }
        let control = &word.control;
        if path.context.jpc > MOST_BYTES || path.words > 2 * MOST_WORDS {
            return Flow::Hazard;
        }
        let reads_bytes = word.flagged()
            || control.jbr
            || control.a == ASource::Operand
            || word.uses_operand_local();
        if path.context.loading.is_some() && reads_bytes {
            return Flow::Hazard;
        }
        let soon_after_stjpc = path.context.since_jpc < 4;
        if word.flagged() && soon_after_stjpc {
            return Flow::Hazard;
        }
        if word.nxt && path.context.redirect.is_some() {
            return Flow::Hazard;
        }
        if control.wait {
            self.wait(path, &word, site)
        } else if word.is_branch() {
            self.branch(path, &word, site)
        } else if control.jump {
            self.jump(path, &word)
        } else if control.jbr {
            self.java_branch(path, &word)
        } else {
            self.straight(path, &word, site)
        }
    }

    fn add_site(&mut self, path: &Path, word: &Word) -> u32 {
        let site = path.context.site(word, path.context.address, path.cycle);
        self.code.sites.push(site);
        self.code.sites.len() as u32 - 1
    }

    /// Begins a segment, or goes on at one that has begun in the same context; then the path is done.
    fn begin_segment(&mut self, path: &mut Path, word: &Word) -> bool {
        self.emit(Op::Advance(path.cycle));
        path.cycle = 0;
        if let Some(label) = self.labels.get(&path.context) {
            let label = *label as u32;
            self.emit(Op::Goto(label));
            return true;
        }
        self.labels.insert(path.context, self.code.ops.len());
        let site = self.add_site(path, word);
        self.emit(Op::Check(self.code.segments.len() as u32));
        self.code.segments.push(Segment {
            site,
            ..Segment::default()
        });
        path.wants_check = false;
        path.words = 0;
        false
    }

    fn commit(&mut self, path: &mut Path) {
        if let Some(commit) = path.commit.take() {
            self.emit(commit);
        }
    }

    /// The state after a word: how old things are, and what the next word may meet.
    fn after_word(&self, path: &mut Path, word: &Word) {
        path.context.advance(word);
        path.cycle += 1;
        path.context.previous = Previous::of(&word.control);
    }
}
