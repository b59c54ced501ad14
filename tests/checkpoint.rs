//! The state of a machine, written and read back in the middle of a run.

use sim_core::{Machine, MachineState, NoProbe};

use trace::golden::Vector;

/// Every 50 cycles of a run with method loads, field accesses and interrupts.
const STEP: u64 = 50;

#[test]
fn a_machine_goes_on_from_its_written_state_as_if_nothing_had_happened() {
    for name in [
        "all/all-002",
        "cache/cache-000",
        "io/io-000",
        "sram16/sram16-001",
    ] {
        let path = tests::path(&format!("golden/vectors/{name}.json.gz"));
        let vector = Vector::read(&path).unwrap();
        let build =
            || Machine::new(&vector.config.machine(), &vector.program(), vector.memory()).unwrap();
        let (mut straight, mut restored) = (build(), build());
        for limit in (STEP..=20 * STEP).step_by(STEP as usize) {
            straight.run(limit, &mut NoProbe);
            let text = serde_json::to_string(&restored.state).unwrap();
            restored = build();
            restored.state = serde_json::from_str::<MachineState>(&text).unwrap();
            restored.run(limit, &mut NoProbe);
            assert_eq!(straight.state, restored.state, "{name}, cycle {limit}");
        }
    }
}
