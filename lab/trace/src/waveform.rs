//! Waveforms of every register and signal, as FST or VCD.
//!
//! ```text
//!   units.rs: one table  ──▶ Waveform: what changed ──▶ Writer ──+──▶ fst.rs
//!   shared.rs: of several                                         +──▶ vcd.rs
//! ```
//!
//! A value stands from the beginning of its cycle to the end; cycle c begins at c clock periods after reset. In gaps
//! between windows every signal is undefined. Memories (main memory, stack RAM, bytecode RAM, scratchpad) are not among
//! the signals; what is read from and written to them is. Several processors have the scopes `core0`, `core1` and so on inside of the top
//! scope, beside those of what they share.

mod fst;
mod sampled;
mod shared;
mod units;
mod vcd;
mod writer;

use std::io::{Seek, Write};
use std::rc::Rc;

use isa::{MachineConfig, Processors, UartKind};
use sim_core::cmp::SharedSignals;

pub use self::writer::{Declared, TOP, TimeUnit, Value, Writer};
pub use fst::Fst;
pub use units::{Format, PORTS, Signal, UNITS, Unit};
pub use vcd::Vcd;

use self::sampled::Sampled;
use self::shared::SharedUnits;
use self::writer::CORES;

use crate::cycle::Cycle;
use crate::names::CodeNames;
use crate::{SeveralSink, Sink, TraceError};

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

/// An FST file of several processors, or of the chosen one of them.
pub fn several_fst_file<'a>(
    out: Box<dyn Destination + 'a>,
    names: CodeNames<'a>,
    machine: (&MachineConfig, &Processors),
    chosen: Option<usize>,
) -> Box<dyn SeveralSink + 'a> {
    Box::new(Waveform::several(Fst::new(out), names, machine, chosen))
}

/// A VCD file of them.
pub fn several_vcd_file<'a>(
    out: Box<dyn Write + 'a>,
    names: CodeNames<'a>,
    machine: (&MachineConfig, &Processors),
    chosen: Option<usize>,
) -> Box<dyn SeveralSink + 'a> {
    Box::new(Waveform::several(Vcd::new(out), names, machine, chosen))
}

/// Records waveforms.
pub struct Waveform<'a, W> {
    writer: W,
    names: CodeNames<'a>,
    clock: Clock,
    lanes: Vec<Lane>,
    shared: Option<SharedUnits>,
    /// Signals; none before they are declared.
    signals: usize,
    /// Time of the last change, if there is one.
    time: Option<u64>,
}

/// A processor.
struct Lane {
    core: usize,
    scopes: Vec<&'static str>,
    units: Vec<&'static Unit>,
    /// Values in the order of the units' tables; then the tags.
    sampled: Sampled,
    method: Option<Rc<str>>,
}

impl<'a, W: Writer> Waveform<'a, W> {
    /// Waveforms of such a machine.
    pub fn new(writer: W, names: CodeNames<'a>, config: &MachineConfig) -> Self {
        let units = UNITS.iter().filter(|unit| (unit.present)(config));
        let lane = Lane::new(0, vec![TOP], units.collect());
        Self::of_lanes(writer, names, config, vec![lane])
    }

    /// Waveforms of such processors, or of the chosen one of them.
    pub fn several(
        writer: W,
        names: CodeNames<'a>,
        (config, processors): (&MachineConfig, &Processors),
        chosen: Option<usize>,
    ) -> Self {
        let cores = usize::from(processors.cores);
        let recorded = (0..cores).filter(|core| chosen.is_none_or(|chosen| chosen == *core));
        let lanes = recorded.map(|core| {
            let others = MachineConfig {
                uart: UartKind::Instant,
                ..config.clone()
            };
            let own = if core == 0 { config } else { &others };
            let units = UNITS.iter().filter(|unit| {
                // The memory is shared, and processor 0 alone has the UART.
                let is_own = unit.scopes != ["memory", "main_memory"]
                    && (core == 0 || unit.scopes != ["io", "uart"]);
                is_own && (unit.present)(own)
            });
            Lane::new(core, vec![TOP, CORES[core]], units.chain(PORTS).collect())
        });
        let mut built = Self::of_lanes(writer, names, config, lanes.collect());
        built.shared = Some(SharedUnits::new(processors));
        built
    }

    fn of_lanes(writer: W, names: CodeNames<'a>, config: &MachineConfig, lanes: Vec<Lane>) -> Self {
        Self {
            writer,
            names,
            clock: Clock::new(config),
            lanes,
            shared: None,
            signals: 0,
            time: None,
        }
    }

