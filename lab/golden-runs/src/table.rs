//! A table of runs, as the RTL's owners write it.

use std::path::{Path, PathBuf};

use isa::bounded_file;
use isa::{ArbiterKind, LockUnitKind, MachineConfig, MemoryKind, Processors, Slots};
use serde::Deserialize;

/// Megabytes that a table may have; a real one has a hundredth of that.
const SIZE_LIMIT: u64 = 4;

/// A table that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The file.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// A line.
    #[error("{}:{line}: {problem}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: u64,
        /// What is wrong.
        problem: String,
    },
}

/// One run of the RTL.
#[derive(Debug, Clone, PartialEq)]
pub struct Golden {
    /// Line of the table, from 1.
    pub line: u64,
    /// The image; of microcode alone its name.
    pub image: String,
    /// `jop`, `strict`, or the name of hand-written microcode.
    pub build: String,
    /// Each processor, and the memory.
    pub machine: MachineConfig,
    /// Several processors, if there were some.
    pub processors: Option<Processors>,
    /// What the RTL did.
    pub outcome: Outcome,
}

/// What is compared of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// Each processor's end; none if it gave none before the run was over.
    pub ends: Vec<Option<End>>,
    /// Words of memory at the end, or their digest; none where the table has none.
    pub results: Option<String>,
    /// First 16 hexadecimal digits of the SHA-256 of the bytes sent; none where the table has none.
    pub output: Option<String>,
}

/// The end of a processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    /// Cycles from reset to the write of the end.
    pub cycles: u64,
    /// The word written; tables of one processor do not have it.
    pub word: Option<u32>,
}

impl Golden {
    /// The microcode is hand-written: the run is over when all processors have ended, and nothing is sent.
    #[must_use]
    pub fn is_microcode(&self) -> bool {
        !matches!(self.build.as_str(), "jop" | "strict")
    }

    /// The last cycle that was measured.
    #[must_use]
    pub fn cycles(&self) -> u64 {
        let ends = self.outcome.ends.iter().flatten().map(|end| end.cycles);
        ends.max().unwrap_or(0)
    }

    /// What distinguishes it from the other runs of a table, in one line.
    #[must_use]
    pub fn title(&self) -> String {
        let machine = &self.machine;
        let memory = format!("{} {}", machine.memory, machine.ram_cnt);
        let several = self.processors.map_or_else(String::new, |it| {
            let slots = it
                .arbiter
                .slots()
                .map(|it| format!(" {} {} {}", it.slot, it.read_gap, it.write_gap));
            format!(
                ", {} cores, {}{}",
                it.cores,
                it.arbiter.name(),
                slots.unwrap_or_default()
            )
        });
        format!("{} ({}), {memory}{several}", self.image, self.build)
    }
}

/// A line of either kind of table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    image: String,
    build: String,
    memory: MemoryKind,
    ram_cnt: u8,
    jpc_width: u8,
    block_bits: u8,
    #[serde(default)]
    spm_width: u8,
    memory_words: Option<u32>,
    cycles: Option<u64>,
    cpus: Option<u8>,
    arbiter: Option<String>,
    slot: Option<u8>,
    read_gap: Option<u8>,
    write_gap: Option<u8>,
    lock_unit: Option<LockUnitKind>,
    end_cycles: Option<String>,
    end_words: Option<String>,
    results: Option<String>,
    output_sha256_16: Option<String>,
}

/// Reads a table.
///
/// # Errors
/// When it cannot be read, or a line describes no run.
pub fn read(path: &Path) -> Result<Vec<Golden>, TableError> {
    let text = bounded_file::text(path, SIZE_LIMIT, "a table of runs has");
    let text = text.map_err(|source| TableError::Io {
        path: path.to_owned(),
        source,
    })?;
    let wrong = |line, problem| TableError::Line {
        path: path.to_owned(),
        line,
        problem,
    };
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().cloned();
    let headers = headers.map_err(|error| wrong(1, error.to_string()))?;
    let mut runs = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| wrong(line_of(&error), error.to_string()))?;
        let line = record.position().map_or(0, csv::Position::line);
        let row: Row = record
            .deserialize(Some(&headers))
            .map_err(|error| match error.kind() {
                csv::ErrorKind::Deserialize { err, .. } => wrong(line, err.to_string()),
                _ => wrong(line, error.to_string()),
            })?;
        runs.push(row.run(line).map_err(|problem| wrong(line, problem))?);
    }
    match runs.is_empty() {
        true => Err(wrong(1, "it has no runs".to_owned())),
        false => Ok(runs),
    }
}

fn line_of(error: &csv::Error) -> u64 {
    error.position().map_or(0, csv::Position::line)
}

impl Row {
    fn run(self, line: u64) -> Result<Golden, String> {
        let machine = MachineConfig {
            memory: self.memory,
            ram_cnt: self.ram_cnt,
            jpc_width: self.jpc_width,
            block_bits: self.block_bits,
            spm_width: self.spm_width,
            memory_words: self.memory_words.unwrap_or(262_144),
            ..MachineConfig::default()
        };
        machine.check().map_err(|error| error.to_string())?;
        let processors = self.processors()?;
        if let Some(processors) = processors {
            let checked = processors.check(&machine);
            checked.map_err(|error| error.to_string())?;
        }
        let ends = self.ends()?;
        let cores = processors.map_or(1, |it| usize::from(it.cores));
        if ends.len() != cores {
            return Err(format!("it has {} ends for {cores} processors", ends.len()));
        }
        let given = |text: Option<String>| text.filter(|text| !text.is_empty());
        Ok(Golden {
            line,
            image: self.image,
            build: self.build,
            machine,
            processors,
            outcome: Outcome {
                ends,
                results: given(self.results),
                output: given(self.output_sha256_16),
            },
        })
    }

    fn processors(&self) -> Result<Option<Processors>, String> {
        let Some(cores) = self.cpus else {
            return Ok(None);
        };
        let name = self.arbiter.as_deref().unwrap_or_default();
        let slots = Slots {
            slot: self.slot.unwrap_or(0),
            read_gap: self.read_gap.unwrap_or(0),
            write_gap: self.write_gap.unwrap_or(0),
        };
        let arbiter = ArbiterKind::named(name, slots);
        let arbiter = arbiter.ok_or_else(|| format!("no arbiter `{name}`"))?;
        Ok(Some(Processors {
            cores,
            arbiter,
            lock_unit: self.lock_unit.unwrap_or(LockUnitKind::None),
        }))
    }

    fn ends(&self) -> Result<Vec<Option<End>>, String> {
        if let Some(cycles) = self.cycles {
            return Ok(vec![Some(End { cycles, word: None })]);
        }
        let missing = |name: &str| format!("`{name}` is missing");
        let cycles = self.end_cycles.as_deref();
        let words = self.end_words.as_deref();
        let cycles = numbers(cycles.ok_or_else(|| missing("cycles or end_cycles"))?)?;
        let words = numbers(words.ok_or_else(|| missing("end_words"))?)?;
        if cycles.len() != words.len() {
            return Err("`end_cycles` and `end_words` have different lengths".to_owned());
        }
        let end = |(cycles, word): (u64, u64)| {
            let word = u32::try_from(word).map_err(|_| format!("{word} is no word"))?;
            let word = Some(word);
            Ok((cycles != 0).then_some(End { cycles, word }))
        };
        cycles.into_iter().zip(words).map(end).collect()
    }
}

fn numbers(text: &str) -> Result<Vec<u64>, String> {
    let number = |it: &str| it.parse().map_err(|_| format!("`{it}` is no number"));
    text.split(' ').map(number).collect()
}
