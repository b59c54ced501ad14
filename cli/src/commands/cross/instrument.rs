//! `jop cross instrument`: copies of jars and folders that are instrumented already.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::java::Java;
use super::options::Options;
use crate::host::signals::Signals;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::table::thousands;

/// Instrument jars and folders of class files ahead of time
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Write instrumented copies of jars and folders of class files: once for many runs, or to look at them. `jop cross run` \
recognizes instrumented classes and instruments the others when they are loaded, so the profile is the same. Use the same options \
for both commands.

Everything else in a jar is copied; a signed jar loses its signature. Classes for newer versions of Java in a multi-release jar are \
instrumented, too. What cannot be instrumented is listed.")]
#[command(after_help = "\
Examples:
  jop cross instrument -o ready app.jar classes
  jop cross run -- java -cp ready/app.jar:ready/classes Main a b
  jop cross instrument --class-path lib.jar -o ready app.jar
                                        app.jar uses lib.jar, which stays as it is")]
pub(crate) struct Arguments {
    /// Jars, and folders of class files
    #[arg(required = true, value_name = "JAR|FOLDER")]
    inputs: Vec<PathBuf>,
    /// Write the copies to this folder, which must be new or empty
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,
    /// Jars and folders that the inputs use
    #[arg(long, value_name = "PATH", default_value = "")]
    class_path: OsString,
    /// The java command
    #[arg(long, value_name = "JAVA", default_value = "java")]
    java: String,
    #[command(flatten)]
    options: Options,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let names = names(&arguments.inputs)?;
    let machine = arguments.options.machine()?;
    let table = arguments.options.table(&machine, console)?;
    let signals = Signals::watch_to_end()?;
    let folder = folder_beside(&arguments.output)?;
    signals.remove(folder.path());
    let java = Java::prepare(std::slice::from_ref(&arguments.java), &signals)?;
    let settings = arguments
        .options
        .settings(false)
        .file(&machine, &table, &java.counts(), &java.runtime())
        .map_err(|error| Error::Input(error.to_string()))?;
    let copies = folder.path().join("copies");
    let printed = java.instrument(
        &settings,
        &arguments.class_path,
        &copies,
        &arguments.inputs,
        &signals,
    )?;
    let report = report(arguments, &names, &printed)?;
    if arguments.output.exists() {
        fs::remove_dir(&arguments.output).map_err(failed(&arguments.output))?;
    }
    fs::rename(&copies, &arguments.output).map_err(failed(&arguments.output))?;
    console.note(&report);
    Ok(0)
}

/// Names of the copies.
fn names(inputs: &[PathBuf]) -> Result<Vec<OsString>, Error> {
    let mut names = Vec::new();
    let mut seen = BTreeSet::new();
    for input in inputs {
        let path = input.canonicalize().map_err(|reason| Error::Read {
            path: input.clone(),
            reason,
        })?;
        if input.extension().is_some_and(|ending| ending == "class") {
            return Err(Error::Input(format!(
                "{}: a single class file; name the folder that it is in",
                input.display()
            )));
        }
        let name = path.file_name().unwrap_or_default().to_owned();
        if !seen.insert(name.clone()) {
            return Err(Error::Input(format!(
                "{}: a second input of this name; use two commands with two folders",
                input.display()
            )));
        }
        names.push(name);
    }
    Ok(names)
}

/// A folder on the same file system as the output, which is not there or empty.
fn folder_beside(output: &Path) -> Result<TempDir, Error> {
    if fs::read_dir(output).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Error::Input(format!(
            "{}: is not empty; remove it, or name another folder",
            output.display()
        )));
    }
    let parent = match output.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !parent.exists() {
        return Err(Error::Input(format!(
            "{}: no folder {}; make it first, or name another folder",
            output.display(),
            parent.display()
        )));
    }
    TempDir::with_prefix_in(".jop-cross-", parent).map_err(failed(output))
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> Error {
    let path = path.to_owned();
    move |reason| Error::Write {
        path: path.clone(),
        reason,
    }
}

fn report(arguments: &Arguments, names: &[OsString], printed: &str) -> Result<String, Error> {
    let mut printed = printed.lines();
    let classes = printed.next().unwrap_or_default();
    let classes = classes.parse().map_err(|_| {
        let java = &arguments.java;
        Error::Input(format!(
            "{java}: prints `{classes}` in place of the number of classes; name a java that prints nothing of its own"
        ))
    })?;
    let mut lines = vec![format!(
        "{}: {} classes instrumented",
        arguments.output.display(),
        thousands(classes)
    )];
    lines.extend(printed.map(|note| format!("  {note}")));
    let paths = names.iter().map(|name| arguments.output.join(name));
    let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    lines.push("run it with the same options:".to_owned());
    lines.push(format!(
        "  jop cross run -- {} -cp {} MAIN-CLASS",
        arguments.java,
        paths.join(if cfg!(windows) { ";" } else { ":" })
    ));
    Ok(lines.join("\n"))
}
