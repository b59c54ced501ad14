//! Bytecodes in Java with operands of all kinds, as a program for both sides.
//!
//! Each case is a pair of methods that call each other eight times, by the bits of the number of the sample, and then execute the
//! bytecode: so each sample has a context of its own.

use std::fmt::Write as _;

/// Bits of the number of a sample.
pub(super) const LEVELS: u32 = 8;

/// A bytecode with operands.
pub(super) struct Case {
    /// Name of its methods.
    pub(super) name: &'static str,
    /// Name of the bytecode whose features are counted.
    pub(super) bytecode: &'static str,
    /// Name of the bytecode that begins, if it is another.
    pub(super) begins: &'static str,
    /// Parameters, as `int a, int b`.
    parameters: &'static str,
    /// What makes them.
    operands: &'static str,
    /// Type and expression.
    result: (&'static str, &'static str),
}

macro_rules! cases {
    ($($name:ident $bytecode:literal ($parameters:literal) ($operands:literal) $kind:literal $expression:literal)*) => {
        &[$(Case {
            name: stringify!($name),
            bytecode: $bytecode,
            begins: begins(stringify!($name), $bytecode),
            parameters: $parameters,
            operands: $operands,
            result: ($kind, $expression),
        }),*]
    };
}

pub(super) const CASES: &[Case] = cases! {
    idiv "idiv" ("int a, int b") ("any(), divisor()") "int" "a / b"
    irem "irem" ("int a, int b") ("any(), divisor()") "int" "a % b"
    ldiv "ldiv" ("long a, long b") ("wide(), wideDivisor()") "long" "a / b"
    lrem "lrem" ("long a, long b") ("wide(), wideDivisor()") "long" "a % b"
    lmul "lmul" ("long a, long b") ("wide(), wide()") "long" "a * b"
    fadd "fadd" ("float a, float b") ("real(), near()") "float" "a + b"
    fsub "fsub" ("float a, float b") ("real(), near()") "float" "a - b"
    fmul "fmul" ("float a, float b") ("real(), near()") "float" "a * b"
    fdiv "fdiv" ("float a, float b") ("real(), near()") "float" "a / b"
    frem "frem" ("float a, float b") ("real(), near()") "float" "a % b"
    fneg "fneg" ("float a") ("real()") "float" "-a"
    fcmpl "fcmpl" ("float a, float b") ("real(), near()") "boolean" "a > b"
    fcmpg "fcmpg" ("float a, float b") ("real(), near()") "boolean" "a < b"
    dadd "dadd" ("double a, double b") ("twice(), nearTwice()") "double" "a + b"
    dsub "dsub" ("double a, double b") ("twice(), nearTwice()") "double" "a - b"
    dmul "dmul" ("double a, double b") ("twice(), nearTwice()") "double" "a * b"
    ddiv "ddiv" ("double a, double b") ("twice(), nearTwice()") "double" "a / b"
    drem "drem" ("double a, double b") ("twice(), nearTwice()") "double" "a % b"
    dneg "dneg" ("double a") ("twice()") "double" "-a"
    dcmpl "dcmpl" ("double a, double b") ("twice(), nearTwice()") "boolean" "a > b"
    dcmpg "dcmpg" ("double a, double b") ("twice(), nearTwice()") "boolean" "a < b"
    i2f "i2f" ("int a") ("any()") "float" "a"
    i2d "i2d" ("int a") ("any()") "double" "a"
    l2f "l2f" ("long a") ("wide()") "float" "a"
    l2d "l2d" ("long a") ("wide()") "double" "a"
    f2i "f2i" ("float a") ("large()") "int" "(int) a"
    f2l "f2l" ("float a") ("large()") "long" "(long) a"
    f2d "f2d" ("float a") ("real()") "double" "a"
    d2i "d2i" ("double a") ("largeTwice()") "int" "(int) a"
    d2l "d2l" ("double a") ("largeTwice()") "long" "(long) a"
    d2f "d2f" ("double a") ("largeTwice()") "float" "(float) a"
    i2b "i2b" ("int a") ("any()") "int" "(byte) a"
    i2s "i2s" ("int a") ("any()") "int" "(short) a"
    fconst1 "fconst_1" ("int a") ("any()") "float" "1.0f"
    fconst2 "fconst_2" ("int a") ("any()") "float" "2.0f"
    dconst1 "dconst_1" ("int a") ("any()") "double" "1.0"
    new0 "new" ("int a") ("any()") "Object" "new None()"
    new3 "new" ("int a") ("any()") "Object" "new Three()"
    new17 "new" ("int a") ("any()") "Object" "new Seventeen()"
    ints "newarray" ("int a") ("length()") "Object" "new int[a]"
    doubles "newarray" ("int a") ("length()") "Object" "new double[a]"
    references "anewarray" ("int a") ("length()") "Object" "new Object[a]"
    classes "anewarray" ("int a") ("length()") "Object" "new Three[a]"
    two "multianewarray" ("int a, int b") ("length() & 7, length() & 15") "Object" "new int[a][b]"
    three "multianewarray" ("int a, int b") ("length() & 3, length() & 7") "Object" "new double[a][b][a]"
    some "multianewarray" ("int a, int b") ("length() & 7, length() & 15") "Object" "new Object[a][b][]"
    table "tableswitch" ("int a") ("length() & 15") "int" "table(a)"
    few "lookupswitch" ("int a") ("length()") "int" "few(a)"
    many "lookupswitch" ("int a") ("length()") "int" "many(a)"
    castClass "checkcast" ("Object o") ("object()") "Object" "(None) o"
    castInterface "checkcast" ("Object o") ("object()") "Object" "(Runnable) o"
    castArray "checkcast" ("Object o") ("array()") "Object" "(Object[]) o"
    isClass "instanceof" ("Object o") ("object()") "boolean" "o instanceof Three"
    isBase "instanceof" ("Object o") ("object()") "boolean" "o instanceof None"
    isInterface "instanceof" ("Object o") ("other()") "boolean" "o instanceof Runnable"
    isArray "instanceof" ("Object o") ("other()") "boolean" "o instanceof Object[]"
    storeObject "aastore" ("Object o") ("other()") "Object" "all[0] = o"
    storeSame "aastore" ("Object o") ("object()") "Object" "nones[0] = (None) o"
    thrown "athrow" ("int a") ("length()") "Object" "throw error(a >> 3)"
    noDivisor "athrow" ("int a") ("length()") "int" "a / zero"
    noCast "athrow" ("int a") ("length()") "Object" "(None) other"
    noLength "athrow" ("int a") ("length()") "Object" "new int[-1 - a]"
    noStore "athrow" ("int a") ("length()") "Object" "wrong[0] = other"
    noObject "sys_exc" ("int a") ("length()") "int" "none.a + k"
    noArray "sys_exc" ("int a") ("length()") "int" "noInts[a] + k"
    noElement "sys_exc" ("int a") ("length()") "int" "ints[a + 1] + k"
};

