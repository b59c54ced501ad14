//! Every called method of embedded programs on six machines: no call takes longer than its bound.

use microcode::Build;
use runtime::programs::find;
use wcet_check::{Checked, Machine, Verdict, embedded, machines};

fn check(program: &str, length: u32, machine: &Machine, observes: bool) -> Vec<Checked> {
    let program = find(program).unwrap();
    embedded(program, length, machine, observes, |_| true).unwrap()
}

fn violations(checked: &[Checked]) -> Vec<String> {
    let violated = checked
        .iter()
        .filter(|it| it.verdict() == Verdict::Violated);
    violated
        .map(|it| {
            let bound = it.bound.as_ref().map_or(0, |bound| bound.cycles);
            format!("{}: {} cycles, bound {bound}", it.name, it.seen.max)
        })
        .collect()
}

fn held(checked: &[Checked]) -> usize {
    let held = checked.iter().filter(|it| it.verdict() == Verdict::Holds);
    held.count()
}

#[test]
fn no_call_of_the_control_programs_takes_longer_than_its_bound() {
    let lengths = [("lift", 40), ("motor", 40), ("udpip", 4)];
    for build in [Build::Jop, Build::Strict] {
        for (place, machine) in machines(build).unwrap().iter().enumerate() {
            let (program, length) = lengths[place % lengths.len()];
            let checked = check(program, length, machine, true);
            let violated = violations(&checked);
            assert!(
                violated.is_empty(),
                "{program} on {}: {}",
                machine.name,
                violated.join("; ")
            );
            assert!(held(&checked) > 50, "{program}: {} bounds", held(&checked));
        }
    }
}

#[test]
fn no_call_of_the_kernels_takes_longer_than_its_bound() {
    let kernels = [
        "sieve",
        "bubble-sort",
        "matrix",
        "fixed-fft",
        "crc32",
        "sha256",
        "double-fft",
        "quick-sort",
        "dispatch",
        "recursion",
    ];
    let machines = machines(Build::Jop).unwrap();
    for (place, program) in kernels.into_iter().enumerate() {
        let machine = &machines[place % machines.len()];
        let checked = check(program, 1, machine, true);
        let violated = violations(&checked);
        assert!(
            violated.is_empty(),
            "{program} on {}: {}",
            machine.name,
            violated.join("; ")
        );
        assert!(held(&checked) > 3, "{program}: {} bounds", held(&checked));
    }
}
