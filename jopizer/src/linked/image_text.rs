//! The text form of an image, with comments from its symbols.

use std::fmt::Write as _;
use std::path::Path;

use crate::files::write_atomically;
use crate::image::{Image, ImageError};
use crate::symbols::Symbols;

/// Words on one line of text.
const WORDS_PER_LINE: u32 = 8;

impl Image {
    /// The text form. With symbols, comments name the contents; they carry no information.
    #[must_use]
    pub fn to_text(&self, symbols: Option<&Symbols>) -> String {
        let comments = symbols.map(Symbols::comments).unwrap_or_default();
        let mut text = String::new();
        let mut on_line = 0;
        for (address, word) in (0..).zip(&self.words) {
            let comment = comments.get(&address);
            if on_line == WORDS_PER_LINE || (comment.is_some() && on_line > 0) {
                text.push('\n');
                on_line = 0;
            }
            for line in comment.into_iter().flatten() {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "// {address}: {}", one_line(line));
            }
            let separator = if on_line == 0 { "" } else { " " };
            let _ = write!(text, "{separator}{},", word.cast_signed());
            on_line += 1;
        }
        text.push('\n');
        text
    }

    /// Writes a `.jop` file; an interrupted run leaves no partial image.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path, symbols: Option<&Symbols>) -> Result<(), ImageError> {
        write_atomically(path, self.to_text(symbols).as_bytes()).map_err(|error| ImageError::File {
            path: path.to_owned(),
            problem: error.to_string(),
        })
    }
}

/// Comments must end with their line.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '?' } else { c })
        .collect()
}
