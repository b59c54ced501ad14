//! Builder of bytecode, for methods that the linker generates.
//!
//! Instructions name constants by value; [`CodeBuilder::finish`] puts them into the pool of the class that gets the method.

use std::rc::Rc;

use crate::assemble::{AssembleError, assemble};
use crate::class_file::{Code, Constant, MemberId, MemberRef};
use crate::descriptor::{Signature, words};
use crate::instructions::{Body, Instruction, Label, Operand};
use isa::op;

/// Distance between the same instruction for int, long, float, double and reference.
const KINDS: &str = "IJFDA";

/// The code of one method in the making.
pub(crate) struct CodeBuilder {
    body: Body<Constant>,
    locals: u32,
}

impl CodeBuilder {
    /// A method whose locals start with `words` words of arguments, `this` included.
    pub(crate) fn new(words: u32) -> Self {
        CodeBuilder {
            body: Body {
                instructions: Vec::new(),
                labels: Vec::new(),
                handlers: Vec::new(),
                lines: Vec::new(),
                variables: Vec::new(),
            },
            locals: words,
        }
    }

    /// An instruction without operands.
    pub(crate) fn plain(&mut self, opcode: u8) {
        self.push(opcode, Operand::None);
    }

    fn push(&mut self, opcode: u8, operand: Operand<Constant>) {
        self.body
            .instructions
            .push(Instruction::new(opcode, operand, 0));
    }

    /// Loads a local variable of the type with that descriptor.
    pub(crate) fn load(&mut self, descriptor: &str, local: u32) {
        self.locals = self.locals.max(local + words(descriptor));
        let kind = kind(descriptor);
        match local {
            0..=3 => self.plain(op::ILOAD_0 + 4 * kind + local as u8),
            _ => {
                // A number beyond 16 bits cannot come from a descriptor of at most 65535 bytes.
                self.push(op::ILOAD + kind, Operand::Local(local as u16));
            }
        }
    }

    /// Returns a value of that type; `V` for none.
    pub(crate) fn give(&mut self, descriptor: &str) {
        self.plain(match descriptor {
            "V" => op::RETURN,
            _ => op::IRETURN + kind(descriptor),
        });
    }

    /// Pushes an int.
    pub(crate) fn int(&mut self, value: i32) {
        match value {
            -1..=5 => self.plain((i32::from(op::ICONST_0) + value) as u8),
            -128..=127 => self.push(op::BIPUSH, Operand::Byte(value as u8)),
            -32768..=32767 => self.push(op::SIPUSH, Operand::Short(value as i16)),
            _ => self.constant(op::LDC_W, Constant::Word(value.cast_unsigned())),
        }
    }

    /// Pushes a string.
    pub(crate) fn string(&mut self, text: &[u16]) {
        self.constant(op::LDC_W, Constant::String(text.into()));
    }

    /// An instruction that names a constant.
    pub(crate) fn constant(&mut self, opcode: u8, constant: Constant) {
        self.push(opcode, Operand::Reference(constant));
    }

    /// `new`, `checkcast`, `instanceof` of a class given by its internal name.
    pub(crate) fn class(&mut self, opcode: u8, name: &str) {
        self.constant(opcode, Constant::Class(name.into()));
    }

    /// An access of a field.
    pub(crate) fn field(&mut self, opcode: u8, class: &str, id: &MemberId) {
        let member = member(class, id.clone());
        self.constant(opcode, Constant::Field(member));
    }

    /// A call of a method of a class.
    pub(crate) fn call(&mut self, opcode: u8, class: &str, name: &str, descriptor: &str) {
        let member = member(class, MemberId::new(name, descriptor));
        self.constant(opcode, Constant::Method(member));
    }

    /// `invokeinterface`.
    pub(crate) fn call_interface(&mut self, member: &MemberRef) {
        let arguments = Signature::parse(&member.id.descriptor).map_or(0, |it| it.argument_words());
        let operand = Operand::InvokeInterface {
            reference: Constant::InterfaceMethod(member.clone()),
            // JOP counts the words itself; more than 31 are refused elsewhere.
            count: (arguments + 1) as u8,
        };
        self.push(op::INVOKEINTERFACE, operand);
    }

    /// A label to be placed later.
    pub(crate) fn label(&mut self) -> Label {
        self.body.labels.push(usize::MAX);
        self.body.labels.len() - 1
    }

    /// Puts a label before the next instruction.
    pub(crate) fn place(&mut self, label: Label) {
        self.body.labels[label] = self.body.instructions.len();
    }

    pub(crate) fn branch(&mut self, opcode: u8, target: Label) {
        self.push(opcode, Operand::Branch(target));
    }

    /// The instructions, to be put into other code. They may have no branches.
    pub(crate) fn into_instructions(self) -> Vec<Instruction<Constant>> {
        self.body.instructions
    }

    /// The code, its constants put where `intern` says; `line` is the source line all of it belongs to.
    pub(crate) fn finish<E: From<AssembleError>>(
        self,
        line: Option<u16>,
        mut intern: impl FnMut(Constant) -> Result<u16, E>,
    ) -> Result<Code, E> {
        let body = self.body.try_map(|instruction| {
            let origin = instruction.origin;
            let operand = instruction.operand.try_map(&mut intern)?;
            Ok::<_, E>(Instruction::new(instruction.opcode, operand, origin))
        })?;
        let assembled = assemble(&body, |index| *index)?;
        Ok(Code {
            max_locals: u16::try_from(self.locals).unwrap_or(u16::MAX),
            bytes: assembled.bytes,
            handlers: Vec::new(),
            lines: line.map(|line| (0, line)).into_iter().collect(),
            variables: Vec::new(),
        })
    }
}

fn member(class: &str, id: MemberId) -> MemberRef {
    MemberRef {
        class: Rc::from(class),
        id,
    }
}

/// Kind of instructions for values of that type.
fn kind(descriptor: &str) -> u8 {
    let letter = match descriptor.as_bytes().first() {
        Some(b'L' | b'[') => 'A',
        Some(b'J') => 'J',
        Some(b'F') => 'F',
        Some(b'D') => 'D',
        _ => 'I',
    };
    KINDS.find(letter).unwrap_or_default() as u8
}
