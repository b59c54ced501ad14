//! The data path in one cycle: signals, microinstructions in the stages, and the parts that are active.

use std::collections::BTreeMap;

use microcode::isa::Instruction;
use serde::Serialize;
use sim_core::decode::{
    self, ASource, BSource, BranchCondition, Control, Pointer, PointerLoad, RESET_ROW, SpNext,
};
use sim_core::probe::Signals;
use sim_core::{Machine, MachineState, Probe, microcode_fetch::RomData};
use trace::columns;

/// One cycle of the data path.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct DataPath {
    /// Values of the columns of a trace, as `jop trace` writes them: the cycle in decimal, all others in hexadecimal.
    signals: BTreeMap<&'static str, String>,
    /// Microinstructions on the ROM's output, in IR and in EX.
    stages: [String; 3],
    /// Names of the active parts and wires.
    active: Vec<&'static str>,
    /// Next value of A.
    next_a: String,
    /// Next value of B.
    next_b: String,
    /// What addresses the stack RAM for reads, and the address.
    read: (String, u32),
    /// What addresses it for the write that the instruction in IR prepares; none if it does not write.
    write: Option<String>,
}

/// Takes what a cycle shows.
#[derive(Default)]
struct Look(DataPath);

impl Probe for Look {
    fn cycle(&mut self, state: &MachineState, signals: &Signals) {
        self.0 = of_cycle(state, signals);
    }
}

/// The data path in the cycle that the machine is in.
pub(crate) fn data_path(machine: &Machine) -> DataPath {
    let mut ahead = machine.clone();
    let mut look = Look::default();
    ahead.step(&mut look);
    look.0
}

fn of_cycle(state: &MachineState, signals: &Signals) -> DataPath {
    let ir = decode::decode(state.microcode_fetch.ir);
    let row = state.execute.row;
    let ex = (row != RESET_ROW).then(|| decode::decode(row));
    let rom = signals.rom_data;
    DataPath {
        signals: values(state, signals),
        stages: [
            word_text(rom),
            Instruction::decode(state.microcode_fetch.ir).to_string(),
            ex.map_or("reset".to_owned(), |_| Instruction::decode(row).to_string()),
        ],
        active: active(state, signals, &ir, ex.as_ref()),
        next_a: ex.map_or("A", |ex| a_source(ex.a)).to_owned(),
        next_b: ex.map_or("B", |ex| b_source(ex.b)).to_owned(),
        read: (
            address(ir.read.pointer, ir.read.direct),
            state.stack.pointers[ir.read.pointer as usize] + u32::from(ir.read.direct),
        ),
        write: ir
            .writes
            .then(|| address(ir.write.pointer, ir.write.direct)),
    }
}

/// Every column of a trace.
fn values(state: &MachineState, signals: &Signals) -> BTreeMap<&'static str, String> {
    let cell = |column: &'static trace::golden::columns::Column| {
        let cell = (column.value)(state, signals);
        let text = match cell {
            trace::golden::Cell::Number(number) if column.name == "cycle" => number.to_string(),
            cell => cell.to_string(),
        };
        (column.name, text)
    };
    columns::all().map(cell).collect()
}

/// A ROM word with its flags.
fn word_text(word: RomData) -> String {
    let mut text = Instruction::decode(word.instruction()).to_string();
    for (is_set, flag) in [(word.nxt(), " nxt"), (word.opd(), " opd")] {
        if is_set {
            text.push_str(flag);
        }
    }
    text
}

