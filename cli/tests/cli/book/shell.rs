//! What commands print, each run once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

/// The root of the repository.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the root")
        .to_owned()
}

/// What a command takes that not every machine has, or not every test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Need {
    Java,
    /// More than a minute: only with `JOPLAB_ALL=1`.
    Slow,
    /// Packages of Debian: only with `JOPLAB_ALL=1`, and where they can be fetched.
    Network,
    /// Vectors that are kept beside the repository.
    Shared,
}

/// Runs commands at the root of the repository, with `jop` on the path.
pub(super) struct Shell {
    path: std::ffi::OsString,
    printed: Mutex<BTreeMap<String, Option<String>>>,
    has_java: bool,
    is_all: bool,
}

impl Shell {
    pub(super) fn new() -> Self {
        let jop = std::env::var_os("JOP")
            .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_jop")), PathBuf::from);
        let jop = root().join(jop);
        assert_eq!(
            jop.file_stem(),
            Some("jop".as_ref()),
            "JOP names the command"
        );
        let old = std::env::var_os("PATH").unwrap_or_default();
        let folders = [jop.parent().expect("a folder").to_owned()]
            .into_iter()
            .chain(std::env::split_paths(&old));
        Self {
            path: std::env::join_paths(folders).expect("folders without separators"),
            printed: Mutex::default(),
            has_java: parts::has_jdk(),
            is_all: parts::all(),
        }
    }

    /// Whether commands with these needs can run here.
    pub(super) fn can(&self, needs: &[Need]) -> bool {
        needs.iter().all(|need| match need {
            Need::Java => self.has_java,
            Need::Slow | Need::Network => self.is_all,
            Need::Shared => root().join("../shared/vectors").exists(),
        })
    }

    /// Runs commands, as many at a time as there are processors.
    pub(super) fn prepare(&self, commands: BTreeSet<String>) {
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let open = Mutex::new(commands.into_iter());
        let next = || open.lock().expect("no panic before").next();
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    while let Some(command) = next() {
                        self.run(&command);
                    }
                });
            }
        });
    }

    /// Standard output of a command of bash, none if it says by exit code 77 that something is missing here. `$WORK` is a folder that
    /// goes away.
    pub(super) fn run(&self, command: &str) -> Option<String> {
        if let Some(printed) = self.printed.lock().expect("no panic before").get(command) {
            return printed.clone();
        }
        let work = tempfile::tempdir().expect("a folder");
        let output = Command::new("bash")
            .args(["-euo", "pipefail", "-c", command])
            .current_dir(root())
            .env("PATH", &self.path)
            .env("WORK", work.path())
            .env("LC_ALL", "C")
            .env("NO_COLOR", "1")
            .env_remove("JOPLAB_BLESS")
            .stdin(Stdio::null())
            .output()
            .expect("bash");
        let errors = String::from_utf8_lossy(&output.stderr);
        let is_skipped = output.status.code() == Some(77);
        assert!(
            is_skipped || output.status.success(),
            "{command}: {}\n{errors}",
            output.status
        );
        let printed = String::from_utf8(output.stdout).expect("output in UTF-8");
        assert!(
            is_skipped || !printed.trim().is_empty(),
            "{command} prints nothing\n{errors}"
        );
        let printed = (!is_skipped).then_some(printed);
        self.printed
            .lock()
            .expect("no panic before")
            .insert(command.to_owned(), printed.clone());
        printed
    }
}
