//! Misses of the method cache by cause, of each method, of pairs that follow each other, of pairs that evict each other, and the
//! caches on which there would be fewer.

mod changes;

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;

use cache_sweep::{
    MethodMisses, MissAnalysis, Misses, PairMisses, RecordedLookups, Trials, own_misses,
    try_changes,
};
use isa::MachineConfig;
use lookups::Header;
use recording::Recording;
use serde_json::json;

use crate::args::method_names;
use crate::output::cache_name::{cache_name, unnamed};
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::table::{Format, Order, Table, Value, thousands};

/// The misses of a run on the method cache of its machine.
pub(super) struct Shown {
    machine: MachineConfig,
    misses: MissAnalysis,
    /// The same run on other caches.
    trials: Trials,
    /// Names of its methods.
    names: Vec<String>,
    /// The methods that are asked for; all without them.
    only: Option<Vec<usize>>,
}

impl Shown {
    /// The misses of a recording, in whole or of one method; `file` names it in messages.
    pub(super) fn of(
        recording: &Recording,
        file: &str,
        method: Option<&str>,
    ) -> Result<Self, Error> {
        let recorded = RecordedLookups {
            path: file.into(),
            recording: recording.clone(),
        };
        let Header {
            machine, methods, ..
        } = recorded.header()?;
        let misses = own_misses(recorded.open()?, &machine, &AtomicBool::new(false))?;
        let Some(misses) = misses else {
            return Err(Error::Input(format!(
                "{file}: the method cache, {}, does not hold whole methods; its misses have no cause",
                machine.method_cache.name()
            )));
        };
        let trials = try_changes(recorded.open()?, &machine, &AtomicBool::new(false))?;
        let names = misses.methods.iter().map(|it| {
            let name = methods.get(&it.address).cloned();
            name.unwrap_or_else(|| unnamed(it.address))
        });
        let names: Vec<String> = names.collect();
        let list = format!("jop show cache {file} --top 0");
        let only = method.map(|method| method_names::overloads(&names, method, &list));
        Ok(Self {
            machine,
            misses,
            trials,
            names,
            only: only.transpose()?,
        })
    }

    /// Methods, pairs, rivals, then changes; as CSV only the methods.
    pub(super) fn text(&self, order: Order<'_>, format: Format) -> Result<String, Error> {
        let methods = self.methods().ordered(order, format)?;
        let pairs = self.pairs();
        match format {
            Format::Csv => methods.csv(),
            Format::Json => {
                let body = json!({
                    "cache": cache_name(&self.machine),
                    "rows": document::value(&methods)?,
                    "pairs": document::value(&pairs)?,
                    "rivals": document::value(&self.rivals())?,
                    "changes": document::value(&self.changes())?,
                });
                document::json(Document::Cache, &body)
            }
            Format::Table => {
                let top = Order {
                    sort: None,
                    ..order
                };
                let mut text = format!(
                    "{}\n\n{}\n{}",
                    self.summary(),
                    methods.for_people(),
                    pairs.ordered(top, format)?.for_people()
                );
                if self.rivals_meant().next().is_some() {
                    let rivals = self.rivals().ordered(top, format)?;
                    text += &format!("\n{}", rivals.for_people());
                }
                text += &format!("\n{}\n{}", self.changes().for_people(), self.advice());
                Ok(text)
            }
        }
    }

    fn summary(&self) -> String {
        let methods = self.misses.methods.iter();
        let misses: u64 = methods.clone().map(|it| it.misses.total()).sum();
        let stalls: u64 = methods.map(|it| it.stall_cycles).sum();
        format!(
            "{}: {} of {} lookups miss, {} cycles of waiting for lookups and loads",
            cache_name(&self.machine),
            thousands(misses),
            thousands(self.misses.lookups),
            thousands(stalls)
        )
    }

    fn is_meant(&self, place: usize) -> bool {
        let only = self.only.as_ref();
        only.is_none_or(|only| only.contains(&place))
    }

    /// Methods that miss, most misses first.
    fn methods(&self) -> Table {
        let columns = [&CAUSES[..], &["words", "method"]].concat();
        let mut table = Table::new(&columns);
        let mut rows: Vec<(usize, &MethodMisses)> =
            self.misses.methods.iter().enumerate().collect();
        rows.retain(|(place, it)| it.misses.total() > 0 && self.is_meant(*place));
        rows.sort_by_key(|(place, it)| (Reverse((it.misses.total(), it.stall_cycles)), *place));
        for (place, method) in rows {
            let mut row = causes(method.misses, method.lookups, method.stall_cycles);
            row.extend([
                u64::from(method.words).into(),
                self.names[place].as_str().into(),
            ]);
            table.push(row);
        }
        table
    }

    /// Invokes and returns that miss, most misses first.
    fn pairs(&self) -> Table {
        let columns = [&CAUSES[..], &["by", "from", "to"]].concat();
        let mut table = Table::new(&columns);
        let mut rows: Vec<&PairMisses> = self.misses.pairs.iter().collect();
        rows.retain(|pair| {
            let ends = [pair.from, pair.to];
            pair.misses.total() > 0 && ends.iter().any(|place| self.is_meant(*place as usize))
        });
        rows.sort_by_key(|pair| {
            let misses = Reverse((pair.misses.total(), pair.stall_cycles));
            (misses, pair.from, pair.to, pair.invoke)
        });
        for pair in rows {
            let mut row = causes(pair.misses, pair.lookups, pair.stall_cycles);
            let by = if pair.invoke { "invoke" } else { "return" };
            let ends = [pair.from, pair.to].map(|place| self.names[place as usize].as_str());
            row.extend([by, ends[0], ends[1]].map(Value::from));
            table.push(row);
        }
        table
    }
}

const CAUSES: [&str; 6] = [
    "misses",
    "first use",
    "capacity",
    "conflict",
    "lookups",
    "stall cycles",
];

fn causes(misses: Misses, lookups: u64, stalls: u64) -> Vec<Value> {
    vec![
        misses.total().into(),
        misses.first_use.into(),
        misses.capacity.into(),
        misses.conflict.into(),
        lookups.into(),
        stalls.into(),
    ]
}
