//! The pipeline as text: a row for each microinstruction, a column for each cycle.
//!
//! Long stalls are cut, so that a block fits the width of a page: `~` marks the omitted cycles, and the note at the
//! end of the row counts all. A block ends where its columns do; the next one begins with the next microinstruction.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use sim_core::StallCause;

use crate::cycle::Cycle;
use crate::names::{CodeNames, NamedBytecode};
use crate::pipeline::{Pipeline, PipelineRow};
use crate::{Sink, TraceError};

/// Columns of a block, cycles that are cut out not counted.
const COLUMNS: usize = 24;
/// Characters of a bytecode.
const BYTECODE: usize = 30;
/// Characters of a microinstruction.
const MICRO: usize = 20;
/// Stall cycles of a row that are shown before the rest is cut.
const SHOWN_STALLS: usize = 4;

/// The letter of a stall.
#[must_use]
pub fn stall_letter(cause: StallCause) -> char {
    match cause {
        StallCause::MethodLoad => 'm',
        StallCause::Read => 'r',
        StallCause::Write => 'w',
        StallCause::StaticField => 's',
        StallCause::Field => 'f',
        StallCause::Array => 'a',
        StallCause::Copy => 'c',
        StallCause::Io => 'd',
        StallCause::Other => 'o',
    }
}

/// Legend at the end of a timeline.
pub const LEGEND: &str = "\
F bytecode fetched and dispatched   R microinstruction on rom_data   I in ir   X executes   a = A in the cycle after X
held by wait:  m method cache  r plain read  w plain write  s static field  f object field  a array element
               c copy unit  d I/O device  o other   ~ cycles left out
";

/// Writes timelines.
pub struct Timeline<'a, W> {
    out: W,
    names: CodeNames<'a>,
    pipeline: Pipeline,
    block: Block,
    /// Method and line of the last heading.
    heading: Option<String>,
    /// No cycle of the drain yet.
    first_drain: bool,
    legend: bool,
}

impl<'a, W: Write> Timeline<'a, W> {
    /// A timeline with the letters explained at its end, if wanted.
    pub fn new(out: W, names: CodeNames<'a>, legend: bool) -> Self {
        Self {
            out,
            names,
            pipeline: Pipeline::default(),
            block: Block::default(),
            heading: None,
            first_drain: true,
            legend,
        }
    }

    fn take_complete(&mut self) -> Result<(), TraceError> {
        while let Some(row) = self.pipeline.complete() {
            self.add(row)?;
        }
        Ok(())
    }

    fn add(&mut self, row: PipelineRow) -> Result<(), TraceError> {
        if !self.block.takes(&row) {
            self.write_block()?;
        }
        let heading = row
            .begins
            .as_ref()
            .and_then(|(_, bytecode)| heading(bytecode));
        if heading.is_some() && heading != self.heading {
            self.heading.clone_from(&heading);
            self.block
                .lines
                .push(Line::Heading(heading.unwrap_or_default()));
        }
        self.block.lines.push(Line::Row(row));
        Ok(())
    }

    fn write_block(&mut self) -> Result<(), TraceError> {
        let block = std::mem::take(&mut self.block);
        if block.lines.is_empty() {
            return Ok(());
        }
        let text = block.render(&self.names);
        self.out.write_all(text.as_bytes())?;
        Ok(())
    }
}

impl<W: Write> Sink for Timeline<'_, W> {
    fn open(&mut self, first: &Cycle<'_>) -> Result<(), TraceError> {
        self.pipeline.open(first, &mut self.names);
        self.heading = None;
        self.first_drain = true;
        Ok(())
    }

    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.pipeline.cycle(cycle, &mut self.names);
        self.take_complete()
    }

    fn drain(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.pipeline
            .drain(cycle, std::mem::take(&mut self.first_drain));
        self.take_complete()
    }

    fn close(&mut self, _end: u64) -> Result<(), TraceError> {
        while let Some(row) = self.pipeline.rest() {
            self.add(row)?;
        }
        self.write_block()
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        if self.legend {
            self.out.write_all(LEGEND.as_bytes())?;
        }
        self.out.flush()?;
        Ok(())
    }
}

/// Method and source line, on a separate line where either changes.
fn heading(bytecode: &NamedBytecode) -> Option<String> {
    let method = bytecode.method.as_ref()?;
    let mut text = method.to_string();
    if let Some(line) = bytecode.line {
        let source = bytecode.source.as_deref().unwrap_or("line");
        // Writing to a string cannot fail.
        let _ = write!(text, "   {source}:{line}");
    }
    Some(text)
}

enum Line {
    Heading(String),
    Row(PipelineRow),
}

/// Rows that share their columns.
#[derive(Default)]
struct Block {
    lines: Vec<Line>,
}

impl Block {
    fn rows(&self) -> impl Iterator<Item = &PipelineRow> {
        self.lines.iter().filter_map(|line| match line {
            Line::Row(row) => Some(row),
            Line::Heading(_) => None,
        })
    }

    /// Returns true if the row still fits; the first one always does.
    fn takes(&self, row: &PipelineRow) -> bool {
        let Some(first) = self.rows().next().map(PipelineRow::first) else {
            return true;
        };
        let cut: u64 = self.rows().chain([row]).map(cut_cycles).sum();
        row.executed() - first - cut < COLUMNS as u64
    }

