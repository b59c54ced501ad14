//! A run of the machine or the engine with its surroundings: standard output and error, standard input, limits, Ctrl-C.
//!
//! The program's output leaves at the end of each line, and at the latest when a slice of cycles ends, which takes a few
//! milliseconds; input and Ctrl-C are looked at between slices.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jopizer::Symbols;
use jopizer::stack_trace::TraceReader;
use sim_core::{Machine, Output, Probe, Statistics, Stop};

use crate::errors::Error;
use crate::host_input::HostInput;
use crate::output;
use crate::text_watch::TextWatch;

/// Cycles between two looks at the host.
const SLICE: u64 = 1 << 18;
/// Cycles that an original image gets to end the line of its exit text.
const EXIT_LINE: u64 = 1_000_000;
/// What the runtime of the original prints at its end (spec 12 section 11).
const EXIT_TEXT: &str = "JVM exit!";
/// Bytes kept at most before they are written.
const BUFFER: usize = 8 << 10;

/// Why a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The program gave its exit status.
    Exit(u32),
    /// The program printed the exit text of the original runtime.
    ExitText,
    /// The text of `--until` appeared.
    Until,
    /// `--max-cycles` was reached.
    MaxCycles,
    /// Ctrl-C, or a request to terminate.
    Interrupted,
}

/// What ends a run beside the program itself.
#[derive(Debug)]
pub(crate) struct Limits {
    /// Cycles after which the run stops.
    pub(crate) max_cycles: u64,
    /// Text whose appearance on the UART stops the run.
    pub(crate) until: Option<TextWatch>,
    /// Whether the exit text of the original runtime counts as an end.
    pub(crate) exit_text: bool,
}

/// What a run gave.
#[derive(Debug)]
pub(crate) struct Ran<P> {
    /// Why it ended.
    pub(crate) end: End,
    /// What it cost on the machine.
    pub(crate) statistics: Statistics,
    /// What else watched it.
    pub(crate) probe: P,
    /// What it took on the host.
    pub(crate) host_time: Duration,
    /// Whether the last byte printed was no line end.
    pub(crate) in_line: bool,
}

impl<P> Ran<P> {
    /// The same run, with what became of the probe.
    pub(crate) fn map_probe<Q>(self, change: impl FnOnce(P) -> Q) -> Ran<Q> {
        Ran {
            end: self.end,
            statistics: self.statistics,
            probe: change(self.probe),
            host_time: self.host_time,
            in_line: self.in_line,
        }
    }
}

/// What executes a program: the machine, or the engine.
pub(crate) trait Processor {
    /// What else watches the run.
    type Probe;

    /// Runs until something leaves or the cycle counter reaches `limit`; none at the limit.
    fn run(&mut self, limit: u64) -> Result<Option<Output>, Error>;

    /// Clock cycles since reset.
    fn cycle(&self) -> u64;

    /// Appends bytes to what the UART receives.
    fn feed(&mut self, bytes: &[u8]);

    /// Bytes that the UART still holds when the program has ended.
    fn empty_uart(&mut self) -> Vec<u8>;

    /// What was counted, of a run that ended so.
    fn finish(self, end: End) -> (Statistics, Self::Probe);
}

/// A machine under observation.
pub(crate) struct WatchedMachine<P> {
    machine: Machine,
    probes: (Statistics, P),
}

impl<P> WatchedMachine<P> {
    /// `probe` watches beside the statistics.
    pub(crate) fn new(machine: Machine, probe: P) -> Self {
        Self {
            machine,
            probes: (Statistics::default(), probe),
        }
    }
}

impl<P: Probe> Processor for WatchedMachine<P> {
    type Probe = P;

    fn run(&mut self, limit: u64) -> Result<Option<Output>, Error> {
        Ok(match self.machine.run(limit, &mut self.probes) {
            Stop::Limit => None,
            Stop::Output(output) => Some(output),
        })
    }

    fn cycle(&self) -> u64 {
        self.machine.state.cycle
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.machine.state.memory_system.io.uart.feed(bytes);
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.empty_uart()
    }

    fn finish(self, _end: End) -> (Statistics, P) {
        self.probes
    }
}

/// A processor and what it is connected to.
pub(crate) struct Session<'a, M> {
    processor: M,
    symbols: Option<&'a Symbols>,
    limits: Limits,
    exit_text: Option<TextWatch>,
    /// Cycle by which the line of the exit text must have ended.
    exit_line_ends: Option<u64>,
    uart: Channel,
    diagnostics: Channel,
    trace: TraceReader,
    input: Option<HostInput>,
    interrupted: &'a AtomicBool,
}

