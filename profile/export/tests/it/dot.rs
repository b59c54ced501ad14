use std::collections::BTreeMap;

use export::Metric;
use export::dot::{self, Thresholds};

use super::{RUNS, expected, metrics};

fn quoted<'a>(line: &'a str, attribute: &str) -> &'a str {
    let (_, rest) = line.split_once(&format!("{attribute}=\"")).unwrap();
    rest.split_once('"').unwrap().0
}

fn number(text: &str) -> u64 {
    text.split(' ').next().unwrap().parse().unwrap()
}

fn draw(run: usize, metric: Metric, node: f64, edge: f64) -> String {
    dot::text(&RUNS[run].0, metric, Thresholds { node, edge }).unwrap()
}

#[test]
fn nodes_without_thresholds_have_the_figures_of_every_method() {
    for (run, (profile, _)) in RUNS.iter().enumerate() {
        for metric in metrics() {
            let text = draw(run, metric, 0.0, 0.0);
            let nodes = text.lines().filter(|line| line.contains("fillcolor"));
            let mut read = BTreeMap::new();
            for node in nodes {
                let tooltip = quoted(node, "tooltip");
                let total = tooltip.split("of ").nth(1).unwrap();
                let label = quoted(node, "label");
                let name = label.rsplit_once("\\n").unwrap().0.replace("\\n", ".");
                if number(total) > 0 {
                    read.insert(name, (number(tooltip), number(total)));
                }
            }
            assert_eq!(read, expected(profile, metric));
        }
    }
}

#[test]
fn own_figures_add_up_whatever_is_hidden() {
    for node in [0.0, 0.01, 0.3, 2.0] {
        let text = draw(1, Metric::Cycles, node, 0.01);
        let nodes = text
            .lines()
            .filter(|line| line.contains("themselves") || line.contains("itself"));
        let own: u64 = nodes.map(|node| number(quoted(node, "tooltip"))).sum();
        assert_eq!(own, RUNS[1].0.total_cycles(), "{node}");
    }
}

#[test]
fn arcs_below_their_threshold_are_left_out() {
    let arcs = |edge| {
        let text = draw(0, Metric::Cycles, 0.0, edge);
        text.lines().filter(|line| line.contains("->")).count()
    };
    assert!(arcs(0.5) > 0 && arcs(0.5) < arcs(0.0));
}
