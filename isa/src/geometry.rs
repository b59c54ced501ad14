//! Size of a method cache and of its blocks.

use serde::{Deserialize, Serialize};

/// Size of the bytecode RAM and number of its blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Widths")]
pub struct Geometry {
    jpc_width: u32,
    block_bits: u32,
}

/// A geometry as it is read, which may be none.
#[derive(Deserialize)]
struct Widths {
    jpc_width: u32,
    block_bits: u32,
}

impl TryFrom<Widths> for Geometry {
    type Error = GeometryError;

    fn try_from(widths: Widths) -> Result<Self, GeometryError> {
        Self::new(widths.jpc_width, widths.block_bits)
    }
}

/// A geometry that cannot be built.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GeometryError {
    /// log2 of the cache size in bytes that was asked for.
    pub jpc_width: u32,
    /// log2 of the number of blocks that was asked for.
    pub block_bits: u32,
}

impl std::fmt::Display for GeometryError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "a method cache of 2^{} bytes cannot have 2^{} blocks: blocks must have at least one word and the cache 2^3 to 2^16 bytes",
            self.jpc_width, self.block_bits
        )
    }
}

impl std::error::Error for GeometryError {}

impl Geometry {
    /// A cache of `2^jpc_width` bytes in `2^block_bits` blocks.
    ///
    /// # Errors
    /// When a block would have no word, or the cache is smaller than 8 bytes or larger than 64 KB.
    pub fn new(jpc_width: u32, block_bits: u32) -> Result<Self, GeometryError> {
        if (3..=16).contains(&jpc_width) && block_bits <= jpc_width - 2 {
            Ok(Self {
                jpc_width,
                block_bits,
            })
        } else {
            Err(GeometryError {
                jpc_width,
                block_bits,
            })
        }
    }

    /// Number of blocks.
    #[must_use]
    pub fn blocks(self) -> u32 {
        1 << self.block_bits
    }

    /// Words of the bytecode RAM.
    #[must_use]
    pub fn words(self) -> u32 {
        1 << (self.jpc_width - 2)
    }

    /// Words of one block.
    #[must_use]
    pub fn block_words(self) -> u32 {
        1 << self.block_word_bits()
    }

    /// log2 of the size in bytes.
    #[must_use]
    pub fn jpc_width(self) -> u32 {
        self.jpc_width
    }

    /// log2 of the number of blocks.
    #[must_use]
    pub fn block_bits(self) -> u32 {
        self.block_bits
    }

    /// First word of a block in the bytecode RAM.
    #[must_use]
    pub fn first_word(self, block: u32) -> u32 {
        block << self.block_word_bits()
    }

    /// Block of a word.
    #[must_use]
    pub fn block_of(self, word: u32) -> u32 {
        word >> self.block_word_bits()
    }

    /// Blocks that a method of `length` words occupies after its first one, truncated to the width of a
    /// block number as in the hardware. A length that fills its blocks exactly takes one block more.
    #[must_use]
    pub fn further_blocks(self, length: u32) -> u32 {
        (length >> self.block_word_bits()) & (self.blocks() - 1)
    }

    fn block_word_bits(self) -> u32 {
        self.jpc_width - 2 - self.block_bits
    }
}
