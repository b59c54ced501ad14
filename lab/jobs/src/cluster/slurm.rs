//! Tasks of Slurm: a job array.

use std::path::Path;
use std::process::Command;

use super::work::{ClusterError, Submission, Work, ask};

const ENGINE: &str = "slurm";
const REMEDY: &str = "run on a computer that submits to Slurm";

/// A job array.
#[derive(Debug)]
pub(super) struct JobArray {
    number: String,
}

/// Submits the lines of a list.
pub(super) fn submit(
    work: &Work,
    number: usize,
    list: &Path,
    length: usize,
) -> Result<JobArray, ClusterError> {
    let at_once = work
        .at_once
        .map_or(String::new(), |most| format!("%{most}"));
    let mut command = Command::new("sbatch");
    command
        .arg("--parsable")
        // Array indices begin with 0: the largest one has to be below Slurm's MaxArraySize.
        .arg(format!("--array=0-{}{at_once}", length - 1))
        .arg(format!("--job-name=jop-{number}"))
        .args(["--output=/dev/null", "--error=/dev/null", "--ntasks=1"])
        // A task whose node is lost is given to another one.
        .arg("--requeue")
        .arg("--wrap")
        .arg(format!(
            "exec sh {} {} $((SLURM_ARRAY_TASK_ID + 1))",
            super::work::quoted(work.script().as_os_str()),
            super::work::quoted(list.as_os_str())
        ));
    let said = asked("sbatch", "sbatch", &mut command)?;
    // `number` or `number;cluster`.
    let number = said.trim().split(';').next().unwrap_or_default();
    Ok(JobArray {
        number: number.to_owned(),
    })
}

impl Submission for JobArray {
    fn is_running(&mut self) -> Result<bool, ClusterError> {
        let mut command = Command::new("squeue");
        command.args(["--noheader", "--format=%T", "--states=all", "--jobs"]);
        command.arg(&self.number);
        match asked("squeue", "squeue", &mut command) {
            Ok(states) => Ok(is_unfinished(&states)),
            // A job that ended some minutes ago is forgotten.
            Err(ClusterError::Refused { message, .. }) if message.contains("Invalid job id") => {
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    fn cancel(&mut self) {
        let mut command = Command::new("scancel");
        // It may have ended meanwhile.
        let _ = asked("scancel", "scancel", command.arg(&self.number));
    }
}

/// States of tasks that will still do something.
fn is_unfinished(states: &str) -> bool {
    let unfinished = [
        "PENDING",
        "RUNNING",
        "CONFIGURING",
        "COMPLETING",
        "SUSPENDED",
        "REQUEUED",
        "REQUEUE_HOLD",
        "REQUEUE_FED",
        "SPECIAL_EXIT",
    ];
    states
        .lines()
        .any(|state| unfinished.contains(&state.trim()))
}

fn asked(
    what: &'static str,
    program: &'static str,
    command: &mut Command,
) -> Result<String, ClusterError> {
    ask(
        ENGINE,
        what,
        REMEDY,
        program,
        super::work::last_line,
        command,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_is_over_when_no_task_runs_or_waits() {
        assert!(is_unfinished("COMPLETED\nPENDING\n"));
        assert!(is_unfinished("RUNNING\n"));
        assert!(!is_unfinished("COMPLETED\nFAILED\n"));
        assert!(!is_unfinished(""));
    }
}
