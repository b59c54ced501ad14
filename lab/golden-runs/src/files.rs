//! Images and microcode, in the folders beside a table.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use jopizer::{Image, ImageError};
use microcode::{Program, RawError};

use crate::table::Golden;

/// Bytes of text that an image may have.
const SIZE_LIMIT: u64 = 64 << 20;

/// A file that a run needs and that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The image.
    #[error("{}: {source}; a run's image is images/NAME.jop.gz beside its table", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// Its words.
    #[error("{}: {source}", path.display())]
    Image {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: ImageError,
    },
    /// The microcode.
    #[error(transparent)]
    Microcode(#[from] RawError),
}

/// Words of the image; hand-written microcode has none.
pub(crate) fn image(run: &Golden, folder: &Path) -> Result<Vec<u32>, FileError> {
    if run.is_microcode() {
        return Ok(Vec::new());
    }
    let path = folder.join("images").join(format!("{}.jop.gz", run.image));
    let io = |source| FileError::Io {
        path: path.clone(),
        source,
    };
    let file = std::fs::File::open(&path).map_err(io)?;
    let mut text = String::new();
    let mut unpacked = GzDecoder::new(file).take(SIZE_LIMIT);
    unpacked.read_to_string(&mut text).map_err(io)?;
    let image = Image::parse(&text).map_err(|source| FileError::Image {
        path: path.clone(),
        source,
    })?;
    Ok(image.words)
}

/// ROM, stack RAM and jump table.
pub(crate) fn microcode(run: &Golden, folder: &Path) -> Result<Program, FileError> {
    let folder = match run.is_microcode() {
        true => folder.join("cmp").join(&run.build),
        false => folder.join(format!("rom-{}", run.build)),
    };
    let [rom, ram, table] =
        ["mem_rom.dat", "mem_ram.dat", "jump_table.dat"].map(|name| folder.join(name));
    Ok(Program::from_raw(rom, ram, table)?)
}
