//! Compiles the microcode of every bytecode to superblocks: straight ways of operations from a dispatch to the next one.
//!
//! The compiler walks the words of an entry as the pipeline executes them, with what is known statically
//! ([`Context`](crate::path::Context)). Branches fork the walk; ways that meet again share their operations. Where the
//! pipeline does what operations cannot express, the way ends at the last site before it: the reference goes on there.

use microcode::JumpTable;
use rustc_hash::FxHashMap;
use sim_core::decode::{ASource, BSource, BranchCondition, MemoryOp, PointerLoad, decode};

use crate::core::{Core, Masks};
use crate::fuse::fuse;
use crate::latency::Latencies;
use crate::operation::{
    Byte, End, JavaStep, MemoryStep, Op, Segment, Site, Stack, moves_sp, operation,
};
use crate::path::{Context, Path, Previous, Redirect, Word};
use crate::translate::{IN_RUN, Place};

/// Words of a segment at most.
const MOST_WORDS: u32 = 500;
/// Operand bytes ahead at most.
const MOST_BYTES: i16 = 64;
/// No address of the ROM.
const NO_ADDRESS: u16 = u16::MAX;
/// No site.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Begin of a bytecode's superblock.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Entry {
    /// First operation, and the same before pairs were fused.
    pub(crate) start: u32,
    pub(crate) plain: u32,
    pub(crate) segment: Segment,
    /// The reference has to run it from before its dispatch on.
    pub(crate) foreign: bool,
    /// The first word, as it is in IR, and whether it consumes an operand byte.
    pub(crate) first: u16,
    pub(crate) first_consumes: bool,
    /// Address of the second word; no address where the first one dispatches.
    pub(crate) second: u16,
}

/// Compiled microcode.
#[derive(Debug, Clone)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    pub(crate) sites: Vec<Site>,
    pub(crate) memory: Vec<MemoryStep>,
    pub(crate) java: Vec<JavaStep>,
    pub(crate) segments: Vec<Segment>,
    pub(crate) entries: Box<[Entry; 256]>,
    /// The operations before pairs were fused, and where each of them is now.
    pub(crate) plain: Vec<Op>,
    pub(crate) fused_at: Vec<u32>,
    // Of translated methods.
    pub(crate) runs: Vec<Segment>,
    pub(crate) places: Vec<Place>,
    pub(crate) exits: Vec<Place>,
    /// Operations and memory operations without them.
    pub(crate) compiled: [usize; 2],
}

impl Code {
    fn new() -> Self {
        Self {
            // The first one is for whom a run is too long; no entry is below `methods::INSIDE`.
            ops: vec![Op::Dispatch; 4],
            sites: Vec::new(),
            memory: Vec::new(),
            java: Vec::new(),
            segments: Vec::new(),
            entries: Box::new([Entry::default(); 256]),
            plain: Vec::new(),
            fused_at: Vec::new(),
            runs: Vec::new(),
            places: Vec::new(),
            exits: Vec::new(),
            compiled: [0; 2],
        }
    }

    /// Forgets all translations.
    pub(crate) fn forget(&mut self) {
        let [ops, memory] = self.compiled;
        self.ops.truncate(ops);
        self.memory.truncate(memory);
        self.runs.clear();
        self.places.clear();
        self.exits.clear();
    }

    /// A site, which may be one of a run: the registers catch up.
    pub(crate) fn site(&self, site: u32, core: &mut Core, masks: Masks) -> Site {
        if site & IN_RUN == 0 {
            return self.sites[site as usize];
        }
        let place = &self.places[(site & !IN_RUN) as usize];
        core.base += u64::from(place.cycles);
        core.catch_up(place, masks);
        self.sites[place.to as usize]
    }

    /// Operations of translations.
    pub(crate) fn translated(&self) -> usize {
        self.ops.len() - self.compiled[0]
    }
}

