//! A run with its surroundings on the host: standard output and error, standard input, checkpoints, Ctrl-C.
//!
//! The program's output is flushed at the end of each line, and at the latest when a slice of cycles ends, which takes a few
//! milliseconds; input and Ctrl-C are polled between slices. Checkpoints are written between slices, too, and a session
//! resumed from one continues as if it had never ended. [`run::Ending`] decides when the run has ended.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::time::Instant;

use isa::Output;
use jopizer::Symbols;
use jopizer::stack_trace::TraceReader;
use run::checkpoint::{RunState, TAIL};
use run::ending::SLICE;
use run::report::Ended;
use run::{Counted, End, Ending, Input, Need};

use crate::checkpoints::CheckpointWriter;
use crate::console::Console;
use crate::errors::Error;
use crate::failures::Failures;
use crate::host_input::HostInput;
use crate::{host_input, output};

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

/// An engine and what it is connected to.
pub(crate) struct Session<'a, E> {
    engine: E,
    ending: Ending<'a>,
    console: Streams<'a>,
    input: Option<HostInput>,
    checkpoints: Option<CheckpointWriter<'a>>,
    /// Where it is told that the program waits for input.
    notes: Option<Console>,
}

impl<'a, E: Counted> Session<'a, E>
where
    Error: From<E::Fault>,
{
    /// Connects an engine; `symbols` give the calls in stack traces their names.
    pub(crate) fn new(
        engine: E,
        symbols: Option<&'a Symbols>,
        ending: Ending<'a>,
        input: Option<HostInput>,
    ) -> Self {
        Self {
            engine,
            ending,
            console: Streams {
                symbols,
                uart: Channel::default(),
                diagnostics: Channel::default(),
                tail: VecDeque::new(),
                trace: TraceReader::default(),
                failures: Failures::default(),
            },
            input,
            checkpoints: None,
            notes: None,
        }
    }

    /// Goes on where another session was; the engine is there already.
    pub(crate) fn resume(mut self, run: &RunState) -> Self {
        self.ending = self.ending.resume(&run.tail, run.exit_line_ends);
        self.console.resume(run);
        self
    }

    /// Writes checkpoints on the way.
    pub(crate) fn with_checkpoints(mut self, writer: Option<CheckpointWriter<'a>>) -> Self {
        self.checkpoints = writer;
        self
    }

    /// Tells the user, once, when the program waits for input that nobody gives.
    pub(crate) fn telling(mut self, console: Console) -> Self {
        self.notes = Some(console);
        self
    }

    /// The same, but what the program prints on the UART goes nowhere.
    pub(crate) fn without_output(mut self) -> Self {
        self.console.uart.is_mute = true;
        self
    }

    /// Runs the program to its end.
    pub(crate) fn run(mut self) -> Result<Ran<E>, Error> {
        let start = Instant::now();
        let first = self.engine.cycle();
        let end = loop {
            self.look_at_host()?;
            if self.look_at_program()? {
                break End::Blocked;
            }
            let pause = self.pause();
            let console = &mut self.console;
            let end = self
                .ending
                .run_to(&mut self.engine, pause, |output| console.take(output))?;
            if let Some(end) = end {
                break end;
            }
            let cycle = self.engine.cycle();
            if self.checkpoints.as_ref().is_some_and(|it| it.is_due(cycle)) {
                self.write_checkpoint()?;
            }
        };
        if matches!(end, End::MaxCycles | End::Interrupted) {
            self.write_checkpoint()?;
        }
        let host_cycles = self.engine.cycle() - first;
        let block_share = self.engine.block_share();
        if matches!(end, End::Exit(_)) {
            // These cycles are not the program's.
            for byte in self.engine.empty_uart() {
                self.console.print(byte)?;
            }
        }
        self.console.flush()?;
        Ok(Ran {
            ended: Ended {
                end,
                counters: self.engine.counters(end),
                host_time: start.elapsed(),
                host_cycles,
                block_share,
            },
            engine: self.engine,
            in_line: self.console.uart.in_line,
            failures: self.console.failures,
        })
    }

    /// The cycle at which the slice ends: wherever a run began, its slices end in the same cycles.
    fn pause(&self) -> u64 {
        let cycle = self.engine.cycle();
        let checkpoint = self.checkpoints.as_ref();
        ((cycle / SLICE + 1) * SLICE).min(checkpoint.map_or(u64::MAX, |writer| writer.next(cycle)))
    }

    fn write_checkpoint(&mut self) -> Result<(), Error> {
        // What was printed before the checkpoint is not printed again after it.
        self.console.flush()?;
        let (Some(writer), Some(saved)) = (&mut self.checkpoints, self.engine.saved()) else {
            return Ok(());
        };
        let console = &self.console;
        let run = RunState {
            statistics: (*saved.statistics).into(),
            collections: saved.collections.clone(),
            printed: console.uart.total,
            diagnostics: console.diagnostics.total,
            tail: console.tail.iter().copied().collect(),
            trace: console.trace.words().to_vec(),
            exit_line_ends: self.ending.exit_line_ends(),
        };
        writer.write(saved.state, run)
    }

    fn look_at_host(&mut self) -> Result<(), Error> {
        self.console.flush()?;
        if let Some(input) = &mut self.input {
            self.engine.feed(&input.arrived());
        }
        Ok(())
    }

    /// Returns true if the program cannot go on; its threads are then on standard error.
    fn look_at_program(&mut self) -> Result<bool, Error> {
        let input = match &self.input {
            None => Input::Missing,
            Some(input) if input.has_ended() => Input::Complete,
            Some(_) => Input::Arriving,
        };
        let (view, cycle) = (self.engine.view(), self.engine.cycle());
        match self.ending.look(view, cycle, input) {
            None => {}
            Some(Need::Bytes(bytes)) => self.engine.feed(bytes),
            Some(Need::Input(input)) => {
                if let Some(console) = self.notes {
                    console.note(&format!("jop: note: {}", host_input::note(input)));
                }
            }
            Some(Need::End(threads)) => {
                let text = format!("Every thread waits, and none can wake another:\n{threads}");
                text.bytes()
                    .try_for_each(|byte| self.console.diagnostic(byte))?;
                return Ok(true);
            }
        }
        Ok(false)
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

impl Streams<'_> {
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
            self.uart.write(io::stdout().lock()).map_err(output::failed)
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
        if self.is_mute {
            self.kept.clear();
            return Ok(());
        }
        let written = to.write_all(&self.kept).and_then(|()| to.flush());
        self.kept.clear();
        written
    }
}
