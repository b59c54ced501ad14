//! Traces of several processors, checked against golden traces.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use isa::Processors;
use microcode::Build;
use trace::bytecodes::Bytecodes;
use trace::columns::CsvRows;
use trace::golden::Vector;
use trace::konata::Konata;
use trace::several::columns::SeveralColumns;
use trace::several::{Alone, Texts};
use trace::timeline::{LEGEND, Timeline};
use trace::waveform::{Clock, Fst, Vcd, Waveform};
use trace::{CodeNames, Pause, SeveralSink, SeveralTracer, Summary, Window};

use crate::common::Shared;
use crate::konata::read as konata;
use crate::waveforms::{read as waveform, values};

/// Vectors of each family that are traced.
const OF_FAMILY: usize = 3;

fn folders() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/vectors");
    let folders = fs::read_dir(all).unwrap().map(|it| it.unwrap().path());
    let is_several = |it: &PathBuf| {
        it.file_name()
            .unwrap()
            .to_str()
            .unwrap()
            .starts_with("cmp-")
    };
    let mut folders: Vec<_> = folders.filter(is_several).collect();
    folders.sort();
    assert_eq!(folders.len(), 8);
    folders
}

fn vectors(folder: &Path, most: usize) -> Vec<Vector> {
    let files = fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
    let mut files: Vec<_> = files.collect();
    files.sort();
    let files = files.iter().take(most);
    files.map(|file| Vector::read(file).unwrap()).collect()
}

fn system() -> Vector {
    let folder = folders().into_iter().find(|it| it.ends_with("cmp-system"));
    vectors(&folder.unwrap(), 1).remove(0)
}

fn processors(vector: &Vector) -> Processors {
    vector.config.processors().unwrap()
}

fn names() -> CodeNames<'static> {
    CodeNames::new(None, &microcode::jvm(Build::Jop))
}

fn trace(
    vector: &Vector,
    (window, chosen): (Window, Option<usize>),
    sink: &mut dyn SeveralSink,
) -> Summary {
    let processors = processors(vector);
    let mut machine = vector.build_several(&processors).unwrap();
    let cores = (processors.cores.into(), chosen);
    let mut tracer = SeveralTracer::new(window, u64::MAX, cores, None, sink);
    let limit = vector.trace.len() as u64;
    while machine.cycle() < limit {
        if tracer.run(&mut machine, limit).unwrap() == Pause::Done {
            break;
        }
    }
    tracer.finish(machine.cycle()).unwrap()
}

/// Cells by cycle, processor and name.
fn csv(vector: &Vector, chosen: Option<usize>) -> (Vec<String>, Vec<Vec<String>>) {
    let mut file = Vec::new();
    let config = vector.config.machine();
    let mut sink = SeveralColumns::new(CsvRows::new(&mut file), &config, &processors(vector));
    let window = Window::Cycles(0..u64::MAX);
    let summary = trace(vector, (window, chosen), &mut sink);
    assert_eq!(summary.cycles, vector.trace.len() as u64);
    drop(sink);
    let mut reader = csv::Reader::from_reader(file.as_slice());
    let names = reader.headers().unwrap().iter().map(str::to_owned);
    let names = names.collect();
    let rows = reader.records().map(|row| {
        let row = row.unwrap();
        row.iter().map(str::to_owned).collect()
    });
    (names, rows.collect())
}

#[test]
fn rows_of_cores_have_the_values_of_the_golden_traces() {
    for vector in folders().iter().flat_map(|it| vectors(it, OF_FAMILY)) {
        let cores = usize::from(processors(&vector).cores);
        let (names, rows) = csv(&vector, None);
        assert_eq!(&names[..2], ["cycle", "core"]);
        assert_eq!(rows.len(), vector.trace.len() * cores);
        let place: HashMap<&str, usize> = names
            .iter()
            .enumerate()
            .map(|(place, name)| (&**name, place))
            .collect();
        for (cycle, golden) in vector.trace.iter().enumerate() {
            for (column, value) in vector.columns.iter().zip(golden) {
                if column == "cycle" {
                    continue;
                }
                let (of, name) = match column.strip_prefix("cpu").and_then(|it| it.split_once('.'))
                {
                    Some((core, name)) => (vec![core.parse().unwrap()], name),
                    None => ((0..cores).collect(), column.as_str()),
                };
                for core in of {
                    let row = &rows[cycle * cores + core];
                    let place = place
                        .get(name)
                        .unwrap_or_else(|| panic!("{name}: {}", vector.name));
                    assert_eq!(row[0], cycle.to_string());
                    assert_eq!(row[1], core.to_string());
                    assert_eq!(
                        row[*place],
                        value.to_string(),
                        "{}: {cycle}, {column}",
                        vector.name
                    );
                }
            }
        }
    }
}

