//! The methods that every record has: `equals`, `hashCode`, `toString` over its components.

use noak::reader::cpool::MethodKind;

use super::adapt::wrapper;
use super::concat;
use super::site::{Site, call_static, text};
use crate::class_file::{Constant, MemberRef};
use crate::code_builder::CodeBuilder;
use crate::descriptor::is_reference;
use crate::resolve::ResolveError;
use isa::op;

const OBJECT: &str = "Ljava/lang/Object;";
const OBJECTS: &str = "java/util/Objects";

/// A record class and its components: names and fields.
struct Record {
    class: String,
    components: Vec<(Vec<u16>, MemberRef)>,
}

impl Site<'_> {
    /// `ObjectMethods.bootstrap`; the call site's name says which method.
    pub(super) fn record_method(&mut self) -> Result<CodeBuilder, ResolveError> {
        let record = self.read_record()?;
        let code = match &*self.id.name {
            "equals" => record.equals(),
            "hashCode" => record.hash_code(),
            "toString" => record.to_text(&self.simple_name(&record.class)?),
            _ => return Err(self.damaged("is no method of records")),
        };
        let (name, descriptor) = (self.id.name.clone(), self.id.descriptor.clone());
        let id = self.add_static(&name, &descriptor, code)?;
        let mut site = CodeBuilder::new(0);
        call_static(&mut site, &id);
        Ok(site)
    }

    fn read_record(&self) -> Result<Record, ResolveError> {
        let [Constant::Class(class), names, getters @ ..] = &*self.arguments else {
            return Err(self.damaged("names no record"));
        };
        let names = text(Some(names)).ok_or_else(|| self.damaged("names no components"))?;
        let semicolon = u16::from(b';');
        let names = names.split(|unit| *unit == semicolon);
        let mut components = Vec::new();
        for (name, getter) in names.zip(getters) {
            match getter {
                Constant::MethodHandle(handle) if handle.kind == MethodKind::GetField => {
                    components.push((name.to_vec(), handle.member.clone()));
                }
                _ => return Err(self.damaged("has a component that is no field")),
            }
        }
        if components.len() != getters.len() {
            return Err(self.damaged("has components without names"));
        }
        Ok(Record {
            class: class.to_string(),
            components,
        })
    }

    /// The class's name as its declaration has it.
    fn simple_name(&mut self, class: &str) -> Result<String, ResolveError> {
        let id = self.load(class)?;
        let inner = self.classes[id].file.inner_name.as_deref();
        let after_package = class.rsplit('/').next().unwrap_or(class);
        Ok(inner.unwrap_or(after_package).to_owned())
    }
}

impl Record {
    /// Pushes a component of the record in a local variable.
    fn load(&self, code: &mut CodeBuilder, local: u32, field: &MemberRef) {
        code.load("L", local);
        code.field(op::GETFIELD, &field.class, &field.id);
    }

    fn equals(&self) -> CodeBuilder {
        let mut code = CodeBuilder::new(2);
        let (differs, same, other) = (code.label(), code.label(), code.label());
        code.load("L", 0);
        code.load("L", 1);
        code.branch(op::IF_ACMPNE, other);
        code.place(same);
        code.int(1);
        code.give("Z");
        code.place(other);
        code.load("L", 1);
        code.class(op::INSTANCEOF, &self.class);
        code.branch(op::IFEQ, differs);
        for (_, field) in &self.components {
            self.load(&mut code, 0, field);
            self.load(&mut code, 1, field);
            compare(&mut code, &field.id.descriptor, differs);
        }
        code.branch(op::GOTO, same);
        code.place(differs);
        code.int(0);
        code.give("Z");
        code
    }

    /// 31 times the hash so far, plus that of the component.
    fn hash_code(&self) -> CodeBuilder {
        let mut code = CodeBuilder::new(1);
        if self.components.is_empty() {
            code.int(0);
        }
        for (number, (_, field)) in self.components.iter().enumerate() {
            if number > 0 {
                code.int(31);
                code.plain(op::IMUL);
            }
            self.load(&mut code, 0, field);
            hash(&mut code, &field.id.descriptor);
            if number > 0 {
                code.plain(op::IADD);
            }
        }
        code.give("I");
        code
    }

    /// `Name[first=1, second=2]`
    fn to_text(&self, name: &str) -> CodeBuilder {
        let mut code = CodeBuilder::new(1);
        concat::start(&mut code);
        let mut before: Vec<u16> = format!("{name}[").encode_utf16().collect();
        for (name, field) in &self.components {
            before.extend(name);
            before.push(b'='.into());
            concat::append_text(&mut code, &before);
            self.load(&mut code, 0, field);
            concat::append(&mut code, &field.id.descriptor);
            before = ", ".encode_utf16().collect();
        }
        if self.components.is_empty() {
            before.push(b']'.into());
        } else {
            before = vec![b']'.into()];
        }
        concat::append_text(&mut code, &before);
        concat::finish(&mut code);
        code
    }
}

/// Branches to `differs` unless the two values on the stack are equal as records take it: floating point as its wrapper's `equals`.
fn compare(code: &mut CodeBuilder, descriptor: &str, differs: usize) {
    match descriptor {
        "F" | "D" => {
            let class = wrapper(descriptor).unwrap_or_default();
            let descriptor = format!("({descriptor}{descriptor})I");
            code.call(op::INVOKESTATIC, class, "compare", &descriptor);
            code.branch(op::IFNE, differs);
        }
        "J" => {
            code.plain(op::LCMP);
            code.branch(op::IFNE, differs);
        }
        // An array equals itself alone, and has no method table for a call.
        _ if descriptor.starts_with('[') => code.branch(op::IF_ACMPNE, differs),
        _ if is_reference(descriptor) => {
            let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
            code.call(op::INVOKESTATIC, OBJECTS, "equals", descriptor);
            code.branch(op::IFEQ, differs);
        }
        _ => code.branch(op::IF_ICMPNE, differs),
    }
}

/// Replaces the value on the stack by its hash code.
fn hash(code: &mut CodeBuilder, descriptor: &str) {
    let (class, name, parameter) = match wrapper(descriptor) {
        Some(wrapper) => (wrapper, "hashCode", descriptor),
        None if descriptor.starts_with('[') => ("java/lang/System", "identityHashCode", OBJECT),
        None => (OBJECTS, "hashCode", OBJECT),
    };
    code.call(op::INVOKESTATIC, class, name, &format!("({parameter})I"));
}
