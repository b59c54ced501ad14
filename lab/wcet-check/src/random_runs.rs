//! Random programs on machines, and how tight their bounds are.

use wcet_check::{Verdict, check_random};

use crate::{all_machines, row};

/// Classes of a random program.
const CLASSES: usize = 10;

/// What became of methods.
#[derive(Default)]
struct Counts {
    /// Ratios of those whose bound holds.
    ratios: Vec<f64>,
    violated: usize,
    refused: usize,
    /// Methods all of whose calls were left out.
    unseen: usize,
    /// Calls that were held against bounds, and those left out.
    calls: u64,
    left_out: u64,
}

/// Random programs from a seed, each on machines in turn.
pub(crate) fn check(arguments: &[String]) -> Result<bool, String> {
    let number = |place: usize, usual: Option<u64>| -> Result<u64, String> {
        match (arguments.get(place), usual) {
            (Some(text), _) => text.parse().map_err(|_| format!("`{text}` is no number")),
            (None, Some(usual)) => Ok(usual),
            (None, None) => Err("a seed and a number of programs are expected".to_owned()),
        }
    };
    let (seed, programs, most) = (number(0, None)?, number(1, None)?, number(2, Some(1))?);
    let machines = all_machines()?;
    let most = (most as usize).clamp(1, machines.len());
    let mut counts = Counts::default();
    for program in 0..programs {
        let first = (seed.wrapping_add(program) % machines.len() as u64) as usize;
        let chosen = machines.iter().cycle().skip(first).take(most);
        let chosen: Vec<_> = chosen.cloned().collect();
        let seed = seed.wrapping_add(program);
        for (machine, it) in check_random(seed, CLASSES, &chosen)? {
            let verdict = it.verdict();
            counts.calls += it.seen.calls;
            counts.left_out += it.seen.left_out;
            match verdict {
                Verdict::Holds => counts.ratios.extend(it.ratio()),
                Verdict::Unseen => counts.unseen += 1,
                Verdict::Refused => counts.refused += 1,
                Verdict::Violated | Verdict::Exceeded => counts.violated += 1,
            }
            if !matches!(verdict, Verdict::Holds | Verdict::Unseen) {
                println!("seed {seed} | {machine} | {}", row(&it));
            }
        }
    }
    counts.print();
    Ok(counts.violated == 0)
}

impl Counts {
    fn print(&mut self) {
        self.ratios.sort_by(f64::total_cmp);
        let part = |part: f64| {
            let last = self.ratios.len().saturating_sub(1);
            let place = ((self.ratios.len() as f64 * part) as usize).min(last);
            self.ratios.get(place).copied().unwrap_or(0.0)
        };
        let exact = self.ratios.iter().filter(|it| **it < 1.000_5).count();
        println!(
            "{} methods hold, {} violated, {} refused, {} only in calls left out; {} calls, {} left out",
            self.ratios.len(),
            self.violated,
            self.refused,
            self.unseen,
            self.calls,
            self.left_out
        );
        println!(
            "bound / longest call: least {:.3}, median {:.3}, 90 % {:.3}, most {:.3}; {exact} exact",
            part(0.0),
            part(0.5),
            part(0.9),
            part(1.0)
        );
    }
}
