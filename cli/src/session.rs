//! A run of the machine or the engine with its surroundings: standard output and error, standard input, limits, Ctrl-C.
//!
//! The program's output leaves at the end of each line, and at the latest when a slice of cycles ends, which takes a few
//! milliseconds; input and Ctrl-C are looked at between slices. Checkpoints are written between slices, too, and a session
//! that is resumed from one goes on as if it had never ended.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use isa::{Output, Stop};
use jopizer::Symbols;
use jopizer::stack_trace::TraceReader;
use run::checkpoint::{RunState, TAIL};
use run::probes::CollectionProbe;
use sim_core::{Machine, MachineState, Probe, Statistics};

use crate::checkpoints::CheckpointWriter;
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
    /// Cycles that it took this time, without those before a checkpoint.
    pub(crate) host_cycles: u64,
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
            host_cycles: self.host_cycles,
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

    /// What a checkpoint holds of it; none where it cannot be saved.
    fn parts(&self) -> Option<Parts<'_>>;

    /// What was counted, of a run that ended so.
    fn finish(self, end: End) -> (Statistics, Self::Probe);
}

/// What a checkpoint holds of a machine under observation.
pub(crate) struct Parts<'a> {
    pub(crate) state: &'a MachineState,
    pub(crate) statistics: &'a Statistics,
    pub(crate) collections: &'a CollectionProbe,
}

/// A probe, or one of several, that sees collections.
pub(crate) trait SeesCollections {
    /// That probe.
    fn collections(&self) -> &CollectionProbe;
}

impl SeesCollections for CollectionProbe {
    fn collections(&self) -> &CollectionProbe {
        self
    }
}

impl<P> SeesCollections for (CollectionProbe, P) {
    fn collections(&self) -> &CollectionProbe {
        &self.0
    }
}

/// A machine under observation.
pub(crate) struct WatchedMachine<P> {
    machine: Machine,
    probes: (Statistics, P),
}

impl<P> WatchedMachine<P> {
    /// `probe` watches beside the statistics, which go on from what was counted before.
    pub(crate) fn new(machine: Machine, statistics: Statistics, probe: P) -> Self {
        Self {
            machine,
            probes: (statistics, probe),
        }
    }
}

impl<P: Probe + SeesCollections> Processor for WatchedMachine<P> {
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

    fn parts(&self) -> Option<Parts<'_>> {
        Some(Parts {
            state: &self.machine.state,
            statistics: &self.probes.0,
            collections: self.probes.1.collections(),
        })
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
    /// The last bytes of the UART.
    tail: VecDeque<u8>,
    trace: TraceReader,
    input: Option<HostInput>,
    checkpoints: Option<CheckpointWriter<'a>>,
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
            tail: VecDeque::new(),
            trace: TraceReader::default(),
            input,
            checkpoints: None,
            interrupted,
        }
    }

    /// Goes on where another session was; the processor is there already.
    pub(crate) fn resume(mut self, run: &RunState) -> Self {
        for byte in &run.tail {
            // What ended there would have ended the session.
            for watch in self.limits.until.iter_mut().chain(&mut self.exit_text) {
                watch.sees(*byte);
            }
            self.uart.in_line = *byte != b'\n';
        }
        self.tail = run.tail.iter().copied().collect();
        self.uart.total = run.printed;
        self.diagnostics.total = run.diagnostics;
        self.exit_line_ends = run.exit_line_ends;
        self.trace = TraceReader::resume(run.trace.clone());
        self
    }

    /// Writes checkpoints on the way.
    pub(crate) fn with_checkpoints(mut self, writer: Option<CheckpointWriter<'a>>) -> Self {
        self.checkpoints = writer;
        self
    }

    /// The same, but what the program prints on the UART goes nowhere.
    pub(crate) fn without_output(mut self) -> Self {
        self.uart.is_mute = true;
        self
    }

    /// Runs the program to its end.
    pub(crate) fn run(mut self) -> Result<Ran<M::Probe>, Error> {
        let start = Instant::now();
        let first = self.processor.cycle();
        let end = loop {
            self.look_at_host()?;
            if let Some(end) = self.between_slices() {
                break end;
            }
            let pause = self.pause();
            if let Some(end) = self.run_to(pause)? {
                break end;
            }
            let cycle = self.processor.cycle();
            if self.checkpoints.as_ref().is_some_and(|it| it.is_due(cycle)) {
                self.write_checkpoint()?;
            }
        };
        if matches!(end, End::MaxCycles | End::Interrupted) {
            self.write_checkpoint()?;
        }
        let host_cycles = self.processor.cycle() - first;
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
            host_cycles,
            in_line: self.uart.in_line,
        })
    }

    /// The cycle at which the slice ends. An exit line ends in its cycle wherever slices end.
    fn pause(&self) -> u64 {
        let cycle = self.processor.cycle();
        let checkpoint = self.checkpoints.as_ref();
        (cycle + SLICE)
            .min(self.limits.max_cycles)
            .min(self.exit_line_ends.unwrap_or(u64::MAX))
            .min(checkpoint.map_or(u64::MAX, |writer| writer.next(cycle)))
    }

    fn write_checkpoint(&mut self) -> Result<(), Error> {
        // What was printed before the checkpoint is not printed again after it.
        self.flush()?;
        let (Some(writer), Some(parts)) = (&mut self.checkpoints, self.processor.parts()) else {
            return Ok(());
        };
        let run = RunState {
            statistics: (*parts.statistics).into(),
            collections: parts.collections.clone(),
            printed: self.uart.total,
            diagnostics: self.diagnostics.total,
            tail: self.tail.iter().copied().collect(),
            trace: self.trace.words().to_vec(),
            exit_line_ends: self.exit_line_ends,
        };
        writer.write(parts.state, run)
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
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(byte);
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
    /// Bytes that ever came.
    total: u64,
    /// Nothing is written.
    is_mute: bool,
}

impl Channel {
    /// Keeps a byte; tells whether it is time to write.
    fn push(&mut self, byte: u8) -> bool {
        self.kept.push(byte);
        self.total += 1;
        self.in_line = byte != b'\n';
        !self.in_line || self.kept.len() >= BUFFER
    }

    fn write(&mut self, mut to: impl Write) -> io::Result<()> {
        if self.kept.is_empty() {
            return Ok(());
        }
        if self.is_mute {
            self.kept.clear();
            return Ok(());
        }
        let written = to.write_all(&self.kept).and_then(|()| to.flush());
        self.kept.clear();
        written
    }
}
