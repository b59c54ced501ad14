//! Executes superblocks: one loop over operations, with what every operation touches in local variables.

use isa::op;
use sim_core::Statistics;
use sim_core::alu;
use sim_core::memory_system::MemorySystem;

use crate::compile::Code;
use crate::core::{Core, Load, Masks, at};
use crate::latency::Latencies;
use crate::memory_port::{MemoryPort, Strobe};
use crate::methods::{INSIDE, Methods, UNTRIED};
use crate::operation::{Byte, End, JavaStep, MemoryStep, Op};
use crate::sums::{Dispatch, Sums};
use crate::translate::case_of;

/// No site: the bytecode dispatched last is to be translated.
pub(crate) const TRANSLATE: u32 = u32::MAX - 1;
/// Cycles from the one with `nxt` on the ROM output to that with the bytecode's first word in IR.
const DISPATCH: u64 = 2;

/// All that execution works on beside the two RAMs.
pub(crate) struct Executor<'a, S> {
    pub(crate) code: &'a Code,
    pub(crate) methods: &'a mut Methods,
    pub(crate) core: &'a mut Core,
    pub(crate) system: &'a mut MemorySystem,
    pub(crate) multiplier: &'a mut sim_core::multiplier::Multiplier,
    pub(crate) latencies: &'a Latencies,
    pub(crate) statistics: &'a mut Statistics,
    pub(crate) sums: &'a mut S,
    pub(crate) masks: Masks,
    pub(crate) margin: u64,
}

