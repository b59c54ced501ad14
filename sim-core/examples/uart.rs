//! One UART alone: its transmit line is wired to its receive line, and a byte goes round.
//!
//! `cargo run -p sim-core --example uart`

use isa::MachineConfig;
use sim_core::simpcon::Command;
use sim_core::uart::{STATUS_HAS_RECEIVED, Uart};

/// Bus addresses: only bit 0 counts.
const STATUS: u32 = 0;
const DATA: u32 = 1;

pub(crate) fn main() {
    let config = MachineConfig {
        clk_freq_hz: 100_000_000,
        uart_baud: 4_000_000,
        ..MachineConfig::default()
    };
    let mut uart = Uart::new(&config);
    let idle = Command::IDLE;
    let send = Command {
        wr: true,
        address: DATA,
        wr_data: u32::from(b'J'),
        ..idle
    };
    let read = |address| Command {
        rd: true,
        address,
        ..idle
    };

    let mut cycle = 0;
    // One edge: the bus, the level of rxd, and that of ncts, which is active at 0.
    let mut clock = |uart: &mut Uart, bus: &Command| {
        let rxd = uart.txd();
        uart.clock(bus, rxd, false);
        cycle += 1;
    };
    clock(&mut uart, &send);
    loop {
        clock(&mut uart, &read(STATUS));
        // Read data is valid in the cycle after the strobe.
        if uart.response().rd_data & STATUS_HAS_RECEIVED != 0 {
            break;
        }
    }
    clock(&mut uart, &read(DATA));
    let byte = uart.response().rd_data as u8;
    println!("received {:?} in cycle {cycle}", char::from(byte));
    assert_eq!(byte, b'J');
}
