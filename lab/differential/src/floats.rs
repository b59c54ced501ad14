//! Arithmetic of the machine compared with the host's, on random and corner operands, and the cost of each operation.
//!
//! One Java program makes the operands from a seed, applies an operation and prints a sum over the bits of the results for each
//! block of pairs; it runs on both sides. Where the sums of a block differ, both sides print its pairs and the first difference
//! is the result. NaN is compared as Java does, as one value.
//!
//! A probe times every execution: from the dispatch of the bytecode to that of the next one in the same method, so with the
//! calls, the loads of the method cache and everything that an operation in Java takes.

mod operations;
mod source;
mod timing;

use std::path::Path;

use rayon::prelude::*;

pub use operations::{OPERATIONS, Operation};

use crate::error::Error;
use crate::host;
use crate::target::{self, Target};
use timing::OperationProbe;

/// Pairs whose results make one sum.
const BLOCK: u64 = 1000;
/// More cycles than any operation with its operands takes.
const CYCLES_PER_PAIR: u64 = 1_000_000;

/// Remedy.
#[derive(Debug, Clone)]
pub struct Options {
    /// Operand pairs for each operation, rounded up to whole blocks of 1000.
    pub pairs: u64,
    /// Seed of the operands.
    pub seed: u32,
    /// Names of operations; none means all.
    pub operations: Vec<String>,
    /// Engine that executes the operations.
    pub engine: Engine,
}

/// Substitute of the machine.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Engine {
    /// The machine itself.
    #[default]
    Machine,
    /// The fast engine with derived costs, for runs that would take the machine hours.
    Fast,
}

/// Result of an operation.
#[derive(Debug, Clone)]
pub struct Measured {
    /// The operation.
    pub operation: &'static Operation,
    /// Operand pairs that were compared.
    pub pairs: u64,
    /// The first pair with another result, if there is one.
    pub difference: Option<Differing>,
    /// Cycles of half of the executions are not above. Unit: cycles.
    pub median: u64,
    /// The longest execution. Unit: cycles.
    pub worst: u64,
    /// Number of the pair that takes it.
    pub worst_pair: u64,
    /// Operands of the longest, in hexadecimal bits.
    pub worst_operands: String,
}

/// A pair that the machine does not calculate as the host does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Differing {
    /// Block, then number of the pair, operands and result of the host.
    pub host: String,
    /// The same of the machine.
    pub machine: String,
}

/// Runs all chosen operations on the strict build and the default machine; `progress` is called after each.
///
/// # Errors
/// If there is no JDK, or if an operation is not known.
pub fn run(options: &Options, progress: &(dyn Fn() + Sync)) -> Result<Vec<Measured>, Error> {
    let chosen = choose(&options.operations)?;
    let folder = tempfile::tempdir().map_err(|reason| Error::File {
        path: std::env::temp_dir(),
        reason,
    })?;
    host::compile(folder.path(), &source::sources())?;
    let runs: Vec<Run> = chosen
        .into_iter()
        .map(|operation| Run {
            folder: folder.path(),
            operation,
            seed: options.seed,
            engine: options.engine,
            blocks: options.pairs.div_ceil(BLOCK).max(1),
        })
        .collect();
    let sums = on_host(folder.path(), runs.iter().map(Run::all_blocks))?;
    let measured: Result<Vec<Measured>, Error> = runs
        .par_iter()
        .zip(&sums)
        .map(|(run, sums)| {
            let measured = run.measure(sums);
            progress();
            measured
        })
        .collect();
    let mut measured = measured?;
    let of_worst = |(run, measured): (&Run, &Measured)| run.block_of(measured.worst_pair);
    let pairs = on_host(folder.path(), runs.iter().zip(&measured).map(of_worst))?;
    for (measured, pairs) in measured.iter_mut().zip(pairs) {
        measured.worst_operands = operands(measured, &pairs);
    }
    Ok(measured)
}

