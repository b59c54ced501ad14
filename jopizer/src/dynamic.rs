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
pub(crate) mod code_builder;
mod concat;
mod condy;
mod lambda;
mod records;
mod switches;

use std::rc::Rc;

use noak::AccessFlags;

use crate::class_file::{ClassFile, Constant, Dynamic, Handle, MemberId, Method};
use crate::classes::{ClassId, Classes, MethodKey, OBJECT};
use crate::code_builder::CodeBuilder;
use crate::descriptor::Signature;
use crate::error::{Place, dotted};
use crate::hashing::{FxHashMap, FxHashSet};
use crate::instructions::{Body, Instruction, Operand};
use crate::resolve::ResolveError;
use isa::op;

/// The class of the static methods made for call sites.
const CALL_SITES: &str = "com/jopdesign/sys/CallSites";

/// The method with which javac restores serialized lambdas. Nothing on JOP calls it.
pub(crate) const DESERIALIZER: &str = "$deserializeLambda$";

/// Returns true if a class only serves the host's bootstrap methods and is named without being linked.
pub(crate) fn is_bootstrap(class: &str) -> bool {
    class.starts_with("java/lang/invoke/") || class.starts_with("java/lang/runtime/")
}

/// Code generated for the call sites so far.
#[derive(Debug, Default)]
pub(crate) struct DynamicCalls {
    call_sites: Option<ClassId>,
    /// Concatenations by what they concatenate, so that equal ones share a method.
    concatenations: FxHashMap<concat::Key, MemberId>,
    /// Number of lambda classes of each class.
    lambdas: FxHashMap<ClassId, u32>,
}

/// An `invokedynamic` instruction, or a dynamic constant that is loaded.
struct Site<'a> {
    classes: &'a mut Classes,
    calls: &'a mut DynamicCalls,
    /// The class whose code it is.
    host: ClassId,
    place: Place,
    /// The name and type that the bootstrap method is given.
    id: MemberId,
    arguments: Vec<Constant>,
}

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

    /// The descriptor of the call site taken apart; it borrows nothing.
    fn signature(&self) -> Result<(Vec<String>, String), ResolveError> {
        split_descriptor(&self.id.descriptor)
    }

    /// Puts a static method into the class of call sites; the id it got.
    fn add_static(
        &mut self,
        name: &str,
        descriptor: &str,
        code: CodeBuilder,
    ) -> Result<MemberId, ResolveError> {
        let class = self.call_sites()?;
        let number = self.classes[class].file.methods.len();
        let id = MemberId::new(&format!("{name}${number}"), descriptor);
        let line = self.place.line;
        let code = code.finish(line, |constant| intern(self.classes, class, constant))?;
        self.classes.add_method(
            class,
            Method {
                access: AccessFlags::PUBLIC | AccessFlags::STATIC | AccessFlags::SYNTHETIC,
                id: id.clone(),
                code: Some(code),
                made_for: Some(self.place.clone()),
                loop_bounds: Vec::new(),
            },
        );
        Ok(id)
    }

    fn call_sites(&mut self) -> Result<ClassId, ResolveError> {
        if let Some(class) = self.calls.call_sites {
            return Ok(class);
        }
        let class = self.classes.define(ClassFile {
            made_for: None,
            ..self.empty_class(CALL_SITES)
        })?;
        self.calls.call_sites = Some(class);
        Ok(class)
    }

    fn empty_class(&self, name: &str) -> ClassFile {
        ClassFile {
            name: name.into(),
            access: AccessFlags::PUBLIC | AccessFlags::FINAL | AccessFlags::SYNTHETIC,
            superclass: Some(OBJECT.into()),
            interfaces: Vec::new(),
            source: None,
            inner_name: None,
            bootstraps: Vec::new(),
            made_for: Some(self.place.clone()),
            constants: vec![None],
            floats: FxHashSet::default(),
            fields: Vec::new(),
            methods: Vec::new(),
        }
    }

    fn damaged(&self, problem: &str) -> ResolveError {
        ResolveError::Damaged(format!("invokedynamic of {} {problem}", self.id))
    }
}

/// Calls a static method of the class of call sites.
fn call_static(code: &mut CodeBuilder, id: &MemberId) {
    code.call(op::INVOKESTATIC, CALL_SITES, &id.name, &id.descriptor);
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

/// The bootstrap method of a dynamic constant and what it is given.
fn bootstrap(file: &ClassFile, dynamic: &Dynamic) -> Result<(Handle, Vec<Constant>), ResolveError> {
    let missing = || ResolveError::Damaged(format!("{} has no bootstrap method", dynamic.id));
    let row = file.bootstraps.get(usize::from(dynamic.bootstrap));
    let row = row.ok_or_else(missing)?;
    let Some(Constant::MethodHandle(handle)) = file.constant(row.handle) else {
        return Err(missing());
    };
    let arguments = row.arguments.iter();
    let arguments: Option<Vec<Constant>> = arguments
        .map(|index| file.constant(*index).cloned())
        .collect();
    Ok((handle.clone(), arguments.ok_or_else(missing)?))
}

fn unknown_bootstrap(construct: &str, handle: &Handle) -> ResolveError {
    ResolveError::Unsupported {
        construct: format!(
            "{construct} with the bootstrap method {}.{}",
            dotted(&handle.member.class),
            handle.member.id.name
        ),
        remedy: "lambdas, method references, concatenations, records and switches as javac writes them are linked",
    }
}

fn intern(classes: &mut Classes, class: ClassId, constant: Constant) -> Result<u16, ResolveError> {
    let index = classes.intern(class, constant);
    index.ok_or_else(|| {
        let name = classes.class_name(class);
        ResolveError::Damaged(format!("class {name} needs more than 65535 constants"))
    })
}

/// Argument types and result of a method descriptor.
fn split_descriptor(descriptor: &str) -> Result<(Vec<String>, String), ResolveError> {
    let signature = Signature::parse(descriptor)
        .ok_or_else(|| ResolveError::Damaged(format!("method type {descriptor}")))?;
    let arguments = signature.arguments.iter().map(|it| (*it).to_owned());
    Ok((arguments.collect(), signature.result.to_owned()))
}

/// The text of a string constant.
fn text(constant: Option<&Constant>) -> Option<Rc<[u16]>> {
    match constant {
        Some(Constant::String(text)) => Some(Rc::clone(text)),
        _ => None,
    }
}
