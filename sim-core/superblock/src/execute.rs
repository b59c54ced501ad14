//! Executes superblocks: one loop over operations, with what every operation touches in local variables.

use isa::op;
use sim_core::alu;
use sim_core::multiplier::Multiplier;

use crate::chains::{LONGEST, for_each_chain};
use crate::compile::Code;
use crate::core::{Core, Load, Masks, at};
use crate::memory_port::{MemoryPort, Strobe};
use crate::methods::{INSIDE, UNTRIED};
use crate::operation::{Byte, End, JavaStep, MemoryStep, Op};
use crate::sums::{Dispatch, Sums};
use crate::translate::case_of;

/// No site: the bytecode dispatched last is to be translated.
pub(crate) const TRANSLATE: u32 = u32::MAX - 1;
/// Cycles from the one with `nxt` on the ROM output to that with the bytecode's first word in IR.
const DISPATCH: u64 = 2;

/// All that execution works on beside the stack RAM.
pub(crate) struct Executor<'a, S> {
    pub(crate) code: &'a Code,
    pub(crate) port: MemoryPort<'a, S>,
    pub(crate) multiplier: &'a mut Multiplier,
    pub(crate) masks: Masks,
}

impl<S: Sums> Executor<'_, S> {
    #[allow(
        unused_assignments,
        reason = "the last operation of a chain counts on for nobody"
    )]
    /// Executes from an operation on; gives the site at which the reference goes on. `N` is the size of the stack RAM.
    pub(crate) fn run<const N: usize>(&mut self, start: u32, ram: &mut [u32; N]) -> u32 {
        let code = self.code;
        let masks = self.masks;
        let Core {
            mut a,
            mut b,
            mut sp,
            mut vp,
            mut jpc,
            mut base,
            mut exr,
            mut immval,
            mut write_address,
            ..
        } = self.port.core;
        let mut ip = start as usize;
        // The operations after the head of a chain, and the one of them that is next.
        let (mut chain, mut nth): (&[Op; LONGEST], usize) = (&[Op::Dispatch; LONGEST], 0);
        macro_rules! word {
            ($address:expr) => {
                ram[$address as usize & (N - 1)]
            };
        }
        macro_rules! byte {
            ($offset:expr) => {
                at(self.port.jbc, jpc, $offset, masks)
            };
        }
        macro_rules! write {
            ($address:expr, $value:expr) => {{
                let address = $address as usize & (N - 1);
                ram[address] = $value;
                write_address = address as u32;
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
                let value = byte!($offset) as u8 as i8 as u32;
                immval = value;
                push!(value);
            }};
        }
        macro_rules! push_read_data {
            () => {{
                let value = self.port.core.rd_data;
                exr = value;
                push!(value);
            }};
        }
        macro_rules! end {
            ($end:expr) => {{
                let end: End = $end;
                if end.keep != End::KEPT {
                    self.port.core.kept_operand = byte!(end.keep.into());
                }
                base += u64::from(end.cycles);
                jpc = jpc.wrapping_add_signed(end.offset.into()) & masks.jpc;
                self.port.core.bytecodes += 1;
                let bytecode = dispatched!();
                match self.port.methods.targets[(jpc & masks.jbc) as usize] {
                    UNTRIED => break TRANSLATE,
                    target if target > INSIDE => go_to_run!(target),
                    _ => enter!(bytecode),
                }
            }};
        }
        // The bytecode at the Java PC has been dispatched.
        macro_rules! dispatched {
            () => {{
                let bytecode = byte!(0) as u8;
                self.port.core.jinstr = bytecode;
                self.port.core.jpc_br = jpc;
                if bytecode == op::ATHROW {
                    self.port.core.thrown += 1;
                }
                self.port.sums.dispatched(&Dispatch {
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
                if !entry.segment.fits(base, self.port.core.horizon, sp) {
                    break entry.segment.site;
                }
                ip = entry.start as usize;
            }};
        }
        macro_rules! begin_run {
            ($run:expr) => {{
                if !code.runs[$run as usize].fits(base, self.port.core.horizon, sp) {
                    ip = 0;
                }
            }};
        }
        macro_rules! go_to_run {
            ($target:expr) => {{
                ip = $target as usize;
                if let Op::Run(run) = code.ops[ip] {
                    ip += 1;
                    begin_run!(run);
                }
            }};
        }
        macro_rules! check {
            ($segment:expr) => {{
                let segment = &code.segments[$segment as usize];
                if !segment.fits(base, self.port.core.horizon, sp) {
                    break segment.site;
                }
            }};
        }
        macro_rules! wait {
            ($cycle:expr) => {{
                let now = base + u64::from($cycle);
                let held = self.port.core.busy.saturating_sub(now);
                if held > 0 {
                    self.stall(now, held);
                    base += held;
                }
            }};
        }
        macro_rules! memory {
            ($step:expr) => {{
                let step: &MemoryStep = $step;
                if !self.access(step, a, b, word!(sp), base, jpc) {
                    break step.site;
                }
                if step.pops {
                    pop!(b);
                }
            }};
        }
        macro_rules! get_field {
            ($step:expr) => {{
                let step: &MemoryStep = $step;
                let cycle = base + u64::from(step.cycle) + 1;
                if self.port.read_field(step, a, cycle) {
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
                if self.port.read_memory(step, a, cycle) {
                    pop!(b);
                } else {
                    memory!(step);
                }
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
                    ($dollar($dollar chained:ident = $dollar head:ident $dollar(($dollar($dollar operand:ident),+))?:
                        $dollar($dollar next:ident)+;)+) => {
                        let op = ops[ip];
                        ip += 1;
                        match op {
                            $(Op::$name $(($($part),+))? => $body)+
                            $dollar(Op::$dollar chained $dollar(($dollar($dollar operand),+))? => {
                                expect!($dollar head, Op::$dollar head $dollar(($dollar($dollar operand),+))?);
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
                let local = vp + (byte!(offset) & 0x7F);
                push!(word!(local));
            }
            PushIndirect => { push!(word!(self.port.core.ar)) }
            PushThird => { push!(word!(sp)) }
            PushByte(offset) => {
                let value = byte!(offset);
                immval = value;
                push!(value);
            }
            PushSignedByte(offset) => { push_signed_byte!(offset); }
            PushShort(high, low) => {
                let value = byte!(high) << 8 | byte!(low);
                immval = value;
                push!(value);
            }
            PushSignedShort(high, low) => {
                let value = byte!(high) << 8 | byte!(low);
                let value = value as u16 as i16 as u32;
                immval = value;
                push!(value);
            }
            PushReadData => { push_read_data!(); }
            PushProduct(cycle) => {
                let now = base + u64::from(cycle);
                self.multiplier.skip(now - self.port.core.multiplier_at);
                self.port.core.multiplier_at = now;
                let value = self.multiplier.product();
                exr = value;
                push!(value);
            }
            PushStart => {
                let value = self.method_start();
                exr = value;
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
            StoreOperandLocal(offset) => { store!(vp + (byte!(offset) & 0x7F)); }
            StoreIndirect => { store!(self.port.core.ar) }
            StoreAbove => { store!(sp + 1) }
            SetVp => {
                vp = a & masks.stack;
                pop!(b);
            }
            SetVpLate => {
                self.port.core.vp_late = a & masks.stack;
                pop!(b);
            }
            CommitVp => { vp = self.port.core.vp_late }
            SetAr => {
                self.port.core.ar = a & masks.stack;
                pop!(b);
            }
            SetArLate => {
                self.port.core.ar_late = a & masks.stack;
                pop!(b);
            }
            CommitAr => { self.port.core.ar = self.port.core.ar_late }
            SetJpc(before) => {
                self.port.core.jpc_before = jpc.wrapping_add_signed(before.into()) & masks.jpc;
                jpc = a & masks.jpc;
                pop!(b);
            }
            SetSp(early) => {
                let to = if early { self.port.core.early[0] } else { a };
                (a, b) = (b, word!(sp));
                sp = to & masks.stack;
            }
            Multiply(cycle) => {
                let strobe = base + u64::from(cycle) + 1;
                self.multiplier.clock(true, a, b);
                self.port.core.multiplier_at = strobe + 1;
                self.port.core.busy = self.port.core.busy.max(strobe + 1);
                pop!(b);
            }

            CopyB => { a = b }
            KeepAb => { self.port.core.early = [a, b] }
            Busy(cycle) => {
                let free = base + u64::from(cycle) + 2;
                self.port.core.busy = self.port.core.busy.max(free);
            }
            Memory(step) => { memory!(&code.memory[step as usize]); }
            Load(step) => {
                let step = &code.memory[step as usize];
                let cycle = base + u64::from(step.cycle) + 1;
                if self.look_up(a, cycle).is_none() {
                    break step.site;
                }
                pop!(b);
            }
            GetField(step) => { get_field!(&code.memory[step as usize]); }
            Read(step) => { read!(&code.memory[step as usize]); }
            SetAddress(step) => {
                let step = &code.memory[step as usize];
                let cycle = base + u64::from(step.cycle) + 1;
                self.port.write_address(a, cycle);
                pop!(b);
            }
            Wait(cycle) => { wait!(cycle) }
            WaitLoad(cycle) => {
                let now = base + u64::from(cycle);
                if let Some(load) = self.port.core.load.take() {
                    self.finish_load(&load, now);
                }
                wait!(cycle);
            }
            WaitOne(site) => {
                if self.port.core.busy > base + u64::from(code.sites[site as usize].cycle) {
                    break site;
                }
            }
            KeepOperand(offset) => { self.port.core.kept_operand = byte!(offset); }

            IfZero(early, to) => {
                let tested = if early { self.port.core.early[0] } else { a };
                self.port.sums.branched(tested == 0);
                if tested == 0 {
                    ip = to as usize;
                    continue;
                }
                pop!(b);
            }
            IfNotZero(early, to) => {
                let tested = if early { self.port.core.early[0] } else { a };
                self.port.sums.branched(tested != 0);
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
                let kept = self.port.core.byte(step.kept, jpc, self.port.jbc, masks);
                jpc = self.java_branch(step, jpc, [a, b]);
                self.port.core.kept_operand = kept;
            }
            Check(segment) => { check!(segment) }
            Peek(site, offset) => {
                if code.entries[byte!(offset) as usize].foreign {
                    break site;
                }
            }
            Falter(site) => {
                if self.port.core.fuel == 0 {
                    break site;
                }
                self.port.core.fuel -= 1;
            }
            Leave(site) => { break site }
            PushLocals(n, m) => {
                push!(word!(vp + u32::from(n)));
                push!(word!(vp + u32::from(m)));
            }
            PushLocalConstant(n, value) => {
                push!(word!(vp + u32::from(n)));
                immval = value;
                push!(value);
            }
            AddLocal(n) => { with!(word!(vp + u32::from(n)), |a, it| a.wrapping_add(it)) }
            SubtractLocal(n) => { with!(word!(vp + u32::from(n)), |a, it| a.wrapping_sub(it)); }
            LocalToLocal(n, m) => { with!(word!(vp + u32::from(n)), vp + u32::from(m)); }
            AddConstant(value) => {
                immval = value;
                with!(value, |a, it| a.wrapping_add(it));
            }
            ConstantToLocal(n, value) => {
                immval = value;
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
            Dispatch => { enter!(self.port.core.jinstr) }
            Run(run) => { begin_run!(run); }
            PushConstant(value) => {
                immval = value;
                push!(value);
            }
            Branch(early, decisions, to) => {
                let [a, b] = if early { self.port.core.early } else { [a, b] };
                if decisions >> case_of(alu::flags(a, b, true)) & 1 != 0 {
                    ip = to as usize;
                    continue;
                }
            }
            Dispatched(place) => {
                let place = &code.places[place as usize];
                self.port.sums.dispatched(&Dispatch {
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
                self.port.core.bytecodes += u64::from(exit.bytecodes);
                if let Some(kept) = exit.kept {
                    self.port.core.kept_operand = kept.into();
                }
                let bytecode = dispatched!();
                if exit.to > INSIDE {
                    go_to_run!(exit.to);
                } else {
                    enter!(bytecode);
                }
            }
            GoOn(place) => {
                let place = &code.places[place as usize];
                base += u64::from(place.cycles);
                self.port.core.jpc = jpc;
                self.port.core.catch_up(place, masks);
                jpc = self.port.core.jpc;
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
                push!(word!(vp + (byte!(offset) & 0x7F)));
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
                store!(vp + (byte!(offset) & 0x7F));
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
        let core = &mut self.port.core;
        (core.a, core.b, core.sp, core.vp) = (a, b, sp, vp);
        (core.jpc, core.base) = (jpc, base);
        (core.exr, core.immval, core.write_address) = (exr, immval, write_address);
        core.at = ip as u32;
        site
    }

    /// A memory operation with A, B and the third element; false if the reference has to execute it.
    #[inline(never)]
    fn access(
        &mut self,
        step: &MemoryStep,
        a: u32,
        b: u32,
        below: u32,
        base: u64,
        jpc: u32,
    ) -> bool {
        let port = &mut self.port;
        let operand = step.known.or_else(|| {
            let [high, low] = step.operand;
            (high != Byte::Unknown && low != Byte::Unknown)
                .then(|| port.core.operand(step.operand, jpc, port.jbc, self.masks))
        });
        let (a_after, b_after) = if step.pops { (b, below) } else { (a, b) };
        port.execute(&Strobe {
            op: step.op,
            cycle: base + u64::from(step.cycle) + 1,
            a,
            b,
            a_after,
            b_after,
            operand,
            latency: step.latency,
        })
        .is_some()
    }

    #[inline(never)]
    fn look_up(&mut self, a: u32, strobe: u64) -> Option<()> {
        self.port.look_up(a, strobe)
    }

    #[inline(never)]
    fn finish_load(&mut self, load: &Load, wait: u64) {
        self.port.finish_load(load, wait);
    }

    fn method_start(&self) -> u32 {
        match &self.port.core.load {
            Some(load) => load.start_word << 2,
            None => self.port.system.external(2, 0),
        }
    }

    #[inline(always)]
    fn stall(&mut self, from: u64, cycles: u64) {
        let Core {
            last_op,
            last_slave,
            ..
        } = self.port.core;
        self.port.core.held += cycles;
        *self.port.statistics.stalls.cause(last_op, last_slave) += cycles;
        self.port.sums.stalled(from, (last_op, last_slave), cycles);
    }

    /// The Java PC after a Java branch.
    #[inline(always)]
    fn java_branch(&self, step: &JavaStep, jpc: u32, [a, b]: [u32; 2]) -> u32 {
        let masks = self.masks;
        let [a, b] = if step.early {
            self.port.core.early
        } else {
            [a, b]
        };
        let flags = alu::flags(a, b, !step.adds);
        if !sim_core::bytecode_fetch::branches(self.port.core.jinstr, flags) {
            return jpc.wrapping_add_signed(step.jpc.into()) & masks.jpc;
        }
        let [high, low] = step
            .offset
            .map(|byte| self.port.core.byte(byte, jpc, self.port.jbc, masks));
        (self.port.core.jpc_br + ((high & masks.branch) << 8 | low)) & masks.jpc
    }
}
