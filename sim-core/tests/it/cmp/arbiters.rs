//! Arbiters and their models, on random requests and random answers of a memory.

use isa::{ArbiterKind, Slots};
use proptest::prelude::*;
use sim_core::cmp::arbiter::Arbiter;
use sim_core::simpcon::{CacheClass, Command, Response};

use super::arbiter_models::Model;

const MOST: usize = 8;

fn kind() -> impl Strategy<Value = ArbiterKind> {
    let tdma = (1_u8..=6)
        .prop_flat_map(|slot| (Just(slot), 0..slot, 0..slot))
        .prop_map(|(slot, read_gap, write_gap)| {
            ArbiterKind::Tdma(Slots {
                slot,
                read_gap,
                write_gap,
            })
        });
    prop_oneof![
        tdma,
        Just(ArbiterKind::RoundRobin),
        Just(ArbiterKind::Fair),
        Just(ArbiterKind::FixedPriority),
    ]
}

/// 0 to 3 read, 4 and 5 write, else nothing.
fn request() -> impl Strategy<Value = Command> {
    (0_u8..16, 0_u32..8, any::<u32>()).prop_map(|(kind, address, wr_data)| Command {
        rd: kind < 4,
        wr: kind == 4 || kind == 5,
        address,
        wr_data,
        class: CacheClass::Bypass,
    })
}

/// Requests of all processors and the memory's answer in one cycle.
fn cycle() -> impl Strategy<Value = (Vec<Command>, Response)> {
    let response = (any::<u32>(), prop_oneof![2 => Just(0_u8), 3 => 0_u8..=3]);
    let response = response.prop_map(|(rd_data, rdy_cnt)| Response { rd_data, rdy_cnt });
    (prop::collection::vec(request(), MOST), response)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_arbiter_does_what_its_page_says(
        kind in kind(),
        cpus in 1..=MOST,
        cycles in prop::collection::vec(cycle(), 1..300),
    ) {
        let mut arbiter = Arbiter::new(kind, cpus);
        let mut model = Model::new(kind, cpus);
        for (cycle, (requests, memory)) in cycles.iter().enumerate() {
            let requests = &requests[..cpus];
            if let Some(counter) = arbiter.counter() {
                prop_assert_eq!(counter as usize, model.counter, "cycle {}", cycle);
            }
            let answers: Vec<_> = (0..cpus).map(|cpu| arbiter.response(cpu, *memory)).collect();
            let command = arbiter.clock(requests, *memory);
            let (expected, expected_answers) = model.cycle(requests, *memory);
            prop_assert_eq!(&answers, &expected_answers, "cycle {}", cycle);
            let expected = expected.unwrap_or(Command::IDLE);
            prop_assert_eq!(visible(&command), visible(&expected), "cycle {}", cycle);
        }
    }
}

/// Signals that a strobe makes valid.
fn visible(command: &Command) -> (bool, bool, u32, u32) {
    let address = if command.is_active() {
        command.address
    } else {
        0
    };
    let wr_data = if command.wr { command.wr_data } else { 0 };
    (command.rd, command.wr, address, wr_data)
}
