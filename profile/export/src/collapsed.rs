//! Collapsed stacks: a line for each chain of calls, `a;b;c 123`, as flame-graph tools read them.
//!
//! Threads are merged. Weights that are not cycles have their unit in a line before the stacks. Of two profiles each line has both weights, the first profile's first.

use std::collections::BTreeMap;
use std::fmt::Write;

use cross_profile::Profile;
use profile_import::unit::{CYCLES, STACKS_UNIT};

use crate::error::ExportError;
use crate::metric::Metric;
use crate::{names, weight};

/// The stacks of a profile, in the order of their text.
///
/// # Errors
///
/// If the profile has nothing of the metric.
pub fn collapsed(profile: &Profile, metric: Metric) -> Result<String, ExportError> {
    of_unit(profile, metric, &metric.to_string())
}

/// The same of a profile whose values are of another unit.
///
/// # Errors
///
/// If the profile has nothing of the metric.
pub fn of_unit(profile: &Profile, metric: Metric, unit: &str) -> Result<String, ExportError> {
    let mut text = unit_line(unit);
    for (stack, weight) in weights(profile, metric)? {
        let _ = writeln!(text, "{stack} {weight}");
    }
    Ok(text)
}

/// The stacks of two profiles, each with its weight before and after, in this unit.
///
/// # Errors
///
/// If either profile has nothing of the metric.
pub fn difference(
    before: &Profile,
    after: &Profile,
    metric: Metric,
    unit: &str,
) -> Result<String, ExportError> {
    let mut text = unit_line(unit);
    for (stack, [before, after]) in both_weights(before, after, metric)? {
        let _ = writeln!(text, "{stack} {before} {after}");
    }
    Ok(text)
}

/// The line before the stacks; none for cycles, which stacks without it have.
fn unit_line(unit: &str) -> String {
    match unit {
        CYCLES => String::new(),
        unit => format!("{STACKS_UNIT}{unit}\n"),
    }
}

/// Stacks with their own weight in each of two profiles.
pub(crate) fn both_weights(
    before: &Profile,
    after: &Profile,
    metric: Metric,
) -> Result<BTreeMap<String, [u64; 2]>, ExportError> {
    let mut both: BTreeMap<String, [u64; 2]> = BTreeMap::new();
    for (place, profile) in [before, after].into_iter().enumerate() {
        for (stack, weight) in weights(profile, metric)? {
            both.entry(stack).or_default()[place] += weight;
        }
    }
    Ok(both)
}

/// Stacks with their own weight.
pub(crate) fn weights(
    profile: &Profile,
    metric: Metric,
) -> Result<BTreeMap<String, u64>, ExportError> {
    weight(profile, metric)?;
    let names = names::readable(&profile.methods);
    let mut stacks = BTreeMap::new();
    for thread in &profile.threads {
        let tree = &thread.tree;
        let mut chains: Vec<String> = Vec::with_capacity(tree.contexts().len());
        for (place, context) in tree.contexts().iter().enumerate() {
            let name = &names[context.method.0 as usize];
            // A caller stands before its callees.
            let chain = match place {
                0 => name.clone(),
                _ => format!("{};{name}", chains[context.parent.0 as usize]),
            };
            let weight = metric.of(context);
            if weight != 0 {
                *stacks.entry(chain.clone()).or_default() += weight;
            }
            chains.push(chain);
        }
    }
    Ok(stacks)
}
