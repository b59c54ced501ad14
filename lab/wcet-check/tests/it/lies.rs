//! Programs made at random whose bounds of loops are lowered at random: each number that a loop exceeds is refused or disproved.

use std::fmt::Write;

use fastrand::Rng;
use parts::has_jdk;
use wcet::Soundness;

use crate::given::{Linkage, given};

/// Methods of a program.
const METHODS: usize = 4;
/// Executions of the innermost statement that a method makes at most, roughly.
const MOST_WORK: u64 = 300;
/// Limits that no analysis knows: they come from an array.
const DATA: [u64; 8] = [1, 2, 3, 4, 5, 6, 8, 9];

/// A program, with the repetitions of its loops as they are by construction.
struct Made {
    text: String,
    /// By method, in the order of the code.
    loops: Vec<Vec<u64>>,
}

struct Maker {
    rng: Rng,
    made: Made,
    /// Executions of the innermost statement in a call of each method.
    work: Vec<u64>,
    /// Argument of each method in all calls.
    arguments: Vec<u64>,
    /// Counters of the loops around, with their largest value in the body.
    counters: Vec<(String, u64)>,
    next: usize,
}

impl Maker {
    fn method(&mut self, number: usize) {
        self.made.loops.push(Vec::new());
        self.work.push(1);
        let _ = writeln!(
            self.made.text,
            "    static int m{number}(int x) {{\n        int s = x;"
        );
        for _ in 0..self.rng.usize(1..4) {
            self.a_loop(number, 1);
        }
        self.made.text.push_str("        return s;\n    }\n");
    }

    fn statement(&mut self, number: usize, times: u64) {
        match self.rng.u32(0..4) {
            0 | 1 if self.counters.len() < 3 && times * 9 < MOST_WORK => self.a_loop(number, times),
            2 if number > 0 => {
                let callee = self.rng.usize(0..number);
                let work = self.work[callee].saturating_mul(times);
                if work < MOST_WORK {
                    self.work[number] += work;
                    let argument = self.arguments[callee];
                    let _ = writeln!(self.made.text, "s ^= m{callee}({argument});");
                }
            }
            _ => {
                self.work[number] += times;
                self.made.text.push_str("s = s * 3 + 1;\n");
            }
        }
    }

    fn a_loop(&mut self, number: usize, times: u64) {
        let i = format!("i{}", self.next);
        self.next += 1;
        let place = self.rng.usize(0..DATA.len());
        let (known, constant) = (DATA[place], self.rng.u64(1..10));
        let x = self.arguments[number];
        let outer = self.counters.last().cloned();
        // Head, end, repetitions, and the largest value of the counter in the body.
        let (head, end, most, largest) = match (self.rng.u32(0..8), outer) {
            (0, _) => (
                format!("for (int {i} = 0; {i} < D[{place}]; {i}++) {{"),
                String::new(),
                known,
                known - 1,
            ),
            (1, _) => (
                format!("int {i} = D[{place}]; while ({i} > 0) {{ {i}--;"),
                String::new(),
                known,
                known - 1,
            ),
            (2, _) => (
                format!("int {i} = D[{place}] + 1; do {{ s++;"),
                format!("{i}--;"),
                known,
                known + 1,
            ),
            (3, _) => (
                format!("int {i} = 0; while (true) {{ if ({i}++ >= D[{place}]) break;"),
                String::new(),
                known,
                known,
            ),
            (4, _) => (
                format!("for (int {i} = 0; {i} < x; {i}++) {{"),
                String::new(),
                x,
                x - 1,
            ),
            (5 | 6, Some((around, most))) if most > 0 => (
                format!("for (int {i} = 0; {i} < {around}; {i}++) {{"),
                String::new(),
                most,
                most - 1,
            ),
            _ => (
                format!("for (int {i} = 0; {i} < {constant}; {i}++) {{"),
                String::new(),
                constant,
                constant - 1,
            ),
        };
        self.made.loops[number].push(most);
        self.made.text.push_str(&head);
        self.made.text.push('\n');
        self.counters.push((i.clone(), largest));
        for _ in 0..self.rng.usize(1..3) {
            self.statement(number, times * (most + 1));
        }
        self.counters.pop();
        match end.is_empty() {
            true => self.made.text.push_str("}\n"),
            false => {
                let _ = writeln!(self.made.text, "{end} }} while ({i} > 0);");
            }
        }
    }
}

