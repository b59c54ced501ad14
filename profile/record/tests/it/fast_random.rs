//! Random programs on random machines: every cycle has one context and one cause, on both engines the same.

use crate::support;
use microcode::Build;
use proptest::prelude::*;
use tests::random_program::{config, image, machines, pieces};

/// Cycles of a run that the machine repeats; the engine steps over a long wait at once.
const MOST: u64 = 2_000_000;

proptest! {
    #![proptest_config(ProptestConfig { cases: config().cases / 2, ..config() })]

    #[test]
    fn the_causes_of_all_contexts_add_up_and_are_the_machines(
        pieces in pieces(),
        config in machines(),
        strict in any::<bool>(),
        limit in 1_000_u64..30_000,
    ) {
        let build = if strict { Build::Strict } else { Build::Jop };
        let image = image(&pieces);
        let engine = fast_engine::Engine::with_derived_costs(&config, build, &image).expect("an engine");
        // What the engine refuses, it says; that is not a profile's matter.
        if let Ok(ours) = support::on_engine(engine, None, limit) {
            prop_assert_eq!(support::unbalanced(&ours), None);
            prop_assume!(ours.cycles <= MOST);
            let theirs = support::on_machine(&config, build, &image, None, ours.cycles);
            prop_assert_eq!(support::unbalanced(&theirs), None);
            prop_assert_eq!(support::difference(&ours.profile, &theirs.profile), None);
        }
    }
}
