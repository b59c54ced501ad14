//! Regions and registers of the address space.

use isa::address::*;

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
