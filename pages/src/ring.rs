//! Ring charts of calling contexts: the centre is the root, and callees are ring segments around their caller's.
//!
//! The page gets the contexts in preorder, so that the callees of a context follow it: the sum of any figure over a
//! context and its callees is then a difference of two prefix sums. Callees stand by falling cycles.
//!
//! Columns: `depth` (of the tree), `method` (place in `methods`), `service` (a byte, number of the service); of a comparison
//! `sides` (a byte, 1 for the first profile, 2 for the second, 3 for both); then for each side `S` (0 or 1) and metric
//! `M` a column `S:M` with what the context has of itself.

mod call_times;
mod forest;
mod side;

pub use self::side::RingSide;

use cross_profile::{Provenance, Service};
use serde::Serialize;

use crate::payload::{MAX_EXACT, PageError, Payload};
use crate::template::RING;
use call_times::MethodTimes;
use forest::{Figures, Forest};

/// Header of a profile.
#[derive(Debug, Serialize)]
struct SideHeader<'a> {
    name: &'a str,
    provenance: &'a Provenance,
    flat: bool,
    /// Sum of each metric, in the order of `metrics`; the page checks its own sums against them.
    totals: Vec<u64>,
    /// Times of calls by method; empty if the profile knows none.
    calls: Vec<MethodTimes<'a>>,
}

/// The ring chart of a profile, or of two in comparison, as an HTML page.
///
/// Contexts of two profiles are the same where their chains of methods are; their services count as well if both profiles tell
/// causes. Threads stay apart if both profiles have the same ones.
///
/// # Errors
///
/// [`PageError`] if there is no context, or a sum that a browser could not show exactly.
pub fn ring(
    title: &str,
    first: RingSide<'_>,
    second: Option<RingSide<'_>>,
) -> Result<String, PageError> {
    let sides: Vec<RingSide<'_>> = [Some(first), second].into_iter().flatten().collect();
    let mut payload = Payload::default();
    payload.put("title", &title)?;
    put_contexts(&sides, &mut payload)?;
    RING.fill(title, payload)
}

/// Adds the contexts of profiles. Gives for each thread of the first one the places of its contexts.
pub(crate) fn put_contexts(
    sides: &[RingSide<'_>],
    payload: &mut Payload,
) -> Result<Vec<Vec<u32>>, PageError> {
    let forest = Forest::of(sides)?;
    let metrics = Metric::told_by(&forest);
    payload.put(
        "metrics",
        &metrics.iter().map(|m| m.name()).collect::<Vec<_>>(),
    )?;
    payload.put("services", &Service::ALL)?;
    payload.put("methods", &forest.methods)?;
    payload.put("contexts", &forest.order.len())?;
    payload.put("threads", &forest.threads)?;
    payload.put("sides", &side_headers(sides, &forest, &metrics)?)?;
    write_columns(&forest, &metrics, sides.len(), payload);
    let mut places = vec![0; forest.order.len()];
    for (place, context) in forest.order.iter().enumerate() {
        places[*context as usize] = place as u32;
    }
    let of_tree = |tree: &Vec<cross_profile::ContextId>| {
        let contexts = tree.iter();
        contexts.map(|context| places[context.0 as usize]).collect()
    };
    Ok(forest.here.iter().map(of_tree).collect())
}

fn side_headers<'a>(
    sides: &[RingSide<'a>],
    forest: &Forest,
    metrics: &[Metric],
) -> Result<Vec<SideHeader<'a>>, PageError> {
    let mut of_all = vec![0; metrics.len()];
    let mut headers = Vec::with_capacity(sides.len());
    for (side, RingSide { name, profile }) in sides.iter().enumerate() {
        let mut totals = Vec::with_capacity(metrics.len());
        for (metric, of_all) in metrics.iter().zip(&mut of_all) {
            let figures = forest.figures.iter().map(|figures| figures[side]);
            let total: u128 = figures.map(|f| u128::from(metric.of(&f))).sum();
            // Both sides together, as a comparison adds them to size its segments.
            *of_all += total;
            if *of_all > u128::from(MAX_EXACT) {
                return Err(PageError::TooLarge(metric.name().to_owned(), *of_all));
            }
            totals.push(total as u64);
        }
        headers.push(SideHeader {
            name,
            provenance: &profile.provenance,
            flat: profile.flat,
            totals,
            calls: call_times::of(profile),
        });
    }
    Ok(headers)
}

fn write_columns(forest: &Forest, metrics: &[Metric], sides: usize, payload: &mut Payload) {
    let order = || forest.order.iter().map(|place| *place as usize);
    payload.numbers(
        "depth",
        order().map(|place| u64::from(forest.depths[place])),
    );
    payload.numbers(
        "method",
        order().map(|place| u64::from(forest.tree.contexts()[place].method.0)),
    );
    payload.bytes(
        "service",
        order().map(|place| forest.tree.contexts()[place].service as u8),
    );
    if sides == 2 {
        payload.bytes("sides", order().map(|place| forest.present[place]));
    }
    for side in 0..sides {
        for metric in metrics {
            let figures = order().map(|place| metric.of(&forest.figures[place][side]));
            payload.numbers(&format!("{side}:{}", metric.name()), figures);
        }
    }
}

/// Metrics of segment sizes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Metric {
    Cycles,
    Bytecodes,
    Calls,
    Cause(cross_profile::Cause),
}

impl Metric {
    /// Figures of the profiles; only causes with cycles.
    fn told_by(forest: &Forest) -> Vec<Self> {
        let causes = cross_profile::Cause::ALL.into_iter().map(Self::Cause);
        let others = [Self::Bytecodes, Self::Calls].into_iter();
        let told = others
            .chain(causes.filter(|_| forest.by_cause))
            .filter(|metric| {
                let mut figures = forest.figures.iter().flatten();
                figures.any(|figures| metric.of(figures) != 0)
            });
        [Self::Cycles].into_iter().chain(told).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Cycles => "cycles",
            Self::Bytecodes => "bytecodes",
            Self::Calls => "calls",
            Self::Cause(cause) => cause.name(),
        }
    }

    fn of(self, figures: &Figures) -> u64 {
        match self {
            Self::Cycles => figures.cycles(),
            Self::Bytecodes => figures.bytecodes,
            Self::Calls => figures.calls,
            Self::Cause(cause) => figures.causes[cause as usize],
        }
    }
}
