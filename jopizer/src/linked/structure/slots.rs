//! Kinds of the words of a constant pool, derived from the code that uses them; and the static fields it uses.

use std::collections::{BTreeMap, BTreeSet};

use super::Words;
use super::class_shapes::ClassShape;
use super::code_area::{MethodShape, code_bytes};
use super::slot::{Slot, SlotUse};
use crate::linked_code::instructions;
use crate::symbols::StringSymbol;
use isa::op::{
    ANEWARRAY, CHECKCAST, GETSTATIC, GETSTATIC_LONG, GETSTATIC_REF, INSTANCEOF, INVOKEINTERFACE,
    INVOKESPECIAL, INVOKESTATIC, INVOKESUPER, INVOKEVIRTUAL, LDC, LDC_W, LDC2_W, MULTIANEWARRAY,
    NEW, PUTSTATIC, PUTSTATIC_LONG, PUTSTATIC_REF,
};

/// Kind of a static field, derived from the instructions that use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaticKind {
    /// A primitive of one word.
    Value,
    /// A long or a double.
    Wide,
    /// A reference.
    Reference,
}

/// A static field that code uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaticUse {
    /// Word address.
    pub address: u32,
    /// Its contents.
    pub kind: StaticKind,
}

/// Common state of the generated code, besides constants.
pub(super) struct Used {
    /// By address.
    pub(super) statics: Vec<StaticUse>,
    /// By number.
    pub(super) bytecodes: Vec<u8>,
}

/// Looks through all code and marks what slots are used for.
pub(super) fn describe(
    words: Words<'_>,
    methods: &[MethodShape],
    classes: &mut [ClassShape],
    strings: &[StringSymbol],
) -> Used {
    let by_pool: BTreeMap<u32, usize> = (0..)
        .zip(classes.iter())
        .map(|(index, class)| (class.pool, index))
        .collect();
    let mut statics = BTreeMap::new();
    let mut bytecodes = BTreeSet::new();
    for method in methods {
        let code = code_bytes(
            words
                .range(method.address, method.words)
                .unwrap_or_default(),
        );
        let mut marks = Vec::new();
        let length = method.bytes as usize;
        for instruction in instructions(code.get(..length).unwrap_or(&code)) {
            bytecodes.insert(instruction.opcode);
            let operand = instruction.operand;
            match static_kind(instruction.opcode) {
                Some(kind) => {
                    statics.entry(u32::from(operand)).or_insert(kind);
                }
                None => marks.push((instruction.opcode, operand)),
            }
        }
        marks.extend(caught(words, method).map(|index| (CHECKCAST, index)));
        if let Some(class) = by_pool
            .get(&method.pool)
            .and_then(|index| classes.get_mut(*index))
        {
            for (opcode, index) in marks {
                mark(&mut class.slots, opcode, index, strings);
            }
        }
    }
    Used {
        statics: statics
            .into_iter()
            .map(|(address, kind)| StaticUse { address, kind })
            .collect(),
        bytecodes: bytecodes.into_iter().collect(),
    }
}

fn static_kind(opcode: u8) -> Option<StaticKind> {
    match opcode {
        GETSTATIC | PUTSTATIC => Some(StaticKind::Value),
        GETSTATIC_LONG | PUTSTATIC_LONG => Some(StaticKind::Wide),
        GETSTATIC_REF | PUTSTATIC_REF => Some(StaticKind::Reference),
        _ => None,
    }
}

/// Indices of the classes in a method's exception table; 0, which catches everything, leads to no slot.
fn caught(words: Words<'_>, method: &MethodShape) -> impl Iterator<Item = u16> {
    let table = words.range(method.address + method.words + 1, 2 * method.handlers);
    let rows = table.unwrap_or_default().chunks_exact(2);
    rows.map(|row| row[1] as u16)
}

fn mark(slots: &mut [Slot], opcode: u8, index: u16, strings: &[StringSymbol]) {
    let Some(at) = usize::from(index).checked_sub(1) else {
        return;
    };
    let Some(slot) = slots.get_mut(at) else {
        return;
    };
    let (entry, arguments) = (slot.word >> 8, slot.word & 0xFF);
    slot.used_as = match opcode {
        LDC | LDC_W if is_string(slot.word, strings) => SlotUse::String,
        LDC | LDC_W => SlotUse::Value,
        LDC2_W => SlotUse::HighWord,
        NEW | ANEWARRAY | CHECKCAST | INSTANCEOF | MULTIANEWARRAY => SlotUse::Class,
        INVOKESPECIAL | INVOKESTATIC => SlotUse::Method,
        // The table is counted in words, two for each entry.
        INVOKEVIRTUAL | INVOKESUPER => SlotUse::Virtual {
            entry: entry / 2,
            arguments,
        },
        INVOKEINTERFACE => SlotUse::Interface { entry, arguments },
        _ => return,
    };
    if opcode == LDC2_W
        && let Some(low) = slots.get_mut(at + 1)
    {
        low.used_as = SlotUse::LowWord;
    }
}

fn is_string(word: u32, strings: &[StringSymbol]) -> bool {
    strings
        .binary_search_by_key(&word, |string| string.address)
        .is_ok()
}
