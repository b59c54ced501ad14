//! Nothing is lost between windows: they add up to the profile, and to the machine's own counters.

use isa::{MachineConfig, UartKind};
use metrics::{Every, Foci, Focus, Metric, Metrics};
use microcode::Build;
use proptest::prelude::*;
use record::Pattern;
use tests::random_program::{config, image, machines, pieces};

use crate::support::{Subject, link, regions};

fn of_run(metrics: &Metrics, metric: Metric) -> u64 {
    let run = Foci::new(Vec::new()).expect("the run");
    let shares = run.shares(&metrics.profile).expect("the run has contexts");
    metrics.total(&shares[0], metric)
}

/// The context of an interrupt begins with the first dispatch of its handler. Checks that a limit has cut off just that: some cycles
/// later the windows have this number, and the machine has taken no other.
fn begins_behind_the_limit(subject: &Subject, every: &Every, limit: u64, interrupts: u64) -> bool {
    (10..1_000).step_by(10).any(|more| {
        let (metrics, statistics, _) = subject.windows(every, limit + more, false);
        statistics.interrupts == interrupts && of_run(&metrics, Metric::Interrupts) == interrupts
    })
}

/// What the windows have together, without what windows do not know.
fn check(subject: &Subject, every: &Every, limit: u64) -> Metrics {
    let (metrics, statistics, collections) = subject.windows(every, limit, false);
    let part = metrics.part(metrics.windows());
    let profile = subject.profile(limit);
    assert_eq!(part.methods, profile.methods);
    for (ours, theirs) in part.threads.iter().zip(&profile.threads) {
        assert_eq!(ours.name, theirs.name);
        assert_eq!(ours.tree.contexts(), theirs.tree.contexts(), "{every}");
    }
    assert_eq!(part.threads.len(), profile.threads.len());
    let figures = [
        (Metric::Cycles, statistics.cycles),
        (Metric::Bytecodes, statistics.bytecodes),
        (Metric::Lookups, statistics.method_lookups),
        (
            Metric::Misses,
            statistics.method_lookups - statistics.method_hits,
        ),
        (Metric::WordsLoaded, statistics.method_words_loaded),
        (Metric::Objects, collections.objects),
        (Metric::WordsAllocated, collections.bytes_allocated / 4),
    ];
    for (metric, expected) in figures {
        assert_eq!(of_run(&metrics, metric), expected, "{metric} in {every}");
    }
    let taken = of_run(&metrics, Metric::Interrupts);
    assert!(
        taken == statistics.interrupts || begins_behind_the_limit(subject, every, limit, taken + 1),
        "{taken} of {} interrupts in {every}",
        statistics.interrupts
    );
    let ends = metrics.windows().windows(2);
    assert!(ends.into_iter().all(|pair| pair[0].end == pair[1].start));
    let cycles = |window: &metrics::Window| {
        window
            .cells
            .iter()
            .map(|it| it.figures.cycles())
            .sum::<u64>()
    };
    assert!(
        metrics
            .windows()
            .iter()
            .all(|it| cycles(it) == it.end - it.start)
    );
    assert_eq!(
        metrics.windows().last().map(|last| last.end),
        Some(statistics.cycles)
    );
    metrics
}

const LIMIT: u64 = 3_000_000;

#[test]
fn windows_of_cycles_add_up_to_the_run() {
    for program in ["demo.Demo", "producer-consumer", "gc-stress", "udpip"] {
        let linked = link(program);
        let subject = Subject::of(&linked, MachineConfig::default());
        for width in [1, 997, 100_000] {
            check(
                &subject,
                &Every::Cycles(width),
                if width == 1 { 40_000 } else { LIMIT },
            );
        }
    }
}

#[test]
fn windows_that_fit_are_at_most_a_thousand_and_lie_on_a_grid() {
    let linked = link("lift");
    let timed = MachineConfig {
        uart: UartKind::Timed,
        ..MachineConfig::default()
    };
    let metrics = check(&Subject::of(&linked, timed), &Every::Fitting, LIMIT);
    let windows = metrics.windows();
    assert!((500..=1000).contains(&windows.len()), "{}", windows.len());
    let width = windows[0].end.next_power_of_two();
    for (place, window) in windows.iter().enumerate().skip(1) {
        let expected = place as u64 * (windows[1].end - windows[0].end).div_ceil(1000) * 1000;
        assert!(
            (expected..expected + 1000).contains(&window.start),
            "{place} of {width}"
        );
    }
}

#[test]
fn windows_end_with_calls_and_with_regions() {
    let linked = link("lift");
    let subject = Subject::of(&linked, MachineConfig::default());
    let calls = |number| Every::Calls {
        method: Pattern("lift.Plant.step".to_owned()),
        number,
    };
    let steps = check(&subject, &calls(1), LIMIT);
    let tens = check(&subject, &calls(10), LIMIT);
    let all = steps.windows().len() - 1;
    let called: Focus = "lift.Plant.step".parse().expect("a focus");
    let called = called.share(&steps.profile).expect("the method ran");
    assert_eq!(all as u64, steps.total(&called, Metric::Calls));
    assert!(all > 20, "{all}");
    assert_eq!(tens.windows().len() - 1, all / 10);
    for (ten, window) in tens.windows().iter().skip(1).enumerate() {
        assert_eq!(window.start, steps.windows()[10 * ten + 10].start);
    }
    let linked = regions();
    let metrics = check(
        &Subject::of(&linked, MachineConfig::default()),
        &Every::Regions,
        LIMIT,
    );
    assert!(metrics.windows().len() > 4);
}

#[test]
fn superblocks_and_the_reference_record_the_same_windows() {
    for program in ["demo.Demo", "producer-consumer"] {
        let linked = link(program);
        let subject = Subject::of(&linked, MachineConfig::default());
        let every = Every::Cycles(5_000);
        let [blocks, reference] = [false, true].map(|on| subject.windows(&every, 500_000, on).0);
        assert_eq!(blocks, reference, "{program}");
    }
}

proptest! {
    #![proptest_config(proptest::test_runner::Config { cases: config().cases / 4, ..config() })]

    #[test]
    fn windows_of_random_programs_add_up_to_the_run(
        pieces in pieces(),
        config in machines(),
        strict in any::<bool>(),
        limit in 1_000_u64..30_000,
        width in 1_u64..5_000,
    ) {
        let words = image(&pieces);
        let build = if strict { Build::Strict } else { Build::Jop };
        check(&Subject { config, build, words: &words, symbols: None }, &Every::Cycles(width), limit);
    }
}
