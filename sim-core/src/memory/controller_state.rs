//! States of the memory controller, named as in the specification, and the outputs that each state drives
//! (spec 04 sections 4 and 5).

use serde::{Deserialize, Serialize};

use crate::simpcon::CacheClass;

macro_rules! states {
    ($($(#[$doc:meta])* $variant:ident $name:literal;)*) => {
        /// State of the memory controller.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum ControllerState {
            $($(#[$doc])* $variant,)*
        }

        const STATES: &[ControllerState] = &[$(ControllerState::$variant,)*];

        impl ControllerState {
            /// Every state; a state's number is its place.
            pub const ALL: &[Self] = STATES;

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

/// Effect of a state on `state_bsy`, which holds the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Busy {
    /// Leaves it.
    Hold,
    /// Sets it.
    Set,
    /// Clears it.
    Clear,
}

/// Registered outputs of a state: chosen when it becomes the next state, valid during it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateOutputs {
    /// Read strobe: `state_rd`.
    pub rd: bool,
    /// Write strobe: `state_wr`.
    pub wr: bool,
    /// `addr_reg` counts up.
    pub inc_addr_reg: bool,
    /// `bc_len` counts down.
    pub dec_len: bool,
    /// The bytecode RAM is written.
    pub bc_wr_ena: bool,
    /// Null pointer pulse.
    pub null_pointer: bool,
    /// Array bounds pulse.
    pub bounds_error: bool,
    /// Illegal assignment pulse; not connected.
    pub illegal_assignment: bool,
    /// Cache class of the access: `state_dcache`.
    pub dcache: CacheClass,
    /// Effect on `state_bsy`.
    pub bsy: Busy,
}

impl StateOutputs {
    /// No output: the registers after reset.
    pub const NONE: Self = Self {
        rd: false,
        wr: false,
        inc_addr_reg: false,
        dec_len: false,
        bc_wr_ena: false,
        null_pointer: false,
        bounds_error: false,
        illegal_assignment: false,
        dcache: CacheClass::Bypass,
        bsy: Busy::Hold,
    };

    const fn of(state: ControllerState) -> Self {
        use ControllerState as S;
        Self {
            rd: matches!(
                state,
                S::Gs1
                    | S::BcR1
                    | S::BcRn
                    | S::Iald2
                    | S::Iald23
                    | S::Iasrd
                    | S::Gf0
                    | S::Gf3
                    | S::Pf1
                    | S::Cp1
            ),
            wr: matches!(state, S::Ps1 | S::Iasst | S::Pf4 | S::Cp4),
            inc_addr_reg: matches!(state, S::BcR1 | S::BcRn | S::Iald0),
            dec_len: matches!(state, S::BcRn),
            bc_wr_ena: matches!(state, S::BcWr),
            null_pointer: matches!(state, S::Npexc),
            bounds_error: matches!(state, S::Abexc),
            illegal_assignment: matches!(state, S::Iaexc),
            dcache: match state {
                S::Ps1 | S::Gs1 => CacheClass::DirectMapped,
                S::Iald0 | S::Iald2 | S::Iald23 | S::Gf3 | S::Pf1 | S::Pf4 => {
                    CacheClass::FullyAssociative
                }
                _ => CacheClass::Bypass,
            },
            bsy: match state {
                S::Ps1 | S::Gs1 | S::BcCc | S::Iast0 | S::Iald0 | S::Gf0 | S::Pf0 | S::Cp0 => {
                    Busy::Set
                }
                S::Idl | S::Rd1 | S::Wr1 | S::Last => Busy::Clear,
                _ => Busy::Hold,
            },
        }
    }
}

static OUTPUTS: [StateOutputs; STATES.len()] = {
    let mut outputs = [StateOutputs::NONE; STATES.len()];
    let mut i = 0;
    while i < STATES.len() {
        outputs[i] = StateOutputs::of(STATES[i]);
        i += 1;
    }
    outputs
};

impl ControllerState {
    /// Outputs that the state drives.
    #[inline(always)]
    #[must_use]
    pub fn outputs(self) -> StateOutputs {
        OUTPUTS[self as usize]
    }
}
