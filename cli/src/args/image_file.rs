//! Linked images and the symbol files next to them.

use std::path::Path;

use isa::bounded_file;
use jopizer::{Image, ImageError, Symbols};

use crate::output::console::Console;
use crate::output::errors::Error;

/// Megabytes that an image may have: 16 MB of memory as text with comments stay below.
const SIZE_LIMIT: u64 = 256;

/// Checks if a name is an image's: `app.jop`, or `mem_main.dat`, which the original's `jop2dat` makes for simulation.
pub(crate) fn is_image(name: &str) -> bool {
    let extension = Path::new(name).extension();
    extension.is_some_and(|found| {
        ["jop", "dat"]
            .iter()
            .any(|known| found.eq_ignore_ascii_case(known))
    })
}

/// Reads an image and, where they are there and fit, its symbols.
pub(crate) fn read(path: &Path, console: Console) -> Result<(Image, Option<Symbols>), Error> {
    let image = Image::parse(&read_text(path)?).map_err(|error| malformed(path, &error))?;
    let symbols = symbols(path, &image, console)?;
    Ok((image, symbols))
}

/// Our own symbols, or those in the original linker's link-info file.
fn symbols(path: &Path, image: &Image, console: Console) -> Result<Option<Symbols>, Error> {
    let beside = Symbols::path_beside(path);
    if beside.exists() {
        let symbols = Symbols::read(&beside)?;
        if symbols.fits(image) {
            return Ok(Some(symbols));
        }
        console.note(&format!(
            "jop: note: {} belongs to another image and is not used; link the program again",
            beside.display()
        ));
    }
    let candidates = Symbols::link_txt_beside(path);
    let Some(link_txt) = candidates.iter().find(|file| file.exists()) else {
        return Ok(None);
    };
    match Symbols::from_link_txt(&read_text(link_txt)?, image) {
        Ok(symbols) => Ok(Some(symbols)),
        Err(reason) => {
            let file = link_txt.display();
            console.note(&format!("jop: note: {file} is not used: {reason}"));
            Ok(None)
        }
    }
}

fn read_text(path: &Path) -> Result<String, Error> {
    let bytes = bounded_file::bytes(path, SIZE_LIMIT, "an image or its symbols have");
    let bytes = bytes.map_err(|reason| Error::Read {
        path: path.to_owned(),
        reason,
    })?;
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

/// Excerpt of a file for a message: printable and short.
fn quote(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}
