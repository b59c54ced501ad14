//! Conversions between the types of an interface method and those of its implementation: widening, boxing, unboxing, casts.

use super::site::Site;
use crate::classes::ClassId;
use crate::code_builder::CodeBuilder;
use crate::descriptor::{is_reference, is_wide, object_class};
use crate::known_classes::OBJECT;
use crate::resolve::ResolveError;
use isa::op;

/// Primitive types with their wrapper and the method that takes the value out of it.
const WRAPPERS: [(&str, &str, &str); 8] = [
    ("Z", "java/lang/Boolean", "booleanValue"),
    ("C", "java/lang/Character", "charValue"),
    ("B", "java/lang/Byte", "byteValue"),
    ("S", "java/lang/Short", "shortValue"),
    ("I", "java/lang/Integer", "intValue"),
    ("J", "java/lang/Long", "longValue"),
    ("F", "java/lang/Float", "floatValue"),
    ("D", "java/lang/Double", "doubleValue"),
];

const NUMBER: &str = "java/lang/Number";

/// The wrapper class of a primitive type.
pub(super) fn wrapper(primitive: &str) -> Option<&'static str> {
    let row = WRAPPERS.iter().find(|row| row.0 == primitive);
    row.map(|row| row.1)
}

impl Site<'_> {
    /// Converts an argument on top of the stack: it comes as `erased`, is known to be `exact` and wanted as `wanted`.
    pub(super) fn adapt_argument(
        &mut self,
        code: &mut CodeBuilder,
        erased: &str,
        exact: &str,
        wanted: &str,
    ) -> Result<(), ResolveError> {
        if is_reference(erased) && is_reference(exact) {
            self.cast(code, erased, exact)?;
        }
        self.convert(code, exact, wanted)
    }

    /// Converts a result on top of the stack to the type that the interface method gives, `exact` where it is erased.
    pub(super) fn adapt_result(
        &mut self,
        code: &mut CodeBuilder,
        given: &str,
        exact: &str,
        erased: &str,
    ) -> Result<(), ResolveError> {
        if erased == "V" {
            match given {
                "V" => {}
                _ if is_wide(given) => code.plain(op::POP2),
                _ => code.plain(op::POP),
            }
            return Ok(());
        }
        if given == "V" {
            return Err(self.damaged("gives no value"));
        }
        self.convert(code, given, exact)?;
        if is_reference(exact) && is_reference(erased) {
            return self.cast(code, exact, erased);
        }
        Ok(())
    }

    fn convert(
        &mut self,
        code: &mut CodeBuilder,
        from: &str,
        to: &str,
    ) -> Result<(), ResolveError> {
        match (is_reference(from), is_reference(to)) {
            (false, false) => self.widen(code, from, to),
            (false, true) => {
                let Some(wrapper) = wrapper(from) else {
                    return Err(self.damaged("boxes nothing"));
                };
                let descriptor = format!("({from})L{wrapper};");
                code.call(op::INVOKESTATIC, wrapper, "valueOf", &descriptor);
                Ok(())
            }
            (true, false) => self.unbox(code, from, to),
            (true, true) => self.cast(code, from, to),
        }
    }

    fn unbox(&mut self, code: &mut CodeBuilder, from: &str, to: &str) -> Result<(), ResolveError> {
        let boxed = WRAPPERS
            .iter()
            .find(|row| object_class(from) == Some(row.1));
        if let Some((primitive, wrapper, value)) = boxed {
            let descriptor = format!("(){primitive}");
            code.call(op::INVOKEVIRTUAL, wrapper, value, &descriptor);
            return self.widen(code, primitive, to);
        }
        let wanted = WRAPPERS.iter().find(|row| row.0 == to);
        let Some((_, wrapper, value)) = wanted else {
            return Err(self.damaged("unboxes nothing"));
        };
        // Of another type than a wrapper it is only known that it holds one; any number can be taken as any primitive.
        let class = if matches!(to, "Z" | "C") {
            wrapper
        } else {
            NUMBER
        };
        code.class(op::CHECKCAST, class);
        code.call(op::INVOKEVIRTUAL, class, value, &format!("(){to}"));
        Ok(())
    }

    fn widen(&self, code: &mut CodeBuilder, from: &str, to: &str) -> Result<(), ResolveError> {
        let opcode = match (from, to) {
            _ if from == to => return Ok(()),
            ("B", "S" | "I") | ("S" | "C", "I") => return Ok(()),
            ("B" | "S" | "C" | "I", "J") => op::I2L,
            ("B" | "S" | "C" | "I", "F") => op::I2F,
            ("B" | "S" | "C" | "I", "D") => op::I2D,
            ("J", "F") => op::L2F,
            ("J", "D") => op::L2D,
            ("F", "D") => op::F2D,
            _ => return Err(self.damaged(&format!("turns {from} into {to}"))),
        };
        code.plain(opcode);
        Ok(())
    }

    /// Checks a reference where its type does not say that it is of the type wanted.
    fn cast(&mut self, code: &mut CodeBuilder, from: &str, to: &str) -> Result<(), ResolveError> {
        if !self.is_assignable(from, to)? {
            code.class(op::CHECKCAST, object_class(to).unwrap_or(to));
        }
        Ok(())
    }

    fn is_assignable(&mut self, from: &str, to: &str) -> Result<bool, ResolveError> {
        if from == to || object_class(to) == Some(OBJECT) {
            return Ok(true);
        }
        let (Some(from), Some(to)) = (object_class(from), object_class(to)) else {
            return Ok(false);
        };
        if from == OBJECT {
            return Ok(false);
        }
        let (from, to) = (self.load(from)?, self.load(to)?);
        Ok(self.classes.is_subtype(from, to))
    }

    /// Loads a class that the code to be made names.
    pub(super) fn load(&mut self, name: &str) -> Result<ClassId, ResolveError> {
        Ok(self.classes.load(&name.into())?)
    }
}
