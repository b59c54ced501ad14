//! Called methods of short embedded programs: no call takes longer than its bound. The `wcet-check` command checks long runs on all machines.

use jopizer::LinkProgram;
use microcode::Build;
use runtime::programs::find;
use wcet::{Bounds, Program};
use wcet_check::{Checked, Verdict, embedded, machines, observe};

/// The program's own methods on one machine, with bounds of loops from a run of half the length where nothing else bounds them.
fn check(program: &str, length: u32, machine: usize) -> Vec<Checked> {
    let machine = &machines(Build::Jop).unwrap()[machine];
    let own = |name: &str| !name.starts_with("java.") && !name.starts_with("com.jopdesign.");
    let program = find(program).unwrap();
    let observed = observe(program, length / 2, machine).unwrap();
    let checked = embedded(program, length, machine, &observed, own).unwrap();
    let program = program.name;
    for it in &checked {
        let bound = it.bound.as_ref().map_or(0, |bound| bound.cycles);
        assert_ne!(
            it.verdict(),
            Verdict::Violated,
            "{program} on {}: {} took {} cycles, bound {bound}",
            machine.name,
            it.name,
            it.seen.max
        );
    }
    checked
}

fn held(checked: &[Checked]) -> usize {
    let held = checked.iter().filter(|it| it.verdict() == Verdict::Holds);
    held.count()
}

#[test]
fn no_call_of_the_lift_takes_longer_than_its_bound_without_a_cache() {
    let held = held(&check("lift", 4, 0));
    assert!(held > 20, "{held} bounds");
}

#[test]
fn no_call_of_the_lift_takes_longer_than_its_bound_with_the_cache_of_the_hardware() {
    let held = held(&check("lift", 4, 1));
    assert!(held > 20, "{held} bounds");
}

#[test]
fn no_call_of_the_matrices_takes_longer_than_its_bound_with_lru() {
    let held = held(&check("matrix", 2, 2));
    assert!(held > 1, "{held} bounds");
}

#[test]
fn no_call_of_the_recursion_takes_longer_than_its_bound() {
    let held = held(&check("recursion", 2, 1));
    assert!(held > 1, "{held} bounds");
}

#[test]
fn no_call_of_the_quick_sort_takes_longer_than_its_bound_with_slow_memory() {
    let held = held(&check("quick-sort", 2, 4));
    assert!(held > 1, "{held} bounds");
}

#[test]
fn the_bound_of_code_with_one_path_is_its_time() {
    let checked = check("matrix", 2, 0);
    let multiply = checked
        .iter()
        .find(|it| it.name.ends_with("Matrix.multiply"));
    let multiply = multiply.unwrap();
    assert_eq!(multiply.bound.as_ref().unwrap().cycles, multiply.seen.max);
}

#[test]
fn each_bound_of_the_runtime_means_one_method_and_its_loops() {
    for name in [
        "lift",
        "motor",
        "double-fft",
        "fixed-fft",
        "bubble-sort",
        "udpip",
    ] {
        let program = find(name).unwrap();
        let linked = program.link(1, 1 << 18).unwrap();
        let linked = Program::new(&linked.image, &linked.symbols).unwrap();
        let mut bounds = Bounds::of_runtime().unwrap();
        bounds.add_programs().unwrap();
        let checked = bounds.check(&linked);
        assert_eq!(checked.map_err(|error| error.to_string()), Ok(()), "{name}");
    }
}
