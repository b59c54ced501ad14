//! The closing report of a run as data; serialised it is the JSON of `--report`, which can be read again.

use std::time::Duration;

use isa::document::{self, WrongSchema, without_header};
use serde::{Deserialize, Serialize};

use crate::counters::Counters;
use crate::end::{End, EndKind};
use crate::probes::Collections;
use crate::program::ProgramIdentity;
use crate::setup::{MachineIdentity, MicrocodeIdentity, Provenance};
use crate::several::SeveralFigures;

/// Version of the JSON form; a change of meaning gets another number.
pub const FORMAT: u32 = 1;

/// Everything there is to say about a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// [`FORMAT`]
    pub format: u32,
    /// Version of this program.
    pub version: String,
    /// Its ending.
    pub outcome: Outcome,
    /// The program.
    pub image: ProgramIdentity,
    /// The microcode.
    pub microcode: MicrocodeIdentity,
    /// The machine, all of its options.
    pub machine: MachineIdentity,
    /// The engine.
    pub engine: EngineKind,
    /// Source of the fast engine's costs: `derived` from the microcode, or a file; `null` on the machine.
    pub cost_table: Option<String>,
    /// Counters; the fast engine counts no microinstructions, accesses and stalls.
    pub statistics: Counters,
    /// Clock cycles for each bytecode.
    pub cycles_per_bytecode: f64,
    /// Part of the method-cache lookups that hit, 0 to 1.
    pub method_hit_rate: f64,
    /// Figures of our runtime's collector; `null` if it did not run.
    pub collections: Option<Collections>,
    /// Time on the machine. Unit: seconds.
    pub simulated_seconds: f64,
    /// Figures of each of several processors, and of the memory that they share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub several: Option<SeveralFigures>,
    /// Figures that differ between runs and between computers; all others are reproducible.
    pub host: Host,
}

isa::named_enum! {
    /// Engines that execute a program.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum EngineKind {
        /// The machine: every microinstruction, every cycle.
        #[default]
        Machine = "machine",
        /// The fast engine: every bytecode, with cycles from a table.
        Fast = "fast",
    }
}

/// Ending of the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "OutcomeInFile", try_from = "OutcomeInFile")]
pub struct Outcome {
    /// Why, with the program's own status.
    pub end: End,
    /// The exit code of the command.
    pub exit_code: u8,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OutcomeInFile {
    end: EndKind,
    /// The program's own status, all 32 bits, if it gave one.
    status: Option<u32>,
    exit_code: u8,
}

impl From<Outcome> for OutcomeInFile {
    fn from(outcome: Outcome) -> Self {
        Self {
            end: outcome.end.kind(),
            status: outcome.end.status(),
            exit_code: outcome.exit_code,
        }
    }
}

/// An outcome that is none.
#[derive(Debug, thiserror::Error)]
#[error("a status belongs to a program that ended with `exit`, and to no other")]
struct NoOutcome;

impl TryFrom<OutcomeInFile> for Outcome {
    type Error = NoOutcome;

    fn try_from(file: OutcomeInFile) -> Result<Self, NoOutcome> {
        let end = match (file.end, file.status) {
            (EndKind::Exit, Some(status)) => End::Exit(status),
            (EndKind::ExitText, None) => End::ExitText,
            (EndKind::Until, None) => End::Until,
            (EndKind::MaxCycles, None) => End::MaxCycles,
            (EndKind::Blocked, None) => End::Blocked,
            (EndKind::Interrupted, None) => End::Interrupted,
            _ => return Err(NoOutcome),
        };
        Ok(Self {
            end,
            exit_code: file.exit_code,
        })
    }
}

/// Time of the run on the host.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// Time. Unit: seconds.
    pub seconds: f64,
    /// Simulated cycles for each second. Unit: MHz.
    pub simulated_mhz: f64,
    /// Part of these cycles that ran as superblocks, 0 to 1; `null` where there are none to run.
    #[serde(default)]
    pub block_share: Option<f64>,
}

/// A run that has ended.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    /// Why.
    pub end: End,
    /// Counters of the run.
    pub counters: Counters,
    /// Its time on the host.
    pub host_time: Duration,
    /// Cycles that it took this time, without those before a checkpoint.
    pub host_cycles: u64,
    /// Part of them that ran as superblocks.
    pub block_share: Option<f64>,
}

impl Report {
    /// The report of a run; `cost_table` is the source of the fast engine's costs.
    #[must_use]
    pub fn new(
        provenance: Provenance,
        ended: &Ended,
        (engine, cost_table): (EngineKind, Option<String>),
        collections: Collections,
    ) -> Self {
        let seconds = ended.host_time.as_secs_f64();
        let counters = ended.counters;
        let clock = f64::from(provenance.machine.config.clk_freq_hz);
        Self {
            format: FORMAT,
            version: provenance.version,
            outcome: Outcome {
                end: ended.end,
                exit_code: ended.end.exit_code(),
            },
            image: provenance.image,
            microcode: provenance.microcode,
            machine: provenance.machine,
            engine,
            cost_table,
            statistics: counters,
            cycles_per_bytecode: counters.cycles_per_bytecode(),
            method_hit_rate: counters.hit_rate(),
            collections: Some(collections).filter(|collections| collections.count > 0),
            simulated_seconds: counters.cycles as f64 / clock,
            several: None,
            host: Host {
                seconds,
                simulated_mhz: ended.host_cycles as f64 / seconds.max(1e-9) / 1e6,
                block_share: ended.block_share,
            },
        }
    }

    /// The same of several processors.
    #[must_use]
    pub fn with_several(self, several: SeveralFigures) -> Self {
        Self {
            several: Some(several),
            ..self
        }
    }

    /// Inputs of its figures.
    #[must_use]
    pub fn provenance(&self) -> Provenance {
        Provenance {
            version: self.version.clone(),
            image: self.image.clone(),
            microcode: self.microcode.clone(),
            machine: self.machine.clone(),
        }
    }

    /// Reads a report.
    ///
    /// # Errors
    /// When the text is no report, or one of another version.
    #[inline]
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        /// The version is in every form.
        #[derive(Deserialize)]
        struct Version {
            format: u32,
        }
        // Reports say what their keys mean; earlier ones do not.
        let text = &without_header(text, document::RUN)?;
        let Version { format } = serde_json::from_str(text)?;
        if format != FORMAT {
            return Err(ReportError::Format(format));
        }
        Ok(serde_json::from_str(text)?)
    }
}

/// A text that is no report.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// It is no JSON of the form.
    #[error("it is no report of `jop run`: {0}")]
    Json(#[from] serde_json::Error),
    /// Another document, or another version of it.
    #[error("it is no report of `jop run`: {0}")]
    Schema(#[from] WrongSchema),
    /// Another version wrote it.
    #[error("it has format {0} and this version of `jop` reads {FORMAT}; run the program again")]
    Format(u32),
}
