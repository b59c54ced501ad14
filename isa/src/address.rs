//! Word addresses as the memory controller sees them: 23 bits, the upper two of which select main memory, the scratchpad or
//! the devices (spec 04 section 3, spec 06 section 1).

/// The bits of an address that leave the processor.
pub const ADDRESS_MASK: u32 = (1 << 23) - 1;
/// The first address of the scratchpad.
pub const SCRATCHPAD: u32 = 0b10 << REGION_SHIFT;
/// The first address of the devices.
pub const DEVICES: u32 = 0b11 << REGION_SHIFT;
/// The bits of an address that name a place in its region.
pub const REGION_MASK: u32 = (1 << REGION_SHIFT) - 1;

const REGION_SHIFT: u32 = 21;

/// What answers to an address.
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

/// The register's address as programs push it: the sign-extended form of its 23 bits.
const fn device(address: i8) -> u32 {
    address as u32
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

/// Registers of the system device (spec 06 section 2). Where reading and writing differ, they have two names.
pub mod system {
    use super::device;

    /// Read: cycles since reset.
    pub const CYCLE_COUNTER: u32 = device(-128);
    /// Write: bit 0 enables interrupts.
    pub const INTERRUPT_ENABLE: u32 = device(-128);
    /// Read: microseconds since reset.
    pub const MICROSECOND_COUNTER: u32 = device(-127);
    /// Write: the microsecond of the next timer interrupt.
    pub const TIMER: u32 = device(-127);
    /// Read: number of the interrupt that was acknowledged last.
    pub const INTERRUPT_NUMBER: u32 = device(-126);
    /// Write: requests the interrupt of this number.
    pub const SOFTWARE_INTERRUPT: u32 = device(-126);
    /// Write: bit 0 is the watchdog output.
    pub const WATCHDOG: u32 = device(-125);
    /// Read: number of the last exception. Write: raises the exception of this number.
    pub const EXCEPTION: u32 = device(-124);
    /// Write: takes the lock. Read: bit 0 halted, bit 1 refused.
    pub const LOCK: u32 = device(-123);
    /// Write: gives the lock back.
    pub const UNLOCK: u32 = device(-122);
    /// Read: number of the processor.
    pub const PROCESSOR: u32 = device(-122);
    /// Write: bit 0 is the signal to the other processors.
    pub const SIGNAL: u32 = device(-121);
    /// Write: a bit for each interrupt source that may interrupt.
    pub const INTERRUPT_MASK: u32 = device(-120);
    /// Write: forgets all pending interrupts.
    pub const CLEAR_INTERRUPTS: u32 = device(-119);
    /// Write: stalls until the cycle counter has this value.
    pub const DELAY: u32 = device(-118);
    /// Read: number of processors.
    pub const PROCESSORS: u32 = device(-117);
    /// Write: ignored by the hardware; a word of a stack trace for who simulates.
    pub const STACK_TRACE: u32 = device(-115);
    /// Write: ignored by the hardware; a byte of diagnostic text for who simulates.
    pub const DIAGNOSTIC_TEXT: u32 = device(-114);
    /// Write: ignored by the hardware; ends a simulation with this status.
    pub const EXIT_STATUS: u32 = device(-113);

    /// Numbers of the exceptions.
    pub mod exception {
        /// The stack met its limit.
        pub const STACK_OVERFLOW: u8 = 1;
        /// Null was used as a reference.
        pub const NULL_POINTER: u8 = 2;
        /// An index lies outside its array.
        pub const ARRAY_BOUNDS: u8 = 3;
    }
}

/// Registers of the UART and the bits of its status (spec 06 section 4).
pub mod uart {
    use super::device;

    /// Read: status. Write: parity mode.
    pub const STATUS: u32 = device(-112);
    /// Read: the byte received. Write: a byte to send.
    pub const DATA: u32 = device(-111);

    /// Status: there is room for a byte to send.
    pub const READY: u32 = 1;
    /// Status: a byte was received.
    pub const RECEIVED: u32 = 1 << 1;
    /// Status: the parity of a received byte was wrong.
    pub const PARITY_ERROR: u32 = 1 << 2;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_regions_meet_at_their_first_addresses() {
        for (address, region) in [
            (0, Region::MainMemory),
            (SCRATCHPAD - 1, Region::MainMemory),
            (SCRATCHPAD, Region::Scratchpad),
            (DEVICES - 1, Region::Scratchpad),
            (DEVICES, Region::Devices),
            (ADDRESS_MASK, Region::Devices),
            (ADDRESS_MASK + 1, Region::MainMemory),
        ] {
            assert_eq!(Region::of(address), region, "{address:#x}");
        }
    }

    #[test]
    fn the_registers_lie_in_their_devices() {
        assert_eq!(system::CYCLE_COUNTER & ADDRESS_MASK, 0x7F_FF80);
        for (address, device, register) in [
            (system::INTERRUPT_ENABLE, 0, 0),
            (system::EXIT_STATUS, 0, 15),
            (uart::STATUS, 1, 0),
            (uart::DATA, 1, 1),
        ] {
            assert_eq!(Region::of(address), Region::Devices);
            assert_eq!(device_select(address), device);
            assert_eq!(device_register(address), register);
        }
    }
}
