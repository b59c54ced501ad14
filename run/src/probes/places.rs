//! Addresses of the runtime's methods and static fields.

use jopizer::Symbols;

/// No address of the memory.
pub(crate) const NOWHERE: u32 = u32::MAX;

/// Symbols of the runtime, if there are any.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Places<'a>(pub(crate) Option<&'a Symbols>);

impl Places<'_> {
    /// Code address of a method that is not overloaded.
    pub(crate) fn method(&self, class: &str, name: &str) -> u32 {
        let found = self
            .0
            .and_then(|symbols| symbols.methods_named(class, name).next());
        found.map_or(NOWHERE, |method| method.address)
    }

    /// Address of a static field.
    pub(crate) fn field(&self, class: &str, name: &str) -> u32 {
        let found = self.0.and_then(|symbols| symbols.static_field(class, name));
        found.unwrap_or(NOWHERE)
    }

    /// Offset of an instance field.
    pub(crate) fn offset(&self, class: &str, name: &str) -> Option<u32> {
        let class = self.0?.class(class)?;
        let mut fields = class.fields.iter();
        Some(fields.find(|field| field.name == name)?.offset)
    }
}

/// Characters of a String that are read at most.
const LONGEST: u32 = 1000;

/// The text of a String, whose first field is its characters (docs/image-extensions.md).
pub(crate) fn text(string: u32, word: impl Fn(u32) -> u32) -> String {
    let field = |handle: u32, offset: u32| word(word(handle).wrapping_add(offset));
    let characters = field(string, 0);
    let length = word(characters.wrapping_add(1)).min(LONGEST);
    let units: Vec<u16> = (0..length)
        .map(|index| field(characters, index) as u16)
        .collect();
    String::from_utf16_lossy(&units)
}
