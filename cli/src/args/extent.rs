//! The extent of a recording: its limits, and its windows.

use metrics::Every;
use record::Limits;
use recorders::Windows;

use crate::args::limits::LimitsArguments;
use crate::args::quantity::positive_cycles;
use crate::output::errors::Error;

/// Options of commands that record.
#[derive(Debug, clap::Args)]
pub(crate) struct ExtentArguments {
    #[command(flatten)]
    limits: LimitsArguments,
    /// End of windows: after so many cycles; at each call of METHOD, or each N-th (METHOD#N); at regions; or `fitting`,
    /// equal widths that fit the run
    #[arg(long, value_name = "WINDOW", value_parser = window)]
    window: Option<Every>,
    /// Count executions of these bytecodes in windows, separated by commas
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    bytecodes: Vec<String>,
}

impl ExtentArguments {
    /// The limits.
    pub(crate) fn limits(&self) -> Limits {
        self.limits.limits()
    }

    /// The windows.
    pub(crate) fn windows(&self) -> Result<Windows, Error> {
        let opcodes = self.bytecodes.iter().map(|name| opcode(name));
        Ok(Windows {
            every: self.window.clone().unwrap_or_default(),
            opcodes: opcodes.collect::<Result<_, _>>()?,
        })
    }

    /// An option of windows is given.
    pub(crate) fn has_windows(&self) -> bool {
        self.window.is_some() || !self.bytecodes.is_empty()
    }

    /// Any option is given.
    pub(crate) fn is_given(&self) -> bool {
        self.has_windows() || !self.limits().is_all()
    }

    /// The options, and which are given.
    pub(crate) fn given(&self) -> [(&'static str, bool); 9] {
        let limits = self.limits();
        [
            ("--only", !limits.only.is_empty()),
            ("--below", !limits.below.is_empty()),
            ("--region", !limits.regions.is_empty()),
            ("--every", limits.every != 1),
            ("--thread", !limits.threads.is_empty()),
            ("--from", limits.from.is_some()),
            ("--to", limits.to.is_some()),
            ("--window", self.window.is_some()),
            ("--bytecodes", !self.bytecodes.is_empty()),
        ]
    }
}

fn window(text: &str) -> Result<Every, String> {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return positive_cycles(text).map(Every::Cycles);
    }
    text.parse()
        .map_err(|error: metrics::EveryError| error.to_string())
}

fn opcode(name: &str) -> Result<u8, Error> {
    let found = isa::Bytecode::named(&name.trim().to_lowercase());
    found.map(isa::Bytecode::code).ok_or_else(|| {
        Error::Input(format!(
            "--bytecodes: no bytecode is called `{name}`; `jop isa --bytecodes` lists them"
        ))
    })
}
