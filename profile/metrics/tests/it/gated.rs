//! Windows of a part of the run.

use isa::MachineConfig;
use metrics::{Every, Metric, Share};
use record::{Limits, Moment, Pattern};

use crate::support::{Subject, link};

fn pattern(text: &str) -> Vec<Pattern> {
    vec![Pattern(text.to_owned())]
}

#[test]
fn a_limited_recording_has_what_the_whole_one_has_of_the_same_methods() {
    let linked = link("lift");
    let subject = Subject::of(&linked, MachineConfig::default());
    let limits = Limits {
        below: pattern("lift.Plant.step"),
        ..Limits::default()
    };
    let every = Every::Cycles(20_000);
    let limited = subject.limited(&every, &limits);
    let (whole, ..) = subject.windows(&every, u64::MAX, false);
    let share = |metrics: &metrics::Metrics, kind: &str| -> Share {
        let focus: metrics::Focus = kind.parse().expect("a focus");
        focus.share(&metrics.profile).expect("contexts")
    };
    let part = |metric| limited.total(&share(&limited, "run"), metric);
    let all = |metric| whole.total(&share(&whole, "below:lift.Plant.step"), metric);
    for metric in [
        Metric::Cycles,
        Metric::Bytecodes,
        Metric::Calls,
        Metric::Objects,
    ] {
        assert_eq!(part(metric), all(metric), "{metric}");
    }
    assert!(part(Metric::Cycles) > 0);
    assert!(
        limited
            .windows()
            .windows(2)
            .all(|pair| pair[0].end <= pair[1].start)
    );
}

#[test]
fn a_recording_between_two_moments_has_their_cycles() {
    let linked = link("lift");
    let subject = Subject::of(&linked, MachineConfig::default());
    let limits = Limits {
        from: Some(Moment::Cycle(200_000)),
        to: Some(Moment::Cycle(400_000)),
        ..Limits::default()
    };
    let metrics = subject.limited(&Every::Cycles(10_000), &limits);
    let cycles: u64 = metrics.windows().iter().map(|it| it.end - it.start).sum();
    assert_eq!(metrics.profile.total_cycles(), cycles);
    assert!((190_000..=210_000).contains(&cycles), "{cycles}");
    let first = &metrics.windows()[0];
    assert!((200_000..200_200).contains(&first.start), "{}", first.start);
    let last = metrics.windows().last().expect("windows");
    assert!((400_000..400_200).contains(&last.end), "{}", last.end);
}

#[test]
fn a_recording_between_two_bytecodes_begins_after_the_first_and_ends_with_the_second() {
    let linked = link("lift");
    let subject = Subject::of(&linked, MachineConfig::default());
    let moment = |text: &str| Some(text.parse().expect("a moment"));
    let limits = Limits {
        from: moment("bytecode:invokestatic#100"),
        to: moment("bytecode:invokestatic#50"),
        ..Limits::default()
    };
    let layer = subject.layer(&Every::Fitting, &[isa::op::INVOKESTATIC]);
    let metrics = subject.limited_with(layer, &limits);
    let run: metrics::Focus = "run".parse().expect("a focus");
    let run = run.share(&metrics.profile).expect("contexts");
    assert_eq!(metrics.total(&run, Metric::Executions), 50);
}

#[test]
fn a_moment_that_never_comes_records_nothing() {
    let linked = link("lift");
    let subject = Subject::of(&linked, MachineConfig::default());
    for never in ["bytecode:dmul#1", "900_000_000"] {
        let limits = Limits {
            from: Some(never.parse().expect("a moment")),
            ..Limits::default()
        };
        assert!(
            subject
                .limited(&Every::Fitting, &limits)
                .windows()
                .is_empty(),
            "{never}"
        );
    }
}
