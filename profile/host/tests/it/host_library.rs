//! Shares and errors of programs on the host's library, as they are committed.

use host_profile::{Evaluated, Settings, evaluated};
use isa::MachineConfig;
use rayon::prelude::*;
use runtime::programs::PROGRAMS;

use crate::it::support::{Host, has_jdk, on_jop, program};

/// What the host's collections leave alive may differ a little.
const TOLERANCE: f64 = 0.1;

/// Takes turns by time.
const TIMED: &str = "producer-consumer";

fn measured(name: &str) -> Evaluated {
    let (settings, machine) = (Settings::default(), MachineConfig::default());
    let found = PROGRAMS.iter().find(|program| program.name == name);
    let embedded = found.expect("an embedded program");
    let host = Host::new();
    let output = program(
        &mut host.java(&settings, &machine),
        embedded,
        embedded.length,
    );
    assert!(output.status.success(), "{name}");
    let outcome = host.outcome(&settings, &machine);
    let (truth, _) = on_jop(embedded, embedded.length, &machine);
    let main = format!("{}.main", embedded.main_class);
    let below = |profile: &cross_profile::Profile| {
        let part = profile.below(&main).expect("main runs");
        part.total_cycles() as f64
    };
    Evaluated {
        program: name.to_owned(),
        share: outcome.percent_on_host_code(settings.cover),
        error: (below(&outcome.profile) / below(&truth) - 1.0) * 100.0,
    }
}

#[test]
fn shares_and_errors_on_the_hosts_library_are_the_committed_ones() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let committed = evaluated();
    let names: Vec<&str> = committed.iter().map(|row| row.program.as_str()).collect();
    let all = PROGRAMS.iter().map(|program| program.name);
    assert_eq!(names, all.filter(|name| *name != TIMED).collect::<Vec<_>>());
    let now: Vec<Evaluated> = names.par_iter().map(|name| measured(name)).collect();
    if std::env::var_os("JOPLAB_BLESS").is_some_and(|value| value == "1") {
        let rows = now
            .iter()
            .map(|it| format!("{},{:.2},{:.2}\n", it.program, it.share, it.error));
        let text = format!(
            "program,share_percent,error_percent\n{}",
            rows.collect::<String>()
        );
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/data/host-library.csv");
        std::fs::write(file, text).expect("the file is ours");
        return;
    }
    for (was, is) in committed.iter().zip(&now) {
        let far = |a: f64, b: f64| (a - b).abs() > TOLERANCE;
        assert!(
            !far(was.share, is.share) && !far(was.error, is.error),
            "data/host-library.csv: {was:?}, measured {is:?}; if that is right, JOPLAB_BLESS=1 renews it"
        );
    }
}
