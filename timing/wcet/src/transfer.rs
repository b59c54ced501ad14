//! Effect of bytecodes on what is known of a frame. It relies on what every Java compiler makes: values of `boolean`, `byte`, `char` and
//! `short` are within their types, and no reference that is used is null, as that would raise an exception.

use isa::{Bytecode, Group, op};
use jopizer::linked_code::Instruction;

use crate::facts::Facts;
use crate::flow::Case;
use crate::program::{ClassId, Method, Program};
use crate::value::{Kind, Value};

/// What is known of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) locals: Vec<Value>,
    pub(crate) stack: Vec<Value>,
}

/// Everything that effects depend on, beside the frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame<'a> {
    pub(crate) program: &'a Program<'a>,
    pub(crate) facts: &'a Facts,
    pub(crate) method: &'a Method<'a>,
}

impl State {
    pub(crate) fn join(&self, other: &Self, by: fn(Value, Value) -> Value) -> Self {
        let words = |a: &[Value], b: &[Value]| -> Vec<Value> {
            a.iter().zip(b).map(|(a, b)| by(*a, *b)).collect()
        };
        Self {
            locals: words(&self.locals, &other.locals),
            stack: words(&self.stack, &other.stack),
        }
    }

    pub(crate) fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    /// The top of the stack; damaged code may have none.
    pub(crate) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::ANY)
    }

    pub(crate) fn pop_many(&mut self, words: usize) {
        let left = self.stack.len().saturating_sub(words);
        self.stack.truncate(left);
    }

    pub(crate) fn push_unknown(&mut self, words: usize) {
        self.stack.extend(std::iter::repeat_n(Value::ANY, words));
    }

    /// The word so far below the top.
    pub(crate) fn peek(&self, depth: usize) -> Value {
        let place = self.stack.len().checked_sub(depth + 1);
        place.map_or(Value::ANY, |place| self.stack[place])
    }

    fn load(&mut self, slot: usize) {
        let mut value = self.locals.get(slot).copied().unwrap_or(Value::ANY);
        value.origin = u8::try_from(slot).ok();
        self.push(value);
    }

    fn store(&mut self, slot: usize, value: Value) {
        if let Some(local) = self.locals.get_mut(slot) {
            *local = Value {
                origin: None,
                ..value
            };
        }
        let slot = u8::try_from(slot).ok();
        for word in &mut self.stack {
            if word.origin == slot {
                word.origin = None;
            }
        }
    }

    /// Puts a better knowledge of a value where it came from.
    fn learn(&mut self, value: Value) {
        let slot = value.origin.map(usize::from);
        if let Some(local) = slot.and_then(|slot| self.locals.get_mut(slot)) {
            *local = Value {
                origin: None,
                ..value
            };
        }
    }
}

