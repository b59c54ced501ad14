//! The JDK of the host: its compiler, and its JVM's output.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::error::Error;

/// Sources by file name, without the extension.
pub(crate) type Sources = Vec<(String, String)>;

/// Writes sources to a folder and compiles them there for Java 8.
///
/// # Errors
/// If a file cannot be written, there is no compiler, or it reports errors in the sources.
pub(crate) fn compile(folder: &Path, sources: &Sources) -> Result<(), Error> {
    let mut files: Vec<PathBuf> = Vec::new();
    for (name, text) in sources {
        let file = folder.join(format!("{name}.java"));
        std::fs::write(&file, text).map_err(|reason| Error::File {
            path: file.clone(),
            reason,
        })?;
        files.push(file);
    }

    let output = run(Command::new("javac")
        .args(["--release", "8", "-nowarn", "-Xlint:-options", "-g:none"])
        .arg("-J-XX:TieredStopAtLevel=1")
        .arg("-d")
        .arg(folder)
        .args(files))?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Compile(
        String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    ))
}

/// Output of a class.
///
/// # Errors
/// If there is no JVM, or if the program does not end well.
pub(crate) fn execute(folder: &Path, class: &str, arguments: &[String]) -> Result<String, Error> {
    let output = run(Command::new("java")
        .args(["-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx256m", "-cp"])
        .arg(folder)
        .arg(class)
        .args(arguments))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(Error::Host(
        String::from_utf8_lossy(&output.stderr).trim().to_owned(),
    ))
}

fn run(command: &mut Command) -> Result<Output, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    command
        .output()
        .map_err(|reason| Error::Jdk { program, reason })
}
