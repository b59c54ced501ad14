use std::collections::BTreeMap;

use cross_profile::Profile;
use export::flame_graph::{self, Style};
use export::{Metric, collapsed};

use super::{RUNS, metrics};

fn style(min_width: f64) -> Style {
    Style {
        unit: None,
        title: "a <b> & \"c\"".to_owned(),
        min_width,
    }
}

/// Number of frames drawn with this name and weight.
type Frames = BTreeMap<(String, u64), usize>;

/// Frames by what their titles say: `name (1,234 cycles, 5.60%)`.
fn frames(svg: &[u8], unit: &str) -> Frames {
    let text = std::str::from_utf8(svg).unwrap();
    let mut frames = Frames::new();
    for part in text.split("<title>").skip(1) {
        let title = part.split("</title>").next().unwrap();
        let (name, figures) = title.rsplit_once(" (").unwrap();
        let (weight, rest) = figures.split_once(' ').unwrap();
        assert!(rest.starts_with(unit), "{title}");
        let name = name.replace("&lt;", "<").replace("&gt;", ">");
        let weight = weight.replace(',', "").parse().unwrap();
        *frames.entry((name, weight)).or_default() += 1;
    }
    frames
}

/// The frames that the stacks of a profile make: each prefix of a stack is one.
fn expected(profile: &Profile, metric: Metric) -> Frames {
    let mut prefixes: BTreeMap<&str, u64> = BTreeMap::new();
    let text = collapsed::collapsed(profile, metric).unwrap();
    for line in text.lines().filter(|line| !line.starts_with("# unit: ")) {
        let (stack, weight) = line.rsplit_once(' ').unwrap();
        let weight: u64 = weight.parse().unwrap();
        let ends = stack.match_indices(';').map(|(end, _)| end);
        for end in ends.chain([stack.len()]) {
            *prefixes.entry(&stack[..end]).or_default() += weight;
        }
    }
    let mut frames = Frames::from([(("all".to_owned(), metric.total(profile)), 1)]);
    for (stack, weight) in prefixes {
        let name = stack.rsplit(';').next().unwrap().to_owned();
        *frames.entry((name, weight)).or_default() += 1;
    }
    frames
}

#[test]
fn every_context_is_a_frame_of_its_inclusive_weight() {
    for (profile, _) in &*RUNS {
        for metric in metrics() {
            let svg = flame_graph::svg(profile, metric, &style(0.0)).unwrap();
            assert_eq!(frames(&svg, metric.unit()), expected(profile, metric));
        }
    }
}

#[test]
fn a_flame_graph_of_one_profile_is_always_the_same_and_escapes_its_title() {
    let (profile, _) = &RUNS[0];
    let draw = || flame_graph::svg(profile, Metric::Cycles, &style(0.1)).unwrap();
    let svg = draw();
    assert_eq!(svg, draw());
    let text = String::from_utf8(svg).unwrap();
    assert!(text.contains("a &lt;b&gt; &amp;"), "the title is escaped");
}

#[test]
fn a_difference_with_itself_has_no_changes_and_the_same_total() {
    let (profile, _) = &RUNS[0];
    let svg = flame_graph::difference(profile, profile, Metric::Cycles, &style(0.0)).unwrap();
    let text = String::from_utf8(svg).unwrap();
    let titles = || text.split("<title>").skip(1);
    let changed = titles().filter(|title| !title.contains("; 0.00%)</title>"));
    let changed: Vec<&str> = changed
        .filter(|title| !title.starts_with("all ("))
        .collect();
    assert!(changed.is_empty(), "{changed:?}");
    let total = format!("data-total=\"{}\"", profile.total_cycles());
    assert!(text.contains(&total));
}