/// The bytecode that throws in a case of exceptions.
const fn begins(name: &str, bytecode: &'static str) -> &'static str {
    match name.as_bytes() {
        b"noDivisor" => "idiv",
        b"noCast" => "checkcast",
        b"noLength" => "newarray",
        b"noStore" => "aastore",
        _ => bytecode,
    }
}

/// Whether methods B of a case handle the exception. Frames, handlers and locks must not follow from each other in all cases.
fn has_second_handler(name: &str) -> bool {
    ["noDivisor", "noLength", "noArray", "noElement"].contains(&name)
}

/// Whether methods B of a case are synchronized.
fn has_lock(name: &str) -> bool {
    ["thrown", "noDivisor", "noStore", "noArray"].contains(&name)
}

/// What the handlers of methods B take: the exception itself, so that not all handlers are as many classes above it.
fn second_handler(name: &str) -> &'static str {
    match name {
        "noDivisor" => "ArithmeticException",
        "noLength" => "NegativeArraySizeException",
        "noArray" => "NullPointerException",
        "noElement" => "ArrayIndexOutOfBoundsException",
        _ => "RuntimeException",
    }
}

/// Classes, operands, and the switches in methods of their own.
const SUPPORT: &str = r"
    static class None implements Runnable { public void run() { } }
    static class Three extends None { int a; int b; int c; }
    static class Seventeen extends None { long a, b, c, d, e, f, g, h; int i; }
    static Object[] all = new Object[1];
    static None[] nones = new None[1];
    static int zero;
    static Object other = new int[1];
    static Object[] wrong = new None[1];
    static Three none;
    static int[] noInts;
    static int[] ints = new int[1];
    static class Small extends RuntimeException { }
    static class Smaller extends Small { }
    static RuntimeException[] errors = {new RuntimeException(), new Small(), new Smaller()};
    static RuntimeException error(int a) { return errors[a % 3]; }
    static int state = 20101;
    static int last;
    static long lastWide;
    static int next() { state ^= state << 13; state ^= state >>> 17; state ^= state << 5; return state; }
    static int any() { return next() >> (next() & 31); }
    static int divisor() {
        int b = any() >> (next() & 15);
        return b == 0 ? 7 : (b & 63) == 5 ? Integer.MIN_VALUE : b;
    }
    static long wide() { return ((long) next() << 32 | next() & 0xffffffffL) >> (next() & 63); }
    static long wideDivisor() {
        long b = wide() >> (next() & 31);
        return b == 0 ? 7 : (next() & 15) == 3 ? Integer.MIN_VALUE : b;
    }
    static int length() { return next() >>> 7 & 63; }
    static int bits() {
        switch (next() & 31) {
            case 0: return 0;
            case 1: return 0x7f800000;
            case 2: return 0x7fc00000;
            case 3: return next() & 0x007fffff;
            case 4: case 6: case 7: case 8: return next() & 0x80ffffff | 0x04000000;
            case 5: case 9: case 10: case 11: return next() & 0x80ffffff | 0x78000000;
            default: return next() & 0x807fffff | 118 + (next() & 15) << 23;
        }
    }
    static float real() { last = bits(); return Float.intBitsToFloat(last); }
    static float near() {
        switch (next() & 7) {
            case 0: case 1: return Float.intBitsToFloat(last ^ next() >>> 12 ^ next() & 0x80000000);
            case 2: return Float.intBitsToFloat(last ^ next() & 0x80000000);
            default: return Float.intBitsToFloat(bits());
        }
    }
    static float large() { int e = (next() & 3) == 0 ? 18 + (next() & 15) : next() & 127; return Float.intBitsToFloat(next() & 0x807fffff | 120 + e << 23); }
    static long twiceBits() {
        switch (next() & 31) {
            case 0: return 0;
            case 1: return 0x7ff0000000000000L;
            case 2: return 0x7ff8000000000000L;
            case 3: return wide() & 0x000fffffffffffffL;
            case 4: case 6: case 7: case 8: return wide() & 0x001fffffffffffffL | 0x0080000000000000L;
            case 5: case 9: case 10: case 11: return wide() & 0x001fffffffffffffL | 0x7f00000000000000L;
            default: return ((long) next() << 32 | next() & 0xffffffffL) & 0x800fffffffffffffL | (long) (1014 + (next() & 15)) << 52;
        }
    }
    static double twice() { lastWide = twiceBits(); return Double.longBitsToDouble(lastWide); }
    static double nearTwice() {
        long sign = (long) (next() & 0x80000000) << 32;
        switch (next() & 7) {
            case 0: case 1: return Double.longBitsToDouble(lastWide ^ next() >>> 3 ^ sign);
            case 2: return Double.longBitsToDouble(lastWide ^ sign);
            default: return Double.longBitsToDouble(twiceBits());
        }
    }
    static double largeTwice() {
        int exponent = 1016 + (next() & 63);
        switch (next() & 15) {
            case 0: exponent = next() & 0x7ff; break;
            case 1: exponent = 0x7ff; break;
            case 2: exponent = 1023 - 127 - (next() & 31); break;
            default: break;
        }
        return Double.longBitsToDouble(((long) next() << 32 | next() & 0xffffffffL) & 0x800fffffffffffffL | (long) exponent << 52);
    }
    static Object object() {
        switch (next() >>> 9 & 3) { case 0: return null; case 1: return new None(); case 2: return new Three(); default: return new Seventeen(); }
    }
    static Object array() { switch (next() >>> 9 & 3) { case 0: return null; case 1: return new None[1]; default: return new Object[1]; } }
    static Object other() { return (next() & 16) == 0 ? object() : (next() & 16) == 0 ? array() : (Object) new int[0]; }
    static int sum(Object o) { return o == null ? 0 : 1; }
    static int sum(boolean o) { return o ? 1 : 0; }
    static int sum(long o) { return (int) o; }
    static int sum(float o) { return Float.floatToRawIntBits(o); }
    static int sum(double o) { return (int) Double.doubleToRawLongBits(o); }
