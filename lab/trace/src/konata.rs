//! The pipeline as a log for Konata, format `Kanata` version 4.
//!
//! Thread 0 has the microinstructions: stage R on `rom_data`, then one named as the stall (`method cache`, ...) for as long
//! as `wait` holds them there, I in ir, X executing. Thread 1 has the bytecodes: F in the cycle of their dispatch, E
//! until their last microinstruction has executed; a bytecode in whose place an interrupt or exception is taken is flushed
//! after its F. Of several processors, number N has threads 2N and 2N + 1. Cycles are those of the machine.

use std::collections::{BTreeMap, HashMap};
use std::io::Write;

use crate::cycle::Cycle;
use crate::names::{CodeNames, NamedBytecode};
use crate::pipeline::{Pipeline, PipelineRow};
use crate::{SeveralSink, Sink, TraceError};

/// Cycles from the next dispatch to the end of a bytecode's last execution.
const LAST_EXECUTION: u64 = 3;

/// A line of the log; instructions get their numbers when it is written, as their order is that of Konata's rows.
struct Line {
    key: u64,
    thread: u32,
    command: Command,
}

enum Command {
    /// `I`: begins.
    Begin,
    /// `L`: text, on the left (0) or where the mouse is (1).
    Label(u8, String),
    /// `S`: a stage starts.
    Start(&'static str),
    /// `E`: a stage ends.
    End(&'static str),
    /// `R`: leaves, done or flushed.
    Retire(bool),
}

/// Writes a log.
pub struct Konata<'a, W> {
    log: Log<W>,
    names: CodeNames<'a>,
    lanes: Vec<Lane>,
}

/// The lines of all threads.
struct Log<W> {
    out: W,
    /// Lines by cycle, until nothing can come before them.
    lines: BTreeMap<u64, Vec<Line>>,
    /// Cycle of the last line written.
    now: Option<u64>,
    keys: u64,
    /// Numbers of the instructions under way, by key.
    numbers: HashMap<u64, u64>,
    /// Instructions written and retired.
    begun: u64,
    retired: u64,
}

/// The threads of a processor.
struct Lane {
    /// Thread of microinstructions; the next one is that of bytecodes.
    thread: u32,
    pipeline: Pipeline,
    /// The bytecode under way.
    running: Option<Instruction>,
    first_drain: bool,
}

#[derive(Debug, Clone, Copy)]
struct Instruction {
    key: u64,
    thread: u32,
}

impl<'a, W: Write> Konata<'a, W> {
    /// A log with these names.
    pub fn new(out: W, names: CodeNames<'a>) -> Self {
        Self::several(out, names, 1)
    }

    /// The log of so many processors.
    pub fn several(out: W, names: CodeNames<'a>, cores: u32) -> Self {
        Self {
            log: Log {
                out,
                lines: BTreeMap::new(),
                now: None,
                keys: 0,
                numbers: HashMap::new(),
                begun: 0,
                retired: 0,
            },
            names,
            lanes: (0..cores).map(|core| Lane::new(2 * core)).collect(),
        }
    }

    /// Writes what no processor can add to; `now` is the cycle under way.
    fn write_complete(&mut self, now: u64) -> Result<(), TraceError> {
        let oldest = self.lanes.iter().filter_map(|lane| lane.pipeline.oldest());
        self.log.write_before(oldest.min().unwrap_or(now).min(now))
    }
}

impl<W: Write> Log<W> {
    fn at(&mut self, cycle: u64, of: Instruction, command: Command) {
        let Instruction { key, thread } = of;
        self.lines.entry(cycle).or_default().push(Line {
            key,
            thread,
            command,
        });
    }

    /// An instruction with its text on the left and what the mouse shows.
    fn begin(&mut self, cycle: u64, thread: u32, text: &str, details: &str) -> Instruction {
        let instruction = Instruction {
            key: self.keys,
            thread,
        };
        self.keys += 1;
        self.at(cycle, instruction, Command::Begin);
        self.at(cycle, instruction, Command::Label(0, text.to_owned()));
        if !details.is_empty() {
            self.at(cycle, instruction, Command::Label(1, details.to_owned()));
        }
        instruction
    }

    fn stage(&mut self, of: Instruction, name: &'static str, start: u64, end: u64) {
        self.at(start, of, Command::Start(name));
        self.at(end, of, Command::End(name));
    }

    fn microinstruction(&mut self, thread: u32, names: &CodeNames<'_>, row: &PipelineRow) {
        let text = names.microinstruction(row.address).to_owned();
        let mut details = format!("microcode {:04}", row.address);
        for note in &row.notes {
            details.push_str(&format!("; {note}"));
        }
        let id = self.begin(row.fetched, thread, &text, &details);
        self.stage(id, "R", row.fetched, row.fetched + 1);
        let mut start = 0;
        while let Some(cause) = row.stalls.get(start) {
            let same = row.stalls[start..]
                .iter()
                .take_while(|other| *other == cause);
            let end = start + same.count();
            let first = row.fetched + 1 + start as u64;
            self.stage(id, cause.name(), first, first + (end - start) as u64);
            start = end;
        }
        self.stage(id, "I", row.decoded(), row.decoded() + 1);
        self.stage(id, "X", row.executed(), row.executed() + 1);
        if let Some(a) = row.a {
            let label = Command::Label(1, format!("; a = {a:08x}"));
            self.at(row.executed() + 1, id, label);
        }
        self.at(row.executed() + 1, id, Command::Retire(false));
    }

