//! The closing report of a run for people.

use std::fmt::{self, Write};

use run::probes::Collections;
use run::{End, Report, SeveralFigures};

use crate::output::console::HEADING;
use crate::output::machine_summary::{megahertz, processors, summary};
use crate::output::table::thousands;

/// The report as lines of text.
pub(crate) fn render(report: &Report) -> String {
    let run = &report.statistics;
    let mut lines = Lines::default();
    lines.add(format_args!(
        "{HEADING}{}: {}{HEADING:#}",
        report.image.name,
        ending(report)
    ));
    lines.row(
        "cycles",
        format_args!(
            "{}, {:.3} ms at {} MHz",
            thousands(run.cycles),
            1e3 * report.simulated_seconds,
            megahertz(&report.machine.config)
        ),
    );
    // The counters are those of all cores.
    let cores = report
        .several
        .as_ref()
        .map_or(1, |it| it.cores.len() as u64);
    let percent = |part: u64| 100.0 * part as f64 / (cores * run.cycles).max(1) as f64;
    if let Some(machine) = &run.machine {
        let microinstructions = machine.microinstructions;
        lines.row(
            "microinstructions",
            format_args!(
                "{}, {:.1} % of cycles",
                thousands(microinstructions),
                percent(microinstructions)
            ),
        );
    }
    lines.row(
        "bytecodes",
        format_args!(
            "{}, {:.3} cycles per bytecode",
            thousands(run.bytecodes),
            report.cycles_per_bytecode
        ),
    );
    lines.row(
        "method cache",
        format_args!(
            "{} lookups, {} hits ({:.2} %), {} words loaded",
            thousands(run.method_lookups),
            thousands(run.method_hits),
            100.0 * report.method_hit_rate,
            thousands(run.method_words_loaded)
        ),
    );
    if let Some(machine) = &run.machine {
        lines.row(
            "main memory",
            format_args!(
                "{} reads, {} writes",
                thousands(machine.memory_reads),
                thousands(machine.memory_writes)
            ),
        );
    }
    lines.row(
        "taken",
        format_args!(
            "{} interrupts, {} hardware exceptions; {} exceptions thrown",
            thousands(run.interrupts),
            thousands(run.exceptions),
            thousands(run.thrown)
        ),
    );
    if let Some(machine) = &run.machine {
        let stalls = machine.stalls.total();
        lines.row(
            "stalls",
            format_args!(
                "{} cycles, {:.1} % of cycles",
                thousands(stalls),
                percent(stalls)
            ),
        );
        let causes = machine.stalls.by_cause().into_iter();
        for (cause, cycles) in causes.filter(|(_, cycles)| *cycles > 0) {
            lines.add(format_args!("    {cause:16} {}", thousands(cycles)));
        }
    }
    lines.0 += &report
        .several
        .as_ref()
        .map(|it| of_several(it, run.cycles))
        .unwrap_or_default();
    let collections = report.collections.as_ref();
    let collections = collections.map(|seen| of_collections(seen, run.cycles));
    lines.0 + &collections.unwrap_or_default() + &origin(report)
}

/// Lines of text.
#[derive(Default)]
struct Lines(String);

impl Lines {
    /// One more.
    fn add(&mut self, line: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    /// One more, with what it is about.
    fn row(&mut self, name: &str, figures: fmt::Arguments<'_>) {
        self.add(format_args!("  {name:17}  {figures}"));
    }
}

/// A line for each of several processors.
fn of_several(several: &SeveralFigures, cycles: u64) -> String {
    let percent = |part: u64| 100.0 * part as f64 / cycles.max(1) as f64;
    let mut lines = Lines::default();
    lines.row(
        "memory busy",
        format_args!("{:.1} % of cycles", percent(several.memory_busy)),
    );
    for core in &several.cores {
        let traffic = &core.traffic;
        let end = core.end.map_or_else(String::new, |end| {
            format!(
                ", ended with {} in cycle {}",
                end.word.cast_signed(),
                thousands(end.cycle)
            )
        });
        lines.row(
            &format!("core {}", core.core),
            format_args!(
                "{} bytecodes, {:.1} % of cycles waiting for the arbiter, {:.1} % for locks{end}",
                thousands(core.statistics.bytecodes),
                percent(traffic.waits()),
                percent(traffic.lock_unit_cycles + traffic.lock_waits)
            ),
        );
    }
    lines.0
}

/// The garbage collector's figures, and the memory left.
fn of_collections(seen: &Collections, cycles: u64) -> String {
    let heap = &seen.after_last;
    format!(
        "  collections        {count}, {part:.1} % of cycles, longest pause {longest} cycles, {moved} words moved
    allocated        {objects} objects and arrays, {bytes} bytes of data
    after the last   {data} of {words} words data, {free} free ({scattered:.1} % scattered), {handles} handles in use
",
        count = thousands(seen.count),
        part = 100.0 * seen.pause as f64 / cycles.max(1) as f64,
        longest = thousands(seen.longest_pause),
        moved = thousands(seen.words_moved),
        objects = thousands(seen.objects),
        bytes = thousands(seen.bytes_allocated),
        data = thousands(heap.data_words.into()),
        words = thousands(heap.words.into()),
        free = thousands(heap.free_words.into()),
        scattered = 100.0 * heap.fragmentation(),
        handles = thousands(heap.handles_in_use.into()),
    )
}

/// Provenance of the figures, with shortened hashes.
fn origin(report: &Report) -> String {
    let costs = report.cost_table.iter();
    let blocks = report.host.block_share.iter();
    let blocks: String = blocks
        .map(|share| format!(", {:.2} % of cycles in superblocks", 100.0 * share))
        .collect();
    let costs: String = costs
        .map(|costs| format!("  engine             fast, costs: {costs}\n"))
        .collect();
    costs
        + &format!(
            "  machine            {}  {}
  microcode          {}  {}
  image              {}  {} words
  host               {:.3} s, {:.1} MHz simulated{blocks}
",
            report.machine.sha256.short(),
            of_machine(report),
            report.microcode.sha256.short(),
            report.microcode.name,
            report.image.sha256.short(),
            thousands(report.image.words as u64),
            report.host.seconds,
            report.host.simulated_mhz
        )
}

fn of_machine(report: &Report) -> String {
    let machine = &report.machine;
    let several = machine
        .processors
        .map(|it| format!("{}, each ", processors(&it)));
    several.unwrap_or_default() + &summary(&machine.config)
}

fn ending(report: &Report) -> String {
    match report.outcome.end {
        End::Exit(status) => format!("ended with status {}", status.cast_signed()),
        End::ExitText => "ended with the text `JVM exit!`".to_owned(),
        End::Until => "stopped by --until".to_owned(),
        End::MaxCycles => "stopped by --max-cycles".to_owned(),
        End::Blocked => "every thread waits for ever".to_owned(),
        End::Interrupted => "interrupted".to_owned(),
    }
}
