//! The classical views of a profiler: flat profile and call graph.

use std::cmp::Reverse;

use cross_profile::call_graph::{Arc, CallGraph};
use cross_profile::decomposition::Carried;
use cross_profile::{MethodId, Profile};

use super::cells::{share, told};
use crate::output::table::{Format, Table, Value, limited};

/// Methods by falling own cycles, with sums so far and figures of one call.
pub(super) fn flat(profile: &Profile, top: usize, format: Format) -> Table {
    let mut table = Table::new(&[
        "share",
        "cumulative cycles",
        "self cycles",
        "calls",
        "self/call",
        "total/call",
        "method",
    ]);
    let mut rows: Vec<_> = profile.methods.iter().zip(profile.by_method()).collect();
    rows.retain(|(_, figures)| figures.self_cycles != 0 || figures.calls != 0);
    rows.sort_by_key(|(name, figures)| (Reverse(figures.self_cycles), *name));
    let whole = profile.total_cycles();
    let carried = Carried::told(profile);
    let mut cumulative = 0;
    let (rows, missing) = limited(rows, top, format);
    for (name, figures) in rows {
        cumulative += figures.self_cycles;
        let per_call = |cycles: u64| match figures.calls {
            0 => Value::None,
            calls => Value::Decimal(cycles as f64 / calls as f64, 1),
        };
        table.push(vec![
            share(figures.self_cycles, whole),
            cumulative.into(),
            figures.self_cycles.into(),
            told(carried.calls, figures.calls),
            per_call(figures.self_cycles),
            match profile.flat {
                true => Value::None,
                false => per_call(figures.inclusive_cycles),
            },
            name.as_str().into(),
        ]);
    }
    table.without(missing)
}

/// Methods by falling total cycles, each between its callers and its callees.
pub(super) fn call_graph(profile: &Profile, top: usize, format: Format) -> Table {
    let graph = CallGraph::of_cycles(profile);
    let mut order: Vec<MethodId> = (0..profile.methods.len() as u32).map(MethodId).collect();
    order.retain(|method| {
        let node = &graph.nodes[method.0 as usize];
        node.total[0] != 0 || node.calls != 0
    });
    order.sort_by_key(|method| {
        let node = &graph.nodes[method.0 as usize];
        (Reverse(node.total[0]), profile.name(*method))
    });
    let mut numbers = vec![0; profile.methods.len()];
    for (number, method) in (1..).zip(&order) {
        numbers[method.0 as usize] = number;
    }
    let entries = Entries {
        profile,
        graph,
        numbers,
        whole: profile.total_cycles(),
    };
    let (shown, missing) = limited(order, top, format);
    let shown = shown.into_iter();
    match format {
        Format::Table => entries.for_people(shown).without(missing),
        Format::Json | Format::Csv => entries.for_programs(shown),
    }
}

struct Entries<'a> {
    profile: &'a Profile,
    graph: CallGraph,
    /// Number of each method by which others refer to it.
    numbers: Vec<u64>,
    /// Cycles of the run.
    whole: u64,
}

/// A caller or callee: the method, its calls, and its part of the cycles.
type Side = (MethodId, u64, u64);

impl Entries<'_> {
    fn callers(&self, method: MethodId) -> Vec<Side> {
        sorted(self.graph.callers(method), |arc| arc.of_callee[0])
    }

    fn callees(&self, method: MethodId) -> Vec<Side> {
        sorted(self.graph.callees(method), |arc| arc.of_caller[0])
    }

    fn for_people(&self, methods: impl Iterator<Item = MethodId>) -> Table {
        let columns = [
            "index",
            "share",
            "self cycles",
            "total cycles",
            "calls",
            "method",
        ];
        let mut table = Table::new(&columns);
        for (place, method) in methods.enumerate() {
            if place > 0 {
                let mut line = vec![Value::Blank; columns.len() - 1];
                line.push("".into());
                table.push(line);
            }
            let node = &self.graph.nodes[method.0 as usize];
            let (own, total) = (node.own[0], node.total[0]);
            let side = |(other, calls, cycles): Side| {
                vec![
                    Value::Blank,
                    share(cycles, total),
                    Value::Blank,
                    cycles.into(),
                    calls.into(),
                    format!("    {}", self.named(other)).into(),
                ]
            };
            for caller in self.callers(method) {
                table.push(side(caller));
            }
            table.push(vec![
                Value::Count(self.numbers[method.0 as usize]),
                share(total, self.whole),
                own.into(),
                total.into(),
                node.calls.into(),
                self.profile.name(method).into(),
            ]);
            for callee in self.callees(method) {
                table.push(side(callee));
            }
        }
        table
    }

    fn named(&self, method: MethodId) -> String {
        let number = self.numbers[method.0 as usize];
        format!("{} [{number}]", self.profile.name(method))
    }

    fn for_programs(&self, methods: impl Iterator<Item = MethodId>) -> Table {
        let mut table = Table::new(&[
            "method",
            "role",
            "other",
            "share",
            "self cycles",
            "total cycles",
            "calls",
        ]);
        for method in methods {
            let name = self.profile.name(method);
            let node = &self.graph.nodes[method.0 as usize];
            let (own, total) = (node.own[0], node.total[0]);
            let side = |role: &str, (other, calls, cycles): Side| {
                vec![
                    name.into(),
                    role.into(),
                    self.profile.name(other).into(),
                    share(cycles, total),
                    Value::None,
                    cycles.into(),
                    calls.into(),
                ]
            };
            for caller in self.callers(method) {
                table.push(side("caller", caller));
            }
            table.push(vec![
                name.into(),
                "method".into(),
                Value::None,
                share(total, self.whole),
                own.into(),
                total.into(),
                node.calls.into(),
            ]);
            for callee in self.callees(method) {
                table.push(side("callee", callee));
            }
        }
        table
    }
}

/// Callers or callees by falling cycles.
fn sorted<'a>(
    arcs: impl Iterator<Item = (MethodId, &'a Arc)>,
    cycles: impl Fn(&Arc) -> u64,
) -> Vec<Side> {
    let mut sides: Vec<Side> = arcs
        .map(|(other, arc)| (other, arc.calls, cycles(arc)))
        .collect();
    sides.sort_by_key(|(other, calls, cycles)| (Reverse(*cycles), Reverse(*calls), *other));
    sides
}