#[test]
fn a_chosen_core_has_its_rows_alone() {
    let vector = system();
    let (_, all) = csv(&vector, None);
    let (_, own) = csv(&vector, Some(1));
    let wanted: Vec<_> = all.into_iter().filter(|row| row[1] == "1").collect();
    assert_eq!(own, wanted);
}

#[test]
fn waveforms_have_a_scope_for_each_core_and_what_all_share() {
    let vector = system();
    let (config, processors) = (vector.config.machine(), processors(&vector));
    let window = 100..700;
    let clock = Clock::new(&config);
    let fst = Shared::default();
    let machine = (&config, &processors);
    let mut sink = Waveform::several(Fst::new(fst.clone()), names(), machine, None);
    trace(&vector, (Window::Cycles(window.clone()), None), &mut sink);
    let mut vcd = Vec::new();
    let mut sink = Waveform::several(Vcd::new(&mut vcd), names(), machine, None);
    trace(&vector, (Window::Cycles(window.clone()), None), &mut sink);
    drop(sink);
    let mut signals = vec![
        ("memory.rd".to_owned(), "m_rd".to_owned()),
        ("memory.rd_data".to_owned(), "m_rd_data".to_owned()),
        ("memory.rdy_cnt".to_owned(), "m_rdy_cnt".to_owned()),
        ("lock_unit.total".to_owned(), "lock_total".to_owned()),
    ];
    for core in 0..processors.cores {
        signals.extend([
            (format!("core{core}.core.stack.a"), format!("cpu{core}.a")),
            (
                format!("core{core}.core.microcode_fetch.pc"),
                format!("cpu{core}.pc"),
            ),
            (
                format!("core{core}.memory.arbiter_port.rdy_cnt"),
                format!("cpu{core}.mem_rdy_cnt"),
            ),
            (
                format!("core{core}.io.lock_port.halted"),
                format!("cpu{core}.halted"),
            ),
        ]);
    }
    for bytes in [fst.bytes(), vcd] {
        let mut file = waveform(bytes);
        for (signal, column) in &signals {
            let place = vector
                .columns
                .iter()
                .position(|name| name == column)
                .unwrap();
            let found = values(&mut file, &format!("jop.{signal}"), clock, window.clone());
            for (cycle, found) in window.clone().zip(found) {
                let golden = vector.trace[cycle as usize][place].to_string();
                let found = u64::from_str_radix(&found, 2).unwrap();
                assert_eq!(format!("{found:x}"), golden, "{signal} in {cycle}");
            }
        }
    }
}

/// Each access that reaches the memory is one processor's.
#[test]
fn the_memory_serves_whose_request_the_arbiter_grants() {
    for vector in folders().iter().flat_map(|it| vectors(it, 2)) {
        let (config, processors) = (vector.config.machine(), processors(&vector));
        let mut vcd = Vec::new();
        let machine = (&config, &processors);
        let mut sink = Waveform::several(Vcd::new(&mut vcd), names(), machine, None);
        let window = 0..vector.trace.len() as u64;
        trace(&vector, (Window::Cycles(window.clone()), None), &mut sink);
        drop(sink);
        let mut file = waveform(vcd);
        let clock = Clock::new(&config);
        let mut of = |name: &str| values(&mut file, name, clock, window.clone());
        let (grants, serves) = (of("jop.arbiter.grants"), of("jop.memory.serves"));
        let (rd, wr) = (of("jop.memory.rd"), of("jop.memory.wr"));
        let (mut granted, mut address) = (0, HashMap::new());
        for core in 0..processors.cores {
            address.insert(
                format!("core{core}"),
                of(&format!("jop.arbiter.core{core}.address")),
            );
        }
        let commands = of("jop.memory.address");
        for cycle in 0..grants.len() {
            let is_command = rd[cycle] == "1" || wr[cycle] == "1";
            assert_eq!(is_command, grants[cycle] != "-", "{}: {cycle}", vector.name);
            if !is_command {
                continue;
            }
            assert_eq!(serves[cycle], grants[cycle]);
            granted += 1;
            // The address is that of the granted processor's last request.
            let asked = &address[&grants[cycle]];
            assert!(
                asked[..=cycle].contains(&commands[cycle]),
                "{}: {cycle}",
                vector.name
            );
        }
        assert!(granted > 10, "{}: {granted}", vector.name);
    }
}

