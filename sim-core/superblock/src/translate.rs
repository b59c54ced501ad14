//! Translates the bytecodes of a loaded method: their operations one after the other, operands and offsets worked in.
//!
//! A *run* of bytecodes has one check of cycles and stack at its begin, and Java PC, cycle and counters stay as they are there
//! until the run is left, at its end or at a [`Place`]. What cannot be worked in (the load of a method, a new Java PC, a stack
//! pointer) goes on in the operations of the bytecode as the compiler made them.

use isa::op;
use sim_core::alu::Flags;
use sim_core::bytecode_fetch::branches;

use crate::chains;
use crate::compile::{Code, pops};
use crate::fuse::add;
use crate::methods::{GENERIC, INSIDE, Method, UNTRIED};
use crate::operation::{Byte, End, JavaStep, MemoryStep, Op, Segment, moves_sp};

/// Marks the index of a place where another one is an index of sites.
pub(crate) const IN_RUN: u32 = 1 << 31;
/// Operations of one bytecode at most.
const MOST_OPERATIONS: u32 = 200;
/// Operations of all translations at most; then all begins anew.
pub(crate) const MOST_TRANSLATED: usize = 1 << 20;

/// What a run has to catch up with where it is left.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    /// Cycles that the base has not moved.
    pub(crate) cycles: u32,
    /// Bytecodes dispatched.
    pub(crate) bytecodes: u32,
    /// Java PC that offsets are relative to, and the address of the bytecode, from the begin of the run on.
    pub(crate) jpc: u32,
    pub(crate) jpc_br: u32,
    /// The bytecode.
    pub(crate) bytecode: u8,
    /// High operand byte, if the run has brought another one.
    pub(crate) kept: Option<u8>,
    /// The site or the operation that follows.
    pub(crate) to: u32,
}

/// Code that translations are added to, and what they depend on.
pub(crate) struct Translator<'a> {
    pub(crate) code: &'a mut Code,
    pub(crate) method: &'a mut Method,
    /// Of the Java PC.
    pub(crate) mask: u32,
    pub(crate) branch_mask: u32,
    /// Stack pointers that runs stay below.
    pub(crate) stack_limit: u32,
    /// Cycles of a run at most.
    pub(crate) longest: u32,
    /// Every dispatch is reported.
    pub(crate) reports: bool,
    /// Operations that may have to be there again as they are, the last one aside.
    pub(crate) kept: usize,
}

/// What is known on the way through a run.
#[derive(Debug, Clone, Copy)]
struct Way {
    /// Places in the method: the run's begin, the bytecode, what offsets are relative to.
    begin: u32,
    opcode: u32,
    jpc: u32,
    cycles: u32,
    bytecodes: u32,
    kept: Option<u8>,
    /// Elements pushed since the begin.
    height: i32,
    /// So far.
    needs: Segment,
    operations: u32,
}

/// How a bytecode ends.
enum Flow {
    /// The next one follows.
    On,
    /// The run is over.
    Over,
    /// It cannot be worked in.
    Not,
}

/// Operations of the bytecode at hand that are executed when a branch is taken.
struct Aside {
    branch: usize,
    way: Way,
    /// The first of these operations, of the code of the bytecode; elsewhere it goes on as compiled.
    from: usize,
    is_java: bool,
}

/// What a run has added, to take it back.
struct Mark {
    ops: usize,
    /// What may have been fused with the next operation.
    last: Op,
    places: usize,
    memory: usize,
    asides: usize,
}

