//! Linked images and the symbols beside them.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use jopizer::{Image, ImageError, Symbols};

use crate::console::Console;
use crate::errors::Error;

/// Bytes that an image may have: 16 MB of memory as text with comments stay below.
const SIZE_LIMIT: u64 = 256 << 20;

/// Reads an image and, where they are there and fit, its symbols.
pub(crate) fn read(path: &Path, console: Console) -> Result<(Image, Option<Symbols>), Error> {
    let text = text(path).map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
    let image = Image::parse(&text).map_err(|error| malformed(path, &error))?;
    let beside = Symbols::path_beside(path);
    if !beside.exists() {
        return Ok((image, None));
    }
    let symbols = Symbols::read(&beside)?;
    if symbols.fits(&image) {
        return Ok((image, Some(symbols)));
    }
    console.note(&format!(
        "jop: note: {} belongs to another image and is not used; link the program again",
        beside.display()
    ));
    Ok((image, None))
}

fn text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(SIZE_LIMIT + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > SIZE_LIMIT {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            "an image has at most 256 MB",
        ));
    }
    // Comments may be in any encoding; where numbers should be, what is not UTF-8 is found to be none.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn malformed(path: &Path, error: &ImageError) -> Error {
    let path = path.display();
    Error::Input(match error {
        ImageError::NotANumber { line, text } => {
            format!(
                "{path}:{line}: `{}` is not a number; an image is what `jop build` writes",
                quote(text)
            )
        }
        ImageError::Range { line, text } => {
            format!(
                "{path}:{line}: {} does not fit a word of 32 bits; link the program again",
                quote(text)
            )
        }
        ImageError::Comment { line } => {
            format!("{path}:{line}: the comment that starts here has no end; close it with */")
        }
        other => format!("{path}: {other}; link the program again with `jop build`"),
    })
}

/// What a message quotes of a file: printable, and not the whole of it.
fn quote(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}
