//! Slow-down of embedded programs under the cross-profiler: whole processes, with an argument that makes the plain one long enough.

use runtime::programs::EmbeddedProgram;

use super::host::Host;
use super::result::{Evaluation, Noise, SlowDown};
use super::seconds::Seconds;
use super::timed::{CLOSED, TimedVariant};
use super::variants::CacheState;

const SUITE: &str = "embedded";
/// What plain series are called.
pub(super) const PLAIN: &str = "plain";

/// Something that is measured, in one series or two.
struct Series {
    /// None: the plain program.
    variant: Option<&'static TimedVariant>,
    seconds: [Option<Seconds>; 2],
    failed: Option<String>,
}

impl Series {
    fn of(variant: Option<&'static TimedVariant>) -> Self {
        Self {
            variant,
            seconds: [None; 2],
            failed: None,
        }
    }

    fn name(&self) -> &'static str {
        self.variant.map_or(PLAIN, |variant| variant.name)
    }

    fn is_twice(&self) -> bool {
        self.variant.is_none_or(|variant| variant.is_twice)
    }

    /// Another run of its first or second series.
    fn run(&mut self, second: bool, run: &impl Fn(&Self) -> Result<Seconds, String>) {
        if self.failed.is_some() {
            return;
        }
        let known = self.seconds[usize::from(second)];
        match run(self) {
            Ok(next) => {
                let least = known.map_or(next, |known| known.least(next));
                self.seconds[usize::from(second)] = Some(least);
            }
            Err(reason) => self.failed = Some(reason),
        }
    }

    fn least(&self) -> Option<Seconds> {
        let seconds = self.seconds.into_iter().flatten();
        seconds.reduce(Seconds::least)
    }

    fn noise(&self, program: &EmbeddedProgram) -> Option<Noise> {
        let [Some(first), Some(second)] = self.seconds else {
            return None;
        };
        Some(Noise {
            suite: SUITE.to_owned(),
            program: program.name.to_owned(),
            variant: self.name().to_owned(),
            first_seconds: first.cpu,
            second_seconds: second.cpu,
            difference: second.cpu / first.cpu - 1.0,
        })
    }
}

/// Factors of an embedded program that takes at least so many seconds, each the least of so many runs. What is measured twice has
/// every other run in its second series, and at least one in each.
pub(super) fn embedded(
    program: &'static EmbeddedProgram,
    host: &Host,
    (runs, seconds): (u32, f64),
    evaluation: &mut Evaluation,
) {
    let mut skip = |what: &str, reason: &str| {
        let line = format!("slow-down of {}, {what}: {reason}", program.name);
        evaluation.skipped.push(line);
    };
    let plain = |length| host.plain(program, length).map(|taken| taken.cpu);
    let length = match long_enough(program.long, seconds, plain) {
        Ok(length) => length,
        Err(reason) => return skip(PLAIN, &reason),
    };
    let run = |length: u32| {
        move |series: &Series| match series.variant {
            None => host.plain(program, length),
            Some(variant) => {
                let run = host.cross(
                    (program, length),
                    CacheState::Simulated,
                    (variant.options, &[]),
                );
                run.map(|(_, seconds)| seconds)
            }
        }
    };
    let all = || std::iter::once(None).chain(CLOSED.iter().map(Some));
    let mut series: Vec<Series> = all().map(Series::of).collect();
    for round in 0..runs.max(2) {
        // In turns, so that all meet the same load of the host.
        for one in &mut series {
            if round < runs || one.is_twice() {
                one.run(one.is_twice() && round % 2 == 1, &run(length));
            }
        }
    }
    for one in &series {
        if let Some(reason) = &one.failed {
            skip(one.name(), reason);
        }
    }
    let noise = series.iter().filter_map(|one| one.noise(program));
    evaluation.noise.extend(noise);
    let mut short: Vec<Series> = all().map(Series::of).collect();
    for one in &mut short {
        one.run(false, &run(program.length));
    }
    let Some(plain) = series[0].least() else {
        return;
    };
    let plain_start = short[0].least();
    for (one, short) in series.iter().zip(&short).skip(1) {
        if let Some(cross) = one.least() {
            let start = plain_start.zip(short.least());
            let row = row((program, length), one.name(), (plain, cross), start);
            evaluation.slow_down.push(row);
        }
    }
}

