//! Every arithmetic operation on some thousand operand pairs, held against the host's JVM.

use differential::floats::{self, OPERATIONS, Options};
use differential::has_jdk;

#[test]
fn every_operation_gives_the_bits_of_the_host() {
    if !has_jdk() {
        return;
    }
    let options = Options {
        pairs: 1000,
        seed: 1,
        operations: Vec::new(),
    };
    let results = floats::run(&options, &|| {}).unwrap();
    assert_eq!(results.len(), OPERATIONS.len());
    for result in results {
        let name = result.operation.name;
        assert_eq!(result.difference, None, "{name}");
        // The probe has seen every execution, so the figures are of this operation.
        assert!(result.median > 0 && result.worst >= result.median, "{name}");
        assert!(!result.worst_operands.is_empty(), "{name}");
    }
}