impl Translator<'_> {
    /// Translates what can be reached from a bytecode on without leaving the method.
    pub(crate) fn translate(&mut self, from: u32) {
        let first_exit = self.code.exits.len();
        let mut queue = vec![from];
        while let Some(place) = queue.pop() {
            let start = self.method.starts.get(place as usize).copied();
            if matches!(start, Some(UNTRIED | INSIDE)) {
                self.run(place, &mut queue);
            }
        }
        for exit in first_exit..self.code.exits.len() {
            let target = self.code.exits[exit].to;
            let start = self.method.starts.get(target as usize).copied();
            let known = start.filter(|start| *start > INSIDE);
            self.code.exits[exit].to = known.unwrap_or(GENERIC);
        }
    }

    fn run(&mut self, begin: u32, queue: &mut Vec<u32>) {
        let start = self.code.ops.len();
        let run = self.code.runs.len();
        self.code.runs.push(Segment::default());
        self.code.ops.push(Op::Run(run as u32));
        self.method.starts[begin as usize] = start as u32;
        let mut way = Way {
            begin,
            opcode: begin,
            jpc: begin,
            cycles: 0,
            bytecodes: 0,
            kept: None,
            height: 0,
            needs: Segment::default(),
            operations: 0,
        };
        let mut asides = Vec::new();
        let mut inside = vec![begin];
        loop {
            let mark = self.mark(&asides);
            let before = way;
            if self.reports && way.bytecodes > 0 {
                self.report(&way);
            }
            let flow = self.bytecode(&mut way, &mut asides);
            if matches!(flow, Flow::Not) {
                self.take_back(&mark, &mut asides);
                way = before;
                if way.bytecodes == 0 {
                    self.code.ops.truncate(start);
                    self.code.runs.truncate(run);
                    self.method.starts[begin as usize] = GENERIC;
                    return;
                }
            }
            if matches!(flow, Flow::Over) {
                break;
            }
            let next = self.method.starts.get(way.opcode as usize).copied();
            let is_new = matches!(next, Some(UNTRIED | INSIDE)) && !inside.contains(&way.opcode);
            if matches!(flow, Flow::Not) || !is_new {
                self.exit(&way, queue);
                break;
            }
            self.method.starts[way.opcode as usize] = INSIDE;
            inside.push(way.opcode);
        }
        self.asides(asides, &mut way.needs, queue);
        self.code.runs[run] = way.needs.below(self.stack_limit);
        chains::link(&mut self.code.ops[start..]);
    }

    fn mark(&mut self, asides: &[Aside]) -> Mark {
        self.kept = self.code.ops.len();
        Mark {
            ops: self.code.ops.len(),
            last: self.code.ops[self.code.ops.len() - 1],
            places: self.code.places.len(),
            memory: self.code.memory.len(),
            asides: asides.len(),
        }
    }

    fn take_back(&mut self, mark: &Mark, asides: &mut Vec<Aside>) {
        self.code.ops.truncate(mark.ops);
        self.code.ops[mark.ops - 1] = mark.last;
        self.code.places.truncate(mark.places);
        self.code.memory.truncate(mark.memory);
        asides.truncate(mark.asides);
    }

    /// Branches out of the run.
    fn asides(&mut self, asides: Vec<Aside>, needs: &mut Segment, queue: &mut Vec<u32>) {
        for aside in asides {
            let here = self.code.ops.len() as u32;
            if let Op::IfZero(_, to) | Op::IfNotZero(_, to) | Op::Branch(_, _, to) =
                &mut self.code.ops[aside.branch]
            {
                *to = here;
            }
            let mark = self.mark(&[]);
            let (mut way, mut further) = (aside.way, Vec::new());
            let goes = aside.is_java
                && matches!(self.walk(&mut way, aside.from, &mut further), Flow::On)
                && further.is_empty();
            if goes {
                needs.cycles = needs.cycles.max(way.needs.cycles);
                needs.rise = needs.rise.max(way.needs.rise);
                needs.fall = needs.fall.max(way.needs.fall);
                self.exit(&way, queue);
            } else {
                self.take_back(&mark, &mut further);
                let place = self.place(&aside.way, self.code.fused_at[aside.from]);
                self.emit(Op::GoOn(place));
            }
        }
    }

    fn emit(&mut self, op: Op) {
        add(self.code, op, self.kept);
    }

    fn place(&mut self, way: &Way, to: u32) -> u32 {
        let place = self.place_of(way, to);
        self.code.places.push(place);
        self.code.places.len() as u32 - 1
    }

    fn place_of(&self, way: &Way, to: u32) -> Place {
        Place {
            cycles: way.cycles,
            bytecodes: way.bytecodes,
            jpc: way.jpc.wrapping_sub(way.begin),
            jpc_br: way.opcode.wrapping_sub(way.begin),
            bytecode: self
                .method
                .bytes
                .get(way.opcode as usize)
                .copied()
                .unwrap_or(0),
            kept: way.kept,
            to,
        }
    }

    /// Goes on at the run of the bytecode that has been dispatched, or as compiled.
    fn exit(&mut self, way: &Way, queue: &mut Vec<u32>) {
        let exit = self.place_of(way, way.opcode);
        self.emit(Op::Exit(self.code.exits.len() as u32));
        self.code.exits.push(exit);
        queue.push(way.opcode);
    }

    fn report(&mut self, way: &Way) {
        let place = self.place(way, GENERIC);
        self.emit(Op::Dispatched(place));
    }

    fn byte(&self, way: &Way, offset: i16) -> Option<u8> {
        let place = way.jpc.wrapping_add_signed(offset.into()) & self.mask;
        self.method.bytes.get(place as usize).copied()
    }

    fn known(&self, way: &Way, byte: Byte) -> Option<Byte> {
        match byte {
            Byte::At(offset) => self.byte(way, offset).map(Byte::Is),
            Byte::Kept => Some(way.kept.map_or(Byte::Kept, Byte::Is)),
            Byte::Before => None,
            known => Some(known),
        }
    }

    fn bytecode(&mut self, way: &mut Way, asides: &mut Vec<Aside>) -> Flow {
        let Some(&bytecode) = self.method.bytes.get(way.opcode as usize) else {
            return Flow::Not;
        };
        let entry = self.code.entries[usize::from(bytecode)];
        // Who counts those that throw does it at a dispatch.
        if entry.foreign || bytecode == op::ATHROW && way.bytecodes > 0 {
            return Flow::Not;
        }
        way.needs(&entry.segment);
        way.operations = 0;
        if way.needs.cycles > self.longest {
            return Flow::Not;
        }
        self.walk(way, entry.plain as usize, asides)
    }

    /// The operations of a bytecode from one of them on.
    fn walk(&mut self, way: &mut Way, mut ip: usize, asides: &mut Vec<Aside>) -> Flow {
        loop {
            let op = self.code.plain[ip];
            ip += 1;
            way.operations += 1;
            if way.operations > MOST_OPERATIONS || way.needs.cycles > self.longest {
                return Flow::Not;
            }
            let done = match op {
                Op::Goto(to) => {
                    ip = to as usize;
                    Some(())
                }
                Op::Advance(cycles) => {
                    way.cycles += cycles;
                    Some(())
                }
                Op::Check(segment) => {
                    let segment = self.code.segments[segment as usize];
                    way.needs(&segment);
                    Some(())
                }
                Op::Leave(_) | Op::SetSp(_) | Op::WaitOne(_) => None,
                Op::IfZero(_, from) | Op::IfNotZero(_, from) => {
                    asides.push(Aside {
                        branch: self.code.ops.len(),
                        way: *way,
                        from: from as usize,
                        is_java: false,
                    });
                    self.emit(op);
                    way.height -= 1;
                    Some(())
                }
                Op::JavaBranch(step) => self.java_branch(way, step, ip, asides),
                Op::SetJpc(_) | Op::Load(_) => return self.go_on(way, ip - 1),
                Op::Memory(step) | Op::GetField(step) | Op::Read(step) | Op::SetAddress(step) => {
                    self.memory(way, step)
                }
                op => match op.end() {
                    Some((end, _)) => return self.end(way, op, end),
                    None => self.straight(way, op),
                },
            };
            if done.is_none() {
                return Flow::Not;
            }
        }
    }

    /// Leaves the run, and goes on at an operation of the bytecode as compiled.
    fn go_on(&mut self, way: &Way, ip: usize) -> Flow {
        let place = self.place(way, self.code.fused_at[ip]);
        self.emit(Op::GoOn(place));
        Flow::Over
    }

    /// An operation with its operands worked in.
    fn straight(&mut self, way: &mut Way, op: Op) -> Option<()> {
        let cycles = way.cycles;
        let one = |translator: &Self, offset| translator.byte(way, offset);
        let two = |high, low| {
            let [high, low] = [one(self, high)?, one(self, low)?];
            Some(u16::from_be_bytes([high, low]))
        };
        let op = match op {
            Op::PushOperandLocal(offset) => Op::PushLocal(one(self, offset)? & 0x7F),
            Op::StoreOperandLocal(offset) => Op::StoreLocal(one(self, offset)? & 0x7F),
            Op::PushByte(offset) => Op::PushConstant(one(self, offset)?.into()),
            Op::PushSignedByte(offset) => Op::PushConstant(one(self, offset)? as i8 as u32),
            Op::PushShort(high, low) => Op::PushConstant(two(high, low)?.into()),
            Op::PushSignedShort(high, low) => Op::PushConstant(two(high, low)? as i16 as u32),
            Op::PushJpc(offset) => {
                let from_begin = way.jpc.wrapping_sub(way.begin) as i32;
                Op::PushJpc(i16::try_from(from_begin + i32::from(offset)).ok()?)
            }
            Op::PushProduct(cycle) => Op::PushProduct(cycles + cycle),
            Op::Multiply(cycle) => Op::Multiply(cycles + cycle),
            Op::Busy(cycle) => Op::Busy(cycles + cycle),
            Op::Wait(cycle) => Op::Wait(cycles + cycle),
            Op::WaitLoad(cycle) => Op::WaitLoad(cycles + cycle),
            Op::KeepOperand(offset) => {
                way.kept = Some(one(self, offset)?);
                return Some(());
            }
            Op::Peek(_, offset) => {
                let next = one(self, offset)?;
                return (!self.code.entries[usize::from(next)].foreign).then_some(());
            }
            Op::Falter(site) => Op::Falter(IN_RUN | self.place(way, site)),
            op => op,
        };
        way.height += moves_sp(op);
        self.emit(op);
        Some(())
    }

    fn memory(&mut self, way: &mut Way, step: u32) -> Option<()> {
        let step = self.code.memory[step as usize];
        let [high, low] = step.operand.map(|byte| self.known(way, byte));
        let place = self.place(way, step.site);
        let operand = [high?, low?];
        let known = match operand {
            [Byte::Is(high), Byte::Is(low)] => Some(u16::from_be_bytes([high, low]).into()),
            _ => None,
        };
        self.emit(step.operation(self.code.memory.len() as u32));
        self.code.memory.push(MemoryStep {
            site: IN_RUN | place,
            cycle: way.cycles + step.cycle,
            operand,
            known,
            ..step
        });
        way.height -= i32::from(pops(step.op));
        Some(())
    }

    /// A Java branch: the way on is the one without it, unless it is always taken.
    fn java_branch(
        &mut self,
        way: &mut Way,
        step: u32,
        ip: usize,
        asides: &mut Vec<Aside>,
    ) -> Option<()> {
        let JavaStep {
            offset,
            jpc,
            kept,
            early,
            adds,
        } = self.code.java[step as usize];
        let [high, low] = offset.map(|byte| self.known(way, byte));
        let (Byte::Is(high), Byte::Is(low)) = (high?, low?) else {
            return None;
        };
        if adds {
            return None;
        }
        match self.known(way, kept)? {
            Byte::Is(kept) => way.kept = Some(kept),
            Byte::Kept => {}
            _ => return None,
        }
        let displacement = (u32::from(high) & self.branch_mask) << 8 | u32::from(low);
        let taken = way.opcode.wrapping_add(displacement) & self.mask;
        let not_taken = way.jpc.wrapping_add_signed(jpc.into()) & self.mask;
        let bytecode = self.method.bytes[way.opcode as usize];
        let decisions = decisions(bytecode);
        if decisions == u16::MAX {
            way.jpc = taken;
            return Some(());
        }
        way.jpc = not_taken;
        if decisions != 0 {
            let aside = Way { jpc: taken, ..*way };
            asides.push(Aside {
                branch: self.code.ops.len(),
                way: aside,
                from: ip,
                is_java: true,
            });
            self.emit(Op::Branch(early, decisions, 0));
        }
        Some(())
    }

    fn end(&mut self, way: &mut Way, op: Op, end: End) -> Flow {
        if let Some(op) = op.without_end()
            && self.straight(way, op).is_none()
        {
            return Flow::Not;
        }
        if end.keep != End::KEPT {
            let Some(kept) = self.byte(way, end.keep.into()) else {
                return Flow::Not;
            };
            way.kept = Some(kept);
        }
        way.cycles += u32::from(end.cycles);
        way.jpc = way.jpc.wrapping_add_signed(end.offset.into()) & self.mask;
        way.opcode = way.jpc;
        way.bytecodes += 1;
        Flow::On
    }
}

