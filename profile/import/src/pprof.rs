//! pprof's `profile.proto`: samples with several values, of which those that `jop show contexts` names are restored.
//!
//! Other tools' profiles have to have `cycles`, as the type or the unit of a value.

pub mod schema;

use std::collections::HashMap;
use std::io::Read;

use flate2::read::GzDecoder;
use prost::Message;

use super::builder::{At, Builder, Figures};
use super::table::{charges, has_causes};
use super::unit::{is_cycles, refuse_other};
use super::{ALL_THREADS, ImportError};
use cross_profile::cause::{Cause, Service};
use cross_profile::profile::Profile;

/// Name in messages.
const NAME: &str = "pprof";

/// Unpacked size from which a file is refused. Unit: bytes.
const LARGEST: u64 = 1 << 31;

/// Reads a gzipped profile.
///
/// # Errors
///
/// [`ImportError`] tells what is wrong.
pub fn pprof(bytes: &[u8]) -> Result<Profile, ImportError> {
    let mut unpacked = Vec::new();
    let mut unpacking = GzDecoder::new(bytes).take(LARGEST);
    unpacking.read_to_end(&mut unpacked).map_err(wrong)?;
    if unpacked.len() as u64 == LARGEST {
        return Err(wrong("more than 2 GB"));
    }
    let file = schema::Profile::decode(unpacked.as_slice()).map_err(wrong)?;
    if file.sample.is_empty() {
        return Err(ImportError::Empty);
    }
    Reader::new(&file)?.profile()
}

/// Places of the known values of a sample.
struct Values {
    cycles: usize,
    calls: Option<usize>,
    bytecodes: Option<usize>,
    causes: Option<[Option<usize>; Cause::COUNT]>,
}

struct Reader<'a> {
    file: &'a schema::Profile,
    values: Values,
    /// Names of the methods of a location, innermost first.
    locations: HashMap<u64, Vec<&'a str>>,
    /// Contexts by caller and name, whatever their service.
    known: HashMap<(usize, u32, &'a str), At>,
    builder: Builder,
}

impl<'a> Reader<'a> {
    fn new(file: &'a schema::Profile) -> Result<Self, ImportError> {
        let functions = file.function.iter().map(|function| {
            let system = text(file, function.system_name);
            let name = if system.is_empty() {
                text(file, function.name)
            } else {
                system
            };
            (function.id, name)
        });
        let functions: HashMap<u64, &str> = functions.collect();
        let mut locations = HashMap::new();
        for location in &file.location {
            let names = location.line.iter().map(|line| {
                let name = functions.get(&line.function_id).copied();
                name.ok_or_else(|| wrong("a line without function"))
            });
            locations.insert(location.id, names.collect::<Result<Vec<_>, _>>()?);
        }
        Ok(Self {
            file,
            values: Values::find(file)?,
            locations,
            known: HashMap::new(),
            builder: Builder::new(),
        })
    }

    fn profile(mut self) -> Result<Profile, ImportError> {
        for sample in &self.file.sample {
            let label = |key: &str| {
                let mut labels = sample.label.iter();
                let found = labels.find(|label| text(self.file, label.key) == key);
                found.map(|label| text(self.file, label.str))
            };
            let service = label("service").and_then(|name| {
                let mut all = Service::ALL.into_iter();
                all.find(|service| service.name() == name)
            });
            let thread = label("thread").unwrap_or(ALL_THREADS);
            let at = self.place(thread, sample, service.unwrap_or_default())?;
            let figures = self.figures(sample, service)?;
            let added = self.builder.charge(at, &figures);
            added.ok_or_else(|| wrong("more than 2^64 in all"))?;
        }
        self.builder.finish(NAME, false)
    }

    fn place(
        &mut self,
        thread: &str,
        sample: &schema::Sample,
        service: Service,
    ) -> Result<At, ImportError> {
        let mut at = self.builder.thread(thread);
        let mut chain = Vec::with_capacity(sample.location_id.len());
        for id in sample.location_id.iter().rev() {
            let names = self.locations.get(id);
            let names = names.ok_or_else(|| wrong("a sample without location"))?;
            chain.extend(names.iter().rev().copied());
        }
        let last = chain.len().saturating_sub(1);
        for (place, name) in chain.into_iter().enumerate() {
            let key = (at.thread, at.context.0, name);
            // Only the innermost method's service is told; callers are what their own samples made them.
            at = match self.known.get(&key) {
                Some(known) if place != last => *known,
                _ => {
                    let own = if place == last {
                        service
                    } else {
                        Service::Program
                    };
                    self.builder.callee(at, name, own)
                }
            };
            self.known.entry(key).or_insert(at);
        }
        Ok(at)
    }

    fn figures(
        &self,
        sample: &schema::Sample,
        service: Option<Service>,
    ) -> Result<Figures, ImportError> {
        let value = |place: usize| {
            let value = sample.value.get(place).copied().unwrap_or(0);
            u64::try_from(value).map_err(|_| wrong("a value is negative"))
        };
        let count = |place: Option<usize>| place.map_or(Ok(0), value);
        let cycles = value(self.values.cycles)?;
        let mut figures = Figures::of_cycles(count(self.values.calls)?, cycles);
        figures.bytecodes = count(self.values.bytecodes)?;
        if let (Some(places), Some(service)) = (self.values.causes, service) {
            let mut by_cause = [0; Cause::COUNT];
            for (sum, place) in by_cause.iter_mut().zip(places) {
                *sum = count(place)?;
            }
            figures.cycles = charges(service, &by_cause, cycles)
                .ok_or_else(|| wrong("the causes do not add up to the cycles"))?;
        }
        Ok(figures)
    }
}

impl Values {
    fn find(file: &schema::Profile) -> Result<Self, ImportError> {
        let types: Vec<&str> = file
            .sample_type
            .iter()
            .map(|value| text(file, value.r#type))
            .collect();
        let place = |wanted: &str| types.iter().position(|name| *name == wanted);
        let units = file.sample_type.iter().map(|value| text(file, value.unit));
        let units: Vec<&str> = units.collect();
        let of_unit = || units.iter().position(|unit| is_cycles(unit));
        let cycles = place("cycles").or_else(of_unit);
        if let (None, false) = (cycles, types.is_empty()) {
            let values = types.iter().zip(&units);
            let values: Vec<String> = values
                .map(|(name, unit)| format!("{name} in {unit}"))
                .collect();
            let remedy = "a value of type or unit `cycles` is read";
            refuse_other(NAME, &values.join(", "), remedy)?;
        }
        let causes = Cause::ALL.map(|cause| place(cause.name()));
        Ok(Self {
            cycles: cycles.ok_or_else(|| wrong("samples without values"))?,
            calls: place("calls"),
            bytecodes: place("bytecodes"),
            causes: has_causes(&causes).then_some(causes),
        })
    }
}

fn text(file: &schema::Profile, number: i64) -> &str {
    let place = usize::try_from(number).ok();
    let text = place.and_then(|place| file.string_table.get(place));
    text.map_or("", String::as_str)
}

fn wrong(what: impl Into<super::error::Reason>) -> ImportError {
    ImportError::form(NAME, what)
}
