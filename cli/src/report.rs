//! The closing report of a run: text for people, JSON for programs.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;
use sim_core::config::{MemoryKind, UartKind};
use sim_core::{MachineConfig, Statistics};

use crate::console::HEADING;
use crate::exit_code;
use crate::fingerprint::Fingerprint;
use crate::session::End;
use crate::table::thousands;

/// Version of the JSON form; a change of meaning gets another number.
const FORMAT: u32 = 1;

/// Everything there is to say about a run.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    format: u32,
    /// Version of this program.
    version: &'static str,
    outcome: Outcome,
    image: Image,
    microcode: Microcode,
    machine: Machine,
    statistics: Statistics,
    /// Clock cycles for each bytecode.
    cycles_per_bytecode: f64,
    /// Part of the method-cache lookups that hit, 0 to 1.
    method_hit_rate: f64,
    /// Time on the machine. Unit: seconds.
    simulated_seconds: f64,
    /// What differs from run to run and from computer to computer; all the rest does not.
    host: Host,
}

#[derive(Debug, Serialize)]
struct Outcome {
    end: &'static str,
    /// The program's own status, all 32 bits, if it gave one.
    status: Option<u32>,
    exit_code: u8,
}

#[derive(Debug, Serialize)]
struct Image {
    name: String,
    words: usize,
    sha256: Fingerprint,
}

#[derive(Debug, Serialize)]
struct Microcode {
    name: String,
    sha256: Fingerprint,
}

#[derive(Debug, Serialize)]
struct Machine {
    sha256: Fingerprint,
    config: MachineConfig,
}

#[derive(Debug, Serialize)]
struct Host {
    seconds: f64,
    simulated_mhz: f64,
}

/// What was run.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    /// Name of the program.
    pub(crate) program: &'a str,
    /// Its words.
    pub(crate) image: &'a [u32],
    /// Name of the microcode.
    pub(crate) microcode: &'a str,
    /// Its words.
    pub(crate) microcode_words: &'a microcode::Program,
    /// The machine.
    pub(crate) config: &'a MachineConfig,
}

impl Report {
    /// The report of a run.
    pub(crate) fn new(
        subject: &Subject<'_>,
        end: End,
        statistics: &Statistics,
        host_time: Duration,
    ) -> Self {
        let seconds = host_time.as_secs_f64();
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION"),
            outcome: Outcome {
                end: name_of(end),
                status: if let End::Exit(status) = end {
                    Some(status)
                } else {
                    None
                },
                exit_code: exit_code::of(end),
            },
            image: Image {
                name: subject.program.to_owned(),
                words: subject.image.len(),
                sha256: Fingerprint::of_image(subject.image),
            },
            microcode: Microcode {
                name: subject.microcode.to_owned(),
                sha256: Fingerprint::of_microcode(subject.microcode_words),
            },
            machine: Machine {
                sha256: Fingerprint::of_machine(subject.config),
                config: subject.config.clone(),
            },
            statistics: *statistics,
            cycles_per_bytecode: statistics.cycles_per_bytecode(),
            method_hit_rate: statistics.hit_rate(),
            simulated_seconds: statistics.cycles as f64 / f64::from(subject.config.clk_freq_hz),
            host: Host {
                seconds,
                simulated_mhz: statistics.cycles as f64 / seconds.max(1e-9) / 1e6,
            },
        }
    }

    /// The report for people.
    pub(crate) fn text(&self) -> String {
        let mut text = format!(
            "{HEADING}{}: {}{HEADING:#}\n",
            self.image.name,
            self.ending()
        );
        for (name, value) in self.lines() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {name:18} {value}");
        }
        text
    }

    fn ending(&self) -> String {
        match (self.outcome.end, self.outcome.status) {
            (_, Some(status)) => format!("ended with status {}", status.cast_signed()),
            ("exit-text", _) => "ended with the text `JVM exit!`".to_owned(),
            ("until", _) => "stopped by --until".to_owned(),
            ("max-cycles", _) => "stopped by --max-cycles".to_owned(),
            _ => "interrupted".to_owned(),
        }
    }

    fn lines(&self) -> Vec<(String, String)> {
        let run = &self.statistics;
        let share = |part: u64| format!("{:.1} % of cycles", percent(part, run.cycles));
        let mut lines = vec![
            (
                "cycles",
                format!(
                    "{}, {} at {} MHz",
                    thousands(run.cycles),
                    self.simulated(),
                    megahertz(&self.machine.config)
                ),
            ),
            (
                "microinstructions",
                format!(
                    "{}, {}",
                    thousands(run.microinstructions),
                    share(run.microinstructions)
                ),
            ),
            (
                "bytecodes",
                format!(
                    "{}, {:.3} cycles per bytecode",
                    thousands(run.bytecodes),
                    self.cycles_per_bytecode
                ),
            ),
            (
                "method cache",
                format!(
                    "{} lookups, {} hits ({:.2} %), {} words loaded",
                    thousands(run.method_lookups),
                    thousands(run.method_hits),
                    100.0 * self.method_hit_rate,
                    thousands(run.method_words_loaded)
                ),
            ),
            (
                "main memory",
                format!(
                    "{} reads, {} writes",
                    thousands(run.memory_reads),
                    thousands(run.memory_writes)
                ),
            ),
            (
                "interrupts",
                format!(
                    "{}, exceptions {}",
                    thousands(run.interrupts),
                    thousands(run.exceptions)
                ),
            ),
            (
                "stalls",
                format!(
                    "{} cycles, {}",
                    thousands(run.stalls.total()),
                    share(run.stalls.total())
                ),
            ),
        ]
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect::<Vec<_>>();
        for (cause, cycles) in run.stalls.by_cause() {
            if cycles > 0 {
                lines.push((format!("  {cause}"), thousands(cycles)));
            }
        }
        let hash = Fingerprint::short;
        lines.extend([
            (
                "machine".to_owned(),
                format!(
                    "{}  {}",
                    hash(&self.machine.sha256),
                    summary(&self.machine.config)
                ),
            ),
            (
                "microcode".to_owned(),
                format!("{}  {}", hash(&self.microcode.sha256), self.microcode.name),
            ),
            (
                "image".to_owned(),
                format!(
                    "{}  {} words",
                    hash(&self.image.sha256),
                    thousands(self.image.words as u64)
                ),
            ),
            (
                "host".to_owned(),
                format!(
                    "{:.3} s, {:.1} MHz simulated",
                    self.host.seconds, self.host.simulated_mhz
                ),
            ),
        ]);
        lines
    }

    fn simulated(&self) -> String {
        format!("{:.3} ms", 1e3 * self.simulated_seconds)
    }
}

