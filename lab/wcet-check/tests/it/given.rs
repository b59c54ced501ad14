//! Bounds that are given, held against what the analysis proves and against runs: every number that is too low is refused or disproved.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use jopizer::Linked;
use microcode::Build;
use parts::has_jdk;
use wcet::{
    Analyser, Analysis, BoundSource, Bounds, Exceptions, Options, Program, Soundness, Subject,
    WcetError,
};
use wcet_check::random::Generated;
use wcet_check::search::{Effort, Searched, search};
use wcet_check::{Machine, Shown, Watched, link, machines, shown, spread};

/// The annotation as the runtime has it.
const ANNOTATION: &str = "package joplab; public @interface LoopBounds { int[] value(); }";

/// A linked class `Main` with members, whose `main` does what it is told.
pub(crate) struct Linkage {
    linked: Linked,
    /// Its run, where nothing else is to be watched.
    run: OnceCell<Shown>,
}

/// The machine without a cache.
fn machine() -> &'static Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    MACHINE.get_or_init(|| machines(Build::Jop).unwrap().remove(0))
}

/// A bound, or why there is none.
pub(crate) type Answer = Result<Analysis, WcetError>;

/// What is asked of an analysis.
#[derive(Clone, Copy, Default)]
pub(crate) struct Asked<'a> {
    pub(crate) bounds: &'a str,
    pub(crate) collection: Option<u64>,
    pub(crate) excludes: bool,
    /// Takes the loops of the run where nothing bounds them.
    pub(crate) observes: bool,
    /// Other threads may run within a call.
    pub(crate) is_preempted: bool,
}

pub(crate) fn given(bounds: &str) -> Asked<'_> {
    Asked {
        bounds,
        ..Asked::default()
    }
}

impl Linkage {
    pub(crate) fn of(members: &str, call: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let main = format!(
            "import joplab.LoopBounds;\npublic final class Main {{\n{members}\n    public static void main(String[] args) {{\n        {call}\n    }}\n}}\n"
        );
        let generated = Generated {
            main,
            classes: vec![("LoopBounds".to_owned(), ANNOTATION.to_owned())],
            ..Generated::default()
        };
        Self {
            linked: link(folder.path(), &generated).unwrap(),
            run: OnceCell::new(),
        }
    }

    /// Bounds of methods of `Main`, held against one run.
    pub(crate) fn held(&self, methods: &[&str], asked: Asked<'_>) -> Vec<Answer> {
        self.each(&[(methods, asked)]).remove(0)
    }

