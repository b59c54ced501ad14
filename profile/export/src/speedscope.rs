//! speedscope's JSON (<https://www.speedscope.app/file-format-schema.json>): a sampled profile for each thread, in which
//! a context is one sample whose weight is its own figure.
//!
//! A file has one unit. Samples are ordered callers first and hottest callees first, as a profile has no order in time.

use cross_profile::{Profile, ThreadProfile};
use jopizer::Symbols;
use serde::Serialize;

use crate::error::ExportError;
use crate::metric::Metric;
use crate::places::places;
use crate::{names, weight};

const SCHEMA: &str = "https://www.speedscope.app/file-format-schema.json";

#[derive(Serialize)]
struct File<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    name: String,
    exporter: String,
    #[serde(rename = "activeProfileIndex")]
    active_profile: usize,
    shared: Shared<'a>,
    profiles: Vec<Sampled<'a>>,
}

#[derive(Serialize)]
struct Shared<'a> {
    frames: Vec<Frame<'a>>,
}

#[derive(Serialize)]
struct Frame<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u16>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sampled<'a> {
    r#type: &'static str,
    name: &'a str,
    unit: &'static str,
    start_value: u64,
    end_value: u64,
    samples: Vec<Vec<u32>>,
    weights: Vec<u64>,
}

/// The file of a profile.
///
/// # Errors
///
/// If the profile has nothing of the metric.
pub fn json(
    profile: &Profile,
    metric: Metric,
    symbols: Option<&Symbols>,
) -> Result<Vec<u8>, ExportError> {
    weight(profile, metric)?;
    let names = names::readable(&profile.methods);
    let places = places(profile, symbols);
    let frames = names.iter().zip(&places).map(|(name, place)| Frame {
        name,
        file: place.file.as_deref(),
        line: (place.line != 0).then_some(place.line),
    });
    let threads = profile.threads.iter();
    let file = File {
        schema: SCHEMA,
        name: format!("{} ({metric})", profile.provenance.program),
        exporter: format!("joplab {}", env!("CARGO_PKG_VERSION")),
        active_profile: 0,
        shared: Shared {
            frames: frames.collect(),
        },
        profiles: threads.map(|thread| sampled(thread, metric)).collect(),
    };
    Ok(serde_json::to_vec(&file)?)
}

fn sampled(thread: &ThreadProfile, metric: Metric) -> Sampled<'_> {
    let tree = &thread.tree;
    let (mut samples, mut weights) = (Vec::new(), Vec::new());
    for (_, id) in tree.hottest(0) {
        let weight = metric.of(tree.context(id));
        if weight != 0 {
            let path = tree.path(id).into_iter();
            samples.push(path.map(|id| tree.context(id).method.0).collect());
            weights.push(weight);
        }
    }
    Sampled {
        r#type: "sampled",
        name: &thread.name,
        unit: "none",
        start_value: 0,
        end_value: weights.iter().sum(),
        samples,
        weights,
    }
}
