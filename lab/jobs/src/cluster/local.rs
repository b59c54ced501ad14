//! Tasks as processes of this computer, some at a time.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;

use super::{ClusterError, Submission, Work};

/// Processes under way, and lines of the list that wait.
#[derive(Debug)]
pub(super) struct Local {
    script: PathBuf,
    list: PathBuf,
    next: usize,
    length: usize,
    at_once: usize,
    running: Vec<Child>,
}

impl Local {
    pub(super) fn start(work: &Work, list: &Path, length: usize) -> Self {
        let cores = || thread::available_parallelism().map_or(1, usize::from);
        Self {
            script: work.script(),
            list: list.to_owned(),
            next: 1,
            length,
            at_once: work.at_once.unwrap_or_else(cores).max(1),
            running: Vec::new(),
        }
    }
}

impl Submission for Local {
    fn is_running(&mut self) -> Result<bool, ClusterError> {
        // A process that cannot be asked counts as ended; its part tells whether it was done.
        self.running
            .retain_mut(|child| matches!(child.try_wait(), Ok(None)));
        while self.running.len() < self.at_once && self.next <= self.length {
            let child = Command::new("sh")
                .arg(&self.script)
                .arg(&self.list)
                .arg(self.next.to_string())
                .stdin(Stdio::null())
                .spawn();
            self.running
                .push(child.map_err(super::work::in_file(&self.script))?);
            self.next += 1;
        }
        Ok(!self.running.is_empty())
    }

    fn cancel(&mut self) {
        for child in &mut self.running {
            // Those that have ended meanwhile need no signal.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}