/// A number between both if that is one.
fn number(lo: i64, hi: i64) -> Value {
    match (i32::try_from(lo), i32::try_from(hi)) {
        (Ok(lo), Ok(hi)) => Value::between(lo, hi),
        _ => Value::ANY,
    }
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
                state.push(word.map_or(Value::ANY, |word| Value::int(word.cast_signed())));
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
                state.push(self.facts.static_field(self.program, it.operand));
            }
            op::GETSTATIC_LONG => state.push_unknown(2),
            op::PUTSTATIC | op::PUTSTATIC_REF => state.pop_many(1),
            op::PUTSTATIC_LONG => state.pop_many(2),
            op::GETFIELD | op::GETFIELD_REF => {
                let receiver = state.pop();
                let class = receiver.class().map(|(class, _)| class);
                let value = self.facts.field(self.program, class, it.operand);
                state.push(value);
            }
            op::GETFIELD_LONG => {
                state.pop_many(1);
                state.push_unknown(2);
            }
            op::PUTFIELD | op::PUTFIELD_REF => state.pop_many(2),
            _ => state.pop_many(3),
        }
    }

    fn native(&self, state: &mut State, it: &Instruction) {
        match it.opcode {
            op::JOPSYS_RD | op::JOPSYS_RDMEM => {
                let address = state.pop();
                let word = address
                    .constant()
                    .and_then(|address| self.program.fixed_word(address.cast_unsigned()));
                let value = word.map_or(Value::ANY, |word| Value::int(word.cast_signed()));
                state.push(value.aged(&[address]));
            }
            op::JOPSYS_RDINT | op::JOPSYS_GETSTATIC => {
                state.pop_many(1);
                state.push_unknown(1);
            }
            op::JOPSYS_GETFIELD => {
                state.pop_many(2);
                state.push_unknown(1);
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
                state.push(Value::array(None, 1, count.range()).aged(&[count]));
            }
            op::ANEWARRAY => {
                let count = state.pop();
                let class = self.class_constant(it);
                // Elements that are arrays have no class.
                let dims = u8::from(class.is_some());
                state.push(Value::array(class, dims, count.range()).aged(&[count]));
            }
            op::AALOAD => {
                state.pop();
                let array = state.pop();
                state.push(array.element());
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

    /// What the descriptor tells of each argument word.
    pub(crate) fn arguments(program: &Program<'_>, method: &Method<'_>) -> Vec<Value> {
        let types = argument_types(method);
        let mut words: Vec<Value> = types.iter().map(|ty| of_type(program, ty)).collect();
        if !method.symbol.is_static {
            words[0] = Value::reference(method.class, false);
        }
        words.resize(method.arguments, Value::ANY);
        words
    }
}

/// Types of the words of a method's arguments, by its descriptor; the second word of a type has none.
pub(crate) fn argument_types<'p>(method: &'p Method<'_>) -> Vec<&'p str> {
    let mut types = match method.symbol.is_static {
        true => Vec::new(),
        false => vec!["L;"],
    };
    let parameters = method.symbol.descriptor.split(')').next();
    let mut rest = parameters.unwrap_or_default().trim_start_matches('(');
    while !rest.is_empty() {
        let (ty, behind) = rest.split_at(type_length(rest));
        types.push(ty);
        if ["J", "D"].contains(&ty) {
            types.push("");
        }
        rest = behind;
    }
    types
}

/// Characters of the first type of a descriptor.
fn type_length(text: &str) -> usize {
    let dimensions = text.len() - text.trim_start_matches('[').len();
    let element = &text[dimensions..];
    let length = match element.starts_with('L') {
        true => element.find(';').map_or(element.len(), |end| end + 1),
        false => element.chars().next().map_or(0, char::len_utf8),
    };
    (dimensions + length).min(text.len())
}

/// What a type tells of a value.
pub(crate) fn of_type(program: &Program<'_>, ty: &str) -> Value {
    match ty {
        "Z" => Value::between(0, 1),
        "B" => Value::between(i8::MIN.into(), i8::MAX.into()),
        "S" => Value::between(i16::MIN.into(), i16::MAX.into()),
        "C" => Value::between(0, u16::MAX.into()),
        _ if ty.starts_with('[') => {
            let element = ty.trim_start_matches('[');
            let dims = (ty.len() - element.len()).min(u8::MAX.into()) as u8;
            let class = element
                .strip_prefix('L')
                .and_then(|name| class_of_name(program, name));
            Value::any_array(class, dims)
        }
        _ if ty.starts_with('L') => Value::reference(class_of_name(program, &ty[1..]), false),
        _ => Value::ANY,
    }
}

/// A class by its name in a descriptor.
fn class_of_name(program: &Program<'_>, name: &str) -> Option<ClassId> {
    program.class_named(&name.trim_end_matches(';').replace('/', "."))
}

/// Local variables that a load or store names, in the order of the stack.
fn slots(it: &Instruction, bytecode: Bytecode) -> impl Iterator<Item = usize> + use<> {
    let first = match bytecode.implied_operand() {
        Some(slot) => usize::from(slot.cast_unsigned()),
        None => usize::from(it.operand),
    };
    let is_wide = bytecode.name().starts_with(['l', 'd']);
    first..first + 1 + usize::from(is_wide)
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

/// Words that a bytecode without a case of its own takes and leaves.
fn effect(opcode: u8) -> (usize, usize) {
    match opcode {
        op::IALOAD | op::FALOAD | op::AALOAD..=op::SALOAD => (2, 1),
        op::LALOAD | op::DALOAD => (2, 2),
        op::IASTORE | op::FASTORE | op::AASTORE..=op::SASTORE => (3, 0),
        op::LASTORE | op::DASTORE => (4, 0),
        op::FADD | op::FSUB | op::FMUL | op::FDIV | op::FREM => (2, 1),
        op::LADD | op::LSUB | op::LMUL | op::LDIV | op::LREM => (4, 2),
        op::DADD | op::DSUB | op::DMUL | op::DDIV | op::DREM => (4, 2),
        op::LAND | op::LOR | op::LXOR => (4, 2),
        op::FNEG | op::I2F | op::F2I => (1, 1),
        op::LNEG | op::DNEG | op::L2D | op::D2L => (2, 2),
        op::LSHL | op::LSHR | op::LUSHR => (3, 2),
        op::I2D | op::F2L | op::F2D => (1, 2),
        op::L2F | op::D2I | op::D2F => (2, 1),
        op::MONITORENTER | op::MONITOREXIT => (1, 0),
        _ => (0, 0),
    }
}

fn arithmetic(state: &mut State, opcode: u8) {
    match opcode {
        op::IADD | op::ISUB | op::IMUL | op::IDIV | op::IREM => {
            let (b, a) = (state.pop(), state.pop());
            state.push(combine(opcode, a, b).aged(&[a, b]));
        }
        op::IAND..=op::LXOR if is_int_logic(opcode) => {
            let (b, a) = (state.pop(), state.pop());
            state.push(logic(opcode, a, b).aged(&[a, b]));
        }
        op::ISHL | op::ISHR | op::IUSHR => {
            let (b, a) = (state.pop(), state.pop());
            state.push(shift(opcode, a, b).aged(&[a, b]));
        }
        op::INEG => {
            let a = state.pop();
            let (lo, hi) = a.range();
            state.push(number(-i64::from(hi), -i64::from(lo)).aged(&[a]));
        }
        op::I2C | op::I2B | op::I2S => {
            let a = state.pop();
            let (lo, hi) = match opcode {
                op::I2C => (0, i32::from(u16::MAX)),
                op::I2B => (i8::MIN.into(), i8::MAX.into()),
                _ => (i16::MIN.into(), i16::MAX.into()),
            };
            let (from, to) = a.range();
            let is_inside = lo <= from && to <= hi;
            let cut = Value::between(lo, hi);
            state.push(if is_inside { a } else { cut });
        }
        op::I2L => {
            let a = state.pop();
            let (lo, hi) = a.range();
            state.push(Value::between(lo >> 31, hi >> 31).aged(&[a]));
            state.push(a);
        }
        op::L2I => {
            let low = state.pop();
            state.pop();
            state.push(low);
        }
        op::BALOAD | op::CALOAD | op::SALOAD => {
            state.pop_many(2);
            state.push(match opcode {
                op::BALOAD => Value::between(i8::MIN.into(), i8::MAX.into()),
                op::CALOAD => Value::between(0, u16::MAX.into()),
                _ => Value::between(i16::MIN.into(), i16::MAX.into()),
            });
        }
        op::LCMP | op::DCMPL | op::DCMPG => {
            state.pop_many(4);
            state.push(Value::between(-1, 1));
        }
        op::FCMPL | op::FCMPG => {
            state.pop_many(2);
            state.push(Value::between(-1, 1));
        }
        _ => {
            let (takes, leaves) = effect(opcode);
            state.pop_many(takes);
            state.push_unknown(leaves);
        }
    }
}

fn is_int_logic(opcode: u8) -> bool {
    matches!(opcode, op::IAND | op::IOR | op::IXOR)
}

fn combine(opcode: u8, a: Value, b: Value) -> Value {
    let wide = |(lo, hi): (i32, i32)| (i64::from(lo), i64::from(hi));
    let ((al, ah), (bl, bh)) = (wide(a.range()), wide(b.range()));
    match opcode {
        op::IADD => number(al + bl, ah + bh),
        op::ISUB => number(al - bh, ah - bl),
        op::IMUL => {
            let corners = [al * bl, al * bh, ah * bl, ah * bh];
            let (lo, hi) = corners.iter().fold((i64::MAX, i64::MIN), |(lo, hi), it| {
                (lo.min(*it), hi.max(*it))
            });
            number(lo, hi)
        }
        op::IDIV => quotient((al, ah), (bl, bh)),
        _ => {
            let most = bl.abs().max(bh.abs()).max(1) - 1;
            let hi = if ah <= 0 { 0 } else { ah.min(most) };
            let lo = if al >= 0 { 0 } else { al.max(-most) };
            number(lo, hi)
        }
    }
}

/// The divisor is not 0, as that raises an exception.
fn quotient((al, ah): (i64, i64), (bl, bh): (i64, i64)) -> Value {
    let mut ends: Vec<i64> = Vec::new();
    let divisors = [bl, bh, -1, 1];
    for divisor in divisors
        .into_iter()
        .filter(|it| *it != 0 && (bl..=bh).contains(it))
    {
        ends.extend([al / divisor, ah / divisor]);
    }
    // A large divisor gives 0, unless both ends have one sign.
    match (ends.iter().min(), ends.iter().max()) {
        (Some(lo), Some(hi)) => number(*lo, *hi),
        _ => Value::ANY,
    }
}

fn logic(opcode: u8, a: Value, b: Value) -> Value {
    let ((al, ah), (bl, bh)) = (a.range(), b.range());
    if let (Some(a), Some(b)) = (a.constant(), b.constant()) {
        return Value::int(match opcode {
            op::IAND => a & b,
            op::IOR => a | b,
            _ => a ^ b,
        });
    }
    match opcode {
        op::IAND if al >= 0 && bl >= 0 => Value::between(0, ah.min(bh)),
        op::IAND if al >= 0 => Value::between(0, ah),
        op::IAND if bl >= 0 => Value::between(0, bh),
        op::IOR | op::IXOR if al >= 0 && bl >= 0 => Value::between(0, mask(ah | bh)),
        _ => Value::ANY,
    }
}

/// All bits up to the highest of a number that is not negative.
fn mask(number: i32) -> i32 {
    match number.leading_zeros() {
        0 => i32::MAX,
        zeros => (u32::MAX.checked_shr(zeros).unwrap_or(0)).cast_signed(),
    }
}

fn shift(opcode: u8, a: Value, b: Value) -> Value {
    let (lo, hi) = a.range();
    let Some(by) = b.constant().map(|by| by & 31) else {
        return match opcode {
            op::ISHR if lo >= 0 => Value::between(0, hi),
            op::ISHR => Value::between(lo.min(0), hi.max(0)),
            op::IUSHR if lo >= 0 => Value::between(0, hi),
            _ => Value::ANY,
        };
    };
    match opcode {
        op::ISHL => number(i64::from(lo) << by, i64::from(hi) << by),
        op::ISHR => Value::between(lo >> by, hi >> by),
        _ if lo >= 0 => Value::between(lo >> by, hi >> by),
        _ if by > 0 => Value::between(0, (u32::MAX >> by).cast_signed()),
        _ => a,
    }
}

/// Takes the operands of a branch and learns from the outcome; false if it cannot come.
fn choose(state: &mut State, opcode: u8, is_taken: bool) -> bool {
    match opcode {
        op::IFNULL | op::IFNONNULL => {
            let is_null = state.pop().kind == Kind::Null;
            !is_null || is_taken == (opcode == op::IFNULL)
        }
        op::IF_ACMPEQ | op::IF_ACMPNE => {
            state.pop_many(2);
            true
        }
        op::IFEQ..=op::IFLE => {
            let a = state.pop();
            compare(state, opcode - op::IFEQ, is_taken, a, Value::int(0))
        }
        _ => {
            let (b, a) = (state.pop(), state.pop());
            compare(state, opcode - op::IF_ICMPEQ, is_taken, a, b)
        }
    }
}

/// Relations in the order of the bytecodes: equal, not equal, less, not less, greater, not greater.
fn compare(state: &mut State, relation: u8, is_taken: bool, a: Value, b: Value) -> bool {
    // Each odd relation is the complement of the even one before it.
    let relation = if is_taken { relation } else { relation ^ 1 };
    let narrowed = match relation {
        0 => equal(a.range(), b.range()),
        1 => unequal(a.range(), b.range()),
        2 => less(a.range(), b.range(), 1),
        3 => less(b.range(), a.range(), 0).map(|(b, a)| (a, b)),
        4 => less(b.range(), a.range(), 1).map(|(b, a)| (a, b)),
        _ => less(a.range(), b.range(), 0),
    };
    let Some((new_a, new_b)) = narrowed else {
        return false;
    };
    for (value, (lo, hi)) in [(a, new_a), (b, new_b)] {
        if matches!(value.kind, Kind::Int { .. } | Kind::Any) && (lo, hi) != value.range() {
            let learnt = Value::between(lo, hi).aged(&[a, b]);
            state.learn(Value {
                origin: value.origin,
                ..learnt
            });
        }
    }
    true
}

type Range = (i32, i32);

fn equal((al, ah): Range, (bl, bh): Range) -> Option<(Range, Range)> {
    let both = (al.max(bl), ah.min(bh));
    (both.0 <= both.1).then_some((both, both))
}

fn unequal(a: Range, b: Range) -> Option<(Range, Range)> {
    let without = |(mut lo, mut hi): Range, other: Range| {
        if other.0 == other.1 {
            lo += i32::from(lo == other.0 && lo < i32::MAX);
            hi -= i32::from(hi == other.0 && hi > i32::MIN);
        }
        (lo, hi)
    };
    if a.0 == a.1 && a == b {
        return None;
    }
    Some((without(a, b), without(b, a)))
}

/// `a + by <= b`.
fn less((al, ah): Range, (bl, bh): Range, by: i32) -> Option<(Range, Range)> {
    let a = (al, ah.min(bh.saturating_sub(by)));
    let b = (bl.max(al.saturating_add(by)), bh);
    let is_possible = i64::from(al) + i64::from(by) <= i64::from(bh);
    is_possible.then_some((a, b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(opcode: u8, a: Value, b: Value) -> (i32, i32) {
        let mut state = State {
            locals: Vec::new(),
            stack: vec![a, b],
        };
        arithmetic(&mut state, opcode);
        assert_eq!(state.stack.len(), 1);
        state.pop().range()
    }

    #[test]
    fn arithmetic_holds_for_all_numbers_of_small_intervals() {
        let opcodes = [
            op::IADD,
            op::ISUB,
            op::IMUL,
            op::IDIV,
            op::IREM,
            op::IAND,
            op::IOR,
            op::IXOR,
            op::ISHL,
            op::ISHR,
            op::IUSHR,
        ];
        let ends: [(i32, i32); 6] = [(-7, -3), (-2, 5), (0, 0), (1, 4), (3, 9), (-1, 1)];
        for opcode in opcodes {
            for (a, b) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
                let (lo, hi) = range(opcode, Value::between(a.0, a.1), Value::between(b.0, b.1));
                for (x, y) in (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y))) {
                    let result = match opcode {
                        op::IADD => x + y,
                        op::ISUB => x - y,
                        op::IMUL => x * y,
                        op::IDIV | op::IREM if y == 0 => continue,
                        op::IDIV => x / y,
                        op::IREM => x % y,
                        op::IAND => x & y,
                        op::IOR => x | y,
                        op::IXOR => x ^ y,
                        op::ISHL => x.wrapping_shl(y.cast_unsigned()),
                        op::ISHR => x.wrapping_shr(y.cast_unsigned()),
                        _ => (x.cast_unsigned().wrapping_shr(y.cast_unsigned())).cast_signed(),
                    };
                    assert!(
                        (lo..=hi).contains(&result),
                        "{opcode}: {x}, {y} gives {result}, not {lo} to {hi}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_branch_teaches_what_it_compares_and_excludes_what_cannot_be() {
        let relations: [fn(i32, i32) -> bool; 6] = [
            |a, b| a == b,
            |a, b| a != b,
            |a, b| a < b,
            |a, b| a >= b,
            |a, b| a > b,
            |a, b| a <= b,
        ];
        let ends: [(i32, i32); 5] = [(-3, -1), (0, 0), (-1, 2), (2, 4), (4, 4)];
        for (number, relation) in (0..).zip(relations) {
            for (a, b) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
                let local = |(lo, hi), origin| Value {
                    origin: Some(origin),
                    ..Value::between(lo, hi)
                };
                let mut state = State {
                    locals: vec![local(a, 0), local(b, 1)],
                    stack: Vec::new(),
                };
                let possible = compare(&mut state, number, true, local(a, 0), local(b, 1));
                let pairs = (a.0..=a.1).flat_map(|x| (b.0..=b.1).map(move |y| (x, y)));
                let pairs: Vec<_> = pairs.filter(|(x, y)| relation(*x, *y)).collect();
                assert!(possible || pairs.is_empty());
                let inside = |place: usize, x: i32| {
                    let (lo, hi) = state.locals[place].range();
                    (lo..=hi).contains(&x)
                };
                assert!(
                    !possible || pairs.iter().all(|(x, y)| inside(0, *x) && inside(1, *y)),
                    "{number} {a:?} {b:?}"
                );
                assert_eq!(possible, !pairs.is_empty(), "{number} {a:?} {b:?}");
            }
        }
    }
}
