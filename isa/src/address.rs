//! Word addresses as the memory controller sees them: 23 bits, the upper two of which select main memory, the scratchpad or
//! the devices (spec 04 section 3, spec 06 section 1).

/// The bits of an address that leave the processor.
pub const ADDRESS_MASK: u32 = (1 << 23) - 1;
/// The first address of the scratchpad.
pub const SCRATCHPAD: u32 = 0b10 << REGION_SHIFT;
/// The first address of the devices.
pub const DEVICES: u32 = 0b11 << REGION_SHIFT;

const REGION_SHIFT: u32 = 21;

/// Device or memory at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Region {
    /// Main memory.
    MainMemory,
    /// The scratchpad RAM in the processor.
    Scratchpad,
    /// The registers of devices.
    Devices,
}

impl Region {
    /// The region of an address; bits above the 23 do not count.
    #[inline]
    #[must_use]
    pub const fn of(address: u32) -> Self {
        match (address & ADDRESS_MASK) >> REGION_SHIFT {
            0b10 => Self::Scratchpad,
            0b11 => Self::Devices,
            _ => Self::MainMemory,
        }
    }
}

/// Number of the device that an address among [`DEVICES`] selects: 0 the system device, 1 the UART, 2 and 3 none.
#[inline]
#[must_use]
pub const fn device_select(address: u32) -> u32 {
    address >> 4 & 3
}

/// Number of the register in its device that an address among [`DEVICES`] selects.
#[inline]
#[must_use]
pub const fn device_register(address: u32) -> u32 {
    address & 15
}

/// The address of each register as programs push it, the sign-extended form of its 23 bits, and its number in its device.
macro_rules! registers {
    ($first:literal: $($(#[doc = $text:literal])* $name:ident = $number:literal;)*) => {
        $($(#[doc = $text])* pub const $name: u32 = ($first as i32 + $number) as u32;)*

        /// Numbers of the registers in the device.
        pub mod register {
            $($(#[doc = $text])* pub const $name: u32 = $number;)*
        }
    };
}

/// Registers of the system device (spec 06 section 2). Where reading and writing differ, they have two names.
pub mod system {
    registers! { -128:
        /// Read: cycles since reset.
        CYCLE_COUNTER = 0;
        /// Write: bit 0 enables interrupts.
        INTERRUPT_ENABLE = 0;
        /// Read: microseconds since reset.
        MICROSECOND_COUNTER = 1;
        /// Write: the microsecond of the next timer interrupt.
        TIMER = 1;
        /// Read: number of the interrupt that was acknowledged last.
        INTERRUPT_NUMBER = 2;
        /// Write: requests the interrupt of this number.
        SOFTWARE_INTERRUPT = 2;
        /// Write: bit 0 is the watchdog output.
        WATCHDOG = 3;
        /// Read: number of the last exception. Write: raises the exception of this number.
        EXCEPTION = 4;
        /// Write: takes the lock. Read: bit 0 halted, bit 1 refused.
        LOCK = 5;
        /// Write: gives the lock back.
        UNLOCK = 6;
        /// Read: number of the processor.
        PROCESSOR = 6;
        /// Write: bit 0 is the signal to the other processors.
        SIGNAL = 7;
        /// Write: a bit for each interrupt source that may interrupt.
        INTERRUPT_MASK = 8;
        /// Write: forgets all pending interrupts.
        CLEAR_INTERRUPTS = 9;
        /// Write: stalls until the cycle counter has this value.
        DELAY = 10;
        /// Read: number of processors.
        PROCESSORS = 11;
        /// Write: ignored by the hardware; a word of a stack trace for who simulates.
        STACK_TRACE = 13;
        /// Write: ignored by the hardware; a byte of diagnostic text for who simulates.
        DIAGNOSTIC_TEXT = 14;
        /// Write: ignored by the hardware; ends a simulation with this status.
        EXIT_STATUS = 15;
    }

    /// Numbers of the exceptions.
    pub mod exception {
        /// The stack met its limit.
        pub const STACK_OVERFLOW: u8 = 1;
        /// Null was used as a reference.
        pub const NULL_POINTER: u8 = 2;
        /// An index is outside its array.
        pub const ARRAY_BOUNDS: u8 = 3;
    }
}

/// Registers of the UART and the bits of its status (spec 06 section 4).
pub mod uart {
    registers! { -112:
        /// Read: status. Write: parity mode.
        STATUS = 0;
        /// Read: the byte received. Write: a byte to send.
        DATA = 1;
    }

    /// Status: the parity of a received byte was wrong.
    pub const PARITY_ERROR: u32 = 1 << 2;
}