fn name_of(end: End) -> &'static str {
    match end {
        End::Exit(_) => "exit",
        End::ExitText => "exit-text",
        End::Until => "until",
        End::MaxCycles => "max-cycles",
        End::Interrupted => "interrupted",
    }
}

/// A machine in one line; options far from usual runs are named only where they differ from the default.
pub(crate) fn summary(config: &MachineConfig) -> String {
    let memory = match config.memory {
        MemoryKind::Sram32 => "32-bit SRAM",
        MemoryKind::Sram16 => "16-bit SRAM",
        MemoryKind::Ssram32 => "32-bit SSRAM",
    };
    let mut parts = vec![
        format!("{} MHz", megahertz(config)),
        format!(
            "{} of {memory}",
            kilobytes(4 * u64::from(config.memory_words))
        ),
        format!("ram_cnt {}", config.ram_cnt),
        method_cache(config),
        format!(
            "object cache {}",
            if config.object_cache { "on" } else { "off" }
        ),
    ];
    let mut also = |differs: bool, text: String| {
        if differs {
            parts.push(text);
        }
    };
    let default = MachineConfig::default();
    also(config.data_cache, "data cache on".to_owned());
    also(
        config.spm_width > 0,
        format!("scratchpad {}", kilobytes(4 << config.spm_width)),
    );
    also(
        config.ram_width != default.ram_width,
        format!("stack RAM {} words", 1 << config.ram_width),
    );
    also(
        config.stack_ram != default.stack_ram,
        "stack RAM reads new data".to_owned(),
    );
    also(
        config.uart == UartKind::Timed,
        format!("UART {} baud", config.uart_baud),
    );
    parts.join(", ")
}

fn method_cache(config: &MachineConfig) -> String {
    use method_cache::OrganisationKind;
    let size = kilobytes(1 << config.jpc_width);
    match config.method_cache {
        OrganisationKind::Fifo => {
            format!("method cache {size} in {} blocks", 1 << config.block_bits)
        }
        OrganisationKind::OneBlock => format!("method cache {size} for one method"),
        OrganisationKind::TwoBlock => format!("method cache {size} in two halves"),
    }
}

fn kilobytes(bytes: u64) -> String {
    match bytes {
        0..1024 => format!("{bytes} bytes"),
        1024..1_048_576 => format!("{} KB", bytes as f64 / 1024.0),
        _ => format!("{} MB", bytes as f64 / 1_048_576.0),
    }
}

fn megahertz(config: &MachineConfig) -> f64 {
    f64::from(config.clk_freq_hz) / 1e6
}

fn percent(part: u64, all: u64) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}