impl<S: Sums> Executor<'_, S> {
    /// Executes from an operation on; gives the site at which the reference goes on. `N` is the size of the stack RAM.
    pub(crate) fn run<const N: usize>(
        &mut self,
        start: u32,
        ram: &mut [u32; N],
        jbc: &mut [u8],
    ) -> u32 {
        let code = self.code;
        let masks = self.masks;
        let Core {
            mut a,
            mut b,
            mut sp,
            mut vp,
            mut jpc,
            mut base,
            mut busy,
            ..
        } = *self.core;
        let mut ip = start as usize;
        macro_rules! word {
            ($address:expr) => {
                ram[$address as usize & (N - 1)]
            };
        }
        macro_rules! write {
            ($address:expr, $value:expr) => {{
                let address = $address as usize & (N - 1);
                ram[address] = $value;
                self.core.write_address = address as u32;
            }};
        }
        macro_rules! push {
            ($value:expr) => {{
                let value = $value;
                sp += 1;
                write!(sp, b);
                b = a;
                a = value;
            }};
        }
        macro_rules! pop {
            ($value:expr) => {{
                a = $value;
                b = word!(sp);
                sp = sp.wrapping_sub(1);
            }};
        }
        macro_rules! store {
            ($address:expr) => {{
                let (stored, below) = (a, word!(sp));
                write!($address, stored);
                a = b;
                b = below;
                sp = sp.wrapping_sub(1);
            }};
        }
        // A push and the pop after it: what the push wrote stays in the RAM.
        macro_rules! with {
            ($value:expr, |$a:ident, $it:ident| $result:expr) => {{
                let ($a, $it) = (a, $value);
                write!(sp + 1, b);
                a = $result;
            }};
            ($value:expr, $address:expr) => {{
                let value = $value;
                ram[(sp + 1) as usize & (N - 1)] = b;
                write!($address, value);
            }};
        }
        // Two pushes and the pop after them.
        macro_rules! with_two {
            ($from:expr, |$a:ident| $result:expr) => {{
                let $a = word!($from);
                sp += 1;
                write!(sp, b);
                b = a;
                let result = $result;
                write!(sp + 1, b);
                a = result;
            }};
        }
        macro_rules! pop_two {
            () => {{
                (a, b) = (word!(sp), word!(sp.wrapping_sub(1)));
                sp = sp.wrapping_sub(2);
            }};
        }
        macro_rules! push_signed_byte {
            ($offset:expr) => {{
                let value = at(jbc, jpc, $offset, masks) as u8 as i8 as u32;
                self.core.immval = value;
                push!(value);
            }};
        }
        macro_rules! push_read_data {
            () => {{
                let value = self.core.rd_data;
                self.core.exr = value;
                push!(value);
            }};
        }
        macro_rules! end {
            ($end:expr) => {{
                let end: End = $end;
                if end.keep != End::KEPT {
                    self.core.kept_operand = at(jbc, jpc, end.keep.into(), masks);
                }
                base += u64::from(end.cycles);
                jpc = jpc.wrapping_add_signed(end.offset.into()) & masks.jpc;
                self.core.bytecodes += 1;
                let bytecode = dispatched!();
                match self.methods.targets[(jpc & masks.jbc) as usize] {
                    UNTRIED => break TRANSLATE,
                    target if target > INSIDE => ip = target as usize,
                    _ => enter!(bytecode),
                }
            }};
        }
        // The bytecode at the Java PC has been dispatched.
        macro_rules! dispatched {
            () => {{
                let bytecode = at(jbc, jpc, 0, masks) as u8;
                self.core.jinstr = bytecode;
                self.core.jpc_br = jpc;
                if bytecode == op::ATHROW {
                    self.core.thrown += 1;
                }
                self.sums.dispatched(&Dispatch {
                    cycle: base - DISPATCH,
                    jpc,
                    bytecode,
                    vp,
                });
                bytecode
            }};
        }
        macro_rules! enter {
            ($bytecode:expr) => {{
                let entry = &code.entries[usize::from($bytecode)];
                if !entry.segment.fits(base, self.core.horizon, sp) {
                    break entry.segment.site;
                }
                ip = entry.start as usize;
            }};
        }
        macro_rules! check {
            ($segment:expr) => {{
                let segment = &code.segments[$segment as usize];
                if !segment.fits(base, self.core.horizon, sp) {
                    break segment.site;
                }
            }};
        }
        macro_rules! wait {
            ($cycle:expr) => {{
                let now = base + u64::from($cycle);
                if busy > now {
                    self.stall(now, busy - now);
                    base += busy - now;
                }
            }};
        }
        macro_rules! access {
            ($step:expr, $operand:expr, $a_after:expr, $b_after:expr) => {{
                let step: &MemoryStep = $step;
                let strobe = Strobe {
                    op: step.op,
                    cycle: base + u64::from(step.cycle) + 1,
                    a,
                    b,
                    a_after: $a_after,
                    b_after: $b_after,
                    operand: $operand,
                    latency: step.latency,
                };
                if self.access(&strobe, jbc).is_none() {
                    break step.site;
                }
                busy = self.core.busy;
            }};
        }
        macro_rules! memory {
            ($step:expr) => {{
                let step: &MemoryStep = $step;
                let below = word!(sp);
                let operand = step.known.or_else(|| {
                    (step.operand[1] != Byte::Unknown && step.operand[0] != Byte::Unknown)
                        .then(|| self.core.operand(step.operand, jpc, jbc, masks))
                });
                if step.pops {
                    access!(step, operand, b, below);
                    pop!(b);
                } else {
                    access!(step, operand, a, b);
                }
            }};
        }
        macro_rules! read {
            ($step:expr) => {{
                let step: &MemoryStep = $step;
                let cycle = base + u64::from(step.cycle) + 1;
                if self.port(jbc).read_memory(step, a, cycle) {
                    busy = self.core.busy;
                } else {
                    access!(step, None, b, word!(sp));
                }
                pop!(b);
            }};
        }
        let ops = &code.ops[..];
        let site = loop {
            let op = ops[ip];
            ip += 1;
            match op {
                Op::PushDirect(address) => push!(word!(address)),
                Op::PushLocal(n) => push!(word!(vp + u32::from(n))),
                Op::PushOperandLocal(offset) => {
                    let local = vp + (at(jbc, jpc, offset, masks) & 0x7F);
                    push!(word!(local));
                }
                Op::PushIndirect => push!(word!(self.core.ar)),
                Op::PushThird => push!(word!(sp)),
                Op::PushByte(offset) => {
                    let value = at(jbc, jpc, offset, masks);
                    self.core.immval = value;
                    push!(value);
                }
                Op::PushSignedByte(offset) => {
                    push_signed_byte!(offset);
                }
                Op::PushShort(high, low) => {
                    let value = at(jbc, jpc, high, masks) << 8 | at(jbc, jpc, low, masks);
                    self.core.immval = value;
                    push!(value);
                }
                Op::PushSignedShort(high, low) => {
                    let value = at(jbc, jpc, high, masks) << 8 | at(jbc, jpc, low, masks);
                    let value = value as u16 as i16 as u32;
                    self.core.immval = value;
                    push!(value);
                }
                Op::PushReadData => {
                    push_read_data!();
                }
                Op::PushProduct(cycle) => {
                    let now = base + u64::from(cycle);
                    self.multiplier.skip(now - self.core.multiplier_at);
                    self.core.multiplier_at = now;
                    let value = self.multiplier.product();
                    self.core.exr = value;
                    push!(value);
                }
                Op::PushStart => {
                    let value = self.method_start();
                    self.core.exr = value;
                    push!(value);
                }
                Op::PushSp => push!(sp + 1),
                Op::PushVp => push!(vp),
                Op::PushJpc(offset) => {
                    push!(jpc.wrapping_add_signed(offset.into()) & masks.jpc);
                }
                Op::Dup => push!(a),
                Op::PushB => push!(b),

                Op::Pop => pop!(b),
                Op::Add => pop!(b.wrapping_add(a)),
                Op::Subtract => pop!(b.wrapping_sub(a)),
                Op::And => pop!(b & a),
                Op::Or => pop!(b | a),
                Op::Xor => pop!(b ^ a),
                Op::ShiftRightLogical => pop!(b.wrapping_shr(a)),
                Op::ShiftLeft => pop!(b.wrapping_shl(a)),
                Op::ShiftRightArithmetic => pop!((b as i32).wrapping_shr(a) as u32),
                Op::StoreDirect(address) => store!(address),
                Op::StoreLocal(n) => store!(vp + u32::from(n)),
                Op::StoreOperandLocal(offset) => {
                    store!(vp + (at(jbc, jpc, offset, masks) & 0x7F));
                }
                Op::StoreIndirect => store!(self.core.ar),
                Op::StoreAbove => store!(sp + 1),
                Op::SetVp => {
                    vp = a & masks.stack;
                    pop!(b);
                }
                Op::SetVpLate => {
                    self.core.vp_late = a & masks.stack;
                    pop!(b);
                }
                Op::CommitVp => vp = self.core.vp_late,
                Op::SetAr => {
                    self.core.ar = a & masks.stack;
                    pop!(b);
                }
                Op::SetArLate => {
                    self.core.ar_late = a & masks.stack;
                    pop!(b);
                }
                Op::CommitAr => self.core.ar = self.core.ar_late,
                Op::SetJpc(before) => {
                    self.core.jpc_before = jpc.wrapping_add_signed(before.into()) & masks.jpc;
                    jpc = a & masks.jpc;
                    pop!(b);
                }
                Op::SetSp(early) => {
                    let to = if early { self.core.early[0] } else { a };
                    (a, b) = (b, word!(sp));
                    sp = to & masks.stack;
                }
                Op::Multiply(cycle) => {
                    let strobe = base + u64::from(cycle) + 1;
                    self.multiplier.clock(true, a, b);
                    self.core.multiplier_at = strobe + 1;
                    busy = busy.max(strobe + 1);
                    pop!(b);
                }

                Op::CopyB => a = b,
                Op::KeepAb => self.core.early = [a, b],
                Op::Busy(cycle) => busy = busy.max(base + u64::from(cycle) + 2),
                Op::Memory(step) => {
                    memory!(&code.memory[step as usize]);
                }
                Op::Read(step) => {
                    read!(&code.memory[step as usize]);
                }
                Op::SetAddress(step) => {
                    let step = &code.memory[step as usize];
                    let cycle = base + u64::from(step.cycle) + 1;
                    self.port(jbc).write_address(a, cycle);
                    busy = cycle + 1;
                    pop!(b);
                }
                Op::Wait(cycle) => wait!(cycle),
                Op::WaitLoad(cycle) => {
                    let now = base + u64::from(cycle);
                    if let Some(load) = self.core.load.take() {
                        self.finish_load(&load, now, jbc);
                    }
                    if busy > now {
                        self.stall(now, busy - now);
                        base += busy - now;
                    }
                }
                Op::WaitOne(site) => {
                    if busy > base + u64::from(code.sites[site as usize].cycle) {
                        break site;
                    }
                }
                Op::KeepOperand(offset) => {
                    self.core.kept_operand = at(jbc, jpc, offset, masks);
                }

                Op::IfZero(early, to) => {
                    let tested = if early { self.core.early[0] } else { a };
                    self.sums.branched(tested == 0);
                    if tested == 0 {
                        ip = to as usize;
                    } else {
                        pop!(b);
                    }
                }
                Op::IfNotZero(early, to) => {
                    let tested = if early { self.core.early[0] } else { a };
                    self.sums.branched(tested != 0);
                    if tested == 0 {
                        pop!(b);
                    } else {
                        ip = to as usize;
                    }
                }
                Op::Goto(to) => ip = to as usize,
                Op::Advance(cycles) => base += u64::from(cycles),
                Op::JavaBranch(step) => {
                    let step = &code.java[step as usize];
                    let kept = self.core.byte(step.kept, jpc, jbc, masks);
                    jpc = self.java_branch(step, jpc, jbc, [a, b]);
                    self.core.kept_operand = kept;
                }
                Op::Check(segment) => check!(segment),
                Op::Peek(site, offset) => {
                    if code.entries[at(jbc, jpc, offset, masks) as usize].foreign {
                        break site;
                    }
                }
                Op::Falter(site) => {
                    if self.core.fuel == 0 {
                        break site;
                    }
                    self.core.fuel -= 1;
                }
                Op::Leave(site) => break site,
                Op::PushLocals(n, m) => {
                    push!(word!(vp + u32::from(n)));
                    push!(word!(vp + u32::from(m)));
                }
                Op::PushLocalConstant(n, value) => {
                    push!(word!(vp + u32::from(n)));
                    self.core.immval = value;
                    push!(value);
                }
                Op::AddLocal(n) => with!(word!(vp + u32::from(n)), |a, it| a.wrapping_add(it)),
                Op::SubtractLocal(n) => {
                    with!(word!(vp + u32::from(n)), |a, it| a.wrapping_sub(it));
                }
                Op::LocalToLocal(n, m) => {
                    with!(word!(vp + u32::from(n)), vp + u32::from(m));
                }
                Op::AddConstant(value) => {
                    self.core.immval = value;
                    with!(value, |a, it| a.wrapping_add(it));
                }
                Op::ConstantToLocal(n, value) => {
                    self.core.immval = value;
                    with!(value, vp + u32::from(n));
                }
                Op::PushDirects(from, then) => {
                    push!(word!(from));
                    push!(word!(then));
                }
                Op::DirectToDirect(from, to) => with!(word!(from), to),
                Op::AddDirect(from) => with!(word!(from), |a, it| a.wrapping_add(it)),
                Op::SubtractDirect(from) => with!(word!(from), |a, it| a.wrapping_sub(it)),
                Op::AndDirect(from) => with!(word!(from), |a, it| a & it),
                Op::ShiftRightDirect(from) => with!(word!(from), |a, it| a.wrapping_shr(it)),
                Op::StoreDirects(to, then) => {
                    store!(to);
                    store!(then);
                }
                Op::AddToLocal(n) => {
                    pop!(b.wrapping_add(a));
                    store!(vp + u32::from(n));
                }
                Op::PopTwo => pop_two!(),
                Op::WaitRead(cycle) => {
                    wait!(cycle);
                    push_read_data!();
                }
                Op::MemoryWait(step) => {
                    let step = &code.memory[step as usize];
                    memory!(step);
                    wait!(step.wait);
                }
                Op::MemoryWaitRead(step) => {
                    let step = &code.memory[step as usize];
                    memory!(step);
                    wait!(step.wait);
                    push_read_data!();
                }
                Op::ReadWait(step) => {
                    let step = &code.memory[step as usize];
                    read!(step);
                    wait!(step.wait);
                }
                Op::ReadWaitRead(step) => {
                    let step = &code.memory[step as usize];
                    read!(step);
                    wait!(step.wait);
                    push_read_data!();
                }
                Op::AdvanceCheck(cycles, segment) => {
                    base += u64::from(cycles);
                    check!(segment);
                }
                Op::ShiftRightDirects(from, with) => {
                    with_two!(from, |a| a.wrapping_shr(word!(with)));
                }
                Op::AndDirects(from, with) => with_two!(from, |a| a & word!(with)),
                Op::SubtractAndDirects(from, with) => {
                    with_two!(from, |a| a & word!(with));
                    pop!(b.wrapping_sub(a));
                }
                Op::ShiftRightDirectsTo(from, with, to) => {
                    with_two!(from, |a| a.wrapping_shr(word!(with)));
                    store!(to);
                }
                Op::ShiftRightAndDirects(from, with, mask) => {
                    with_two!(from, |a| a.wrapping_shr(word!(with)));
                    with!(word!(mask), |a, it| a & it);
                }
                Op::PushFourDirects(first, second, third, fourth) => {
                    push!(word!(first));
                    push!(word!(second));
                    push!(word!(third));
                    push!(word!(fourth));
                }
                Op::PopTwoPushDirects(from, then) => {
                    pop_two!();
                    push!(word!(from));
                    push!(word!(then));
                }
                Op::DupToDirect(to) => {
                    push!(a);
                    store!(to);
                }
                Op::SubtractToDirect(to) => {
                    pop!(b.wrapping_sub(a));
                    store!(to);
                }
                Op::VpToDirect(to) => {
                    push!(vp);
                    store!(to);
                }
                Op::WaitReadToDirect(to, cycle) => {
                    wait!(cycle);
                    push_read_data!();
                    store!(to);
                }
                Op::StoreDirectsSetVp(to, then) => {
                    store!(to);
                    store!(then);
                    vp = a & masks.stack;
                    pop!(b);
                }
                Op::PushSpAddDirect(from) => {
                    push!(sp + 1);
                    with!(word!(from), |a, it| a.wrapping_add(it));
                }
                Op::PushSum(n, m) => {
                    push!(word!(vp + u32::from(n)));
                    with!(word!(vp + u32::from(m)), |a, it| a.wrapping_add(it));
                }
                Op::Dispatch => enter!(self.core.jinstr),
                Op::Run(run) => {
                    if !code.runs[run as usize].fits(base, self.core.horizon, sp) {
                        ip = 0;
                    }
                }
                Op::PushConstant(value) => {
                    self.core.immval = value;
                    push!(value);
                }
                Op::Branch(early, decisions, to) => {
                    let [a, b] = if early { self.core.early } else { [a, b] };
                    if decisions >> case_of(alu::flags(a, b, true)) & 1 != 0 {
                        ip = to as usize;
                    }
                }
                Op::Dispatched(place) => {
                    let place = &code.places[place as usize];
                    self.sums.dispatched(&Dispatch {
                        cycle: base + u64::from(place.cycles) - DISPATCH,
                        jpc: jpc.wrapping_add(place.jpc) & masks.jpc,
                        bytecode: place.bytecode,
                        vp,
                    });
                }
                Op::Exit(exit) => {
                    let exit = &code.exits[exit as usize];
                    base += u64::from(exit.cycles);
                    jpc = jpc.wrapping_add(exit.jpc) & masks.jpc;
                    self.core.bytecodes += u64::from(exit.bytecodes);
                    if let Some(kept) = exit.kept {
                        self.core.kept_operand = kept.into();
                    }
                    let bytecode = dispatched!();
                    if exit.to > INSIDE {
                        ip = exit.to as usize;
                    } else {
                        enter!(bytecode);
                    }
                }
                Op::GoOn(place) => {
                    let place = &code.places[place as usize];
                    base += u64::from(place.cycles);
                    self.core.jpc = jpc;
                    self.core.catch_up(place, masks);
                    jpc = self.core.jpc;
                    ip = place.to as usize;
                }
                Op::End(last) => end!(last),
                Op::PushDirectEnd(address, last) => {
                    push!(word!(address));
                    end!(last);
                }
                Op::PushLocalEnd(n, last) => {
                    push!(word!(vp + u32::from(n)));
                    end!(last);
                }
                Op::PushOperandLocalEnd(offset, last) => {
                    push!(word!(vp + (at(jbc, jpc, offset, masks) & 0x7F)));
                    end!(last);
                }
                Op::PushSignedByteEnd(offset, last) => {
                    push_signed_byte!(offset);
                    end!(last);
                }
                Op::PushReadDataEnd(last) => {
                    push_read_data!();
                    end!(last);
                }
                Op::StoreLocalEnd(n, last) => {
                    store!(vp + u32::from(n));
                    end!(last);
                }
                Op::StoreOperandLocalEnd(offset, last) => {
                    store!(vp + (at(jbc, jpc, offset, masks) & 0x7F));
                    end!(last);
                }
                Op::PopEnd(last) => {
                    pop!(b);
                    end!(last);
                }
                Op::AddEnd(last) => {
                    pop!(b.wrapping_add(a));
                    end!(last);
                }
                Op::SubtractEnd(last) => {
                    pop!(b.wrapping_sub(a));
                    end!(last);
                }
                Op::AndEnd(last) => {
                    pop!(b & a);
                    end!(last);
                }
                Op::DupEnd(last) => {
                    push!(a);
                    end!(last);
                }
            }
        };
        let core = &mut *self.core;
        (core.a, core.b, core.sp, core.vp) = (a, b, sp, vp);
        (core.jpc, core.base, core.busy) = (jpc, base, busy);
        site
    }

    #[inline(never)]
    fn access(&mut self, strobe: &Strobe, jbc: &mut [u8]) -> Option<()> {
        self.port(jbc).execute(strobe)
    }

    #[inline(never)]
    fn finish_load(&mut self, load: &Load, wait: u64, jbc: &mut [u8]) {
        self.port(jbc).finish_load(load, wait);
    }

    #[inline(always)]
    fn port<'b>(&'b mut self, jbc: &'b mut [u8]) -> MemoryPort<'b, S> {
        MemoryPort {
            core: self.core,
            system: self.system,
            jbc,
            latencies: self.latencies,
            statistics: self.statistics,
            sums: self.sums,
            margin: self.margin,
            methods: self.methods,
        }
    }

    fn method_start(&self) -> u32 {
        match &self.core.load {
            Some(load) => load.start_word << 2,
            None => self.system.external(2, 0),
        }
    }

    #[inline(always)]
    fn stall(&mut self, from: u64, cycles: u64) {
        let Core {
            last_op,
            last_slave,
            ..
        } = *self.core;
        self.core.held += cycles;
        *self.statistics.stalls.cause(last_op, last_slave) += cycles;
        self.sums.stalled(from, (last_op, last_slave), cycles);
    }

    /// The Java PC after a Java branch.
    #[inline(always)]
    fn java_branch(&self, step: &JavaStep, jpc: u32, jbc: &[u8], [a, b]: [u32; 2]) -> u32 {
        let masks = self.masks;
        let [a, b] = if step.early { self.core.early } else { [a, b] };
        let flags = alu::flags(a, b, !step.adds);
        if !sim_core::bytecode_fetch::branches(self.core.jinstr, flags) {
            return jpc.wrapping_add_signed(step.jpc.into()) & masks.jpc;
        }
        let [high, low] = step
            .offset
            .map(|byte| self.core.byte(byte, jpc, jbc, masks));
        (self.core.jpc_br + ((high & masks.branch) << 8 | low)) & masks.jpc
    }
}
