//! Values of fields in a run.

use std::collections::BTreeMap;

use fast_engine::FieldAccess;
use wcet::{FieldPlace, Held, WatchedField};

/// Words of a handle: the method table of an object, or the length of an array.
const TABLE_WORD: u32 = 1;
const LENGTH_WORD: u32 = 1;

/// Least and largest value of each field, by its name.
pub type FieldValues = BTreeMap<String, (i32, i32)>;

/// Watches fields.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields {
    /// By word of the object or address.
    watched: BTreeMap<u32, Vec<WatchedField>>,
    values: FieldValues,
}

impl Fields {
    pub(crate) fn new(fields: Vec<WatchedField>) -> Self {
        let mut watched: BTreeMap<u32, Vec<WatchedField>> = BTreeMap::new();
        for field in fields {
            let (FieldPlace::Instance { offset: index, .. } | FieldPlace::Static(index)) =
                &field.place;
            watched.entry(*index).or_default().push(field);
        }
        Self {
            watched,
            values: FieldValues::new(),
        }
    }

    pub(crate) fn into_values(self) -> FieldValues {
        self.values
    }

    /// Takes what is read or written; null has no length.
    pub(crate) fn access(&mut self, access: &FieldAccess, memory: &[u32]) {
        for field in self.watched.get(&access.index).into_iter().flatten() {
            if !is_at(&field.place, access, memory) {
                continue;
            }
            let Some(value) = held(field.held, access.value, memory) else {
                continue;
            };
            let known = self.values.get_mut(&field.name);
            match known {
                Some((least, most)) => (*least, *most) = ((*least).min(value), (*most).max(value)),
                None => {
                    self.values.insert(field.name.clone(), (value, value));
                }
            }
        }
    }
}

fn is_at(place: &FieldPlace, access: &FieldAccess, memory: &[u32]) -> bool {
    match (place, access.object) {
        (FieldPlace::Static(address), None) => *address == access.index,
        (FieldPlace::Instance { classes, offset }, Some(handle)) if *offset == access.index => {
            let table = word(memory, handle.wrapping_add(TABLE_WORD));
            table.is_some_and(|table| classes.contains(&table))
        }
        _ => false,
    }
}

/// The number that is in a range.
fn held(held: Held, value: u32, memory: &[u32]) -> Option<i32> {
    let length = |handle: u32| match handle {
        0 => None,
        _ => word(memory, handle.wrapping_add(LENGTH_WORD)).map(u32::cast_signed),
    };
    match held {
        Held::Number => Some(value.cast_signed()),
        Held::Array => length(value),
        // Handle, its object, whose only word is the handle of its characters.
        Held::Text if value == 0 => None,
        Held::Text => length(word(memory, word(memory, value)?)?),
    }
}

fn word(memory: &[u32], address: u32) -> Option<u32> {
    memory.get(address as usize).copied()
}
