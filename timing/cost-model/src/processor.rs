//! The registers and memories of microcode, and the effects of each microinstruction on them (spec 02).
//!
//! Instructions take effect one after the other. Values that the pipeline delays are kept separately: branches and `stsp` see A
//! as it was before the previous instruction, and `ldmi`, `stmi` see `ar` two instructions after `star`.

use std::collections::BTreeMap;

use microcode::Program;
use microcode::isa::{Instruction, Op, StackEffect, Word};

use crate::expression::{Operator, Value};
use crate::latency::{ArrayOutcome, FieldOutcome, Operation};
use crate::table::AccessKind;
use crate::world::{Entry, World, place};

const STACK_NAMES: [&str; 6] = ["top", "next", "third", "fourth", "fifth", "sixth"];
const ADDRESS_MASK: u32 = (1 << 23) - 1;
const CONSTANTS_FROM: u32 = 32;
const VARIABLES: u32 = 32;
const FIXED_VARIABLES: [&str; 6] = ["mp", "cp", "heap", "jjp", "jjhp", "lockcnt"];
const START_SIGNAL: i32 = -121;

/// Value of the stack pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StackPointer {
    pub(crate) number: u32,
    /// Value that `stsp` wrote, if any.
    pub(crate) stored: Option<u32>,
}

/// Memory operations of instructions.
#[derive(Debug, Clone)]
pub(crate) enum Request {
    /// An operation and the addresses of its data and, for a copy, of its destination; the handle, where there is one.
    Start {
        operation: Operation,
        handle: Option<Value>,
        data: Value,
        destination: Option<Value>,
    },
    /// The load of a method.
    Load {
        /// First word of its method struct.
        method: Value,
    },
    /// Nothing that takes longer than a cycle.
    Strobe,
}

impl Request {
    /// Kind of the access that ends the operation; none if it accesses no data.
    pub(crate) fn direction(&self) -> Option<AccessKind> {
        let Self::Start { operation, .. } = self else {
            return None;
        };
        match operation {
            Operation::Read { .. }
            | Operation::GetStatic { .. }
            | Operation::GetField(_)
            | Operation::ArrayLoad(_) => Some(AccessKind::Read),
            Operation::Write { .. }
            | Operation::PutStatic { .. }
            | Operation::PutField(_)
            | Operation::ArrayStore(_)
            | Operation::Copy
            | Operation::CopyStop => Some(AccessKind::Write),
        }
    }
}

/// Registers and memories.
#[derive(Debug)]
pub(crate) struct Processor<'a> {
    program: &'a Program,
    world: &'a World,
    ram: BTreeMap<u32, Value>,
    a: Value,
    b: Value,
    /// A as branches see it: before the last instruction.
    a_before: Value,
    pub(crate) sp: StackPointer,
    vp: Value,
    ar: Value,
    ar_next: Option<Value>,
    index: Option<Value>,
    write_address: Value,
    read_data: Value,
    product: Value,
    looks: u32,
    stream: Stream,
}

/// The operand bytes that the fetch unit has in front (spec 03 section 1): numbers of bytes, the opcode's is 0.
#[derive(Debug, Clone, Copy)]
struct Stream {
    position: usize,
    low: usize,
    high: usize,
    low_before: usize,
    high_before: usize,
    opcode: Option<u8>,
}

impl<'a> Processor<'a> {
    pub(crate) fn new(program: &'a Program, world: &'a World, entry: Entry) -> Self {
        let mut ram = BTreeMap::new();
        for (depth, number) in (2..).zip(world.stack.iter().skip(2)) {
            let address = place::SP + 2 - depth;
            ram.insert(address, Value::named(stack_name(depth), *number));
        }
        let stack = |depth: usize| {
            let number = world.stack.get(depth).copied().unwrap_or(0);
            Value::named(stack_name(depth as u32), number)
        };
        let opcode = match entry {
            Entry::Bytecode(opcode) => Some(opcode),
            _ => None,
        };
        Self {
            program,
            world,
            ram,
            a: stack(0),
            b: stack(1),
            a_before: stack(0),
            sp: StackPointer {
                number: place::SP,
                stored: None,
            },
            vp: Value::named("vp", place::VP),
            ar: Value::named("ar", 0),
            ar_next: None,
            index: None,
            write_address: Value::named("wa", 0),
            read_data: Value::named("rd", 0),
            product: Value::named("product", 0),
            looks: 0,
            stream: Stream::new(opcode),
        }
    }

    /// The word is on the ROM's output: it may take an operand byte.
    pub(crate) fn fetch(&mut self, word: Word) {
        self.stream.clock(word.opd || word.nxt, word.opd);
    }