    /// The same for several questions.
    pub(crate) fn each(&self, questions: &[(&[&str], Asked<'_>)]) -> Vec<Vec<Answer>> {
        let program = Program::new(&self.linked.image, &self.linked.symbols).unwrap();
        let analyser = Analyser::new(&program, &machine().costs);
        let questions = questions.iter();
        let answers =
            questions.map(|(methods, asked)| self.answers(&analyser, &program, methods, *asked));
        answers.collect()
    }

    fn answers(
        &self,
        analyser: &Analyser<'_>,
        program: &Program<'_>,
        methods: &[&str],
        asked: Asked<'_>,
    ) -> Vec<Answer> {
        let machine = machine();
        let mut options = Options::new(&machine.config, &machine.costs).unwrap();
        options.cache = machine.cache;
        options.collection = asked.collection;
        options.is_preempted = asked.is_preempted;
        if asked.excludes {
            options.exceptions = Exceptions::Exclude;
        }
        (options.bounds)
            .add(asked.bounds, "b.toml", BoundSource::File)
            .unwrap();
        let to_watch = analyser.to_watch(&options.bounds).unwrap();
        let is_usual = ![
            "[every]",
            "[fields]",
            "[calls]",
            "[repetitions]",
            "[excludes]",
            "[modes]",
        ]
        .iter()
        .any(|it| asked.bounds.contains(it))
            && asked.collection.is_none();
        let run = || {
            shown(
                &self.watched(),
                program,
                to_watch,
                asked.collection.is_some(),
            )
            .unwrap()
        };
        let shown = match is_usual {
            true => self.run.get_or_init(run).clone(),
            false => run(),
        };
        if asked.observes {
            options.observed = shown.counts.loops.clone();
        }
        let bounds = methods.iter().map(|name| {
            let method = self.method(name);
            let mut bound = analyser.bound(method, &options);
            if let Ok(bound) = &mut bound {
                shown.hold(method, bound);
            }
            (method, bound)
        });
        let mut bounds: Vec<_> = bounds.collect();
        let found = bounds.iter_mut();
        let found = found.filter_map(|(method, bound)| Some((*method, bound.as_mut().ok()?)));
        spread(&mut found.collect::<Vec<_>>());
        bounds.into_iter().map(|(_, bound)| bound).collect()
    }

    /// The bound of a method of `Main` with a search for a longer call.
    pub(crate) fn searched(&self, method: &str, asked: Asked<'_>, effort: Effort) -> Analysis {
        let machine = machine();
        let program = Program::new(&self.linked.image, &self.linked.symbols).unwrap();
        let analyser = Analyser::new(&program, &machine.costs);
        let mut options = Options::new(&machine.config, &machine.costs).unwrap();
        options.cache = machine.cache;
        (options.bounds)
            .add(asked.bounds, "b.toml", BoundSource::File)
            .unwrap();
        let method = self.method(method);
        let mut bound = analyser.bound(method, &options).unwrap();
        let searched = Searched {
            watched: self.watched(),
            program: &program,
            analyser: &analyser,
            bounds: &options.bounds,
            has_price: false,
        };
        search(&searched, method, &mut bound, (effort, &[])).unwrap();
        bound
    }

    /// Why bounds are refused that name what is not in the program.
    pub(crate) fn refused_fields(&self, bounds: &str) -> WcetError {
        let program = Program::new(&self.linked.image, &self.linked.symbols).unwrap();
        let mut all = Bounds::default();
        all.add(bounds, "b.toml", BoundSource::File).unwrap();
        all.check(&program).unwrap_err()
    }

    /// Address of the code of a method of `Main`.
    pub(crate) fn method(&self, name: &str) -> u32 {
        let mut all = self.linked.symbols.methods.iter();
        let method = all.find(|it| it.class == "Main" && it.name == name);
        method.unwrap().address
    }

    fn watched(&self) -> Watched<'_> {
        let machine = machine();
        Watched {
            image: &self.linked.image,
            symbols: &self.linked.symbols,
            config: &machine.config,
            build: machine.build,
            costs: None,
            most_cycles: 200_000_000,
        }
    }

    fn m(&self, bounds: &str) -> Answer {
        self.held(&["m"], given(bounds)).remove(0)
    }

    fn refused(&self, bounds: &str) -> String {
        self.m(bounds).unwrap_err().to_string()
    }
}

/// Soundness, what is assumed and what is disproved, as people read it.
pub(crate) fn judged(bound: &Analysis) -> (Soundness, Vec<String>, Vec<String>) {
    let assumes = bound.assumes.iter().map(ToString::to_string);
    let disproved = bound.disproved.iter().map(ToString::to_string);
    (bound.sound, assumes.collect(), disproved.collect())
}

pub(crate) fn text(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|&it| it.to_owned()).collect()
}

#[test]
fn a_number_below_the_repetitions_that_are_proven_is_refused_with_both() {
    if !has_jdk() {
        return;
    }
    let members = "    static int sum;
    static int m() {
        for (int i = 0; i < 20; i++) {
            for (int j = 0; j < 20; j++) sum += j;
        }
        return sum;
    }";
    let linked = Linkage::of(members, "System.out.println(m());");
    assert_eq!(
        linked.refused("# numbers\n[loops]\n\"Main.m\" = [3, 3]"),
        "b.toml:3: 3 is given for the loop at Main.m(Main.java:5), and it is repeated 20 times, as the analysis proves; \
         give 20 or more, or leave the bound out"
    );
    let inner = linked.refused("[loops]\n\"Main.m:6\" = 19");
    assert!(
        inner.contains("19 is given for the loop at Main.m(Main.java:6)"),
        "{inner}"
    );
    for enough in ["", "[loops]\n\"Main.m\" = [20, 400]"] {
        let bound = linked.m(enough).unwrap();
        assert_eq!(judged(&bound), (Soundness::Yes, vec![], vec![]), "{enough}");
        assert!(bound.cycles >= bound.observed.unwrap().max);
    }
}