#[test]
fn a_log_has_two_threads_for_each_core() {
    let vector = system();
    let cores = u32::from(processors(&vector).cores);
    let window = Window::Cycles(100..500);
    let mut log = Vec::new();
    let mut sink = Konata::several(&mut log, names(), cores);
    trace(&vector, (window.clone(), None), &mut sink);
    let all = konata(&String::from_utf8(log).unwrap()).unwrap();
    for core in 0..cores {
        let mut log = Vec::new();
        let mut sink = Konata::several(&mut log, names(), cores);
        trace(&vector, (window.clone(), Some(core as usize)), &mut sink);
        let own = konata(&String::from_utf8(log).unwrap()).unwrap();
        let sorted = |log: &HashMap<u64, crate::konata::Instruction>| {
            let of = log.values().filter(|it| it.thread / 2 == core);
            let mut rows: Vec<_> = of
                .map(|it| format!("{:?} {} {:?}", it.stages, it.thread, it.label))
                .collect();
            rows.sort();
            rows
        };
        assert_eq!(sorted(&own).len(), own.len());
        assert!(own.len() > 20, "{}", own.len());
        assert_eq!(sorted(&all), sorted(&own));
    }
}

#[test]
fn the_part_of_a_core_is_its_own_timeline() {
    let vector = system();
    let cores = usize::from(processors(&vector).cores);
    let window = Window::Cycles(100..400);
    let mut text = Vec::new();
    let mut sink = Texts::new(&mut text, cores, LEGEND, |part| {
        Box::new(Timeline::new(part, names(), false))
    });
    trace(&vector, (window.clone(), None), &mut sink);
    drop(sink);
    let text = String::from_utf8(text).unwrap();
    let mut wanted = String::new();
    for core in 0..cores {
        let mut own = Vec::new();
        let mut sink = Alone(Timeline::new(&mut own, names(), false));
        trace(&vector, (window.clone(), Some(core)), &mut sink);
        drop(sink);
        let own = String::from_utf8(own).unwrap();
        wanted += &format!("core {core}\n{}\n\n", own.trim_end());
    }
    assert_eq!(text, wanted + LEGEND);
}

/// Microcode is random: a processor dispatches few bytecodes, or none.
#[test]
fn a_window_of_bytecodes_is_that_of_the_chosen_core() {
    let mut found = 0;
    for vector in folders().iter().flat_map(|it| vectors(it, OF_FAMILY)) {
        let mut text = Vec::new();
        let mut sink = Alone(Bytecodes::new(&mut text, names()));
        let summary = trace(&vector, (Window::Bytecodes(1..3), Some(1)), &mut sink);
        drop(sink);
        let text = String::from_utf8(text).unwrap();
        let fields = text.lines().skip(1);
        let fields = fields.map(|line| line.split_whitespace().nth(1).unwrap().parse::<u64>());
        // The last one may be under way when the vector ends.
        let Ok(cycles) = fields.collect::<Result<Vec<u64>, _>>() else {
            continue;
        };
        if cycles.len() < 2 {
            continue;
        }
        assert_eq!(cycles.iter().sum::<u64>(), summary.cycles, "{text}");
        found += 1;
    }
    assert!(found > 1, "{found}");
}