    /// The condition that a branch in `word` tests: A as it sees it.
    pub(crate) fn tested(&self) -> &Value {
        &self.a_before
    }

    /// Executes an instruction and returns its memory operation.
    pub(crate) fn execute(&mut self, instruction: Instruction) -> Option<Request> {
        let a_before = self.a.clone();
        let ar_due = self.ar_next.take();
        let request = self.request(instruction);
        self.effect(instruction);
        if let Some(ar) = ar_due {
            self.ar = ar;
        }
        self.a_before = a_before;
        request
    }

    fn effect(&mut self, instruction: Instruction) {
        match StackEffect::of_code(instruction.encode()) {
            StackEffect::Pop => self.pop(instruction),
            StackEffect::Push => self.push(instruction),
            StackEffect::Keep => {
                if instruction.writes_a() {
                    self.a = self.b.clone();
                }
            }
        }
    }

    fn pop(&mut self, instruction: Instruction) {
        let third = self.ram_at(self.sp.number);
        let stored = self.a.clone();
        if let Some(address) = self.store_address(instruction) {
            self.ram.insert(address, stored);
        }
        match instruction.op() {
            Some(Op::StoreAr) => self.ar_next = Some(self.a.clone()),
            Some(Op::StoreVp) => self.vp = self.a.clone(),
            Some(Op::StartMultiply) => {
                self.product = Value::binary(Operator::Multiply, &self.b, &self.a);
            }
            _ => {}
        }
        self.sp.number = self.sp.number.wrapping_sub(1);
        if instruction.op() == Some(Op::StoreSp) {
            let number = self.a_before.number;
            self.sp = StackPointer {
                number,
                stored: Some(number),
            };
        }
        self.a = match operator(instruction) {
            Some(operator) => Value::binary(operator, &self.b, &self.a),
            None => self.b.clone(),
        };
        self.b = third;
    }

    fn store_address(&self, instruction: Instruction) -> Option<u32> {
        let vp = self.vp.number;
        let address = match instruction.op()? {
            Op::StoreLocal0 => vp,
            Op::StoreLocal1 => vp.wrapping_add(1),
            Op::StoreLocal2 => vp.wrapping_add(2),
            Op::StoreLocal3 => vp.wrapping_add(3),
            Op::StoreLocal => vp.wrapping_add(self.operand_local()),
            Op::StoreIndirect => self.ar.number,
            Op::StoreVariable => instruction.operand().cast_unsigned(),
            _ => return None,
        };
        Some(address)
    }

    fn push(&mut self, instruction: Instruction) {
        let value = self.pushed(instruction);
        self.sp.number = self.sp.number.wrapping_add(1);
        self.ram.insert(self.sp.number, self.b.clone());
        self.b = std::mem::replace(&mut self.a, value);
    }

    fn pushed(&mut self, instruction: Instruction) -> Value {
        let vp = self.vp.number;
        let Some(op) = instruction.op() else {
            return self.b.clone();
        };
        match op {
            Op::Dup => self.a.clone(),
            Op::LoadVariable => self.ram_at(instruction.operand().cast_unsigned()),
            Op::LoadConstant => self.ram_at(CONSTANTS_FROM + instruction.operand().cast_unsigned()),
            Op::LoadReadData => self.read_data.clone(),
            Op::LoadProduct => self.product.clone(),
            Op::LoadBytecodeStart => Value::named("bcstart", 0x400),
            Op::LoadLocal0 => self.ram_at(vp),
            Op::LoadLocal1 => self.ram_at(vp.wrapping_add(1)),
            Op::LoadLocal2 => self.ram_at(vp.wrapping_add(2)),
            Op::LoadLocal3 => self.ram_at(vp.wrapping_add(3)),
            Op::LoadLocal => self.ram_at(vp.wrapping_add(self.operand_local())),
            Op::LoadIndirect => self.ram_at(self.ar.number),
            Op::LoadSp => Value::named("sp", self.sp.number.wrapping_add(1)),
            Op::LoadVp => self.vp.clone(),
            Op::LoadJpc => Value::named("jpc", 0x420),
            Op::LoadOperand8u => self.stream.byte(self.world, false),
            Op::LoadOperand8s => self.stream.byte(self.world, true),
            Op::LoadOperand16u => self.stream.pair(self.world, false),
            Op::LoadOperand16s => self.stream.pair(self.world, true),
            _ => self.b.clone(),
        }
    }

    fn operand_local(&self) -> u32 {
        self.stream.byte(self.world, false).number & 0x7f
    }

