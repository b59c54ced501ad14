//! Windows of the fast engine are those of the machine.

use isa::{MachineConfig, op};
use metrics::Every;
use record::Pattern;

use crate::support::{Subject, link};

#[test]
fn both_engines_record_the_same_windows() {
    let calls = Every::Calls {
        method: Pattern("main".to_owned()),
        number: 1,
    };
    let slow = MachineConfig {
        ram_cnt: 4,
        ..MachineConfig::default()
    };
    for name in ["sieve", "producer-consumer", "gc-stress"] {
        let linked = link(name);
        for config in [MachineConfig::default(), slow.clone()] {
            let subject = Subject::of(&linked, config);
            for every in [Every::Fitting, Every::Cycles(5_000), calls.clone()] {
                for opcodes in [&[][..], &[op::IALOAD, op::INVOKESTATIC, op::MONITORENTER]] {
                    let found = subject.windows_of_fast_engine(&every, opcodes, u64::MAX);
                    let expected = subject.windows_with(&every, opcodes, u64::MAX);
                    let windows = expected.recorded.windows.len();
                    assert!(windows > 0, "{name}: {every}");
                    let pairs = found.recorded.windows.iter();
                    let mut pairs = pairs.zip(&expected.recorded.windows);
                    let differs = pairs.find(|(found, expected)| found != expected);
                    assert_eq!(differs, None, "{name}: {every}, {opcodes:?}");
                    assert!(found == expected, "{name}: {every}, {opcodes:?}");
                }
            }
        }
    }
}