fn row(
    (program, length): (&EmbeddedProgram, u32),
    variant: &str,
    (plain, cross): (Seconds, Seconds),
    start: Option<(Seconds, Seconds)>,
) -> SlowDown {
    SlowDown {
        suite: SUITE.to_owned(),
        program: program.name.to_owned(),
        variant: variant.to_owned(),
        length: Some(length.into()),
        plain_seconds: plain.cpu,
        cross_seconds: cross.cpu,
        factor: cross.cpu / plain.cpu,
        running_factor: start.and_then(|start| running((plain, cross), start)),
        plain_wall_seconds: plain.wall,
        cross_wall_seconds: cross.wall,
        wall_factor: cross.wall / plain.wall,
    }
}

/// The factor without what a short run takes; none where the long run is no longer.
fn running((plain, cross): (Seconds, Seconds), start: (Seconds, Seconds)) -> Option<f64> {
    let factor = (cross.cpu - start.1.cpu) / (plain.cpu - start.0.cpu);
    (plain.cpu > 1.5 * start.0.cpu && factor > 0.0).then_some(factor)
}

/// Most that an argument grows in a step.
const GROWTH: f64 = 30.0;
/// Steps of its growth.
const STEPS: u32 = 8;

/// An argument with which a program takes at least so many seconds, or the largest that it takes.
fn long_enough(
    length: u32,
    seconds: f64,
    run: impl Fn(u32) -> Result<f64, String>,
) -> Result<u32, String> {
    let mut length = length;
    let mut taken = run(length)?;
    for _ in 0..STEPS {
        if taken >= seconds {
            break;
        }
        // Compiled code is faster than what has run so far.
        let growth = (1.3 * seconds / taken).clamp(1.5, GROWTH);
        let next = (f64::from(length) * growth).min(f64::from(i32::MAX)) as u32;
        match run(next) {
            Ok(longer) => (length, taken) = (next, longer),
            // It refuses such an argument.
            Err(_) => break,
        }
    }
    Ok(length)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(cpu: f64) -> Seconds {
        Seconds { wall: 3.0, cpu }
    }

    #[test]
    fn an_argument_grows_until_the_time_is_long_enough() {
        let taken = |length: u32| Ok(0.05 + f64::from(length) / 1e6);
        let length = long_enough(100, 2.0, taken).expect("a length");
        assert!((1_950_000..10_000_000).contains(&length), "{length}");
        assert_eq!(long_enough(100, 0.0, taken), Ok(100));
    }

    #[test]
    fn an_argument_that_is_refused_is_not_taken_and_a_program_that_never_runs_is_an_error() {
        let taken = |length: u32| match length {
            0..=3000 => Ok(0.1),
            _ => Err("too long".to_owned()),
        };
        let length = long_enough(100, 2.0, taken).expect("a length");
        assert!((101..=3000).contains(&length), "{length}");
        let never = long_enough(100, 2.0, |_| Err("no".to_owned()));
        assert_eq!(never, Err("no".to_owned()));
    }

    #[test]
    fn the_start_is_no_part_of_the_running_factor() {
        let start = (seconds(0.1), seconds(1.1));
        let factor = running((seconds(2.1), seconds(6.1)), start).expect("a factor");
        assert!((factor - 2.5).abs() < 1e-9);
        assert_eq!(running((seconds(0.11), seconds(1.2)), start), None);
    }

    #[test]
    fn a_series_of_two_keeps_the_least_of_each_and_their_difference() {
        let program = runtime::programs::find("lift").expect("lift");
        let mut plain = Series::of(None);
        for (second, cpu) in [(false, 2.0), (true, 3.0), (false, 4.0), (true, 2.5)] {
            plain.run(second, &|_| Ok(seconds(cpu)));
        }
        let noise = plain.noise(program).expect("both series");
        assert_eq!((noise.first_seconds, noise.second_seconds), (2.0, 2.5));
        assert_eq!(
            (noise.difference, plain.least()),
            (0.25, Some(seconds(2.0)))
        );
        let mut once = Series::of(CLOSED.iter().find(|variant| !variant.is_twice));
        once.run(false, &|_| Ok(seconds(1.0)));
        assert_eq!((once.is_twice(), once.noise(program)), (false, None));
        once.run(false, &|_| Err("no".to_owned()));
        assert_eq!(once.failed.as_deref(), Some("no"));
    }
}
