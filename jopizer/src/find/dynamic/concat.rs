//! String concatenation: a static method that appends each part to a `StringBuilder`.

use super::parts::Part;
use super::site::{Site, call_static, text};
use crate::code_builder::CodeBuilder;
use crate::error::Limit;
use crate::resolve::ResolveError;
use isa::op;

const BUILDER: &str = "java/lang/StringBuilder";
const STRING: &str = "Ljava/lang/String;";

/// In a recipe, the place of the next argument and of the next constant.
const ARGUMENT: u16 = 1;
const CONSTANT: u16 = 2;

impl Site<'_> {
    /// `makeConcat`: the arguments and nothing else.
    pub(super) fn concat_all(&mut self) -> Result<CodeBuilder, ResolveError> {
        let (arguments, _) = self.signature()?;
        let parts = arguments.iter().map(|it| Part::Argument(appended_as(it)));
        self.concat(parts.collect())
    }

    /// `makeConcatWithConstants`: arguments and constants as the recipe says.
    pub(super) fn concat_by_recipe(&mut self) -> Result<CodeBuilder, ResolveError> {
        let (types, _) = self.signature()?;
        let recipe = text(self.arguments.first()).ok_or_else(|| self.damaged("has no recipe"))?;
        let (mut types, mut constants) = (types.iter(), self.arguments.iter().skip(1));
        let mut parts = Vec::new();
        for unit in recipe.iter() {
            match *unit {
                ARGUMENT => {
                    let next = types.next();
                    let argument = next.ok_or_else(|| self.damaged("has too few arguments"))?;
                    parts.push(Part::Argument(appended_as(argument)));
                }
                CONSTANT => {
                    let constant = text(constants.next())
                        .ok_or_else(|| self.damaged("has a constant that is no string"))?;
                    constant.iter().for_each(|unit| add_unit(&mut parts, *unit));
                }
                unit => add_unit(&mut parts, unit),
            }
        }
        if types.next().is_some() {
            return Err(self.damaged("has more arguments than its recipe"));
        }
        self.concat(parts)
    }

    fn concat(&mut self, mut parts: Vec<Part>) -> Result<CodeBuilder, ResolveError> {
        let mut calls = CodeBuilder::new(0);
        // What is beyond the argument words of one method is concatenated first, from the end: it lies on top of the stack.
        while let Some(start) = start_of_tail(&parts) {
            let tail = parts.split_off(start);
            self.call_concat(&mut calls, tail)?;
            parts.push(Part::Argument(STRING.to_owned()));
        }
        self.call_concat(&mut calls, parts)?;
        Ok(calls)
    }

    fn call_concat(
        &mut self,
        calls: &mut CodeBuilder,
        parts: Vec<Part>,
    ) -> Result<(), ResolveError> {
        if let Some(id) = self.calls.concatenations.get(&parts) {
            call_static(calls, id);
            return Ok(());
        }
        let types: String = parts.iter().filter_map(Part::descriptor).collect();
        let id = self.add_static("concat", &format!("({types}){STRING}"), method(&parts))?;
        call_static(calls, &id);
        self.calls.concatenations.insert(parts, id);
        Ok(())
    }
}

fn add_unit(parts: &mut Vec<Part>, unit: u16) {
    match parts.last_mut() {
        Some(Part::Text(text)) => text.push(unit),
        _ => parts.push(Part::Text(vec![unit])),
    }
}

/// Start of the longest tail that fits in one method; `None` if everything fits.
fn start_of_tail(parts: &[Part]) -> Option<usize> {
    let limit = Limit::ArgumentWords.maximum();
    if parts.iter().map(Part::words).sum::<u32>() <= limit {
        return None;
    }
    let mut room = limit;
    let too_long = parts
        .iter()
        .rposition(|part| match room.checked_sub(part.words()) {
            Some(rest) => {
                room = rest;
                false
            }
            None => true,
        });
    too_long.map(|last| last + 1)
}

/// The type of `append`'s parameter for values of a type.
fn appended_as(descriptor: &str) -> String {
    match descriptor {
        "B" | "S" => "I",
        "Z" | "C" | "I" | "J" | "F" | "D" | STRING => descriptor,
        _ => "Ljava/lang/Object;",
    }
    .to_owned()
}

/// A method that takes the arguments among the parts and gives the string.
fn method(parts: &[Part]) -> CodeBuilder {
    let mut code = CodeBuilder::new(parts.iter().map(Part::words).sum());
    start(&mut code);
    let mut local = 0;
    for part in parts {
        match part {
            Part::Text(text) => append_text(&mut code, text),
            Part::Argument(descriptor) => {
                code.load(descriptor, local);
                append(&mut code, descriptor);
                local += part.words();
            }
        }
    }
    finish(&mut code);
    code
}

/// Pushes a new `StringBuilder`.
pub(super) fn start(code: &mut CodeBuilder) {
    code.class(op::NEW, BUILDER);
    code.plain(op::DUP);
    code.call(op::INVOKESPECIAL, BUILDER, "<init>", "()V");
}

/// Appends the value on top of the stack.
pub(super) fn append(code: &mut CodeBuilder, descriptor: &str) {
    let parameter = appended_as(descriptor);
    let descriptor = format!("({parameter})L{BUILDER};");
    code.call(op::INVOKEVIRTUAL, BUILDER, "append", &descriptor);
}

/// Appends a constant; a single character takes no string literal.
pub(super) fn append_text(code: &mut CodeBuilder, text: &[u16]) {
    if let [unit] = text {
        code.int((*unit).into());
        append(code, "C");
    } else {
        code.string(text);
        append(code, STRING);
    }
}

/// Returns what has been appended.
pub(super) fn finish(code: &mut CodeBuilder) {
    code.call(
        op::INVOKEVIRTUAL,
        BUILDER,
        "toString",
        "()Ljava/lang/String;",
    );
    code.give(STRING);
}
