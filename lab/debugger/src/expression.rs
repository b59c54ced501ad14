//! Values in commands: numbers, registers, locals, static fields, fields of objects, elements of arrays, memory.
//!
//! ```text
//! expression = term {("+" | "-" | "*") term}                 from left to right
//! term       = ["-"] (number | $register | lN | this | mem[e] | stack[e] | static | "(" e ")") {.field | .length | [e]}
//! ```

use sim_core::MachineState;

use crate::breakpoints::number;
use crate::conditions::Seen;
use crate::error::CommandError;
use crate::frames::{self, Frame};
use crate::names::Names;

/// Sources of values.
#[derive(Clone, Copy)]
pub(crate) struct Scope<'a> {
    pub(crate) state: &'a MachineState,
    pub(crate) seen: &'a Seen,
    pub(crate) names: &'a Names,
    /// The frame whose locals are meant.
    pub(crate) frame: Option<Frame>,
    pub(crate) depth: usize,
}

/// Registers and counters that `$name` gives, with what they are.
pub(crate) const REGISTERS: &[(&str, &str)] = &[
    ("a", "top of stack"),
    ("b", "next of stack"),
    ("sp", "stack pointer"),
    ("vp", "address of local 0"),
    ("ar", "address register"),
    ("jpc", "Java PC in the bytecode RAM"),
    ("pc", "byte offset in the method"),
    ("opcode", "bytecode under way"),
    ("line", "source line, 0 if unknown"),
    ("method", "code address of the method"),
    ("mpc", "microcode PC"),
    ("depth", "frames on the stack"),
    ("cycle", "cycles since reset"),
    ("bytecodes", "bytecodes dispatched"),
    ("stalls", "stall cycles"),
    ("lookups", "method-cache lookups"),
    ("hits", "method-cache hits"),
    ("interrupts", "interrupts taken"),
    ("exceptions", "exceptions taken"),
];

/// Place of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// None: it was computed, or is a register.
    Nowhere,
    /// The stack, which is no main memory.
    Stack,
    /// Main memory.
    Memory { address: u32, words: u32 },
}

/// A value, and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Value {
    /// All 64 bits of a long or double whose type is known, else a word.
    pub(crate) number: i64,
    /// Descriptor of the declared type, where there is a declaration.
    pub(crate) kind: Option<String>,
    pub(crate) place: Place,
}

impl Value {
    fn computed(number: i64) -> Self {
        Self {
            number,
            kind: None,
            place: Place::Nowhere,
        }
    }
}

/// Checks if values of this type have two words.
pub(crate) fn is_wide(descriptor: &str) -> bool {
    ["J", "D"].contains(&descriptor)
}

/// The value of an expression.
pub(crate) fn evaluate(text: &str, scope: Scope<'_>) -> Result<Value, CommandError> {
    let mut parser = Parser {
        text,
        rest: text,
        scope,
        nesting: 0,
    };
    let value = parser.expression()?;
    parser.spaces();
    if parser.rest.is_empty() {
        Ok(value)
    } else {
        Err(CommandError::new(format!(
            "`{}` is too much in `{text}`",
            parser.rest
        )))
    }
}

/// Deeper brackets are rejected.
const MOST_NESTING: usize = 64;

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
    scope: Scope<'a>,
    nesting: usize,
}

