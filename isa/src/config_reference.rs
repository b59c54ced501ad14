//! The options of a machine as data, for `jop config` and the range checks.

use crate::OrganisationKind;
use crate::config::{MachineConfig, MemoryKind, StackRamKind, UartKind};
use crate::config_units;

/// Value of an option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// Golden traces of the RTL cover every value.
    Verified,
    /// Golden traces, or whole programs run on the RTL, cover the values named; all others are counted by the same registers.
    Traces(&'static str),
    /// Golden traces cover the first values; the second are as specified, not verified.
    Partly(&'static str, &'static str),
}

/// The values an option can take.
#[derive(Debug, Clone, Copy)]
pub enum Values {
    /// A number.
    Range {
        /// Reads the option out of a configuration.
        value: fn(&MachineConfig) -> u64,
        /// Smallest value.
        min: u64,
        /// Largest value.
        max: u64,
    },
    /// One of several names.
    OneOf(&'static [&'static str]),
    /// `true` or `false`.
    Switch,
}

/// One option of [`MachineConfig`].
#[derive(Debug, Clone, Copy)]
pub struct ConfigOption {
    /// Key in the TOML file.
    pub name: &'static str,
    /// Description of the option.
    pub meaning: &'static str,
    /// Unit of the value; empty where it has none.
    pub unit: &'static str,
    /// Values allowed.
    pub values: Values,
    /// True if golden traces cover it.
    pub evidence: Evidence,
    /// Values that no shipped hardware has; empty where every value exists.
    pub not_in_hardware: &'static str,
    /// Shown by `jop config` without `--all`.
    pub common: bool,
}

macro_rules! range {
    ($field:ident, $min:expr, $max:expr) => {
        Values::Range {
            value: |config| u64::from(config.$field),
            min: $min,
            max: $max,
        }
    };
}

/// Longest memory read: a write loads `ram_cnt + 1` into a four-bit counter. Unit: cycles.
pub const MOST_RAM_CNT: u8 = 14;

