//! Waveforms, read back and checked against the machine, cycle by cycle.

use std::io::Cursor;

use crate::common::{Shared, Subject};
use isa::UartKind;
use trace::waveform::{Clock, Format, Fst, UNITS, Vcd, Waveform};
use trace::{Cycle, Sink, TraceError, Window};
use wellen::simple::Waveform as Read;

/// Cycles recorded by most tests: a stretch with calls, field accesses and writes.
const CYCLES: std::ops::Range<u64> = 4000..4700;

fn fst(subject: &Subject, window: Window) -> Vec<u8> {
    let file = Shared::default();
    let mut sink = Waveform::new(Fst::new(file.clone()), subject.names(), &subject.config);
    subject.trace(window, u64::MAX, &mut sink);
    file.bytes()
}

fn vcd(subject: &Subject, window: Window) -> Vec<u8> {
    let mut file = Vec::new();
    let mut sink = Waveform::new(Vcd::new(&mut file), subject.names(), &subject.config);
    subject.trace(window, u64::MAX, &mut sink);
    file
}

pub(crate) fn read(bytes: Vec<u8>) -> Read {
    wellen::simple::read_from_reader(Cursor::new(bytes)).unwrap()
}

/// Values of a signal by its full name, at the beginning of each cycle.
pub(crate) fn values(
    file: &mut Read,
    name: &str,
    clock: Clock,
    cycles: std::ops::Range<u64>,
) -> Vec<String> {
    let hierarchy = file.hierarchy();
    let var = hierarchy
        .all_vars()
        .find(|var| hierarchy[*var].full_name(hierarchy) == name)
        .unwrap_or_else(|| panic!("no signal {name}"));
    let id = hierarchy[var].signal_ref();
    file.load_signals(&[id]);
    let times = file.time_table().to_vec();
    let signal = file.get_signal(id).unwrap();
    let at = |cycle: u64| {
        let time = clock.time(cycle);
        let place = times.partition_point(|known| *known <= time) - 1;
        let offset = signal.get_offset(place as u32).unwrap();
        signal.get_value_at(&offset, 0).to_string()
    };
    cycles.map(at).collect()
}

/// What the machine has, of every unit's signals.
#[derive(Default)]
struct Sampled {
    cycles: Vec<Vec<u64>>,
}

impl Sink for Sampled {
    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        let mut values = Vec::new();
        for unit in UNITS {
            let mut unit_values = vec![0; unit.signals.len()];
            (unit.sample)(cycle.state, cycle.signals, &mut unit_values);
            values.extend(unit_values);
        }
        self.cycles.push(values);
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(())
    }
}

/// Every signal of a machine with everything, in both files, against the machine.
fn hold_against_the_machine(subject: &Subject, bytes: Vec<u8>, ascii: bool) {
    let mut sampled = Sampled::default();
    subject.trace(Window::Cycles(CYCLES), u64::MAX, &mut sampled);
    let mut file = read(bytes);
    let clock = Clock::new(&subject.config);
    let mut place = 0;
    let mut compared = 0;
    for unit in UNITS {
        for signal in unit.signals {
            let wanted: Vec<u64> = sampled.cycles.iter().map(|values| values[place]).collect();
            place += 1;
            if !(unit.present)(&subject.config) {
                continue;
            }
            let path: Vec<&str> = ["jop"]
                .into_iter()
                .chain(unit.scopes.iter().copied())
                .collect();
            let name = format!("{}.{}", path.join("."), signal.name);
            let found = values(&mut file, &name, clock, CYCLES);
            for ((found, wanted), cycle) in found.iter().zip(&wanted).zip(CYCLES) {
                let wanted = match signal.format {
                    Format::Text(_, text) => text(*wanted).replace(' ', "_"),
                    _ => wanted.to_string(),
                };
                let found = shown(found, signal.format, ascii);
                assert_eq!(found, wanted, "{name} in cycle {cycle}");
            }
            compared += 1;
        }
    }
    assert!(compared > 120, "{compared}");
}

/// Bits as a number, or as the characters of a text.
fn shown(value: &str, format: Format, ascii: bool) -> String {
    match format {
        Format::Text(..) if ascii => {
            let bytes = value.as_bytes().chunks(8).map(|bits| {
                let bits = std::str::from_utf8(bits).unwrap();
                u8::from_str_radix(bits, 2).unwrap()
            });
            let text: Vec<u8> = bytes.filter(|byte| *byte != 0).collect();
            String::from_utf8(text).unwrap()
        }
        Format::Text(..) | Format::Name(_) => value.to_owned(),
        Format::Bits(_) => u64::from_str_radix(value, 2).unwrap().to_string(),
    }
}

