//! Bytecodes that meet null or a bad index: the paths that the cost table has for them.

use std::collections::BTreeSet;

use host_profile::{CacheModel, Exceptions, Settings};
use isa::MachineConfig;
use jopizer::{LinkOptions, Linked, link};
use microcode::Build;

use crate::it::programs::application;
use crate::it::support::{Host, has_jdk, profile_on, table_of};
use crate::it::target::target_java;

/// Each kind of access, with what it may meet; a bytecode follows in its block, which JOP executes where it notices late.
const FAULTS: &str = r#"
public class Faults {
    interface Source { int get(); }
    static class Cell implements Source {
        int number; long wide; Object reference; Cell next;
        public int get() { return number; }
    }
    static int field(Cell of) { try { int got = of.number; got++; return got; } catch (NullPointerException e) { return -1; } }
    static int reference(Cell of) { try { Object got = of.reference; return got == null ? 1 : 2; } catch (NullPointerException e) { return -2; } }
    static int wide(Cell of) { try { long got = of.wide; got++; return (int) got; } catch (NullPointerException e) { return -3; } }
    static int put(Cell of) { try { of.number = 3; return 1; } catch (NullPointerException e) { return -4; } }
    static int putWide(Cell of) { try { of.wide = 3; return 1; } catch (NullPointerException e) { return -5; } }
    static int call(Cell of) { try { int got = of.get(); got++; return got; } catch (NullPointerException e) { return -6; } }
    static int through(Source of) { try { int got = of.get(); got++; return got; } catch (NullPointerException e) { return -7; } }
    static int chain(Cell of) { return of.next.next.number; }
    static int above(Cell of) { try { return chain(of) + 1; } catch (NullPointerException e) { return -8; } }

    static int ints(int[] of, int at) { try { int got = of[at]; got++; return got; } catch (RuntimeException e) { return -1; } }
    static int bytes(byte[] of, int at) { try { int got = of[at]; got++; return got; } catch (RuntimeException e) { return -2; } }
    static int chars(char[] of, int at) { try { int got = of[at]; got++; return got; } catch (RuntimeException e) { return -3; } }
    static int objects(Object[] of, int at) { try { Object got = of[at]; return got == null ? 4 : 5; } catch (RuntimeException e) { return -4; } }
    static int longs(long[] of, int at) { try { long got = of[at]; got++; return (int) got; } catch (RuntimeException e) { return -5; } }
    static int putInt(int[] of, int at) { try { of[at] = 4; return 6; } catch (RuntimeException e) { return -6; } }
    static int putLong(long[] of, int at) { try { of[at] = 4; return 7; } catch (RuntimeException e) { return -7; } }
    static int sum(int[] of, int at) { try { int sum = at; sum += of[at] * 3; return sum; } catch (RuntimeException e) { return -8; } }

    static int objectsOf(Cell of) {
        return field(of) + reference(of) + wide(of) + put(of) + putWide(of) + call(of) + through(of) + above(of);
    }
    static int arraysOf(boolean are, int at) {
        return ints(are ? new int[3] : null, at) + bytes(are ? new byte[3] : null, at) + chars(are ? new char[3] : null, at)
            + objects(are ? new Object[3] : null, at) + longs(are ? new long[3] : null, at) + putInt(are ? new int[3] : null, at)
            + putLong(are ? new long[3] : null, at) + sum(are ? new int[3] : null, at);
    }

    public static void main(String[] none) {
        Cell cell = new Cell();
        int sum = objectsOf(cell) + objectsOf(null);
        cell.next = new Cell();
        sum += objectsOf(cell);
        cell.next.next = cell;
        sum += objectsOf(cell);
        for (int at = -1; at < 5; at++) {
            sum += arraysOf(true, at);
        }
        sum += arraysOf(false, 1);
        System.out.println(sum);
    }
}
"#;

