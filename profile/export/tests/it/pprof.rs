use std::io::Read;

use export::pprof::{self, schema};
use export::{Metric, names};
use flate2::read::GzDecoder;
use prost::Message;

use super::{RUNS, Sums, expected};

fn read(bytes: &[u8]) -> schema::Profile {
    let mut message = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut message).unwrap();
    schema::Profile::decode(&message[..]).unwrap()
}

fn text(file: &schema::Profile, place: i64) -> &str {
    &file.string_table[usize::try_from(place).unwrap()]
}

/// Names of a sample's functions, outermost first.
fn chain<'a>(
    file: &'a schema::Profile,
    sample: &'a schema::Sample,
) -> impl Iterator<Item = &'a str> {
    sample.location_id.iter().rev().map(|id| {
        let mut locations = file.location.iter();
        let location = locations.find(|location| location.id == *id).unwrap();
        let [line] = &location.line[..] else {
            panic!("one line")
        };
        let mut functions = file.function.iter();
        let function = functions.find(|f| f.id == line.function_id).unwrap();
        text(file, function.name)
    })
}

#[test]
fn samples_have_all_figures_of_every_method() {
    for (profile, symbols) in &*RUNS {
        let file = read(&pprof::gzip(profile, Metric::Cycles, Some(symbols)).unwrap());
        for (place, kind) in file.sample_type.iter().enumerate() {
            let metric: Metric = text(&file, kind.r#type).parse().unwrap();
            let mut sums = Sums::default();
            for sample in &file.sample {
                let weight = sample.value[place].cast_unsigned();
                sums.add(chain(&file, sample), weight);
            }
            assert_eq!(sums.0, expected(profile, metric), "{metric}");
        }
        assert_eq!(file.sample_type.len(), Metric::COUNT);
    }
}

#[test]
fn samples_are_labelled_with_their_threads() {
    let (profile, _) = &RUNS[1];
    let file = read(&pprof::gzip(profile, Metric::Calls, None).unwrap());
    for thread in &profile.threads {
        let of_thread = file.sample.iter().filter(|sample| {
            let label = &sample.label[0];
            text(&file, label.key) == "thread" && text(&file, label.str) == thread.name
        });
        let cycles: i64 = of_thread.map(|sample| sample.value[0]).sum();
        assert_eq!(cycles.cast_unsigned(), thread.tree.total_cycles());
    }
    assert_eq!(text(&file, file.default_sample_type), "calls");
}

#[test]
fn functions_have_both_names_and_their_place() {
    let (profile, symbols) = &RUNS[0];
    let file = read(&pprof::gzip(profile, Metric::Cycles, Some(symbols)).unwrap());
    let readable = names::readable(&profile.methods);
    for (function, (name, system_name)) in file
        .function
        .iter()
        .zip(readable.iter().zip(&profile.methods))
    {
        assert_eq!(text(&file, function.name), name);
        assert_eq!(text(&file, function.system_name), system_name);
    }
    let mut functions = file.function.iter();
    let main = functions.find(|f| text(&file, f.name).starts_with("kernel.Recursion.main"));
    let main = main.unwrap();
    assert_eq!(text(&file, main.filename), "kernel/Recursion.java");
    assert!(main.start_line > 0);
}