    /// The signals of processors with so many tags in the method cache.
    fn declare(&mut self, tags: usize) -> Result<(), TraceError> {
        let mut signals = Vec::new();
        for lane in &mut self.lanes {
            lane.declare(tags, &mut signals);
        }
        if let Some(shared) = &mut self.shared {
            shared.declare(&mut signals);
        }
        self.signals = signals.len();
        self.writer.declare(&signals, self.clock.unit())
    }

    fn set_time(&mut self, cycle: u64) -> Result<(), TraceError> {
        let time = self.clock.time(cycle);
        match self.time.replace(time) {
            Some(before) if before == time => Ok(()),
            _ => self.writer.time(time),
        }
    }

    fn lane(&self, core: usize) -> usize {
        let place = self.lanes.iter().position(|lane| lane.core == core);
        place.unwrap_or(0)
    }
}

impl Lane {
    fn new(core: usize, scopes: Vec<&'static str>, units: Vec<&'static Unit>) -> Self {
        Self {
            core,
            scopes,
            units,
            sampled: Sampled::default(),
            method: None,
        }
    }

    fn declare(&mut self, tags: usize, signals: &mut Vec<Declared>) {
        let first = signals.len();
        let within = |scopes: &[&'static str]| [&self.scopes, scopes].concat();
        for unit in &self.units {
            signals.extend(unit.signals.iter().map(|signal| Declared {
                scopes: within(unit.scopes),
                name: signal.name.to_owned(),
                format: signal.format,
            }));
        }
        signals.extend((0..tags).map(|tag| Declared {
            scopes: within(&["memory", "method_cache", "tags"]),
            name: format!("tag_{tag}"),
            format: Format::Bits(18),
        }));
        self.sampled = Sampled::new(first, &signals[first..]);
        signals.extend(PROGRAM.iter().map(|(name, format)| Declared {
            scopes: within(&["program"]),
            name: (*name).to_owned(),
            format: *format,
        }));
    }

    fn sample(&mut self, cycle: &Cycle<'_>) {
        let mut rest = self.sampled.now.as_mut_slice();
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

    fn write_program<W: Writer>(
        &mut self,
        cycle: &Cycle<'_>,
        fresh: bool,
        (names, writer): (&mut CodeNames<'_>, &mut W),
    ) -> Result<(), TraceError> {
        let named = match names.dispatched(cycle) {
            Some(named) => named,
            None if fresh => names.running(cycle),
            None => return Ok(()),
        };
        let first = self.sampled.end();
        if fresh || named.method != self.method {
            let method = named.method.as_deref().unwrap_or("-");
            writer.change(first, Value::Text(method))?;
            self.method.clone_from(&named.method);
        }
        let numbers = [named.offset, named.line.map(u32::from)];
        for (place, number) in (first + 1..).zip(numbers) {
            let value = number.map_or(Value::Undefined, |number| Value::Bits(number.into(), 16));
            writer.change(place, value)?;
        }
        Ok(())
    }
}

impl<W: Writer> SeveralSink for Waveform<'_, W> {
    fn open(&mut self, core: usize, first: &Cycle<'_>) -> Result<(), TraceError> {
        if self.signals == 0 {
            self.declare(first.state.memory_system.method_cache.tags().len())?;
        }
        let lane = self.lane(core);
        self.lanes[lane].sampled.fresh = true;
        if let Some(shared) = &mut self.shared {
            shared.sampled.fresh = true;
        }
        Ok(())
    }

    fn cycle(&mut self, core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.set_time(cycle.number())?;
        let place = self.lane(core);
        let (lane, writer) = (&mut self.lanes[place], &mut self.writer);
        let fresh = lane.sampled.fresh;
        lane.sample(cycle);
        lane.sampled.write_changes(writer)?;
        lane.write_program(cycle, fresh, (&mut self.names, writer))
    }

    fn shared(&mut self, signals: &SharedSignals) -> Result<(), TraceError> {
        match &mut self.shared {
            Some(shared) => {
                shared.sample(signals);
                shared.sampled.write_changes(&mut self.writer)
            }
            None => Ok(()),
        }
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        self.set_time(end)?;
        for signal in 0..self.signals {
            self.writer.change(signal, Value::Undefined)?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.writer.finish()
    }
}

impl<W: Writer> Sink for Waveform<'_, W> {
    fn open(&mut self, first: &Cycle<'_>) -> Result<(), TraceError> {
        SeveralSink::open(self, 0, first)
    }

    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        SeveralSink::cycle(self, 0, cycle)
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        SeveralSink::close(self, end)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        SeveralSink::finish(self)
    }
}
