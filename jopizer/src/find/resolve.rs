//! Translates one instruction of a class file to a JOP bytecode, and resolves the names in it (spec 11 section 9).

use noak::AccessFlags;

use crate::arrays::{ArrayTypes, Element, Type, is_primitive_code, primitive_code};
use crate::assemble::AssembleError;
use crate::class_file::{Constant, MemberRef};
use crate::classes::{ClassId, Classes, LoadError, MethodKey, described};
use crate::descriptor::{Signature, is_reference, is_wide};
use crate::error::{LinkError, dotted};
use crate::instructions::{Instruction, Operand};
use crate::known_classes::{CLASS, NATIVE, OBJECT};
use crate::natives;
use crate::reference::{Reference, Slot, SlotValue};
use isa::op;

/// Errors of linking an instruction.
pub(crate) enum ResolveError {
    /// It names something that is not there: the problem in words.
    Unresolved(String),
    /// It is a construct we do not have.
    Unsupported {
        construct: String,
        remedy: &'static str,
    },
    /// It is none that a compiler writes.
    Damaged(String),
    Fatal(LinkError),
}

impl From<AssembleError> for ResolveError {
    fn from(error: AssembleError) -> Self {
        ResolveError::Damaged(error.to_string())
    }
}

impl From<LoadError> for ResolveError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Missing(missing) => ResolveError::Unresolved(missing.to_string()),
            LoadError::Fatal(error) => ResolveError::Fatal(error),
        }
    }
}

type Resolved = Result<Instruction<Reference>, ResolveError>;

/// Resolves the instructions of one class.
pub(crate) struct Resolver<'a> {
    pub(crate) classes: &'a mut Classes,
    pub(crate) arrays: &'a mut ArrayTypes,
    /// The class whose code it is.
    pub(crate) class: ClassId,
}

