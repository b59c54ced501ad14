//! Executes superblocks: one loop over operations, with what every operation touches in local variables.

use isa::op;
use sim_core::Statistics;
use sim_core::alu;
use sim_core::memory_system::MemorySystem;

use crate::chains::{LONGEST, for_each_chain};
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
    #[allow(
        unused_assignments,
        reason = "the last operation of a chain counts on for nobody"
    )]
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
        // The operations after the head of a chain, and the one of them that is next.
        let (mut chain, mut nth): (&[Op; LONGEST], usize) = (&[Op::Dispatch; LONGEST], 0);
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
        macro_rules! get_field {
            ($step:expr) => {{
                let step: &MemoryStep = $step;
                let cycle = base + u64::from(step.cycle) + 1;
                if self.port(jbc).read_field(step, a, cycle) {
                    busy = self.core.busy;
                    pop!(b);
                } else {
                    memory!(step);
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
        // Each operation once: as an arm of the loop, and as a member of a chain.
        macro_rules! arms {
            ($dollar:tt $($name:ident $(($($part:ident),+))? => $body:block)+) => {
                // Executes an operation that is expected; goes on with the loop if it is another one.
                macro_rules! expect {
                    $(($name, $dollar op:expr) => {{
                        let Op::$name $(($($part),+))? = $dollar op else {
                            continue;
                        };
                        $body
                    }};)+
                }
                macro_rules! follow {
                    $(($name) => {{
                        let Op::$name $(($($part),+))? = chain[nth] else {
                            continue;
                        };
                        nth += 1;
                        ip += 1;
                        $body
                    }};)+
                }
                macro_rules! perform {
                    ($dollar($dollar chained:ident = $dollar head:ident $dollar(($dollar operand:ident))?:
                        $dollar($dollar next:ident)+;)+) => {
                        let op = ops[ip];
                        ip += 1;
                        match op {
                            $(Op::$name $(($($part),+))? => $body)+
                            $dollar(Op::$dollar chained $dollar(($dollar operand))? => {
                                expect!($dollar head, Op::$dollar head $dollar(($dollar operand))?);
                                let Some(following) = ops.get(ip..).and_then(|ops| ops.first_chunk()) else {
                                    continue;
                                };
                                (chain, nth) = (following, 0);
                                $dollar(follow!($dollar next);)+
                            })+
                        }
                    };
                }
            };
        }
        arms! {
            $
            PushDirect(address) => { push!(word!(address)) }
            PushLocal(n) => { push!(word!(vp + u32::from(n))) }
            PushOperandLocal(offset) => {
                let local = vp + (at(jbc, jpc, offset, masks) & 0x7F);
                push!(word!(local));
            }
            PushIndirect => { push!(word!(self.core.ar)) }
            PushThird => { push!(word!(sp)) }
            PushByte(offset) => {
                let value = at(jbc, jpc, offset, masks);
                self.core.immval = value;
                push!(value);
            }
            PushSignedByte(offset) => { push_signed_byte!(offset); }
            PushShort(high, low) => {
                let value = at(jbc, jpc, high, masks) << 8 | at(jbc, jpc, low, masks);
                self.core.immval = value;
                push!(value);
            }
            PushSignedShort(high, low) => {
                let value = at(jbc, jpc, high, masks) << 8 | at(jbc, jpc, low, masks);
                let value = value as u16 as i16 as u32;
                self.core.immval = value;
                push!(value);
            }
            PushReadData => { push_read_data!(); }
            PushProduct(cycle) => {
                let now = base + u64::from(cycle);
                self.multiplier.skip(now - self.core.multiplier_at);
                self.core.multiplier_at = now;
                let value = self.multiplier.product();
                self.core.exr = value;
                push!(value);
            }
            PushStart => {
                let value = self.method_start();
                self.core.exr = value;
                push!(value);
            }
            PushSp => { push!(sp + 1) }
            PushVp => { push!(vp) }
            PushJpc(offset) => { push!(jpc.wrapping_add_signed(offset.into()) & masks.jpc); }
            Dup => { push!(a) }
            PushB => { push!(b) }

            Pop => { pop!(b) }
            Add => { pop!(b.wrapping_add(a)) }
            Subtract => { pop!(b.wrapping_sub(a)) }
            And => { pop!(b & a) }
            Or => { pop!(b | a) }
            Xor => { pop!(b ^ a) }
            ShiftRightLogical => { pop!(b.wrapping_shr(a)) }
            ShiftLeft => { pop!(b.wrapping_shl(a)) }
            ShiftRightArithmetic => { pop!((b as i32).wrapping_shr(a) as u32) }
            StoreDirect(address) => { store!(address) }
            StoreLocal(n) => { store!(vp + u32::from(n)) }
            StoreOperandLocal(offset) => { store!(vp + (at(jbc, jpc, offset, masks) & 0x7F)); }
            StoreIndirect => { store!(self.core.ar) }
            StoreAbove => { store!(sp + 1) }
            SetVp => {
                vp = a & masks.stack;
                pop!(b);
            }
            SetVpLate => {
                self.core.vp_late = a & masks.stack;
                pop!(b);
            }
            CommitVp => { vp = self.core.vp_late }
            SetAr => {
                self.core.ar = a & masks.stack;
                pop!(b);
            }
            SetArLate => {
                self.core.ar_late = a & masks.stack;
                pop!(b);
            }
            CommitAr => { self.core.ar = self.core.ar_late }
            SetJpc(before) => {
                self.core.jpc_before = jpc.wrapping_add_signed(before.into()) & masks.jpc;
                jpc = a & masks.jpc;
                pop!(b);
            }
            SetSp(early) => {
                let to = if early { self.core.early[0] } else { a };
                (a, b) = (b, word!(sp));
                sp = to & masks.stack;
            }
            Multiply(cycle) => {
                let strobe = base + u64::from(cycle) + 1;
                self.multiplier.clock(true, a, b);
                self.core.multiplier_at = strobe + 1;
                busy = busy.max(strobe + 1);
                pop!(b);
            }

            CopyB => { a = b }
            KeepAb => { self.core.early = [a, b] }
            Busy(cycle) => { busy = busy.max(base + u64::from(cycle) + 2) }
            Memory(step) => { memory!(&code.memory[step as usize]); }
            Load(step) => {
                let step = &code.memory[step as usize];
                let cycle = base + u64::from(step.cycle) + 1;
                if self.look_up(a, cycle, jbc).is_none() {
                    break step.site;
                }
                busy = self.core.busy;
                pop!(b);
            }
            GetField(step) => { get_field!(&code.memory[step as usize]); }
            Read(step) => { read!(&code.memory[step as usize]); }
            SetAddress(step) => {
                let step = &code.memory[step as usize];
                let cycle = base + u64::from(step.cycle) + 1;
                self.port(jbc).write_address(a, cycle);
                busy = cycle + 1;
                pop!(b);
            }
            Wait(cycle) => { wait!(cycle) }
            WaitLoad(cycle) => {
                let now = base + u64::from(cycle);
                if let Some(load) = self.core.load.take() {
                    self.finish_load(&load, now, jbc);
                }
                if busy > now {
                    self.stall(now, busy - now);
                    base += busy - now;
                }
            }
            WaitOne(site) => {
                if busy > base + u64::from(code.sites[site as usize].cycle) {
                    break site;
                }
            }
            KeepOperand(offset) => { self.core.kept_operand = at(jbc, jpc, offset, masks); }

            IfZero(early, to) => {
                let tested = if early { self.core.early[0] } else { a };
                self.sums.branched(tested == 0);
                if tested == 0 {
                    ip = to as usize;
                    continue;
                }
                pop!(b);
            }
            IfNotZero(early, to) => {
                let tested = if early { self.core.early[0] } else { a };
                self.sums.branched(tested != 0);
                if tested != 0 {
                    ip = to as usize;
                    continue;
                }
                pop!(b);
            }
            Goto(to) => { ip = to as usize }
            Advance(cycles) => { base += u64::from(cycles) }
            JavaBranch(step) => {
                let step = &code.java[step as usize];
                let kept = self.core.byte(step.kept, jpc, jbc, masks);
                jpc = self.java_branch(step, jpc, jbc, [a, b]);
                self.core.kept_operand = kept;
            }
            Check(segment) => { check!(segment) }
            Peek(site, offset) => {
                if code.entries[at(jbc, jpc, offset, masks) as usize].foreign {
                    break site;
                }
            }
            Falter(site) => {
                if self.core.fuel == 0 {
                    break site;
                }
                self.core.fuel -= 1;
            }
            Leave(site) => { break site }
            PushLocals(n, m) => {
                push!(word!(vp + u32::from(n)));
                push!(word!(vp + u32::from(m)));
            }
            PushLocalConstant(n, value) => {
                push!(word!(vp + u32::from(n)));
                self.core.immval = value;
                push!(value);
            }
            AddLocal(n) => { with!(word!(vp + u32::from(n)), |a, it| a.wrapping_add(it)) }
            SubtractLocal(n) => { with!(word!(vp + u32::from(n)), |a, it| a.wrapping_sub(it)); }
            LocalToLocal(n, m) => { with!(word!(vp + u32::from(n)), vp + u32::from(m)); }
            AddConstant(value) => {
                self.core.immval = value;
                with!(value, |a, it| a.wrapping_add(it));
            }
            ConstantToLocal(n, value) => {
                self.core.immval = value;
                with!(value, vp + u32::from(n));
            }
            PushDirects(from, then) => {
                push!(word!(from));
                push!(word!(then));
            }
            DirectToDirect(from, to) => { with!(word!(from), to) }
            AddDirect(from) => { with!(word!(from), |a, it| a.wrapping_add(it)) }
            SubtractDirect(from) => { with!(word!(from), |a, it| a.wrapping_sub(it)) }
            AndDirect(from) => { with!(word!(from), |a, it| a & it) }
            ShiftRightDirect(from) => { with!(word!(from), |a, it| a.wrapping_shr(it)) }
            StoreDirects(to, then) => {
                store!(to);
                store!(then);
            }
            AddToLocal(n) => {
                pop!(b.wrapping_add(a));
                store!(vp + u32::from(n));
            }
            PopTwo => { pop_two!() }
            WaitRead(cycle) => {
                wait!(cycle);
                push_read_data!();
            }
            MemoryWait(step) => {
                let step = &code.memory[step as usize];
                memory!(step);
                wait!(step.wait);
            }
            MemoryWaitRead(step) => {
                let step = &code.memory[step as usize];
                memory!(step);
                wait!(step.wait);
                push_read_data!();
            }
            GetFieldWait(step) => {
                let step = &code.memory[step as usize];
                get_field!(step);
                wait!(step.wait);
            }
            GetFieldWaitRead(step) => {
                let step = &code.memory[step as usize];
                get_field!(step);
                wait!(step.wait);
                push_read_data!();
            }
            ReadWait(step) => {
                let step = &code.memory[step as usize];
                read!(step);
                wait!(step.wait);
            }
            ReadWaitRead(step) => {
                let step = &code.memory[step as usize];
                read!(step);
                wait!(step.wait);
                push_read_data!();
            }
            AdvanceCheck(cycles, segment) => {
                base += u64::from(cycles);
                check!(segment);
            }
            ShiftRightDirects(from, with) => { with_two!(from, |a| a.wrapping_shr(word!(with))); }
            AndDirects(from, with) => { with_two!(from, |a| a & word!(with)) }
            SubtractAndDirects(from, with) => {
                with_two!(from, |a| a & word!(with));
                pop!(b.wrapping_sub(a));
            }
            ShiftRightDirectsTo(from, with, to) => {
                with_two!(from, |a| a.wrapping_shr(word!(with)));
                store!(to);
            }
            ShiftRightAndDirects(from, with, mask) => {
                with_two!(from, |a| a.wrapping_shr(word!(with)));
                with!(word!(mask), |a, it| a & it);
            }
            PushFourDirects(first, second, third, fourth) => {
                push!(word!(first));
                push!(word!(second));
                push!(word!(third));
                push!(word!(fourth));
            }
            PopTwoPushDirects(from, then) => {
                pop_two!();
                push!(word!(from));
                push!(word!(then));
            }
            DupToDirect(to) => {
                push!(a);
                store!(to);
            }
            SubtractToDirect(to) => {
                pop!(b.wrapping_sub(a));
                store!(to);
            }
            VpToDirect(to) => {
                push!(vp);
                store!(to);
            }
            WaitReadToDirect(to, cycle) => {
                wait!(cycle);
                push_read_data!();
                store!(to);
            }
            StoreDirectsSetVp(to, then) => {
                store!(to);
                store!(then);
                vp = a & masks.stack;
                pop!(b);
            }
            PushSpAddDirect(from) => {
                push!(sp + 1);
                with!(word!(from), |a, it| a.wrapping_add(it));
            }
            PushSum(n, m) => {
                push!(word!(vp + u32::from(n)));
                with!(word!(vp + u32::from(m)), |a, it| a.wrapping_add(it));
            }
            Dispatch => { enter!(self.core.jinstr) }
            Run(run) => {
                if !code.runs[run as usize].fits(base, self.core.horizon, sp) {
                    ip = 0;
                }
            }
            PushConstant(value) => {
                self.core.immval = value;
                push!(value);
            }
            Branch(early, decisions, to) => {
                let [a, b] = if early { self.core.early } else { [a, b] };
                if decisions >> case_of(alu::flags(a, b, true)) & 1 != 0 {
                    ip = to as usize;
                }
            }
            Dispatched(place) => {
                let place = &code.places[place as usize];
                self.sums.dispatched(&Dispatch {
                    cycle: base + u64::from(place.cycles) - DISPATCH,
                    jpc: jpc.wrapping_add(place.jpc) & masks.jpc,
                    bytecode: place.bytecode,
                    vp,
                });
            }
            Exit(exit) => {
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
            GoOn(place) => {
                let place = &code.places[place as usize];
                base += u64::from(place.cycles);
                self.core.jpc = jpc;
                self.core.catch_up(place, masks);
                jpc = self.core.jpc;
                ip = place.to as usize;
            }
            End(last) => { end!(last) }
            PushDirectEnd(address, last) => {
                push!(word!(address));
                end!(last);
            }
            PushLocalEnd(n, last) => {
                push!(word!(vp + u32::from(n)));
                end!(last);
            }
            PushOperandLocalEnd(offset, last) => {
                push!(word!(vp + (at(jbc, jpc, offset, masks) & 0x7F)));
                end!(last);
            }
            PushSignedByteEnd(offset, last) => {
                push_signed_byte!(offset);
                end!(last);
            }
            PushReadDataEnd(last) => {
                push_read_data!();
                end!(last);
            }
            StoreLocalEnd(n, last) => {
                store!(vp + u32::from(n));
                end!(last);
            }
            StoreOperandLocalEnd(offset, last) => {
                store!(vp + (at(jbc, jpc, offset, masks) & 0x7F));
                end!(last);
            }
            PopEnd(last) => {
                pop!(b);
                end!(last);
            }
            AddEnd(last) => {
                pop!(b.wrapping_add(a));
                end!(last);
            }
            SubtractEnd(last) => {
                pop!(b.wrapping_sub(a));
                end!(last);
            }
            AndEnd(last) => {
                pop!(b & a);
                end!(last);
            }
            DupEnd(last) => {
                push!(a);
                end!(last);
            }
        }
        let site = loop {
            for_each_chain!(perform);
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
    fn look_up(&mut self, a: u32, strobe: u64, jbc: &mut [u8]) -> Option<()> {
        self.port(jbc).look_up(a, strobe)
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
