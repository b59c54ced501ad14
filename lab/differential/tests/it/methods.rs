//! Random methods on both builds of the microcode, checked against the host's JVM.

use differential::campaign::{self, Options};
use parts::has_jdk;

/// Compares so many methods; gives how often the rarest bytecode ran, with its name.
fn compare(methods: usize) -> (String, u64) {
    let failures = tempfile::tempdir().unwrap();
    let options = Options {
        methods,
        seed: 1,
        first: 0,
        units_per_program: 15,
        tries: 0,
        failures: failures.path().to_owned(),
    };
    let summary = campaign::run(&options, &|_| {}).unwrap();
    let reasons: Vec<_> = summary
        .failures
        .iter()
        .map(|failure| {
            format!(
                "{} {}: {}",
                failure.unit,
                failure.target.name(),
                failure.reason
            )
        })
        .collect();
    assert!(reasons.is_empty(), "{}", reasons.join("\n"));
    assert!(summary.methods >= methods);
    // Otherwise the generator ends programs instead of testing them.
    assert!(summary.overflows + summary.too_large <= summary.units / 10);
    let (_, name, count) = summary.coverage.rarest();
    (name.to_string(), count)
}

#[test]
fn five_hundred_random_methods_do_on_the_machine_what_they_do_on_the_host() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let (name, count) = compare(500);
    assert!(count >= 20, "{name} ran {count} times only");
}

#[test]
fn some_random_methods_do_on_the_machine_what_they_do_on_the_host() {
    if has_jdk() {
        let _ = compare(10);
    }
}
