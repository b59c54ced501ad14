//! Called methods of short embedded programs: no call takes longer than its bound. The `wcet-check` command checks long runs on all machines.

use jopizer::LinkProgram;
use microcode::Build;
use runtime::programs::find;
use wcet::{Analysis, Bounds, CachePolicy, Program};
use wcet_check::{Checked, Machine, Verdict, embedded, machines, observe};

/// The program's own methods on one machine, with bounds of loops from a run of half the length where nothing else bounds them.
fn check(program: &str, length: u32, machine: usize) -> Vec<Checked> {
    check_on(program, length, &machines(Build::Jop).unwrap()[machine])
}

fn check_on(program: &str, length: u32, machine: &Machine) -> Vec<Checked> {
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
            "{program} on {}: {} took {} cycles, bound {bound}; {:?}",
            machine.name,
            it.name,
            it.seen.max,
            it.bound.as_ref().map(|bound| &bound.disproved)
        );
        if let Ok(bound) = &it.bound {
            adds_up(bound);
        }
    }
    checked
}

/// Methods, their lines and all causes add up to the bound, and no method spends more than its calls may take.
fn adds_up(bound: &Analysis) {
    let name = &bound.method;
    let methods: u64 = bound.methods.iter().map(|it| it.own).sum();
    let causes: u64 = bound.causes.iter().map(|it| it.cycles).sum();
    assert_eq!((methods, causes), (bound.cycles, bound.cycles), "{name}");
    for it in &bound.methods {
        let lines: u64 = it.lines.iter().map(|line| line.own).sum();
        let of_lines = it.lines.iter().flat_map(|line| &line.causes);
        let of_lines: u64 = of_lines.map(|it| it.cycles).sum();
        assert_eq!((lines, of_lines), (it.own, it.own), "{name}: {}", it.method);
        assert!(
            it.own <= it.calls * it.bound,
            "{name}: {} calls of {} take at most {} cycles, and {} are its own",
            it.calls,
            it.method,
            it.bound,
            it.own
        );
    }
}

fn held(checked: &[Checked]) -> usize {
    let held = checked.iter().filter(|it| it.verdict() == Verdict::Holds);
    held.count()
}

#[test]
fn no_call_of_the_lift_takes_longer_than_its_bound_without_a_cache() {
    parts::long!();
    let held = held(&check("lift", 4, 0));
    assert!(held > 20, "{held} bounds");
}

#[test]
fn no_call_of_the_lift_takes_longer_than_its_bound_with_the_cache_of_the_hardware() {
    let held = held(&check("lift", 4, 1));
    assert!(held > 20, "{held} bounds");
}

#[test]
fn no_bound_exceeds_that_of_lookups_that_all_miss() {
    parts::long!();
    let mut machine = machines(Build::Jop).unwrap().remove(1);
    let found = check_on("lift", 2, &machine);
    machine.cache = CachePolicy::AlwaysMiss;
    let missing = check_on("lift", 2, &machine);
    let cycles = |it: &Checked| it.bound.as_ref().ok().map(|bound| bound.cycles);
    let mut less = 0;
    for (found, missing) in found.iter().zip(&missing) {
        assert!(
            cycles(found) <= cycles(missing),
            "{}: {:?} cycles, {:?} if all lookups miss",
            found.name,
            cycles(found),
            cycles(missing)
        );
        less += usize::from(cycles(found) < cycles(missing));
    }
    assert!(less > 10, "{less} bounds are smaller");
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
