//! Several processors whose window is traced, as an engine.

use isa::Stop;
use run::{Engine, Limits, Program, SeveralFault, View};
use sim_core::cmp::Multiprocessor;
use trace::{Pause, SeveralTracer, Summary, TraceError};

use super::traced::End;
use crate::host::quiet::Quiet;
use crate::output::console::Console;

/// What a trace cannot go on with.
pub(in crate::commands) enum Unrecorded {
    Trace(TraceError),
    Run(SeveralFault),
}

/// What ends a run before the program does.
pub(in crate::commands) enum Left {
    /// The trace is complete.
    Complete,
    Failed(Unrecorded),
}

/// The processors, and what records them.
pub(in crate::commands) struct Traced<'m, 't> {
    pub(in crate::commands) machine: &'m mut Multiprocessor,
    pub(in crate::commands) tracer: SeveralTracer<'t>,
    /// The program may not start the other processors.
    pub(in crate::commands) is_unshared: bool,
}

impl Traced<'_, '_> {
    /// Runs to the end of the trace; gives what was recorded, why it ended, and how often the method was called.
    pub(in crate::commands) fn record(
        mut self,
        (program, limits): (&Program, &Limits<'_>),
        console: Console,
    ) -> Result<(Summary, End, u64), Unrecorded> {
        let mut host = Quiet::new(console, "");
        let end = match run::to_end(program, &mut self, &mut host, limits) {
            Ok(end) => End::Run(end),
            Err(Left::Complete) => End::Complete,
            Err(Left::Failed(error)) => return Err(error),
        };
        let cycle = self.cycle();
        let calls = self.tracer.calls();
        let summary = self.tracer.finish(cycle).map_err(Unrecorded::Trace)?;
        Ok((summary, end, calls))
    }
}

impl Engine for Traced<'_, '_> {
    type Fault = Left;

    fn run(&mut self, limit: u64) -> Result<Stop, Left> {
        while self.cycle() < limit {
            // Whoever may not start the others is looked at in every cycle.
            let pause = match self.is_unshared {
                true => self.cycle() + 1,
                false => limit,
            };
            let pause = self.tracer.run(self.machine, pause);
            match pause.map_err(|error| Left::Failed(Unrecorded::Trace(error)))? {
                Pause::Limit => {}
                Pause::Output(output) => return Ok(Stop::Output(output)),
                Pause::Done => return Err(Left::Complete),
            }
            if self.is_unshared && self.machine.is_signalled() {
                let fault = SeveralFault::Unshared(self.cycle());
                return Err(Left::Failed(Unrecorded::Run(fault)));
            }
        }
        Ok(Stop::Limit)
    }

    fn cycle(&self) -> u64 {
        self.machine.cycle()
    }

    fn cycles(&self, _end: run::End) -> u64 {
        self.cycle()
    }

    fn feed(&mut self, bytes: &[u8]) {
        let first = &mut self.machine.cpus[0].state;
        first.memory_system.io.uart.feed(bytes);
    }

    fn view(&self) -> Option<View<'_>> {
        let state = &self.machine.cpus[0].state;
        Some(View {
            memory: self.machine.memory.words.as_slice(),
            ..View::of(state)
        })
    }

    fn empty_uart(&mut self) -> Vec<u8> {
        self.machine.cpus[0].empty_uart()
    }
}
