//! Pattern switches (Java 21): a static method that tests the labels one after the other.
//!
//! It takes the value and the number of the first label to try, and returns the number of the matching label, the number of
//! labels if none matches, -1 for null.

use super::condy;
use super::site::{Site, call_static, text};
use crate::class_file::{Constant, MemberId};
use crate::code_builder::CodeBuilder;
use crate::descriptor::object_class;
use crate::instructions::Label;
use crate::resolve::ResolveError;
use isa::op;

const INTEGER_SWITCH: [(&str, &str, &str); 2] = [
    ("java/lang/Number", "intValue", "()I"),
    ("java/lang/Character", "charValue", "()C"),
];

/// Value to compare with.
enum Test {
    /// It is of this class.
    Class(String),
    Integer(i32),
    String(Vec<u16>),
    /// It is the constant of that name of an enum.
    Enum(String, String),
    /// Nothing is: an enum constant that the enum no longer has.
    Never,
}

impl Site<'_> {
    /// `SwitchBootstraps.typeSwitch`
    pub(super) fn type_switch(&mut self) -> Result<CodeBuilder, ResolveError> {
        let mut tests = Vec::new();
        for label in self.arguments.clone() {
            tests.push(match label {
                Constant::Class(class) => Test::Class(class.to_string()),
                Constant::Word(value) => Test::Integer(value.cast_signed()),
                Constant::String(text) => Test::String(text.to_vec()),
                Constant::Dynamic(constant) => {
                    let (class, name) = condy::enum_label(&self.classes[self.host].file, &constant)
                        .ok_or_else(|| self.damaged("has a label of unknown kind"))?;
                    self.enum_test(&class, &name)?
                }
                _ => return Err(self.damaged("has a label of unknown kind")),
            });
        }
        self.switch(&tests)
    }

    /// `SwitchBootstraps.enumSwitch`, whose text labels are names of constants.
    pub(super) fn enum_switch(&mut self) -> Result<CodeBuilder, ResolveError> {
        let (types, _) = self.signature()?;
        let class = types.first().and_then(|it| object_class(it));
        let class = class.ok_or_else(|| self.damaged("switches over no object"))?;
        let mut tests = Vec::new();
        for label in self.arguments.clone() {
            tests.push(match (&label, text(Some(&label))) {
                (Constant::Class(class), _) => Test::Class(class.to_string()),
                (_, Some(name)) => self.enum_test(class, &String::from_utf16_lossy(&name))?,
                _ => return Err(self.damaged("has a label of unknown kind")),
            });
        }
        self.switch(&tests)
    }

    fn enum_test(&mut self, class: &str, name: &str) -> Result<Test, ResolveError> {
        let id = self.load(class)?;
        let field = MemberId::new(name, &format!("L{class};"));
        Ok(match self.classes.resolve_field(id, &field) {
            Some(_) => Test::Enum(class.to_owned(), name.to_owned()),
            None => Test::Never,
        })
    }

    fn switch(&mut self, tests: &[Test]) -> Result<CodeBuilder, ResolveError> {
        let (types, result) = self.signature()?;
        if types.len() != 2 || types[1] != "I" || result != "I" {
            return Err(self.damaged("is no switch"));
        }
        let descriptor = self.id.descriptor.clone();
        let id = self.add_static("switch", &descriptor, method(tests))?;
        let mut site = CodeBuilder::new(0);
        call_static(&mut site, &id);
        Ok(site)
    }
}

fn method(tests: &[Test]) -> CodeBuilder {
    let mut code = CodeBuilder::new(2);
    let not_null = code.label();
    code.load("L", 0);
    code.branch(op::IFNONNULL, not_null);
    code.int(-1);
    code.give("I");
    code.place(not_null);
    for (number, test) in (0..).zip(tests) {
        let next = code.label();
        // The first label can be left out of the search only by its guard.
        code.load("I", 1);
        code.int(number);
        code.branch(op::IF_ICMPGT, next);
        test.emit(&mut code, number, next);
        code.place(next);
    }
    code.int(tests.len() as i32);
    code.give("I");
    code
}

impl Test {
    /// Returns the label's number if the value in local variable 0 passes, else goes to `next`.
    fn emit(&self, code: &mut CodeBuilder, number: i32, next: Label) {
        match self {
            Test::Class(class) => {
                code.load("L", 0);
                code.class(op::INSTANCEOF, class);
                code.branch(op::IFEQ, next);
            }
            Test::Integer(value) => return test_integer(code, *value, number, next),
            Test::String(text) => {
                code.string(text);
                code.load("L", 0);
                let descriptor = "(Ljava/lang/Object;)Z";
                code.call(op::INVOKEVIRTUAL, "java/lang/String", "equals", descriptor);
                code.branch(op::IFEQ, next);
            }
            Test::Enum(class, name) => {
                code.load("L", 0);
                let id = MemberId::new(name, &format!("L{class};"));
                code.field(op::GETSTATIC, class, &id);
                code.branch(op::IF_ACMPNE, next);
            }
            Test::Never => return,
        }
        code.int(number);
        code.give("I");
    }
}

/// Numbers and characters fit a label of their value.
fn test_integer(code: &mut CodeBuilder, value: i32, number: i32, next: Label) {
    for (class, method, descriptor) in INTEGER_SWITCH {
        let other_class = code.label();
        code.load("L", 0);
        code.class(op::INSTANCEOF, class);
        code.branch(op::IFEQ, other_class);
        code.load("L", 0);
        code.class(op::CHECKCAST, class);
        code.call(op::INVOKEVIRTUAL, class, method, descriptor);
        code.int(value);
        code.branch(op::IF_ICMPNE, next);
        code.int(number);
        code.give("I");
        code.place(other_class);
    }
}
