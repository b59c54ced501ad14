//! What the engine has to know of the machine.

use method_cache::{Geometry, GeometryError, OrganisationKind};

/// Which checks the bytecodes make; the microcode comes in two builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Checks {
    /// As loose about null and bounds as the hardware (spec 04 section 8).
    Hardware,
    /// Every null and every bad index is met before the next bytecode.
    Strict,
}

/// How the UART behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UartKind {
    /// Always ready to send.
    Instant,
    /// Baud rate and FIFOs of the hardware.
    Timed {
        /// Bits per second.
        baud: u32,
        /// Depth of the transmit FIFO in bytes.
        tx_depth: u8,
        /// Depth of the receive FIFO in bytes.
        rx_depth: u8,
    },
}

/// A machine for the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineConfig {
    /// Clock frequency in Hz, at least 1 MHz; sets the microsecond counter and the baud rate.
    pub clk_freq_hz: u32,
    /// Main memory in words; addresses wrap modulo this size.
    pub memory_words: u32,
    /// log2 of the scratchpad size in words, 0 is none.
    pub spm_width: u8,
    /// Organisation of the method cache.
    pub method_cache: OrganisationKind,
    /// log2 of the method-cache size in bytes.
    pub jpc_width: u8,
    /// log2 of the number of method-cache blocks.
    pub block_bits: u8,
    /// Whether the object cache answers.
    pub object_cache: bool,
    /// log2 of the stack RAM size in words, 8 to 10.
    pub ram_width: u8,
    /// Behaviour of the UART.
    pub uart: UartKind,
    /// Checks of the bytecodes.
    pub checks: Checks,
}

/// A machine that the engine cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The method cache cannot be built.
    #[error("{0}")]
    MethodCache(GeometryError),
    /// The stack RAM has another size than 256, 512 or 1024 words.
    #[error("a stack RAM of 2^{0} words: the engine runs 2^8 to 2^10")]
    StackRam(u8),
    /// The memory reaches into the addresses of scratchpad and devices.
    #[error("a memory of {0} words: addresses reach 4194304")]
    Memory(u32),
    /// The clock is too slow for a microsecond counter.
    #[error("a clock of {0} Hz: the microsecond counter needs 1 MHz or more")]
    Clock(u32),
    /// The image does not fit.
    #[error(
        "the image has {image} words and the memory {memory}: raise memory_words in the configuration"
    )]
    ImageTooLarge {
        /// Words of the image.
        image: usize,
        /// Words of the memory.
        memory: u32,
    },
    /// The image is too short to hold the special pointers that its word 1 names.
    #[error(
        "the image has {image} words and its word 1 puts the special pointers at {special}: it is damaged"
    )]
    NoStart {
        /// Words of the image.
        image: usize,
        /// Address in word 1.
        special: u32,
    },
}

impl EngineConfig {
    pub(crate) fn geometry(&self) -> Result<Geometry, ConfigError> {
        Geometry::new(self.jpc_width.into(), self.block_bits.into())
            .map_err(ConfigError::MethodCache)
    }

    pub(crate) fn check(&self, image: &[u32]) -> Result<(), ConfigError> {
        if !(8..=10).contains(&self.ram_width) {
            return Err(ConfigError::StackRam(self.ram_width));
        }
        if !(1..=1 << 22).contains(&self.memory_words) {
            return Err(ConfigError::Memory(self.memory_words));
        }
        if self.clk_freq_hz < 1_000_000 {
            return Err(ConfigError::Clock(self.clk_freq_hz));
        }
        if image.len() > self.memory_words as usize {
            return Err(ConfigError::ImageTooLarge {
                image: image.len(),
                memory: self.memory_words,
            });
        }
        let special = image.get(1).copied().unwrap_or(u32::MAX);
        if (special as usize).saturating_add(3) > image.len() {
            return Err(ConfigError::NoStart {
                image: image.len(),
                special,
            });
        }
        Ok(())
    }
}