    /// Cycles with a column, and those before which cycles are left out.
    fn columns(&self) -> (Vec<u64>, Vec<bool>) {
        let mut cells = BTreeMap::new();
        for row in self.rows() {
            for cycle in row.first()..=row.executed() {
                let cut = cut_range(row).is_some_and(|range| range.contains(&cycle));
                *cells.entry(cycle).or_insert(false) |= cut;
            }
        }
        let (mut cycles, mut gaps) = (Vec::new(), Vec::new());
        let mut gap = false;
        for (cycle, cut) in cells {
            if !cut {
                cycles.push(cycle);
                gaps.push(std::mem::take(&mut gap));
            } else {
                gap = true;
            }
        }
        (cycles, gaps)
    }

    fn render(&self, names: &CodeNames<'_>) -> String {
        let (cycles, gaps) = self.columns();
        let mut text = header(&cycles, &gaps);
        for line in &self.lines {
            let line = match line {
                Line::Heading(heading) => heading.clone(),
                Line::Row(row) => row_text(row, names, &cycles, &gaps),
            };
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text.push('\n');
        text
    }
}

/// Cycles of a row's stall that have no column.
fn cut_range(row: &PipelineRow) -> Option<std::ops::Range<u64>> {
    let shown = SHOWN_STALLS as u64;
    // A cut saves more than the mark that shows it.
    (row.stalls.len() > SHOWN_STALLS + 2)
        .then(|| row.fetched + 1 + shown / 2..row.last_fetched() + 1 - shown / 2)
}

fn cut_cycles(row: &PipelineRow) -> u64 {
    cut_range(row).map_or(0, |range| range.end - range.start - 1)
}

/// Whole numbers above every tenth cycle and the first of each stretch, last digits below.
fn header(cycles: &[u64], gaps: &[bool]) -> String {
    let margin = 1 + BYTECODE + 1 + MICRO + 1;
    let mut numbers = " ".repeat(margin);
    let mut digits = format!("{:margin$}", "cycle");
    for (place, (cycle, gap)) in cycles.iter().zip(gaps).enumerate() {
        if *gap {
            digits.push_str("~ ");
        }
        let marked = place == 0 || *gap || cycle.is_multiple_of(10);
        if marked && numbers.len() < digits.len().max(margin + 1) {
            numbers.push_str(&" ".repeat(digits.len() - numbers.len()));
            numbers.push_str(&cycle.to_string());
        }
        // Writing to a string cannot fail.
        let _ = write!(digits, "{} ", cycle % 10);
    }
    format!("{}\n{}  a\n", numbers.trim_end(), digits)
}

fn row_text(row: &PipelineRow, names: &CodeNames<'_>, cycles: &[u64], gaps: &[bool]) -> String {
    let bytecode = row.begins.as_ref().map(|(_, bytecode)| {
        let offset = bytecode
            .offset
            .map_or_else(String::new, |offset| offset.to_string());
        format!("{offset:>4} {}", bytecode.text)
    });
    let bytecode = shortened(&bytecode.unwrap_or_default(), BYTECODE);
    let micro = shortened(names.microinstruction(row.address), MICRO);
    let mut text = format!(" {bytecode:BYTECODE$} {micro:MICRO$} ");
    for (cycle, gap) in cycles.iter().zip(gaps) {
        if *gap {
            let inside = row.fetched < *cycle && *cycle <= row.last_fetched() + 1;
            text.push_str(if inside && cut_range(row).is_some() {
                "~ "
            } else {
                ". "
            });
        }
        text.push(letter(row, *cycle));
        text.push(' ');
    }
    let a = row.a.map_or_else(|| " ".repeat(8), |a| format!("{a:08x}"));
    let notes = notes(row);
    format!("{text}  {a}  {notes}")
}

fn letter(row: &PipelineRow, cycle: u64) -> char {
    let dispatched = row.begins.as_ref().map(|(cycle, _)| *cycle);
    if cycle == row.fetched {
        'R'
    } else if Some(cycle) == dispatched {
        'F'
    } else if cycle == row.decoded() {
        'I'
    } else if cycle == row.executed() {
        'X'
    } else {
        let stall = cycle.checked_sub(row.fetched + 1);
        let cause = stall.and_then(|place| row.stalls.get(place as usize));
        cause.map_or('.', |cause| stall_letter(*cause))
    }
}

fn notes(row: &PipelineRow) -> String {
    let mut causes: Vec<(StallCause, usize)> = Vec::new();
    for cause in &row.stalls {
        match causes.last_mut() {
            Some((last, count)) if last == cause => *count += 1,
            _ => causes.push((*cause, 1)),
        }
    }
    let replaced = row
        .begins
        .as_ref()
        .and_then(|(_, bytecode)| bytecode.replaced.as_ref());
    let replaced = replaced.map(|bytecode| format!("in place of {bytecode}"));
    let stalls = causes
        .iter()
        .map(|(cause, count)| format!("{count} {}", cause.name()));
    let facts = row.notes.iter().map(ToString::to_string);
    let all: Vec<String> = replaced.into_iter().chain(stalls).chain(facts).collect();
    all.join(", ")
}

/// Text of so many characters at most; what is too long ends with two dots.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most - 2).collect();
    kept + ".."
}