";

/// Bodies of cases that are no expression.
fn switch(name: &str) -> Option<String> {
    let keys: Vec<i32> = match name {
        "table" => (0..9).collect(),
        "few" => vec![1, 20, 50],
        "many" => (0..11).map(|key| key * 5).collect(),
        _ => return None,
    };
    let mut text = "switch (a) {".to_owned();
    for key in keys {
        write!(text, " case {key}: return {};", key + 1).unwrap();
    }
    Some(text + " default: return 0; }")
}

/// The program.
pub(super) fn source() -> String {
    let mut text = format!("public class Fit {{{SUPPORT}");
    let mut main = String::new();
    for case in CASES {
        let names: Vec<&str> = case.parameters.split(", ").collect();
        let names: Vec<&str> = names
            .iter()
            .map(|it| it.split(' ').nth(1).unwrap())
            .collect();
        let names = names.join(", ");
        let (kind, expression) = case.result;
        let body = switch(case.name).unwrap_or_else(|| match expression.starts_with("throw ") {
            true => format!("{expression};"),
            false => format!("return {expression};"),
        });
        let throws = ["athrow", "sys_exc"].contains(&case.bytecode);
        for letter in ["A", "B"] {
            let deeper = format!(
                "return (n & 1) == 0 ? {0}A(k - 1, n >> 1, {names}) : {0}B(k - 1, n >> 1, {names});",
                case.name
            );
            // Handlers at all levels, after others that do not take the exception.
            let deeper = match (throws, letter) {
                (false, _) => deeper,
                (true, "A") => format!(
                    "if (k != (a & 7)) {{ {deeper} }}\n        try {{ {deeper} }} catch (IllegalStateException e) {{ last = 1; }} \
                     catch (RuntimeException e) {{ last = 2; }}\n        return {};",
                    if kind == "int" { "0" } else { "null" }
                ),
                (true, _) if !has_second_handler(case.name) => deeper,
                (true, _) => format!(
                    "if (k != (a & 7)) {{ {deeper} }}\n        try {{ {deeper} }} catch ({} e) {{ last = 3; }}\n        \
                     return {};",
                    second_handler(case.name),
                    if kind == "int" { "0" } else { "null" }
                ),
            };
            let locks = if throws && letter == "B" && has_lock(case.name) {
                "synchronized "
            } else {
                ""
            };
            writeln!(
                text,
                "    static {locks}{kind} {0}{letter}(int k, int n, {1}) {{\n        if (k == 0) {{ {body} }}\n        {deeper}\n    }}",
                case.name, case.parameters
            )
            .unwrap();
        }
        let call = format!("sum(Fit.{}A({LEVELS}, n, {}));", case.name, case.operands);
        if throws {
            writeln!(
                text,
                "    static void {0}(int n, int d) {{\n        if (d > 0) {{ {0}(n, d - 1); return; }}\n        try {{ {call} }} catch (RuntimeException \
                 e) {{ last = 4; }}\n    }}",
                case.name
            )
            .unwrap();
        }
        writeln!(
            main,
            "        for (int n = 0; n < {}; n++) {{ {} }}",
            1 << LEVELS,
            if throws {
                format!("{}(n, n & 15);", case.name)
            } else {
                call
            }
        )
        .unwrap();
    }
    text + "    public static void main(String[] none) {\n" + &main + "    }\n}\n"
}
