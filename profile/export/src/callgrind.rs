//! Callgrind's profile format (<https://valgrind.org/docs/manual/cl-format.html>), for callgrind_annotate and KCachegrind.
//!
//! Each method has its own cost on its first line and the cost of its calls there, in cycles, bytecodes and cycles of each
//! cause. A call's cost counts only the outermost run of its callee, as callgrind itself counts it, so that the calls of a
//! recursive method add up to its inclusive cost.

use std::collections::HashMap;
use std::fmt::Write;

use cross_profile::{CallGraph, MethodId, Profile};
use jopizer::Symbols;

use crate::metric::Metric;
use crate::names;
use crate::places::{Place, places};

/// The events, in the order of their columns, with the metrics that they are.
fn events() -> impl Iterator<Item = (String, Metric)> {
    let metrics = Metric::all().into_iter();
    metrics
        .filter(|metric| *metric != Metric::Calls)
        .map(|metric| (event_name(metric.name()), metric))
}

/// `MemoryRead` for `memory-read`: some readers take `-` for a difference.
fn event_name(name: &str) -> String {
    let words = name.split('-').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    });
    words.collect()
}

/// The text of a profile, all threads together.
#[must_use]
pub fn text(profile: &Profile, symbols: Option<&Symbols>) -> String {
    let metrics: Vec<Metric> = events().map(|(_, metric)| metric).collect();
    let graph = CallGraph::new(profile, metrics.len(), |context| {
        metrics.iter().map(|metric| metric.of(context)).collect()
    });
    let mut writer = Writer {
        names: names::readable(&profile.methods),
        places: places(profile, symbols),
        files: HashMap::new(),
        named: vec![false; profile.methods.len()],
        text: String::new(),
    };
    writer.header(profile, &metrics);
    for (place, node) in graph.nodes.iter().enumerate() {
        let method = MethodId(place as u32);
        if graph.callees(method).next().is_none() && node.own.iter().all(|cost| *cost == 0) {
            continue;
        }
        writer.method(method, &node.own, &graph);
    }
    writer.text
}

struct Writer {
    names: Vec<String>,
    places: Vec<Place>,
    /// Numbers of files that were named.
    files: HashMap<String, usize>,
    /// Methods that were named.
    named: Vec<bool>,
    text: String,
}

impl Writer {
    fn header(&mut self, profile: &Profile, metrics: &[Metric]) {
        let origin = &profile.provenance;
        let events: Vec<String> = events().map(|(name, _)| name).collect();
        let totals = metrics.iter().map(|metric| metric.total(profile));
        let totals = joined(totals);
        let _ = writeln!(
            self.text,
            "# callgrind format\nversion: 1\ncreator: joplab {}\ncmd: {} on engine {}\npositions: line\nevents: {}\nsummary: {totals}",
            env!("CARGO_PKG_VERSION"),
            origin.program.escape_debug(),
            origin.engine.escape_debug(),
            events.join(" "),
        );
    }

    fn method(&mut self, method: MethodId, own: &[u64], graph: &CallGraph) {
        let line = self.places[method.0 as usize].line;
        let (file, name) = (self.file(method), self.name(method));
        let costs = joined(own.iter().copied());
        let _ = writeln!(self.text, "\nfl={file}\nfn={name}\n{line} {costs}");
        for (callee, arc) in graph.callees(method) {
            let to = self.places[callee.0 as usize].line;
            let (file, name) = (self.file(callee), self.name(callee));
            let costs = joined(arc.of_callee.iter().copied());
            // Readers take no line of 0 calls, which only a profile that was not recorded has.
            let calls = arc.calls.max(1);
            let _ = writeln!(
                self.text,
                "cfi={file}\ncfn={name}\ncalls={calls} {to}\n{line} {costs}"
            );
        }
    }

    /// `(7) name` where it is named first, then `(7)`.
    fn name(&mut self, method: MethodId) -> String {
        let place = method.0 as usize;
        match std::mem::replace(&mut self.named[place], true) {
            true => format!("({})", place + 1),
            false => format!("({}) {}", place + 1, self.names[place]),
        }
    }

    fn file(&mut self, method: MethodId) -> String {
        let file = self.places[method.0 as usize].file.as_deref();
        let file = file.unwrap_or("???");
        if let Some(number) = self.files.get(file) {
            return format!("({number})");
        }
        let number = self.files.len() + 1;
        self.files.insert(file.to_owned(), number);
        format!("({number}) {file}")
    }
}

fn joined(costs: impl Iterator<Item = u64>) -> String {
    let costs: Vec<String> = costs.map(|cost| cost.to_string()).collect();
    costs.join(" ")
}
