//! Shapes of Java code whose bounds were once below a call: now they are refused, or the bound holds.

use jopizer::Linked;
use microcode::Build;
use parts::has_jdk;
use wcet::{Analyser, BoundSource, Exceptions, Options, Program, WcetError};
use wcet_check::random::Generated;
use wcet_check::{Watched, calls_of, link, machines};

/// Bound and longest call of `Main.m`; the class has the given members, and `main` calls `m` as told.
pub(crate) fn bound(members: &str, call: &str, bounds: &str) -> Result<(u64, u64), WcetError> {
    bound_with(members, call, bounds, Exceptions::Refuse)
}

fn bound_with(
    members: &str,
    call: &str,
    bounds: &str,
    exceptions: Exceptions,
) -> Result<(u64, u64), WcetError> {
    let folder = tempfile::tempdir().unwrap();
    let main = format!(
        "public final class Main {{\n{members}\n    public static void main(String[] args) {{\n        {call}\n    }}\n}}\n"
    );
    let generated = Generated {
        main,
        ..Generated::default()
    };
    let Linked { image, symbols, .. } = link(folder.path(), &generated).unwrap();
    let program = Program::new(&image, &symbols)?;
    let machine = machines(Build::Jop).unwrap().remove(0);
    let mut options = Options::new(&machine.config, &machine.costs)?;
    options.cache = machine.cache;
    options.exceptions = exceptions;
    options
        .bounds
        .add(bounds, "b.toml", BoundSource::File)
        .unwrap();
    let is_it = |it: &&jopizer::symbols::MethodSymbol| it.class == "Main" && it.name == "m";
    let method = symbols.methods.iter().find(is_it).unwrap().address;
    let cycles = Analyser::new(&program, &machine.costs)
        .bound(method, &options)?
        .cycles;
    let seen = calls_of(&Watched {
        image: &image,
        symbols: &symbols,
        config: &machine.config,
        build: machine.build,
        costs: None,
        most_cycles: 100_000_000,
    });
    Ok((cycles, seen.unwrap()[&method].max))
}

fn refused(members: &str, call: &str, bounds: &str, part: &str) {
    let message = bound(members, call, bounds).unwrap_err().to_string();
    assert!(message.contains(part), "{message}");
    assert!(!message.contains('\n'), "{message}");
}

pub(crate) fn holds(members: &str, call: &str, bounds: &str) {
    let (bound, seen) = bound(members, call, bounds).unwrap();
    assert!(bound >= seen, "{seen} cycles, bound {bound}");
}

/// Two loops of the source whose first bytecode is the same, on line 5.
const MERGED: &str = "    static int m(int limit) {
        int n = 0;
        int q = 0;
        while (true) { // both loops are on the next line for the debugger
            while ((q & 3) != 3) q++;
            q++;
            if (++n == limit) break;
        }
        return q;
    }";

#[test]
fn a_line_of_merged_loops_is_refused_and_a_number_covers_all_their_repetitions() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let call = "System.out.println(m(5));";
    refused(MERGED, call, "[loops]\n\"Main.m:6\" = 4", "several jumps");
    refused(
        MERGED,
        call,
        "[loops]\n\"Main.m\" = [5, 4]",
        "2 numbers for 1 loops",
    );
    holds(MERGED, call, "[loops]\n\"Main.m\" = 30");
}

#[test]
fn what_a_handler_leaves_in_a_variable_may_be_stored_behind_it() {
    if !has_jdk() {
        return;
    }
    let members = "    static int limit;
    static void check(int x) { if (x > 2) throw new RuntimeException(); }
    static void set(int x) {
        int n = 4;
        try { check(x); } catch (RuntimeException e) { n = 1000; }
        limit = n;
    }
    static int m() {
        int s = 0;
        for (int i = 0; i < limit; i++) s += i;
        return s;
    }";
    let call = "set(3); System.out.println(m());";
    refused(members, call, "", "the loop has no bound");
    holds(members, call, "[loops]\n\"Main.m\" = 1000");
}

#[test]
fn a_line_means_a_loop_that_begins_on_it_not_one_that_ends_on_it() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let members = "    static int left = 50;
    static boolean more() { return --left > 0; }
    static int m(int m) {
        int s = 0;
        while (more()) {
            s++;
            for (int j = 0; j < m; j++) s += j;
        }
        return s;
    }";
    let call = "System.out.println(m(3));";
    // The jump back of the outer loop has the line of the inner one.
    let inner = "[loops]\n\"Main.m:8\" = 3";
    refused(members, call, inner, "Main.m(I)I:6");
    holds(
        members,
        call,
        "[loops]\n\"Main.m:8\" = 3\n\"Main.m:6\" = 50",
    );
    let nowhere = "[loops]\n\"Main.m:7\" = 3";
    refused(members, call, nowhere, "0 loops begin on that line");
}

