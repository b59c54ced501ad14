//! Values of pprof profiles.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use profile_import::pprof::schema;
use prost::Message;

use crate::units::read;

/// A profile of one sample with these types, units and values.
fn pprof(values: &[(&str, &str, i64)]) -> Vec<u8> {
    let mut strings = vec![String::new(), "a".to_owned()];
    let mut number = |text: &str| {
        strings.push(text.to_owned());
        strings.len() as i64 - 1
    };
    let sample_type = values.iter().map(|(name, unit, _)| schema::ValueType {
        r#type: number(name),
        unit: number(unit),
    });
    let file = schema::Profile {
        sample_type: sample_type.collect(),
        sample: vec![schema::Sample {
            location_id: vec![1],
            value: values.iter().map(|(.., value)| *value).collect(),
            ..schema::Sample::default()
        }],
        location: vec![schema::Location {
            id: 1,
            line: vec![schema::Line {
                function_id: 1,
                ..schema::Line::default()
            }],
            ..schema::Location::default()
        }],
        function: vec![schema::Function {
            id: 1,
            name: 1,
            ..schema::Function::default()
        }],
        string_table: strings,
        ..schema::Profile::default()
    };
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&file.encode_to_vec()).expect("memory");
    packed.finish().expect("memory")
}

#[test]
fn a_pprof_profile_has_a_value_whose_type_or_unit_is_cycles() {
    assert_eq!(
        read(&pprof(&[("cycles", "count", 7), ("calls", "count", 2)])),
        Ok(7)
    );
    assert_eq!(
        read(&pprof(&[("samples", "count", 2), ("cpu", "cycles", 7)])),
        Ok(7)
    );
    let go = read(&pprof(&[
        ("samples", "count", 2),
        ("cpu", "nanoseconds", 7),
    ]));
    assert_eq!(
        go,
        Err("pprof: its values are samples in count, cpu in nanoseconds, and a profile has cycles; \
             a value of type or unit `cycles` is read"
            .to_owned())
    );
}
