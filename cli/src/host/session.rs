//! A run with its surroundings on the host: standard output and error, standard input, checkpoints, Ctrl-C.
//!
//! The program's output is flushed at the end of each line, and at the latest when a slice of cycles ends, which takes a few
//! milliseconds; input and Ctrl-C are polled between slices. Checkpoints are written between slices, too, and a session
//! resumed from one continues as if it had never ended. [`run::to_end`] runs it and decides when it has ended.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Instant;

use isa::Output;
use jopizer::Symbols;
use jopizer::stack_trace::TraceReader;
use run::checkpoint::{RunState, TAIL};
use run::ending::slice_end;
use run::report::Ended;
use run::{Counted, End, Ending, Guest, Host, Input, Limits, Subject};

use crate::host::checkpoints::CheckpointWriter;
use crate::host::failures::Failures;
use crate::host::uart_input;
use crate::host::uart_input::HostInput;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::stdout;

/// Bytes kept at most before they are written.
const BUFFER: usize = 8 << 10;

/// Result of a run.
#[derive(Debug)]
pub(crate) struct Ran<E> {
    /// Ending and cost.
    pub(crate) ended: Ended,
    /// The engine, with its probes.
    pub(crate) engine: E,
    /// Set if the last byte printed was not a line end.
    pub(crate) in_line: bool,
    /// Exceptions that nobody caught.
    pub(crate) failures: Failures,
}

impl<E> Ran<E> {
    /// The same with what is inside of its engine.
    pub(crate) fn map<F>(self, inside: impl FnOnce(E) -> F) -> Ran<F> {
        Ran {
            ended: self.ended,
            engine: inside(self.engine),
            in_line: self.in_line,
            failures: self.failures,
        }
    }
}

/// A run and what it is connected to.
pub(crate) struct Session<'a> {
    guest: Guest<'a>,
    /// Names of the program's methods.
    symbols: Option<&'a Symbols>,
    limits: Limits<'a>,
    terminal: Terminal<'a, ()>,
}

/// The host: it prints, feeds what arrives, and writes checkpoints.
struct Terminal<'a, W> {
    streams: Streams<'a>,
    input: Option<HostInput>,
    checkpoints: Option<CheckpointWriter<'a>>,
    notes: Console,
    /// Is shown the engine after each slice.
    watch: W,
}

impl<'a> Session<'a> {
    /// Connects the program of this subject; its symbols give the calls in stack traces their names.
    pub(crate) fn new(
        subject: &'a Subject,
        limits: Limits<'a>,
        input: Option<HostInput>,
        notes: Console,
    ) -> Self {
        Self {
            guest: subject.into(),
            symbols: subject.symbols.as_ref(),
            limits,
            terminal: Terminal {
                streams: Streams::new(subject.symbols.as_ref()),
                input,
                checkpoints: None,
                notes,
                watch: (),
            },
        }
    }

    /// Goes on where another session was; the engine is there already.
    pub(crate) fn resume(mut self, before: Option<&'a RunState>) -> Self {
        self.guest = self.guest.resumed(before);
        if let Some(before) = before {
            self.terminal.streams.resume(before);
        }
        self
    }

    /// Writes checkpoints on the way.
    pub(crate) fn with_checkpoints(mut self, writer: Option<CheckpointWriter<'a>>) -> Self {
        self.terminal.checkpoints = writer;
        self
    }

    /// Runs the program to its end.
    pub(crate) fn run<E: Counted>(self, engine: E) -> Result<Ran<E>, Error>
    where
        Error: From<E::Fault>,
    {
        self.watched(engine, |_| Ok(()))
    }

    /// The same; the engine is shown after each slice.
    pub(crate) fn watched<E: Counted>(
        self,
        mut engine: E,
        watch: impl FnMut(&mut E) -> Result<(), Error>,
    ) -> Result<Ran<E>, Error>
    where
        Error: From<E::Fault>,
    {
        let start = Instant::now();
        let first = engine.cycle();
        let mut terminal = self.terminal.watching(watch);
        let ended = run::to_end(self.guest, &mut engine, &mut terminal, &self.limits);
        let end = ended.map_err(|error: Error| error.naming(self.symbols))?;
        let streams = terminal.streams;
        Ok(Ran {
            ended: Ended {
                end,
                counters: engine.counters(end),
                host_time: start.elapsed(),
                host_cycles: engine.cycle() - first,
                block_share: engine.block_share(),
            },
            engine,
            in_line: streams.uart.in_line,
            failures: streams.failures,
        })
    }
}

impl<'a> Terminal<'a, ()> {
    fn watching<W>(self, watch: W) -> Terminal<'a, W> {
        Terminal {
            streams: self.streams,
            input: self.input,
            checkpoints: self.checkpoints,
            notes: self.notes,
            watch,
        }
    }
}

