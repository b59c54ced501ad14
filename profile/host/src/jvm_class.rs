//! The methods of the runtime that carry bytecodes out, by the names that profiles give them.

use std::io::{Cursor, Read};

use isa::Bytecode;
use noak::reader::Class;

/// The class that they are in.
const CLASS: &str = "com.jopdesign.sys.JVM";

/// Names of the methods by their opcodes; none where a bytecode has no method.
#[derive(Debug, Clone)]
pub(crate) struct JvmMethods(Vec<Option<String>>);

impl JvmMethods {
    /// Reads them from the runtime.
    pub(crate) fn read() -> Self {
        let mut names = vec![None; 256];
        for method in methods().unwrap_or_default() {
            let found = Bytecode::ALL.iter().position(|bytecode| {
                method
                    .strip_prefix("f_")
                    .and_then(|rest| rest.strip_prefix(bytecode.name()))
                    .is_some_and(|rest| rest.starts_with('('))
            });
            if let Some(opcode) = found {
                names[opcode] = Some(format!("{CLASS}.{method}"));
            }
        }
        Self(names)
    }

    /// The method of a bytecode.
    pub(crate) fn name(&self, opcode: u8) -> String {
        let name = self.0[usize::from(opcode)].clone();
        name.unwrap_or_else(|| format!("{CLASS}.f_{}", Bytecode::of(opcode).name()))
    }

    /// The bytecode of a method.
    pub(crate) fn opcode(&self, name: &str) -> Option<u8> {
        let mut names = self.0.iter();
        let place = names.position(|known| known.as_deref() == Some(name))?;
        u8::try_from(place).ok()
    }
}

fn methods() -> Option<Vec<String>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(runtime::RUNTIME_JAR)).ok()?;
    let mut entry = archive.by_name("com/jopdesign/sys/JVM.class").ok()?;
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).ok()?;
    let class = Class::new(&bytes).ok()?;
    let mut methods = Vec::new();
    for method in class.methods() {
        let method = method.ok()?;
        let name = class
            .pool()
            .retrieve(method.name())
            .ok()?
            .to_str()?
            .to_owned();
        let descriptor = class.pool().retrieve(method.descriptor()).ok()?;
        methods.push(name + descriptor.to_str()?);
    }
    Some(methods)
}

#[cfg(test)]
mod tests {
    use isa::op;

    use super::*;

    #[test]
    fn every_bytecode_of_java_has_its_method() {
        let methods = JvmMethods::read();
        assert_eq!(methods.name(op::IDIV), "com.jopdesign.sys.JVM.f_idiv(II)I");
        assert_eq!(
            methods.opcode("com.jopdesign.sys.JVM.f_new(I)I"),
            Some(op::NEW)
        );
        assert_eq!(
            methods.opcode("com.jopdesign.sys.JVM.f_putfield_ref(III)V"),
            Some(op::PUTFIELD_REF)
        );
        assert!(methods.0.iter().flatten().count() > 200);
    }
}
