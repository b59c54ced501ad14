//! The call graph for Graphviz: methods with their own and their total share, arcs with calls and the share of their
//! callees' total.
//!
//! Colours are one hue from light to dark, which the colour-blind can distinguish, and the shares are in the text.
//! Methods below the threshold are one node, so that own shares add up to the whole.

use std::fmt::Write;

use cross_profile::{CallGraph, MethodId, Profile};

use crate::error::ExportError;
use crate::metric::Metric;
use crate::{names, weight};

/// Threshold of hidden entries. Unit: part of the whole, 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// Methods with a smaller total.
    pub node: f64,
    /// Arcs with a smaller share.
    pub edge: f64,
}

/// Shades of the colour scheme.
const SHADES: f64 = 9.0;
/// The first shade that wants light text.
const DARK: u32 = 6;

/// The graph as text.
///
/// # Errors
///
/// If the profile has nothing of the metric.
pub fn text(
    profile: &Profile,
    metric: Metric,
    thresholds: Thresholds,
) -> Result<String, ExportError> {
    let drawing = Drawing {
        graph: CallGraph::new(profile, 1, |context| vec![metric.of(context)]),
        names: names::readable(&profile.methods),
        whole: weight(profile, metric)?,
        metric,
        thresholds,
    };
    let mut text = String::from("digraph calls {\n");
    let title = format!("{}: {} {metric}", profile.provenance.program, drawing.whole);
    let _ = writeln!(
        text,
        "  graph [label=\"{}\", labelloc=t, fontname=\"Helvetica\"];
  node [shape=box, style=filled, colorscheme=ylorbr9, fontname=\"Helvetica\", fontsize=10];
  edge [fontname=\"Helvetica\", fontsize=9, color=\"#555555\"];",
        escaped(&title)
    );
    drawing.nodes(&mut text);
    drawing.edges(&mut text);
    text.push_str("}\n");
    Ok(text)
}

struct Drawing {
    graph: CallGraph,
    names: Vec<String>,
    whole: u64,
    metric: Metric,
    thresholds: Thresholds,
}

impl Drawing {
    fn share(&self, part: u64) -> f64 {
        part as f64 / self.whole as f64
    }

    fn is_shown(&self, method: MethodId) -> bool {
        let node = &self.graph.nodes[method.0 as usize];
        let used = node.total[0] > 0 || node.calls > 0;
        used && self.share(node.total[0]) >= self.thresholds.node
    }

    fn nodes(&self, text: &mut String) {
        let (mut others, mut others_own) = (0_u64, 0);
        for (place, node) in self.graph.nodes.iter().enumerate() {
            let (own, total) = (node.own[0], node.total[0]);
            if !self.is_shown(MethodId(place as u32)) {
                others += u64::from(total > 0 || node.calls > 0);
                others_own += own;
                continue;
            }
            let shade = (self.share(own).sqrt() * SHADES).ceil().clamp(1.0, SHADES) as u32;
            let ink = if shade >= DARK { "white" } else { "black" };
            let _ = writeln!(
                text,
                "  m{place} [label=\"{}\\nself {}, total {}\", tooltip=\"{own} of {total} {} in itself\", fillcolor={shade}, fontcolor={ink}];",
                two_lines(&self.names[place]),
                percent(self.share(own)),
                percent(self.share(total)),
                self.metric.unit(),
            );
        }
        if others > 0 {
            let _ = writeln!(
                text,
                "  others [label=\"{others} other methods\\nself {}\", tooltip=\"{others_own} {} in themselves\", style=dashed];",
                percent(self.share(others_own)),
                self.metric.unit(),
            );
        }
    }

    fn edges(&self, text: &mut String) {
        for ((caller, callee), arc) in &self.graph.arcs {
            let share = self.share(arc.of_callee[0]);
            let shown = self.is_shown(*caller) && self.is_shown(*callee);
            if !shown || share < self.thresholds.edge {
                continue;
            }
            let _ = writeln!(
                text,
                "  m{} -> m{} [label=\"{} calls\\n{}\", tooltip=\"{} {}\", penwidth={:.2}];",
                caller.0,
                callee.0,
                arc.calls,
                percent(share),
                arc.of_callee[0],
                self.metric.unit(),
                0.5 + 4.5 * share,
            );
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The class on one line, the method on the next.
fn two_lines(name: &str) -> String {
    let method = name.split('(').next().unwrap_or(name);
    match method.rfind('.') {
        Some(dot) => format!("{}\\n{}", escaped(&name[..dot]), escaped(&name[dot + 1..])),
        None => escaped(name),
    }
}

/// Text within quotes.
fn escaped(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    text.chars().filter(|c| !c.is_control()).collect()
}
