//! What can be typed after `jop explore`.

use std::path::PathBuf;

use method_cache::replay;

use super::axes::AxisArguments;
use super::question::QuestionArguments;
use super::variants::VariantArguments;
use super::workloads::WorkloadArguments;
use crate::args::cluster::ClusterArguments;
use crate::args::cost_source::TableArguments;
use crate::args::division::DivisionArguments;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::quantity::cycles;
use crate::output::exit_code::exit_codes;
use crate::output::rows::RowsArguments;

/// Explore machines and instruction sets: what programs would cost on other hardware
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Explore machines and instruction sets: what programs would cost on other hardware.

Axes are options of the machine (--size, --memory, --vary OPTION=VALUES, ...) and of the instruction set: whether a bytecode is in microcode, hardware or Java, \
and how many cycles it takes (--carrier, --cost, --variants). A point is one value of each axis. Few points need a run. One run counts what a program executes and \
records its lookups in the method cache; other memories, clocks, method caches and costs only change the price of these counts, and the cycles are exact. \
--verify runs the machine on some points and compares. A program that reads time, waits or takes interrupts runs on each point. A variant that the fast engine \
cannot execute runs on the machine, once on each memory.

The column `source` names the origin of the cycles: `machine` and `fast` ran this point on that engine; `replay` replayed the machine's lookups in another \
method cache; `repriced` multiplied counts by the costs of the microcode; `predicted` used costs without microcode, or the counts of a recording.

--cores, --arbiter and --slot vary several cores that share the memory. Each such point is a run of its own: how cores wait for each other depends on every cycle. \
One core has no arbiter and the usual sources. Without --slot, time slots are the shortest that an access of the memory fits into.

The cost of a point is its on-chip memory in bits, or a formula. `pareto` marks a point if every point that is better \
in time is worse in cost, and the other way round. The table shows those; files have every point. Method caches that \
no hardware has are marked. Fronts and budgets leave them out, unless --org, --vary or --config names the organisation \
or --with-studied is given. --sensitivity varies one axis at a time around the machine of --config. --break-even \
prints how many cycles a bytecode may take in microcode until its Java method is as fast.

--caches prints hits, misses, words, bytes used and cycles for every size, block count and organisation of the method cache. Only invoke and return access it, \
so each program runs once for each memory, and its lookups are replayed in every cache. A program that reads a clock, waits for time or takes \
interrupts may take another path with another cache. Joplab detects this, reports the method and line, and simulates each configuration instead. \
An instruction cache cannot be simulated; it is replayed as if the path did not change. --assume-path does so for every cache, which is faster. Such rows are marked \
`assumed`, with an error measured on caches of the hardware. Bytes used are the loaded bytes that were executed before their method was loaded again. \
`pareto` compares caches of one program on one memory, and rows with an assumed path only with each other. --table and --set change prices of bytecodes: \
what a program then takes more or less is added to each row.

--machines compares machine files: cycles, their change from the first machine, cycles per bytecode, hit rate, and cycles by cause as in `jop show causes`. \
The table leaves out causes without cycles; CSV and JSON have every cause, and the program, bytecodes and lookups. \
With --region a row has the figures of that part of the run; lookups and hit rate are missing, as they are known of the whole run only.

-o FILE.svg or FILE.pdf is a chart for a paper: cycles over the axis with most numbers, or with --caches over the size.")]
#[command(after_help = after_help(), mut_arg("input", |it| it.conflicts_with("merge")))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) workload: WorkloadArguments,
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    #[command(flatten)]
    pub(super) rows: RowsArguments,
    /// Also write an HTML page of all points; with --caches, also of why lookups miss on the machine's own cache
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list_jobs", "job"])]
    pub(super) page: Option<PathBuf>,
    #[command(flatten)]
    pub(super) microcode: MicrocodeArguments,
    #[command(flatten)]
    pub(super) axes: AxisArguments,
    #[command(flatten)]
    pub(super) variants: VariantArguments,
    #[command(flatten)]
    pub(super) question: QuestionArguments,
    #[command(flatten)]
    pub(super) work: WorkArguments,
    #[command(flatten)]
    pub(super) division: DivisionArguments,
    #[command(flatten)]
    pub(super) cluster: ClusterArguments,
    #[command(flatten, next_help_heading = "Prices of --caches")]
    pub(super) table: TableArguments,
}