#[test]
fn a_formula_takes_int_arguments_alone() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let members = "    static int m(long n, int k) {
        int s = 0;
        for (long i = 0; i < n; i++) s++;
        for (int i = 0; i < k * 2 - k; i++) s++;
        return s;
    }";
    let call = "System.out.println(m(20L, 3));";
    for start in ["n", "$9"] {
        let bounds = format!("[loops]\n\"Main.m\" = [\"{start}\", 40]");
        refused(members, call, &bounds, "is no int argument");
    }
    let unknown = "[loops]\n\"Main.m\" = [\"count\", 40]";
    refused(members, call, unknown, "`count` is no argument");
    holds(members, call, "[loops]\n\"Main.m\" = [20, 40]");
}

#[test]
fn a_key_of_several_methods_is_refused_and_a_descriptor_tells_them_apart() {
    if !has_jdk() {
        return;
    }
    let members = "    static int m(int n) {
        int s = 0;
        for (int i = n; i != 1; i = (i & 1) == 0 ? i / 2 : 3 * i + 1) s++;
        return s;
    }
    static int m(int n, int k) {
        int s = 0;
        for (int i = n; i != 1; i = (i & 1) == 0 ? i / 2 : 3 * i + 1) s += k;
        return s;
    }";
    let call = "System.out.println(m(7) + m(27, 1));";
    refused(
        members,
        call,
        "[loops]\n\"Main.m\" = 16",
        "it means Main.m(I",
    );
    let both = "[loops]\n\"Main.m(I)I\" = 16\n\"Main.m(II)I\" = 111";
    holds(members, call, both);
}

#[test]
fn deep_recursion_is_refused_and_not_a_crash() {
    if !has_jdk() {
        return;
    }
    let members = "    static int m(int n) { return n <= 0 ? 0 : 1 + m(n - 1); }";
    let call = "System.out.println(m(9));";
    holds(members, call, "[recursion]\n\"Main.m\" = 10");
    refused(
        members,
        call,
        "[recursion]\n\"Main.m\" = 1000000",
        "calls within each other are not followed",
    );
}

/// Calls that catch what they throw themselves, in three ways: by `throw`, by the hardware, and by what they call.
const CATCHING: [&str; 3] = [
    "    static int m(int n) {
        try { if (n > 3) throw new IllegalStateException(); n++; } catch (IllegalStateException e) { n = 9; }
        return n;
    }",
    "    static int m(int n) {
        int[] words = new int[4];
        try { n = words[n]; } catch (ArrayIndexOutOfBoundsException e) { n = 9; }
        return n;
    }",
    "    static int thrown(int n) { if (n > 3) throw new IllegalStateException(); return n; }
    static int m(int n) {
        try { n = thrown(n); } catch (IllegalStateException e) { n = 9; }
        return n;
    }",
];

#[test]
fn a_call_that_may_catch_an_exception_is_refused_or_bounded_without_one() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    for members in CATCHING {
        // A clock in whole microseconds: always 0, but the analysis does not know, or it would be clear that nothing is thrown.
        let call = "System.out.println(m((int) System.nanoTime() & 7));";
        refused(members, call, "", "the call may catch an exception here");
        let (bound, seen) = bound_with(members, call, "", Exceptions::Exclude).unwrap();
        assert!(bound >= seen, "{seen} cycles, bound {bound}");
    }
}

#[test]
fn what_always_throws_again_is_not_caught_and_what_cannot_throw_needs_no_handler() {
    if !has_jdk() {
        return;
    }
    let locked = "    static final Object LOCK = new Object();
    static int s;
    static int m(int n) {
        synchronized (LOCK) { s += n; }
        return s;
    }";
    holds(locked, "System.out.println(m(2));", "");
    let harmless = "    static int m(int n) {
        int k = n;
        try { k = n + 1; } catch (RuntimeException e) { k = 0; }
        return k;
    }";
    holds(harmless, "System.out.println(m(2));", "");
}

#[test]
fn what_always_throws_has_no_bound() {
    if !has_jdk() {
        return;
    }
    let members = "    static int m(int n) { throw new IllegalStateException(); }";
    let call = "try { m(1); } catch (IllegalStateException e) { System.out.println(1); }";
    let message = bound(members, call, "").unwrap_err().to_string();
    assert!(message.contains("never returns"), "{message}");
}

