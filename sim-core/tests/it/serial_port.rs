//! The timed UART: what leaves out its resting cycles against its registers, clocked at every edge.

use isa::{MachineConfig, Sender, SenderParity, UartKind};
use proptest::prelude::*;
use sim_core::serial_line::SerialLine;
use sim_core::serial_port::SerialPort;
use sim_core::simpcon::Command;
use sim_core::uart::Uart;

/// What the processor does after some cycles.
#[derive(Debug, Clone, Copy)]
enum Access {
    ReadStatus,
    ReadData,
    SetParity(u32),
    Send(u32),
    Feed(u8),
}

/// A machine, accesses with the cycles before them, bytes of the host, its manner, and levels of the line.
#[derive(Debug, Clone)]
struct Script {
    config: MachineConfig,
    accesses: Vec<(u32, Access)>,
    input: Vec<u8>,
    sender: Sender,
    levels: Vec<(u64, bool)>,
}

fn access() -> impl Strategy<Value = Access> {
    prop_oneof![
        3 => Just(Access::ReadStatus),
        3 => Just(Access::ReadData),
        1 => (0..4_u32).prop_map(Access::SetParity),
        3 => any::<u32>().prop_map(Access::Send),
        1 => any::<u8>().prop_map(Access::Feed),
    ]
}

fn script() -> impl Strategy<Value = Script> {
    let divider = prop_oneof![2 => Just(1_u32), 2 => Just(2), 2 => 3..8_u32, 1 => Just(54)];
    let depth = || prop_oneof![4 => Just(2_u8), 1 => Just(1), 1 => Just(16), 1 => 3..=64_u8];
    let gap = prop_oneof![2 => 0..4_u32, 3 => 0..200_u32, 1 => 0..6000_u32];
    let parity = prop_oneof![
        Just(SenderParity::Same),
        Just(SenderParity::None),
        Just(SenderParity::Odd),
        Just(SenderParity::Even),
    ];
    let changes = prop::collection::vec((1..900_u64, any::<bool>()), 0..12);
    (
        (divider, depth(), depth()),
        prop::collection::vec((gap, access()), 1..40),
        prop::collection::vec(any::<u8>(), 0..8),
        (parity, any::<bool>()),
        prop_oneof![3 => Just(Vec::new()), 1 => changes],
    )
        .prop_map(|(hardware, accesses, input, (parity, heeds_rts), gaps)| {
            let (divider, uart_tx_depth, uart_rx_depth) = hardware;
            let mut cycle = 0;
            let levels = gaps.into_iter().map(|(gap, level)| {
                cycle += gap;
                (cycle, level)
            });
            Script {
                config: MachineConfig {
                    uart: UartKind::Timed,
                    clk_freq_hz: 16_000_000 * divider,
                    uart_baud: 1_000_000,
                    uart_tx_depth,
                    uart_rx_depth,
                    ..MachineConfig::default()
                },
                accesses,
                input,
                sender: Sender { parity, heeds_rts },
                levels: levels.collect(),
            }
        })
}

fn command(access: Access) -> Command {
    let (wr, address, wr_data) = match access {
        Access::ReadStatus => (false, 0, 0),
        Access::ReadData => (false, 1, 0),
        Access::SetParity(mode) => (true, 0, mode),
        Access::Send(byte) => (true, 1, byte),
        Access::Feed(_) => return Command::IDLE,
    };
    Command {
        rd: !wr,
        wr,
        address,
        wr_data,
        ..Command::IDLE
    }
}

/// Both in the same cycle: the port, and the registers that never rest.
struct Pair {
    port: SerialPort,
    uart: Uart,
    line: SerialLine,
}

impl Pair {
    fn new(script: &Script) -> Self {
        let mut port = SerialPort::new(&script.config);
        port.set_sender(script.sender);
        port.feed(&script.input);
        port.set_levels(script.levels.iter().copied());
        let uart = Uart::new(&script.config);
        let mut line = SerialLine::new(uart.bit_cycles());
        line.set_sender(script.sender);
        line.feed(&script.input);
        line.set_levels(script.levels.iter().copied());
        Self { port, uart, line }
    }

