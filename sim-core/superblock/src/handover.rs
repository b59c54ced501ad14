//! Hand-over between the reference and superblocks, in both directions.
//!
//! *Enter*, in the cycle in which the first word of a bytecode is in IR: the word before it, in EX, is completed. *Leave*, at a
//! site: the word in EX is a `nop`, as all before the word in IR is done. What a register shows for one cycle only is right from
//! the next cycle on; nobody looks before.

use isa::op;
use sim_core::decode::{Control, MemoryOp, Pointer, PointerLoad, RESET_ROW, decode};
use sim_core::memory_system::Request;
use sim_core::simpcon::{Command, Response};
use sim_core::system_device::Events;
use sim_core::{Machine, MachineState, Probe, Statistics};

use crate::core::{Core, Load, Masks, at};
use crate::memory_port::{clock_object_cache, horizon};
use crate::operation::Byte;
use crate::{Blocks, Dispatch, Loads, Sums};

/// `nop`.
const NOP: u16 = 0x100;

impl Blocks {
    /// Whether it is worth asking [`Blocks::enter`]: the first word of a bytecode is in IR, it seems.
    #[inline(always)]
    pub(crate) fn may_enter(&self, state: &MachineState) -> bool {
        let entry = &self.code.entries[usize::from(state.bytecode_fetch.jinstr)];
        state.microcode_fetch.pc == entry.second && !state.is_alert()
    }

    /// Takes over from the reference, if it can in this cycle; gives the operation to begin with.
    pub(crate) fn enter(
        &mut self,
        state: &mut MachineState,
        limit: u64,
        statistics: &Statistics,
    ) -> Option<u32> {
        let bytecode = state.bytecode_fetch.jinstr;
        let entry = &self.code.entries[usize::from(bytecode)];
        let fetch = &state.microcode_fetch;
        let seems = fetch.pc == entry.second
            && fetch.rom_address == fetch.pc
            && fetch.ir == entry.first
            && !entry.foreign;
        let device = &state.memory_system.io.system;
        let idle = state.memory_system.is_quiet() && !state.is_alert() && device.is_steady();
        // Microcode may come to the first word by a jump, too, in the bytecode that has asked for a method.
        if !seems || !idle || self.loads.asked || !self.in_step(state) {
            return None;
        }
        let row = state.execute.row;
        let ex = *self.decode.row(row);
        if row == RESET_ROW || state.execute.branch || !is_harmless(&ex) {
            return None;
        }
        let sp = state.stack.sp();
        let horizon = horizon(limit, state.cycle, device.steady_cycles());
        if !entry.segment.fits(state.cycle, horizon, sp) {
            return None;
        }
        let start = entry.start;
        self.learn(&state.bytecode_fetch.jbc);
        let (jopd, jpc) = (state.bytecode_fetch.jopd, state.bytecode_fetch.jpc);
        let nop = decode(NOP);
        state.stack.clock(&nop, &ex, jopd, jpc, None);
        self.take(state, limit, horizon, statistics);
        Some(start)
    }

    /// Whether fetching is where it is two cycles after every dispatch of the bytecode.
    fn in_step(&self, state: &MachineState) -> bool {
        let fetch = &state.bytecode_fetch;
        let entry = &self.code.entries[usize::from(fetch.jinstr)];
        let masks = self.masks;
        let [opcode, operand] = [0, 1].map(|n| at(&fetch.jbc, fetch.jpc_br, n, masks));
        let kept = fetch.jopd_d >> 8;
        let high = if entry.first_consumes { opcode } else { kept };
        let jpc = (fetch.jpc_br + 1 + u32::from(entry.first_consumes)) & masks.jpc;
        let controller = &state.memory_system.controller;
        let window = controller.base_reg..controller.pos_reg;
        let vp = state.stack.vp();
        let mut locals = (0..).zip(&state.stack.pointers[..4]);
        // After reset all four are 0.
        let locals = locals.all(|(n, local)| *local == (vp + n) & masks.stack);
        locals
            && fetch.jpc == jpc
            && fetch.jbc_address == jpc & masks.jbc
            && opcode == u32::from(fetch.jinstr)
            && (fetch.jinstr_d, fetch.jpc_br_d) == (fetch.jinstr, fetch.jpc_br)
            && fetch.jopd == high << 8 | operand
            && fetch.jopd_d & 0xFF == opcode
            && state.stack.opddly == fetch.jopd_d
            && controller.translate_bit == window.contains(&controller.addr_reg)
    }