fn made(seed: u64) -> Made {
    let mut rng = Rng::with_seed(seed);
    let arguments = (0..METHODS).map(|_| rng.u64(1..8)).collect();
    let data: Vec<String> = DATA.iter().map(ToString::to_string).collect();
    let mut maker = Maker {
        rng,
        made: Made {
            text: format!("    static int[] D = {{{}}};\n", data.join(", ")),
            loops: Vec::new(),
        },
        work: Vec::new(),
        arguments,
        counters: Vec::new(),
        next: 0,
    };
    let mut calls = String::new();
    for number in 0..METHODS {
        maker.method(number);
        let _ = writeln!(
            calls,
            "        s += m{number}({});",
            maker.arguments[number]
        );
    }
    let text = &mut maker.made.text;
    let _ = writeln!(
        text,
        "    static int m() {{\n        int s = 0;\n{calls}        return s;\n    }}"
    );
    maker.made
}

fn file(loops: &[Vec<u64>]) -> String {
    let mut text = "[loops]\n".to_owned();
    for (number, loops) in loops.iter().enumerate() {
        let _ = writeln!(text, "\"Main.m{number}\" = {loops:?}");
    }
    text
}

/// Lowers loops of a program one after the other; gives how many numbers were refused and how many a run disproved.
fn lies(seed: u64, most: usize) -> (usize, usize) {
    let made = made(seed);
    let linked = Linkage::of(&made.text, "System.out.println(m());");
    let honest = linked.held(&["m"], given(&file(&made.loops))).remove(0);
    let honest = honest.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}", made.text));
    assert!(
        honest.disproved.is_empty(),
        "seed {seed}: {:?}\n{}",
        honest.disproved,
        made.text
    );
    assert_ne!(honest.sound, Soundness::No, "seed {seed}");
    let observed = honest.observed.map_or(0, |it| it.max);
    assert!(honest.cycles >= observed, "seed {seed}");

    let all = made.loops.iter().enumerate();
    let mut places: Vec<(usize, usize)> = all
        .flat_map(|(method, loops)| (0..loops.len()).map(move |number| (method, number)))
        .filter(|(method, number)| made.loops[*method][*number] > 0)
        .collect();
    let mut rng = Rng::with_seed(seed);
    rng.shuffle(&mut places);
    let lies = places.into_iter().take(most).map(|(method, number)| {
        let mut loops = made.loops.clone();
        let lie = rng.u64(0..loops[method][number]);
        loops[method][number] = lie;
        (method, number, lie, file(&loops), format!("m{method}"))
    });
    let lies: Vec<_> = lies.collect();
    // The method itself, and the one that calls them all.
    let asked: Vec<[&str; 2]> = lies.iter().map(|(.., own)| [own.as_str(), "m"]).collect();
    let questions = lies.iter().zip(&asked);
    let questions = questions.map(|((_, _, _, bounds, _), asked)| (&asked[..], given(bounds)));
    let answers = linked.each(&questions.collect::<Vec<_>>());
    let (mut refused, mut disproved) = (0, 0);
    for ((method, number, lie, _, own), bounds) in lies.iter().zip(answers) {
        let truth = made.loops[*method][*number];
        let name = format!("Main.{own}");
        let context = format!(
            "seed {seed}: {lie} for loop {number} of {name}, which is repeated {truth} times\n{}",
            made.text
        );
        for bound in bounds {
            match bound {
                Err(error) => {
                    let error = error.to_string();
                    let told = format!("{lie} is given for the loop at {name}(");
                    assert!(error.contains(&told), "{error}\n{context}");
                    refused += 1;
                }
                Ok(bound) => {
                    assert_eq!(bound.sound, Soundness::No, "{context}");
                    let is_it = |it: &wcet::Disproof| {
                        (it.limit, it.shown) == (lie.cast_signed(), truth.cast_signed())
                            && it.method.starts_with(&format!("{name}("))
                    };
                    assert!(
                        bound.disproved.iter().any(is_it),
                        "{:?}\n{context}",
                        bound.disproved
                    );
                    disproved += 1;
                }
            }
        }
    }
    (refused, disproved)
}

#[test]
fn every_number_below_the_repetitions_of_a_loop_is_refused_or_disproved() {
    parts::long!();
    if !has_jdk() {
        return;
    }
    let (mut refused, mut disproved) = (0, 0);
    for seed in 1..=3 {
        let found = lies(seed, 6);
        refused += found.0;
        disproved += found.1;
    }
    assert!(
        refused > 5 && disproved > 5,
        "{refused} refused, {disproved} disproved"
    );
}