    /// A word of the stack RAM: what was written, or what every bytecode finds there.
    fn ram_at(&self, address: u32) -> Value {
        let address = address % self.program.stack_ram.len().max(1) as u32;
        if let Some(value) = self.ram.get(&address) {
            return value.clone();
        }
        let initial = self.program.ram_word(address as u8);
        match address {
            0..VARIABLES => {
                let fixed = self.world.variables.get(address as usize);
                Value::named(self.variable_name(address), fixed.copied().unwrap_or(0))
            }
            VARIABLES..64 => Value::constant(initial),
            place::VP..place::SP => {
                let local = address - place::VP;
                Value::named(format!("local {local}"), 100 + local)
            }
            _ => Value::named(format!("ram {address}"), 0),
        }
    }

    fn variable_name(&self, address: u32) -> String {
        let variables = &self.program.symbols.variables;
        let known = variables.iter().find(|(_, at)| u32::from(**at) == address);
        let fixed = FIXED_VARIABLES.get(address as usize);
        match (known, fixed) {
            (Some((name, _)), _) => name.clone(),
            (None, Some(name)) => (*name).to_owned(),
            (None, None) => format!("variable {address}"),
        }
    }

    fn request(&mut self, instruction: Instruction) -> Option<Request> {
        let op = match instruction.op() {
            Some(op) => op,
            // 114 to 11F hold the unit busy for a cycle and do nothing else.
            None => {
                return (0x114..=0x11f)
                    .contains(&instruction.encode())
                    .then_some(Request::Strobe);
            }
        };
        let (a, b) = (self.a.clone(), self.b.clone());
        let request = match op {
            Op::StartMultiply | Op::InvalidateCaches | Op::StartAtomic | Op::EndAtomic => {
                Request::Strobe
            }
            Op::StoreIndex => {
                self.index = Some(a);
                Request::Strobe
            }
            Op::StoreWriteAddress => {
                self.write_address = a;
                Request::Strobe
            }
            Op::StartRead | Op::StartReadConstant | Op::StartReadFull => self.read(a),
            Op::StartWrite | Op::StartWriteFull => self.write(),
            Op::StartGetStatic => self.get_static(),
            Op::StartPutStatic => self.put_static(),
            Op::StartGetField => self.get_field(a),
            Op::StartPutField | Op::StartPutReference => self.put_field(b),
            Op::StartArrayLoad => self.array(&a, b, true),
            Op::StartArrayStore => {
                let handle = self.ram_at(self.sp.number);
                self.array(&b, handle, false)
            }
            Op::StartCopy => self.copy(&a, &b),
            Op::StartBytecodeLoad => Request::Load { method: a },
            _ => return None,
        };
        Some(request)
    }

    fn memory(&self, address: &Value) -> Value {
        let word = self.world.memory.get(&(address.number & ADDRESS_MASK));
        address.memory_at(word.copied().unwrap_or(0))
    }

    fn read(&mut self, address: Value) -> Request {
        let device = is_device(&address);
        self.read_data = if device {
            let number = self.device_word(address.number.cast_signed());
            address.memory_at(number)
        } else {
            self.memory(&address)
        };
        start(Operation::Read { device }, None, address)
    }

    fn device_word(&mut self, address: i32) -> u32 {
        if address == START_SIGNAL {
            self.looks += 1;
            return u32::from(self.looks > self.world.looks_without_signal);
        }
        self.world.devices.get(&address).copied().unwrap_or(0)
    }

    fn write(&self) -> Request {
        let address = self.write_address.clone();
        let device = is_device(&address);
        start(Operation::Write { device }, None, address)
    }

    /// The index register if `stidx` came before, else the operand.
    fn index(&mut self) -> Value {
        let operand = || Value::named("operand", u32::from(self.world.operands[1]));
        self.index.take().unwrap_or_else(operand)
    }

    fn get_static(&mut self) -> Request {
        let address = self.index();
        let device = is_device(&address);
        self.read_data = self.memory(&address);
        start(Operation::GetStatic { device }, None, address)
    }

    fn put_static(&mut self) -> Request {
        let address = self.index();
        let device = is_device(&address);
        start(Operation::PutStatic { device }, None, address)
    }

    fn field(&mut self, handle: &Value) -> (Value, FieldOutcome) {
        let index = self.index();
        let data = Value::binary(Operator::Add, &self.memory(handle), &index);
        let outcome = if self.world.object_cache_hit {
            FieldOutcome::CacheHit
        } else if is_null(handle) {
            FieldOutcome::Null
        } else if is_device(&data) {
            FieldOutcome::Device
        } else {
            FieldOutcome::Memory
        };
        (data, outcome)
    }

    fn get_field(&mut self, handle: Value) -> Request {
        let (data, outcome) = self.field(&handle);
        self.read_data = self.memory(&data);
        start(Operation::GetField(outcome), Some(handle), data)
    }

