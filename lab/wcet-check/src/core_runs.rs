//! Random programs on several cores: whether their bounds hold, and how tight they are.

use std::collections::BTreeMap;

use wcet_check::Verdict;
use wcet_check::cores::{LONG, cases, check_cores};

use crate::row;

/// Classes of a random program.
const CLASSES: usize = 2;

/// What became of the methods of some cores with an arbiter.
#[derive(Default)]
struct Counts {
    /// Bound over longest call, of those whose bound holds.
    ratios: Vec<f64>,
    /// The same with each access at its worst alignment.
    worst: Vec<f64>,
    calls: u64,
    violated: usize,
    refused: usize,
}

/// Random programs from a seed, each on the next case.
pub(crate) fn check(arguments: &[String]) -> Result<bool, String> {
    let [seed, programs] = arguments else {
        return Err("a seed and a number of programs are expected".to_owned());
    };
    let number = |text: &String| {
        text.parse::<u64>()
            .map_err(|_| format!("`{text}` is no number"))
    };
    let (seed, programs) = (number(seed)?, number(programs)?);
    let cases = cases()?;
    let mut all: BTreeMap<(&str, u8), Counts> = BTreeMap::new();
    for seed in seed..seed.saturating_add(programs) {
        let case = &cases[(seed % cases.len() as u64) as usize];
        let arbiter = case.processors.arbiter.name();
        let counts = all.entry((arbiter, case.processors.cores)).or_default();
        for it in check_cores((seed, CLASSES), case, LONG)? {
            let verdict = it.verdict();
            counts.calls += it.seen.calls;
            match (verdict, &it.bound) {
                (Verdict::Holds, Ok(bound)) => {
                    let longest = it.seen.max as f64;
                    let worst = bound
                        .cores
                        .as_ref()
                        .map_or(bound.cycles, |it| it.worst_alignment);
                    counts.ratios.push(bound.cycles as f64 / longest);
                    counts.worst.push(worst as f64 / longest);
                }
                (Verdict::Unseen, _) => {}
                (Verdict::Refused, _) => counts.refused += 1,
                _ => counts.violated += 1,
            }
            if !matches!(verdict, Verdict::Holds | Verdict::Unseen) {
                println!("seed {seed} | {} | {}", case.name, row(&it));
            }
        }
    }
    println!(
        "| arbiter | cores | methods | calls | violated | refused | least | median | most | median at worst alignment |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for ((arbiter, cores), counts) in &mut all {
        println!("{}", counts.line(arbiter, *cores));
    }
    Ok(all.values().all(|counts| counts.violated == 0))
}

impl Counts {
    fn line(&mut self, arbiter: &str, cores: u8) -> String {
        self.ratios.sort_by(f64::total_cmp);
        self.worst.sort_by(f64::total_cmp);
        let part = |ratios: &[f64], part: f64| {
            let last = ratios.len().saturating_sub(1);
            let place = ((ratios.len() as f64 * part) as usize).min(last);
            ratios.get(place).copied().unwrap_or(0.0)
        };
        format!(
            "| {arbiter} | {cores} | {} | {} | {} | {} | {:.3} | {:.3} | {:.3} | {:.3} |",
            self.ratios.len(),
            self.calls,
            self.violated,
            self.refused,
            part(&self.ratios, 0.0),
            part(&self.ratios, 0.5),
            part(&self.ratios, 1.0),
            part(&self.worst, 0.5)
        )
    }
}
