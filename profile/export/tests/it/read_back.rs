//! Our own readers take every export as it is: no cycle of any method or context differs.

use cross_profile::{Comparison, Profile, matching};
use export::flame_graph::Style;
use export::{
    Metric, callgrind, collapsed, dot, firefox, flame_graph, parquet, pprof, rows, speedscope,
};
use profile_import::{self as import, Format};

use super::RUNS;

const CYCLES: Metric = Metric::Cycles;

/// All formats with all contexts or methods.
fn exports(profile: &Profile) -> Vec<(Format, Vec<u8>)> {
    vec![
        (Format::Csv, rows::csv(profile).unwrap()),
        (Format::Parquet, parquet::bytes(profile).unwrap()),
        (
            Format::Collapsed,
            collapsed::collapsed(profile, CYCLES).unwrap().into_bytes(),
        ),
        (
            Format::Callgrind,
            callgrind::text(profile, None).into_bytes(),
        ),
        (
            Format::Speedscope,
            speedscope::json(profile, CYCLES, None).unwrap(),
        ),
        (Format::Firefox, firefox::json(profile, CYCLES).unwrap()),
        (Format::Pprof, pprof::gzip(profile, CYCLES, None).unwrap()),
    ]
}

#[test]
fn every_export_read_back_agrees_in_every_method_and_context() {
    for (profile, _) in &*RUNS {
        for (format, bytes) in exports(profile) {
            let (mut read, known) = import::read(&bytes).unwrap();
            assert_eq!(known, format);
            let mut truth = profile.clone();
            let matched = matching::align(&mut truth, &mut read).unwrap();
            assert_eq!(matched.unknown, [""; 0], "{format}");
            let mut comparison = Comparison::new(&truth, &read);
            if format == Format::Firefox {
                // It has a category for each service, and none for what the hardware did.
                comparison.by_cause.clear();
            }
            assert!(comparison.is_exact(), "{format}");
            let contexts = comparison.contexts.map(|contexts| contexts.count);
            assert_eq!(contexts.is_none(), format == Format::Callgrind);
            assert!(contexts.is_none_or(|count| count > 100), "{format}");
        }
    }
}

#[test]
fn exports_of_other_metrics_are_refused_by_name_where_they_have_no_cycles() {
    let (profile, _) = &RUNS[0];
    let mut metrics = 0;
    for metric in Metric::all() {
        let Ok(stacks) = collapsed::collapsed(profile, metric) else {
            continue;
        };
        metrics += 1;
        let with_one_weight = [
            stacks.into_bytes(),
            speedscope::json(profile, metric, None).unwrap(),
            firefox::json(profile, metric).unwrap(),
        ];
        for bytes in with_one_weight {
            match import::read(&bytes) {
                Ok((read, format)) => {
                    assert_eq!(metric, CYCLES, "{format}");
                    assert_eq!(read.total_cycles(), profile.total_cycles());
                }
                Err(error) => {
                    let text = error.to_string();
                    assert!(text.contains(&format!("are {metric}, and")), "{text}");
                }
            }
        }
        let all = pprof::gzip(profile, metric, None).unwrap();
        let (read, _) = import::read(&all).unwrap();
        assert_eq!(read.total_cycles(), profile.total_cycles(), "{metric}");
    }
    assert!(metrics > 5, "{metrics}");
}

#[test]
fn exports_with_causes_keep_them_and_all_counts() {
    for (profile, _) in &*RUNS {
        let exports = exports(profile).into_iter();
        let rich = [
            Format::Csv,
            Format::Parquet,
            Format::Pprof,
            Format::Callgrind,
        ];
        for (format, bytes) in exports.filter(|(format, _)| rich.contains(format)) {
            let (read, _) = import::read(&bytes).unwrap();
            assert_eq!(read.total_by_cause(), profile.total_by_cause(), "{format}");
            let bytecodes = |profile: &Profile| -> u64 {
                profile
                    .by_method()
                    .iter()
                    .map(|figures| figures.bytecodes)
                    .sum()
            };
            assert_eq!(bytecodes(&read), bytecodes(profile), "{format}");
        }
    }
}

#[test]
fn a_csv_gives_the_contexts_of_each_thread_as_they_were() {
    for (profile, _) in &*RUNS {
        let (read, _) = import::read(&rows::csv(profile).unwrap()).unwrap();
        assert_eq!(read.threads.len(), profile.threads.len());
        for (thread, original) in read.threads.iter().zip(&profile.threads) {
            assert_eq!(thread.name, original.name);
            let facts = |profile: &Profile, thread: &cross_profile::ThreadProfile| -> Vec<_> {
                let contexts = thread.tree.contexts().iter();
                contexts
                    .map(|context| {
                        let name = profile.name(context.method).to_owned();
                        let counts = (context.calls, context.bytecodes, context.by_cause());
                        (context.parent, name, context.service, counts)
                    })
                    .collect()
            };
            assert_eq!(facts(&read, thread), facts(profile, original));
        }
    }
}

#[test]
fn pictures_are_refused_as_they_leave_contexts_out() {
    let (profile, _) = &RUNS[0];
    let style = Style {
        unit: None,
        title: "t".to_owned(),
        min_width: 0.1,
    };
    let thresholds = dot::Thresholds {
        node: 0.0,
        edge: 0.0,
    };
    let pictures = [
        flame_graph::svg(profile, CYCLES, &style).unwrap(),
        dot::text(profile, CYCLES, thresholds).unwrap().into_bytes(),
    ];
    for picture in pictures {
        let error = import::read(&picture).unwrap_err().to_string();
        assert!(error.starts_with("a drawing, "), "{error}");
    }
}

#[test]
fn cut_and_damaged_exports_are_errors() {
    let (profile, _) = &RUNS[0];
    for (format, bytes) in exports(profile) {
        let packed = matches!(format, Format::Parquet | Format::Pprof);
        for cut in [1, 2, 3, 7] {
            let part = &bytes[..bytes.len() * cut / 8];
            let read = import::read(part);
            let is_json = matches!(format, Format::Speedscope | Format::Firefox);
            assert!(read.is_err() || !(packed || is_json), "{format} {cut}");
        }
        if packed {
            for place in (8..bytes.len()).step_by(bytes.len() / 40) {
                let mut damaged = bytes.clone();
                damaged[place] ^= 0x55;
                // An error or another profile, never a panic.
                let _ = import::read(&damaged);
            }
        }
    }
}
