//! Executions of chosen bytecodes.

use isa::{MachineConfig, op};
use metrics::{Every, Metric};
use record::Limits;

use crate::support::{Subject, link};

#[test]
fn a_slower_memory_adds_to_executions_what_they_wait_and_nothing_else() {
    let linked = link("sieve");
    let figures = |ram_cnt: u8| {
        let config = MachineConfig {
            ram_cnt,
            ..MachineConfig::default()
        };
        let subject = Subject::of(&linked, config);
        let layer = subject.layer(
            &Every::Cycles(5_000),
            &[op::IALOAD, op::BALOAD, op::GETFIELD, op::GETSTATIC],
        );
        let metrics = subject.limited_with(layer, &Limits::default());
        let run: metrics::Focus = "run".parse().expect("a focus");
        let run = run.share(&metrics.profile).expect("contexts");
        [
            Metric::Executions,
            Metric::ExecutionCycles,
            Metric::Waits,
            Metric::WaitCycles,
        ]
        .map(|metric| metrics.total(&run, metric))
    };
    let [executions, cycles, waits, waited] = figures(2);
    let [same, more_cycles, more_waits, more_waited] = figures(5);
    assert!(executions > 1_000, "{executions}");
    assert_eq!(executions, same);
    assert!(waits <= more_waits && more_waits <= executions);
    assert!(waited < more_waited, "{waited} {more_waited}");
    assert_eq!(more_cycles - cycles, more_waited - waited);
}
