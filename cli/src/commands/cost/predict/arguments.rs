//! Options of `jop cost predict`.

use std::path::{Path, PathBuf};

use isa::MachineConfig;
use microcode::Build;

use crate::args::cost_source::TableArguments;
use crate::args::embedded_programs::{PROGRAM_OR_SUITE, Programs};
use crate::args::input::InputArguments;
use crate::args::machine_file;
use crate::args::memories::MemoryArguments;
use crate::args::program_source::LinkArguments;
use crate::args::quantity::cycles;
use crate::args::vary::{self, OwnAxis};
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code::exit_codes;
use crate::output::result::{self, ResultArguments};

/// Predict the cycles of programs, or of components of a recording, with a cost table
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Predict the cycles of programs with a cost table: how often each atom happens, times its cycles.

The fast engine runs the program once for each machine, with the costs of the microcode, and counts the atoms: bytecodes by scenario, branches, loads of methods by size. \
The table then prices these counts. An atom without a price counts as zero and is reported.

Given a recording of `jop run --engine fast --record vector` in place of a program, nothing runs: its counts are priced, component by component. \
With the derived table the result is exact. Otherwise the truth is within two standard errors in 90 to 99 % of cases. \
`price error` is the part of the standard error that comes from prices: zero for derived ones, and from the covariance in a file of `jop cost fit`. \
`count error` is the part that comes from counts of single calls. `unbounded` means that the truth may be anything; the row gives the reason: prices \
without known errors, an atom without a price, calls unlike those that were counted, or a program that reads time on another machine.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop cost predict --table measured.toml --program lift,udpip --truth
  jop cost predict --set iaload=15 --set idiv.carrier=microcode --set idiv=40 --program lift
  jop cost predict --table formulas.toml --program lift --memory sram32 --ram-cnt 2..6 --truth
  jop cost predict --table measured.toml app.jop --config board.toml,other.toml --format csv
  jop cost predict --program lift --memory sram32,ssram32 --vary clk_freq_hz=60M,100M
  jop run --program lift --engine fast --record vector -o lift.jrec -- 20
  jop cost predict lift.jrec --ram-cnt 1..5              components of a recording
  jop cost predict lift.jrec --ram-cnt 1..5 --truth=lift -- 20
  jop cost predict lift.jrec --table board.json          prices of `jop cost fit`"))]
pub(in crate::commands::cost) struct Arguments {
    #[command(flatten)]
    pub(super) table: TableArguments,
    /// FILE.jop, mem_main.dat, FILE.class, FILE.java, FILE.jar, or the name of a class on the class path; or FILE.jrec with a vector
    #[arg(value_name = "PROGRAM", required_unless_present = "embedded")]
    pub(super) own: Option<String>,
    /// Embedded programs, separated by commas; `embedded`, `kernel` and `modern` are suites, `all` is all of them
    #[arg(long = "program", value_name = "NAMES", value_delimiter = ',',
          conflicts_with_all = ["own", "class_path"], hide_possible_values = true, value_parser = PROGRAM_OR_SUITE)]
    pub(super) embedded: Vec<Programs>,
    /// Arguments passed to main
    #[arg(last = true, value_name = "ARGS")]
    pub(super) arguments: Vec<String>,
    #[command(flatten)]
    pub(super) link: LinkArguments,
    #[command(flatten)]
    pub(super) input: InputArguments,
    /// Machines, as printed by `jop config`, separated by commas; by default the default machine
    #[arg(
        long,
        visible_alias = "machine",
        value_name = "FILES",
        value_delimiter = ','
    )]
    pub(super) config: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) memories: MemoryArguments,
    /// Values of any option of `jop config --all`: clk_freq_hz=60M,100M or object_cache=false,true; repeat for several
    #[arg(long, value_name = "OPTION=VALUES")]
    vary: Vec<OwnAxis>,
    /// Also run the machine, and report the error; for a recording, name its program, with ARGS for its main
    #[arg(long, value_name = "PROGRAM", num_args = 0..=1, require_equals = true)]
    pub(super) truth: Option<Option<String>>,
    /// Method-cache lookups of a recording: as recorded, or all alike
    #[arg(long, value_enum, value_name = "LOOKUPS")]
    pub(super) lookups: Option<Lookups>,
    /// Only the sum of all components of a recording
    #[arg(long)]
    pub(super) total: bool,
    /// Print at most this many components, and a few of the atoms without a price [default: 20]; 0 prints all of both
    #[arg(long, value_name = "N")]
    pub(super) top: Option<usize>,
    /// Our microcode with exact null and bounds checks
    #[arg(long)]
    pub(super) strict: bool,
    /// Stop a program after this many cycles; k, M and G multiply [default: 10G]
    #[arg(long, value_name = "N", value_parser = cycles)]
    max_cycles: Option<u64>,
    #[command(flatten)]
    pub(super) result: ResultArguments,
}