#[test]
fn many_allocations_share_the_batches_of_handles() {
    if !has_jdk() {
        return;
    }
    let members = "    static Object kept;
    static int m(int n) {
        for (int i = 0; i < 40; i++) kept = new Object();
        return n;
    }";
    let call = "int s = 0; for (int i = 0; i < 50; i++) s += m(i); System.out.println(s);";
    let (bound, seen) = bound(members, call, "").unwrap();
    // Forty allocations meet two or three batches.
    assert!(seen <= bound, "{seen} cycles, bound {bound}");
    assert!(
        bound as f64 <= 1.3 * seen as f64,
        "{seen} cycles, bound {bound}"
    );
}

/// Two methods of one name, each with a loop: on lines 5 and 11.
const OVERLOADS: &str = "    static int step = 9;
    static int work(int n) {
        int s = 0;
        while (n > 0) { n -= step; s++; }
        return s;
    }
    static int work(String text) {
        int h = text.length();
        int s = 0;
        while (h > 0) { h -= step; s++; }
        return s;
    }
    static int fib(int n) { return n < 2 ? n : fib(n - step) + fib(n - 2); }
    static int m() { return work(30) + work(\"abc\"); }";

#[test]
fn bounds_name_methods_in_every_form_and_a_line_chooses_among_overloads() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let call = "System.out.println(m());";
    for key in [
        "work",
        "Main.work",
        "Main.work(int)",
        "work(I)",
        "work(I)I",
        "Main.work(int): int",
    ] {
        holds(
            OVERLOADS,
            call,
            &format!("[loops]\n\"{key}:5\" = 30\n\"Main.work(String):11\" = 3"),
        );
    }
    let given = |key: &str| format!("[loops]\n\"{key}\" = 30");
    refused(
        OVERLOADS,
        call,
        &given("Main.wrok:5"),
        "did you mean Main.work(",
    );
    refused(
        OVERLOADS,
        call,
        &given("work"),
        "it means Main.work(I)I, Main.work(",
    );
    refused(
        OVERLOADS,
        call,
        &given("work:6"),
        "loops begin in Main.work(I)I at line 5",
    );
    refused(
        OVERLOADS,
        call,
        &given("work(long):5"),
        "no method `work(long)`",
    );
    refused(OVERLOADS, call, &given("Main.m"), "the method has no loop");
}

#[test]
fn a_recursion_is_named_once_with_a_key_that_means_it() {
    if !has_jdk() {
        return;
    }
    let members = "    static int step = 1;
    static int fib(int n) { return n < 2 ? n : fib(n - step) + fib(n - 2); }
    static int fib(long n) { return 1; }
    static int m() { return fib(9) + fib(1L); }";
    let call = "System.out.println(m());";
    refused(
        members,
        call,
        "",
        "recursion without a bound: Main.fib; give one with `--bounds`: \"Main.fib(I)I\" = DEPTH",
    );
    holds(members, call, "[recursion]\n\"Main.fib(I)I\" = 9");
}

#[test]
fn what_prints_has_a_bound_unless_it_prints_to_another_stream() {
    if !has_jdk() {
        return;
    }
    let members = "    static int left = 5;
    static void m() {
        System.out.println(\"a text of known length\");
        System.out.print(left);
        System.out.println('!');
        for (int i = 0; i < 3; i++) System.out.println(1000 * i);
    }";
    holds(members, "m();", "");
    let text = "    static String text = \"\";
    static void m() { System.out.println(text); }";
    refused(text, "text = args[0]; m();", "", "the loop has no bound");
    let other = "    static void m() { System.out.println('!'); }";
    let call = "System.setOut(new java.io.PrintStream(System.out)); m();";
    refused(
        other,
        call,
        "",
        "recursion without a bound: java.io.PrintStream.write",
    );
}

#[test]
fn the_length_of_a_literal_ends_a_loop_wherever_the_text_goes() {
    if !has_jdk() {
        return;
    }
    let members = "    static int hash(String text) {
        int h = 0;
        for (int i = 0; i < text.length(); i++) h = 31 * h + text.charAt(i);
        return h;
    }
    static int m() { return hash(\"hello\") + hash(\"a longer text\"); }";
    holds(members, "System.out.println(m());", "");
}

#[test]
fn an_array_of_arrays_needs_bounds_of_its_lengths_only() {
    if !has_jdk() {
        return;
    }
    let members = "static int m() { return new int[2][3].length; }";
    let call = "System.out.println(m());";
    refused(members, call, "", "MultiArray.java");
    let lengths = "[loops]\n\"MultiArray.create\" = 2\n\"Heap.allocate\" = 1\n";
    holds(members, call, lengths);
}
