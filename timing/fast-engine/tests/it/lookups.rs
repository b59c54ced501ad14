//! The engine's method cache answers as the specification's page does.
//!
//! Engine and machine take their caches from one crate, so that comparing them would not find a fault of it. The reference here
//! is that of the interpreter in `sim-core/tests`, which was written from the page (spec 05 section 1) without that crate.

use isa::{MachineConfig, OrganisationKind};
use proptest::prelude::*;

use crate::private::lookups::Lookups;

#[allow(dead_code, reason = "the interpreter asks for places, too")]
#[path = "../../../../sim-core/tests/it/interpreter/method_cache.rs"]
mod reference;

/// Machines with each of the hardware's caches.
fn machines() -> impl Strategy<Value = MachineConfig> {
    let fifo = (10u8..=12, 0u8..=5)
        .prop_map(|(jpc_width, block_bits)| (OrganisationKind::Fifo, jpc_width, block_bits));
    let one_block = (10u8..=12).prop_map(|jpc_width| (OrganisationKind::OneBlock, jpc_width, 4));
    let two_block = Just((OrganisationKind::TwoBlock, 10, 4));
    prop_oneof![6 => fifo, 1 => one_block, 2 => two_block].prop_map(
        |(method_cache, jpc_width, block_bits)| MachineConfig {
            method_cache,
            jpc_width,
            block_bits,
            ..MachineConfig::default()
        },
    )
}

/// Calls of a handful of methods by address and length, which now and then is another than before.
fn calls() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let length = prop_oneof![
        3 => 1u32..64,
        3 => (0u32..10, 0u32..3).prop_map(|(bits, more)| (1 << bits) + more - 1),
        1 => 0u32..1024,
    ];
    let own = prop_oneof![9 => Just(None), 1 => length.clone().prop_map(Some)];
    let lengths = prop::collection::vec(length, 24);
    // Address 0 is the tag of a block in which no method starts.
    let number = prop_oneof![1 => Just(0), 12 => 1usize..24];
    let call = (number, own);
    (lengths, prop::collection::vec(call, 1..200)).prop_map(|(lengths, calls)| {
        let call = |(number, own): (usize, Option<u32>)| {
            let address = (number as u32 * 0x2F0B) & 0x3_FFFF;
            (address, own.unwrap_or(lengths[number]))
        };
        calls.into_iter().map(call).collect()
    })
}

proptest! {
    #[test]
    fn every_lookup_hits_where_the_specification_says(config in machines(), calls in calls()) {
        let mut engine = Lookups::new(&config).expect("a machine that exists");
        let mut page = reference::MethodCache::new(&config);
        for (number, (address, length)) in calls.iter().enumerate() {
            prop_assert_eq!(
                engine.find(*address, *length),
                page.lookup(*address, *length),
                "call {} of address {:#x}, {} words, on {} of 2^{} bytes, 2^{} blocks",
                number, address, length, config.method_cache, config.jpc_width, config.block_bits
            );
        }
    }
}