    fn clock(&mut self, command: &Command) -> Result<(), TestCaseError> {
        prop_assert_eq!(self.port.rxd(), self.line.rxd());
        let sent = if !command.is_active() && self.port.can_rest() {
            self.port.rest();
            None
        } else {
            self.port.clock(command)
        };
        let (rxd, rts) = (self.line.rxd(), self.uart.rts());
        self.line.clock(rts, self.uart.parity_mode());
        prop_assert_eq!(sent, self.uart.clock(command, rxd, false));
        prop_assert_eq!(self.port.response(), self.uart.response());
        prop_assert_eq!(self.port.is_sending(), self.uart.is_sending());
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_port_that_rests_answers_and_sends_in_the_cycles_of_its_registers(script in script()) {
        let mut pair = Pair::new(&script);
        for (gap, access) in &script.accesses {
            for _ in 0..*gap {
                pair.clock(&Command::IDLE)?;
            }
            if let Access::Feed(byte) = access {
                pair.port.feed(&[*byte]);
                pair.line.feed(&[*byte]);
            }
            pair.clock(&command(*access))?;
        }
        for _ in 0..3000 {
            pair.clock(&Command::IDLE)?;
        }
    }

    #[test]
    fn skipped_edges_leave_the_registers_that_the_edges_one_by_one_leave(
        script in script(),
        part in 1..=4_u32,
    ) {
        let mut pair = Pair::new(&script);
        for (gap, access) in &script.accesses {
            pair.clock(&command(*access))?;
            for _ in 0..*gap % 97 {
                pair.clock(&Command::IDLE)?;
            }
            let (mut uart, mut line) = (pair.uart.clone(), pair.line.clone());
            let rests = uart.edges_at_rest(line.rxd(), false);
            let edges = rests.min(line.edges_at_rest(uart.rts())).min(2000) / part;
            uart.skip(edges);
            line.skip(edges);
            for _ in 0..edges {
                pair.clock(&Command::IDLE)?;
            }
            prop_assert_eq!(&uart, &pair.uart);
            prop_assert_eq!(&line, &pair.line);
        }
    }
}

/// A UART without parity at its highest rate, its line driven with `levels`, one for each of 16 cycles, and then idle.
fn receive(mode: u32, levels: &[u8]) -> (Uart, u32) {
    let config = MachineConfig {
        uart: UartKind::Timed,
        clk_freq_hz: 16_000_000,
        uart_baud: 1_000_000,
        ..MachineConfig::default()
    };
    let mut uart = Uart::new(&config);
    uart.clock(&command(Access::SetParity(mode)), true, false);
    for _ in 0..300 {
        uart.clock(&Command::IDLE, true, false);
    }
    for level in levels {
        for _ in 0..16 {
            uart.clock(&Command::IDLE, *level != 0, false);
        }
    }
    for _ in 0..60 {
        uart.clock(&Command::IDLE, true, false);
    }
    uart.clock(&command(Access::ReadStatus), true, false);
    let status = uart.response().rd_data;
    (uart, status)
}

fn data(mut uart: Uart) -> u32 {
    uart.clock(&command(Access::ReadData), true, false);
    uart.response().rd_data
}

/// Start bit, the bits of 0x51 from the lowest on.
const FRAME: [u8; 9] = [0, 1, 0, 0, 0, 1, 0, 1, 0];

fn frame(rest: &[u8]) -> Vec<u8> {
    [&FRAME, rest].concat()
}

#[test]
fn a_byte_without_parity_is_received() {
    let (uart, status) = receive(0, &frame(&[1, 1]));
    assert_eq!((status, data(uart)), (3, 0x51));
}

#[test]
fn a_wrong_parity_bit_is_reported_and_the_byte_kept() {
    // 0x51 has three ones: even parity sends 1, odd parity 0.
    for (mode, bit, status) in [
        (1, 0, 3),
        (1, 1, 7),
        (3, 1, 3),
        (3, 0, 7),
        (2, 0, 3),
        (2, 1, 3),
    ] {
        let (uart, found) = receive(mode, &frame(&[bit, 1, 1]));
        assert_eq!(
            (found, data(uart)),
            (status, 0x51),
            "mode {mode}, bit {bit}"
        );
    }
}

#[test]
fn a_frame_without_a_stop_bit_changes_nothing() {
    let (_, status) = receive(0, &frame(&[0]));
    assert_eq!(status, 1);
}

#[test]
fn a_start_bit_that_does_not_last_is_no_frame() {
    // A pulse of one cycle is outvoted by the two other samples.
    let config = MachineConfig {
        uart: UartKind::Timed,
        clk_freq_hz: 16_000_000,
        uart_baud: 1_000_000,
        ..MachineConfig::default()
    };
    let mut uart = Uart::new(&config);
    for cycle in 0..600 {
        uart.clock(&Command::IDLE, cycle != 400, false);
        assert!(cycle < 400 || uart.receiving() == 0, "cycle {cycle}");
    }
}

/// A port whose host sends these bytes at 16 cycles for each bit, after so many cycles in which nobody reads.
fn unread(input: &[u8], heeds_rts: bool) -> SerialPort {
    let config = MachineConfig {
        uart: UartKind::Timed,
        clk_freq_hz: 16_000_000,
        uart_baud: 1_000_000,
        ..MachineConfig::default()
    };
    let mut port = SerialPort::new(&config);
    port.set_sender(Sender {
        heeds_rts,
        ..Sender::default()
    });
    port.feed(input);
    for _ in 0..4000 {
        port.clock(&Command::IDLE);
    }
    port
}

fn read_all(mut port: SerialPort) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..100 {
        port.clock(&command(Access::ReadStatus));
        if port.response().rd_data & 2 != 0 {
            port.clock(&command(Access::ReadData));
            bytes.push(port.response().rd_data as u8);
        }
        for _ in 0..400 {
            port.clock(&Command::IDLE);
        }
    }
    bytes
}

#[test]
fn an_overrun_drops_the_bytes_that_find_the_fifo_full() {
    assert_eq!(read_all(unread(b"overrun", false)), b"ov");
}

#[test]
fn a_host_that_heeds_rts_loses_nothing() {
    assert_eq!(read_all(unread(b"overrun", true)), b"overrun");
}
