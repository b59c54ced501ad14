//! Arguments of `jop show`.

use std::path::PathBuf;

#[cfg(not(feature = "whole"))]
use super::part::PartArguments;
#[cfg(not(feature = "whole"))]
use super::quiet_run::thread_run;
use super::subject_program::SubjectProgram;
use super::view::{self, View};
#[cfg(feature = "whole")]
use super::whole_arguments::WholeArguments;
use crate::args::completion;
use crate::output::errors::Error;
#[cfg(not(feature = "whole"))]
use crate::output::exit_code;
use crate::output::exit_code::exit_codes;
use crate::output::rows::RowsArguments;
use crate::output::table::Order;

/// Show a recording, or a program that is run first: methods, calls, lines, time, memory
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "jop show [OPTIONS] [VIEW] [RECORDING | PROGRAM] [OTHER] [-- ARGS]...",
    long_about = long_about()
)]
#[command(after_help = concat!(exit_codes!("", ", or a moment or region that the run never reached"), "

Examples:
  jop run --program lift -o lift.jrec
  jop show lift.jrec                       the hottest methods, then the causes
  jop show --program lift                  the same of a program, in one step
  jop show -cp classes t.Main              the same of a class on the class path
  jop show Main.java --region filter       of what Main marks as `filter`
  jop show tree lift.jrec                  the calling-context tree, where it is hottest
  jop show tree lift.jrec -o lift.html     its rings, a page; .svg for a flame graph
  jop show diff old.jrec new.jrec -o change.html    what a change made slower and faster
  jop show calls lift.jrec --method Door.step       times of its calls
  jop show calls Main.java --method step@1ms        response and jitter, from the earliest begin
  jop show waiting --program producer-consumer      what threads did, and what they waited for
  jop show lines --program udpip --method checksum  its source with the cost of each line
  jop show code --program lift --method Door.step --at 45    microinstructions
  jop show time --program udpip -o udpip.html       the course of the run, a page
  jop show phases --program udpip --distance 0.3    phases by mix of methods
  jop show sites --program gc-stress       allocations by site
  jop show leaks --program gc-stress --survived 5      what survived five collections
  jop show stack --program modern          the deepest chain of calls
  jop show vector --program lift --component lift.Door   what it executes, for `jop cost`"))]
pub(crate) struct Arguments {
    /// View, and a recording (.jrec) or a profile of another tool; or a program: FILE.jop, FILE.class, FILE.java, FILE.jar or a class
    /// on the class path. `diff` takes two recordings
    #[arg(value_name = "VIEW RECORDING", num_args = 0..=3)]
    pub(super) words: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) program: SubjectProgram,
    /// Print at most this many rows, 0 for all; JSON and CSV always have all, and JSON also the causes or the histogram
    #[arg(long, value_name = "N")]
    pub(super) top: Option<usize>,
    /// Sort the rows by this column, named as in the table: numbers descending, texts ascending
    #[arg(long, value_name = "COLUMN")]
    pub(super) sort: Option<String>,
    /// Show only this method, or sites in it; `lines` takes several: repeat it
    #[arg(long, value_name = "METHOD", add = completion::methods())]
    pub(super) method: Vec<String>,
    #[cfg(not(feature = "whole"))]
    #[command(flatten)]
    pub(super) part: PartArguments,
    #[cfg(feature = "whole")]
    #[command(flatten)]
    pub(super) whole: WholeArguments,
    #[command(flatten)]
    pub(super) rows: RowsArguments,
}

/// What the command is for, with the list of views.
pub(super) fn long_about() -> String {
    const ABOUT: &str = "\
Show a recording of `jop run -o` in one of the views below. The first word is the view; without one it is `flat`. Recordings are .jrec files; \
most views of contexts also take profiles of other tools. Given a program in place of a recording, the command runs it, records what the view needs, and does not show \
the program's output.

-o FILE writes the view: .txt, .csv, .json; .parquet for contexts, time and windows; .html for a page of tree, diff, lines, time; .svg, .folded, .speedscope.json, \
.firefox.json, .pb.gz, .callgrind, .dot for tree; .svg and .pdf for a chart of flat, gprof, causes, time, windows, collections, cores; .jrec to keep the recording of a program. `diff` without a page ends with 1 if the recordings differ.";
    format!("{ABOUT}\n\n{}", view::help())
}

/// A view and the names of its subjects.
pub(super) struct Words {
    pub(super) view: View,
    pub(super) subject: Option<PathBuf>,
    pub(super) other: Option<PathBuf>,
}

impl Arguments {
    /// Options that only some views read, and which are given.
    pub(super) fn given(&self) -> Vec<(&'static str, bool)> {
        let mut given = vec![
            ("--method", !self.method.is_empty()),
            ("--sort", self.sort.is_some()),
        ];
        #[cfg(feature = "whole")]
        given.extend(self.whole.given());
        #[cfg(not(feature = "whole"))]
        given.extend(self.part.given());
        given
    }

    /// Which rows are printed, and in which order.
    pub(super) fn order(&self, usual: usize) -> Order<'_> {
        Order {
            top: self.top(usual),
            sort: self.sort.as_deref(),
        }
    }

    /// Most rows that are printed.
    pub(super) fn top(&self, usual: usize) -> usize {
        self.top.unwrap_or(usual)
    }

    /// The one method, if one is given.
    pub(super) fn one_method(&self) -> Result<Option<&str>, Error> {
        match &self.method[..] {
            [] => Ok(None),
            [method] => Ok(Some(method)),
            [_, second, ..] => Err(Error::Input(format!(
                "--method {second}: this view shows one method"
            ))),
        }
    }
}

impl Arguments {
    /// The part of a profile that is shown.
    #[cfg(not(feature = "whole"))]
    pub(super) fn part(&self) -> PartArguments {
        PartArguments {
            thread: self.part.thread.clone(),
            region: self.part.region.clone(),
        }
    }
}
