//! Cases of a bytecode that may take different cycles, in terms of the JVM and the machine, not of microcode.
//!
//! An engine determines the scenario from the operands; the table knows the microinstructions of each. A row has
//! a path for [`Scenario::Usual`] and for every scenario that takes other cycles, or the same with other side effects;
//! a scenario that a row does not list takes the usual path.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! scenarios {
    ($($(#[doc = $text:literal])+ $(#[$default:ident])? $variant:ident = $name:literal,)+) => {
        /// A scenario.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Scenario {
            $($(#[doc = $text])+ $(#[$default])? #[serde(rename = $name)] $variant,)+
        }

        impl Scenario {
            /// All scenarios.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// Its name in files and on the command line.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// Summary in one line.
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($text),+).trim_ascii()),+ }
            }
        }
    };
}

scenarios! {
    /// None of the others. A shift of long by 1 to 31; a comparison of longs of equal sign that differ; a monitor granted, or left for good; one step of a copy.
    #[default]
    Usual = "usual",
    /// The reference is null; for an array access also: and the index has none of bits 31 to 21.
    Null = "null",
    /// The index is not below the length; bits 31 to 21 of it are 0. For arrays of long: any bad index.
    Index = "index",
    /// Bit 22 of the index is set, as in every small negative number.
    IndexBit22 = "index-bit-22",
    /// The index has one of bits 31 to 21, but not 22, and is not below the length in its lower 23 bits.
    HighIndex = "high-index",
    /// The index has one of bits 31 to 21, but not 22, and is below the length in its lower 23 bits.
    HighIndexInside = "high-index-inside",
    /// The reference is null and the index has one of bits 31 to 21.
    NullHighIndex = "null-high-index",
    /// Access to I/O or the scratchpad: a hardware object or array, or a native access to such an address.
    Device = "device",
    /// The object cache has the field.
    ObjectCacheHit = "object-cache-hit",
    /// A shift of long by 0.
    ByZero = "by-0",
    /// A shift of long by 32 to 63.
    By32To63 = "by-32-to-63",
    /// A comparison of a negative long with one that is not.
    FirstNegative = "first-negative",
    /// A comparison of a long that is not negative with one that is.
    SecondNegative = "second-negative",
    /// A comparison of equal longs.
    Equal = "equal",
    /// A virtual call on an array.
    ArrayReceiver = "array-receiver",
    /// A virtual call on a hardware object whose type word is not 0.
    HardwareReceiver = "hardware-receiver",
    /// The copy unit is stopped by a negative position.
    Stop = "stop",
    /// A monitor is left while another is held.
    Nested = "nested",
    /// The lock unit refuses a monitor.
    Refused = "refused",
    /// The condition of a conditional move is 0.
    ConditionZero = "condition-0",
    /// Start of a core other than 0, whose `k` counts its looks at the start signal.
    OtherCore = "other-core",
}

/// The paths of `bytecode-timing/data` under their names there.
const MEASURED_PATHS: [(&str, Scenario); 19] = [
    ("", Scenario::Usual),
    ("1 to 31", Scenario::Usual),
    ("less or greater", Scenario::Usual),
    ("granted", Scenario::Usual),
    ("outermost", Scenario::Usual),
    ("1 word", Scenario::Usual),
    ("5 words", Scenario::Usual),
    ("null", Scenario::Null),
    ("index", Scenario::Index),
    ("large index", Scenario::HighIndexInside),
    ("by 0", Scenario::ByZero),
    ("32 to 63", Scenario::By32To63),
    ("first negative", Scenario::FirstNegative),
    ("second negative", Scenario::SecondNegative),
    ("equal", Scenario::Equal),
    ("nested", Scenario::Nested),
    ("stop", Scenario::Stop),
    ("array", Scenario::ArrayReceiver),
    ("hardware object", Scenario::HardwareReceiver),
];

impl Scenario {
    /// The scenario of a path that was measured, by its name in the committed tables.
    #[must_use]
    pub fn of_measured_path(name: &str) -> Option<Self> {
        let mut paths = MEASURED_PATHS.iter();
        paths
            .find(|(path, _)| *path == name)
            .map(|(_, scenario)| *scenario)
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
