//! The ways to price bytecodes in Java, on the embedded programs, and exceptions on small ones.

use cross_profile::{Profile, Provenance};
use host_profile::{
    Block, CacheModel, Context, Counts, Exceptions, Method, Outcome, Pricing, Routines, Settings,
    Thread, price,
};
use isa::{MachineConfig, op};
use rayon::prelude::*;
use runtime::programs::{EmbeddedProgram, PROGRAMS};

use crate::it::support::{Host, has_jdk, profile_on_jop, program, table};

/// Largest error of the model in percent of all cycles of a program.
const WORST: f64 = 7.0;

fn outcome(of: &EmbeddedProgram, routines: Routines) -> Outcome {
    let settings = Settings {
        routines,
        cache: CacheModel::Hits,
        ..Settings::default()
    };
    let machine = MachineConfig::default();
    let host = Host::new();
    program(
        &mut host.java(&settings, &machine),
        of,
        (of.length / 4).max(2),
    );
    host.outcome(&settings, &machine)
}

fn parts(outcome: &Outcome) -> u64 {
    outcome.application + outcome.library + outcome.routines + outcome.exceptions + outcome.loads
}

#[test]
fn the_model_comes_close_to_the_routines_that_run_and_the_parts_are_the_whole() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let all: Vec<(&EmbeddedProgram, [Outcome; 3])> = PROGRAMS
        .par_iter()
        .map(|program| {
            let ways = [Routines::Exact, Routines::Model, Routines::Constant];
            (program, ways.map(|routines| outcome(program, routines)))
        })
        .collect();
    let mut wrong = Vec::new();
    for (program, [exact, model, constant]) in &all {
        for outcome in [exact, model, constant] {
            assert_eq!(
                parts(outcome),
                outcome.profile.total_cycles(),
                "{}",
                program.name
            );
        }
        let total = exact.profile.total_cycles() as f64;
        let error = |other: &Outcome| (other.profile.total_cycles() as f64 - total) * 100.0 / total;
        println!(
            "{:<18} {total:>10} routines {:>5.1} % model {:>6.2} constant {:>6.2}",
            program.name,
            exact.routines as f64 * 100.0 / total,
            error(model),
            error(constant)
        );
        if error(model).abs() > WORST {
            wrong.push(format!("{}: {:.2} %", program.name, error(model)));
        }
    }
    assert!(wrong.is_empty(), "the model is off: {wrong:?}");
}

const LEDGER: &str = r#"
public class Ledger {
    static class Small extends RuntimeException { }
    static int[] few = new int[3];
    static Ledger none;
    int value;

    static int index(int at) { try { int got = few[at]; got++; return got; } catch (ArrayIndexOutOfBoundsException e) { return -1; } }
    static int object(Ledger of) { try { int got = of.value; got++; return got; } catch (NullPointerException e) { return -2; } }
    static int divide(int by) { try { return 12 / by; } catch (ArithmeticException e) { return -3; } }
    static int deep(int depth) { if (depth == 0) { throw error; } return deep(depth - 1) + 1; }
    static int caught(int depth) { try { return deep(depth); } catch (IllegalStateException e) { return 1; } catch (Small e) { return -4; } }
    static Small error = new Small();

    public static void main(String[] none) {
        int sum = 0;
        for (int i = 0; i < 40; i++) {
            sum += index(i & 7) + object(i % 3 == 0 ? Ledger.none : new Ledger()) + divide(i & 3) + caught(i & 7);
        }
        if (sum == 12345) { throw error; }
    }
}
"#;

/// Cycles of the contexts of exceptions below methods of a class, and of everything.
fn exceptions(profile: &Profile, class: &str) -> (u64, u64) {
    let (mut exceptions, mut all) = (0, 0);
    for thread in &profile.threads {
        let tree = &thread.tree;
        for id in tree.ids() {
            let path = tree.path(id);
            let names = path.iter().map(|id| profile.name(tree.context(*id).method));
            let names: Vec<&str> = names.collect();
            let own = |name: &&str| name.starts_with(class);
            let Some(main) = names
                .iter()
                .position(|name| own(name) && name.contains(".main("))
            else {
                continue;
            };
            let cycles: u64 = tree.context(id).cycles.iter().sum();
            all += cycles;
            let thrown = ["JVMHelp.except(", "JVM.f_athrow(", "JVM.f_idiv("];
            let thrown = |name: &&str| thrown.iter().any(|part| name.contains(part));
            if names[main..].iter().any(thrown) {
                exceptions += cycles;
            }
        }
    }
    (exceptions, all)
}

#[test]
fn exceptions_cost_what_they_cost_on_the_machine_within_three_percent() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Ledger", LEDGER)]);
    let machine = MachineConfig::default();
    let linked = jopizer::link(&jopizer::LinkOptions::new("Ledger", [classes.clone()])).unwrap();
    let (there, all) = exceptions(&profile_on_jop(&linked, &machine), "Ledger");
    for routines in [Routines::Exact, Routines::Model] {
        let settings = Settings {
            routines,
            cache: CacheModel::Simulated,
            exceptions: Exceptions::Exact,
            ..Settings::default()
        };
        let mut java = host.java(&settings, &machine);
        let output = java
            .arg("-cp")
            .arg(&classes)
            .arg("Ledger")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let outcome = host.outcome(&settings, &machine);
        let (here, whole) = exceptions(&outcome.profile, "Ledger");
        let error = |here: u64, there: u64| (here as f64 - there as f64) * 100.0 / there as f64;
        println!(
            "{routines:?}: exceptions {here} {there} {:.1} %, all {whole} {all} {:.1} %",
            error(here, there),
            error(whole, all)
        );
        assert!(
            error(here, there).abs() < 3.0,
            "{routines:?}: {here} {there}"
        );
        assert!(outcome.exceptions > 0);
    }
}

#[test]
fn a_bytecode_without_cycles_is_named_with_its_method_and_the_reason() {
    let settings = Settings::default();
    let mut table = table(&MachineConfig::default());
    table.bytecodes[usize::from(op::IADD)].underivable = Some("left out".to_owned());
    let method = Method {
        name: "Sum.of()I".to_owned(),
        library: false,
        words: 1,
        returns: 0xAC,
        prologue: Vec::new(),
        blocks: vec![Block {
            bytecodes: vec![(0x60, 1)],
            calls: Vec::new(),
        }],
        paths: Vec::new(),
    };
    let context = Context {
        method: Some(0),
        calls: 1,
        counts: vec![1],
        ..Context::default()
    };
    let counts = Counts {
        methods: vec![Some(method)],
        threads: vec![Thread {
            name: "main".to_owned(),
            grouped: false,
            contexts: vec![Context::default(), context],
        }],
        ..Counts::default()
    };
    let pricing = Pricing {
        table: &table,
        settings: &settings,
        routine_cycles: 200,
        waits: None,
    };
    let without = price(&counts, &pricing, Provenance::default())
        .without_cost
        .unwrap();
    assert_eq!(without.bytecode, "iadd");
    assert_eq!(without.method, "Sum.of()I");
    assert_eq!(without.reason, "left out");
}