#[test]
fn an_annotation_below_the_proven_repetitions_is_refused_and_one_that_a_run_disproves_is_not_sound()
{
    if !has_jdk() {
        return;
    }
    let members = "    static int sum;
    static int left;
    static boolean more() { return --left > 0; }
    @LoopBounds({3}) static int m() {
        for (int i = 0; i < 7; i++) sum += i;
        return sum;
    }
    @LoopBounds({3}) static int open() {
        while (more()) sum++;
        return sum;
    }
    static int outer() { return open() + 1; }
    static int aside() { return sum; }";
    let call = "left = 11; System.out.println(outer() + m() + aside());";
    let linked = Linkage::of(members, call);
    let all = linked.held(&["m", "open", "outer", "aside"], given(""));
    let refused = all[0].as_ref().unwrap_err().to_string();
    assert!(
        refused.starts_with("@LoopBounds of Main.m: 3 is given for the loop at Main.m(Main.java:7), and it is repeated 7 times"),
        "{refused}"
    );
    let why = "the loop Main.open:11 was repeated 10 times, 7 more than its bound of 3 (@LoopBounds of Main.open)";
    let assumes = "at most 3 repetitions of the loop Main.open:11 (@LoopBounds of Main.open)";
    for bound in [&all[1], &all[2]] {
        let bound = bound.as_ref().unwrap();
        let (sound, assumed, disproved) = judged(bound);
        assert_eq!(
            (sound, assumed),
            (Soundness::No, text(&[assumes])),
            "{}",
            bound.method
        );
        assert!(disproved.contains(&why.to_owned()), "{disproved:?}");
    }
    let aside = judged(all[3].as_ref().unwrap());
    assert_eq!(aside, (Soundness::Yes, vec![], vec![]));
}

#[test]
fn a_number_between_the_least_and_the_most_that_are_proven_is_named_as_an_assumption() {
    if !has_jdk() {
        return;
    }
    let members = "    static int sum;
    static int m(int n) {
        for (int i = 0; i < n; i++) sum += i;
        return sum;
    }";
    let linked = Linkage::of(members, "System.out.println(m(30) + m(4));");
    let low = linked.refused("[loops]\n\"Main.m\" = 3");
    assert!(low.contains("repeated 4 times or more"), "{low}");
    let enough = judged(&linked.m("[loops]\n\"Main.m\" = 30").unwrap());
    assert_eq!(enough, (Soundness::Yes, vec![], vec![]));
    let between = judged(&linked.m("[loops]\n\"Main.m\" = 10").unwrap());
    let assumes = "at most 10 repetitions of the loop Main.m:5 (b.toml:2; the analysis proves 30)";
    let why = "the loop Main.m:5 was repeated 30 times, 20 more than its bound of 10 (b.toml:2)";
    assert_eq!(between.0, Soundness::No);
    assert_eq!(between.1, [assumes]);
    assert!(between.2.contains(&why.to_owned()), "{:?}", between.2);
    let short = Linkage::of(members, "System.out.println(m(args.length == 9 ? 30 : 4));");
    let held = judged(&short.m("[loops]\n\"Main.m\" = 10").unwrap());
    assert_eq!(held, (Soundness::Assumes, text(&[assumes]), vec![]));
}

#[test]
fn a_loop_that_may_be_passed_by_can_be_bounded_below_what_it_would_repeat() {
    if !has_jdk() {
        return;
    }
    let members = "    static int[] flags = new int[20];
    static int sum;
    static int m() {
        for (int i = 0; i < 20; i++) {
            if (flags[i] != 0) {
                for (int j = 0; j < i; j++) sum += j;
            }
        }
        return sum;
    }";
    let linked = Linkage::of(members, "flags[5] = 1; System.out.println(m());");
    let held = judged(&linked.m("[loops]\n\"Main.m\" = [20, 9]").unwrap());
    assert_eq!(held.0, Soundness::Assumes, "{held:?}");
    let lie = judged(&linked.m("[loops]\n\"Main.m\" = [20, 4]").unwrap());
    assert_eq!(lie.0, Soundness::No, "{lie:?}");
}

