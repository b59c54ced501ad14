//! The system device: reads beside events, and at rest many cycles at once against one by one.

use isa::address::{device_register, system};
use proptest::prelude::*;
use sim_core::simpcon::Command;
use sim_core::system_device::{Events, SystemDevice};

/// A device for a clock of 4 MHz, so that microseconds are short, with a timer and a mask.
fn device(timer: u32, mask: u32) -> SystemDevice {
    let mut device = SystemDevice::new(4_000_000);
    for (address, wr_data) in [(1, timer), (8, mask), (0, 1)] {
        let write = Command {
            wr: true,
            address,
            wr_data,
            ..Command::IDLE
        };
        device.clock(&write, Events::default());
    }
    device
}

proptest! {
    #[test]
    fn cycles_at_once_are_the_same_as_one_by_one(
        timer in prop_oneof![0u32..200, Just(u32::MAX), any::<u32>()],
        mask in 0u32..4,
        steps in prop::collection::vec(prop_oneof![0u64..9, 0u64..1000], 1..8),
    ) {
        let mut at_once = device(timer, mask);
        let mut one_by_one = at_once.clone();
        for cycles in steps {
            at_once.skip(cycles);
            for _ in 0..cycles {
                one_by_one.clock(&Command::IDLE, Events::default());
            }
            prop_assert_eq!(&at_once, &one_by_one);
        }
    }
}

fn read_beside(register: u32, events: Events) -> [u32; 2] {
    let mut device = SystemDevice::new(100_000_000);
    let read = Command {
        rd: true,
        address: register,
        ..Command::IDLE
    };
    [events, Events::default()].map(|events| {
        device.clock(&read, events);
        device.response().rd_data
    })
}

#[test]
fn a_read_shows_the_exception_number_of_its_strobe_cycle() {
    let overflow = Events {
        sp_ov: true,
        ..Events::default()
    };
    assert_eq!(
        read_beside(device_register(system::EXCEPTION), overflow),
        [0, 1]
    );
}

#[test]
fn a_read_shows_the_interrupt_number_of_its_strobe_cycle() {
    let mut device = SystemDevice::new(100_000_000);
    let write = |register, wr_data| Command {
        wr: true,
        address: register,
        wr_data,
        ..Command::IDLE
    };
    device.clock(
        &write(device_register(system::INTERRUPT_MASK), 7),
        Events::default(),
    );
    device.clock(
        &write(device_register(system::INTERRUPT_NUMBER), 2),
        Events::default(),
    );
    device.clock(&Command::IDLE, Events::default());
    let read = Command {
        rd: true,
        address: device_register(system::INTERRUPT_NUMBER),
        ..Command::IDLE
    };
    let acknowledge = Events {
        ack_irq: true,
        ..Events::default()
    };
    device.clock(&read, acknowledge);
    assert_eq!(device.response().rd_data, 0);
    device.clock(&read, Events::default());
    assert_eq!(device.response().rd_data, 2);
}
