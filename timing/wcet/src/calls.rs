//! Targets of calls: from constants and method tables, narrowed by what is known of the receiver.

use isa::image::{CLASS_HEADER, MethodWord};
use isa::op;
use jopizer::linked_code::Instruction;

use cost_model::{Carrier, EvaluatedTable};

use crate::error::WcetError;
use crate::program::{ClassId, Method, Program};
use crate::value::{Kind, Value};

/// Root of all classes, which arrays are objects of.
const OBJECT: &str = "java.lang.Object";

/// Kind of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CallKind {
    /// By the program: an invoke.
    Invoke,
    /// By the virtual machine: the routine of a bytecode.
    Routine,
}

impl Program<'_> {
    /// Kind of call that an instruction makes; none if it makes none.
    pub(crate) fn call_kind(&self, costs: &EvaluatedTable, opcode: u8) -> Option<CallKind> {
        if costs.bytecodes[usize::from(opcode)].carrier == Carrier::Java {
            return Some(CallKind::Routine);
        }
        let bytecode = isa::Bytecode::of(opcode);
        (bytecode.is_invoke() || opcode == op::JOPSYS_INVOKE).then_some(CallKind::Invoke)
    }

    /// Words of arguments that a call takes, as far as the instruction tells.
    pub(crate) fn receiver_depth(&self, method: &Method<'_>, it: &Instruction) -> Option<usize> {
        let constant = self.constant(method, it.operand)?;
        matches!(
            it.opcode,
            op::INVOKEVIRTUAL | op::INVOKEINTERFACE | op::INVOKESUPER
        )
        .then_some((constant & 0xFF) as usize)
    }

    /// Code addresses of the methods that a call may go to; none if only null can receive it. `receiver` is what is known of the object it is made on.
    pub(crate) fn targets(
        &self,
        costs: &EvaluatedTable,
        method: &Method<'_>,
        it: &Instruction,
        receiver: Option<Value>,
    ) -> Result<Vec<u32>, WcetError> {
        let unknown = |problem: &str| WcetError::UnknownTarget {
            place: self.place(method, it.pc as u32),
            problem: problem.to_owned(),
        };
        let row = &costs.bytecodes[usize::from(it.opcode)];
        if row.carrier == Carrier::Java {
            let number = row.method.unwrap_or(it.opcode);
            let structure = self.structure.pointers.jvm + 2 * u32::from(number);
            let code = self.code_of(structure);
            return Ok(vec![
                code.ok_or_else(|| unknown("the routine is not linked"))?,
            ]);
        }
        let constant = self.constant(method, it.operand);
        let constant = constant.ok_or_else(|| unknown("the constant is outside of the image"))?;
        let only = |code: Option<u32>| {
            Ok(vec![
                code.ok_or_else(|| unknown("its method is not linked"))?,
            ])
        };
        let offset = constant >> 8;
        let mut found: Vec<u32> = match it.opcode {
            op::INVOKESTATIC | op::INVOKESPECIAL => return only(self.code_of(constant)),
            op::INVOKESUPER => return only(self.super_target(method, offset)),
            op::INVOKEVIRTUAL | op::INVOKEINTERFACE => {
                let classes = self.receiving(method, it, receiver);
                let found = match it.opcode {
                    op::INVOKEVIRTUAL => self.virtual_targets(&classes, offset),
                    _ => self.interface_targets(&classes, offset),
                };
                if found.is_empty() && !classes.is_empty() {
                    return Err(unknown("no method table of its receivers has the method"));
                }
                found
            }
            _ => return Err(unknown("it calls a method by its address")),
        };
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn code_of(&self, structure: u32) -> Option<u32> {
        let word = self.word(structure)?;
        (word != 0).then(|| MethodWord::unpack(word).address)
    }

    fn super_target(&self, method: &Method<'_>, offset: u32) -> Option<u32> {
        let superclass = self.class(method.class?).superclass?;
        self.code_of(self.shape(superclass).address + CLASS_HEADER + offset)
    }

    /// The class that the call names, by the symbols.
    fn declared(&self, method: &Method<'_>, it: &Instruction) -> Option<ClassId> {
        let text = self.constant_text(method, it.operand)?;
        let (name, _) = text.split_once('(')?;
        self.class_named(name.rsplit_once('.')?.0)
    }

    /// Classes that the receiver may be of.
    fn receivers(&self, declared: Option<ClassId>, receiver: Option<Value>) -> Vec<ClassId> {
        let known = receiver.and_then(Value::class);
        if let Some((class, true)) = known {
            return vec![class];
        }
        let below = known.map(|(class, _)| class);
        self.instantiated(declared)
            .filter(|id| below.is_none_or(|of| self.is_subclass(*id, of)))
            .collect()
    }

    /// Classes that the receiver of a call may be of, arrays as objects of the root; none if the program makes no such object, or stores none there.
    fn receiving(
        &self,
        method: &Method<'_>,
        it: &Instruction,
        receiver: Option<Value>,
    ) -> Vec<ClassId> {
        if receiver.is_some_and(|it| it.kind == Kind::Null) {
            return Vec::new();
        }
        let declared = self.declared(method, it);
        let mut classes = self.receivers(declared, receiver);
        let object = self.class_named(OBJECT);
        let may_be_array = declared.is_none() || declared == object;
        if it.opcode == op::INVOKEVIRTUAL && may_be_array {
            classes.extend(object);
        }
        classes
    }

    fn virtual_targets(&self, classes: &[ClassId], offset: u32) -> Vec<u32> {
        let entry = |id: &ClassId| {
            let shape = self.shape(*id);
            let inside = (offset / 2) < shape.entries.len() as u32;
            inside.then(|| self.code_of(shape.method_table + offset))?
        };
        classes.iter().filter_map(entry).collect()
    }

    fn interface_targets(&self, classes: &[ClassId], offset: u32) -> Vec<u32> {
        let entry = |id: &ClassId| {
            let table = self.shape(*id).interface_table;
            if table == 0 || self.shape(*id).interface_number().is_some() {
                return None;
            }
            let structure = self.word(table + offset)?;
            (structure != 0).then(|| self.code_of(structure))?
        };
        classes.iter().filter_map(entry).collect()
    }
}