#[test]
fn an_argument_of_a_formula_counts_call_by_call_and_what_a_run_shows_beyond_it_is_reported() {
    if !has_jdk() {
        return;
    }
    let members = "    static int step = 1;
    static int sum;
    static int work(int n) {
        for (int i = 0; i < n; i += step) sum += i;
        return sum;
    }
    static int m() { return work(12); }";
    let call = "step = args.length + 1; System.out.println(work(40) + m());";
    let linked = Linkage::of(members, call);
    let honest = linked.held(&["m", "work"], given("[loops]\n\"Main.work\" = \"n\""));
    for bound in honest {
        assert_eq!(judged(&bound.unwrap()).0, Soundness::Assumes);
    }
    let lie = linked.held(&["m", "work"], given("[loops]\n\"Main.work\" = \"n / 2\""));
    let m = judged(lie[0].as_ref().unwrap());
    assert!(
        m.2.contains(
            &"the loop Main.work:6 was repeated 12 times, 6 more than its bound of 6 (b.toml:2)"
                .to_owned()
        ),
        "{m:?}"
    );
    for bound in lie {
        assert_eq!(judged(&bound.unwrap()).0, Soundness::No);
    }
}

#[test]
fn what_a_call_does_before_it_throws_disproves_nothing() {
    if !has_jdk() {
        return;
    }
    // The trace of the exception is longer than the array: its words are cleared in a loop that the array does not need.
    let members = "    static int sum;
    static int m(int n) {
        int[] few = new int[2];
        try {
            few[0] = 100 / n;
        } catch (IllegalStateException e) {
            few[1] = 3;
        } catch (RuntimeException e) {
            few[1] = n;
        }
        return few[0] + few[1];
    }
    static int deep(int depth, int n) { return depth == 0 ? m(n) : deep(depth - 1, n); }";
    let call = "System.out.println(deep(0, 3) + deep(3, 0));";
    let linked = Linkage::of(members, call);
    let excludes = Asked {
        excludes: true,
        ..Asked::default()
    };
    let bound = linked.held(&["m"], excludes).remove(0).unwrap();
    assert_eq!(
        bound.observed.as_ref().map(|it| (it.calls, it.left_out)),
        Some((1, 1))
    );
    assert_eq!(judged(&bound).2, Vec::<String>::new());
}

#[test]
fn a_depth_of_recursion_below_what_is_proven_is_refused_and_one_below_a_run_is_disproved() {
    if !has_jdk() {
        return;
    }
    let members = "    static int known(int n) { return n == 0 ? 0 : 1 + known(n - 1); }
    static int left;
    static int open(int n) { return --left < 0 ? n : 1 + open(n); }
    static int m() { return known(6); }
    static int outer() { return open(1); }";
    let call = "left = 8; System.out.println(m() + outer());";
    let linked = Linkage::of(members, call);
    let low = linked.refused("[recursion]\n\"Main.known\" = 3");
    assert_eq!(
        low,
        "b.toml:2: 3 calls of Main.known are active at once at most, as is given, and 4 or more are, as the analysis proves; \
         give more, or leave the bound out"
    );
    for enough in ["", "[recursion]\n\"Main.known\" = 7"] {
        let bound = linked.m(enough).unwrap();
        assert_eq!(judged(&bound), (Soundness::Yes, vec![], vec![]), "{enough}");
    }
    let of = |depth: u32| {
        let bounds = format!("[recursion]\n\"Main.open\" = {depth}");
        judged(linked.held(&["outer"], given(&bounds))[0].as_ref().unwrap())
    };
    let assumes = "at most 9 calls of Main.open at once (b.toml:2)";
    assert_eq!(of(9), (Soundness::Assumes, text(&[assumes]), vec![]));
    let (sound, _, disproved) = of(5);
    let why = "9 calls of Main.open were active at once, 4 more than its bound of 5 (b.toml:2)";
    assert_eq!(sound, Soundness::No);
    assert!(disproved.contains(&why.to_owned()), "{disproved:?}");
}

