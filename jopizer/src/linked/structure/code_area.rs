//! The code area: address and length of each method (spec 11 section 6).

use std::collections::BTreeMap;

use isa::image::{MethodFrame, MethodWord};

use super::Words;
use super::area::Area;
use super::class_shapes::ClassShape;
use crate::linked_code::instructions;
use crate::symbols::Pointers;
use isa::op::NOP;

/// Flags word after the code: bit 17 static, bit 16 synchronized, below them the number of handlers.
const STATIC: u32 = 1 << 17;
const SYNCHRONIZED: u32 = 1 << 16;
const HANDLERS: u32 = 0xFFFF;

/// A method, from its structure and its flags word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodShape {
    /// Address of the first bytecode word.
    pub address: u32,
    /// Words of bytecode.
    pub words: u32,
    /// Bytes of bytecode: no code ends with `nop`, so zeros at its end are padding.
    pub bytes: u32,
    /// Argument words, `this` included.
    pub arguments: u32,
    /// Words of other locals.
    pub locals: u32,
    /// True if it has no receiver.
    pub is_static: bool,
    /// True if it takes a lock.
    pub is_synchronized: bool,
    /// Rows of the exception table.
    pub handlers: u32,
    /// Address of the constant pool it works with, its class's own.
    pub pool: u32,
    /// Addresses of its structures, those in its own class's table first.
    pub structs: Vec<u32>,
}

/// All methods that a method table or a special pointer leads to.
pub(super) fn find(
    words: Words<'_>,
    pointers: &Pointers,
    classes: &[ClassShape],
    area: Area,
) -> Vec<MethodShape> {
    let structs = structs(words, pointers, classes, area);
    let starts: Vec<u32> = structs.keys().copied().collect();
    let behind = starts.iter().skip(1).copied().chain([area.end]);
    structs
        .values()
        .zip(behind)
        .filter_map(|(structs, next)| method(words, structs, next))
        .collect()
}

/// Address of a method structure.
struct Struct {
    address: u32,
    words: [u32; 2],
    /// True if it is in the table of the method's class.
    is_own: bool,
}

/// Method structures by code address.
fn structs(
    words: Words<'_>,
    pointers: &Pointers,
    classes: &[ClassShape],
    area: Area,
) -> BTreeMap<u32, Vec<Struct>> {
    let mut found: BTreeMap<u32, Vec<Struct>> = BTreeMap::new();
    let mut add = |address: u32, words: [u32; 2], pool: Option<u32>| {
        let entry = found
            .entry(MethodWord::unpack(words[0]).address)
            .or_default();
        if entry.iter().all(|known| known.address != address) {
            entry.push(Struct {
                address,
                words,
                is_own: pool == Some(MethodFrame::unpack(words[1]).constants),
            });
        }
    };
    for class in classes {
        for (address, entry) in (class.method_table..).step_by(2).zip(&class.entries) {
            if entry[0] != 0 {
                add(address, *entry, Some(class.pool));
            }
        }
    }
    let special = [pointers.boot, pointers.jvm, pointers.help, pointers.main];
    for address in special.iter().chain(&pointers.initialisers) {
        if let Some(&[code, shape]) = words.range(*address, 2)
            && area.has_struct([code, shape])
            && code != 0
        {
            add(*address, [code, shape], None);
        }
    }
    for structs in found.values_mut() {
        structs.sort_by_key(|entry| (!entry.is_own, entry.address));
    }
    found
}

fn method(words: Words<'_>, structs: &[Struct], next: u32) -> Option<MethodShape> {
    let [code, shape] = structs.first()?.words;
    let MethodWord {
        address,
        words: length,
    } = MethodWord::unpack(code);
    let shape = MethodFrame::unpack(shape);
    let length = match length {
        // Initialisers of 512 words and more say 0.
        0 => length_up_to(words, address, next)?,
        length => length,
    };
    let flags = words.get(address.checked_add(length)?)?;
    Some(MethodShape {
        address,
        words: length,
        bytes: bytes(words.range(address, length)?),
        arguments: shape.arguments,
        locals: shape.locals,
        is_static: flags & STATIC != 0,
        is_synchronized: flags & SYNCHRONIZED != 0,
        handlers: flags & HANDLERS,
        pool: shape.constants,
        structs: structs.iter().map(|entry| entry.address).collect(),
    })
}

/// The length of code that ends, with flags word and handlers, where the next method starts.
fn length_up_to(words: Words<'_>, address: u32, next: u32) -> Option<u32> {
    let total = next.checked_sub(address)?;
    (0..total.div_ceil(2)).find_map(|handlers| {
        let length = total.checked_sub(1 + 2 * handlers)?;
        (words.get(address + length)? & !STATIC == handlers).then_some(length)
    })
}

/// Bytes of code without the zeros that fill its last word.
fn bytes(code: &[u32]) -> u32 {
    let bytes = code_bytes(code);
    let mut end = 0;
    for instruction in instructions(&bytes) {
        if instruction.opcode != NOP {
            end = instruction.pc + 1;
        }
    }
    let last = instructions(&bytes)
        .find(|instruction| instruction.pc >= end)
        .map_or(bytes.len(), |padding| padding.pc);
    last.max(bytes.len().saturating_sub(3)) as u32
}

/// Words of code as bytes, the highest first.
pub(super) fn code_bytes(code: &[u32]) -> Vec<u8> {
    code.iter().flat_map(|word| word.to_be_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_behind_the_last_instruction_are_padding_but_zeros_in_operands_are_not() {
        assert_eq!(bytes(&[0x1A1B_603D, 0x1CAC_0000]), 6);
        // goto with the offset -256: its last byte is an operand.
        assert_eq!(bytes(&[0x00A7_FF00]), 4);
        assert_eq!(bytes(&[0xB100_0000]), 1);
    }

    #[test]
    fn code_without_a_length_reaches_to_the_flags_before_the_next_method() {
        let words = [0, 9, 9, 9, STATIC | 1, 7, 8, 5];
        assert_eq!(length_up_to(Words(&words), 1, 7), Some(3));
        assert_eq!(length_up_to(Words(&[0, 9, 9, STATIC]), 1, 4), Some(2));
        assert_eq!(length_up_to(Words(&[0, 9]), 1, 1), None);
    }
}