impl Parser<'_> {
    fn spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn eat(&mut self, sign: char) -> bool {
        self.spaces();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn expect(&mut self, sign: char) -> Result<(), CommandError> {
        if self.eat(sign) {
            Ok(())
        } else {
            Err(CommandError::new(format!(
                "`{sign}` is missing in `{}`",
                self.text
            )))
        }
    }

    fn name(&mut self) -> String {
        let end = self
            .rest
            .find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$')
            .unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        name.to_owned()
    }

    fn number(&mut self) -> Result<i64, CommandError> {
        Ok(self.expression()?.number)
    }

    fn expression(&mut self) -> Result<Value, CommandError> {
        self.nesting += 1;
        if self.nesting > MOST_NESTING {
            return Err(CommandError::new("the expression is nested too deeply"));
        }
        let mut value = self.term()?;
        loop {
            let operator: fn(i64, i64) -> i64 = if self.eat('+') {
                i64::wrapping_add
            } else if self.eat('-') {
                i64::wrapping_sub
            } else if self.eat('*') {
                i64::wrapping_mul
            } else {
                self.nesting -= 1;
                return Ok(value);
            };
            value = Value::computed(operator(value.number, self.term()?.number));
        }
    }

    fn term(&mut self) -> Result<Value, CommandError> {
        let mut negative = false;
        while self.eat('-') {
            negative = !negative;
        }
        let mut value = self.primary()?;
        loop {
            if self.rest.starts_with('[') {
                self.rest = &self.rest[1..];
                let index = self.number()?;
                self.expect(']')?;
                value = self.element(&value, index)?;
            } else if self.rest.starts_with('.') {
                self.rest = &self.rest[1..];
                let field = self.name();
                value = self.field(&value, &field)?;
            } else {
                return Ok(if negative {
                    Value::computed(value.number.wrapping_neg())
                } else {
                    value
                });
            }
        }
    }

    fn primary(&mut self) -> Result<Value, CommandError> {
        if self.eat('(') {
            let value = self.expression()?;
            self.expect(')')?;
            // `watch (x)` is about the address that x holds.
            return Ok(Value {
                place: Place::Nowhere,
                ..value
            });
        }
        self.spaces();
        let name = self.name();
        if name.is_empty() {
            return Err(CommandError::new(format!(
                "a value is missing in `{}`; `help values` lists what there is",
                self.text
            )));
        }
        if name.starts_with(|letter: char| letter.is_ascii_digit()) {
            return number(&name).map(|number| Value::computed(number as i64));
        }
        if let Some(register) = name.strip_prefix('$') {
            return self.register(register).map(Value::computed);
        }
        match name.as_str() {
            "mem" | "stack" if self.rest.starts_with('[') => {
                self.expect('[')?;
                let address = self.number()? as u32;
                self.expect(']')?;
                Ok(match name.as_str() {
                    "mem" => self.at(address, None),
                    _ => self.on_stack(address, None),
                })
            }
            "this" => self.local(0, self.class_of_this()),
            // A variable may have the name of a slot.
            _ => match (self.variable(&name), slot(&name)) {
                (Some((slot, kind)), _) => self.local(slot, Some(kind)),
                (None, Some(slot)) => self.local(slot, None),
                (None, None) => self.static_field(&name),
            },
        }
    }

    fn register(&self, name: &str) -> Result<i64, CommandError> {
        let Scope {
            state, seen, names, ..
        } = self.scope;
        let (statistics, position) = seen;
        Ok(match name {
            "a" => signed(state.stack.a),
            "b" => signed(state.stack.b),
            "sp" => state.stack.sp().into(),
            "vp" => state.stack.vp().into(),
            "ar" => state.stack.ar().into(),
            "jpc" => state.bytecode_fetch.jpc.into(),
            "pc" => position.pc.into(),
            "opcode" => position.bytecode.unwrap_or_default().into(),
            "line" => {
                let line = names.line(position.method, position.pc);
                line.map_or(0, |(_, line)| line.into())
            }
            "method" => position.method.into(),
            "mpc" => state.microcode_fetch.pc.into(),
            "depth" => self.scope.depth as i64,
            "cycle" => state.cycle as i64,
            "bytecodes" => statistics.bytecodes as i64,
            "stalls" => statistics.stalls.total() as i64,
            "lookups" => statistics.method_lookups as i64,
            "hits" => statistics.method_hits as i64,
            "interrupts" => statistics.interrupts as i64,
            "exceptions" => statistics.exceptions as i64,
            _ => {
                return Err(CommandError::new(format!(
                    "no register `${name}`; `help values` lists them"
                )));
            }
        })
    }

    /// Slot and type of a variable that has a value now; it hides static fields.
    fn variable(&self, name: &str) -> Option<(u32, String)> {
        let frame = self.scope.frame?;
        let method = self.scope.names.method(frame.method)?;
        let slot = method.slot_of(name, frame.pc)?;
        let variable = method.variable(slot, frame.pc)?;
        Some((slot, variable.descriptor.clone()))
    }

    /// The type of `this`; none in a static method.
    fn class_of_this(&self) -> Option<String> {
        let method = self.scope.names.method(self.scope.frame?.method)?;
        (!method.is_static).then(|| format!("L{};", method.class.replace('.', "/")))
    }

    /// The value at an address of main memory, whose high word is the first.
    fn at(&self, address: u32, kind: Option<String>) -> Value {
        let words = if kind.as_deref().is_some_and(is_wide) {
            2
        } else {
            1
        };
        let low = || self.read(address.wrapping_add(1));
        Value {
            number: joined(self.read(address), (words == 2).then(low)),
            kind,
            place: Place::Memory { address, words },
        }
    }

    fn on_stack(&self, address: u32, kind: Option<String>) -> Value {
        let state = self.scope.state;
        let is_wide = kind.as_deref().is_some_and(is_wide);
        let low = || frames::word(state, address.wrapping_add(1));
        Value {
            number: joined(frames::word(state, address), is_wide.then(low)),
            kind,
            place: Place::Stack,
        }
    }

    fn local(&self, index: u32, kind: Option<String>) -> Result<Value, CommandError> {
        let frame = self.scope.frame;
        let frame = frame.ok_or_else(|| CommandError::new("no method is running yet"))?;
        if index >= frame.locals {
            return Err(CommandError::new(format!(
                "local {index} is none of the {} of this method",
                frame.locals
            )));
        }
        Ok(self.on_stack(frame.vp + index, kind))
    }

    /// The longest name with dots that is a static field; what follows are fields of its object.
    fn static_field(&mut self, first: &str) -> Result<Value, CommandError> {
        let mut name = first.to_owned();
        let mut rest = self.rest;
        loop {
            if let Some(field) = self.scope.names.static_field(&name) {
                self.rest = rest;
                return Ok(self.at(field.address, Some(field.descriptor.clone())));
            }
            let Some(after) = rest.strip_prefix('.') else {
                break;
            };
            self.rest = after;
            let part = self.name();
            rest = self.rest;
            name = format!("{name}.{part}");
        }
        let frame = self.scope.frame;
        let method = frame.and_then(|frame| self.scope.names.method(frame.method));
        let mut variables = method.into_iter().flat_map(|method| &method.variables);
        if variables.any(|variable| variable.name == first) {
            return Err(CommandError::new(format!(
                "`{first}` has no value here, outside of its block or before its declaration; `locals` lists those that have"
            )));
        }
        Err(CommandError::new(format!(
            "no static field `{name}`, or several of that name; `statics TEXT` lists them"
        )))
    }

    fn read(&self, address: u32) -> u32 {
        self.scope.state.memory_system.memory.words.read(address)
    }

    /// The reference that a value is: neither null, nor a number by its type, nor outside of memory.
    fn handle(&self, value: &Value, what: &str) -> Result<u32, CommandError> {
        let handle = value.number as u32;
        let words = self.scope.state.memory_system.memory.words.as_slice().len();
        if let Some(kind) = value.kind.as_deref()
            && !kind.starts_with(['[', 'L'])
        {
            let kind = jopizer::java_type(kind);
            Err(CommandError::new(format!(
                "a value of type {kind} has no {what}, in `{}`",
                self.text
            )))
        } else if handle == 0 {
            Err(CommandError::new(format!("null in `{}`", self.text)))
        } else if handle as usize + 1 >= words {
            Err(CommandError::new(format!(
                "{handle:#x} in `{}` is no reference, memory ends before it",
                self.text
            )))
        } else {
            Ok(handle)
        }
    }

    fn element(&self, array: &Value, index: i64) -> Result<Value, CommandError> {
        let handle = self.handle(array, "elements")?;
        let length = self.read(handle + 1);
        let declared = array.kind.as_deref();
        let element = declared.and_then(|kind| kind.strip_prefix('['));
        // An array has its length where an object has its method table.
        let class = self.scope.names.class_of_table(length);
        if let (None, Some(class)) = (element, class) {
            return Err(CommandError::new(format!(
                "what is indexed in `{}` is no array, but an object of {}",
                self.text, class.name
            )));
        }
        let index = match u32::try_from(index) {
            Ok(index) if index < length => index,
            _ => {
                return Err(CommandError::new(format!(
                    "index {index} is out of the {} elements in `{}`",
                    length.cast_signed(),
                    self.text
                )));
            }
        };
        let words = if element.is_some_and(is_wide) { 2 } else { 1 };
        let address = self.read(handle).wrapping_add(words * index);
        Ok(self.at(address, element.map(str::to_owned)))
    }

    fn field(&self, object: &Value, name: &str) -> Result<Value, CommandError> {
        let handle = self.handle(object, "fields")?;
        let table = self.read(handle + 1);
        let is_array = object
            .kind
            .as_deref()
            .is_some_and(|kind| kind.starts_with('['));
        let fields = match is_array {
            true => Vec::new(),
            false => fields_of(self.scope.names, table),
        };
        if let Some((_, offset, kind)) = fields.iter().find(|(field, ..)| field == name) {
            let address = self.read(handle).wrapping_add(*offset);
            return Ok(self.at(address, Some(kind.clone())));
        }
        if name == "length" && fields.is_empty() {
            return Ok(self.at(handle + 1, Some("I".to_owned())));
        }
        let class = self.scope.names.class_of_table(table);
        let class = match is_array {
            true => "an array",
            false => class.map_or("what is no known object", |class| class.name.as_str()),
        };
        Err(CommandError::new(format!("{class} has no field `{name}`")))
    }
}

/// A word, or the high and the low word of a value of two.
pub(crate) fn joined(first: u32, low: Option<u32>) -> i64 {
    match low {
        Some(low) => ((u64::from(first) << 32) | u64::from(low)).cast_signed(),
        None => signed(first),
    }
}

/// The slot that a name such as `l1` means.
fn slot(name: &str) -> Option<u32> {
    name.strip_prefix('l')?.parse().ok()
}

fn signed(word: u32) -> i64 {
    word.cast_signed().into()
}

/// Fields of the class with that method table, inherited ones first: name, offset, descriptor.
pub(crate) fn fields_of(names: &Names, table: u32) -> Vec<(String, u32, String)> {
    let mut fields = Vec::new();
    let mut class = names.class_of_table(table);
    let mut passed = 0;
    while let (Some(found), 0..64) = (class, passed) {
        let own = found.fields.iter().rev();
        fields.extend(own.map(|it| (it.name.clone(), it.offset, it.descriptor.clone())));
        let parent = found.superclass.as_deref();
        class = parent.and_then(|parent| names.symbols()?.class(parent));
        passed += 1;
    }
    fields.reverse();
    fields
}
