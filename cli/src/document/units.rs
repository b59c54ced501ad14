//! Units of the numbers of documents, by key.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Document;

/// Units of keys that mean the same in every document.
const UNITS: &[(&str, &[&str])] = &[("cycles", &["cycles"]), ("part of 1", &["share"])];

/// Units of keys that mean something else in one document.
const SPECIAL: &[(Document, &str, &str)] = &[];

/// The unit of each key of a body with a number, in alphabetical order.
pub(super) fn of(document: Document, body: &Value) -> Map<String, Value> {
    let mut units = BTreeMap::new();
    collect(document, body, &mut units);
    let units = units.into_iter();
    units.map(|(key, unit)| (key, unit.into())).collect()
}

fn collect(document: Document, value: &Value, units: &mut BTreeMap<String, &'static str>) {
    match value {
        Value::Object(keys) => {
            for (key, value) in keys {
                let is_number = match value {
                    Value::Array(elements) => elements.iter().any(Value::is_number),
                    value => value.is_number(),
                };
                if is_number && let Some(unit) = unit(document, key) {
                    units.insert(key.clone(), unit);
                }
                collect(document, value, units);
            }
        }
        Value::Array(elements) => {
            for element in elements {
                collect(document, element, units);
            }
        }
        _ => {}
    }
}

fn unit(document: Document, key: &str) -> Option<&'static str> {
    let special = SPECIAL
        .iter()
        .find(|(of, name, _)| *of == document && *name == key);
    if let Some((_, _, unit)) = special {
        return Some(unit);
    }
    let mut usual = UNITS.iter();
    usual
        .find(|(_, keys)| keys.contains(&key))
        .map(|(unit, _)| *unit)
}