#[test]
fn a_share_of_calls_below_what_is_proven_is_refused_and_one_below_a_run_is_disproved() {
    if !has_jdk() {
        return;
    }
    let members = "    static int count;
    static int sum;
    static void refill() { for (int i = 0; i < 50; i++) sum += i; }
    static void take() { if (++count % 4 == 0) refill(); }
    static void always() { sum++; renew(); }
    static void renew() { sum++; }
    static int m() {
        for (int i = 0; i < 16; i++) always();
        return sum;
    }
    static int takes() {
        for (int i = 0; i < 16; i++) take();
        return sum;
    }";
    let linked = Linkage::of(members, "System.out.println(m() + takes());");
    let low = linked.refused("[every]\n\"Main.renew\" = 8");
    assert!(low.starts_with("b.toml:2: Main.renew: one call of it in 8 calls of its callers would be 2 in 16, and it is called 16 times at least"), "{low}");
    let of = |every: u32| {
        let bounds = format!("[every]\n\"Main.refill\" = {every}");
        linked.held(&["takes"], given(&bounds)).remove(0).unwrap()
    };
    let honest = of(4);
    let assumes = "one call of Main.refill in 4 calls of its callers (b.toml:2)";
    assert_eq!(
        judged(&honest),
        (Soundness::Assumes, text(&[assumes]), vec![])
    );
    assert!(honest.cycles >= honest.observed.unwrap().max);
    let (sound, _, disproved) = judged(&of(8));
    let why = "Main.refill was called again after 4 calls of its callers, 4 less than the 8 that are given (b.toml:2)";
    assert_eq!(sound, Soundness::No);
    assert!(disproved.contains(&why.to_owned()), "{disproved:?}");
}

#[test]
fn calls_of_a_caller_that_pass_a_shared_call_by_count_for_its_share() {
    if !has_jdk() {
        return;
    }
    // Two of sixteen calls refill, the first and the ninth; alone these two would be one share of eight.
    let members = "    static int sum;
    static void refill() { for (int i = 0; i < 500; i++) sum += i; }
    static void take(boolean fills) { if (fills) refill(); sum++; }
    static int m() {
        take(true);
        for (int i = 0; i < 7; i++) take(false);
        take(true);
        return sum;
    }";
    let linked = Linkage::of(members, "System.out.println(m());");
    let bound = linked.m("[every]\n\"Main.refill\" = 8").unwrap();
    assert_eq!(bound.terms[0].calls, 2);
    assert!(bound.cycles >= bound.observed.as_ref().unwrap().max);
    assert_eq!(judged(&bound).0, Soundness::Assumes);
}

#[test]
fn a_price_of_collections_is_an_assumption_that_a_run_may_disprove() {
    if !has_jdk() {
        return;
    }
    let members = "    static int[] kept;
    static int m() {
        kept = new int[1000];
        return kept.length;
    }";
    let call = "int s = 0; for (int i = 0; i < 600; i++) s += m(); System.out.println(s);";
    let linked = Linkage::of(members, call);
    let of = |price: u64| {
        let asked = Asked {
            bounds: "[loops]\n\"Heap.allocate\" = 126",
            collection: Some(price),
            ..Asked::default()
        };
        linked.held(&["m"], asked).remove(0).unwrap()
    };
    let (sound, assumed, disproved) = judged(&of(5_000_000));
    assert_eq!((sound, disproved), (Soundness::Assumes, vec![]));
    let price = "at most 5000000 cycles of a collection (--collection)";
    assert!(assumed.contains(&price.to_owned()), "{assumed:?}");
    let low = of(1);
    assert_eq!(low.sound, Soundness::No);
    let mut subjects = low.disproved.iter().map(|it| it.subject);
    assert!(subjects.any(|it| it == Subject::Collection), "{low:?}");
}

