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

/// The value of an expression.
pub(crate) fn evaluate(text: &str, scope: Scope<'_>) -> Result<i64, CommandError> {
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

    fn expression(&mut self) -> Result<i64, CommandError> {
        self.nesting += 1;
        if self.nesting > MOST_NESTING {
            return Err(CommandError::new("the expression is nested too deeply"));
        }
        let mut value = self.term()?;
        loop {
            value = if self.eat('+') {
                value.wrapping_add(self.term()?)
            } else if self.eat('-') {
                value.wrapping_sub(self.term()?)
            } else if self.eat('*') {
                value.wrapping_mul(self.term()?)
            } else {
                self.nesting -= 1;
                return Ok(value);
            };
        }
    }

    fn term(&mut self) -> Result<i64, CommandError> {
        let mut negative = false;
        while self.eat('-') {
            negative = !negative;
        }
        let mut value = self.primary()?;
        loop {
            if self.rest.starts_with('[') {
                self.rest = &self.rest[1..];
                let index = self.expression()?;
                self.expect(']')?;
                value = self.element(value, index)?;
            } else if self.rest.starts_with('.') {
                self.rest = &self.rest[1..];
                let field = self.name();
                value = self.field(value, &field)?;
            } else {
                return Ok(if negative {
                    value.wrapping_neg()
                } else {
                    value
                });
            }
        }
    }

    fn primary(&mut self) -> Result<i64, CommandError> {
        if self.eat('(') {
            let value = self.expression()?;
            self.expect(')')?;
            return Ok(value);
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
            return number(&name).map(|number| number as i64);
        }
        if let Some(register) = name.strip_prefix('$') {
            return self.register(register);
        }
        match name.as_str() {
            "mem" | "stack" if self.rest.starts_with('[') => {
                self.expect('[')?;
                let address = self.expression()? as u32;
                self.expect(']')?;
                let state = self.scope.state;
                Ok(signed(if name == "mem" {
                    state.memory_system.memory.words.read(address)
                } else {
                    frames::word(state, address)
                }))
            }
            "this" => self.local(0),
            // A variable may have the name of a slot.
            _ => match (self.variable(&name), slot(&name)) {
                (Some(slot), _) | (None, Some(slot)) => self.local(slot),
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

    /// The slot of a variable that has a value now; it hides static fields.
    fn variable(&self, name: &str) -> Option<u32> {
        let frame = self.scope.frame?;
        let method = self.scope.names.method(frame.method)?;
        method.slot_of(name, frame.pc)
    }

    fn local(&self, index: u32) -> Result<i64, CommandError> {
        let frame = self.scope.frame;
        let frame = frame.ok_or_else(|| CommandError::new("no method is running yet"))?;
        if index >= frame.locals {
            return Err(CommandError::new(format!(
                "local {index} is none of the {} of this method",
                frame.locals
            )));
        }
        Ok(signed(frames::word(self.scope.state, frame.vp + index)))
    }

    /// The longest name with dots that is a static field; what follows are fields of its object.
    fn static_field(&mut self, first: &str) -> Result<i64, CommandError> {
        let mut name = first.to_owned();
        let mut rest = self.rest;
        loop {
            if let Some(field) = self.scope.names.static_field(&name) {
                self.rest = rest;
                let memory = &self.scope.state.memory_system.memory.words;
                return Ok(signed(memory.read(field.address)));
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

    fn handle(&self, value: i64) -> Result<u32, CommandError> {
        match value as u32 {
            0 => Err(CommandError::new(format!("null in `{}`", self.text))),
            handle => Ok(handle),
        }
    }

    fn element(&self, array: i64, index: i64) -> Result<i64, CommandError> {
        let handle = self.handle(array)?;
        let length = self.read(handle.wrapping_add(1));
        if u32::try_from(index).is_ok_and(|index| index < length) {
            let data = self.read(handle);
            Ok(signed(self.read(data.wrapping_add(index as u32))))
        } else {
            Err(CommandError::new(format!(
                "index {index} is out of the {} elements in `{}`",
                length.cast_signed(),
                self.text
            )))
        }
    }

    fn field(&self, object: i64, name: &str) -> Result<i64, CommandError> {
        let handle = self.handle(object)?;
        let table = self.read(handle.wrapping_add(1));
        let fields = fields_of(self.scope.names, table);
        if let Some((_, offset, _)) = fields.iter().find(|(field, ..)| field == name) {
            let data = self.read(handle);
            return Ok(signed(self.read(data.wrapping_add(*offset))));
        }
        if name == "length" && fields.is_empty() {
            return Ok(signed(table));
        }
        let class = self.scope.names.class_of_table(table);
        let class = class.map_or("what is no known object", |class| class.name.as_str());
        Err(CommandError::new(format!("{class} has no field `{name}`")))
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
