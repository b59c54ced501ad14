//! Random sets of two to six threads with locks and methods of many sizes.

use std::fmt::Write;

use fastrand::Rng;

/// Cycles of a boot and of the first releases, which no hyperperiod has.
const BOOT: u64 = 1_000_000;

/// A thread of a set. Unit of times: microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadOf {
    /// Larger numbers run first.
    pub priority: i32,
    /// From release to release.
    pub period: u32,
    /// Of the first release after the start.
    pub offset: u32,
}

/// A set of threads as a Java program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// What it was drawn from.
    pub seed: u64,
    /// By falling priority, which two may share: rate monotonic, or any.
    pub threads: Vec<ThreadOf>,
    /// `Main.java` of its package.
    pub source: String,
}

impl Set {
    /// Its package.
    #[must_use]
    pub fn package(&self) -> String {
        format!("s{}", self.seed)
    }

    /// The class of a thread.
    #[must_use]
    pub fn class(&self, thread: usize) -> String {
        format!("{}.T{thread}", self.package())
    }

    /// Cycles until everything repeats, after the boot and all offsets.
    pub(crate) fn hyperperiod(&self, clock_hz: u32) -> u64 {
        let periods = self.threads.iter().map(|it| u64::from(it.period));
        let all = periods.fold(1, |all: u64, period| {
            all.saturating_mul(period) / common(all, period)
        });
        let offsets = self.threads.iter().map(|it| u64::from(it.offset));
        let us = all.saturating_add(offsets.max().unwrap_or(0));
        BOOT.saturating_add(us.saturating_mul(u64::from(clock_hz / 1_000_000)))
    }
}

fn common(a: u64, b: u64) -> u64 {
    if b == 0 { a.max(1) } else { common(b, a % b) }
}

/// The set of a seed.
#[must_use]
pub fn set(seed: u64) -> Set {
    made(seed, None)
}

/// The same with other offsets.
pub(super) fn with_offsets(seed: u64, offsets: &[u32]) -> Set {
    made(seed, Some(offsets))
}

fn made(seed: u64, offsets: Option<&[u32]>) -> Set {
    let mut rng = Rng::with_seed(seed);
    let number = rng.usize(2..=6);
    let mut threads: Vec<ThreadOf> = (0..number)
        .map(|_| {
            let period = rng.u32(4..=60) * 50 * number as u32;
            ThreadOf {
                priority: 0,
                period,
                offset: rng.u32(0..period),
            }
        })
        .collect();
    if rng.u8(0..4) > 0 {
        threads.sort_by_key(|it| it.period);
    }
    let mut text = format!(
        "package s{seed};\nimport joplab.RtThread;\npublic class Main {{\n    static int[] data = new int[16];\n"
    );
    let mut makers = String::new();
    // Two threads each.
    let are_equal = seed.is_multiple_of(4);
    for (thread, it) in threads.iter_mut().enumerate() {
        if let Some(offset) = offsets.and_then(|all| all.get(thread)) {
            it.offset = *offset;
        }
        let priority = (number - thread) as i32;
        it.priority = if are_equal {
            (priority + 1) / 2
        } else {
            priority
        };
        let share = rng.u32(2..=60) * it.period / (100 * number as u32);
        add_thread(&mut text, &mut rng, thread, share);
        let ThreadOf {
            priority,
            period,
            offset,
        } = it;
        let _ = writeln!(
            makers,
            "        new T{thread}({priority}, {period}, {offset});"
        );
    }
    let _ = write!(
        text,
        "    public static void main(String[] arguments) {{\n{makers}        RtThread.startMission();\n        \
         int spin = 0;\n        while (true) spin = spin * 3 + 1;\n    }}\n}}\n"
    );
    let text = text + &classes(number);
    Set {
        seed,
        threads,
        source: text,
    }
}

/// Methods of a thread that take about so many microseconds.
fn add_thread(text: &mut String, rng: &mut Rng, thread: usize, share: u32) {
    let parts = rng.u32(1..=4);
    let loops = (share / parts).clamp(1, 600);
    for part in 0..parts {
        let lines = rng.u32(1..=30);
        let is_locked = rng.u8(0..3) == 0;
        let lock = if is_locked { "synchronized " } else { "" };
        let turns = if is_locked { loops.min(60) } else { loops };
        let turns = (turns / (1 + lines / 4)).max(1);
        let _ = writeln!(
            text,
            "    static {lock}int f{thread}_{part}(int x) {{\n        for (int i = 0; i < {turns}; ++i) {{"
        );
        for line in 0..lines {
            let (place, add) = (rng.u32(0..16), rng.u32(1..9));
            let _ = match rng.u8(0..4) {
                0 => writeln!(text, "            data[{place}] += x + {add};"),
                1 => writeln!(
                    text,
                    "            if ((x & {add}) != 0) x ^= data[{place}];"
                ),
                2 => writeln!(text, "            x = x + {add} ^ i;"),
                _ => writeln!(text, "            x += h{}(x, {line});", rng.u32(0..4)),
            };
        }
        text.push_str("        }\n        return x;\n    }\n");
    }
    let _ = write!(
        text,
        "    static void job{thread}() {{\n        int x = {thread};\n"
    );
    for part in 0..parts {
        let _ = writeln!(text, "        x = f{thread}_{part}(x);");
    }
    text.push_str("        data[0] = x;\n    }\n");
    if thread == 0 {
        for helper in 0..4 {
            let _ = writeln!(text, "    static int h{helper}(int x, int y) {{");
            for _ in 0..rng.u32(1..20) {
                let _ = writeln!(text, "        x = (x << {}) + y;", rng.u32(1..5));
            }
            text.push_str("        return x;\n    }\n");
        }
    }
}

/// The classes of the threads: each has its own loop, by which a run tells them apart.
fn classes(number: usize) -> String {
    let mut text = String::new();
    for thread in 0..number {
        let _ = write!(
            text,
            "class T{thread} extends RtThread {{\n    T{thread}(int priority, int period, int offset) {{\n        \
             super(priority, period, offset);\n    }}\n    @Override protected void run() {{\n        while (true) {{\n            \
             job();\n            waitForNextPeriod();\n        }}\n    }}\n    @Override protected void job() {{\n        Main.job{thread}();\n    }}\n}}\n"
        );
    }
    text
}
