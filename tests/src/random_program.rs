//! Random programs and random machines, for tests that hold the engine against the machine.

mod image;
mod pieces;

use fastrand::Rng;
use isa::{MachineConfig, MemoryKind, UartKind};
use method_cache::OrganisationKind;
use microcode::Build;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::draw::Draw;
pub use image::image;
pub use pieces::Piece;

/// Pieces of a program.
pub fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    prop::collection::vec((any::<u8>(), any::<u32>(), any::<u32>()), 1..40)
}

/// Machines for [`image`].
pub fn machines() -> impl Strategy<Value = MachineConfig> {
    let caches = prop_oneof![
        (Just(OrganisationKind::Fifo), 11_u8..=13, 2_u8..=5),
        (Just(OrganisationKind::OneBlock), 12_u8..=13, Just(4_u8)),
    ];
    let memory = prop_oneof![
        4 => (Just(MemoryKind::Sram32), 1_u8..=8),
        1 => (Just(MemoryKind::Sram16), 1_u8..=4),
        1 => (Just(MemoryKind::Ssram32), 2_u8..=4),
    ];
    (
        caches,
        memory,
        any::<bool>(),
        any::<bool>(),
        any::<bool>(),
        8_u8..=9,
    )
        .prop_map(
            |(
                (method_cache, jpc_width, block_bits),
                (memory, ram_cnt),
                object_cache,
                timed,
                scratchpad,
                ram_width,
            )| {
                MachineConfig {
                    uart: if timed {
                        UartKind::Timed
                    } else {
                        UartKind::Instant
                    },
                    spm_width: if scratchpad { 8 } else { 0 },
                    method_cache,
                    jpc_width,
                    block_bits,
                    memory,
                    ram_cnt,
                    object_cache,
                    ram_width,
                    ..every_machine()
                }
            },
        )
}

/// The pieces, the machine and the build of a number: as [`pieces`] and [`machines`] draw them, in a fraction of the time.
#[must_use]
pub fn of_number(number: u64) -> (Vec<Piece>, MachineConfig, Build) {
    let mut random = Rng::with_seed(number);
    let piece = |random: &mut Rng| (random.u8(..), random.u32(..), random.u32(..));
    let pieces = (0..random.usize(1..40)).map(|_| piece(&mut random));
    let pieces = pieces.collect();
    let (method_cache, jpc_width, block_bits) = match random.bool() {
        true => (OrganisationKind::Fifo, random.u8(11..=13), random.u8(2..=5)),
        false => (OrganisationKind::OneBlock, random.u8(12..=13), 4),
    };
    let (memory, ram_cnt) = match random.u8(..6) {
        0..=3 => (MemoryKind::Sram32, random.u8(1..=8)),
        4 => (MemoryKind::Sram16, random.u8(1..=4)),
        _ => (MemoryKind::Ssram32, random.u8(2..=4)),
    };
    let config = MachineConfig {
        method_cache,
        jpc_width,
        block_bits,
        memory,
        ram_cnt,
        object_cache: random.bool(),
        uart: if random.bool() {
            UartKind::Timed
        } else {
            UartKind::Instant
        },
        spm_width: if random.bool() { 8 } else { 0 },
        ram_width: random.u8(8..=9),
        ..every_machine()
    };
    let build = if random.bool() {
        Build::Strict
    } else {
        Build::Jop
    };
    (pieces, config, build)
}

/// What all machines of [`machines`] have.
fn every_machine() -> MachineConfig {
    MachineConfig {
        memory_words: 16_384,
        clk_freq_hz: 4_000_000,
        uart_baud: 400_000,
        ..MachineConfig::default()
    }
}

/// A hundred programs, always the same; a thousand that never were if all tests run.
#[must_use]
pub fn config() -> ProptestConfig {
    let Draw { seed, cases } = Draw::of_environment(100, 1000);
    ProptestConfig {
        cases: cases as u32,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    }
}
