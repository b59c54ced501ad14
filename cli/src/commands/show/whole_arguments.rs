//! Options of the views that the small build lacks.

use std::ops::Range;
use std::path::PathBuf;

use metrics::Focus;
use metrics::phases::DISTANCE;
use runtime::programs::EmbeddedProgram;

use super::export;
use crate::args::cost_source::TableArguments;
use crate::args::embedded_programs::PROGRAM;
use crate::args::extent::ExtentArguments;
use crate::args::quantity::cycles;

/// Options of these views.
#[derive(Debug, clap::Args)]
pub(crate) struct WholeArguments {
    #[command(flatten)]
    pub(super) extent: ExtentArguments,
    /// Show the microinstructions of the bytecode at this byte of --method
    #[arg(long, value_name = "BYTE")]
    pub(super) at: Option<u32>,
    /// Show bytecodes instead of source lines
    #[arg(long, conflicts_with = "interleaved")]
    pub(super) bytecode: bool,
    /// Show each source line with its bytecodes below
    #[arg(long)]
    pub(super) interleaved: bool,
    /// Look for Java sources in this folder, then in those of the class path; repeat for several
    #[arg(long, value_name = "DIR")]
    pub(super) source: Vec<PathBuf>,
    /// A part of the run to show: run, PATTERN, below:PATTERN, thread:NAME, region:NAME; repeat for several
    #[arg(long, value_name = "FOCUS")]
    pub(super) focus: Vec<Focus>,
    /// Parts of the run to show, from a TOML file: [[focus]] with name, and only, below, thread or region
    #[arg(long, value_name = "FILE.toml")]
    pub(super) foci: Option<PathBuf>,
    /// Metrics of time, separated by commas, or `all`; of tree, the weight: cycles, bytecodes, calls or a cause
    #[arg(long, value_name = "METRICS")]
    pub(super) metric: Option<String>,
    /// Only windows that begin in these cycles; each end may be left out
    #[arg(long, value_name = "FROM..TO", value_parser = between)]
    pub(super) between: Option<Range<u64>>,
    /// Share of the cycles, 0 to 1, that must be in other methods for a new phase [default: 0.5]
    #[arg(long, value_name = "PART", value_parser = part)]
    pub(super) distance: Option<f64>,
    /// Show only objects of this class; * stands for any characters
    #[arg(long, value_name = "PATTERN")]
    pub(super) class: Option<String>,
    /// Show only this component of a recording; if a program is run, count this component with what it calls
    #[arg(long, value_name = "NAME")]
    pub(super) component: Option<String>,
    #[command(flatten)]
    pub(super) table: TableArguments,
    /// Count allocations in library and runtime at the application's line that called them
    #[arg(long)]
    pub(super) application: bool,
    /// The collection after which `live` shows the heap; by default the last
    #[arg(long, value_name = "NUMBER")]
    pub(super) collection: Option<u32>,
    /// Least number of collections that objects of `leaks` have survived [default: 1]
    #[arg(long, value_name = "N")]
    pub(super) survived: Option<u32>,
    /// Format of another tool, for standard output or a file with another ending
    #[arg(
        long = "as",
        value_enum,
        ignore_case = true,
        value_name = "FORMAT",
        conflicts_with = "format"
    )]
    pub(super) exported: Option<export::ExportFormat>,
    /// Count only this method and all that it calls; each of its calls starts a chain
    #[arg(long, value_name = "METHOD", conflicts_with = "region", add = crate::args::completion::methods())]
    pub(super) root: Option<String>,
    /// Title of a page or a flame graph
    #[arg(long, value_name = "TEXT")]
    pub(super) title: Option<String>,
    /// Take files and lines of an export from the symbols of this image
    #[arg(long, value_name = "FILE.jop", conflicts_with = "symbols_of")]
    pub(super) symbols: Option<PathBuf>,
    /// Take them from this embedded program
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = PROGRAM)]
    pub(super) symbols_of: Option<&'static EmbeddedProgram>,
    /// Hide entries with a smaller share of the total, in percent: frames of flame graphs (default 0.1), methods of dot (0.5)
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) min_share: Option<f64>,
    /// Hide arcs of dot with a smaller share of the total, in percent [default: 0.1]
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(super) min_arc: Option<f64>,
}

pub(crate) fn between(text: &str) -> Result<Range<u64>, String> {
    let wrong = || format!("`{text}` is no part of a run: give two cycles, as in 400k..800k");
    let (from, to) = text.split_once("..").ok_or_else(wrong)?;
    let end = |text: &str, open| match text.trim() {
        "" => Ok(open),
        text => cycles(text),
    };
    let range = end(from, 0)?..end(to, u64::MAX)?;
    if range.is_empty() {
        return Err(wrong());
    }
    Ok(range)
}

pub(crate) fn part(text: &str) -> Result<f64, String> {
    let part: Option<f64> = text.parse().ok();
    let part = part.filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| "not a part from 0 to 1".to_owned())
}

pub(crate) fn percent(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|number| (0.0..=100.0).contains(number));
    number.ok_or_else(|| "0 to 100".to_owned())
}

impl WholeArguments {
    /// The options, and which are given.
    pub(super) fn given(&self) -> Vec<(&'static str, bool)> {
        let mut given = self.extent.given().to_vec();
        given.extend([
            ("--at", self.at.is_some()),
            ("--bytecode", self.bytecode),
            ("--interleaved", self.interleaved),
            ("--source", !self.source.is_empty()),
            ("--focus", !self.focus.is_empty()),
            ("--foci", self.foci.is_some()),
            ("--metric", self.metric.is_some()),
            ("--between", self.between.is_some()),
            ("--distance", self.distance.is_some()),
            ("--class", self.class.is_some()),
            ("--component", self.component.is_some()),
            ("--table", self.table.file().is_some()),
            ("--set", self.table.sets()),
            ("--application", self.application),
            ("--collection", self.collection.is_some()),
            ("--survived", self.survived.is_some()),
            ("--as", self.exported.is_some()),
            ("--root", self.root.is_some()),
            ("--title", self.title.is_some()),
            ("--symbols", self.symbols.is_some()),
            ("--symbols-of", self.symbols_of.is_some()),
            ("--min-share", self.min_share.is_some()),
            ("--min-arc", self.min_arc.is_some()),
        ]);
        given
    }

    /// Phases with this distance.
    pub(super) fn distance(&self) -> f64 {
        self.distance.unwrap_or(DISTANCE)
    }
}