/// What only exact checks of null and of large indices make equal to the host.
const STRICT: &str = r#"
public class Strictly {
    static int length(int[] of) { try { int got = of.length; got++; return got; } catch (NullPointerException e) { return -1; } }
    static int ints(int[] of, int at) { try { int got = of[at]; got++; return got; } catch (RuntimeException e) { return -2; } }
    static int putInt(int[] of, int at) { try { of[at] = 4; return 6; } catch (RuntimeException e) { return -3; } }
    static int hash(Object of) { return of.hashCode() == 0 ? 1 : 2; }
    static int same(Object of, Object other) { return of.equals(other) ? 1 : 2; }

    public static void main(String[] none) {
        int[] three = new int[3];
        Object plain = new Object();
        int sum = length(null) + length(three) + hash(three) + hash(plain) + same(three, three) + same(plain, three);
        int[] places = {0, 3, -1, 1 << 21, (1 << 22) + 1, 1 << 24, (1 << 24) + 5};
        for (int place : places) {
            sum += ints(three, place) + putInt(three, place);
        }
        System.out.println(sum);
    }
}
"#;

/// Contexts of a class that differ between the host's profile and JOP's, with both figures; and those that are equal.
fn differences(
    name: &str,
    source: &str,
    build: Build,
    exceptions: Exceptions,
) -> (Vec<String>, usize) {
    let host = Host::new();
    let classes = host.compile(&[(name, source)]);
    let machine = MachineConfig::default();
    let linked = link(&LinkOptions::new(name, [classes.clone()])).unwrap();
    let costs = table_of(&machine, build);
    let settings = Settings {
        cache: CacheModel::Hits,
        exceptions,
        ..Settings::default()
    };
    let mut java = host.java_for(&settings, &machine, &costs);
    let output = java.arg("-cp").arg(&classes).arg(name).output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
    compared(&host, &linked, &settings, build)
}

fn compared(
    host: &Host,
    linked: &Linked,
    settings: &Settings,
    build: Build,
) -> (Vec<String>, usize) {
    let machine = MachineConfig::default();
    let here = application(
        &host
            .outcome_for(settings, &table_of(&machine, build))
            .profile,
    );
    let there = application(&profile_on(linked, &machine, build));
    let keys: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
    let (equal, differ): (Vec<&String>, Vec<&String>) = keys
        .into_iter()
        .filter(|key| !key.contains("java.lang."))
        .partition(|key| here.get(*key) == there.get(*key));
    let differ = differ
        .into_iter()
        .map(|key| format!("{key}: {:?} {:?}", here.get(key), there.get(key)));
    (differ.collect(), equal.len())
}

#[test]
fn each_bytecode_that_meets_null_or_a_bad_index_takes_its_path_of_the_cost_table() {
    if !has_jdk() {
        return;
    }
    let (differ, equal) = differences("Faults", FAULTS, Build::Jop, Exceptions::Exact);
    assert!(differ.is_empty(), "{equal} equal; {}", differ.join("\n"));
    // Seventeen methods and their callers, each with its bytecodes in Java.
    assert!(equal > 20, "{equal}");
    // Counts of whole blocks are not the machine's.
    let (differ, _) = differences("Faults", FAULTS, Build::Jop, Exceptions::Fast);
    assert!(differ.len() > 10, "{}", differ.join("\n"));
}

#[test]
fn exact_checks_and_receivers_that_are_arrays_have_the_paths_of_the_strict_microcode() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    for (name, source) in [("Strictly", STRICT), ("Faults", FAULTS)] {
        let (differ, equal) = differences(name, source, Build::Strict, Exceptions::Exact);
        assert!(
            differ.is_empty(),
            "{name}, {equal} equal; {}",
            differ.join("\n")
        );
    }
}

#[test]
fn our_own_library_on_the_host_takes_the_same_paths() {
    if !has_jdk() {
        return;
    }
    let host = Host::new();
    let classes = host.compile(&[("Faults", FAULTS)]);
    let machine = MachineConfig::default();
    let options = LinkOptions::new("Faults", [classes]);
    let settings = Settings {
        cache: CacheModel::Hits,
        exceptions: Exceptions::Exact,
        ..Settings::default()
    };
    let output = target_java(&host, &options, &settings, &machine)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let (differ, equal) = compared(&host, &link(&options).unwrap(), &settings, Build::Jop);
    assert!(differ.is_empty(), "{equal} equal; {}", differ.join("\n"));
}
