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
        if words == 0 {
            return Err(CommandError::new("a watch covers at least one word"));
        }
        let (start, words) = self.in_memory(start, words)?;
        let kind = Kind::Memory {
            start,
            words,
            access,
        };
        Ok(self.add(place, kind))
    }

    /// The same address and words, if memory has them.
    fn in_memory(&self, start: i64, words: u64) -> Result<(u32, u32), CommandError> {
        let state = &self.timeline.machine().state;
        let all = state.memory_system.memory.words.as_slice().len() as u64;
        let first = u64::try_from(start).ok().filter(|first| *first < all);
        let Some(first) = first else {
            return Err(CommandError::new(format!(
                "no address {start} is watched: memory has words 0 to {}",
                all - 1
            )));
        };
        if words > all - first {
            return Err(CommandError::new(format!(
                "{words} words from {start} on are beyond memory, which ends at {}",
                all - 1
            )));
        }
        Ok((first as u32, words as u32))
    }

    /// Address and words of a static field, a field of an object or an element of an array; else the address that it computes.
    fn place_of(&self, text: &str) -> Result<(i64, u32), CommandError> {
        if let Some(field) = self.names.static_field(text) {
            let words = if is_wide(&field.descriptor) { 2 } else { 1 };
            return Ok((field.address.into(), words));
        }
        let value = self.value(text)?;
        match value.place {
            Place::Memory { address, words } => Ok((address.into(), words)),
            Place::Nowhere => Ok((value.number, 1)),
            Place::Stack => Err(CommandError::new(format!(
                "`{text}` is on the stack, where no access is watched; `watch ({text})` watches the memory at its value"
            ))),
        }
    }
}
