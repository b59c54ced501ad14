//! Advice held against the program in which somebody has followed it.

use jopizer::Linked;
use microcode::Build;
use parts::has_jdk;
use wcet::{Analyser, Analysis, LeverKind, Options, Program};
use wcet_check::random::Generated;
use wcet_check::{link, machines};

/// The bound of `Main.m` with advice, on the machine of this name.
fn analysed(members: &str, machine: &str) -> Analysis {
    let folder = tempfile::tempdir().unwrap();
    let main = format!(
        "public final class Main {{\n{members}\n    public static void main(String[] args) {{\n        System.out.println(m(3));\n    }}\n}}\n"
    );
    let generated = Generated {
        main,
        ..Generated::default()
    };
    let Linked { image, symbols, .. } = link(folder.path(), &generated).unwrap();
    let program = Program::new(&image, &symbols).unwrap();
    let mut all = machines(Build::Jop).unwrap().into_iter();
    let machine = all.find(|it| it.name == machine).unwrap();
    let mut options = Options::new(&machine.config, &machine.costs).unwrap();
    options.cache = machine.cache;
    options.advise = true;
    let mut methods = symbols.methods.iter();
    let m = methods
        .find(|it| it.class == "Main" && it.name == "m")
        .unwrap();
    Analyser::new(&program, &machine.costs)
        .bound(m.address, &options)
        .unwrap()
}

/// Cycles that advice of a kind saves, and those that following it saves.
fn promised_and_saved(kind: LeverKind, before: &str, after: &str) -> (u64, u64) {
    let [before, after] = [before, after].map(|members| analysed(members, OFF));
    let mut levers = before.levers.iter();
    let lever = levers.find(|it| it.kind == kind);
    let lever = lever.unwrap_or_else(|| panic!("{:?}", before.levers));
    (lever.cycles, before.cycles.saturating_sub(after.cycles))
}

const OFF: &str = "off, ram_cnt 2";

#[test]
fn a_repetition_less_saves_what_the_loop_without_it_does() {
    if !has_jdk() {
        return;
    }
    let members =
        "    static int m(int x) { int s = x; for (int i = 0; i < 20; i++) s += i * s; return s; }";
    let (promised, saved) =
        promised_and_saved(LeverKind::Loop, members, &members.replace("20", "19"));
    assert_eq!(promised, saved);
}

#[test]
fn a_call_before_its_loop_saves_what_advice_says_but_for_its_own_local_variable() {
    if !has_jdk() {
        return;
    }
    let members = "    static int f(int x) { return x * x + 1; }
    static int m(int x) { int s = 0; for (int i = 0; i < 20; i++) s += f(x); return s; }";
    let moved = "    static int f(int x) { return x * x + 1; }
    static int m(int x) { int s = 0; int y = f(x); for (int i = 0; i < 20; i++) s += y; return s; }";
    let (promised, saved) = promised_and_saved(LeverKind::Call, members, moved);
    assert!(
        promised.abs_diff(saved) < promised / 50,
        "{promised} promised, {saved} saved"
    );
}

#[test]
fn a_call_whose_argument_changes_in_its_loop_or_that_writes_a_field_stays() {
    if !has_jdk() {
        return;
    }
    for called in [
        "static int f(int x) { return x * x + 1; } static int g(int i, int x) { return f(i); }",
        "static int n; static int f(int x) { return x; } static int g(int i, int x) { n++; return x; }",
    ] {
        let members = format!(
            "{called}\n    static int m(int x) {{ int s = 0; for (int i = 0; i < 20; i++) s += g(i, x); return s; }}"
        );
        let levers = analysed(&members, OFF).levers;
        assert!(
            levers.iter().all(|it| it.kind != LeverKind::Call),
            "{levers:?}"
        );
    }
}

#[test]
fn an_allocation_before_its_loop_saves_most_of_its_cycles() {
    if !has_jdk() {
        return;
    }
    let members = "    static int m(int x) { int s = 0; for (int i = 0; i < 40; i++) { int[] a = new int[4]; s += a.length; } return s; }";
    let moved = "    static int m(int x) { int s = 0; int[] a = new int[4]; for (int i = 0; i < 40; i++) { s += a.length; } return s; }";
    let (promised, saved) = promised_and_saved(LeverKind::Allocation, members, moved);
    assert!(
        promised.abs_diff(saved) < saved / 20,
        "{promised} promised, {saved} saved"
    );
}

#[test]
fn a_method_without_its_monitor_saves_what_the_monitor_takes() {
    if !has_jdk() {
        return;
    }
    let members =
        "    static int m(int x) { int s = 0; for (int i = 0; i < 4; i++) s += f(i); return s; }
    static final Object lock = new Object();
    static int f(int x) { synchronized (lock) { return x + 1; } }";
    let free = members.replace("synchronized (lock)", "");
    let (promised, saved) = promised_and_saved(LeverKind::Monitor, members, &free);
    assert!(
        promised > 0 && promised <= saved,
        "{promised} promised, {saved} saved"
    );
}

#[test]
fn methods_that_are_a_little_too_large_for_the_cache_get_the_size_that_fits() {
    if !has_jdk() {
        return;
    }
    // Two methods of about half the cache each, called in turn.
    let body = |terms: usize| {
        let terms: Vec<String> = (0..terms).map(|it| format!("x * {it}0007")).collect();
        terms.join(" + ")
    };
    let members = |large: usize| {
        format!(
            "    static int f(int x) {{ return {}; }}\n    static int g(int x) {{ return {}; }}
    static int m(int x) {{ int s = 0; for (int i = 0; i < 20; i++) s += f(i) + g(i); return s; }}",
            body(large),
            body(370)
        )
    };
    let machine = "fifo-4k, ram_cnt 2";
    let large = analysed(&members(370), machine);
    let mut levers = large.levers.iter();
    let lever = levers.find(|it| it.kind == LeverKind::CodeSize);
    let lever = lever.unwrap_or_else(|| panic!("{:?}", large.levers));
    let small = analysed(&members(180), machine);
    assert!(lever.change.contains("words of code at most"), "{lever:?}");
    assert!(lever.cycles > 0 && large.cycles - lever.cycles > small.cycles);
}