    fn put_field(&mut self, handle: Value) -> Request {
        let (data, outcome) = self.field(&handle);
        let outcome = match outcome {
            FieldOutcome::CacheHit => FieldOutcome::Memory,
            outcome => outcome,
        };
        start(Operation::PutField(outcome), Some(handle), data)
    }

    fn array(&mut self, index: &Value, handle: Value, load: bool) -> Request {
        let length_at = Value::binary(Operator::Add, &handle, &Value::constant(1));
        let length = self.memory(&length_at).number & ADDRESS_MASK;
        let data = Value::binary(Operator::Add, &self.memory(&handle), index);
        let beyond = index.number & ADDRESS_MASK >= length;
        // An array load looks at the length in a cycle in which a device shows itself ready already: it checks nothing.
        let unchecked = load && is_device(&data);
        let outcome = if is_null(&handle) || index.number >> 22 & 1 == 1 {
            ArrayOutcome::RefusedEarly
        } else if beyond && !unchecked {
            ArrayOutcome::Bounds
        } else if is_device(&data) {
            ArrayOutcome::Device
        } else {
            ArrayOutcome::Memory
        };
        if load {
            self.read_data = self.memory(&data);
            start(Operation::ArrayLoad(outcome), Some(handle), data)
        } else {
            start(Operation::ArrayStore(outcome), Some(handle), data)
        }
    }

    fn copy(&self, position: &Value, source: &Value) -> Request {
        if position.number >> 31 == 1 {
            return start(Operation::CopyStop, None, position.clone());
        }
        let destination = self.ram_at(self.sp.number);
        Request::Start {
            operation: Operation::Copy,
            handle: None,
            data: Value::binary(Operator::Add, source, position),
            destination: Some(Value::binary(Operator::Add, &destination, position)),
        }
    }
}

fn start(operation: Operation, handle: Option<Value>, data: Value) -> Request {
    Request::Start {
        operation,
        handle,
        data,
        destination: None,
    }
}

fn stack_name(depth: u32) -> String {
    let known = STACK_NAMES.get(depth as usize);
    known.map_or_else(|| format!("word {depth}"), |name| (*name).to_owned())
}

fn is_null(handle: &Value) -> bool {
    handle.number & ADDRESS_MASK == 0
}

/// I/O or scratchpad: the two upper bits of an address select the slave (spec 04 section 3).
pub(crate) fn is_device(address: &Value) -> bool {
    address.number >> 22 & 1 == 1
}

fn operator(instruction: Instruction) -> Option<Operator> {
    let operator = match instruction.op() {
        Some(Op::And) => Operator::And,
        Some(Op::Or) => Operator::Or,
        Some(Op::Xor) => Operator::Xor,
        Some(Op::Add) => Operator::Add,
        Some(Op::Sub) => Operator::Subtract,
        Some(Op::ShiftRightLogical) => Operator::ShiftRightLogical,
        Some(Op::ShiftLeft) => Operator::ShiftLeft,
        Some(Op::ShiftRight) => Operator::ShiftRight,
        Some(_) => return None,
        None if instruction.encode() == 0x01f => Operator::ShiftRightLogical,
        None => return None,
    };
    Some(operator)
}

impl Stream {
    fn new(opcode: Option<u8>) -> Self {
        // In the cycle after the dispatch the first operand byte is in front and the opcode the last byte seen.
        Self {
            position: 1,
            low: 0,
            high: 0,
            low_before: 0,
            high_before: 0,
            opcode,
        }
    }

    /// A cycle passes with a word on the ROM's output.
    fn clock(&mut self, advances: bool, shifts: bool) {
        (self.low_before, self.high_before) = (self.low, self.high);
        if shifts {
            self.high = self.low;
        }
        self.low = self.position;
        self.position += usize::from(advances);
    }

    fn number_of(self, world: &World, place: usize) -> u32 {
        match (place, self.opcode) {
            (0, Some(opcode)) => opcode.into(),
            (0, None) => 0,
            (place, _) => world.operands.get(place - 1).copied().unwrap_or(0).into(),
        }
    }

    fn byte(self, world: &World, signed: bool) -> Value {
        let number = self.number_of(world, self.low_before);
        let number = if signed {
            i32::from((number as u8).cast_signed()).cast_unsigned()
        } else {
            number
        };
        match (self.low_before, self.opcode) {
            (0, Some(_)) => Value::constant(number),
            _ => Value::named("operand", number),
        }
    }

    fn pair(self, world: &World, signed: bool) -> Value {
        let high = self.number_of(world, self.high_before);
        let number = high << 8 | self.number_of(world, self.low_before);
        let number = if signed {
            i32::from((number as u16).cast_signed()).cast_unsigned()
        } else {
            number
        };
        Value::named("operand", number)
    }
}
