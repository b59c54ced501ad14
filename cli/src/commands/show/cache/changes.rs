//! Methods that evict each other, and the run on other caches.

use cache_sweep::{Rivals, Trial, time_dependence};
use lookups::Summary;
use method_cache::replay;

use super::Shown;
use crate::output::cache_name::{cache_name, unnamed};
use crate::output::table::{Table, Value, thousands};

impl Shown {
    /// Pairs of methods that evict each other, most misses first.
    pub(super) fn rivals(&self) -> Table {
        let mut table = Table::new(&RIVALS);
        for pair in self.rivals_meant() {
            let [method, other] = pair.methods.map(|address| self.name_at(address));
            table.push(vec![
                (pair.misses[0] + pair.misses[1]).into(),
                pair.stall_cycles.into(),
                pair.misses[0].into(),
                pair.misses[1].into(),
                method.into(),
                other.into(),
            ]);
        }
        table
    }

    /// The run on its own cache and on others, the least change first.
    pub(super) fn changes(&self) -> Table {
        let mut table = Table::new(&CHANGES);
        let own = &self.trials.own;
        for trial in std::iter::once(own).chain(&self.trials.others) {
            let organisation = replay::organisation_of(trial.machine.method_cache);
            let is_built = organisation.is_some_and(|it| it.hardware().is_some());
            table.push(vec![
                trial.misses.into(),
                trial.stall_cycles.into(),
                trial.cycles.into(),
                Value::Difference(i128::from(own.cycles) - i128::from(trial.cycles)),
                if is_built { "yes" } else { "no" }.into(),
                cache_name(&trial.machine).into(),
            ]);
        }
        table
    }

    /// The pair with the most misses and the least change that keeps both, then the limits of the figures.
    pub(super) fn advice(&self) -> String {
        let mut text = String::new();
        if let Some(pair) = self.rivals_meant().next() {
            text += &self.about(pair);
        }
        let own = self.trials.own.cycles;
        if self.trials.others.iter().all(|it| it.cycles >= own) {
            text += "none of these caches saves a cycle\n";
        }
        text + &limits(&self.trials.summary)
    }

    fn about(&self, pair: &Rivals) -> String {
        let [method, other] = pair.methods.map(|address| self.name_at(address));
        let misses = pair.misses[0] + pair.misses[1];
        let times = match misses {
            1 => "once".to_owned(),
            more => format!("{} times", thousands(more)),
        };
        let before = match pair.misses[1] {
            0 => format!("`{other}` evicts `{method}` {times}"),
            _ => format!("`{method}` and `{other}` evict each other {times}"),
        };
        let own = self.trials.own.cycles;
        let helps = |it: &&Trial| it.misses_between(pair.methods) < misses && it.cycles < own;
        let better = self.trials.others.iter().filter(helps);
        let Some(best) = better.min_by_key(|it| it.misses_between(pair.methods)) else {
            return format!(
                "{before}; no cache above has fewer of these misses and saves cycles\n"
            );
        };
        let effect = match best.misses_between(pair.methods) {
            0 => "would keep both".to_owned(),
            left => format!("would leave {} of these misses", thousands(left)),
        };
        format!(
            "{before}; {} {effect} and save {} of {} cycles\n",
            cache_name(&best.machine),
            thousands(own - best.cycles),
            thousands(own)
        )
    }

    pub(super) fn rivals_meant(&self) -> impl Iterator<Item = &Rivals> {
        let rivals = self.trials.own.rivals.iter();
        rivals.filter(|pair| {
            let mut places = pair.methods.iter().filter_map(|it| self.place_of(*it));
            places.any(|place| self.is_meant(place))
        })
    }

    fn place_of(&self, address: u32) -> Option<usize> {
        let mut methods = self.misses.methods.iter();
        methods.position(|it| it.address == address)
    }

    fn name_at(&self, address: u32) -> String {
        match self.place_of(address) {
            Some(place) => self.names[place].clone(),
            None => unnamed(address),
        }
    }
}

const RIVALS: [&str; 6] = [
    "misses",
    "stall cycles",
    "misses of method",
    "misses of other",
    "method",
    "other",
];

const CHANGES: [&str; 6] = [
    "misses",
    "stall cycles",
    "cycles",
    "saved cycles",
    "hardware",
    "cache",
];

/// Reports how far the figures of other caches hold.
fn limits(summary: &Summary) -> String {
    match time_dependence(summary, None) {
        None => {
            "each cache is simulated on all lookups of this run; the cycles are exact\n".to_owned()
        }
        Some(reason) => format!(
            "each cache is simulated on the lookups of this run; {reason}, so its path may differ there: \
             `jop explore --caches` with the program runs the machine on each cache\n"
        ),
    }
}
