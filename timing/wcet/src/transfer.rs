//! Effect of bytecodes on what is known of a frame. It relies on what every Java compiler makes: values of `boolean`, `byte`, `char` and
//! `short` are within their types, and no reference that is used is null, as that would raise an exception.

mod arithmetic;
mod branch;

use isa::{Bytecode, Group, op};
use jopizer::linked_code::Instruction;

use self::arithmetic::{arithmetic, number};
use self::branch::choose;
use crate::facts::Facts;
use crate::flow::Case;
use crate::program::{ClassId, Method, Program};
use crate::remembered::Remembered;
use crate::slots::slots;
use crate::state::State;
use crate::value::{ElementType, Kind, Value};

/// Everything that effects depend on, beside the frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) facts: &'a Facts,
    pub(crate) method: &'a Method<'a>,
    pub(crate) remembered: &'a Remembered,
}

impl Frame<'_> {
    /// The effect of a bytecode that neither calls nor ends a block.
    pub(crate) fn step(&self, state: &mut State, it: &Instruction) {
        let bytecode = Bytecode::of(it.opcode);
        match bytecode.group() {
            Group::Constant => self.push_constant(state, it, bytecode),
            Group::Load => {
                for slot in slots(it, bytecode) {
                    state.load(slot);
                }
            }
            Group::Store => {
                let mut slots: Vec<usize> = slots(it, bytecode).collect();
                slots.reverse();
                for slot in slots {
                    let value = state.pop();
                    state.store(slot, value);
                }
            }
            Group::Field => self.access_field(state, it),
            Group::Native => self.native(state, it),
            _ => self.compute(state, it),
        }
    }

    fn push_constant(&self, state: &mut State, it: &Instruction, bytecode: Bytecode) {
        let byte = |n: usize| self.method.byte(it.pc + n);
        match it.opcode {
            op::ACONST_NULL => state.push(Kind::Null.into()),
            op::BIPUSH => state.push(Value::int(byte(1).cast_signed().into())),
            op::SIPUSH => {
                let value = i16::from_be_bytes([byte(1), byte(2)]);
                state.push(Value::int(value.into()));
            }
            op::LDC | op::LDC_W => {
                let word = self.program.constant(self.method, it.operand);
                let word = word.map_or(Value::ANY, |word| Value::int(word.cast_signed()));
                let text = self.program.literal(self.method, it.operand);
                state.push(text.unwrap_or(word));
            }
            op::LDC2_W => {
                for index in [it.operand, it.operand.wrapping_add(1)] {
                    let word = self.program.constant(self.method, index);
                    state.push(word.map_or(Value::ANY, |word| Value::int(word.cast_signed())));
                }
            }
            op::LCONST_0 | op::LCONST_1 | op::DCONST_0 => {
                state.push(Value::int(0));
                state.push(Value::int(bytecode.implied_operand().unwrap_or(0).into()));
            }
            op::DCONST_1 => state.push_unknown(2),
            op::FCONST_1 | op::FCONST_2 => state.push_unknown(1),
            _ => state.push(Value::int(bytecode.implied_operand().unwrap_or(0).into())),
        }
    }

    /// Static and instance fields.
    fn access_field(&self, state: &mut State, it: &Instruction) {
        match it.opcode {
            op::GETSTATIC | op::GETSTATIC_REF => {
                let known = self.facts.static_field(self.program, it.operand);
                let value = self.remembered.read(state, (None, it.operand), known);
                state.push(value);
            }
            op::GETSTATIC_LONG => state.push_unknown(2),
            op::PUTSTATIC | op::PUTSTATIC_REF => {
                let value = state.pop();
                let field = (None, it.operand);
                self.remembered.store(self.program, state, field, value);
            }
            op::PUTSTATIC_LONG => state.pop_many(2),
            op::GETFIELD | op::GETFIELD_REF => {
                let receiver = state.pop();
                let class = receiver.class().map(|(class, _)| class);
                let characters = self.program.characters(receiver, it.operand.into());
                let known = self
                    .facts
                    .field(self.program, class, it.operand, characters);
                let field = (Some(receiver), it.operand);
                let value = self.remembered.read(state, field, known);
                state.push(value);
            }
            op::GETFIELD_LONG => {
                state.pop_many(1);
                state.push_unknown(2);
            }
            op::PUTFIELD | op::PUTFIELD_REF => {
                let (value, receiver) = (state.pop(), state.pop());
                let field = (Some(receiver), it.operand);
                self.remembered.store(self.program, state, field, value);
            }
            _ => state.pop_many(3),
        }
    }

    fn native(&self, state: &mut State, it: &Instruction) {
        self.remembered.by_address(state, it.opcode);
        match it.opcode {
            op::JOPSYS_RD | op::JOPSYS_RDMEM => {
                let address = state.pop();
                let word = address
                    .constant()
                    .and_then(|address| self.program.fixed_word(address.cast_unsigned()));
                let value = word.map_or(Value::ANY, |word| Value::int(word.cast_signed()));
                let held = address.held();
                state.push(held.unwrap_or_else(|| value.aged(&[address])));
            }
            op::JOPSYS_RDINT | op::JOPSYS_GETSTATIC => {
                state.pop_many(1);
                state.push_unknown(1);
            }
            op::JOPSYS_GETFIELD => {
                let (offset, object) = (state.pop(), state.pop());
                let offset = offset.constant();
                let characters = offset.and_then(|offset| self.program.characters(object, offset));
                state.push(characters.unwrap_or(Value::ANY));
            }
            op::JOPSYS_GETSP | op::JOPSYS_GETVP => state.push_unknown(1),
            op::JOPSYS_SETSP | op::JOPSYS_SETVP => state.pop_many(1),
            op::JOPSYS_WR | op::JOPSYS_WRMEM | op::JOPSYS_WRINT | op::JOPSYS_PUTSTATIC => {
                state.pop_many(2);
            }
            op::JOPSYS_COND_MOVE => {
                let (_, other, one) = (state.pop(), state.pop(), state.pop());
                state.push(one.join(other));
            }
            op::JOPSYS_INT2EXT | op::JOPSYS_EXT2INT | op::JOPSYS_MEMCPY | op::JOPSYS_PUTFIELD => {
                state.pop_many(3);
            }
            _ => {}
        }
    }

    /// Stack, arithmetic, arrays, objects, branches without their choice.
    fn compute(&self, state: &mut State, it: &Instruction) {
        match it.opcode {
            op::POP..=op::SWAP => shuffle(state, it.opcode),
            op::IINC => {
                let slot = usize::from(self.method.byte(it.pc + 1));
                let by = i64::from(self.method.byte(it.pc + 2).cast_signed());
                let old = state.locals.get(slot).copied().unwrap_or(Value::ANY);
                let (lo, hi) = old.range();
                let sum = number(i64::from(lo) + by, i64::from(hi) + by).aged(&[old]);
                state.store(slot, sum);
            }
            op::ARRAYLENGTH => {
                let array = state.pop();
                let (lo, hi) = array.length();
                state.push(Value::between(lo, hi).aged(&[array]));
            }
            op::NEW => {
                let class = self.class_constant(it);
                state.push(Value::reference(class, class.is_some()));
            }
            op::NEWARRAY => {
                let count = state.pop();
                let array = Value::array(None, 1, count.range());
                let array = array.of_elements(ElementType::Number(self.method.byte(it.pc + 1)));
                state.push(array.aged(&[count]));
            }
            op::ANEWARRAY => {
                let count = state.pop();
                let class = self.class_constant(it);
                // Elements that are arrays have no class.
                let dims = u8::from(class.is_some());
                let mut array = Value::array(class, dims, count.range()).aged(&[count]);
                if let Some(descriptor) = class.and_then(|it| self.program.array_of(it)) {
                    array = array.of_elements(ElementType::Reference(descriptor));
                }
                let site = self.program.array_site(self.method, it.pc);
                state.push(site.map_or(array, |site| array.made_at(site)));
            }
            op::AALOAD => {
                let index = state.pop();
                let array = state.pop();
                let known = self.facts.element(array, index);
                state.push(known.unwrap_or_else(|| array.element()));
            }
            op::CHECKCAST => {
                let value = state.pop();
                state.push(self.cast(value, it));
            }
            op::INSTANCEOF => {
                state.pop();
                state.push(Value::between(0, 1));
            }
            op::MULTIANEWARRAY => {
                let dimensions = usize::from(self.method.byte(it.pc + 3));
                let first = state.peek(dimensions.saturating_sub(1));
                state.pop_many(dimensions);
                state.push(Value::array(None, 0, first.range()).aged(&[first]));
            }
            _ => arithmetic(state, it.opcode),
        }
    }

    fn class_constant(&self, it: &Instruction) -> Option<ClassId> {
        let address = self.program.constant(self.method, it.operand)?;
        self.program.class_at(address)
    }

    fn cast(&self, value: Value, it: &Instruction) -> Value {
        match self.class_constant(it) {
            Some(class) if value.kind != Kind::Null => {
                let known = value.class().map(|(class, _)| class);
                if known.is_some_and(|known| !self.program.is_subclass(class, known)) {
                    return value;
                }
                Value {
                    origin: value.origin,
                    ..Value::reference(Some(class), false)
                }
            }
            _ => value,
        }
    }

    /// The state on an edge after the last bytecode of a block, whose operands are still there; none if it cannot be taken.
    pub(crate) fn along(&self, state: &State, it: &Instruction, case: Case) -> Option<State> {
        let mut state = state.clone();
        match case {
            Case::Always => Some(state),
            Case::Key(key) => {
                let value = state.pop();
                let (lo, hi) = value.range();
                if !(lo..=hi).contains(&key) {
                    return None;
                }
                state.learn(Value {
                    kind: Kind::Int { lo: key, hi: key },
                    ..value
                });
                Some(state)
            }
            Case::Default { low, high } => {
                let (lo, hi) = state.pop().range();
                let is_inside = low <= lo && hi <= high;
                (!is_inside).then_some(state)
            }
            Case::Taken | Case::NotTaken => {
                let is_taken = case == Case::Taken;
                choose(&mut state, it.opcode, is_taken).then_some(state)
            }
        }
    }
}

fn shuffle(state: &mut State, opcode: u8) {
    let words = match opcode {
        op::POP | op::DUP => 1,
        op::DUP_X2 | op::DUP2_X1 => 3,
        op::DUP2_X2 => 4,
        _ => 2,
    };
    // Which of them come back, the first one the lowest.
    let back: &[usize] = match opcode {
        op::POP | op::POP2 => &[],
        op::DUP => &[0, 0],
        op::DUP_X1 => &[1, 0, 1],
        op::DUP_X2 => &[2, 0, 1, 2],
        op::DUP2 => &[0, 1, 0, 1],
        op::DUP2_X1 => &[1, 2, 0, 1, 2],
        op::DUP2_X2 => &[2, 3, 0, 1, 2, 3],
        _ => &[1, 0],
    };
    let mut taken: Vec<Value> = (0..words).map(|_| state.pop()).collect();
    taken.reverse();
    state.stack.extend(back.iter().map(|place| taken[*place]));
}
