//! Sums of all embedded programs, and of random machines.

use isa::MachineConfig;
use proptest::prelude::*;
use runtime::programs::PROGRAMS;

use crate::support::{check, embedded, record};

#[test]
fn sums_of_every_embedded_program_are_those_of_the_other_probes() {
    let config = MachineConfig::default();
    for program in PROGRAMS {
        let linked = embedded(program.name, None, &config);
        check(program.name, &record(&linked, &config, false));
    }
}

#[test]
fn superblocks_and_reference_record_the_same() {
    let config = MachineConfig::default();
    for (name, length) in [("gc-stress", 2), ("producer-consumer", 3), ("modern", 1)] {
        let linked = embedded(name, Some(length), &config);
        let [quick, exact] =
            [false, true].map(|on_reference| record(&linked, &config, on_reference));
        check(name, &exact);
        assert_eq!(quick.recorded, exact.recorded, "{name}");
        assert_eq!(quick.heap, exact.heap, "{name}");
        assert_eq!(quick.places, exact.places, "{name}");
        assert_eq!(quick.sites, exact.sites, "{name}");
        assert_eq!(quick.collections, exact.collections, "{name}");
        assert_eq!(quick.profile, exact.profile, "{name}");
        let contexts = quick.stack.contexts.iter().zip(&exact.stack.contexts);
        for (quick, exact) in contexts.flat_map(|(quick, exact)| quick.iter().zip(exact)) {
            assert_eq!(quick.entry, exact.entry, "{name}");
            assert!(
                quick.deepest <= exact.deepest,
                "{name}: {quick:?} {exact:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Other memories collect at other moments, other caches and wait states take other cycles.
    #[test]
    fn sums_are_conserved_on_any_machine(
        memory_words in 30_000u32..120_000,
        ram_cnt in 2u8..7,
        name in prop::sample::select(vec!["gc-stress", "strings", "red-black-tree", "producer-consumer"]),
        on_reference: bool,
    ) {
        let config = MachineConfig {
            memory_words,
            ram_cnt,
            ..MachineConfig::default()
        };
        let linked = embedded(name, Some(2), &config);
        check(name, &record(&linked, &config, on_reference));
    }
}
