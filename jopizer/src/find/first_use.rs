//! Where the code of a class first uses something: for messages, without linking.

use crate::class_file::{ClassFile, Code, Constant};
use crate::error::{Place, dotted};
use crate::instructions::Body;

/// The first instruction, in the order of the methods, whose constant is such a one.
pub(crate) fn first_use(file: &ClassFile, is_it: impl Fn(&Constant) -> bool) -> Option<Place> {
    let names_it = |index: u16| {
        let constant = file.constants.get(usize::from(index));
        constant.is_some_and(|constant| constant.as_ref().is_some_and(&is_it))
    };
    file.methods.iter().find_map(|method| {
        let code = method.code.as_ref()?;
        let body = Body::decode(code).ok()?;
        let mut instructions = body.instructions.iter();
        let found = instructions.find(|it| it.reference().is_some_and(|index| names_it(*index)))?;
        Some(Place {
            class: dotted(&file.name),
            method: Some(method.id.name.to_string()),
            source: file.source.clone(),
            line: line(code, found.origin),
        })
    })
}

/// The source line of a byte of the code.
fn line(code: &Code, pc: u32) -> Option<u16> {
    let before = code
        .lines
        .iter()
        .filter(|(start, _)| u32::from(*start) <= pc);
    Some(before.max_by_key(|(start, _)| *start)?.1)
}
