//! Rows of the pipeline around a cycle, as `jop trace` shows them: what was, and what comes if no input does.

use serde::Serialize;
use superblock::BlockMachine;
use trace::names::CodeNames;
use trace::pipeline::{Pipeline, PipelineRow};
use trace::timeline::stall_letter;
use trace::{CurrentMethod, Cycle, Sink, TraceError, Tracer, Window};

use crate::bench::{Opened, Refusal};

/// Rows of a window.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct Rows {
    /// First cycle of the window.
    from: u64,
    /// The cycle that the machine is in.
    now: u64,
    /// First cycle after the window.
    end: u64,
    rows: Vec<Row>,
}

/// A microinstruction on its way.
#[derive(Debug, Clone, Serialize)]
struct Row {
    /// ROM address.
    address: u16,
    /// The microinstruction.
    text: String,
    /// Method and line of the bytecode that it begins.
    place: Option<String>,
    /// The bytecode that it begins, with its offset.
    bytecode: Option<String>,
    /// Cycle in which that bytecode was dispatched.
    dispatched: Option<u64>,
    /// First cycle on the ROM's output.
    fetched: u64,
    /// A letter for each cycle that held it there.
    stalls: String,
    /// A in the cycle after execution.
    a: Option<String>,
    /// Other events.
    notes: Vec<String>,
}

/// Cycles of a bytecode that began before the window, at most, for its beginning to be part of the rows.
const LONG: u64 = 4096;

/// Rows from `before` cycles before now to `after` cycles after it.
pub(crate) fn around(opened: &Opened, before: u64, after: u64) -> Result<Rows, Refusal> {
    let timeline = opened.session.timeline();
    let now = timeline.cycle();
    let from = now.saturating_sub(before).max(timeline.first());
    let end = timeline
        .end()
        .map_or(now + after + 1, |end| end.min(now + after + 1));
    let end = end.max(from + 1);
    // From the dispatch of the bytecode that is under way there, as only then it is known what it belongs to.
    let (_, (_, under_way)) = timeline.copy_at(from);
    let dispatched = under_way.since.max(timeline.first());
    let start = match from.saturating_sub(dispatched) {
        0..LONG => dispatched.min(from),
        _ => from,
    };
    let (mut machine, (statistics, position)) = timeline.copy_at(start);
    let linked = opened.symbols.as_ref();
    let names = CodeNames::new(
        linked.map(|symbols| (&opened.image, symbols)),
        &opened.microcode,
    );
    let mut collected = Collected {
        names,
        pipeline: Pipeline::default(),
        rows: Vec::new(),
        first_drain: true,
    };
    let (address, start_word) = position.looked_up();
    let method = CurrentMethod {
        address,
        start_word,
    };
    let mut tracer = Tracer::new(Window::Cycles(start..end), u64::MAX, None, &mut collected);
    if start > 0 && address != 0 {
        tracer = tracer.resumed(method, statistics.charged());
    }
    record(tracer, &mut machine, end).map_err(Refusal::of)?;
    let names = collected.names;
    let rows = collected.rows.into_iter();
    Ok(Rows {
        from,
        now,
        end,
        rows: rows
            .filter(|row| row.executed() >= from)
            .map(|row| described(&row, &names))
            .collect(),
    })
}

fn record(mut tracer: Tracer<'_>, machine: &mut BlockMachine, end: u64) -> Result<(), TraceError> {
    let limit = end + trace::DRAIN;
    while machine.machine().state.cycle < limit {
        if tracer.run(machine, limit)? == trace::Pause::Done {
            break;
        }
    }
    tracer.finish(machine.machine().state.cycle)?;
    Ok(())
}

fn described(row: &PipelineRow, names: &CodeNames<'_>) -> Row {
    let bytecode = row.begins.as_ref().map(|(_, bytecode)| bytecode);
    let place = bytecode.and_then(|bytecode| {
        let method = bytecode.method.as_ref()?;
        let line = bytecode.line.map(|line| {
            let source = bytecode.source.as_deref().unwrap_or("line");
            format!("  {source}:{line}")
        });
        Some(format!("{method}{}", line.unwrap_or_default()))
    });
    let text = bytecode.map(|bytecode| {
        let offset = bytecode.offset.map(|offset| format!("{offset} "));
        let replaced = bytecode.replaced.as_ref();
        let replaced = replaced.map(|it| format!(" in place of {it}"));
        format!(
            "{}{}{}",
            offset.unwrap_or_default(),
            bytecode.text,
            replaced.unwrap_or_default()
        )
    });
    Row {
        address: row.address,
        text: names.microinstruction(row.address).to_owned(),
        place,
        bytecode: text,
        dispatched: row.begins.as_ref().map(|(cycle, _)| *cycle),
        fetched: row.fetched,
        stalls: row
            .stalls
            .iter()
            .map(|cause| stall_letter(*cause))
            .collect(),
        a: row.a.map(|a| format!("{a:08x}")),
        notes: row.notes.iter().map(ToString::to_string).collect(),
    }
}

struct Collected<'a> {
    names: CodeNames<'a>,
    pipeline: Pipeline,
    rows: Vec<PipelineRow>,
    first_drain: bool,
}

impl Sink for Collected<'_> {
    fn open(&mut self, first: &Cycle<'_>) -> Result<(), TraceError> {
        self.pipeline.open(first, &mut self.names);
        Ok(())
    }

    fn cycle(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        self.pipeline.cycle(cycle, &mut self.names);
        Ok(())
    }

    fn drain(&mut self, cycle: &Cycle<'_>) -> Result<(), TraceError> {
        let first = std::mem::take(&mut self.first_drain);
        self.pipeline.drain(cycle, first);
        Ok(())
    }

    fn close(&mut self, _end: u64) -> Result<(), TraceError> {
        while let Some(row) = self.pipeline.rest() {
            self.rows.push(row);
        }
        Ok(())
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(())
    }
}
