//! `invokedynamic` and dynamic constants turned into plain code while the program is linked.
//!
//! On the host a bootstrap method generates the code of a call site when it first runs. JOP cannot generate code, so the linker knows the
//! bootstrap methods that compilers use and generates the same code:
//!
//! | Bootstrap method | The call site becomes | File |
//! |---|---|---|
//! | `StringConcatFactory` | a call of a static method around a `StringBuilder` | `concat` |
//! | `LambdaMetafactory` | an object of a class made for it; one object for all calls if it captures nothing | `lambda`, `adapt` |
//! | `ObjectMethods` | a call of a static method that goes through the record's fields | `records` |
//! | `SwitchBootstraps` | a call of a static method that tests the labels in turn | `switches` |
//! | `ConstantBootstraps` | a field access or `null`, where that is what it stands for | `condy` |
//!
//! Static methods are in a separate class, [`CALL_SITES`], so that they share constants and add to no method table.
//! Generated code knows its origin: errors name it, and stack traces omit it, as the host's do.

mod adapt;
mod concat;
mod condy;
mod lambda;
mod parts;
mod records;
mod site;
mod switches;

pub(crate) use self::site::DynamicCalls;
use self::site::{Site, bootstrap, intern, unknown_bootstrap};

use crate::class_file::{ClassFile, Constant, Dynamic, Handle};
use crate::classes::{Classes, MethodKey};
use crate::code_builder::CodeBuilder;
use crate::hashing::FxHashMap;
use crate::instructions::{Body, Instruction, Operand};
use crate::resolve::ResolveError;
use isa::op;

/// The method with which javac restores serialized lambdas. Nothing on JOP calls it.
pub(crate) const DESERIALIZER: &str = "$deserializeLambda$";

impl DynamicCalls {
    /// Returns true if a method has dynamic instructions.
    pub(crate) fn are_in(classes: &Classes, method: MethodKey, body: &Body<u16>) -> bool {
        let file = &classes[method.class].file;
        let mut instructions = body.instructions.iter();
        instructions.any(|instruction| dynamic_constant(file, instruction).is_some())
    }

    /// Replaces the dynamic instructions of a method. Those that cannot be become `nop`, and are returned with their pc and the reason.
    pub(crate) fn expand(
        &mut self,
        classes: &mut Classes,
        method: MethodKey,
        body: &mut Body<u16>,
    ) -> Vec<(u32, ResolveError)> {
        let mut errors = Vec::new();
        let mut replacements = FxHashMap::default();
        for instruction in &body.instructions {
            let Some(dynamic) = dynamic_constant(&classes[method.class].file, instruction) else {
                continue;
            };
            let pc = instruction.origin;
            let plain = self.plain(classes, method, pc, instruction.opcode, dynamic);
            replacements.insert(
                pc,
                plain.unwrap_or_else(|error| {
                    errors.push((pc, error));
                    vec![Instruction::plain(op::NOP, pc)]
                }),
            );
        }
        if !replacements.is_empty() {
            body.expand(
                |instruction, out| match replacements.remove(&instruction.origin) {
                    Some(replacement) => out.extend(replacement),
                    None => out.push(instruction),
                },
            );
        }
        errors
    }

    /// Replacement of one instruction.
    fn plain(
        &mut self,
        classes: &mut Classes,
        method: MethodKey,
        pc: u32,
        opcode: u8,
        dynamic: Dynamic,
    ) -> Result<Vec<Instruction<u16>>, ResolveError> {
        let (handle, arguments) = bootstrap(&classes[method.class].file, &dynamic)?;
        let place = classes.code_place(method, pc);
        let mut site = Site {
            classes,
            calls: self,
            host: method.class,
            place,
            id: dynamic.id,
            arguments,
        };
        let code = if opcode == op::INVOKEDYNAMIC {
            site.call(&handle)?
        } else {
            site.constant(&handle)?
        };
        let instructions = code.into_instructions().into_iter();
        instructions
            .map(|instruction| {
                let operand = instruction
                    .operand
                    .try_map(|constant| intern(classes, method.class, constant))?;
                Ok(Instruction::new(instruction.opcode, operand, pc))
            })
            .collect()
    }
}

impl Site<'_> {
    /// The code in place of an `invokedynamic`.
    fn call(&mut self, handle: &Handle) -> Result<CodeBuilder, ResolveError> {
        match (&*handle.member.class, &*handle.member.id.name) {
            ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants") => {
                self.concat_by_recipe()
            }
            ("java/lang/invoke/StringConcatFactory", "makeConcat") => self.concat_all(),
            ("java/lang/invoke/LambdaMetafactory", "metafactory" | "altMetafactory") => {
                self.lambda()
            }
            ("java/lang/runtime/ObjectMethods", "bootstrap") => self.record_method(),
            ("java/lang/runtime/SwitchBootstraps", "typeSwitch") => self.type_switch(),
            ("java/lang/runtime/SwitchBootstraps", "enumSwitch") => self.enum_switch(),
            _ => Err(unknown_bootstrap("invokedynamic", handle)),
        }
    }
}

/// The dynamic constant that an instruction names.
fn dynamic_constant(file: &ClassFile, instruction: &Instruction<u16>) -> Option<Dynamic> {
    let Operand::Reference(index) = instruction.operand else {
        return None;
    };
    match (instruction.opcode, file.constant(index)?) {
        (op::INVOKEDYNAMIC, Constant::InvokeDynamic(dynamic))
        | (op::LDC | op::LDC_W | op::LDC2_W, Constant::Dynamic(dynamic)) => Some(dynamic.clone()),
        _ => None,
    }
}
