//! The options that write checkpoints.

use std::path::PathBuf;

use run::Subject;

use crate::args::quantity::positive_cycles;
use crate::host::checkpoints::CheckpointWriter;
use crate::output::errors::Error;

/// The options that write checkpoints.
#[derive(Debug, Default, clap::Args)]
#[command(next_help_heading = "Checkpoints")]
pub(crate) struct CheckpointArguments {
    /// Write a checkpoint every N cycles; k, M and G multiply
    #[arg(long, value_name = "N", value_parser = positive_cycles, requires = "checkpoints")]
    checkpoint_every: Option<u64>,
    /// Write checkpoints to this folder, as NAME-CYCLE.jopcheck; one more is written when --max-cycles or Ctrl-C stops the run
    #[arg(long, value_name = "DIR")]
    checkpoints: Option<PathBuf>,
    /// Keep only the last COUNT checkpoints of this run
    #[arg(long, value_name = "COUNT", requires = "checkpoints", value_parser = clap::value_parser!(u32).range(1..))]
    keep_checkpoints: Option<u32>,
}

impl CheckpointArguments {
    /// Checks if checkpoints are requested.
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoints.is_some()
    }

    /// Creates the writer of checkpoints for a run that begins at `cycle`, and its folder.
    pub(crate) fn writer<'a>(
        &self,
        subject: &'a Subject,
        cycle: u64,
    ) -> Result<Option<CheckpointWriter<'a>>, Error> {
        let Some(folder) = &self.checkpoints else {
            return Ok(None);
        };
        let keep = self.keep_checkpoints.map(|keep| keep as usize);
        CheckpointWriter::new(subject, folder, (self.checkpoint_every, keep), cycle).map(Some)
    }
}
