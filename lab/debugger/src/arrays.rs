//! Arrays by their static types: their memory has a length and no type, so only the declaration of a name tells.

use crate::expression::fields_of;
use crate::session::Session;
use crate::text::value_text;

/// The declared type of a variable, a static field or a field of an object; none of other values.
pub(crate) fn declared(session: &Session, text: &str) -> Option<String> {
    let text = text.trim();
    if let Some((object, name)) = text.rsplit_once('.')
        && let Ok(handle) = session.value(object)
    {
        let memory = &session.timeline.machine().state.memory_system.memory.words;
        let table = memory.read((handle as u32).wrapping_add(1));
        let mut fields = fields_of(&session.names, table).into_iter();
        return Some(fields.find(|(field, ..)| field == name)?.2);
    }
    let frames = session.frames();
    let variable = frames.get(session.selected()).and_then(|frame| {
        let method = session.names.method(frame.method)?;
        let mut variables = method.variables.iter();
        let is_live = |start: u16, end: u16| (start.into()..end.into()).contains(&frame.pc);
        variables.find(|it| it.name == text && is_live(it.start, it.end))
    });
    if let Some(variable) = variable {
        return Some(variable.descriptor.clone());
    }
    Some(session.names.static_field(text)?.descriptor.clone())
}

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
pub(crate) fn elements(session: &Session, handle: u32, most: u32) -> Vec<String> {
    let memory = &session.timeline.machine().state.memory_system.memory.words;
    let (data, length) = (memory.read(handle), memory.read(handle.wrapping_add(1)));
    let shown = (0..length.min(most)).map(|index| {
        let element = memory.read(data.wrapping_add(index));
        format!("  [{index}] {}", value_text(session, element))
    });
    let mut lines: Vec<String> = shown.collect();
    if length > most {
        lines.push(format!("  and {} more; `array` shows them", length - most));
    }
    lines
}
