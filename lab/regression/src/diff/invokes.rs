//! Lookups of recordings, and the runs of bytecodes between them.

use std::collections::BTreeMap;

use lookups::{Header, LookupsError, Summary, Symbol, file};
use recording::Recording;

use crate::diff::artefact::Kind;
use crate::diff::difference::{Difference, Pair, Total, totals};

/// All lookups of a recording.
#[derive(Debug)]
pub struct Invokes {
    header: Header,
    summary: Summary,
    dictionary: Vec<Symbol>,
    /// Places in the dictionary.
    events: Vec<u32>,
}

impl Invokes {
    pub(crate) fn read(recording: &Recording) -> Result<Self, LookupsError> {
        let mut reader = file::reader(recording)?;
        let mut events = Vec::new();
        while let Some(block) = reader.next_block()? {
            events.extend_from_slice(block);
        }
        Ok(Self {
            header: reader.header().clone(),
            summary: reader.summary().cloned().unwrap_or_default(),
            dictionary: reader.dictionary().to_vec(),
            events,
        })
    }

    fn event(&self, place: usize) -> Option<Symbol> {
        let number = *self.events.get(place)?;
        self.dictionary.get(number as usize).copied()
    }
}

/// Two runs, event by event; figures are those of the runs, and lookups by method.
pub(crate) fn compare(a: &Invokes, b: &Invokes, context: usize) -> Difference {
    let entries = a.events.len().max(b.events.len());
    let differs = |place: &usize| a.event(*place) != b.event(*place);
    let first = (0..entries).find(differs);
    let differing = (0..entries).filter(differs).count() as u64;
    let start = first.unwrap_or(0).saturating_sub(context);
    let end = first.map_or(0, |place| entries.min(place + context + 1));
    let pairs: Vec<Pair> = (start..end)
        .map(|place| Pair {
            place: place.to_string(),
            a: a.event(place).map(cells),
            b: b.event(place).map(cells),
        })
        .collect();
    let columns = ["event", "method", "words", "hidden"]
        .map(str::to_owned)
        .to_vec();
    let mut difference = Difference::of(Kind::InvokeTrace, columns, &pairs, context);
    difference.entries = entries as u64;
    difference.differing = differing;
    difference.with_totals(figures(a, b))
}

fn cells(symbol: Symbol) -> Vec<String> {
    match symbol {
        Symbol::Lookup {
            address,
            length,
            kind,
            hidden,
        } => vec![
            format!("{kind:?}").to_lowercase(),
            format!("at {address}"),
            length.to_string(),
            hidden.to_string(),
        ],
        Symbol::Run { first, last } => {
            vec![
                format!("bytes {first} to {last}"),
                String::new(),
                String::new(),
                String::new(),
            ]
        }
    }
}

fn figures(a: &Invokes, b: &Invokes) -> Vec<Total> {
    let run = |trace: &Invokes| {
        let Summary {
            cycles,
            load_stalls,
            bytecodes,
            lookups,
            invoke_misses,
            return_misses,
            words_loaded,
            ..
        } = trace.summary;
        [
            ("cycles", cycles),
            ("cycles of method loads", load_stalls),
            ("bytecodes", bytecodes),
            ("lookups", lookups),
            ("misses of invokes", invoke_misses),
            ("misses of returns", return_misses),
            ("words loaded", words_loaded),
        ]
        .map(|(name, amount)| (name.to_owned(), amount))
    };
    let mut all = totals("whole run", run(a), run(b));
    let machine = |trace: &Invokes| -> Vec<(String, u64)> {
        vec![("ram_cnt".to_owned(), trace.header.machine.ram_cnt.into())]
    };
    all.extend(totals("machine", machine(a), machine(b)));
    all.extend(totals("lookups by method", by_method(a), by_method(b)));
    all
}

fn by_method(trace: &Invokes) -> Vec<(String, u64)> {
    let mut uses = vec![0; trace.dictionary.len()];
    for event in &trace.events {
        uses[*event as usize] += 1;
    }
    let mut methods: BTreeMap<u32, u64> = BTreeMap::new();
    for (symbol, uses) in trace.dictionary.iter().zip(uses) {
        if let Symbol::Lookup { address, .. } = symbol {
            *methods.entry(*address).or_default() += uses;
        }
    }
    let named = methods
        .into_iter()
        .map(|(address, uses)| (format!("method at {address}"), uses));
    named.collect()
}
