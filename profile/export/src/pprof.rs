//! pprof's `profile.proto`, gzipped: each context is a sample with all figures, labelled with its thread and service.
//!
//! A method is one function with one location, its first line. `name` is for people, `system_name` the name of the
//! profile.

pub use profile_import::pprof::schema;

use std::collections::HashMap;
use std::io::Write;

use cross_profile::tree::ContextId;
use cross_profile::{CallingContextTree, Profile, Service};
use flate2::Compression;
use flate2::write::GzEncoder;
use jopizer::Symbols;
use prost::Message;

use crate::error::ExportError;
use crate::metric::Metric;
use crate::places::{Place, places};
use crate::{names, weight};

/// The file of a profile; readers show `metric` first.
///
/// # Errors
///
/// If the profile has nothing of the metric, or a figure is beyond 2^63.
pub fn gzip(
    profile: &Profile,
    metric: Metric,
    symbols: Option<&Symbols>,
) -> Result<Vec<u8>, ExportError> {
    weight(profile, metric)?;
    for metric in Metric::all() {
        match weight(profile, metric) {
            Ok(_) | Err(ExportError::Nothing(_)) => {}
            Err(error) => return Err(error),
        }
    }
    let message = message(profile, metric, symbols);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(&message.encode_to_vec())?;
    Ok(gzip.finish()?)
}

fn message(profile: &Profile, metric: Metric, symbols: Option<&Symbols>) -> schema::Profile {
    let mut strings = Strings::default();
    let origin = &profile.provenance;
    let mut value_type = |metric: Metric| schema::ValueType {
        r#type: strings.number(metric.name()),
        unit: strings.number("count"),
    };
    let sample_type = Metric::all().into_iter().map(&mut value_type).collect();
    let period_type = Some(value_type(Metric::Cycles));
    let comments = [
        format!("engine {}", origin.engine),
        format!("machine {}", origin.machine),
        format!("microcode {}", origin.microcode),
    ];
    let mapping = schema::Mapping {
        id: 1,
        filename: strings.number(&origin.program),
        build_id: strings.number(&origin.image),
        has_functions: true,
        has_filenames: symbols.is_some(),
        has_line_numbers: symbols.is_some(),
        ..schema::Mapping::default()
    };
    let places = places(profile, symbols);
    let function = functions(profile, &places, &mut strings);
    schema::Profile {
        sample_type,
        sample: samples(profile, &mut strings),
        mapping: vec![mapping],
        location: locations(&places),
        function,
        period_type,
        period: 1,
        comment: comments.iter().map(|text| strings.number(text)).collect(),
        default_sample_type: strings.number(metric.name()),
        string_table: strings.table,
        ..schema::Profile::default()
    }
}

fn functions(profile: &Profile, places: &[Place], strings: &mut Strings) -> Vec<schema::Function> {
    let names = names::readable(&profile.methods);
    let methods = names.iter().zip(&profile.methods).zip(places);
    (1..)
        .zip(methods)
        .map(|(id, ((name, system_name), place))| schema::Function {
            id,
            name: strings.number(name),
            system_name: strings.number(system_name),
            filename: strings.number(place.file.as_deref().unwrap_or_default()),
            start_line: place.line.into(),
        })
        .collect()
}

fn locations(places: &[Place]) -> Vec<schema::Location> {
    let location = |(id, place): (u64, &Place)| schema::Location {
        id,
        mapping_id: 1,
        line: vec![schema::Line {
            function_id: id,
            line: place.line.into(),
            column: 0,
        }],
        ..schema::Location::default()
    };
    (1..).zip(places).map(location).collect()
}

fn samples(profile: &Profile, strings: &mut Strings) -> Vec<schema::Sample> {
    let [thread_key, service_key] = ["thread", "service"].map(|key| strings.number(key));
    let services = Service::ALL.map(|service| strings.number(service.name()));
    let mut samples = Vec::new();
    for thread in &profile.threads {
        let name = strings.number(&thread.name);
        for id in thread.tree.ids() {
            let context = thread.tree.context(id);
            let value: Vec<i64> = Metric::all()
                .iter()
                .map(|metric| metric.of(context).cast_signed())
                .collect();
            if value.iter().all(|value| *value == 0) {
                continue;
            }
            let label = |key, str| schema::Label {
                key,
                str,
                ..schema::Label::default()
            };
            samples.push(schema::Sample {
                location_id: innermost_first(&thread.tree, id),
                value,
                label: vec![
                    label(thread_key, name),
                    label(service_key, services[context.service as usize]),
                ],
            });
        }
    }
    samples
}

fn innermost_first(tree: &CallingContextTree, id: ContextId) -> Vec<u64> {
    let path = tree.path(id).into_iter().rev();
    path.map(|id| u64::from(tree.context(id).method.0) + 1)
        .collect()
}

/// The table of strings; the empty one is number 0.
struct Strings {
    table: Vec<String>,
    numbers: HashMap<String, i64>,
}

impl Default for Strings {
    fn default() -> Self {
        Self {
            table: vec![String::new()],
            numbers: HashMap::from([(String::new(), 0)]),
        }
    }
}

impl Strings {
    fn number(&mut self, text: &str) -> i64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.table.len() as i64;
        self.table.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }
}