    fn take(&mut self, state: &MachineState, limit: u64, horizon: u64, statistics: &Statistics) {
        let fetch = &state.bytecode_fetch;
        let stack = &state.stack;
        let (last_op, last_slave) = statistics.charged();
        let memory_data = state.memory_system.memory.response().rd_data;
        self.core = Core {
            a: stack.a,
            b: stack.b,
            sp: stack.sp(),
            vp: stack.vp(),
            ar: stack.ar(),
            jpc: fetch.jpc_br,
            jinstr: fetch.jinstr,
            jpc_br: fetch.jpc_br,
            kept_operand: fetch.jopd_d >> 8,
            base: state.cycle,
            busy: state.cycle,
            strobe: state.cycle - 1,
            exr: stack.exr,
            immval: stack.immval,
            write_address: stack.write_address,
            multiplier_at: state.cycle,
            device_at: state.cycle,
            horizon,
            limit,
            rd_data: state.memory_system.external(0, 0),
            memory_data,
            last_op,
            last_slave,
            ..Core::default()
        };
    }

    /// Puts the machine where it is at a site.
    pub(crate) fn leave<S: Sums>(
        &mut self,
        site: u32,
        machine: &mut Machine,
        probe: &mut (Statistics, S),
    ) {
        let core = &mut self.core;
        let masks = self.masks;
        let site = self.code.site(site, core, masks);
        let cycle = core.base + u64::from(site.cycle);
        let word = machine.rom()[usize::from(site.word)];
        let jbc = &machine.state.bytecode_fetch.jbc;
        let load = core.load.take();
        self.loads.asked = load.is_some();
        let [operand, operand_before] = [site.operand, site.operand_before]
            .map(|bytes| core.operand(bytes, core.jpc, jbc, masks));
        let (nxt, opd) = (word & 0x800 != 0, word & 0x400 != 0);
        let jpc_before = core.jpc.wrapping_add_signed(site.jpc.into()) & masks.jpc;
        let jpc = (jpc_before + u32::from(nxt || opd)) & masks.jpc;
        let (mut pc, mut jinstr, mut jpc_br) = (site.next, core.jinstr, core.jpc_br);
        if nxt {
            let bytecode = at(jbc, jpc_before, 0, masks);
            pc = machine.jump_table().bytecodes[bytecode as usize];
            (jinstr, jpc_br) = (bytecode as u8, jpc_before);
            core.bytecodes += 1;
            core.thrown += u64::from(bytecode == u32::from(op::ATHROW));
            probe.1.dispatched(&Dispatch {
                cycle: cycle - 1,
                jpc: jpc_before,
                bytecode: jinstr,
                vp: core.vp,
            });
        }
        probe.1.left(
            cycle,
            (core.last_op, core.last_slave),
            load.map(|load| load.cycle),
        );
        count(core, cycle, machine.state.cycle, &mut probe.0);

        let state = &mut machine.state;
        let fetch = &mut state.bytecode_fetch;
        fetch.jpc = jpc;
        fetch.jbc_address = masks.jbc
            & if site.address_before {
                core.jpc_before
            } else {
                jpc
            };
        (fetch.jinstr, fetch.jpc_br) = (jinstr, jpc_br);
        (fetch.jinstr_d, fetch.jpc_br_d) = (core.jinstr, core.jpc_br);
        (fetch.jopd, fetch.jopd_d) = (operand, operand_before);
        state.microcode_fetch.pc = pc;
        state.microcode_fetch.rom_address = pc;
        state.microcode_fetch.ir = word & 0x3FF;
        state.execute.row = NOP;
        state.execute.branch = false;
        state.multiplier.skip(cycle - core.multiplier_at);
        leave_stack(core, state, operand_before, masks);
        leave_memory(core, state, load.map_or(cycle, |load| load.cycle));
        if let Some(load) = load {
            let low = match site.operand[1] {
                Byte::At(offset) => core.jpc.wrapping_add_signed(offset.into()),
                _ => core.jpc_before,
            };
            let low = clock_load(
                state,
                &load,
                cycle,
                low & masks.jbc,
                &mut (probe, &mut self.loads),
            );
            let fetch = &mut state.bytecode_fetch;
            fetch.jopd = fetch.jopd & 0xFF00 | u32::from(low);
        }
        state.cycle = cycle;
    }
}

