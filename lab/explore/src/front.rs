//! The points worth their cost: Pareto fronts, and the best one within a budget.

use std::collections::BTreeMap;

use crate::outcome::Row;

/// Marks, for each program, the eligible rows that no other one beats in time or cost without being worse in the other.
pub fn mark_pareto(rows: &mut [Row]) {
    let mut programs: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, row) in rows.iter_mut().enumerate() {
        row.pareto = false;
        if !row.eligible {
            continue;
        }
        programs
            .entry(row.program.clone())
            .or_default()
            .push(number);
    }
    for mut members in programs.into_values() {
        let key = |row: &Row| (row.cost, row.microseconds());
        members.sort_by(|&left, &right| {
            let (left, right) = (key(&rows[left]), key(&rows[right]));
            left.0.total_cmp(&right.0).then(left.1.total_cmp(&right.1))
        });
        let mut best: Option<(f64, f64)> = None;
        for number in members {
            let (cost, time) = key(&rows[number]);
            // Of one cost and time all are on the front.
            let on_front = best.is_none_or(|best| time < best.1 || (cost, time) == best);
            if on_front && !cost.is_nan() {
                rows[number].pareto = true;
                best = Some((cost, time));
            }
        }
    }
}

/// The fastest eligible row of each program whose cost is at most `budget`, the cheapest of those that are as fast.
#[must_use]
pub fn best_within(rows: &[Row], budget: f64) -> Vec<&Row> {
    let mut best: BTreeMap<&str, &Row> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for row in rows {
        if !order.contains(&row.program.as_str()) {
            order.push(&row.program);
        }
        if !row.eligible || row.cost > budget || row.cost.is_nan() {
            continue;
        }
        let key = |row: &Row| (row.microseconds(), row.cost);
        let known = best.get(row.program.as_str());
        if known.is_none_or(|known| key(row) < key(known)) {
            best.insert(&row.program, row);
        }
    }
    order
        .into_iter()
        .filter_map(|program| best.get(program).copied())
        .collect()
}

/// The point within a budget that is best for all programs together: the least geometric mean of their times, each as a ratio to the
/// program's best time within the budget. None if no point has rows of all programs.
#[must_use]
pub fn best_for_all(rows: &[Row], budget: f64) -> Option<(Vec<&Row>, f64)> {
    let best = best_within(rows, budget);
    let mut points: BTreeMap<usize, Vec<&Row>> = BTreeMap::new();
    let within = |row: &&Row| row.eligible && row.cost <= budget;
    for row in rows.iter().filter(within) {
        points.entry(row.outcome.point).or_default().push(row);
    }
    let ratio = |row: &Row| {
        let of = best.iter().find(|best| best.program == row.program);
        of.map_or(f64::INFINITY, |best| {
            row.microseconds() / best.microseconds()
        })
    };
    let mean = |rows: &[&Row]| {
        let logs: f64 = rows.iter().map(|row| ratio(row).ln()).sum();
        (logs / rows.len() as f64).exp()
    };
    let whole = points.into_values().filter(|rows| rows.len() == best.len());
    whole
        .map(|rows| (mean(&rows), rows))
        .min_by(|left, right| {
            let costs = (left.1[0].cost, right.1[0].cost);
            left.0.total_cmp(&right.0).then(costs.0.total_cmp(&costs.1))
        })
        .map(|(mean, rows)| (rows, mean))
}

#[cfg(test)]
mod tests {
    use isa::MachineConfig;
    use proptest::prelude::*;

    use super::*;
    use crate::outcome::{Outcome, Source};
    use crate::space::Point;

    fn row(program: &str, point: usize, cost: u32, cycles: u64) -> Row {
        Row {
            program: program.to_owned(),
            variant: "base".to_owned(),
            point: Point {
                variant: 0,
                config: MachineConfig::default(),
                processors: None,
            },
            outcome: Outcome {
                point,
                cycles,
                error_cycles: None,
                stall_cycles: None,
                load_stall_cycles: None,
                waits: None,
                lookups: None,
                misses: None,
                words_loaded: None,
                bytecodes: 1,
                source: Source::Fast,
                failed: None,
            },
            bits: cost.into(),
            cost: cost.into(),
            eligible: true,
            pareto: false,
        }
    }

    proptest! {
        #[test]
        fn a_row_is_on_the_front_if_none_of_its_program_is_better_in_one_and_as_good_in_the_other(
            points in prop::collection::vec((any::<bool>(), 0u32..8, 1u64..12), 1..40),
        ) {
            let mut rows: Vec<Row> = points
                .iter()
                .enumerate()
                .map(|(point, &(first, cost, cycles))| row(if first { "a" } else { "b" }, point, cost, cycles))
                .collect();
            mark_pareto(&mut rows);
            for row in &rows {
                let beaten = rows.iter().any(|other| {
                    other.program == row.program
                        && other.cost <= row.cost
                        && other.outcome.cycles <= row.outcome.cycles
                        && (other.cost, other.outcome.cycles) != (row.cost, row.outcome.cycles)
                });
                prop_assert_eq!(row.pareto, !beaten);
            }
            for budget in 0..8 {
                for best in best_within(&rows, budget.into()) {
                    // What is best within a budget is beaten by nothing at all.
                    prop_assert!(best.pareto);
                    prop_assert!(best.cost <= f64::from(budget));
                }
            }
        }
    }

    #[test]
    fn a_row_that_is_not_eligible_is_in_no_front_and_within_no_budget() {
        let mut rows = [row("a", 0, 1, 100), row("a", 1, 2, 110), row("a", 2, 3, 90)];
        rows[0].eligible = false;
        mark_pareto(&mut rows);
        assert_eq!(rows.each_ref().map(|row| row.pareto), [false, true, true]);
        assert_eq!(best_within(&rows, 2.0)[0].outcome.point, 1);
        assert!(best_within(&rows, 1.0).is_empty());
        let (best, _) = best_for_all(&rows, 2.0).unwrap();
        assert_eq!(best[0].outcome.point, 1);
    }

    #[test]
    fn the_best_for_all_programs_has_the_least_mean_of_ratios() {
        let rows = [
            row("a", 0, 1, 100),
            row("b", 0, 1, 400),
            row("a", 1, 2, 110),
            row("b", 1, 2, 200),
            row("a", 2, 9, 10),
            row("b", 2, 9, 10),
        ];
        let (best, mean) = best_for_all(&rows, 5.0).unwrap();
        assert_eq!(best[0].outcome.point, 1);
        assert!((mean - 1.1f64.sqrt()).abs() < 1e-12);
    }
}