    fn write_before(&mut self, safe: u64) -> Result<(), TraceError> {
        while let Some(entry) = self.lines.first_entry() {
            let cycle = *entry.key();
            if cycle >= safe {
                break;
            }
            match self.now {
                None => write!(self.out, "Kanata\t0004\nC=\t{cycle}\n")?,
                Some(now) if now < cycle => writeln!(self.out, "C\t{}", cycle - now)?,
                Some(_) => {}
            }
            self.now = Some(cycle);
            let mut lines = entry.remove();
            // In a dispatch cycle the last word of the bytecode before comes first.
            lines.sort_by_key(|line| line.thread);
            for line in lines {
                self.write(&line)?;
            }
        }
        Ok(())
    }

    fn write(&mut self, line: &Line) -> Result<(), TraceError> {
        let Line { key, thread, .. } = *line;
        if matches!(line.command, Command::Begin) {
            self.numbers.insert(key, self.begun);
            self.begun += 1;
        }
        let id = self.numbers.get(&key).copied().unwrap_or_default();
        match &line.command {
            Command::Begin => writeln!(self.out, "I\t{id}\t{id}\t{thread}")?,
            Command::Label(kind, text) => writeln!(self.out, "L\t{id}\t{kind}\t{text}")?,
            Command::Start(stage) => writeln!(self.out, "S\t{id}\t0\t{stage}")?,
            Command::End(stage) => writeln!(self.out, "E\t{id}\t0\t{stage}")?,
            Command::Retire(flushed) => {
                let (number, kind) = (self.retired, u8::from(*flushed));
                writeln!(self.out, "R\t{id}\t{number}\t{kind}")?;
                self.retired += u64::from(!flushed);
                self.numbers.remove(&key);
            }
        }
        Ok(())
    }
}

impl Lane {
    fn new(thread: u32) -> Self {
        Self {
            thread,
            pipeline: Pipeline::default(),
            running: None,
            first_drain: true,
        }
    }

    fn bytecode<W: Write>(&mut self, log: &mut Log<W>, cycle: u64, bytecode: &NamedBytecode) {
        let thread = self.thread + 1;
        self.end_bytecode(log, cycle);
        let place = place(bytecode);
        if let Some(replaced) = &bytecode.replaced {
            let id = log.begin(cycle, thread, replaced, &place);
            log.stage(id, "F", cycle, cycle + 1);
            log.at(cycle + 1, id, Command::Retire(true));
        }
        let id = log.begin(cycle, thread, &bytecode.text, &place);
        log.stage(id, "F", cycle, cycle + 1);
        log.at(cycle + 1, id, Command::Start("E"));
        self.running = Some(id);
    }

    /// The bytecode under way ends, as the next dispatch is in `cycle`.
    fn end_bytecode<W: Write>(&mut self, log: &mut Log<W>, cycle: u64) {
        if let Some(id) = self.running.take() {
            let end = cycle + LAST_EXECUTION;
            log.at(end, id, Command::End("E"));
            log.at(end, id, Command::Retire(false));
        }
    }

    /// Takes the microinstructions that `next` gives.
    fn take<W: Write>(
        &mut self,
        log: &mut Log<W>,
        names: &CodeNames<'_>,
        next: fn(&mut Pipeline) -> Option<PipelineRow>,
    ) {
        while let Some(row) = next(&mut self.pipeline) {
            log.microinstruction(self.thread, names, &row);
        }
    }
}

impl<W: Write> SeveralSink for Konata<'_, W> {
    fn open(&mut self, core: usize, first: &Cycle<'_>) -> Result<(), TraceError> {
        let lane = &mut self.lanes[core];
        lane.pipeline.open(first, &mut self.names);
        lane.first_drain = true;
        Ok(())
    }

    fn cycle(&mut self, core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        let (lane, log) = (&mut self.lanes[core], &mut self.log);
        if let Some(bytecode) = lane.pipeline.cycle(cycle, &mut self.names) {
            lane.bytecode(log, cycle.number(), &bytecode);
        }
        lane.take(log, &self.names, Pipeline::complete);
        self.write_complete(cycle.number())
    }

    fn drain(&mut self, core: usize, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        let (lane, log) = (&mut self.lanes[core], &mut self.log);
        if cycle.dispatched.is_some() {
            lane.end_bytecode(log, cycle.number());
        }
        let first = std::mem::take(&mut lane.first_drain);
        lane.pipeline.drain(cycle, first);
        lane.take(log, &self.names, Pipeline::complete);
        self.write_complete(cycle.number())
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        for lane in &mut self.lanes {
            lane.take(&mut self.log, &self.names, Pipeline::rest);
            lane.end_bytecode(&mut self.log, end);
        }
        self.log.write_before(u64::MAX)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.log.out.flush()?;
        Ok(())
    }
}

impl<W: Write> Sink for Konata<'_, W> {
    fn open(&mut self, first: &Cycle<'_>) -> Result<(), TraceError> {
        SeveralSink::open(self, 0, first)
    }

    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        SeveralSink::cycle(self, 0, cycle)
    }

    fn drain(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        SeveralSink::drain(self, 0, cycle)
    }

    fn close(&mut self, end: u64) -> Result<(), TraceError> {
        SeveralSink::close(self, end)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        SeveralSink::finish(self)
    }
}

/// Method, byte offset and source line.
fn place(bytecode: &NamedBytecode) -> String {
    let (Some(method), Some(offset)) = (&bytecode.method, bytecode.offset) else {
        return String::new();
    };
    let mut place = format!("{method} byte {offset}");
    if let (Some(source), Some(line)) = (&bytecode.source, bytecode.line) {
        place.push_str(&format!(", {source}:{line}"));
    }
    place
}