/// The active parts. A part is active if its output or its register changes something in this cycle.
fn active(
    state: &MachineState,
    signals: &Signals,
    ir: &Control,
    ex: Option<&Control>,
) -> Vec<&'static str> {
    let ex_is = |test: fn(&Control) -> bool| ex.is_some_and(test);
    let system = &state.memory_system;
    let outputs = &system.controller.outputs;
    let loads = outputs.bc_wr_ena;
    let lookup = signals.op == decode::MemoryOp::MethodLoad
        || system.method_cache.state() != method_cache::LookupState::Idle;
    let io =
        sim_core::local_bus::Slave::of(signals.command.address) == sim_core::local_bus::Slave::Io;
    let bus = signals.command.is_active();
    let parts = [
        ("jbc", signals.rom_data.nxt() || signals.rom_data.opd()),
        ("jbc-write", loads),
        ("jump-table", signals.rom_data.nxt()),
        ("interrupt", signals.ack_irq || signals.ack_exc),
        ("branch-java", signals.jmp),
        ("rom", !signals.held),
        ("held", signals.held),
        (
            "branch-micro",
            signals.redirect || ir.branch != BranchCondition::Never,
        ),
        ("ir", true),
        ("sp", ir.sp != SpNext::Hold),
        ("ram-read", reads_ram(ir)),
        ("ram-write", state.stack.write_enable),
        ("operand", ex_is(|ex| ex.a == ASource::Operand)),
        ("alu", ex_is(|ex| is_alu(ex.a))),
        ("shifter", ex_is(|ex| is_shift(ex.a))),
        ("multiplier", ex_is(|ex| ex.multiply)),
        ("external", ex_is(|ex| ex.a == ASource::External)),
        ("a", ex_is(|ex| ex.a != ASource::Hold)),
        ("b", ex_is(|ex| ex.b != BSource::Hold)),
        ("pointer", ex_is(|ex| ex.pointer != PointerLoad::None)),
        ("jpc-load", ex_is(|ex| ex.pointer == PointerLoad::Jpc)),
        ("memory-op", signals.op != decode::MemoryOp::None),
        ("controller", signals.bsy),
        ("method-cache", lookup),
        (
            "object-cache",
            system.object_cache.is_enabled() && system.controller.read_ocache,
        ),
        ("bus", bus),
        ("memory", !io && (bus || system.is_busy())),
        ("io", bus && io),
    ];
    let active = parts.into_iter().filter(|(_, is_active)| *is_active);
    active.map(|(name, _)| name).collect()
}

/// The word that IR reads from the stack RAM becomes A or B one cycle later.
fn reads_ram(ir: &Control) -> bool {
    ir.a == ASource::Ram || ir.b == BSource::Ram
}

fn is_alu(source: ASource) -> bool {
    use ASource::{Add, And, Or, Subtract, Xor};
    matches!(source, Add | Subtract | And | Or | Xor)
}

fn is_shift(source: ASource) -> bool {
    use ASource::{ShiftLeft, ShiftRightArithmetic, ShiftRightLogical};
    matches!(source, ShiftLeft | ShiftRightArithmetic | ShiftRightLogical)
}

fn a_source(source: ASource) -> &'static str {
    match source {
        ASource::Hold => "A",
        ASource::Add => "B + A",
        ASource::Subtract => "B - A",
        ASource::B => "B",
        ASource::And => "B and A",
        ASource::Or => "B or A",
        ASource::Xor => "B xor A",
        ASource::ShiftRightLogical => "B >>> A",
        ASource::ShiftLeft => "B << A",
        ASource::ShiftRightArithmetic => "B >> A",
        ASource::Ram => "stack RAM",
        ASource::Operand => "operand",
        ASource::External => "memory, product or method start",
        ASource::Sp => "sp",
        ASource::Vp => "vp",
        ASource::Jpc => "jpc",
    }
}

fn b_source(source: BSource) -> &'static str {
    match source {
        BSource::Hold => "B",
        BSource::Ram => "stack RAM",
        BSource::A => "A",
    }
}

fn address(pointer: Pointer, direct: u8) -> String {
    match pointer {
        Pointer::Local0 => "vp".to_owned(),
        Pointer::Local1 => "vp + 1".to_owned(),
        Pointer::Local2 => "vp + 2".to_owned(),
        Pointer::Local3 => "vp + 3".to_owned(),
        Pointer::LocalOperand => "vp + operand".to_owned(),
        Pointer::Ar => "ar".to_owned(),
        Pointer::Sp => "sp".to_owned(),
        Pointer::SpPlusOne => "sp + 1".to_owned(),
        Pointer::Zero => format!("word {direct}"),
    }
}
