//! States of the memory controller, named as in the specification (spec 04 section 5).

use serde::{Deserialize, Serialize};

macro_rules! states {
    ($($(#[$doc:meta])* $variant:ident $name:literal;)*) => {
        /// State of the memory controller.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ControllerState {
            $($(#[$doc])* $variant,)*
        }

        impl ControllerState {
            /// Name in the specification and in the golden traces.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

states! {
    /// Waits for a strobe.
    Idl "idl";
    /// Plain read under way.
    Rd1 "rd1";
    /// Plain write under way.
    Wr1 "wr1";
    /// Last access of an operation under way.
    Last "last";
    /// Static field write.
    Ps1 "ps1";
    /// Static field read.
    Gs1 "gs1";
    /// Method-cache lookup.
    BcCc "bc_cc";
    /// First read of a method load.
    BcR1 "bc_r1";
    /// Waits for a word of the method.
    BcW "bc_w";
    /// Read of the next word.
    BcRn "bc_rn";
    /// Write into the bytecode RAM.
    BcWr "bc_wr";
    /// Waits for the read that is discarded.
    BcWl "bc_wl";
    /// Array store: index and handle arrive.
    Iast0 "iast0";
    /// Array: handle read, null and index checks.
    Iald0 "iald0";
    /// Array: waits for the handle.
    Iald1 "iald1";
    /// Array: length read.
    Iald2 "iald2";
    /// Array: the handle's data arrives.
    Iald3 "iald3";
    /// Array: as `iald3`, unreachable in the hardware.
    Iald23 "iald23";
    /// Array load: waits for the length.
    Iald4 "iald4";
    /// Array load: element read.
    Iasrd "iasrd";
    /// Array load: bounds check, waits for the element.
    Ialrb "ialrb";
    /// Array store: waits for the length.
    Iaswb "iaswb";
    /// Array store: bounds check.
    Iasrb "iasrb";
    /// Array store: element write.
    Iasst "iasst";
    /// Field read: handle read, null check.
    Gf0 "gf0";
    /// Field read: waits for the handle.
    Gf1 "gf1";
    /// Field read: the handle's data arrives.
    Gf2 "gf2";
    /// Field read: field access.
    Gf3 "gf3";
    /// Field read: waits for the field.
    Gf4 "gf4";
    /// Field write: the index arrives.
    Pf0 "pf0";
    /// Field write: handle read, null check.
    Pf1 "pf1";
    /// Field write: waits for the handle.
    Pf2 "pf2";
    /// Field write: the handle's data arrives.
    Pf3 "pf3";
    /// Field write: field access.
    Pf4 "pf4";
    /// Copy step: the destination arrives.
    Cp0 "cp0";
    /// Copy step: read.
    Cp1 "cp1";
    /// Copy step: waits for the word.
    Cp2 "cp2";
    /// Copy step: the word arrives.
    Cp3 "cp3";
    /// Copy step: write.
    Cp4 "cp4";
    /// Copy ends: the window closes.
    Cpstop "cpstop";
    /// Raises a null pointer exception.
    Npexc "npexc";
    /// Raises an array bounds exception.
    Abexc "abexc";
    /// Suppresses an illegal assignment.
    Iaexc "iaexc";
    /// Waits for the end of the access under way.
    Excw "excw";
}
