//! Random Java methods whose loops end by construction: most by counters that the analysis finds, some by bounds that are written beside.
//!
//! Calls go to methods made before. Some calls throw and catch; these are left out, all others can be held against their bounds.

mod members;
mod shapes;

use std::fmt::Write;

use fastrand::Rng;

/// Methods of a class.
pub const METHODS: usize = 12;
/// Calls of each method by `main`.
const CALLS: usize = 6;
/// Statements that a call executes at most, roughly.
const MOST_WORK: u64 = 4_000;
/// Local variables besides counters.
const VARIABLES: [&str; 5] = ["x", "y", "a", "b", "c"];

/// Java sources of a program and bounds of its loops that have no counter.
#[derive(Debug, Clone, Default)]
pub struct Generated {
    /// Class `Main`.
    pub main: String,
    /// One class for each group of methods: name and text.
    pub classes: Vec<(String, String)>,
    /// Bounds as a file has them.
    pub bounds: String,
    /// The same of methods that need not be linked.
    pub of_library: &'static str,
}

/// Lengths that the analysis does not follow: `new int[2][3]` has its lengths on the caller's stack; no object has 256 words.
const BOUNDS: &str = r#"[loops]
"com.jopdesign.sys.MultiArray.create" = 3
"com.jopdesign.sys.Heap.allocate" = 31
"#;

/// A program of so many classes from a seed.
#[must_use]
pub fn program(seed: u64, classes: usize) -> Generated {
    let mut rng = Rng::with_seed(seed);
    let mut generated = Generated {
        bounds: "[loops]\n".to_owned(),
        of_library: BOUNDS,
        ..Generated::default()
    };
    let mut calls = String::new();
    for number in 0..classes {
        let name = format!("R{number}");
        let mut class = ClassMaker {
            rng: &mut rng,
            name: &name,
            text: String::new(),
            work: Vec::new(),
            loops: Vec::new(),
            bounds: &mut generated.bounds,
        };
        class.all();
        let text = std::mem::take(&mut class.text);
        generated.classes.push((name.clone(), text));
        let _ = writeln!(calls, "        sum += {name}.run();");
    }
    generated.bounds.push_str("[recursion]\n");
    for number in 0..classes {
        let depth = members::DEPTH;
        let _ = writeln!(generated.bounds, "\"R{number}.down\" = {depth}");
    }
    generated.main = format!(
        "public final class Main {{\n    public static void main(String[] args) {{\n        int sum = 0;\n{calls}        System.out.println(sum);\n    }}\n}}\n"
    );
    generated
}

struct ClassMaker<'a> {
    rng: &'a mut Rng,
    name: &'a str,
    text: String,
    /// Statements that a call of each method executes, roughly.
    work: Vec<u64>,
    /// Bounds of the loops of the method being made, in the order of the code; none where the analysis finds it.
    loops: Vec<Option<u32>>,
    bounds: &'a mut String,
}

/// Where a statement is.
#[derive(Clone, Copy)]
struct At {
    /// Loops and conditions around it.
    depth: usize,
    /// Executions of it in one call.
    times: u64,
    /// Counters in sight: `i0` to `i(n-1)`.
    counters: usize,
}

