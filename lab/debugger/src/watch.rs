//! Watches: accesses to fields, elements and addresses.

use crate::breakpoints::{Access, Kind, number};
use crate::error::CommandError;
use crate::expression::{Place, is_wide};
use crate::session::Session;

impl Session {
    pub(crate) fn watch(&mut self, arguments: &str) -> Result<String, CommandError> {
        let kinds = [
            ("read", Access::Read),
            ("write", Access::Write),
            ("change", Access::Change),
            ("access", Access::Any),
        ];
        let last = arguments.rsplit_once(' ').and_then(|(place, word)| {
            let kind = kinds.iter().find(|(name, _)| *name == word)?;
            Some((place.trim(), kind.1))
        });
        let (place, access) = last.unwrap_or((arguments, Access::Change));
        let (place, words) = match place.rsplit_once(',') {
            Some((place, words)) => (place.trim(), Some(number(words.trim())?)),
            None => (place, None),
        };
        let (start, own_words) = self.place_of(place)?;
        let words = words.unwrap_or(own_words.into());
        let words = u32::try_from(words).unwrap_or(u32::MAX);
        if words == 0 {
            return Err(CommandError::new("a watch covers at least one word"));
        }
        let kind = Kind::Memory {
            start,
            words,
            access,
        };
        Ok(self.add(place, kind))
    }

    /// Address and words of a static field, a field of an object or an element of an array; else the address that it computes.
    fn place_of(&self, text: &str) -> Result<(u32, u32), CommandError> {
        if let Some(field) = self.names.static_field(text) {
            let words = if is_wide(&field.descriptor) { 2 } else { 1 };
            return Ok((field.address, words));
        }
        let value = self.value(text)?;
        match value.place {
            Place::Memory { address, words } => Ok((address, words)),
            Place::Nowhere => Ok((value.number as u32, 1)),
            Place::Stack => Err(CommandError::new(format!(
                "`{text}` is on the stack, where no access is watched; `watch ({text})` watches the memory at its value"
            ))),
        }
    }
}