/// Cycles after which a program is stopped, if nothing else is said.
const MAX_CYCLES: u64 = 10_000_000_000;

/// Pricing of method-cache lookups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Lookups {
    /// As the cache of the recording answered
    Recorded,
    /// Each method was in the cache
    AllHit,
    /// None was
    AllMiss,
}

impl Arguments {
    pub(super) fn build(&self) -> Build {
        if self.strict {
            Build::Strict
        } else {
            Build::Jop
        }
    }

    /// Cycles after which a program is stopped.
    pub(super) fn max_cycles(&self) -> u64 {
        self.max_cycles.unwrap_or(MAX_CYCLES)
    }

    /// An error for a result that is one of the files that are read.
    pub(super) fn refuse_inputs(&self) -> Result<(), Error> {
        let truth = self.truth.iter().flatten();
        let own = self.own.iter().chain(truth).map(Path::new);
        let files = own.chain(self.config.iter().map(PathBuf::as_path));
        let inputs: Vec<&Path> = files.chain(self.table.file()).collect();
        result::refuse_inputs(self.result.file(), "-o", &inputs)
    }

    /// An error for an option of a run where nothing runs.
    pub(super) fn refuse_run(&self) -> Result<(), Error> {
        let given = [
            ("-- ARGS", !self.arguments.is_empty()),
            ("an option of linking", self.link.is_given()),
            ("--input", self.input.input.is_some()),
            ("--max-cycles", self.max_cycles.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) if self.truth.is_none() => Err(Error::Input(format!(
                "{option} is for a run, and a recording is none; leave it out, or add --truth=PROGRAM"
            ))),
            _ => Ok(()),
        }
    }

    /// The machines of the files with their names.
    pub(super) fn bases(&self) -> Result<Vec<(String, MachineConfig)>, Error> {
        if self.config.is_empty() {
            return Ok(vec![("default".to_owned(), MachineConfig::default())]);
        }
        let files = self.config.iter();
        let named = files.map(|path| Ok((path.display().to_string(), machine_file::read(path)?)));
        named.collect()
    }

    /// The machines with their names, varied and on each memory.
    pub(super) fn machines(&self, console: Console) -> Result<Vec<(String, MachineConfig)>, Error> {
        self.refuse_twice()?;
        let mut found = Vec::new();
        for (base, machine) in self.bases()? {
            for (values, machine) in vary::machines(&machine, &self.vary, console)? {
                let name = match values.is_empty() {
                    true => base.clone(),
                    false => format!("{base} {values}"),
                };
                let memories = self.memories.machines(&machine, console)?.into_iter();
                found.extend(memories.map(|machine| (name.clone(), machine)));
            }
        }
        Ok(found)
    }

    /// An error for an option of the memory that `--vary` has, too.
    fn refuse_twice(&self) -> Result<(), Error> {
        let given = [
            (
                "memory",
                "--memory",
                !self.memories.technologies().is_empty(),
            ),
            ("ram_cnt", "--ram-cnt", !self.memories.ram_cnts().is_empty()),
        ];
        let is_varied = |option: &str| self.vary.iter().any(|axis| axis.0.option == option);
        match given
            .iter()
            .find(|(option, _, is_given)| *is_given && is_varied(option))
        {
            None => Ok(()),
            Some((option, other, _)) => Err(Error::Input(format!(
                "{option} is varied twice, by {other} and --vary; give all its values in one option"
            ))),
        }
    }

    /// An error for a varied option that counts of a recording do not follow.
    pub(super) fn refuse_axes(&self) -> Result<(), Error> {
        let followed = ["memory", "ram_cnt"];
        let mut varied = self.vary.iter().map(|axis| &*axis.0.option);
        match varied.find(|option| !followed.contains(option)) {
            None => Ok(()),
            Some(option) => Err(Error::Input(format!(
                "--vary {option}: the counts of a recording are those of its machine; vary memory or ram_cnt, or name the program in place of the recording"
            ))),
        }
    }
}
