//! Windows of several processors: joined ones have the sums, and a run's windows have its figures.

use isa::{MachineConfig, System};
use microcode::Build;
use run::{CoreTime, CoreWindow, CoreWindows, Limits, Microcode, Setup, SeveralRun, to_end};

use crate::support::program;

fn window(cycles: u64, waits: u64) -> CoreWindow {
    let core = CoreTime {
        waits_for_turn: waits,
        ..CoreTime::default()
    };
    CoreWindow {
        cycles,
        memory_busy: 1,
        cores: vec![core, CoreTime::default()],
    }
}

#[test]
fn joined_windows_have_the_sums() {
    let windows = CoreWindows {
        length: 10,
        windows: vec![window(10, 1), window(10, 2), window(10, 4), window(3, 1)],
    };
    let joined = windows.at_most(2);
    assert_eq!((joined.length, joined.windows.len()), (20, 2));
    assert_eq!(joined.total(), windows.total());
    assert_eq!(joined.windows[1].cores[0].waits_for_turn, 5);
    assert_eq!(windows.at_most(9), windows);
}

fn several(cores: &str) -> SeveralRun {
    let system = System::from_toml(cores).expect("a machine");
    let machine = MachineConfig::default();
    let linked = program("producer-consumer", 5, &machine);
    let setup = Setup {
        program: run::Program::linked("producer-consumer", linked),
        machine,
        microcode: Microcode::ours(Build::Jop),
    };
    let processors = system.processors.expect("several");
    SeveralRun::new(&setup, &processors).expect("processors")
}

#[test]
fn windows_of_a_run_have_its_figures() {
    let mut run = several("cores = 3\narbiter = \"round-robin\"").in_windows();
    to_end(
        run::Guest::trusted(),
        &mut run,
        &mut run::Silent,
        &Limits::cycles(200_001),
    )
    .expect("a run");
    let cycles = run.figures().cores[0].statistics.cycles;
    assert_eq!(cycles, 200_001);
    let windows = run.windows().expect("windows");
    assert!(windows.windows.len() <= run::core_windows::MOST);
    let (total, figures) = (windows.total(), run.figures());
    assert_eq!(
        (total.cycles, total.memory_busy),
        (cycles, figures.memory_busy)
    );
    for (time, core) in total.cores.iter().zip(&figures.cores) {
        let traffic = &core.traffic;
        assert_eq!(time.waits_for_turn, traffic.waits_for_turn);
        assert_eq!(time.waits_for_others, traffic.waits_for_others);
        let started = if core.core == 0 { 0 } else { cycles };
        assert_eq!(time.before_start, started);
    }
    assert!(figures.cores[0].traffic.waits() > 1_000);
}