impl<'a, M: Processor> Session<'a, M> {
    /// Connects a processor; `symbols` give the calls in stack traces their names.
    pub(crate) fn new(
        processor: M,
        symbols: Option<&'a Symbols>,
        limits: Limits,
        input: Option<HostInput>,
        interrupted: &'a AtomicBool,
    ) -> Self {
        Self {
            processor,
            symbols,
            exit_text: limits
                .exit_text
                .then(|| TextWatch::at_line_start(EXIT_TEXT)),
            exit_line_ends: None,
            limits,
            uart: Channel::default(),
            diagnostics: Channel::default(),
            trace: TraceReader::default(),
            input,
            interrupted,
        }
    }

    /// Runs the program to its end.
    pub(crate) fn run(mut self) -> Result<Ran<M::Probe>, Error> {
        let start = Instant::now();
        let end = loop {
            self.look_at_host()?;
            if let Some(end) = self.between_slices() {
                break end;
            }
            let pause = self.limits.max_cycles.min(self.processor.cycle() + SLICE);
            if let Some(end) = self.run_to(pause)? {
                break end;
            }
        };
        if matches!(end, End::Exit(_)) {
            // These cycles are not the program's.
            for byte in self.processor.empty_uart() {
                self.print(byte)?;
            }
        }
        self.flush()?;
        let host_time = start.elapsed();
        let (statistics, probe) = self.processor.finish(end);
        Ok(Ran {
            end,
            statistics,
            probe,
            host_time,
            in_line: self.uart.in_line,
        })
    }

    fn look_at_host(&mut self) -> Result<(), Error> {
        self.flush()?;
        if let Some(input) = &mut self.input {
            self.processor.feed(&input.arrived());
        }
        Ok(())
    }

    fn between_slices(&self) -> Option<End> {
        let cycle = self.processor.cycle();
        if self.interrupted.load(Ordering::Relaxed) {
            Some(End::Interrupted)
        } else if self.exit_line_ends.is_some_and(|limit| cycle >= limit) {
            Some(End::ExitText)
        } else {
            (cycle >= self.limits.max_cycles).then_some(End::MaxCycles)
        }
    }

    fn run_to(&mut self, pause: u64) -> Result<Option<End>, Error> {
        loop {
            match self.processor.run(pause)? {
                None => return Ok(None),
                Some(Output::Exit(status)) => return Ok(Some(End::Exit(status))),
                Some(Output::Diagnostic(byte)) => self.diagnostic(byte)?,
                Some(Output::Trace(word)) => self.trace(word)?,
                Some(Output::Uart(byte)) => {
                    self.print(byte)?;
                    if let Some(end) = self.text_ends(byte) {
                        return Ok(Some(end));
                    }
                }
            }
        }
    }

    fn text_ends(&mut self, byte: u8) -> Option<End> {
        if self
            .limits
            .until
            .as_mut()
            .is_some_and(|text| text.sees(byte))
        {
            return Some(End::Until);
        }
        if self.exit_line_ends.is_some() {
            return (byte == b'\n').then_some(End::ExitText);
        }
        if self.exit_text.as_mut().is_some_and(|text| text.sees(byte)) {
            self.exit_line_ends = Some(self.processor.cycle() + EXIT_LINE);
        }
        None
    }

    fn print(&mut self, byte: u8) -> Result<(), Error> {
        if self.uart.push(byte) {
            self.uart.write(io::stdout().lock()).map_err(output::failed)
        } else {
            Ok(())
        }
    }

    fn diagnostic(&mut self, byte: u8) -> Result<(), Error> {
        if self.diagnostics.push(byte) {
            self.flush()
        } else {
            Ok(())
        }
    }

    fn trace(&mut self, word: u32) -> Result<(), Error> {
        let lines = self.trace.push(word, self.symbols).unwrap_or_default();
        lines.bytes().try_for_each(|byte| self.diagnostic(byte))
    }

    /// Writes what is kept, standard output first.
    fn flush(&mut self) -> Result<(), Error> {
        self.uart
            .write(io::stdout().lock())
            .map_err(output::failed)?;
        // A closed standard error stops nothing.
        let _ = self.diagnostics.write(io::stderr().lock());
        Ok(())
    }
}

/// Bytes on their way to the host.
#[derive(Debug, Default)]
struct Channel {
    kept: Vec<u8>,
    in_line: bool,
}

impl Channel {
    /// Keeps a byte; tells whether it is time to write.
    fn push(&mut self, byte: u8) -> bool {
        self.kept.push(byte);
        self.in_line = byte != b'\n';
        !self.in_line || self.kept.len() >= BUFFER
    }

    fn write(&mut self, mut to: impl Write) -> io::Result<()> {
        if self.kept.is_empty() {
            return Ok(());
        }
        let written = to.write_all(&self.kept).and_then(|()| to.flush());
        self.kept.clear();
        written
    }
}
