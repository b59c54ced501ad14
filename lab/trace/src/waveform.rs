//! Waveforms of every register and signal, as FST or VCD.
//!
//! ```text
//!   units.rs: one table ──▶ Waveform: what changed ──▶ Writer ──+──▶ fst.rs
//!                                                               +──▶ vcd.rs
//! ```
//!
//! A value stands from the beginning of its cycle to the end; cycle c begins at c clock periods after reset. In gaps
//! between windows every signal is undefined. Memories (main memory, stack RAM, bytecode RAM, scratchpad) are not among
//! the signals; what is read from and written to them is.

mod fst;
mod units;
mod vcd;
mod writer;

use std::io::{Seek, Write};
use std::rc::Rc;

use isa::MachineConfig;
use rustc_hash::FxHashMap;

pub use self::writer::{Declared, TimeUnit, Value, Writer};
pub use fst::Fst;
pub use units::{Format, Signal, UNITS, Unit};
pub use vcd::Vcd;

use crate::cycle::Cycle;
use crate::names::CodeNames;
use crate::{Sink, TraceError};

/// Name of the scope around all units.
pub const TOP: &str = "jop";
/// Picoseconds of a second.
const PICOSECONDS: u128 = 1_000_000_000_000;

/// When a cycle begins.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    hertz: u128,
    unit: TimeUnit,
}

impl Clock {
    /// The clock of a machine.
    #[must_use]
    pub fn new(config: &MachineConfig) -> Self {
        let hertz = u128::from(config.clk_freq_hz);
        let unit = if (PICOSECONDS / 1000).is_multiple_of(hertz) {
            TimeUnit::Nanosecond
        } else {
            TimeUnit::Picosecond
        };
        Self { hertz, unit }
    }

    /// The unit of times.
    #[must_use]
    pub fn unit(&self) -> TimeUnit {
        self.unit
    }

    /// Beginning of a cycle, rounded down to the unit.
    #[must_use]
    pub fn time(&self, cycle: u64) -> u64 {
        let second = match self.unit {
            TimeUnit::Nanosecond => PICOSECONDS / 1000,
            TimeUnit::Picosecond => PICOSECONDS,
        };
        (u128::from(cycle) * second / self.hertz) as u64
    }
}

/// Method, byte offset and source line of the bytecode dispatched last.
const PROGRAM: [(&str, Format); 3] = [
    ("method", Format::Name(64)),
    ("offset", Format::Bits(16)),
    ("line", Format::Bits(16)),
];

/// Destination of an FST file.
pub trait Destination: Write + Seek {}

impl<T: Write + Seek> Destination for T {}

/// An FST file to `out`. Its loops are compiled here, where they are optimised; those of a generic type are compiled
/// where it is used.
pub fn fst_file<'a>(
    out: Box<dyn Destination + 'a>,
    names: CodeNames<'a>,
    config: &MachineConfig,
) -> Box<dyn Sink + 'a> {
    Box::new(Waveform::new(Fst::new(out), names, config))
}

/// A VCD file to `out`, as [`fst_file`].
pub fn vcd_file<'a>(
    out: Box<dyn Write + 'a>,
    names: CodeNames<'a>,
    config: &MachineConfig,
) -> Box<dyn Sink + 'a> {
    Box::new(Waveform::new(Vcd::new(out), names, config))
}

/// Records waveforms.
pub struct Waveform<'a, W> {
    writer: W,
    names: CodeNames<'a>,
    clock: Clock,
    units: Vec<&'static Unit>,
    formats: Vec<Format>,
    /// Texts of each signal's values so far.
    texts: Vec<FxHashMap<u64, Box<str>>>,
    declared: bool,
    /// Values of this cycle and of the last one recorded, in the order of the units' tables; then the tags.
    now: Vec<u64>,
    last: Vec<u64>,
    /// No value of `last` is in the file.
    fresh: bool,
    method: Option<Rc<str>>,
}

impl<'a, W: Writer> Waveform<'a, W> {
    /// Waveforms of such a machine.
    pub fn new(writer: W, names: CodeNames<'a>, config: &MachineConfig) -> Self {
        let units = UNITS.iter().filter(|unit| (unit.present)(config));
        Self {
            writer,
            names,
            clock: Clock::new(config),
            units: units.collect(),
            formats: Vec::new(),
            texts: Vec::new(),
            declared: false,
            now: Vec::new(),
            last: Vec::new(),
            fresh: true,
            method: None,
        }
    }

