use std::collections::BTreeMap;

use export::{Metric, callgrind};

use super::{Figures, RUNS, expected};

/// What the text says: own costs and costs of calls by event and function, as callgrind_annotate adds them up.
#[derive(Debug, Default)]
struct Read {
    events: Vec<String>,
    summary: Vec<u64>,
    own: BTreeMap<String, Vec<u64>>,
    called: BTreeMap<String, Vec<u64>>,
    /// Own cost and cost of calls, for functions that nobody calls.
    with_calls: BTreeMap<String, Vec<u64>>,
    calls: BTreeMap<String, u64>,
    files: BTreeMap<String, String>,
}

fn resolve(names: &mut BTreeMap<String, String>, text: &str) -> String {
    let (number, name) = text.split_once(')').unwrap();
    if !name.is_empty() {
        let known = names.insert(number.to_owned(), name.trim().to_owned());
        assert_eq!(known, None, "named twice");
    }
    names[number].clone()
}

fn add(sums: &mut BTreeMap<String, Vec<u64>>, name: &str, costs: &[u64]) {
    let sums = sums.entry(name.to_owned()).or_default();
    sums.resize(costs.len(), 0);
    for (sum, cost) in sums.iter_mut().zip(costs) {
        *sum += cost;
    }
}

fn read(text: &str) -> Read {
    let mut read = Read::default();
    let (mut names, mut files) = (BTreeMap::new(), BTreeMap::new());
    let (mut file, mut function, mut callee) = Default::default();
    let mut is_call = false;
    for line in text.lines() {
        if let Some(text) = line.strip_prefix("events: ") {
            read.events = text.split(' ').map(str::to_owned).collect();
        } else if let Some(text) = line.strip_prefix("summary: ") {
            read.summary = text.split(' ').map(|cost| cost.parse().unwrap()).collect();
        } else if let Some(text) = line.strip_prefix("fl=") {
            file = resolve(&mut files, text);
        } else if let Some(text) = line.strip_prefix("cfi=") {
            resolve(&mut files, text);
        } else if let Some(text) = line.strip_prefix("fn=") {
            function = resolve(&mut names, text);
            read.files.insert(function.clone(), file.clone());
        } else if let Some(text) = line.strip_prefix("cfn=") {
            callee = resolve(&mut names, text);
        } else if let Some(text) = line.strip_prefix("calls=") {
            let calls: u64 = text.split(' ').next().unwrap().parse().unwrap();
            *read.calls.entry(callee.clone()).or_default() += calls;
            is_call = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            let costs = line.split(' ').skip(1).map(|cost| cost.parse().unwrap());
            let costs: Vec<u64> = costs.collect();
            assert_eq!(costs.len(), read.events.len());
            add(&mut read.with_calls, &function, &costs);
            match std::mem::take(&mut is_call) {
                true => add(&mut read.called, &callee, &costs),
                false => add(&mut read.own, &function, &costs),
            }
        }
    }
    read
}

impl Read {
    fn figures(&self, event: usize) -> Figures {
        let mut figures = Figures::new();
        for (function, own) in &self.own {
            let inclusive = self.called.get(function);
            let inclusive = inclusive.unwrap_or(&self.with_calls[function]);
            let of_function = (own[event], inclusive[event]);
            if of_function != (0, 0) {
                figures.insert(function.clone(), of_function);
            }
        }
        figures
    }
}

#[test]
fn costs_and_calls_are_those_of_every_method_in_every_event() {
    for (profile, symbols) in &*RUNS {
        let read = read(&callgrind::text(profile, Some(symbols)));
        let metrics = Metric::all().into_iter();
        let metrics = metrics.filter(|metric| *metric != Metric::Calls);
        for (event, metric) in metrics.enumerate() {
            assert_eq!(read.figures(event), expected(profile, metric), "{metric}");
            assert_eq!(read.summary[event], metric.total(profile));
        }
        let calls: u64 = read.calls.values().sum();
        assert_eq!(calls, Metric::Calls.total(profile));
    }
}

#[test]
fn events_are_words_without_signs() {
    let read = read(&callgrind::text(&RUNS[0].0, None));
    assert_eq!(
        read.events[..4],
        ["Cycles", "Bytecodes", "Execute", "MemoryRead"]
    );
}

#[test]
fn methods_stand_in_their_files_where_symbols_tell() {
    let (profile, symbols) = &RUNS[0];
    let main = "kernel.Recursion.main(String[])";
    let with = read(&callgrind::text(profile, Some(symbols)));
    assert_eq!(with.files[main], "kernel/Recursion.java");
    assert_eq!(read(&callgrind::text(profile, None)).files[main], "???");
}

#[test]
fn our_own_reader_takes_the_text() {
    let (profile, _) = &RUNS[0];
    let text = callgrind::text(profile, None);
    let read = profile_import::callgrind(text.as_bytes()).unwrap();
    assert_eq!(read.total_cycles(), profile.total_cycles());
}
