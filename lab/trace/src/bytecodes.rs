//! One line per completed bytecode: cycle, cycles, top of stack, stack pointer, place, name, stalls.
//!
//! A bytecode lasts from the cycle of its dispatch to the one before the next dispatch, as in reports and profiles. Its
//! last microinstructions execute after that: the stack pointer is final two cycles after the next dispatch, A three.

use std::collections::VecDeque;
use std::io::Write;

use sim_core::StallCause;

use crate::cycle::Cycle;
use crate::names::{CodeNames, NamedBytecode};
use crate::{Sink, TraceError};

/// Cycles from the next dispatch until `sp` is final.
const SP_AFTER: u64 = 2;
/// Cycles from the next dispatch until A is final.
const A_AFTER: u64 = 3;

/// Writes a line for each bytecode.
pub struct Bytecodes<'a, W> {
    out: W,
    names: CodeNames<'a>,
    /// Oldest first; the last one may still run.
    lines: VecDeque<Line>,
    headed: bool,
}

/// A bytecode or entry.
#[derive(Debug)]
struct Line {
    bytecode: NamedBytecode,
    start: u64,
    end: Option<u64>,
    /// In the order of their first cycle.
    stalls: Vec<(StallCause, u64)>,
    sp: Option<u32>,
    a: Option<u32>,
}

impl<'a, W: Write> Bytecodes<'a, W> {
    /// Lines with these names.
    pub fn new(out: W, names: CodeNames<'a>) -> Self {
        Self {
            out,
            names,
            lines: VecDeque::new(),
            headed: false,
        }
    }

    /// Completed bytecodes visible in a cycle.
    fn settle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        let number = cycle.number();
        for line in &mut self.lines {
            let Some(end) = line.end else { continue };
            if number == end + SP_AFTER {
                line.sp = Some(cycle.state.stack.sp());
            }
            if number == end + A_AFTER {
                line.a = Some(cycle.state.stack.a);
            }
        }
        while self.lines.front().is_some_and(|line| line.a.is_some()) {
            self.write_first()?;
        }
        Ok(())
    }

    fn write_first(&mut self) -> Result<(), TraceError> {
        let Some(line) = self.lines.pop_front() else {
            return Ok(());
        };
        if !std::mem::replace(&mut self.headed, true) {
            writeln!(
                self.out,
                "     cycle cycles       tos   sp  line  offset bytecode                       method, stalls"
            )?;
        }
        write_line(&mut self.out, &line)?;
        Ok(())
    }
}

impl<W: Write> Sink for Bytecodes<'_, W> {
    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.settle(cycle)?;
        if let Some(bytecode) = self.names.dispatched(cycle) {
            self.end(cycle.number());
            self.lines.push_back(Line {
                bytecode,
                start: cycle.number(),
                end: None,
                stalls: Vec::new(),
                sp: None,
                a: None,
            });
        }
        self.note_stall(cycle);
        Ok(())
    }

    fn drain(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        if cycle.dispatched.is_some() {
            self.end(cycle.number());
        }
        self.note_stall(cycle);
        self.settle(cycle)
    }

    fn close(&mut self, _end: u64) -> Result<(), TraceError> {
        while !self.lines.is_empty() {
            self.write_first()?;
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        self.out.flush()?;
        Ok(())
    }
}

impl<W> Bytecodes<'_, W> {
    fn end(&mut self, cycle: u64) {
        if let Some(line) = self.lines.back_mut() {
            line.end.get_or_insert(cycle);
        }
    }

    /// Adds a stall to the bytecode that runs.
    fn note_stall(&mut self, cycle: &Cycle<'_>) {
        let running = self.lines.back_mut().filter(|line| line.end.is_none());
        let (Some(cause), Some(line)) = (cycle.stall, running) else {
            return;
        };
        match line.stalls.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, cycles)) => *cycles += 1,
            None => line.stalls.push((cause, 1)),
        }
    }
}

/// A dash marks what was not recorded or is not known.
fn write_line(out: &mut impl Write, line: &Line) -> std::io::Result<()> {
    let shown = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let bytecode = &line.bytecode;
    let cycles = shown(line.end.map(|end| (end - line.start).to_string()));
    let a = shown(line.a.map(|a| format!("{a:08x}")));
    let sp = shown(line.sp.map(|sp| sp.to_string()));
    let source = shown(bytecode.line.map(|line| line.to_string()));
    let offset = shown(bytecode.offset.map(|offset| offset.to_string()));
    let text = match &bytecode.replaced {
        None => bytecode.text.clone(),
        Some(replaced) => format!("{} in place of {replaced}", bytecode.text),
    };
    let method = bytecode.method.as_deref().unwrap_or("-");
    write!(
        out,
        "{:10} {cycles:>6}  {a:>8} {sp:>4} {source:>5} {offset:>7} {text:<30} {method}",
        line.start
    )?;
    for (place, (cause, cycles)) in line.stalls.iter().enumerate() {
        let separator = if place == 0 { "  " } else { ", " };
        write!(out, "{separator}{} {cycles}", cause.name())?;
    }
    writeln!(out)
}