    /// The signals of a machine with these units and so many tags in its method cache.
    fn declare(&mut self, tags: usize) -> Result<(), TraceError> {
        let mut signals = Vec::new();
        for unit in &self.units {
            let scopes: Vec<&str> = [TOP]
                .into_iter()
                .chain(unit.scopes.iter().copied())
                .collect();
            signals.extend(unit.signals.iter().map(|signal| Declared {
                scopes: scopes.clone(),
                name: signal.name.to_owned(),
                format: signal.format,
            }));
        }
        signals.extend((0..tags).map(|tag| Declared {
            scopes: vec![TOP, "memory", "method_cache", "tags"],
            name: format!("tag_{tag}"),
            format: Format::Bits(18),
        }));
        let sampled = signals.len();
        signals.extend(PROGRAM.iter().map(|(name, format)| Declared {
            scopes: vec![TOP, "program"],
            name: (*name).to_owned(),
            format: *format,
        }));
        self.formats = signals.iter().map(|signal| signal.format).collect();
        self.texts = vec![FxHashMap::default(); sampled];
        self.now = vec![0; sampled];
        self.last = vec![0; sampled];
        self.writer.declare(&signals, self.clock.unit())
    }

    fn sample(&mut self, cycle: &Cycle<'_>) {
        let mut rest = self.now.as_mut_slice();
        for unit in &self.units {
            let (values, behind) = rest.split_at_mut(unit.signals.len());
            (unit.sample)(cycle.state, cycle.signals, values);
            rest = behind;
        }
        let tags = cycle.state.memory_system.method_cache.tags();
        for (value, tag) in rest.iter_mut().zip(tags) {
            *value = (*tag).into();
        }
    }

    fn write_changes(&mut self) -> Result<(), TraceError> {
        for signal in 0..self.now.len() {
            let value = self.now[signal];
            if value == self.last[signal] && !self.fresh {
                continue;
            }
            self.last[signal] = value;
            match self.formats[signal] {
                Format::Bits(bits) => self.writer.change(signal, Value::Bits(value, bits))?,
                Format::Text(_, text) => {
                    let texts = &mut self.texts[signal];
                    let text = texts
                        .entry(value)
                        .or_insert_with(|| text(value).replace(' ', "_").into());
                    self.writer.change(signal, Value::Text(text))?;
                }
                Format::Name(_) => {}
            }
        }
        self.fresh = false;
        Ok(())
    }

    fn write_program(&mut self, cycle: &Cycle<'_>, fresh: bool) -> Result<(), TraceError> {
        let named = match self.names.dispatched(cycle) {
            Some(named) => named,
            None if fresh => self.names.running(cycle),
            None => return Ok(()),
        };
        let first = self.now.len();
        if fresh || named.method != self.method {
            let method = named.method.as_deref().unwrap_or("-");
            self.writer.change(first, Value::Text(method))?;
            self.method.clone_from(&named.method);
        }
        let numbers = [named.offset, named.line.map(u32::from)];
        for (place, number) in (first + 1..).zip(numbers) {
            let value = number.map_or(Value::Undefined, |number| Value::Bits(number.into(), 16));
            self.writer.change(place, value)?;
        }
        Ok(())
    }
}

impl<W: Writer> Sink for Waveform<'_, W> {
    fn open(&mut self, first: &Cycle<'_>) -> Result<(), TraceError> {
        if !std::mem::replace(&mut self.declared, true) {
            self.declare(first.state.memory_system.method_cache.tags().len())?;
        }
        self.fresh = true;
        Ok(())
    }

    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.writer.time(self.clock.time(cycle.number()))?;
        let fresh = self.fresh;
        self.sample(cycle);
        self.write_changes()?;
        self.write_program(cycle, fresh)
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        self.writer.time(self.clock.time(end))?;
        for signal in 0..self.formats.len() {
            self.writer.change(signal, Value::Undefined)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.writer.finish()
    }
}
