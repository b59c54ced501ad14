//! Lambdas and method references: on the host classes of the JVM's own making, on JOP classes that the linker makes.

use std::collections::BTreeMap;

use cross_profile::{CallingContextTree, Profile};
use host_profile::{CacheModel, Exceptions, Settings, Uncovered};
use isa::MachineConfig;
use jopizer::{LinkOptions, link};

use crate::it::programs::{Figures, add, application};
use crate::it::support::{Host, has_jdk, profile_on_jop};

const SHAPES: &str = r#"
import java.util.function.*;

public class Shapes {
    interface Weigh { int of(int a); }
    interface Both<A, B> { B of(A a, long by); }
    static class Cell { int value = 7; Cell() { } Cell(int value) { this.value = value; } int add(int more) { return value + more; } }
    int base = 5;

    int scaled(int by) { Weigh weigh = a -> a * by + base; return weigh.of(3) + weigh.of(4); }
    int own(int a) { return a + base; }
    int reference() { Weigh weigh = this::own; return weigh.of(1); }
    static int wide(long by, double real, Cell cell) {
        Both<Cell, Cell> both = (a, more) -> real > 1 ? new Cell(a.value + (int) (by + more) + cell.value) : a;
        return both.of(cell, 5).value;
    }
    static int twice(int a) { return a + a; }

    public static void main(String[] none) {
        Shapes shapes = new Shapes();
        int sum = 0;
        Weigh bare = a -> a + 1;
        Weigh named = Shapes::twice;
        Object any = bare;
        Supplier<Cell> make = Cell::new;
        Function<Cell, Cell> same = a -> a;
        BiFunction<Cell, Cell, Cell> first = (a, b) -> a.value < b.value ? a : b;
        for (int i = 0; i < 5; i++) {
            sum += bare.of(i) + named.of(i) + ((Weigh) any).of(2) + shapes.scaled(i) + shapes.reference();
            sum += wide(i, i, new Cell(i)) + make.get().value + same.apply(new Cell(3)).value;
            sum += first.apply(new Cell(i), new Cell(2)).value;
        }
        System.out.println(sum);
    }
}
"#;

/// Figures of the program's own methods and of its lambdas by their chains. Which number a lambda has depends on the order in which
/// they are met.
fn chains(profile: &Profile) -> BTreeMap<String, Figures> {
    let mut found: BTreeMap<String, Figures> = BTreeMap::new();
    for thread in &profile.threads {
        let tree = &thread.tree;
        for id in tree.ids().filter(|id| *id != CallingContextTree::ROOT) {
            let path = tree.path(id);
            let names = path.iter().map(|id| profile.name(tree.context(*id).method));
            let names: Vec<String> = names.map(without_number).collect();
            let is_own = |name: &String| name.starts_with("Shapes");
            if names.last().is_some_and(is_own) && !names.iter().any(|it| it.contains("<clinit>")) {
                let own: Vec<String> = names.into_iter().filter(is_own).collect();
                add(found.entry(own.join(";")).or_default(), tree.context(id));
            }
        }
    }
    found
}

fn without_number(name: &str) -> String {
    match name.split_once("$$Lambda$") {
        Some((class, rest)) => {
            let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
            format!("{class}$$Lambda${rest}")
        }
        None => name.to_owned(),
    }
}

fn call_sites(uncovered: &[Uncovered]) -> Vec<(&str, u64)> {
    let sites = uncovered.iter();
    let sites = sites.filter(|call| call.method.starts_with("invokedynamic "));
    sites.map(|call| (&*call.method, call.calls)).collect()
}

#[test]
fn lambdas_have_the_contexts_calls_bytecodes_and_cycles_that_they_have_on_jop() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Shapes", SHAPES)]);
    let machine = MachineConfig::default();
    let settings = Settings {
        cache: CacheModel::Hits,
        exceptions: Exceptions::Exact,
        ..Settings::default()
    };
    let mut java = host.java(&settings, &machine);
    let output = java
        .arg("-cp")
        .arg(&classes)
        .arg("Shapes")
        .output()
        .unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    let outcome = host.outcome(&settings, &machine);
    let here = chains(&outcome.profile);
    if !here.keys().any(|chain| chain.contains("$$Lambda$")) {
        eprintln!("Java before 15: classes of lambdas are not shown");
        let captured = call_sites(&outcome.uncovered)
            .iter()
            .map(|it| it.1)
            .sum::<u64>();
        assert_eq!(captured, 15);
        return;
    }
    let linked = link(&LinkOptions::new("Shapes", [classes])).unwrap();
    let truth = profile_on_jop(&linked, &machine);
    let there = chains(&truth);
    let differ: Vec<String> = here
        .keys()
        .chain(there.keys())
        .filter(|key| here.get(*key) != there.get(*key))
        .map(|key| format!("{key}: {:?} {:?}", here.get(key), there.get(key)))
        .collect();
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    let lambdas = here.keys().filter(|chain| chain.contains("$$Lambda$"));
    assert!(lambdas.count() >= 12, "{:?}", here.keys());
    let listed = call_sites(&outcome.uncovered);
    assert!(listed.is_empty(), "{listed:?}");
    // Casts of lambdas to their interfaces, and what makes the objects.
    let (here, there) = (application(&outcome.profile), application(&truth));
    let casts = here.keys().filter(|chain| chain.contains("f_checkcast"));
    let casts: Vec<&String> = casts.collect();
    assert!(!casts.is_empty());
    for chain in casts {
        assert_eq!(here.get(chain), there.get(chain), "{chain}");
    }
}

const TEXTS: &str = r#"
public class Texts {
    public static void main(String[] none) {
        for (int i = 0; i < 3; i++) System.out.println("number " + i);
    }
}
"#;

#[test]
fn call_sites_whose_code_is_the_jdks_are_listed() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Texts", TEXTS)]);
    let (settings, machine) = (Settings::default(), MachineConfig::default());
    let mut java = host.java(&settings, &machine);
    let output = java.arg("-cp").arg(&classes).arg("Texts").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let concat = "invokedynamic java.lang.invoke.StringConcatFactory.makeConcatWithConstants(I)Ljava/lang/String;";
    assert_eq!(
        call_sites(&host.outcome(&settings, &machine).uncovered),
        [(concat, 3)]
    );
}