impl<W> Terminal<'_, W> {
    fn write_checkpoint<E: Counted>(
        &mut self,
        engine: &E,
        ending: &Ending<'_>,
    ) -> Result<(), Error> {
        // What was printed before the checkpoint is not printed again after it.
        self.streams.flush()?;
        let (Some(writer), Some(saved)) = (&mut self.checkpoints, engine.saved()) else {
            return Ok(());
        };
        let streams = &self.streams;
        let run = RunState {
            statistics: (*saved.statistics).into(),
            collections: saved.collections.clone(),
            printed: streams.uart.total,
            diagnostics: streams.diagnostics.total,
            tail: streams.tail.iter().copied().collect(),
            trace: streams.trace.words().to_vec(),
            exit_line_ends: ending.exit_line_ends(),
        };
        writer.write(saved.state, run)
    }
}

impl<E: Counted, W> Host<E> for Terminal<'_, W>
where
    Error: From<E::Fault>,
    W: FnMut(&mut E) -> Result<(), Error>,
{
    type Error = Error;

    fn takes(&mut self, output: Output) -> Result<(), Error> {
        self.streams.take(output)
    }

    fn feeds(&mut self, engine: &mut E) -> Result<Option<Input>, Error> {
        self.streams.flush()?;
        let Some(input) = &mut self.input else {
            return Ok(None);
        };
        engine.feed(&run::sent(input.arrived(), self.streams.symbols));
        Ok(Some(match input.has_ended() {
            true => Input::Complete,
            false => Input::Arriving,
        }))
    }

    fn next(&self, cycle: u64) -> u64 {
        let checkpoint = self.checkpoints.as_ref();
        let checkpoint = checkpoint.map_or(u64::MAX, |writer| writer.next(cycle));
        slice_end(cycle).min(checkpoint)
    }

    fn between(&mut self, engine: &mut E, ending: &Ending<'_>) -> Result<(), Error> {
        (self.watch)(engine)?;
        let cycle = engine.cycle();
        match &self.checkpoints {
            Some(writer) if writer.is_due(cycle) => self.write_checkpoint(engine, ending),
            _ => Ok(()),
        }
    }

    fn hears(&self) -> bool {
        true
    }

    fn waits(&mut self, input: Input) {
        let note = uart_input::note(input);
        self.notes.note(&format!("jop: note: {note}"));
    }

    fn blocked(&mut self, threads: &str) -> Result<(), Error> {
        let text = format!("Every thread waits, and none can wake another:\n{threads}");
        text.bytes()
            .try_for_each(|byte| self.streams.diagnostic(byte))
    }

    fn ended(&mut self, engine: &mut E, end: End, ending: &Ending<'_>) -> Result<(), Error> {
        if matches!(end, End::MaxCycles | End::Interrupted) {
            self.write_checkpoint(engine, ending)?;
        }
        if matches!(end, End::Exit(_)) {
            // These cycles are not the program's.
            for byte in engine.empty_uart() {
                self.streams.print(byte)?;
            }
        }
        self.streams.flush()
    }
}

/// Standard output and error, and what is remembered of them.
struct Streams<'a> {
    symbols: Option<&'a Symbols>,
    uart: Channel,
    diagnostics: Channel,
    /// The last bytes of the UART.
    tail: VecDeque<u8>,
    trace: TraceReader,
    failures: Failures,
}

impl<'a> Streams<'a> {
    fn new(symbols: Option<&'a Symbols>) -> Self {
        Self {
            symbols,
            uart: Channel::default(),
            diagnostics: Channel::default(),
            tail: VecDeque::new(),
            trace: TraceReader::default(),
            failures: Failures::default(),
        }
    }

    fn resume(&mut self, run: &RunState) {
        self.uart.in_line = run.tail.last().is_some_and(|byte| *byte != b'\n');
        self.tail = run.tail.iter().copied().collect();
        self.uart.total = run.printed;
        self.diagnostics.total = run.diagnostics;
        self.trace = TraceReader::resume(run.trace.clone());
    }

    fn take(&mut self, output: Output) -> Result<(), Error> {
        match output {
            Output::Uart(byte) => self.print(byte),
            Output::Diagnostic(byte) => self.diagnostic(byte),
            Output::Trace(word) => self.trace(word),
            Output::Exit(_) => Ok(()),
        }
    }

    fn print(&mut self, byte: u8) -> Result<(), Error> {
        if self.tail.len() == TAIL {
            self.tail.pop_front();
        }
        self.tail.push_back(byte);
        if self.uart.push(byte) {
            self.uart.write(io::stdout().lock()).map_err(stdout::failed)
        } else {
            Ok(())
        }
    }

    fn diagnostic(&mut self, byte: u8) -> Result<(), Error> {
        self.failures.sees(byte);
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
            .map_err(stdout::failed)?;
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
}

impl Channel {
    /// Keeps a byte; returns true if it is time to write.
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
        let written = to.write_all(&self.kept).and_then(|()| to.flush());
        self.kept.clear();
        written
    }
}
