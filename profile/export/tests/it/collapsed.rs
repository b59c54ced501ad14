use export::{Metric, collapsed};
use profile_import as import;

use super::{RUNS, Sums, expected, metrics};

#[test]
fn stacks_have_the_figures_of_every_method() {
    for (profile, _) in &*RUNS {
        for metric in metrics() {
            let text = collapsed::collapsed(profile, metric).unwrap();
            let mut read = Sums::default();
            let (unit, stacks) = match text.strip_prefix("# unit: ") {
                Some(rest) => rest.split_once('\n').unwrap(),
                None => ("cycles", &*text),
            };
            assert_eq!(unit, metric.to_string());
            for line in stacks.lines() {
                let (stack, weight) = line.rsplit_once(' ').unwrap();
                read.add(stack.split(';'), weight.parse().unwrap());
            }
            assert_eq!(read.0, expected(profile, metric));
        }
    }
}

#[test]
fn our_own_reader_takes_the_stacks() {
    let (profile, _) = &RUNS[0];
    let text = collapsed::collapsed(profile, Metric::Cycles).unwrap();
    let read = import::collapsed(text.as_bytes()).unwrap();
    assert_eq!(read.total_cycles(), profile.total_cycles());
}

#[test]
fn a_difference_has_both_weights_of_each_stack() {
    let [(before, _), (after, _)] = &*RUNS;
    let text = collapsed::difference(before, after, Metric::Cycles, "cycles").unwrap();
    let mut sums = [0; 2];
    for line in text.lines() {
        let mut numbers = line.rsplitn(3, ' ');
        for sum in sums.iter_mut().rev() {
            *sum += numbers.next().unwrap().parse::<u64>().unwrap();
        }
        assert!(numbers.next().unwrap().starts_with("(start)"));
    }
    assert_eq!(sums, [before, after].map(|profile| profile.total_cycles()));
}
