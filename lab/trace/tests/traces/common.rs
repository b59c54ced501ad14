//! The embedded demonstration on the machine, traced.

use std::io::{Cursor, Result, Seek, SeekFrom, Write};
use std::sync::{Arc, Mutex};

use isa::{MachineConfig, Output};
use jopizer::LinkProgram;
use jopizer::{LinkOptions, Linked};
use microcode::{Build, Program};
use runtime::programs::find;
use sim_core::Machine;
use superblock::BlockMachine;
use trace::{CodeNames, Pause, Sink, Summary, Tracer, Window};

/// Cycles that a traced run takes at most.
const LIMIT: u64 = 3_000_000;

/// Class and name of the static field with the running thread.
const RUNNING_TASK: (&str, &str) = ("com.jopdesign.sys.Scheduler", "current");

/// A linked program with the microcode that runs it.
pub(crate) struct Subject {
    pub(crate) linked: Linked,
    pub(crate) microcode: Program,
    pub(crate) config: MachineConfig,
}

impl Subject {
    /// An embedded program with so much to do.
    pub(crate) fn new(name: &str, length: &str) -> Self {
        Self::of(find(name).unwrap().options(&[length.to_owned()]))
    }

    /// The demonstration.
    pub(crate) fn demo() -> Self {
        Self::of(LinkOptions::new("demo.Demo", []))
    }

    fn of(options: LinkOptions) -> Self {
        let config = MachineConfig::default();
        let options = LinkOptions {
            memory_words: config.memory_words,
            ..options
        };
        Self {
            linked: jopizer::link(&options).unwrap(),
            microcode: microcode::jvm(Build::Jop),
            config,
        }
    }

    /// Address of the static field with the running thread.
    fn running_task(&self) -> Option<u32> {
        let mut statics = self.linked.symbols.statics.iter();
        let field = statics.find(|field| (&*field.class, &*field.name) == RUNNING_TASK);
        field.map(|field| field.address)
    }

    pub(crate) fn machine(&self) -> Machine {
        Machine::new(&self.config, &self.microcode, &self.linked.image.words).unwrap()
    }

    pub(crate) fn names(&self) -> CodeNames<'_> {
        let linked = Some((&self.linked.image, &self.linked.symbols));
        CodeNames::new(linked, &self.microcode)
    }

    /// Traces a window; stops when the program ends.
    pub(crate) fn trace(&self, window: Window, most: u64, sink: &mut dyn Sink) -> Summary {
        let mut machine = BlockMachine::new(self.machine());
        self.trace_on(&mut machine, window, most, sink)
    }

    /// The same on a machine at its first cycle.
    pub(crate) fn trace_on(
        &self,
        machine: &mut BlockMachine,
        window: Window,
        most: u64,
        sink: &mut dyn Sink,
    ) -> Summary {
        let mut tracer = Tracer::new(window, most, self.running_task(), sink);
        loop {
            match tracer.run(machine, LIMIT).unwrap() {
                Pause::Output(Output::Exit(_)) | Pause::Done => break,
                Pause::Limit if machine.machine().state.cycle >= LIMIT => break,
                Pause::Limit | Pause::Output(_) => {}
            }
        }
        tracer.finish(machine.machine().state.cycle).unwrap()
    }
}

/// A file that its writer and the test have.
#[derive(Clone, Default)]
pub(crate) struct Shared(Arc<Mutex<Cursor<Vec<u8>>>>);

impl Shared {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.lock().unwrap().get_ref().clone()
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

impl Seek for Shared {
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.0.lock().unwrap().seek(to)
    }
}
