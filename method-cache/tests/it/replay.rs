//! Every organisation of the table against its definition; those of the hardware are defined by the clocked cache.

use method_cache::replay::ORGANISATIONS;
use method_cache_kit as kit;

/// Random sequences for each organisation.
const CASES: u32 = 64;

#[test]
fn every_organisation_does_what_its_definition_says() {
    for organisation in ORGANISATIONS {
        let shapes = kit::shapes(*organisation);
        assert!(!shapes.is_empty(), "{}", organisation.name());
        kit::check(*organisation, &shapes, CASES).unwrap();
    }
}

#[test]
fn the_kit_finds_a_model_that_never_misses() {
    use method_cache::replay::{Axes, Fifo, Ideal, Models, Organisation, Shape, Unbuildable};

    struct Boundless;
    impl Organisation for Boundless {
        fn name(&self) -> &'static str {
            "boundless"
        }
        fn summary(&self) -> &'static str {
            "FIFO without an end"
        }
        fn axes(&self) -> Axes {
            Axes::Blocks
        }
        fn longest_method(&self, shape: Shape) -> Result<u32, Unbuildable> {
            Fifo.longest_method(shape)
        }
        fn model(&self, shape: Shape) -> Models {
            Ideal.model(shape)
        }
        fn definition(&self, shape: Shape) -> Models {
            Fifo.definition(shape)
        }
    }

    let error = kit::check(&Boundless, &kit::shapes(&Boundless), CASES).unwrap_err();
    assert!(
        error.contains("boundless: ") && error.contains("the model gives true"),
        "{error}"
    );
}
