//! Tasks of HyperQueue: an array job of the server that runs.

use std::path::Path;
use std::process::Command;

use super::{ClusterError, Submission, Work, ask};

const ENGINE: &str = "hq";
const REMEDY: &str = "`pip install hyperqueue` brings it; start `hq server start` and a worker";

/// An array job.
#[derive(Debug)]
pub(super) struct ArrayJob {
    number: String,
}

/// Submits the lines of a list.
pub(super) fn submit(
    work: &Work,
    number: usize,
    list: &Path,
    length: usize,
) -> Result<ArrayJob, ClusterError> {
    let mut command = hq();
    command
        .args(["--output-mode", "quiet", "submit"])
        .arg("--array")
        .arg(format!("1-{length}"))
        .args(["--name", &format!("jop-{number}")])
        // Output goes to the log of each job.
        .args(["--stdout", "none", "--stderr", "none"])
        // A task whose worker is lost is given to another one.
        .args(["--crash-limit", "100"])
        .args(["--", "sh", "-c", "exec sh \"$0\" \"$1\" \"$HQ_TASK_ID\""])
        .arg(work.script())
        .arg(list);
    let said = asked("hq submit", &mut command)?;
    Ok(ArrayJob {
        number: said.trim().to_owned(),
    })
}

impl Submission for ArrayJob {
    fn is_running(&mut self) -> Result<bool, ClusterError> {
        let mut command = hq();
        command.args(["--output-mode", "json", "job", "info", &self.number]);
        let said = asked("hq job info", &mut command)?;
        Ok(is_unfinished(&said))
    }

    fn cancel(&mut self) {
        let mut command = hq();
        // The server may be gone, and the tasks with it.
        let _ = asked(
            "hq job cancel",
            command.args(["job", "cancel", &self.number]),
        );
    }
}

/// Returns true if the server counts tasks that run or wait.
fn is_unfinished(info: &str) -> bool {
    let Ok(jobs) = serde_json::from_str::<serde_json::Value>(info) else {
        return false;
    };
    let stats = &jobs[0]["info"]["task_stats"];
    let count = |state: &str| stats[state].as_u64().unwrap_or(0);
    count("running") + count("waiting") > 0
}

fn hq() -> Command {
    Command::new(ENGINE)
}

fn asked(what: &'static str, command: &mut Command) -> Result<String, ClusterError> {
    ask(ENGINE, what, REMEDY, ENGINE, command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_over_when_no_task_runs_or_waits() {
        let info = |running, waiting| {
            format!(
                "[{{\"info\":{{\"task_stats\":{{\"canceled\":0,\"failed\":1,\"finished\":2,\"running\":{running},\"waiting\":{waiting}}}}}}}]"
            )
        };
        assert!(is_unfinished(&info(1, 0)));
        assert!(is_unfinished(&info(0, 3)));
        assert!(!is_unfinished(&info(0, 0)));
    }
}
