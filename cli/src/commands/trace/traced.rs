//! A machine whose windows are traced, as an engine.

use isa::Stop;
use run::ending::slice_end;
use run::{Engine, Limits, Program, View};
use superblock::BlockMachine;
use trace::{Pause, Summary, TraceError, Tracer};

use crate::host::quiet::Quiet;
use crate::output::console::Console;

/// Reasons why a recording ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::commands) enum End {
    /// The window is closed, or the limit reached.
    Complete,
    /// The run ended.
    Run(run::End),
}

/// What ends a run before the program does.
enum Left {
    /// The trace is complete.
    Complete,
    Failed(TraceError),
}

struct Traced<'m, 't> {
    machine: &'m mut BlockMachine,
    tracer: Tracer<'t>,
}

/// Runs to the end of the trace; gives what was recorded, why it ended, and how often the method was called.
pub(super) fn record(
    tracer: Tracer<'_>,
    machine: &mut BlockMachine,
    (program, limits): (&Program, &Limits<'_>),
    console: Console,
) -> Result<(Summary, End, u64), TraceError> {
    let mut run = Traced { machine, tracer };
    let mut host = Quiet::new(console, "");
    let end = match run::to_end(program, &mut run, &mut host, limits) {
        Ok(end) => End::Run(end),
        Err(Left::Complete) => End::Complete,
        Err(Left::Failed(error)) => return Err(error),
    };
    let cycle = run.cycle();
    let calls = run.tracer.calls();
    Ok((run.tracer.finish(cycle)?, end, calls))
}

impl Engine for Traced<'_, '_> {
    type Fault = Left;

    fn run(&mut self, limit: u64) -> Result<Stop, Left> {
        loop {
            // A machine that goes back passes the ends of slices once more.
            let pause = limit.min(slice_end(self.cycle()));
            match self.tracer.run(self.machine, pause) {
                Ok(Pause::Limit) if self.cycle() < pause => {}
                Ok(Pause::Limit) => return Ok(Stop::Limit),
                Ok(Pause::Output(output)) => return Ok(Stop::Output(output)),
                Ok(Pause::Done) => return Err(Left::Complete),
                Err(error) => return Err(Left::Failed(error)),
            }
        }
    }

    fn cycle(&self) -> u64 {
        self.machine.machine().state.cycle
    }

    fn cycles(&self, _end: run::End) -> u64 {
        self.cycle()
    }

    fn feed(&mut self, bytes: &[u8]) {
        let machine = self.machine.machine_mut();
        machine.state.memory_system.io.uart.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        Some(View::of(&self.machine.machine().state))
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.empty_uart()
    }
}
