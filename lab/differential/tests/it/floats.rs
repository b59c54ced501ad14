//! Every arithmetic operation on some thousand operand pairs, checked against the host's JVM.

use differential::floats::{self, Engine, Measured, OPERATIONS, Options};
use parts::has_jdk;

fn measured(operations: &[&str], engine: Engine) -> Vec<Measured> {
    let options = Options {
        pairs: 1000,
        seed: 1,
        operations: operations.iter().map(|name| (*name).to_owned()).collect(),
        engine,
    };
    floats::run(&options, &|| {}).expect("operations that exist")
}

#[test]
fn the_fast_engine_measures_what_the_machine_measures() {
    if !has_jdk() {
        return;
    }
    let operations = ["dadd", "fcmpl", "d2l", "ldiv", "lshl"];
    let machine = measured(&operations, Engine::Machine);
    let fast = measured(&operations, Engine::Fast);
    for (machine, fast) in machine.iter().zip(&fast) {
        let name = machine.operation.name();
        assert_eq!(fast.difference, None, "{name}");
        let figures = |measured: &Measured| (measured.median, measured.worst, measured.worst_pair);
        assert_eq!(figures(fast), figures(machine), "{name}");
    }
}

#[test]
fn every_operation_gives_the_bits_of_the_host() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let results = measured(&[], Engine::Machine);
    assert_eq!(results.len(), OPERATIONS.len());
    for result in results {
        let name = result.operation.name();
        assert_eq!(result.difference, None, "{name}");
        // The probe has seen every execution, so the figures are of this operation.
        assert!(result.median > 0 && result.worst >= result.median, "{name}");
        assert!(!result.worst_operands.is_empty(), "{name}");
    }
}
