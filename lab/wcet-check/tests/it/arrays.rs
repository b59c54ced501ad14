//! Arrays of objects whose elements the analysis follows, and ways to change them behind its back.

use parts::has_jdk;

use crate::refusals::{bound, holds};

/// A slow and a fast kind of unit, and a method that runs all units of an array.
const UNITS: &str = "
    abstract static class Unit { abstract int go(); }
    static final class Slow extends Unit {
        int go() { int s = 0; for (int i = 0; i < 200; i++) s += i; return s; }
    }
    static final class Fast extends Unit { int go() { return 1; } }
    static Unit[] units = {new Slow(), new Fast(), new Fast(), new Fast()};
    static int m() {
        int s = 0;
        for (int i = 0; i < units.length; i++) s += units[i].go();
        return s;
    }";

#[test]
fn a_loop_over_an_array_calls_each_object_as_often_as_it_is_there() {
    if !has_jdk() {
        return;
    }
    let (bound, seen) = bound(UNITS, "System.out.println(m());", "").unwrap();
    assert!(
        seen <= bound && bound < seen + seen / 10,
        "{seen} cycles, bound {bound}"
    );
}

#[test]
fn an_array_in_a_field_of_an_object_is_followed_though_library_classes_have_fields_at_its_offset() {
    if !has_jdk() {
        return;
    }
    let units = UNITS
        .replace("static Unit[] units", "final Unit[] units")
        .replace("static int m()", "int m()");
    let members = format!("static final class Plant {{ {} }}", units.trim());
    let members =
        members + "static Plant plant = new Plant(); static int m() { return plant.m(); }";
    let (bound, seen) = bound(&members, "System.out.println(m());", "").unwrap();
    assert!(
        seen <= bound && bound < seen + seen / 10,
        "{seen} cycles, bound {bound}"
    );
}

#[test]
fn elements_that_change_through_another_reference_are_not_taken_for_the_first_ones() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let changes = [
        // Another field.
        (
            "static Unit[] other = units;",
            "for (int i = 0; i < 4; i++) other[i] = new Slow();",
        ),
        // An argument.
        (
            "static void fill(Unit[] t) { for (int i = 0; i < 4; i++) t[i] = new Slow(); }",
            "fill(units);",
        ),
        // A result.
        (
            "static Unit[] all() { return units; }",
            "Unit[] t = all(); for (int i = 0; i < 4; i++) t[i] = new Slow();",
        ),
        // Another type, in one variable with another array.
        (
            "static int n = 3;",
            "Object[] t = n > 2 ? units : new String[4]; for (int i = 0; i < 4; i++) t[i] = new Slow();",
        ),
        // An element of an array of arrays.
        (
            "static Unit[][] all = {units};",
            "for (int i = 0; i < 4; i++) all[0][i] = new Slow();",
        ),
        // A copy by the library.
        (
            "static Unit[] slow = {new Slow(), new Slow(), new Slow(), new Slow()};",
            "System.arraycopy(slow, 0, units, 0, 4);",
        ),
        // A handler.
        (
            "static int zero;",
            "try { zero = 1 / zero; } catch (ArithmeticException e) { for (int i = 0; i < 4; i++) units[i] = new Slow(); }",
        ),
        // A field of an object.
        (
            "static final class Box { Unit[] kept; }",
            "Box b = new Box(); b.kept = units; for (int i = 0; i < 4; i++) b.kept[i] = new Slow();",
        ),
        // Another array in the same field.
        (
            "static Unit[] make() { return new Unit[] {new Slow(), new Slow(), new Slow(), new Slow()}; }",
            "units = make();",
        ),
        // A copy of the whole array.
        (
            "static void swap() { Unit[] t = units.clone(); t[1] = new Slow(); t[2] = new Slow(); units = t; }",
            "swap();",
        ),
    ];
    for (members, change) in changes {
        let members = format!("{UNITS}\n    {members}");
        let call = format!("{change} System.out.println(m());");
        // A call of another method may give an array of any length.
        holds(&members, &call, "[loops]\n\"Main.m\" = 4");
    }
}

#[test]
fn a_copy_of_numbers_is_priced_by_the_type_of_its_elements() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let members = "
        static int[] from = new int[32], to = new int[32];
        static int m() { System.arraycopy(from, 0, to, 1, 31); return to[1]; }";
    let (bound, seen) = bound(members, "System.out.println(m());", "").unwrap();
    assert!(
        seen <= bound && bound < 2 * seen,
        "{seen} cycles, bound {bound}"
    );
}

#[test]
fn a_copy_of_an_array_that_may_be_of_several_types_counts_the_longest() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let members = "
        static Object from = new int[32], to = new int[32];
        static void m() { System.arraycopy(from, 0, to, 0, 32); }";
    let main = "m(); from = new long[32]; to = new long[32]; m();
        from = new String[32]; to = new Object[32]; m();
        Object[] one = {\"a\"}; from = one; to = new String[1];
        System.arraycopy(from, 0, to, 0, 1); System.out.println(\"end\");";
    let (bound, seen) = bound(members, main, "").unwrap();
    assert!(seen <= bound, "{seen} cycles, bound {bound}");
}

#[test]
fn a_copy_of_references_between_arrays_of_one_class_checks_no_elements() {
    if !has_jdk() {
        return;
    }
    let members = "
        static void m() {
            Object[] from = new Object[32];
            Object[] to = new Object[32];
            System.arraycopy(from, 0, to, 1, 31);
        }";
    let (bound, seen) = bound(members, "m(); System.out.println();", "").unwrap();
    assert!(
        seen <= bound && bound < 2 * seen,
        "{seen} cycles, bound {bound}"
    );
}

#[test]
fn a_copy_between_arrays_of_two_classes_checks_its_elements_though_their_fields_have_one_type() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    for target in ["to", "made(from.length)"] {
        let members = format!(
            "
        static Object[] from = new Object[32], to = new Integer[32];
        static Object[] made(int n) {{ return n > 3 ? new Integer[32] : new Object[32]; }}
        static void m() {{ System.arraycopy(from, 0, {target}, 0, 32); }}"
        );
        let main =
            "for (int i = 0; i < 32; i++) from[i] = Integer.valueOf(i); m(); System.out.println();";
        let (bound, seen) = bound(&members, main, "").unwrap();
        assert!(seen <= bound, "{seen} cycles, bound {bound}");
    }
}