/// Every option, in the order of the printed reference.
pub const OPTIONS: &[ConfigOption] = &[
    ConfigOption {
        name: "clk_freq_hz",
        meaning: "clock frequency, source of the microsecond counter and the baud rate",
        unit: "Hz",
        // The prescaler counts clk_freq_hz / 10^6 - 1 down in eight bits.
        values: range!(clk_freq_hz, 1_000_000, 256_999_999),
        evidence: Evidence::Traces("1, 50, 60, 100 and 256 MHz"),
        not_in_hardware: "",
        // spec 06 section 2
        common: true,
    },
    ConfigOption {
        name: "memory",
        meaning: "technology of the main memory",
        unit: "",
        values: Values::OneOf(MemoryKind::NAMES),
        evidence: Evidence::Verified,
        not_in_hardware: "",
        // spec 04 section 2, spec 15 sections 3 and 4
        common: true,
    },
    ConfigOption {
        name: "memory_words",
        meaning: "size of the main memory; addresses wrap modulo this size",
        unit: "words",
        values: range!(memory_words, 1024, 1 << 22),
        evidence: Evidence::Traces("1024, 4096 and 1048576 words, 262144 by golden runs"),
        not_in_hardware: "",
        // spec 04 section 3
        common: true,
    },
    ConfigOption {
        name: "ram_cnt",
        meaning: "length of one memory read",
        unit: "clock cycles",
        values: range!(ram_cnt, 1, MOST_RAM_CNT as u64),
        evidence: Evidence::Traces(
            "1 to 7, 10 and 14 with sram32, 1 to 7 and 10 with sram16, 2 to 5 and 7 with ssram32",
        ),
        not_in_hardware: "all but 2, 3, 4 and 10",
        // spec 04 section 2
        common: true,
    },
    ConfigOption {
        name: "spm_width",
        meaning: "log2 of the scratchpad size, 0 for none",
        unit: "log2 of words",
        values: range!(spm_width, 0, 16),
        evidence: Evidence::Traces("0 and 8"),
        not_in_hardware: "all but 0 and 8",
        // spec 04 section 3
        common: false,
    },
    ConfigOption {
        name: "jpc_width",
        meaning: "log2 of the method-cache size",
        unit: "log2 of bytes",
        values: range!(jpc_width, 8, 15),
        evidence: Evidence::Traces("8 and 10 to 15"),
        not_in_hardware: "8 to 10 and 13 to 15; 10 with the two-block cache exists",
        // spec 01 section 3
        common: true,
    },
    ConfigOption {
        name: "block_bits",
        meaning: "log2 of the number of method-cache blocks, where the organisation has a choice",
        unit: "log2 of blocks",
        values: range!(block_bits, 0, 10),
        evidence: Evidence::Traces("0 and 2 to 6"),
        not_in_hardware: "0 to 3 and above 5",
        // spec 05 section 1
        common: true,
    },
    ConfigOption {
        name: "method_cache",
        meaning: "organisation of the method cache",
        unit: "",
        values: Values::OneOf(OrganisationKind::NAMES),
        evidence: Evidence::Traces("fifo, one-block and two-block"),
        not_in_hardware: "all but fifo, one-block and two-block; their loads take the hardware's cycles",
        // spec 05 section 1
        common: true,
    },
    ConfigOption {
        name: "object_cache",
        meaning: "whether the object cache answers",
        unit: "",
        values: Values::Switch,
        evidence: Evidence::Verified,
        not_in_hardware: "",
        // spec 05 section 2
        common: true,
    },
    ConfigOption {
        name: "data_cache",
        meaning: "whether the data caches stand between processor and memory",
        unit: "",
        values: Values::Switch,
        evidence: Evidence::Verified,
        not_in_hardware: "",
        // spec 05 section 4, spec 15 section 2
        common: false,
    },
    ConfigOption {
        name: "ram_width",
        meaning: "log2 of the stack RAM size",
        unit: "log2 of words",
        values: range!(ram_width, 8, 10),
        evidence: Evidence::Verified,
        not_in_hardware: "9 and 10",
        // spec 02 section 2
        common: false,
    },
    ConfigOption {
        name: "stack_ram",
        meaning: "what a stack RAM read shows when the same instruction writes the word",
        unit: "",
        values: Values::OneOf(StackRamKind::NAMES),
        evidence: Evidence::Partly("old-data", "new-data"),
        not_in_hardware: "new-data",
        // spec 02 section 6
        common: false,
    },
    ConfigOption {
        name: "uart",
        meaning: "whether the UART is always ready or keeps baud rate and FIFOs",
        unit: "",
        values: Values::OneOf(UartKind::NAMES),
        evidence: Evidence::Verified,
        not_in_hardware: "instant",
        // spec 06 section 4, spec 15 section 1
        common: true,
    },
    ConfigOption {
        name: "uart_baud",
        meaning: "baud rate (uart = \"timed\")",
        unit: "bits per second",
        values: range!(uart_baud, 300, 4_000_000),
        evidence: Evidence::Traces("2000000 at 100 MHz, 4000000 at 50 and 100 MHz"),
        not_in_hardware: "",
        // spec 15 section 1
        common: false,
    },
    ConfigOption {
        name: "uart_tx_depth",
        meaning: "depth of the transmit FIFO (uart = \"timed\")",
        unit: "bytes",
        values: range!(uart_tx_depth, 1, 64),
        evidence: Evidence::Traces("2 and 16"),
        not_in_hardware: "all but 2, 4, 8 and 16",
        // spec 06 section 3
        common: false,
    },
    ConfigOption {
        name: "uart_rx_depth",
        meaning: "depth of the receive FIFO (uart = \"timed\")",
        unit: "bytes",
        values: range!(uart_rx_depth, 1, 64),
        evidence: Evidence::Traces("2 and 16"),
        not_in_hardware: "all but 2, 4, 8 and 16",
        // spec 06 section 3
        common: false,
    },
];

impl ConfigOption {
    /// The values allowed, as text.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.values {
            Values::Range { min, max, .. } => format!("{min} to {max}"),
            Values::OneOf(names) => names.join(", "),
            Values::Switch => "true, false".to_owned(),
        }
    }
}

/// The machine as commented TOML; the options that rarely change only when `all` is set.
///
/// # Panics
/// Never: a configuration always serialises.
#[must_use]
pub fn commented_toml(config: &MachineConfig, all: bool) -> String {
    let table = toml::Table::try_from(config).expect("a configuration is a TOML table");
    let mut text = String::new();
    for option in OPTIONS.iter().filter(|option| all || option.common) {
        let unit = if option.unit.is_empty() {
            String::new()
        } else {
            format!(" Unit: {}.", option.unit)
        };
        text.push_str(&format!(
            "# {}{}.\n#{unit} Values: {}.",
            option.meaning[..1].to_uppercase(),
            &option.meaning[1..],
            option.allowed()
        ));
        if let Some(also) = config_units::also(option.name) {
            text.push_str(&format!("\n# Also written {also}."));
        }
        match option.evidence {
            Evidence::Verified => text.push_str("\n# Verified by golden traces: every value."),
            Evidence::Traces(values) => {
                text.push_str(&format!("\n# Verified by golden traces: {values}."));
            }
            Evidence::Partly(values, others) => text.push_str(&format!(
                "\n# Verified by golden traces: {values}; {others} as specified, not verified."
            )),
        }
        if !option.not_in_hardware.is_empty() {
            text.push_str(&format!(
                "\n# In no shipped hardware: {}.",
                option.not_in_hardware
            ));
        }
        text.push_str(&format!("\n{} = {}\n\n", option.name, table[option.name]));
    }
    text.truncate(text.trim_end().len() + 1);
    text
}
