//! Varied options of rows: their values, and whether hardware has them.

use explore::{Description, Row, blocks_of, has_hardware};
use isa::{GivenProcessors, OrganisationKind, given_processors};

use crate::output::table::Value;

/// Value of a varied option.
pub(super) fn value_of(row: &Row, option: &str) -> Value {
    let config = &row.point.config;
    if given_processors::option(option).is_some() {
        let given = GivenProcessors::of(row.point.processors);
        let number = |value: Option<u8>| value.map_or(Value::None, |it| Value::Count(it.into()));
        return match option {
            "cores" => number(given.cores),
            "slot" => number(given.slot),
            "read_gap" => number(given.read_gap),
            "write_gap" => number(given.write_gap),
            "arbiter" => given.arbiter.map_or(Value::None, Value::from),
            _ => given.lock_unit.map_or(Value::None, |it| it.name().into()),
        };
    }
    match option {
        "jpc_width" => Value::Count(1 << config.jpc_width),
        "block_bits" => blocks_of(config).map_or(Value::None, |blocks| Value::Count(blocks.into())),
        _ => {
            let options = serde_json::to_value(config).unwrap_or_default();
            match &options[option] {
                serde_json::Value::Number(number) => Value::Count(number.as_u64().unwrap_or(0)),
                serde_json::Value::String(text) => text.clone().into(),
                other => other.to_string().into(),
            }
        }
    }
}

/// Returns true if a machine may have a method cache that no hardware has.
pub(super) fn has_studied(description: &Description) -> bool {
    let space = &description.space;
    let axes = space.axes.iter();
    let varied = axes.filter(|axis| axis.option == "method_cache");
    let varied = varied.flat_map(|axis| &axis.values);
    let mut kinds: Vec<OrganisationKind> = varied.filter_map(|name| name.parse().ok()).collect();
    if kinds.is_empty() {
        kinds.push(space.base.method_cache);
    }
    kinds.into_iter().any(|kind| !has_hardware(kind))
}