#[test]
fn repetitions_go_on_through_an_exception_that_the_loop_catches() {
    if !has_jdk() {
        return;
    }
    let members = "    static int left;
    static int sum;
    static boolean more() { return --left > 0; }
    static int m() {
        while (more()) {
            try {
                if ((left & 3) == 0) throw new IllegalStateException();
                sum++;
            } catch (IllegalStateException e) {
                sum--;
            }
        }
        return sum;
    }";
    let linked = Linkage::of(members, "left = 11; System.out.println(m());");
    let asked = |bounds| Asked {
        excludes: true,
        ..given(bounds)
    };
    let honest = linked
        .held(&["m"], asked("[loops]\n\"Main.m\" = 10"))
        .remove(0);
    assert_eq!(judged(&honest.unwrap()).0, Soundness::Assumes);
    let lie = linked
        .held(&["m"], asked("[loops]\n\"Main.m\" = 9"))
        .remove(0);
    let why = "the loop Main.m:7 was repeated 10 times, 1 more than its bound of 9 (b.toml:2)";
    assert_eq!(judged(&lie.unwrap()).2, [why]);
}

#[test]
fn threads_in_one_method_at_once_count_their_repetitions_apart() {
    if !has_jdk() {
        return;
    }
    // Both are switched within the loop many times: a time slice is a tenth of it.
    let members = "    static final class Worker implements Runnable {
        int left;
        Worker(int left) { this.left = left; }
        public void run() { Main.m(this); }
    }
    static int sum;
    static int done;
    static boolean more(Worker worker) { return --worker.left > 0; }
    static void m(Worker worker) {
        while (more(worker)) {
            for (int i = 0; i < 3000; i++) sum += i;
        }
        done++;
    }";
    let call = "new Thread(new Worker(8)).start(); new Thread(new Worker(6)).start();
        while (done < 2) Thread.yield();
        System.out.println(sum);";
    let linked = Linkage::of(members, call);
    let of = |most: u32| {
        let bounds = format!("[loops]\n\"Main.m:12\" = {most}");
        linked.held(&["m"], given(&bounds)).remove(0).unwrap()
    };
    let honest = of(7);
    assert_eq!(
        judged(&honest).0,
        Soundness::Assumes,
        "{:?}",
        judged(&honest)
    );
    let why = "the loop Main.m:12 was repeated 7 times, 1 more than its bound of 6 (b.toml:2)";
    let lie = of(6);
    assert_eq!(
        judged(&lie).2,
        [why],
        "a call that other threads interrupt is still counted"
    );
    assert_eq!(lie.observed.unwrap().calls, 0);
}

#[test]
fn a_loop_that_only_a_run_bounds_is_not_sound_and_a_run_that_is_cut_short_is_refused() {
    if !has_jdk() {
        return;
    }
    let members = "    static int left;
    static int sum;
    static boolean more() { return --left > 0; }
    static int m() {
        int n = 0;
        while (n++ < 5 || more()) sum++;
        return sum;
    }";
    let linked = Linkage::of(members, "left = 4; System.out.println(m());");
    let observes = Asked {
        observes: true,
        ..Asked::default()
    };
    let bound = linked.held(&["m"], observes).remove(0).unwrap();
    let (sound, assumed, disproved) = judged(&bound);
    assert_eq!((sound, disproved), (Soundness::No, vec![]));
    assert_eq!(
        assumed,
        ["at most 8 repetitions of the loop Main.m:8 (the run)"]
    );
    let low = linked.refused("[loops]\n\"Main.m\" = 4");
    assert!(low.contains("repeated 5 times or more"), "{low}");
    // The same with a number of another, shorter run.
    let Linked { image, symbols, .. } = &linked.linked;
    let program = Program::new(image, symbols).unwrap();
    let machine = machine();
    let options = Options::new(&machine.config, &machine.costs).unwrap();
    let method = linked.method("m");
    let head = program.loops()[&method].loops[0].head;
    let options = Options {
        observed: BTreeMap::from([((method, head), 2)]),
        ..options
    };
    let refused = Analyser::new(&program, &machine.costs).bound(method, &options);
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains(
            "the run shows 2 repetitions of this loop, and it is repeated 5 times or more"
        ),
        "{refused}"
    );
}
