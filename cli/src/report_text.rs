//! The closing report of a run for people.

use std::fmt::Write;

use run::probes::Collections;

use crate::console::HEADING;
use crate::machine_summary::{megahertz, summary};
use crate::quick_run::EngineKind;
use crate::report::Report;
use crate::session::End;
use crate::table::thousands;

/// The report as lines of text.
pub(crate) fn render(report: &Report) -> String {
    let (engine, run) = &report.statistics;
    let percent = |part: u64| 100.0 * part as f64 / run.cycles.max(1) as f64;
    let mut text = format!(
        "{HEADING}{name}: {end}{HEADING:#}
  cycles             {cycles}, {milliseconds:.3} ms at {megahertz} MHz
  microinstructions  {microinstructions}, {issued:.1} % of cycles
  bytecodes          {bytecodes}, {per_bytecode:.3} cycles per bytecode
  method cache       {lookups} lookups, {hits} hits ({hit_rate:.2} %), {loaded} words loaded
  main memory        {reads} reads, {writes} writes
  taken              {interrupts} interrupts, {exceptions} exceptions
  stalls             {stalls} cycles, {stalled:.1} % of cycles
",
        name = report.image.name,
        end = ending(report),
        cycles = thousands(run.cycles),
        milliseconds = 1e3 * report.simulated_seconds,
        megahertz = megahertz(&report.machine.config),
        microinstructions = thousands(run.microinstructions),
        issued = percent(run.microinstructions),
        bytecodes = thousands(run.bytecodes),
        per_bytecode = report.cycles_per_bytecode,
        lookups = thousands(run.method_lookups),
        hits = thousands(run.method_hits),
        hit_rate = 100.0 * report.method_hit_rate,
        loaded = thousands(run.method_words_loaded),
        reads = thousands(run.memory_reads),
        writes = thousands(run.memory_writes),
        interrupts = thousands(run.interrupts),
        exceptions = thousands(run.exceptions),
        stalls = thousands(run.stalls.total()),
        stalled = percent(run.stalls.total()),
    );
    if *engine == EngineKind::Fast {
        text = without_microcode(&text);
    }
    for (cause, cycles) in run
        .stalls
        .by_cause()
        .into_iter()
        .filter(|(_, cycles)| *cycles > 0)
    {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    {cause:16} {}", thousands(cycles));
    }
    if let Some(collections) = &report.collections {
        text += &of_collections(collections, run.cycles);
    }
    text + &origin(report)
}

/// The lines that the fast engine has figures for.
fn without_microcode(text: &str) -> String {
    let counted = |line: &&str| {
        let mut others = ["  microinstructions", "  main memory", "  stalls"].iter();
        !others.any(|other| line.starts_with(other))
    };
    let lines = text.lines().filter(counted);
    lines.map(|line| format!("{line}\n")).collect()
}

/// What the collector did, and what it left.
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

/// What the figures depend on, with the beginnings of the hashes.
fn origin(report: &Report) -> String {
    let costs = report.cost_table.iter();
    let costs: String = costs
        .map(|costs| format!("  engine             fast, costs: {costs}\n"))
        .collect();
    costs
        + &format!(
            "  machine            {}  {}
  microcode          {}  {}
  image              {}  {} words
  host               {:.3} s, {:.1} MHz simulated
",
            report.machine.sha256.short(),
            summary(&report.machine.config),
            report.microcode.sha256.short(),
            report.microcode.name,
            report.image.sha256.short(),
            thousands(report.image.words as u64),
            report.host.seconds,
            report.host.simulated_mhz
        )
}

fn ending(report: &Report) -> String {
    match report.outcome.end {
        End::Exit(status) => format!("ended with status {}", status.cast_signed()),
        End::ExitText => "ended with the text `JVM exit!`".to_owned(),
        End::Until => "stopped by --until".to_owned(),
        End::MaxCycles => "stopped by --max-cycles".to_owned(),
        End::Interrupted => "interrupted".to_owned(),
    }
}