/// What compilation depends on beside the microcode.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options<'a> {
    pub(crate) latencies: &'a Latencies,
    /// Stack pointers that blocks stay below.
    pub(crate) stack_limit: u32,
    /// Every site asks whether to leave.
    pub(crate) falters: bool,
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

#[derive(Clone)]
struct Compiler<'a> {
    rom: &'a [u16; 2048],
    options: Options<'a>,
    any_foreign: bool,
    code: Code,
    forks: Vec<Fork>,
    labels: FxHashMap<Context, usize>,
    /// The site at the first operation of each entry.
    entry_sites: FxHashMap<u32, u32>,
}

/// Compiles all bytecodes.
pub(crate) fn compile(rom: &[u16; 2048], table: &JumpTable, options: Options<'_>) -> Code {
    let mut compiler = Compiler {
        rom,
        options,
        any_foreign: false,
        code: Code::new(),
        forks: Vec::new(),
        labels: FxHashMap::default(),
        entry_sites: FxHashMap::default(),
    };
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

impl Compiler<'_> {
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
        let mut scout = self.clone();
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
        if is_site && path.wants_check && self.begin_segment(path, &word) {
            return Flow::Done;
        }
        let site = is_site.then(|| self.add_site(path, &word));
        if let Some(site) = site {
            path.last_site = Some((self.code.ops.len(), site));
            if self.options.falters {
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

    fn wait(&mut self, path: &mut Path, word: &Word, site: Option<u32>) -> Flow {
        let mut after = path.context;
        after.advance(word);
        let second = self.word(after.address);
        if word.flagged() || path.context.redirect.is_some() {
            return Flow::Hazard;
        }
        if second.control.wait {
            if second.flagged() {
                return Flow::Hazard;
            }
            let load = path.context.loading.is_some();
            let wait = if load { Op::WaitLoad } else { Op::Wait };
            self.emit(wait(path.cycle));
            path.context.in_flight = false;
            path.context.loading = None;
            path.context.advance(word);
            path.cycle += 1;
        } else {
            let Some(site) = site else {
                return Flow::Hazard;
            };
            if path.context.in_flight {
                return Flow::Hazard;
            }
            self.emit(Op::WaitOne(site));
        }
        path.context.advance(word);
        path.cycle += 1;
        path.context.previous = Previous::NOTHING;
        self.commit(path);
        Flow::On
    }

    fn commit(&mut self, path: &mut Path) {
        if let Some(commit) = path.commit.take() {
            self.emit(commit);
        }
    }

    /// The words in the two delay slots of a branch or jump, if they can be there. None if the redirect is lost to a dispatch.
    fn slots(&self, path: &Path, word: &Word) -> Result<Option<[Word; 2]>, Flow> {
        let address = path.context.address;
        let slots = [1, 2].map(|n| self.word(address + n));
        if word.nxt || path.context.redirect.is_some() || slots[0].nxt {
            return Err(Flow::Hazard);
        }
        if slots[1].nxt {
            return if slots[0].redirects_or_waits() {
                Err(Flow::Hazard)
            } else {
                Ok(None)
            };
        }
        Ok(Some(slots))
    }

    fn branch(&mut self, path: &mut Path, word: &Word, site: Option<u32>) -> Flow {
        let slots = match self.slots(path, word) {
            Ok(slots) => slots,
            Err(hazard) => return hazard,
        };
        let early = path.context.previous.a;
        if early && !path.context.previous.kept {
            return Flow::Hazard;
        }
        let Some(slots) = slots else {
            return self.plain(path, word, Op::Pop);
        };
        // A `wait` in a slot holds nothing when the branch is not taken.
        let waits = slots
            .iter()
            .all(|slot| slot.control.wait && !slot.flagged());
        if !waits && slots.iter().any(Word::redirects_or_waits) {
            return Flow::Hazard;
        }
        let mut taken = path.clone();
        let displacement = word.control.displacement;
        self.after_word(&mut taken, word);
        taken.last_site = None;
        taken.wants_check = true;
        taken.context.redirect = Some(Redirect {
            slots: 2,
            target: (path.context.address + 1).wrapping_add_signed(displacement) & 0x7FF,
        });
        if path.commit.is_some() || slots[0].samples_early() {
            return Flow::Hazard;
        }
        if (waits || !self.reaches_a_site(&taken)) && site.is_none() {
            return Flow::Hazard;
        }
        let op = self.code.ops.len();
        self.emit(match word.control.branch {
            BranchCondition::Zero => Op::IfZero(early, 0),
            _ => Op::IfNotZero(early, 0),
        });
        self.forks.push(Fork {
            path: taken,
            op,
            fallback: site,
        });
        self.after_word(path, word);
        Flow::On
    }

    fn jump(&mut self, path: &mut Path, word: &Word) -> Flow {
        let slots = match self.slots(path, word) {
            Ok(slots) => slots,
            Err(hazard) => return hazard,
        };
        let displacement = word.control.displacement;
        let target = (path.context.address + 1).wrapping_add_signed(displacement) & 0x7FF;
        if let Some(slots) = slots {
            if slots.iter().any(Word::redirects_or_waits) {
                return Flow::Hazard;
            }
            path.wants_check = true;
        }
        self.after_word(path, word);
        self.commit(path);
        if slots.is_some() {
            path.context.redirect = Some(Redirect { slots: 2, target });
        }
        Flow::On
    }

    fn java_branch(&mut self, path: &mut Path, word: &Word) -> Flow {
        let context = &path.context;
        let operand = context.operand(word);
        let offset = [context.operand_before[1], operand[1]];
        let mut after = path.context;
        after.advance(word);
        let previous = path.context.previous;
        let early = previous.a || previous.b;
        if word.nxt
            || path.context.since_jpc < 4
            || path.context.since_jbr < 2
            || self.word(after.address).flagged()
            || early && !previous.kept
            || offset.iter().any(|byte| !matches!(byte, Byte::At(_)))
            || operand[0] == Byte::Unknown
        {
            return Flow::Hazard;
        }
        self.emit(Op::JavaBranch(self.code.java.len() as u32));
        self.code.java.push(JavaStep {
            offset,
            jpc: after.jpc,
            kept: operand[0],
            early,
            adds: previous.adds,
        });
        self.after_word(path, word);
        self.commit(path);
        path.context.jpc = 0;
        path.context.since_jbr = 1;
        path.context.operand_before = [Byte::Kept, Byte::Unknown];
        Flow::On
    }

    /// The state after a word: how old things are, and what the next word may meet.
    fn after_word(&self, path: &mut Path, word: &Word) {
        let control = &word.control;
        path.context.advance(word);
        path.cycle += 1;
        path.context.previous = Previous {
            a: control.a != ASource::Hold,
            b: control.b != BSource::Hold,
            adds: control.a == ASource::Add,
            multiplies: control.multiply,
            busy: control.starts_memory,
            kept: false,
        };
    }

    /// Keeps A and B where the next word samples them before this one has written them.
    fn keep_for_next(&mut self, path: &Path, word: &Word) -> bool {
        let next = self.word(path.context.next_address());
        let control = &word.control;
        let writes = control.a != ASource::Hold || next.control.jbr && control.b != BSource::Hold;
        let keeps = next.samples_early() && writes;
        if keeps {
            self.emit(Op::KeepAb);
        }
        keeps
    }

    /// A word without a branch.
    fn straight(&mut self, path: &mut Path, word: &Word, site: Option<u32>) -> Flow {
        if word.nxt && self.any_foreign {
            let Some(site) = site else {
                return Flow::Hazard;
            };
            self.emit(Op::Peek(site, path.context.jpc));
        }
        let control = &word.control;
        if control.memory != MemoryOp::None {
            return self.memory(path, word, site);
        }
        let Some(stack) = operation(control) else {
            return self.plain(path, word, None);
        };
        let [high, low] = path.context.operand_before;
        let op = match stack {
            Stack::Plain(Op::PushReadData) if path.context.in_flight => return Flow::Hazard,
            // The start is there two cycles after the strobe.
            Stack::Plain(Op::PushStart) if path.context.loading.is_some_and(|words| words < 3) => {
                return Flow::Hazard;
            }
            Stack::Plain(op) => op,
            Stack::Operand(format) => match (format, high, low) {
                (0, _, Byte::At(low)) => Op::PushByte(low),
                (1, _, Byte::At(low)) => Op::PushSignedByte(low),
                (2, Byte::At(high), Byte::At(low)) => Op::PushShort(high, low),
                (3, Byte::At(high), Byte::At(low)) => Op::PushSignedShort(high, low),
                _ => return Flow::Hazard,
            },
            Stack::OperandLocal(writes) => match low {
                _ if path.context.since_vp == 2 => return Flow::Hazard,
                Byte::At(low) if writes => Op::StoreOperandLocal(low),
                Byte::At(low) => Op::PushOperandLocal(low),
                _ => return Flow::Hazard,
            },
            Stack::Jpc => {
                let mut after = path.context;
                after.advance(word);
                let next = self.word(after.address);
                if word.nxt {
                    return Flow::Hazard;
                }
                Op::PushJpc(after.jpc + i16::from(next.flagged()))
            }
            Stack::Pointer(PointerLoad::Jpc) => return self.set_jpc(path, word),
            Stack::Pointer(load) => match self.set_pointer(path, word, load) {
                Some(op) => op,
                None => return Flow::Hazard,
            },
            Stack::Sp => return self.set_sp(path, word),
            Stack::Multiplier(true) => Op::PushProduct(path.cycle),
            Stack::Multiplier(false) if word.nxt => return Flow::Hazard,
            Stack::Multiplier(false) => Op::Multiply(path.cycle),
        };
        if control.starts_memory && !control.multiply {
            if word.nxt {
                return Flow::Hazard;
            }
            self.emit(Op::Busy(path.cycle));
        }
        let pointer = control.pointer;
        let flow = self.plain(path, word, op);
        match (flow, pointer) {
            (Flow::On, PointerLoad::Vp) => path.context.since_vp = 1,
            (Flow::On, PointerLoad::Ar) => path.context.since_ar = 1,
            (flow, _) => return flow,
        }
        path.commit = match op {
            Op::SetVpLate => Some(Op::CommitVp),
            Op::SetArLate => Some(Op::CommitAr),
            _ => None,
        };
        Flow::On
    }

    /// Emits the operation of a word and ends the block if the word dispatches.
    fn plain(&mut self, path: &mut Path, word: &Word, op: impl Into<Option<Op>>) -> Flow {
        if word.nxt {
            return self.end(path, word, op.into());
        }
        let op = op.into();
        let keeps = self.keep_for_next(path, word);
        if keeps && op == Some(Op::SetSp(true)) {
            return Flow::Hazard;
        }
        if let Some(op) = op {
            self.emit(op);
        }
        self.commit(path);
        self.after_word(path, word);
        path.context.previous.kept = keeps;
        Flow::On
    }

    fn end(&mut self, path: &mut Path, word: &Word, op: Option<Op>) -> Flow {
        let [high, _] = path.context.operand(word);
        let context = &path.context;
        let unknown = matches!(high, Byte::Before | Byte::Unknown);
        if context.in_flight || context.has_new_frame() || unknown {
            return Flow::Hazard;
        }
        let keep = match high {
            Byte::At(offset) => i8::try_from(offset),
            _ => Ok(End::KEPT),
        };
        let offset = i8::try_from(path.context.jpc);
        let (Ok(keep), Ok(offset), Ok(cycles)) = (keep, offset, u16::try_from(path.cycle + 1))
        else {
            return Flow::Hazard;
        };
        let end = End {
            keep,
            offset,
            cycles,
        };
        let fused = op
            .filter(|_| path.commit.is_none())
            .and_then(|op| op.and(end));
        if let Some(fused) = fused {
            self.emit(fused);
            return Flow::Done;
        }
        if let Some(op) = op {
            self.emit(op);
        }
        self.commit(path);
        self.emit(Op::End(end));
        Flow::Done
    }

    fn keep_operand(&mut self, high: Byte) {
        if let Byte::At(offset) = high {
            self.emit(Op::KeepOperand(offset));
        }
    }

    fn set_pointer(&self, path: &Path, word: &Word, load: PointerLoad) -> Option<Op> {
        let next = self.word(path.context.next_address());
        if word.nxt {
            return None;
        }
        Some(match load {
            PointerLoad::Vp if next.uses_vp() => Op::SetVpLate,
            PointerLoad::Vp => Op::SetVp,
            _ if next.uses_ar() => Op::SetArLate,
            _ => Op::SetAr,
        })
    }

    fn set_jpc(&mut self, path: &mut Path, word: &Word) -> Flow {
        let [high, low] = path.context.operand(word);
        if word.nxt
            || path.context.since_jpc < 4
            || path.context.since_jbr < 2
            || matches!(high, Byte::Before | Byte::Unknown)
        {
            return Flow::Hazard;
        }
        let before = path.context.jpc + i16::from(word.flagged());
        let same = !word.flagged() && low == Byte::At(path.context.jpc);
        self.keep_operand(high);
        let flow = self.plain(path, word, Op::SetJpc(before));
        path.context.jpc = 0;
        path.context.since_jpc = 1;
        path.context.operand_before = [Byte::Kept, if same { Byte::Before } else { Byte::Unknown }];
        flow
    }

    fn set_sp(&mut self, path: &mut Path, word: &Word) -> Flow {
        let early = path.context.previous.a;
        if word.nxt || early && !path.context.previous.kept {
            return Flow::Hazard;
        }
        let mut after = path.clone();
        self.after_word(&mut after, word);
        let next = self.word(after.context.address);
        if path.commit.is_some() || !after.context.is_site(&next) {
            return Flow::Hazard;
        }
        path.wants_check = true;
        self.plain(path, word, Op::SetSp(early))
    }

    fn memory(&mut self, path: &mut Path, word: &Word, site: Option<u32>) -> Flow {
        use MemoryOp as M;
        let op = word.control.memory;
        let starts = !matches!(
            op,
            M::WriteAddress | M::Index | M::Invalidate | M::AtomicStart | M::AtomicEnd
        );
        if word.nxt || path.context.in_flight || starts && site.is_none() {
            return Flow::Hazard;
        }
        if op == M::MethodLoad {
            // The load overwrites the byte.
            let [high, _] = path.context.operand(word);
            match high {
                Byte::At(offset) => {
                    self.emit(Op::KeepOperand(offset));
                    path.context.operand_before[0] = Byte::Kept;
                }
                Byte::Kept => {}
                _ => return Flow::Hazard,
            }
            if word.opd || path.context.since_jpc < 4 {
                return Flow::Hazard;
            }
        }
        let step = MemoryStep {
            op,
            site: site.unwrap_or(NOWHERE),
            cycle: path.cycle,
            operand: self.sampled_operand(path, word, op),
            known: None,
            latency: self.options.latencies.of(op),
            wait: 0,
            pops: pops(op),
        };
        self.code.memory.push(step);
        let number = self.code.memory.len() as u32 - 1;
        let flow = self.plain(path, word, step.operation(number));
        path.context.in_flight = starts;
        path.context.loading = (op == M::MethodLoad).then_some(1);
        path.context.looked_up |= op == M::MethodLoad;
        flow
    }

    /// Operand bytes that the controller sees of an operation: in its strobe cycle, or a cycle later.
    fn sampled_operand(&self, path: &Path, word: &Word, op: MemoryOp) -> [Byte; 2] {
        if !has_operand(op) {
            return [Byte::Unknown; 2];
        }
        let later = matches!(op, MemoryOp::PutField | MemoryOp::PutFieldReference);
        let mut context = path.context;
        context.advance(word);
        let mut sampled = self.word(context.address);
        if later {
            if sampled.nxt {
                return [Byte::Unknown; 2];
            }
            context.advance(&sampled);
            sampled = self.word(context.address);
        }
        context.operand(&sampled)
    }

    /// Finds what each segment needs.
    fn measure(&mut self) {
        let mut known = FxHashMap::default();
        for index in 0..self.code.ops.len() {
            if let Op::Check(segment) = self.code.ops[index] {
                let needs = self.needs(index + 1, &mut known);
                let segment = &mut self.code.segments[segment as usize];
                *segment = Segment {
                    site: segment.site,
                    ..needs.below(self.options.stack_limit)
                };
            }
        }
        for bytecode in 0..256 {
            let Entry { start, foreign, .. } = self.code.entries[bytecode];
            if !foreign {
                let needs = self.needs(start as usize, &mut known);
                self.code.entries[bytecode].segment = Segment {
                    site: self.entry_sites[&start],
                    ..needs.below(self.options.stack_limit)
                };
            }
        }
    }

    fn needs(&self, index: usize, known: &mut FxHashMap<usize, Segment>) -> Segment {
        if let Some(needs) = known.get(&index) {
            return *needs;
        }
        let needs = self.needs_of(index, known);
        known.insert(index, needs);
        needs
    }

    fn needs_of(&self, index: usize, known: &mut FxHashMap<usize, Segment>) -> Segment {
        let cycles = |cycles| Segment {
            cycles,
            ..Segment::default()
        };
        if let Some((end, pushed)) = self.code.ops[index].end() {
            return Segment {
                cycles: end.cycles.into(),
                rise: pushed.max(0).unsigned_abs(),
                fall: pushed.min(0).unsigned_abs(),
                ..Segment::default()
            };
        }
        let mut needs = match self.code.ops[index] {
            Op::Advance(after) => return cycles(after),
            Op::Leave(site) => return cycles(self.code.sites[site as usize].cycle),
            Op::Goto(to) => return self.needs(to as usize, known),
            Op::IfZero(_, to) | Op::IfNotZero(_, to) => {
                let (on, taken) = (self.needs(index + 1, known), self.needs(to as usize, known));
                Segment {
                    cycles: on.cycles.max(taken.cycles),
                    rise: on.rise.max(taken.rise),
                    // The way on begins with a pop of its own.
                    fall: (on.fall + 1).max(taken.fall),
                    ..Segment::default()
                }
            }
            _ => self.needs(index + 1, known),
        };
        match self.code.ops[index] {
            Op::Wait(_) | Op::WaitLoad(_) => {
                needs.cycles += self.options.latencies.longest;
            }
            Op::SetSp(_) => (needs.rise, needs.fall) = (0, 1),
            Op::Memory(step) if !pops(self.code.memory[step as usize].op) => {}
            op => match moves_sp(op) {
                1 => {
                    needs.rise += 1;
                    needs.fall = needs.fall.saturating_sub(1);
                }
                -1 => {
                    needs.rise = needs.rise.saturating_sub(1);
                    needs.fall += 1;
                }
                _ => {}
            },
        }
        needs
    }
}

/// Whether the controller looks at the bytecode's operand.
fn has_operand(op: MemoryOp) -> bool {
    use MemoryOp as M;
    matches!(
        op,
        M::GetField | M::PutField | M::PutFieldReference | M::GetStatic | M::PutStatic
    )
}

/// Whether a strobe takes its word's pop with it.
pub(crate) fn pops(op: MemoryOp) -> bool {
    use MemoryOp as M;
    !matches!(
        op,
        M::GetStatic | M::Invalidate | M::AtomicStart | M::AtomicEnd
    )
}