/// Output of the program for each list of arguments, in one JVM.
fn on_host(
    folder: &Path,
    arguments: impl Iterator<Item = Vec<String>>,
) -> Result<Vec<String>, Error> {
    let arguments: Vec<String> = arguments.flatten().collect();
    let text = host::execute(folder, source::HOST_MAIN, &arguments)?;
    let parts = text.split(source::END_OF_RUN);
    Ok(parts.map(ToOwned::to_owned).collect())
}

/// The operands of the worst pair, from the lines of its block.
fn operands(measured: &Measured, pairs: &str) -> String {
    let line = pairs.lines().nth((measured.worst_pair % BLOCK) as usize);
    let words: Vec<_> = line.unwrap_or_default().split(' ').collect();
    let operands = words.get(1..=measured.operation.operands);
    operands.unwrap_or_default().join(" ")
}

fn choose(names: &[String]) -> Result<Vec<&'static Operation>, Error> {
    if names.is_empty() {
        return Ok(OPERATIONS.iter().collect());
    }
    let find = |name: &String| {
        let operation = OPERATIONS
            .iter()
            .find(|operation| operation.name() == *name);
        operation.ok_or_else(|| {
            let known: Vec<_> = OPERATIONS
                .iter()
                .map(|operation| operation.name())
                .collect();
            Error::Input(format!(
                "there is no operation {name}; there are {}",
                known.join(", ")
            ))
        })
    };
    names.iter().map(find).collect()
}

struct Run<'a> {
    folder: &'a Path,
    operation: &'static Operation,
    seed: u32,
    engine: Engine,
    blocks: u64,
}

impl Run<'_> {
    fn measure(&self, host: &str) -> Result<Measured, Error> {
        let arguments = self.all_blocks();
        let linked = target::link_folder(self.folder, source::MAIN, &arguments, Target::Strict)?;
        let mut probe = OperationProbe::new(&linked.symbols, self.operation);
        let limit = CYCLES_PER_PAIR * BLOCK * self.blocks;
        let machine = match self.engine {
            Engine::Machine => target::run(&linked, Target::Strict, limit, &mut probe)?,
            Engine::Fast => target::run_fast(&linked, Target::Strict, limit, &mut probe)?,
        };
        let mut difference = None;
        let differing = host
            .lines()
            .zip(machine.stdout.lines().chain(std::iter::repeat("")))
            .position(|(host, machine)| host != machine);
        if let Some(block) = differing {
            difference = Some(self.differing(block as u64)?);
        }
        let (worst, execution) = probe.worst();
        Ok(Measured {
            operation: self.operation,
            pairs: self.blocks * BLOCK,
            difference,
            median: probe.median(),
            worst,
            worst_pair: execution / self.operation.executions,
            worst_operands: String::new(),
        })
    }

    fn all_blocks(&self) -> Vec<String> {
        self.arguments(0, self.blocks, false)
    }

    /// The block of a pair, with all its pairs shown.
    fn block_of(&self, pair: u64) -> Vec<String> {
        self.arguments(pair / BLOCK, 1, true)
    }

    fn arguments(&self, block: u64, blocks: u64, shows_pairs: bool) -> Vec<String> {
        vec![
            self.operation.name().to_owned(),
            self.seed.cast_signed().to_string(),
            block.to_string(),
            blocks.to_string(),
            BLOCK.to_string(),
            shows_pairs.to_string(),
        ]
    }

    /// The first pair of a block with another result, or the block if the pairs alone agree.
    fn differing(&self, block: u64) -> Result<Differing, Error> {
        let arguments = self.arguments(block, 1, true);
        let host = host::execute(self.folder, source::HOST_MAIN, &arguments)?;
        let linked = target::link_folder(self.folder, source::MAIN, &arguments, Target::Strict)?;
        let limit = CYCLES_PER_PAIR * BLOCK;
        let machine = target::run(&linked, Target::Strict, limit, &mut sim_core::NoProbe)?;
        let mut pairs = host
            .lines()
            .zip(machine.stdout.lines().chain(std::iter::repeat("")));
        let (host, machine) = pairs
            .find(|(host, machine)| host != machine)
            .unwrap_or(("no single pair differs", "no single pair differs"));
        Ok(Differing {
            host: format!("block {block} pair {host}"),
            machine: format!("block {block} pair {machine}"),
        })
    }
}
