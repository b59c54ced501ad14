//! Tasks of HyperQueue: an array job of the server that runs.
//!
//! HyperQueue has no limit for the tasks of a job that run at once. So where one is given, the array has that many tasks, and
//! each takes a line of the list after the other, in steps of that number.

use std::path::Path;
use std::process::{Command, Output};

use super::work::{ClusterError, Submission, Work, ask};

const ENGINE: &str = "hq";
const REMEDY: &str = "https://github.com/It4innovations/hyperqueue/releases has it (the Python package lacks it); start `hq server start` \
                      and `hq worker start`";
/// What helps when the program is there and refuses: mostly there is no server, or none any more.
const RESTART: &str = "is the server there? `hq server start` and `hq worker start` bring it back";
/// A task: lines of the list, from its own number on in steps of `$2` up to `$3`. A job that fails does not keep the next from
/// its turn; its missing part tells.
const TASK: &str = "line=$HQ_TASK_ID; while [ \"$line\" -le \"$3\" ]; do sh \"$0\" \"$1\" \"$line\"; line=$((line + $2)); done";

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
    let tasks = tasks(work, length);
    let mut command = hq();
    command
        .args(["--output-mode", "quiet", "submit"])
        .arg("--array")
        .arg(format!("1-{tasks}"))
        .args(["--name", &format!("jop-{number}")])
        // Output goes to the log of each job.
        .args(["--stdout", "none", "--stderr", "none"])
        // A task whose worker is lost is given to another one.
        .args(["--crash-limit", "100"])
        .args(["--", "sh", "-c", TASK])
        .arg(work.script())
        .arg(list)
        .args([tasks.to_string(), length.to_string()]);
    let said = asked("hq submit", &mut command)?;
    Ok(ArrayJob {
        number: said.trim().to_owned(),
    })
}

/// Tasks for a list of so many lines.
fn tasks(work: &Work, length: usize) -> usize {
    work.at_once.unwrap_or(length).clamp(1, length.max(1))
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
    let answer = ask(ENGINE, what, REMEDY, ENGINE, reason, command);
    answer.map_err(|error| match error {
        ClusterError::Refused {
            engine,
            what,
            message,
        } => ClusterError::Refused {
            engine,
            what,
            message: format!("{message}; {RESTART}"),
        },
        other => other,
    })
}

/// What the program says went wrong: in JSON the text of `error`, with its causes, else its last line.
fn reason(output: &Output) -> String {
    let error = [&output.stdout, &output.stderr]
        .into_iter()
        .find_map(|said| {
            let said: serde_json::Value = serde_json::from_slice(said).ok()?;
            said["error"].as_str().map(str::to_owned)
        });
    let Some(error) = error else {
        return super::work::last_line(output);
    };
    let lines = error.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && *line != "Caused by:");
    // Causes are numbered where there are several.
    let lines = lines.map(|line| match line.split_once(": ") {
        Some((number, rest)) if number.parse::<u8>().is_ok() => rest,
        _ => line,
    });
    lines.collect::<Vec<_>>().join(": ")
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::process::ExitStatus;

    use super::*;

    #[test]
    fn the_reason_of_a_refusal_is_in_one_line_whatever_form_it_has() {
        let json = br#"{
  "error": "Cannot connect\n\nCaused by:\n    0: No online server\n    1: connection refused"
}
"#;
        let reason = |stdout: &[u8], stderr: &[u8]| {
            reason(&Output {
                status: ExitStatus::default(),
                stdout: stdout.to_vec(),
                stderr: stderr.to_vec(),
            })
        };
        let expected = "Cannot connect: No online server: connection refused";
        assert_eq!(reason(json, b""), expected);
        assert_eq!(reason(b"", json), expected);
        assert_eq!(reason(json, b"INFO looking for a server\n"), expected);
        let other = reason(b"", b"usage\n\nerror: no such job\n");
        assert_eq!(other, "error: no such job");
        assert_eq!(reason(b"", b""), "no message");
    }

    /// Runs the tasks of a list of so many lines one after the other; gives the lines of each task.
    fn lines_of_tasks(length: usize, at_once: Option<usize>) -> Vec<Vec<usize>> {
        let folder = tempfile::tempdir().expect("a folder");
        let work = Work {
            command: vec![OsString::from("true")],
            tail: Vec::new(),
            jobs: length,
            folder: folder.path().to_owned(),
            at_once,
        };
        // In place of the jobs: each fails after it has written its line down.
        std::fs::write(work.script(), "echo $2 >>\"$1\"; exit 1\n").expect("a script");
        let tasks = tasks(&work, length);
        (1..=tasks)
            .map(|task| {
                let list = folder.path().join(format!("lines-{task}"));
                let ended = Command::new("sh")
                    .args(["-c", TASK])
                    .arg(work.script())
                    .arg(&list)
                    .args([tasks.to_string(), length.to_string()])
                    .env("HQ_TASK_ID", task.to_string())
                    .status();
                assert!(ended.is_ok());
                let text = std::fs::read_to_string(&list).expect("lines");
                text.lines()
                    .map(|line| line.parse().expect("a number"))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn no_more_tasks_than_may_run_at_once_take_every_line_once() {
        assert_eq!(
            lines_of_tasks(7, Some(3)),
            [vec![1, 4, 7], vec![2, 5], vec![3, 6]]
        );
        assert_eq!(lines_of_tasks(3, Some(8)), [[1], [2], [3]]);
        assert_eq!(lines_of_tasks(3, None), [[1], [2], [3]]);
    }

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
