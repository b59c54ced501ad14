//! Sensitivity: what each axis changes around a point, one at a time.

use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use crate::error::ExploreError;
use crate::exploration::Exploration;
use crate::outcome::{JobResult, Outcome, outcomes};
use crate::plan::Description;
use crate::space::{Point, Refused, Space};
use crate::variant::Variant;
use crate::workload::Workload;

/// A value of an axis, all else as at the base.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// Number of the program.
    pub program: usize,
    /// Name of the option; `variant` for the instruction set.
    pub axis: String,
    /// The value, as configurations have it.
    pub value: String,
    /// The point.
    pub point: Point,
    /// What the program does there.
    pub outcome: Outcome,
    /// What it does at the base.
    pub base: Outcome,
}

/// The effects of every value of every axis, and what cannot be built.
///
/// # Errors
/// See [`ExploreError`].
pub fn sensitivity(
    description: &Description,
    workloads: &[Workload],
    variants: &[Variant],
    stop: &AtomicBool,
) -> Result<(Vec<Effect>, Vec<Refused>), ExploreError> {
    let at = |space: Space, variants: usize| Description {
        variants: description.variants[..variants].to_vec(),
        space,
        ..description.clone()
    };
    let base = Space {
        axes: Vec::new(),
        ..description.space.clone()
    };
    let (bases, mut refused) = run(&at(base.clone(), 1), workloads, variants, stop)?;
    let mut effects = Vec::new();
    let mut add = |axis: &str, value: &str, found: Vec<(usize, Point, Outcome)>| {
        for (program, point, outcome) in found {
            let base = bases.iter().find(|(of, _, _)| *of == program);
            if let Some((_, _, base)) = base {
                effects.push(Effect {
                    program,
                    axis: axis.to_owned(),
                    value: value.to_owned(),
                    point,
                    outcome,
                    base: *base,
                });
            }
        }
    };
    for axis in &description.space.axes {
        for value in &axis.values {
            let mut changed = base.clone();
            changed.axes.push(crate::space::Axis {
                option: axis.option.clone(),
                values: vec![value.clone()],
            });
            let (found, left_out) = run(&at(changed, 1), workloads, variants, stop)?;
            refused.extend(left_out);
            add(&axis.option, value, found);
        }
    }
    if variants.len() > 1 {
        let (found, left_out) = run(&at(base.clone(), variants.len()), workloads, variants, stop)?;
        refused.extend(left_out);
        for (number, variant) in variants.iter().enumerate() {
            let of = |(_, point, _): &&(usize, Point, Outcome)| point.variant == number;
            add(
                "variant",
                &variant.name,
                found.iter().filter(of).cloned().collect(),
            );
        }
    }
    effects.sort_by_key(|effect| effect.program);
    refused.sort();
    refused.dedup();
    Ok((effects, refused))
}

type Found = (Vec<(usize, Point, Outcome)>, Vec<Refused>);

fn run(
    description: &Description,
    workloads: &[Workload],
    variants: &[Variant],
    stop: &AtomicBool,
) -> Result<Found, ExploreError> {
    let plan = description.plan();
    let exploration = Exploration {
        description,
        plan: &plan,
        workloads,
        variants,
        stop,
    };
    let results: Mutex<Vec<JobResult>> = Mutex::default();
    let jobs: Vec<usize> = (0..plan.jobs.len()).collect();
    exploration.run(&jobs, &mut |result| {
        let mut results = results.lock().unwrap_or_else(|broken| broken.into_inner());
        results.push(result);
        Ok(())
    })?;
    let results = results
        .into_inner()
        .unwrap_or_else(|broken| broken.into_inner());
    let mut refused = plan.refused.clone();
    refused.extend(results.iter().flat_map(|result| result.refused.clone()));
    let found = outcomes(&plan, results.iter()).into_iter();
    let found =
        found.map(|(program, outcome)| (program, plan.points[outcome.point].clone(), outcome));
    Ok((found.collect(), refused))
}