impl Resolver<'_> {
    /// Finds what an instruction names and gives it the bytecode that fits.
    pub(crate) fn resolve(&mut self, instruction: Instruction<u16>) -> Resolved {
        let Instruction {
            opcode,
            operand,
            origin,
        } = instruction;
        let (opcode, operand) = match operand {
            Operand::Reference(index) => self.reference(opcode, index)?,
            Operand::InvokeInterface { reference, count } => {
                self.invoke_interface(reference, count)?
            }
            Operand::MultiNewArray {
                reference: index,
                dimensions,
            } => {
                let Type::Array(array) = self.class_constant(index)? else {
                    return Err(ResolveError::Damaged(
                        "multianewarray of no array".to_owned(),
                    ));
                };
                let value = SlotValue::Class(Type::Array(array));
                let reference = Reference::Slot(Slot { index, value });
                (
                    opcode,
                    Operand::MultiNewArray {
                        reference,
                        dimensions,
                    },
                )
            }
            Operand::Byte(code) if opcode == op::NEWARRAY => {
                if !is_primitive_code(code) {
                    return Err(ResolveError::Damaged(format!("newarray of type {code}")));
                }
                self.arrays.of(Element::Primitive(code));
                (opcode, Operand::Byte(code))
            }
            other => (
                opcode,
                other.try_map(|index| Err(wrong_constant(index, "named here")))?,
            ),
        };
        Ok(Instruction {
            opcode,
            operand,
            origin,
        })
    }

    fn reference(
        &mut self,
        opcode: u8,
        index: u16,
    ) -> Result<(u8, Operand<Reference>), ResolveError> {
        match opcode {
            op::GETSTATIC | op::PUTSTATIC | op::GETFIELD | op::PUTFIELD => {
                self.field(opcode, index)
            }
            op::INVOKEVIRTUAL | op::INVOKESPECIAL | op::INVOKESTATIC => self.invoke(opcode, index),
            op::LDC | op::LDC_W | op::LDC2_W => self.load_constant(opcode, index),
            _ => {
                let value = self.class_constant(index)?;
                if opcode == op::NEW {
                    self.check_instantiable(value)?;
                }
                if opcode == op::ANEWARRAY {
                    self.arrays.of(value.into());
                }
                Ok(slot(opcode, index, SlotValue::Class(value)))
            }
        }
    }

    fn load_constant(
        &mut self,
        opcode: u8,
        index: u16,
    ) -> Result<(u8, Operand<Reference>), ResolveError> {
        let wide = opcode == op::LDC2_W;
        let value = match self.constant(index)? {
            Constant::Word(bits) if !wide => SlotValue::Word(bits),
            Constant::Wide(bits) if wide => SlotValue::Wide(bits),
            Constant::String(units) if !wide => SlotValue::String(units),
            Constant::Class(_) if !wide => {
                // Without java.lang.Class a class literal is the class address (spec 11 section 9).
                if let Err(LoadError::Fatal(error)) = self.classes.load(&CLASS.into()) {
                    return Err(ResolveError::Fatal(error));
                }
                SlotValue::Literal(self.class_constant(index)?)
            }
            Constant::MethodHandle(_) => return Err(unsupported_load("a method handle")),
            Constant::MethodType(_) => return Err(unsupported_load("a method type")),
            _ => return Err(wrong_constant(index, "loadable here")),
        };
        Ok(slot(opcode, index, value))
    }

    fn field(&mut self, opcode: u8, index: u16) -> Result<(u8, Operand<Reference>), ResolveError> {
        let Constant::Field(MemberRef { class, id }) = self.constant(index)? else {
            return Err(wrong_constant(index, "a field"));
        };
        let named = self.classes.load(&class)?;
        let key = self.classes.resolve_field(named, &id).ok_or_else(|| {
            ResolveError::Unresolved(format!("{} has no field {}", described(&class), id.name))
        })?;
        let is_static = matches!(opcode, op::GETSTATIC | op::PUTSTATIC);
        if self.classes.field(key).is_static() != is_static {
            let kind = if is_static {
                "is not static"
            } else {
                "is static"
            };
            return Err(ResolveError::Unresolved(format!(
                "field {}.{} {kind}",
                dotted(&class),
                id.name
            )));
        }
        let plain = opcode - op::GETSTATIC;
        let opcode = match &*id.descriptor {
            descriptor if is_reference(descriptor) => op::GETSTATIC_REF + plain,
            descriptor if is_wide(descriptor) => op::GETSTATIC_LONG + plain,
            _ => opcode,
        };
        let reference = if is_static {
            Reference::Static(key)
        } else {
            Reference::Instance(key)
        };
        Ok((opcode, Operand::Reference(reference)))
    }

    fn invoke(&mut self, opcode: u8, index: u16) -> Result<(u8, Operand<Reference>), ResolveError> {
        let (member, of_interface) = match self.constant(index)? {
            Constant::Method(member) => (member, false),
            Constant::InterfaceMethod(member) if opcode != op::INVOKEVIRTUAL => (member, true),
            _ => return Err(wrong_constant(index, "a method")),
        };
        if *member.class == *NATIVE {
            let code = natives::bytecode(&member.id.name).ok_or_else(|| {
                ResolveError::Unresolved(format!("Native has no operation {}", member.id.name))
            })?;
            let reference = Reference::Slot(Slot {
                index,
                value: SlotValue::Unused,
            });
            return Ok((code, Operand::Unnamed(reference)));
        }
        if opcode == op::INVOKEVIRTUAL && member.class.starts_with('[') {
            let object = self.classes.load(&OBJECT.into())?;
            let target = self.find_method(object, &member)?;
            return Ok(slot(op::INVOKESPECIAL, index, SlotValue::Direct(target)));
        }
        let named = self.classes.load(&member.class)?;
        if self.classes[named].file.is_interface() != of_interface {
            let problem = format!(
                "class {} changed between class and interface",
                dotted(&member.class)
            );
            return Err(ResolveError::Unresolved(problem));
        }
        let target = self.find_method(named, &member)?;
        let is_static = self.classes.method(target).is_static();
        if is_static != (opcode == op::INVOKESTATIC) {
            let kind = if is_static {
                "is static"
            } else {
                "is not static"
            };
            return Err(ResolveError::Unresolved(format!(
                "method {} {kind}",
                spell(&member)
            )));
        }
        match opcode {
            op::INVOKESTATIC => {
                self.check_concrete(target, &member)?;
                Ok(slot(opcode, index, SlotValue::Direct(target)))
            }
            op::INVOKESPECIAL => self.invoke_special(index, named, target, &member),
            _ => self.invoke_virtual(index, named, target, member),
        }
    }

    fn invoke_virtual(
        &mut self,
        index: u16,
        class: ClassId,
        target: MethodKey,
        member: MemberRef,
    ) -> Result<(u8, Operand<Reference>), ResolveError> {
        if member.id.is_initialiser() {
            return Err(ResolveError::Damaged(format!(
                "a virtual call of {}",
                member.id.name
            )));
        }
        if self.classes.method(target).is_private() || self.is_final_in_object(target) {
            return Ok(slot(op::INVOKESPECIAL, index, SlotValue::Direct(target)));
        }
        let arguments = argument_words(&member)?;
        Ok(slot(
            op::INVOKEVIRTUAL,
            index,
            SlotValue::Virtual {
                class,
                id: member.id,
                arguments,
            },
        ))
    }

    fn invoke_special(
        &mut self,
        index: u16,
        named: ClassId,
        target: MethodKey,
        member: &MemberRef,
    ) -> Result<(u8, Operand<Reference>), ResolveError> {
        if member.id.is_initialiser() && target.class != named {
            return Err(ResolveError::Unresolved(no_method(member)));
        }
        let above = named != self.class
            && !self.classes[named].file.is_interface()
            && self.classes.is_subtype(self.class, named);
        if !above || member.id.is_initialiser() || self.classes.method(target).is_private() {
            self.check_concrete(target, member)?;
            return Ok(slot(op::INVOKESPECIAL, index, SlotValue::Direct(target)));
        }
        let superclass = self.classes[self.class].superclass.unwrap_or(named);
        let target = self
            .classes
            .select(superclass, &member.id)
            .unwrap_or(target);
        self.check_concrete(target, member)?;
        let arguments = argument_words(member)?;
        let id = member.id.clone();
        Ok(slot(
            op::INVOKESUPER,
            index,
            SlotValue::Virtual {
                class: superclass,
                id,
                arguments,
            },
        ))
    }

    fn invoke_interface(
        &mut self,
        index: u16,
        count: u8,
    ) -> Result<(u8, Operand<Reference>), ResolveError> {
        let Constant::InterfaceMethod(member) = self.constant(index)? else {
            return Err(wrong_constant(index, "an interface method"));
        };
        let class = self.classes.load(&member.class)?;
        if !self.classes[class].file.is_interface() {
            let problem = format!("class {} is no interface", dotted(&member.class));
            return Err(ResolveError::Unresolved(problem));
        }
        let target = self.find_method(class, &member)?;
        if self.classes.method(target).is_static() {
            let problem = format!("method {} is static", spell(&member));
            return Err(ResolveError::Unresolved(problem));
        }
        if member.id.is_initialiser() {
            return Err(ResolveError::Damaged(format!(
                "an interface call of {}",
                member.id.name
            )));
        }
        if self.classes.method(target).is_private()
            || !self.classes[target.class].file.is_interface()
        {
            return self.invoke_virtual(index, target.class, target, member);
        }
        let arguments = argument_words(&member)?;
        let value = SlotValue::Interface {
            class,
            id: member.id,
            arguments,
        };
        let reference = Reference::Slot(Slot { index, value });
        Ok((
            op::INVOKEINTERFACE,
            Operand::InvokeInterface { reference, count },
        ))
    }

    fn find_method(&self, class: ClassId, member: &MemberRef) -> Result<MethodKey, ResolveError> {
        self.classes
            .resolve_method(class, &member.id)
            .ok_or_else(|| ResolveError::Unresolved(no_method(member)))
    }

    fn check_concrete(&self, target: MethodKey, member: &MemberRef) -> Result<(), ResolveError> {
        let method = self.classes.method(target);
        if method.is_abstract() {
            return Err(ResolveError::Unresolved(format!(
                "method {} is abstract",
                spell(member)
            )));
        }
        Ok(())
    }

    fn check_instantiable(&self, value: Type) -> Result<(), ResolveError> {
        let Type::Class(class) = value else {
            return Err(ResolveError::Damaged("new of an array".to_owned()));
        };
        let file = &self.classes[class].file;
        if file
            .access
            .intersects(AccessFlags::ABSTRACT | AccessFlags::INTERFACE)
        {
            let problem = format!("class {} is abstract", dotted(&file.name));
            return Err(ResolveError::Unresolved(problem));
        }
        Ok(())
    }

    /// Arrays inherit these, and an array's handle has no method table (`docs/image-extensions.md`, "Code").
    fn is_final_in_object(&self, target: MethodKey) -> bool {
        *self.classes[target.class].file.name == *OBJECT
            && self
                .classes
                .method(target)
                .access
                .contains(AccessFlags::FINAL)
    }

    fn constant(&self, index: u16) -> Result<Constant, ResolveError> {
        let constant = self.classes[self.class].file.constant(index);
        constant
            .cloned()
            .ok_or_else(|| wrong_constant(index, "usable"))
    }

    /// The type that a class constant names.
    pub(crate) fn class_constant(&mut self, index: u16) -> Result<Type, ResolveError> {
        let Constant::Class(name) = self.constant(index)? else {
            return Err(wrong_constant(index, "a class"));
        };
        if !name.starts_with('[') {
            if *name == *NATIVE {
                let problem = "class Native is no object".to_owned();
                return Err(ResolveError::Unresolved(problem));
            }
            return Ok(Type::Class(self.classes.load(&name)?));
        }
        let element = name.trim_start_matches('[');
        let mut value = match (
            primitive_code(element),
            crate::descriptor::object_class(element),
        ) {
            (Some(code), _) => Element::Primitive(code),
            (None, Some(class)) => Element::Class(self.classes.load(&class.into())?),
            (None, None) => {
                return Err(ResolveError::Damaged(format!("array type {name}")));
            }
        };
        let dimensions = name.len() - element.len();
        if dimensions > 255 {
            return Err(ResolveError::Damaged(format!(
                "an array of {dimensions} dimensions"
            )));
        }
        for _ in 1..dimensions {
            value = Element::Array(self.arrays.of(value));
        }
        Ok(Type::Array(self.arrays.of(value)))
    }
}

fn slot(opcode: u8, index: u16, value: SlotValue) -> (u8, Operand<Reference>) {
    (
        opcode,
        Operand::Reference(Reference::Slot(Slot { index, value })),
    )
}

/// Words of the arguments without `this`.
fn argument_words(member: &MemberRef) -> Result<u32, ResolveError> {
    let signature = Signature::parse(&member.id.descriptor)
        .ok_or_else(|| ResolveError::Damaged(format!("method type {}", member.id.descriptor)))?;
    Ok(signature.argument_words())
}

fn unsupported_load(kind: &str) -> ResolveError {
    ResolveError::Unsupported {
        construct: format!("loading {kind}"),
        remedy: "call the method itself",
    }
}

fn wrong_constant(index: u16, kind: &str) -> ResolveError {
    ResolveError::Damaged(format!("constant {index} is not {kind}"))
}

fn no_method(member: &MemberRef) -> String {
    format!("{} has no method {}", described(&member.class), member.id)
}

fn spell(member: &MemberRef) -> String {
    format!("{}.{}", dotted(&member.class), member.id)
}
