//! The configuration of a machine: every option of the hardware, with unit, range and default.

use serde::{Deserialize, Serialize};

use crate::config_reference::{OPTIONS, Values};
use crate::{Geometry, OrganisationKind, config_units, toml_text};

/// An enum of named option values: one list of variants gives serde names, [`fmt::Display`] and [`FromStr`].
macro_rules! named_values {
    ($(#[$meta:meta])* $name:ident, $option:literal {
        $($(#[$variant_meta:meta])* $variant:ident = $text:literal),* $(,)?
    }) => {
        $crate::named_enum! {
            $(#[$meta])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
            pub enum $name {
                $($(#[$variant_meta])* #[serde(rename = $text)] $variant = $text,)*
            }
        }

        impl $name {
            /// The names, as configurations write them.
            pub const NAMES: &[&str] = &[$($text),*];
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::config::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().find(|value| value.name() == text).copied().ok_or_else(|| $crate::config::UnknownName {
                    option: $option,
                    name: text.to_owned(),
                    known: Self::NAMES,
                })
            }
        }
    };
}

pub(crate) use named_values;

/// A name that is no value of an option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{option} = `{name}` is unknown: one of {}", known.join(", "))]
pub struct UnknownName {
    /// Name of the option.
    pub option: &'static str,
    /// The name given.
    pub name: String,
    /// The names that exist.
    pub known: &'static [&'static str],
}

named_values! {
    /// Main memory behind the SimpCon bus.
    MemoryKind, "memory" {
        /// 32-bit asynchronous SRAM.
        Sram32 = "sram32",
        /// 16-bit asynchronous SRAM, two accesses for each word.
        Sram16 = "sram16",
        /// 32-bit synchronous SRAM.
        Ssram32 = "ssram32",
    }
}

named_values! {
    /// Behaviour of the UART.
    UartKind, "uart" {
        /// Always ready to send; a byte leaves in the cycle of its write.
        Instant = "instant",
        /// Baud rate and FIFOs of the hardware.
        Timed = "timed",
    }
}

named_values! {
    /// Value of a stack RAM read when the same instruction writes the word.
    StackRamKind, "stack_ram" {
        /// The word before the write.
        OldData = "old-data",
        /// The word after the write.
        NewData = "new-data",
    }
}

/// One machine. Field by field documented in [`OPTIONS`], from which `jop config` prints its reference.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MachineConfig {
    /// Clock frequency in Hz; sets the microsecond counter and the baud rate.
    pub clk_freq_hz: u32,
    /// Technology of the main memory.
    pub memory: MemoryKind,
    /// Main memory in words; addresses wrap modulo this size.
    pub memory_words: u32,
    /// Length of one memory read in clock cycles, `ram_cnt` in the hardware.
    pub ram_cnt: u8,
    /// log2 of the scratchpad size in words; 0 is none.
    pub spm_width: u8,
    /// log2 of the method-cache size in bytes.
    pub jpc_width: u8,
    /// log2 of the number of method-cache blocks.
    pub block_bits: u8,
    /// Organisation of the method cache.
    pub method_cache: OrganisationKind,
    /// True if the object cache answers.
    pub object_cache: bool,
    /// True if there are data caches between processor and memory.
    pub data_cache: bool,
    /// log2 of the stack RAM size in words.
    pub ram_width: u8,
    /// Stack RAM, read during write by one instruction.
    pub stack_ram: StackRamKind,
    /// Behaviour of the UART.
    pub uart: UartKind,
    /// Baud rate of the timed UART in bits per second.
    pub uart_baud: u32,
    /// Depth of the transmit FIFO of the timed UART in bytes.
    pub uart_tx_depth: u8,
    /// Depth of the receive FIFO of the timed UART in bytes.
    pub uart_rx_depth: u8,
}

impl Default for MachineConfig {
    fn default() -> Self {
        Self {
            clk_freq_hz: 100_000_000,
            memory: MemoryKind::Sram32,
            memory_words: 262_144,
            ram_cnt: 2,
            spm_width: 0,
            jpc_width: 12,
            block_bits: 4,
            method_cache: OrganisationKind::Fifo,
            object_cache: false,
            data_cache: false,
            ram_width: 8,
            stack_ram: StackRamKind::OldData,
            uart: UartKind::Instant,
            uart_baud: 115_200,
            uart_tx_depth: 2,
            uart_rx_depth: 2,
        }
    }
}

/// A configuration that describes no machine.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ConfigError {
    /// The text is not TOML, or names an option that does not exist, or gives it a value of another kind.
    #[error("line {line}: {message}; `jop config --all` lists the options")]
    Syntax {
        /// Line in the text, from 1; 0 where the reader gives no place.
        line: usize,
        /// Error of the reader, on one line.
        message: String,
    },
    /// A value whose unit does not fit, that is no power of two where it has to be one, or that is given twice.
    #[error("line {line}: {problem}")]
    Value {
        /// Line in the text, from 1.
        line: usize,
        /// The value and what it should be.
        problem: String,
    },
    /// A number outside its range.
    #[error("{option} = {value} is out of range: {allowed} ({meaning})")]
    OutOfRange {
        /// Name of the option.
        option: &'static str,
        /// The value given.
        value: u64,
        /// The values allowed.
        allowed: String,
        /// Description of the option.
        meaning: &'static str,
    },
    /// Options that exclude each other.
    #[error("{0}")]
    Combination(String),
    /// An option that does not exist.
    #[error("no option `{0}`; `jop config --all` lists the options")]
    UnknownOption(String),
    /// A value of another kind.
    #[error("{option} = {value}: {allowed}")]
    NoValue {
        /// Name of the option.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values allowed.
        allowed: String,
    },
}

/// Reads an option from text by its name; one arm for each field.
macro_rules! set_by_name {
    ($config:ident, $option:ident, $value:ident: $($field:ident),* $(,)?) => {
        match $option.name {
            $(stringify!($field) => $value.parse().map(|value| $config.$field = value).is_ok(),)*
            _ => false,
        }
    };
}

impl MachineConfig {
    /// Reads a machine from TOML text; options left out keep their default. Sizes may have units, as in `size = "4K"`.
    ///
    /// # Errors
    /// On text that is not TOML, unknown keys, and values that [`MachineConfig::check`] refuses.
    pub fn from_toml(text: &str) -> Result<Self, ConfigError> {
        let plain = |first: toml::de::Error| match config_units::plain(text) {
            None => Err(syntax(text, &first)),
            Some(Err(wrong)) => Err(ConfigError::Value {
                line: toml_text::line_at(text, wrong.byte),
                problem: wrong.problem,
            }),
            // It has the same lines.
            Some(Ok(plain)) => toml::from_str(&plain).map_err(|error| syntax(&plain, &error)),
        };
        let config: Self = toml::from_str(text).or_else(plain)?;
        config.check()?;
        Ok(config)
    }

    /// Sets an option by its name, from the value that a configuration would have; neither range nor combinations are checked.
    ///
    /// # Errors
    /// When there is no such option, or the value is of another kind.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), ConfigError> {
        let Some(option) = OPTIONS.iter().find(|known| known.name == option) else {
            return Err(ConfigError::UnknownOption(option.to_owned()));
        };
        let is_set = set_by_name!(self, option, value:
            clk_freq_hz, memory, memory_words, ram_cnt, spm_width, jpc_width, block_bits, method_cache, object_cache,
            data_cache, ram_width, stack_ram, uart, uart_baud, uart_tx_depth, uart_rx_depth,
        );
        if is_set {
            return Ok(());
        }
        Err(ConfigError::NoValue {
            option: option.name,
            value: value.to_owned(),
            allowed: option.allowed(),
        })
    }

    /// Checks every range and the combinations.
    ///
    /// # Errors
    /// On the first value that no machine can have.
    pub fn check(&self) -> Result<(), ConfigError> {
        for option in OPTIONS {
            if let Values::Range { value, min, max } = option.values {
                let value = value(self);
                if !(min..=max).contains(&value) {
                    return Err(ConfigError::OutOfRange {
                        option: option.name,
                        value,
                        allowed: format!("{min} to {max} {}", option.unit)
                            .trim_end()
                            .to_owned(),
                        meaning: option.meaning,
                    });
                }
            }
        }
        self.check_combinations()
    }

    /// Size of the method cache and its blocks.
    ///
    /// # Errors
    /// When blocks would have no word.
    pub fn geometry(&self) -> Result<Geometry, ConfigError> {
        Geometry::new(self.jpc_width.into(), self.block_bits.into())
            .map_err(|error| ConfigError::Combination(error.to_string()))
    }

    /// Length of the longest method that the bytecode RAM runs; a longer one overwrites itself or is overwritten
    /// behind its tag (spec 05 section 1). A studied organisation may take less. Unit: words.
    #[must_use]
    pub fn longest_method(&self) -> u32 {
        let words = 1 << (self.jpc_width - 2);
        match self.method_cache {
            OrganisationKind::Fifo | OrganisationKind::OneBlock | OrganisationKind::Studied(_) => {
                words - 1
            }
            OrganisationKind::TwoBlock => words / 2 - 1,
        }
    }

    fn check_combinations(&self) -> Result<(), ConfigError> {
        self.geometry()?;
        let refuse = |reason: &str| Err(ConfigError::Combination(reason.to_owned()));
        if self.method_cache == OrganisationKind::TwoBlock && self.jpc_width != 10 {
            return refuse(
                "method_cache = \"two-block\" exists for jpc_width = 10 only (1 KB in two halves)",
            );
        }
        if self.memory == MemoryKind::Ssram32 && self.ram_cnt < 2 {
            return refuse(
                "memory = \"ssram32\" needs ram_cnt >= 2: with 1 the hardware never latches read data",
            );
        }
        if (self.clk_freq_hz / self.uart_baud + 8) / 16 == 0 {
            return refuse(
                "uart_baud is too high for clk_freq_hz: a bit needs at least eight clock cycles",
            );
        }
        Ok(())
    }
}

fn syntax(text: &str, error: &toml::de::Error) -> ConfigError {
    ConfigError::Syntax {
        line: error
            .span()
            .map_or(0, |span| toml_text::line_at(text, span.start)),
        message: error.message().replace('\n', ", "),
    }
}