fn full_machine() -> Subject {
    let mut subject = Subject::new("dispatch", "1");
    subject.config.object_cache = true;
    subject.config.spm_width = 8;
    subject.config.uart = UartKind::Timed;
    subject
}

#[test]
fn every_signal_of_an_fst_file_has_the_values_of_the_machine() {
    let subject = full_machine();
    hold_against_the_machine(&subject, fst(&subject, Window::Cycles(CYCLES)), true);
}

#[test]
fn every_signal_of_a_vcd_file_has_the_values_of_the_machine() {
    let subject = full_machine();
    hold_against_the_machine(&subject, vcd(&subject, Window::Cycles(CYCLES)), false);
}

#[test]
fn the_time_of_a_cycle_is_that_of_the_clock() {
    let mut config = Subject::new("dispatch", "1").config;
    config.clk_freq_hz = 100_000_000;
    assert_eq!(Clock::new(&config).time(123), 1230);
    config.clk_freq_hz = 60_000_000;
    assert_eq!(Clock::new(&config).time(3), 50_000);
    assert_eq!(Clock::new(&config).time(1), 16_666);
}

#[test]
fn what_lies_between_two_windows_is_undefined() {
    let subject = Subject::new("dispatch", "1");
    let methods = subject.linked.symbols.methods.iter();
    let append = methods.filter(|method| method.name == "append");
    let window = Window::Method {
        addresses: append.map(|method| method.address).collect(),
        call: None,
    };
    let mut spans = Spans::default();
    subject.trace(window.clone(), u64::MAX, &mut spans);
    assert!(spans.0.len() > 1);
    for bytes in [fst(&subject, window.clone()), vcd(&subject, window)] {
        let mut file = read(bytes);
        let clock = Clock::new(&subject.config);
        let gap = spans.0[0].1..spans.0[1].0;
        let values = values(&mut file, "jop.core.microcode_fetch.nxt", clock, gap);
        assert!(values.iter().all(|value| value == "x"));
    }
}

/// First cycle of each window, and the first behind it.
#[derive(Default)]
struct Spans(Vec<(u64, u64)>);

impl Sink for Spans {
    fn open(&mut self, first: &Cycle<'_>) -> Result<(), TraceError> {
        self.0.push((first.number(), 0));
        Ok(())
    }

    fn cycle(&mut self, _cycle: &Cycle<'_>) -> Result<(), TraceError> {
        Ok(())
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        self.0.last_mut().unwrap().1 = end;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(())
    }
}

#[test]
fn a_vcd_file_that_ends_in_any_line_can_be_read_up_to_there() {
    let subject = Subject::new("dispatch", "1");
    let bytes = vcd(&subject, Window::Cycles(CYCLES));
    let text = String::from_utf8(bytes).unwrap();
    let time = text.find("\n#44000\n").unwrap();
    let end = time + 8 + text[time + 8..].find('\n').unwrap() + 1;
    let mut file = read(text.as_bytes()[..end].to_vec());
    let clock = Clock::new(&subject.config);
    let found = values(&mut file, "jop.cycle", clock, 4000..4400);
    for (value, cycle) in found.iter().zip(4000_u64..) {
        assert_eq!(u64::from_str_radix(value, 2).unwrap(), cycle);
    }
}

/// Sections of value changes: a section begins with its kind and its length behind that.
fn count_of_changes(file: &[u8]) -> usize {
    let mut place = 0;
    let mut changes = 0;
    while place + 9 <= file.len() {
        let length = u64::from_be_bytes(file[place + 1..place + 9].try_into().unwrap());
        changes += usize::from(matches!(file[place], 1 | 5 | 8));
        place += 1 + length as usize;
    }
    changes
}

#[test]
fn a_long_fst_file_of_many_blocks_is_whole() {
    let subject = Subject::new("dispatch", "1");
    let file = Shared::default();
    let writer = Fst::with_block(file.clone(), 50_000);
    let mut sink = Waveform::new(writer, subject.names(), &subject.config);
    subject.trace(Window::Cycles(0..20_000), u64::MAX, &mut sink);
    drop(sink);
    let blocks = count_of_changes(&file.bytes());
    assert!(blocks > 10, "{blocks}");
    let mut file = read(file.bytes());
    let clock = Clock::new(&subject.config);
    let found = values(&mut file, "jop.cycle", clock, 0..20_000);
    for (value, cycle) in found.iter().zip(0_u64..) {
        assert_eq!(u64::from_str_radix(value, 2).unwrap(), cycle);
    }
}