impl Way {
    /// Adds what a stretch of operations needs from here on.
    fn needs(&mut self, segment: &Segment) {
        let needs = &mut self.needs;
        needs.cycles += segment.cycles;
        let (rise, fall) = (segment.rise as i32, segment.fall as i32);
        needs.rise = needs.rise.max((rise + self.height).max(0) as u32);
        needs.fall = needs.fall.max((fall - self.height).max(0) as u32);
    }
}

/// For each of the 16 cases of the flags whether a bytecode branches, as [`case_of`] numbers them.
fn decisions(bytecode: u8) -> u16 {
    (0..16).fold(0, |all, case| {
        let flags = Flags {
            zero: case & 1 != 0,
            negative: case & 2 != 0,
            equal: case & 4 != 0,
            less: case & 8 != 0,
        };
        all | u16::from(branches(bytecode, flags)) << case
    })
}

/// The number of a case of flags.
#[inline(always)]
pub(crate) fn case_of(flags: Flags) -> u32 {
    u32::from(flags.zero)
        | u32::from(flags.negative) << 1
        | u32::from(flags.equal) << 2
        | u32::from(flags.less) << 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::Methods;

    #[test]
    fn what_is_taken_back_leaves_the_operations_before_it_as_they_were() {
        let (mut methods, mut jbc) = (Methods::new(64), [0; 64]);
        methods.load(1, 0, &mut jbc, &[0]);
        let (method, _) = methods.around(0).expect("it is there");
        let mut code = Code::new();
        let begin = code.ops.len();
        let mut translator = Translator {
            code: &mut code,
            method,
            mask: 0xFF,
            branch_mask: 0xF,
            stack_limit: 100,
            longest: 100,
            reports: false,
            kept: begin,
        };
        let emit = |translator: &mut Translator<'_>, ops: &[Op]| {
            for op in ops {
                translator.emit(*op);
            }
            translator.code.ops[begin..].to_vec()
        };
        let [first, second, third] = [1, 2, 3].map(Op::PushDirect);
        let before = emit(&mut translator, &[first, second, third]);
        assert_eq!(before, [Op::PushDirects(1, 2), third]);
        let mark = translator.mark(&[]);
        // The last one before the mark may be fused, those before it not.
        let fourth = Op::PushDirect(4);
        let pairs = [Op::PushDirects(1, 2), Op::PushDirects(3, 4)];
        assert_eq!(emit(&mut translator, &[fourth]), pairs);
        let more = [Op::Pop, Op::Pop, Op::PushDirect(5), Op::PushDirect(6)];
        let last = [Op::PopTwoPushDirects(5, 6)];
        assert_eq!(
            emit(&mut translator, &more),
            [&pairs[..], &last[..]].concat()
        );
        translator.take_back(&mark, &mut Vec::new());
        assert_eq!(translator.code.ops[begin..], before);
        translator.kept = begin;
        let four = [Op::PushFourDirects(1, 2, 3, 4)];
        assert_eq!(emit(&mut translator, &[fourth]), four);
    }
}
