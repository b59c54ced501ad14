//! Threads with periods, held against a model of their schedule.

use std::collections::BTreeMap;

use isa::MachineConfig;
use jopizer::{LinkOptions, link};
use microcode::Build;

/// Microseconds that the model simulates.
const END: i64 = 7_000;
/// Number, priority, period, offset, least and most microseconds of a job.
type Thread = (i64, i64, i64, i64, (i64, i64));
/// Threads of tests/threads/Periodic.java.
const THREADS: [Thread; 4] = [
    (1, 3, 200, 50, (13, 15)),
    (2, 2, 500, 100, (33, 37)),
    (3, 1, 1_000, 30, (53, 57)),
    (4, 0, 400, 0, (12, 16)),
];
/// Microseconds of the first job of thread 4.
const LONG: (i64, i64) = (430, 470);
/// Least and most microseconds of an exchange of threads, of which each job has one before it and one behind it.
const EXCHANGE: (i64, i64) = (0, 25);

/// What the program prints of a job.
#[derive(Debug)]
struct Job {
    thread: i64,
    release: i64,
    begin: i64,
    end: i64,
    missed: i64,
}

/// Ends of the jobs of each thread after the start of the mission if all jobs and exchanges are as short, or as long, as they may be.
fn model(is_long: bool) -> BTreeMap<i64, Vec<i64>> {
    let pick = |range: (i64, i64)| if is_long { range.1 } else { range.0 };
    let mut jobs: BTreeMap<i64, usize> = BTreeMap::new();
    let mut left: BTreeMap<i64, i64> = BTreeMap::new();
    let mut ends: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for now in 0..END {
        let ready = THREADS.iter().filter(|(id, _, period, offset, _)| {
            let done = jobs.get(id).copied().unwrap_or(0) as i64;
            offset + done * period <= now
        });
        let Some((id, .., usual)) = ready.max_by_key(|it| it.1) else {
            continue;
        };
        let done = jobs.entry(*id).or_default();
        let whole = match (*id, *done) {
            (4, 0) => LONG,
            _ => *usual,
        };
        let exchange = pick(EXCHANGE);
        let left = left.entry(*id).or_insert(pick(whole) + 2 * exchange);
        *left -= 1;
        if *left == exchange {
            ends.entry(*id).or_default().push(now + 1);
        }
        if *left == 0 {
            *done += 1;
            let next = THREADS.iter().find(|it| it.0 == *id);
            *left = next.map_or(0, |it| pick(it.4)) + 2 * exchange;
        }
    }
    ends
}

fn jobs(build: Build) -> Vec<Job> {
    let options = LinkOptions::new("Periodic", [tests::path("threads")]);
    let linked = link(&options).expect("tests/threads/Periodic.class");
    let outcome = tests::machine::run(&linked, build, &MachineConfig::default());
    assert_eq!(outcome.status, Some(0), "{outcome:?}");
    let text = String::from_utf8(outcome.stdout).expect("text");
    let numbers = |line: &str| {
        let numbers: Vec<i64> = line.split(' ').filter_map(|it| it.parse().ok()).collect();
        let [thread, release, begin, end, missed] = numbers[..] else {
            panic!("five numbers: {line}");
        };
        Job {
            thread,
            release,
            begin,
            end,
            missed,
        }
    };
    text.lines().map(numbers).collect()
}

#[test]
fn releases_ends_and_missed_deadlines_are_those_of_a_model() {
    let (short, long) = (model(false), model(true));
    for build in [Build::Jop, Build::Strict] {
        let jobs = jobs(build);
        let start = jobs[0].release - THREADS[0].3;
        for (id, _, period, offset, _) in THREADS {
            let own: Vec<&Job> = jobs.iter().filter(|job| job.thread == id).collect();
            assert!(own.len() >= 8, "{id}: {own:?}");
            let mut missed = 0;
            for (number, job) in own.iter().enumerate() {
                let release = offset + number as i64 * period;
                assert_eq!(job.release - start, release, "{job:?}");
                assert!(job.release <= job.begin && job.begin <= job.end, "{job:?}");
                let limits = (short[&id].get(number), long[&id].get(number));
                if let (Some(least), Some(most)) = limits {
                    let end = job.end - start;
                    // An exchange that has begun is not interrupted.
                    let most = most + EXCHANGE.1;
                    assert!((*least..=most).contains(&end), "{job:?}: {least} to {most}");
                }
                assert_eq!(job.missed, missed, "{job:?}");
                missed += i64::from(job.end >= job.release + period);
            }
            assert_eq!(missed, if id == 4 { 3 } else { 0 }, "thread {id}");
        }
    }
}
