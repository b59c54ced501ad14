//! The Java program: a loop for each operation, from the table.

use std::fmt::Write;

use super::operations::{OPERATIONS, Operation, Outcome};
use crate::host::Sources;

/// Its main class.
pub(crate) const MAIN: &str = "Operations";

/// Runs the main class several times, on the host.
pub(crate) const HOST_MAIN: &str = "HostRuns";

/// Text printed after each run.
pub(crate) const END_OF_RUN: &str = "--\n";

const HOST_RUNS: &str = "\
/** Runs Operations once for every six arguments. */
public final class HostRuns {
    public static void main(String[] args) {
        for (int i = 0; i < args.length; i += 6) {
            Operations.main(java.util.Arrays.copyOfRange(args, i, i + 6));
            System.out.println(\"--\");
        }
    }
}
";

const OPERANDS: &str = include_str!("../../java/Operands.java");

const HEAD: &str = "\
/** Arguments: operation, seed, first block, blocks, pairs of a block, whether to show the pairs. */
public final class Operations {
    private static final long MASK = 0xffffffffL;
    private static boolean shows;

    public static void main(String[] args) {
        int seed = Integer.parseInt(args[1]);
        int first = Integer.parseInt(args[2]);
        int blocks = Integer.parseInt(args[3]);
        int pairs = Integer.parseInt(args[4]);
        shows = args[5].equals(\"true\");
        for (int block = first; block < first + blocks; ++block) {
            Operands.start(seed, block);
            int sum = run(args[0], pairs);
            System.out.println(block + \" \" + sum);
        }
    }

    private static int mix(int sum, int bits) {
        return (sum << 5) - sum + bits;
    }

    private static void show(int pair, long a, long b, long result) {
        System.out.println(pair + \" \" + Long.toHexString(a) + ' ' + Long.toHexString(b) + ' ' + Long.toHexString(result));
    }
";

/// All sources.
pub(crate) fn sources() -> Sources {
    vec![
        ("Operands".to_owned(), OPERANDS.to_owned()),
        (MAIN.to_owned(), operations()),
        (HOST_MAIN.to_owned(), HOST_RUNS.to_owned()),
    ]
}

fn operations() -> String {
    let mut text = HEAD.to_owned();
    text.push_str("\n    private static int run(String operation, int count) {\n");
    for operation in &OPERATIONS {
        let name = operation.name();
        let _ = writeln!(
            text,
            "        if (operation.equals(\"{name}\")) {{\n            return {name}(count);\n        }}"
        );
    }
    text.push_str("        throw new IllegalArgumentException(operation);\n    }\n");
    for operation in &OPERATIONS {
        text.push_str(&loop_of(operation));
    }
    text + "}\n"
}

fn loop_of(operation: &Operation) -> String {
    let Operation { java, kind, .. } = operation;
    let name = operation.name();
    let maker = kind.maker();
    let [a, b] = kind.bits();
    let (declaration, sum, shown) = match operation.outcome {
        Outcome::Int => (
            format!("int bits = {java};"),
            "mix(sum, bits)",
            "bits & MASK",
        ),
        Outcome::Float => (
            format!("int bits = Float.floatToIntBits({java});"),
            "mix(sum, bits)",
            "bits & MASK",
        ),
        Outcome::Long => (
            format!("long bits = {java};"),
            "mix(mix(sum, (int) (bits >>> 32)), (int) bits)",
            "bits",
        ),
        Outcome::Double => (
            format!("long bits = Double.doubleToLongBits({java});"),
            "mix(mix(sum, (int) (bits >>> 32)), (int) bits)",
            "bits",
        ),
    };
    format!(
        "
    private static int {name}(int count) {{
        int sum = 0;
        for (int pair = 0; pair < count; ++pair) {{
            Operands.{maker}();
            {declaration}
            sum = {sum};
            if (shows) {{
                show(pair, {a}, {b}, {shown});
            }}
        }}
        return sum;
    }}
"
    )
}
