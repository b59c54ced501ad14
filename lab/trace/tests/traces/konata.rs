//! Konata logs, checked against the public description of the format.

use std::collections::{HashMap, HashSet};

use crate::common::Subject;
use sim_core::probe::Entry;
use trace::Window;
use trace::konata::Konata;

/// An instruction as the log describes it.
#[derive(Debug, Default)]
pub(crate) struct Instruction {
    pub(crate) thread: u32,
    pub(crate) label: String,
    /// Name, first cycle, first cycle behind it.
    pub(crate) stages: Vec<(String, u64, Option<u64>)>,
    retired: Option<(u64, bool)>,
}

/// Reads a log; the first offence against the format is the error.
pub(crate) fn read(log: &str) -> Result<HashMap<u64, Instruction>, String> {
    let mut lines = log.lines();
    if lines.next() != Some("Kanata\t0004") {
        return Err("no head".to_owned());
    }
    let mut now = None;
    let mut all: HashMap<u64, Instruction> = HashMap::new();
    let mut retirements = HashSet::new();
    for line in lines {
        let fields: Vec<&str> = line.split('\t').collect();
        let number = |place: usize| -> Result<u64, String> {
            let field = fields.get(place).and_then(|field| field.parse().ok());
            field.ok_or_else(|| format!("no number in field {place} of `{line}`"))
        };
        if fields[0] == "C=" {
            now = Some(number(1)?);
            continue;
        }
        let cycle = now.ok_or("no cycle before the first command")?;
        if fields[0] == "C" {
            if number(1)? == 0 {
                return Err("the cycle stands still".to_owned());
            }
            now = Some(cycle + number(1)?);
            continue;
        }
        let id = number(1)?;
        if fields[0] == "I" {
            if id != all.len() as u64 {
                return Err(format!("{line}: instructions are not numbered in order"));
            }
            let thread = number(3)? as u32;
            all.insert(
                id,
                Instruction {
                    thread,
                    ..Instruction::default()
                },
            );
            continue;
        }
        let instruction = all.get_mut(&id).ok_or(format!("{line}: not begun"))?;
        if instruction.retired.is_some() {
            return Err(format!("{line}: retired already"));
        }
        match fields[0] {
            "L" if number(2)? <= 2 => {
                if number(2)? == 0 {
                    instruction.label += fields[3];
                }
            }
            "S" => {
                if let Some((_, _, end @ None)) = instruction.stages.last_mut() {
                    *end = Some(cycle);
                }
                instruction.stages.push((fields[3].to_owned(), cycle, None));
            }
            "E" => match instruction.stages.last_mut() {
                Some((name, _, end)) if name == fields[3] => _ = end.get_or_insert(cycle),
                other => return Err(format!("{line}: ends {other:?}")),
            },
            "R" => {
                let flushed = number(3)? == 1;
                if !flushed && !retirements.insert(number(2)?) {
                    return Err(format!("{line}: retired twice"));
                }
                instruction.retired = Some((cycle, flushed));
            }
            _ => return Err(format!("unknown command: {line}")),
        }
    }
    Ok(all)
}

fn log(window: Window) -> String {
    let subject = Subject::demo();
    let mut log = Vec::new();
    let mut konata = Konata::new(&mut log, subject.names());
    assert!(subject.trace(window, u64::MAX, &mut konata).windows > 0);
    String::from_utf8(log).unwrap()
}

#[test]
fn a_log_keeps_to_the_format_and_every_instruction_leaves() {
    let all = read(&log(Window::Cycles(5000..9000))).unwrap();
    assert!(all.len() > 4000, "{}", all.len());
    for instruction in all.values() {
        assert!(instruction.retired.is_some(), "{instruction:?}");
        let stages = instruction.stages.windows(2);
        for pair in stages {
            assert_eq!(pair[0].2, Some(pair[1].1), "{instruction:?}");
        }
    }
}

#[test]
fn the_stages_of_a_microinstruction_are_fetch_stalls_decode_execute() {
    let all = read(&log(Window::Cycles(5000..9000))).unwrap();
    let micro = all.values().filter(|instruction| instruction.thread == 0);
    let mut stalled = 0;
    for instruction in micro {
        let names: Vec<&str> = instruction.stages.iter().map(|stage| &*stage.0).collect();
        assert_eq!(names[0], "R");
        assert_eq!(names[names.len() - 2..], ["I", "X"]);
        stalled += usize::from(names.len() > 3);
        let (_, start, end) = &instruction.stages[names.len() - 1];
        assert_eq!(*end, Some(start + 1));
    }
    assert!(stalled > 10, "{stalled}");
}

#[test]
fn a_bytecode_in_whose_place_an_exception_is_taken_is_flushed() {
    let window = Window::Around {
        entry: Entry::Exception,
        before: 20,
        after: 20,
    };
    let all = read(&log(window)).unwrap();
    let flushed: Vec<_> = all
        .values()
        .filter(|instruction| matches!(instruction.retired, Some((_, true))))
        .collect();
    assert_eq!(flushed.len(), 1);
    let stages = &flushed[0].stages;
    assert_eq!((stages.len(), &*stages[0].0), (1, "F"));
    assert!(
        all.values()
            .any(|instruction| instruction.label == "exception")
    );
}