/// Options that check the work, and limit it.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Work")]
pub(super) struct WorkArguments {
    /// Run the machine on N random points and compare; the exit code is 1 if one differs
    #[arg(long, value_name = "N", conflicts_with_all = ["list_jobs", "job", "merge"])]
    pub(super) verify: Option<usize>,
    /// Seed of the random choice of --verify
    #[arg(long, value_name = "N", default_value_t = 1, requires = "verify")]
    pub(super) seed: u64,
    /// Keep finished jobs in a file; the same command resumes after an interruption
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list_jobs", "job", "merge"])]
    pub(super) journal: Option<PathBuf>,
    /// Stop a program after this many cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = cycles, default_value = "10G")]
    pub(super) max_cycles: u64,
}

fn after_help() -> String {
    let mut text = "Organisations of the method cache:\n".to_owned();
    for organisation in replay::all() {
        text += &format!("  {:<13} {}\n", organisation.name(), organisation.summary());
    }
    text + concat!(
        "
",
        exit_codes!("--verify found a difference, or\n                    "),
        "

Examples:
  jop explore --program lift --size 1K..16K --org fifo,lru --vary object_cache=false,true
  jop explore --program lift,udpip --memory all --ram-cnt 1..10 --clock 60M,100M -o points.csv
  jop explore --program udpip --size 1K..16K --vary object_cache=false,true --under 6KB
  jop explore app.jar --cores 1..8 --arbiter tdma,fair --slot 3..8    cores that share the memory
  jop explore --program lift --carrier fadd=java,microcode --cost fadd=6,20
  jop explore --program lift --break-even              what is worth microcode or hardware
  jop explore --program udpip --ram-cnt 1..6 --size 1K..16K --sensitivity
  jop explore app.jop --size 1K..16K --page points.html --verify 25
  jop explore app.jop other.jop t.Main -cp classes --program lift --size 1K..16K  several programs
  jop explore ecj.jrec --ram-cnt 1..10                predictions for a program too big for JOP
  jop explore --program all --ram-cnt 1..14 --cluster slurm -o all.parquet

  jop explore --caches app.jop                        every method cache on the default memory
  jop explore --caches --program lift --org fifo --pareto    which sizes are worth their bytes
  jop explore --caches app.jop --ram-cnt 1..10 --memory sram32,sram16 -o caches.csv
  jop explore --caches Main.java --input lines.txt    what Main reads, the same in every run
  jop explore --caches --program lift --page caches.html   charts, and why lookups miss
  jop explore --caches app.jop --journal app.jsonl    interrupt it; the same command resumes
  jop explore --caches app.jop --job 3 -o part3.jsonl       one part of many, for a cluster
  jop explore --merge part*.jsonl -o caches.parquet
  jop explore --caches app.jrec                       lookups that `jop run` recorded

  jop explore --machines default,board.toml --program lift    machines side by side
  jop explore --machines default,fast.toml Main.java --region filter"
    )
}

impl Arguments {
    /// Options that only some questions read, and which are given.
    pub(super) fn given(&self) -> Vec<(&'static str, bool)> {
        let mut given = self.axes.given().to_vec();
        given.extend(self.variants.given());
        given.extend(self.question.given());
        given.extend([
            ("--config", self.machine.is_given()),
            ("--table", self.table.file().is_some()),
            ("--set", self.table.sets()),
            ("--page", self.page.is_some()),
            ("--verify", self.work.verify.is_some()),
            ("--journal", self.work.journal.is_some()),
            ("--list-jobs", self.division.prints_parts()),
            ("--merge", !self.division.merge.is_empty()),
            ("--cluster", self.cluster.is_given()),
        ]);
        given
    }
}
