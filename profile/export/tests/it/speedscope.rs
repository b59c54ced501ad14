use export::{Metric, speedscope};
use serde_json::Value;

use super::{RUNS, Sums, expected, metrics};

fn read(text: &[u8]) -> Value {
    serde_json::from_slice(text).unwrap()
}

#[test]
fn samples_have_the_figures_of_every_method() {
    for (profile, symbols) in &*RUNS {
        for metric in metrics() {
            let file = read(&speedscope::json(profile, metric, Some(symbols)).unwrap());
            let frames = file["shared"]["frames"].as_array().unwrap();
            let mut sums = Sums::default();
            for thread in file["profiles"].as_array().unwrap() {
                let (samples, weights) = (&thread["samples"], &thread["weights"]);
                let samples = samples.as_array().unwrap().iter();
                let mut end = 0;
                for (sample, weight) in samples.zip(weights.as_array().unwrap()) {
                    let chain = sample.as_array().unwrap().iter().map(|frame| {
                        let frame = &frames[frame.as_u64().unwrap() as usize];
                        frame["name"].as_str().unwrap()
                    });
                    sums.add(chain, weight.as_u64().unwrap());
                    end += weight.as_u64().unwrap();
                }
                assert_eq!(thread["endValue"], end);
            }
            assert_eq!(sums.0, expected(profile, metric));
        }
    }
}

#[test]
fn each_thread_is_a_profile() {
    let (profile, _) = &RUNS[1];
    let file = read(&speedscope::json(profile, Metric::Cycles, None).unwrap());
    let threads: Vec<&str> = profile.threads.iter().map(|t| &*t.name).collect();
    let read = file["profiles"].as_array().unwrap().iter();
    let read: Vec<&str> = read.map(|t| t["name"].as_str().unwrap()).collect();
    assert_eq!(read, threads);
    assert!(threads.len() > 2);
}

#[test]
fn frames_have_file_and_line_where_symbols_tell() {
    let (profile, symbols) = &RUNS[0];
    let place = |symbols| {
        let file = read(&speedscope::json(profile, Metric::Cycles, symbols).unwrap());
        let mut frames = file["shared"]["frames"].as_array().unwrap().iter();
        let main = frames.find(|frame| frame["name"] == "kernel.Recursion.main(String[])");
        let main = main.unwrap();
        (main["file"].clone(), main["line"].is_u64())
    };
    assert_eq!(place(Some(symbols)), ("kernel/Recursion.java".into(), true));
    assert_eq!(place(None), (Value::Null, false));
}
