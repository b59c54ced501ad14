//! Arrays by their static types: their memory has a length and no type, so only the declaration of a name tells.

use crate::expression::{is_wide, joined};
use crate::session::Session;
use crate::text::value_text;

/// An array of this type as `int[3]`; none of what is no array, or null.
pub(crate) fn title(session: &Session, handle: u32, descriptor: &str) -> Option<String> {
    let element = descriptor.strip_prefix('[')?;
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    let is_there = handle != 0 && (handle as usize) + 1 < memory.as_slice().len();
    let length = is_there.then(|| memory.read(handle + 1))?;
    let kind = jopizer::java_type(element);
    let (name, more) = kind.split_at(kind.find('[').unwrap_or(kind.len()));
    let name = name.rsplit('.').next().unwrap_or(name);
    Some(format!("{name}[{length}]{more}"))
}

/// Its first elements, one line each.
pub(crate) fn elements(session: &Session, handle: u32, descriptor: &str, most: u32) -> Vec<String> {
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    let length = memory.read(handle.wrapping_add(1));
    let shown = 0..length.min(most);
    let mut lines: Vec<String> = shown
        .map(|index| element(session, handle, descriptor, index))
        .collect();
    if length > most {
        lines.push(format!("  and {} more; `array` shows them", length - most));
    }
    lines
}

/// An element of an array of this type, one line.
pub(crate) fn element(session: &Session, handle: u32, descriptor: &str, index: u32) -> String {
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    let data = memory.read(handle);
    let kind = descriptor.strip_prefix('[').unwrap_or_default();
    let text = if is_wide(kind) {
        let address = data.wrapping_add(index.wrapping_mul(2));
        let low = memory.read(address.wrapping_add(1));
        wide_text(joined(memory.read(address), Some(low)), kind)
    } else {
        value_text(session, memory.read(data.wrapping_add(index)))
    };
    format!("  [{index}] {text}")
}

/// A long or double as number, and its bits.
pub(crate) fn wide_text(bits: i64, descriptor: &str) -> String {
    match descriptor {
        "D" => format!("{:?} ({bits:#x})", f64::from_bits(bits.cast_unsigned())),
        _ => format!("{bits} ({bits:#x})"),
    }
}