fn count(core: &Core, cycle: u64, from: u64, statistics: &mut Statistics) {
    statistics.cycles += cycle - from;
    statistics.microinstructions += cycle - from - core.held;
    statistics.bytecodes += core.bytecodes;
    statistics.thrown += core.thrown;
    statistics.charge(core.last_op, core.last_slave);
}

fn leave_stack(core: &Core, state: &mut MachineState, operand_before: u32, masks: Masks) {
    let stack = &mut state.stack;
    (stack.a, stack.b) = (core.a, core.b);
    for (n, local) in stack.pointers[..4].iter_mut().enumerate() {
        *local = (core.vp + n as u32) & masks.stack;
    }
    let mut set = |pointer: Pointer, value: u32| {
        stack.pointers[pointer as usize] = value & masks.stack;
    };
    set(Pointer::LocalOperand, core.vp + (operand_before & 0x7F));
    set(Pointer::Ar, core.ar);
    set(Pointer::Sp, core.sp);
    set(Pointer::SpPlusOne, core.sp.wrapping_add(1));
    stack.opddly = operand_before;
    (stack.exr, stack.immval) = (core.exr, core.immval);
    stack.write_enable = false;
    stack.write_address = core.write_address;
}

/// The units of the memory side: the last accesses are done again by the memory's interface, as it keeps their traces. Where no
/// operation has been done since the engine took over, they are as they were.
fn leave_memory(core: &mut Core, state: &mut MachineState, cycle: u64) {
    let system = &mut state.memory_system;
    system.io.system.skip(cycle - core.device_at);
    if core.rests_at() < state.cycle {
        return;
    }
    let mut accesses = [
        core.last_read.map(|access| (false, access)),
        core.last_write.map(|access| (true, access)),
    ];
    if !core.wrote_last {
        accesses.reverse();
    }
    if system.memory.is_port() {
        system.memory.set_response(Response {
            rd_data: core.memory_data,
            rdy_cnt: 0,
        });
        accesses = [None; 2];
    }
    for (writes, (address, data)) in accesses.into_iter().flatten() {
        let command = Command {
            rd: !writes,
            wr: writes,
            address,
            wr_data: data,
            ..Command::IDLE
        };
        let kept = system.memory.words.read(address);
        system.memory.words.write(address, data);
        system.memory.clock(&command);
        while !system.memory.is_idle() {
            system.memory.clock(&Command::IDLE);
        }
        system.memory.words.write(address, kept);
    }
    system.controller.wr_gf = core.field_pulse && cycle == core.idle_at();
    system.local_bus.is_pipelined = cycle < core.settled_at();
    if core.object_edge.is_some_and(|edge| edge.cycle < cycle) {
        clock_object_cache(core, &mut system.object_cache);
    }
    let no_request = Request {
        op: MemoryOp::None,
        a: 0,
        b: 0,
        bcopd: 0,
    };
    let address = system.command(no_request).address;
    if let Some(cache) = &mut system.data_cache {
        cache.rest(address);
    }
    system.come_to_rest(cycle > core.rests_at());
}

/// Clocks the memory side from the strobe of a load up to `until`; gives the byte at `address` in the cycle before.
fn clock_load<S: Sums>(
    state: &mut MachineState,
    load: &Load,
    until: u64,
    address: u32,
    probe: &mut (&mut (Statistics, S), &mut Loads),
) -> u8 {
    let fetch = &mut state.bytecode_fetch;
    let system = &mut state.memory_system;
    let mut byte = 0;
    for cycle in load.cycle..until {
        let strobe = cycle == load.cycle;
        let request = Request {
            op: if strobe {
                MemoryOp::MethodLoad
            } else {
                MemoryOp::None
            },
            a: load.a,
            b: 0,
            bcopd: 0,
        };
        probe.0.1.answer(cycle, system);
        let command = system.command(request);
        if command.is_active() {
            probe.transaction(cycle, &command);
        }
        byte = fetch.jbc[address as usize];
        system.clock(request, Events::default(), fetch, (cycle, &mut *probe));
        probe.0.1.take_request(cycle, system);
    }
    byte
}

/// An instruction in EX that does nothing outside of the stack.
fn is_harmless(ex: &Control) -> bool {
    ex.memory == MemoryOp::None
        && !ex.starts_memory
        && !ex.jump
        && !ex.multiply
        && ex.pointer == PointerLoad::None
}
