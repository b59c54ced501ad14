//! The program's arguments: the last region of an image, which can be replaced without linking again.

use crate::image::Image;
use crate::strings::{HANDLE_WORDS, Literals, StringShape, array_handle};
use crate::symbols::{ArgumentsSymbol, Symbols, SymbolsError};
use thiserror::Error;

/// Type word of a reference array's handle (spec 12 section 5).
const REFERENCE_ARRAY: u32 = 1;

/// Errors of putting arguments into an image.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ArgumentsError {
    /// The program's runtime has no `LinkInfo.arguments`.
    #[error("the runtime in this image takes no arguments")]
    NotTaken,
    /// The symbols are of another image.
    #[error(transparent)]
    Symbols(#[from] SymbolsError),
}

impl Image {
    /// The same program with other arguments for `main`.
    ///
    /// # Errors
    /// If the symbols are of another image, or the runtime takes no arguments.
    pub fn with_arguments(
        &self,
        symbols: &Symbols,
        arguments: &[String],
    ) -> Result<Image, ArgumentsError> {
        if !symbols.fits(self) {
            return Err(SymbolsError::Stale.into());
        }
        let place = symbols.arguments.as_ref().ok_or(ArgumentsError::NotTaken)?;
        let mut image = self.clone();
        replace(&mut image, place, arguments);
        Ok(image)
    }
}

/// Writes the region anew: the array's handle, the strings' handles, their data, the array's elements.
pub(crate) fn replace(image: &mut Image, place: &ArgumentsSymbol, arguments: &[String]) {
    let words = &mut image.words;
    words.resize(place.start as usize, 0);
    words.resize(words.len().next_multiple_of(HANDLE_WORDS as usize), 0);
    let handle = words.len() as u32;
    let strings = handle + HANDLE_WORDS;
    let mut literals = Literals::default();
    for argument in arguments {
        literals.add_text(argument);
    }
    let shape = StringShape {
        method_table: place.string_table,
        instance_size: place.string_words,
        char_array: place.char_array,
    };
    let elements = strings + literals.len(shape.instance_size);
    let length = arguments.len() as u32;
    words.extend(array_handle(
        elements,
        length,
        REFERENCE_ARRAY,
        place.string_array,
    ));
    words.extend(literals.words(strings, shape));
    words.extend(
        arguments
            .iter()
            .map(|argument| literals.handle_of_text(strings, argument)),
    );
    let total = words.len() as u32;
    for (address, value) in [(0, total), (place.field as usize, handle)] {
        if let Some(word) = words.get_mut(address) {
            *word = value;
        }
    }
}
