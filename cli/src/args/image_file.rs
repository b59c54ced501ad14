//! Linked images and the symbol files next to them.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use isa::bounded_file;
use jopizer::{Image, ImageError, Symbols};

use crate::output::console::Console;
use crate::output::errors::Error;

/// Megabytes that an image may have: 16 MB of memory as text with comments stay below.
const SIZE_LIMIT: u64 = 256;

/// How a packed file begins.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Checks if a name is an image's: `app.jop`, or `mem_main.dat`, which the original's `jop2dat` makes for simulation; either may be
/// packed, as `app.jop.gz`.
pub(crate) fn is_image(name: &str) -> bool {
    let name = unpacked(Path::new(name));
    name.extension().is_some_and(|found| {
        ["jop", "dat"]
            .iter()
            .any(|known| found.eq_ignore_ascii_case(known))
    })
}

/// The name without the `.gz` of a packed file.
pub(crate) fn unpacked(path: &Path) -> PathBuf {
    let is_packed = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
    match is_packed {
        true => path.with_extension(""),
        false => path.to_owned(),
    }
}

/// Reads an image and, where they are there and fit, its symbols.
pub(crate) fn read(path: &Path, console: Console) -> Result<(Image, Option<Symbols>), Error> {
    let image = Image::parse(&read_text(path)?).map_err(|error| malformed(path, &error))?;
    let symbols = symbols(path, &image, console)?;
    Ok((image, symbols))
}

/// Our own symbols, or those in the original linker's link-info file.
fn symbols(path: &Path, image: &Image, console: Console) -> Result<Option<Symbols>, Error> {
    let unpacked = unpacked(path);
    let [packed_beside, beside] = [path, &unpacked].map(Symbols::path_beside);
    let beside = match packed_beside.exists() {
        true => packed_beside,
        false => beside,
    };
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
    let candidates = Symbols::link_txt_beside(&unpacked);
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
    let unreadable = |reason| Error::Read {
        path: path.to_owned(),
        reason,
    };
    let mut bytes = bytes.map_err(unreadable)?;
    if bytes.starts_with(&GZIP) {
        let limit = SIZE_LIMIT << 20;
        let mut text = Vec::new();
        let packed = MultiGzDecoder::new(bytes.as_slice());
        packed
            .take(limit + 1)
            .read_to_end(&mut text)
            .map_err(unreadable)?;
        if text.len() as u64 > limit {
            return Err(Error::Input(format!(
                "{}: an image has at most {SIZE_LIMIT} MB, and this is more when unpacked",
                path.display()
            )));
        }
        bytes = text;
    }
    // Comments may be in any encoding; where numbers should be, what is not UTF-8 is found to be none.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn malformed(path: &Path, error: &ImageError) -> Error {
    let path = path.display();
    Error::Input(match error {
        ImageError::NotANumber { text, .. } if !is_text(text) => {
            format!("{path}: no image, as it is not text; an image is what `jop build` writes")
        }
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

/// Checks if this may be from a file of text.
fn is_text(text: &str) -> bool {
    !text.contains(|found: char| found == char::REPLACEMENT_CHARACTER || found.is_control())
}

/// Excerpt of a file for a message: printable and short.
fn quote(text: &str) -> String {
    text.chars().take(20).flat_map(char::escape_debug).collect()
}
