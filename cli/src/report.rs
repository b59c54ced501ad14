//! The closing report of a run as data; serialised it is the JSON of `--report`.

use std::time::Duration;

use isa::MachineConfig;
use run::checkpoint::ProgramIdentity;
use run::probes::Collections;
use serde::{Serialize, Serializer};
use sim_core::Statistics;

use crate::exit_code;
use crate::fingerprint::Fingerprint;
use crate::quick_run::{EngineArguments, EngineKind};
use crate::session::End;

/// Version of the JSON form; a change of meaning gets another number.
const FORMAT: u32 = 1;

/// Everything there is to say about a run.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) format: u32,
    /// Version of this program.
    pub(crate) version: &'static str,
    pub(crate) outcome: Outcome,
    pub(crate) image: Image,
    pub(crate) microcode: Microcode,
    pub(crate) machine: Machine,
    /// What executed it.
    pub(crate) engine: EngineKind,
    /// Where the fast engine had its costs from: `derived` from the microcode, or a file; `null` on the machine.
    pub(crate) cost_table: Option<String>,
    /// What was counted; the fast engine counts no microinstructions, accesses and stalls.
    #[serde(serialize_with = "counted")]
    pub(crate) statistics: (EngineKind, Statistics),
    /// Clock cycles for each bytecode.
    pub(crate) cycles_per_bytecode: f64,
    /// Part of the method-cache lookups that hit, 0 to 1.
    pub(crate) method_hit_rate: f64,
    /// What our runtime's collector did; `null` if it did not run.
    pub(crate) collections: Option<Collections>,
    /// Time on the machine. Unit: seconds.
    pub(crate) simulated_seconds: f64,
    /// What differs from run to run and from computer to computer; all the rest does not.
    pub(crate) host: Host,
}

/// How the run ended.
#[derive(Debug, Serialize)]
pub(crate) struct Outcome {
    #[serde(serialize_with = "end_by_name")]
    pub(crate) end: End,
    /// The program's own status, all 32 bits, if it gave one.
    pub(crate) status: Option<u32>,
    pub(crate) exit_code: u8,
}

/// The program.
#[derive(Debug, Serialize)]
pub(crate) struct Image {
    pub(crate) name: String,
    pub(crate) words: usize,
    pub(crate) sha256: Fingerprint,
}

/// The microcode.
#[derive(Debug, Serialize)]
pub(crate) struct Microcode {
    pub(crate) name: String,
    pub(crate) sha256: Fingerprint,
}

/// The machine, all of its options.
#[derive(Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) sha256: Fingerprint,
    pub(crate) config: MachineConfig,
}

/// What the run took on the host.
#[derive(Debug, Serialize)]
pub(crate) struct Host {
    pub(crate) seconds: f64,
    pub(crate) simulated_mhz: f64,
}

/// What was run.
#[derive(Debug)]
pub(crate) struct Subject<'a> {
    /// The program.
    pub(crate) program: &'a ProgramIdentity,
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
        (engine, statistics): (&EngineArguments, &Statistics),
        collections: Collections,
        (host_cycles, host_time): (u64, Duration),
    ) -> Self {
        let seconds = host_time.as_secs_f64();
        Self {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION"),
            outcome: Outcome {
                end,
                status: if let End::Exit(status) = end {
                    Some(status)
                } else {
                    None
                },
                exit_code: exit_code::of(end),
            },
            image: Image {
                name: subject.program.name.clone(),
                words: subject.program.words,
                sha256: subject.program.sha256.clone(),
            },
            microcode: Microcode {
                name: subject.microcode.to_owned(),
                sha256: Fingerprint::of_microcode(subject.microcode_words),
            },
            machine: Machine {
                sha256: Fingerprint::of_machine(subject.config),
                config: subject.config.clone(),
            },
            engine: engine.engine,
            cost_table: engine.cost_table(),
            statistics: (engine.engine, *statistics),
            cycles_per_bytecode: statistics.cycles_per_bytecode(),
            method_hit_rate: statistics.hit_rate(),
            collections: Some(collections).filter(|collections| collections.count > 0),
            simulated_seconds: statistics.cycles as f64 / f64::from(subject.config.clk_freq_hz),
            host: Host {
                seconds,
                simulated_mhz: host_cycles as f64 / seconds.max(1e-9) / 1e6,
            },
        }
    }
}

/// Counters that the fast engine has, too.
const COUNTED: [&str; 7] = [
    "cycles",
    "bytecodes",
    "interrupts",
    "exceptions",
    "method_lookups",
    "method_hits",
    "method_words_loaded",
];

fn counted<S: Serializer>(
    (engine, statistics): &(EngineKind, Statistics),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut value = serde_json::to_value(statistics).map_err(serde::ser::Error::custom)?;
    if let (EngineKind::Fast, Some(map)) = (engine, value.as_object_mut()) {
        map.retain(|key, _| COUNTED.contains(&key.as_str()));
    }
    value.serialize(serializer)
}

fn end_by_name<S: Serializer>(end: &End, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(match end {
        End::Exit(_) => "exit",
        End::ExitText => "exit-text",
        End::Until => "until",
        End::MaxCycles => "max-cycles",
        End::Interrupted => "interrupted",
    })
}