impl ClassMaker<'_> {
    fn all(&mut self) {
        let name = self.name;
        let start = self.rng.i32(1..1000);
        let members = members::MEMBERS.replace("START", &start.to_string());
        let _ = write!(self.text, "final class {name} {{\n{members}");
        for number in 0..METHODS {
            self.method(number);
        }
        self.run();
        self.text.push_str("}\n");
    }

    fn method(&mut self, number: usize) {
        self.loops.clear();
        self.work.push(1);
        let _ = write!(
            self.text,
            "\n    static int m{number}(int x, int y) {{\n        int a = x ^ {};\n        int b = y;\n        int c = 1;\n",
            self.rng.i32(0..100)
        );
        let at = At {
            depth: 0,
            times: 1,
            counters: 0,
        };
        for _ in 0..self.rng.usize(2..6) {
            self.statement(at);
        }
        self.text.push_str("        return a + b * 3 + c;\n    }\n");
        if self.loops.iter().any(Option::is_some) {
            let given = self.loops.iter().map(|bound| {
                // Where the analysis is to find the bound, a large one stands.
                bound.unwrap_or(1_000_000).to_string()
            });
            let given: Vec<String> = given.collect();
            let name = self.name;
            let _ = writeln!(self.bounds, "\"{name}.m{number}\" = [{}]", given.join(", "));
        }
    }

    fn run(&mut self) {
        self.text
            .push_str("\n    static int run() {\n        int sum = down(3, 5);\n");
        for number in 0..METHODS {
            for _ in 0..CALLS {
                let (x, y) = (self.rng.i32(-50..200), self.rng.i32(-5..70));
                let _ = writeln!(self.text, "        sum += m{number}({x}, {y});");
            }
        }
        self.text.push_str("        return sum;\n    }\n");
    }

    fn line(&mut self, at: At, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(at.depth + 2));
    }

    fn spend(&mut self, amount: u64) {
        if let Some(work) = self.work.last_mut() {
            *work += amount;
        }
    }

    fn statement(&mut self, at: At) {
        self.spend(at.times);
        let kind = self.rng.u32(0..25);
        match kind {
            0..=3 if at.depth < 3 && at.times * 8 < MOST_WORK => self.repeat(at),
            4 | 5 if at.depth < 4 => self.branch(at),
            6 if at.depth < 3 && at.times * 8 < MOST_WORK => self.counted_by_data(at),
            7 | 8 => self.call(at),
            9 if at.depth < 4 => self.switch(at),
            10 => {
                let (x, way) = (self.operand(at), self.rng.u32(0..2));
                let choice = ["WAYS[a & 1]", "WAYS[b >> 2 & 1]"][way as usize];
                self.line(at, &format!("c += {choice}.go({x});"));
            }
            11 => {
                let (place, x) = (self.operand(at), self.operand(at));
                self.line(at, &format!("DATA[{place} & 15] = {x} & 15;"));
            }
            12 => {
                let (x, by) = (self.operand(at), self.rng.i32(0..64));
                let sign = ["<<", ">>", ">>>"][self.rng.usize(0..3)];
                self.line(at, &format!("b ^= (int) ((long) {x} {sign} {by});"));
            }
            13 => {
                let (x, by) = (self.operand(at), self.rng.i32(2..40));
                let sign = ["/", "%"][self.rng.usize(0..2)];
                self.line(at, &format!("a = {x} {sign} {by};"));
            }
            14 => self.line(at, "state = state * 31 + a;"),
            16..=24 => self.shape(at, kind - 16),
            _ => {
                let variable = ["a", "b", "c"][self.rng.usize(0..3)];
                let value = self.expression(at);
                self.line(at, &format!("{variable} = {value};"));
            }
        }
    }

    fn operand(&mut self, at: At) -> String {
        match self.rng.u32(0..8) {
            0 if at.counters > 0 => format!("i{}", self.rng.usize(0..at.counters)),
            1 => self.rng.i32(-20..200).to_string(),
            2 => "state".to_owned(),
            3 => "DATA[x & 15]".to_owned(),
            _ => VARIABLES[self.rng.usize(0..VARIABLES.len())].to_owned(),
        }
    }

    fn expression(&mut self, at: At) -> String {
        let operators = ["+", "-", "*", "&", "|", "^"];
        let (a, b) = (self.operand(at), self.operand(at));
        format!("{a} {} {b}", operators[self.rng.usize(0..operators.len())])
    }

    fn condition(&mut self, at: At) -> String {
        let operators = ["<", ">", "==", "!=", "<=", ">="];
        // Never two constants: the compiler would leave out what cannot run, and its loops.
        let a = VARIABLES[self.rng.usize(0..VARIABLES.len())];
        let b = self.operand(at);
        format!("{a} {} {b}", operators[self.rng.usize(0..operators.len())])
    }

    /// A loop whose counter the analysis follows.
    fn repeat(&mut self, at: At) {
        self.loops.push(None);
        let i = at.counters;
        let trips = self.rng.i32(1..8);
        let heads = [
            format!("for (int i{i} = 0; i{i} < {trips}; ++i{i}) {{"),
            format!("for (int i{i} = {trips}; i{i} > 0; --i{i}) {{"),
            format!("for (int i{i} = 1; i{i} < {}; i{i} <<= 1) {{", 1 << trips),
            format!(
                "for (int i{i} = 3; i{i} <= {}; i{i} += 2) {{",
                2 + 2 * trips
            ),
            format!("for (int i{i} = {}; i{i} >= {}; i{i}--) {{", trips - 2, -1),
        ];
        let mut head = heads[self.rng.usize(0..heads.len())].clone();
        if at.counters > 0 && self.rng.bool() {
            // A triangle, whatever the outer counter does, within 64.
            head = format!("for (int i{i} = 0; i{i} < (i{} & 63); ++i{i}) {{", i - 1);
        }
        let is_do = self.rng.u32(0..6) == 0;
        if is_do {
            self.line(at, &format!("{{ int i{i} = {trips};"));
            head = "do {".to_owned();
        }
        self.line(at, &head);
        let inner = At {
            depth: at.depth + 1,
            times: at.times * 8,
            counters: i + 1,
        };
        for _ in 0..self.rng.usize(1..4) {
            self.statement(inner);
        }
        if self.rng.u32(0..5) == 0 {
            let condition = self.condition(inner);
            let jump = if is_do || self.rng.bool() {
                "break"
            } else {
                "continue"
            };
            self.line(inner, &format!("if ({condition}) {{"));
            self.line(inner, &format!("    {jump};"));
            self.line(inner, "}");
            self.line(inner, "c++;");
        }
        let end = match is_do {
            true => format!("}} while (--i{i} > 0); }}"),
            false => "}".to_owned(),
        };
        self.line(at, &end);
    }

    /// A loop whose number of passes is data, with a bound beside.
    fn counted_by_data(&mut self, at: At) {
        self.loops.push(Some(15));
        let i = at.counters;
        let place = self.operand(at);
        self.line(at, "{");
        self.line(at, &format!("    int i{i} = DATA[{place} & 15];"));
        self.line(at, &format!("    while (i{i} != 0) {{"));
        let inner = At {
            depth: at.depth + 2,
            times: at.times * 16,
            counters: i + 1,
        };
        self.statement(inner);
        self.line(inner, &format!("--i{i};"));
        self.line(at, "    }");
        self.line(at, "}");
    }

    fn branch(&mut self, at: At) {
        let condition = self.condition(at);
        let inner = At {
            depth: at.depth + 1,
            ..at
        };
        self.line(at, &format!("if ({condition}) {{"));
        self.statement(inner);
        if self.rng.bool() {
            self.line(at, "} else {");
            self.statement(inner);
        }
        self.line(at, "}");
    }

    fn switch(&mut self, at: At) {
        let value = self.operand(at);
        let step = [1, 1, 37][self.rng.usize(0..3)];
        self.line(at, &format!("switch ({value} & 127) {{"));
        let inner = At {
            depth: at.depth + 1,
            ..at
        };
        for key in 0..self.rng.i32(2..5) {
            self.line(at, &format!("case {}:", key * step));
            self.statement(inner);
            if self.rng.bool() {
                self.line(inner, "break;");
            }
        }
        self.line(at, "default:");
        self.statement(inner);
        self.line(at, "}");
    }

    /// A call of a method made before, if that is not too much work.
    fn call(&mut self, at: At) {
        let number = self.work.len() - 1;
        let callee = (number > 0).then(|| self.rng.usize(0..number));
        let work = callee.map_or(u64::MAX, |callee| self.work[callee]);
        let (x, y) = (self.operand(at), self.operand(at));
        match callee.filter(|_| work.saturating_mul(at.times) < MOST_WORK) {
            Some(callee) => {
                self.spend(work * at.times);
                self.line(at, &format!("a += m{callee}({x}, {y});"));
            }
            None => self.line(at, &format!("a ^= {x} + {y};")),
        }
    }
}
