//! A command that predicts: started once for each program on each machine, and read as JSON.
//!
//! `COMMAND PROGRAM.jop MACHINE.toml [ARGUMENTS]` runs in the manifest's folder without a shell. It prints one object:
//! `cycles`, or cycles of `methods`, and of `bytecodes` if it knows them. `docs/schemas/input/predictor.json` is its schema.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use cross_profile::{BytecodeUse, Profile, import};
use isa::Bytecode;
use isa::config_reference::commented_toml;
use regression::check::{Case, Predictor};
use run::{Setup, plain};
use serde::Deserialize;

use crate::output::errors::Error;

/// Between two looks at whether the command has ended.
const LOOK: Duration = Duration::from_millis(5);
const FORM: &str = "docs/guard-models.md has the form";

/// What a command printed.
pub(super) enum Printed {
    /// Cycles of the run.
    Total(u64),
    /// Cycles of methods, and bytecodes if it has them.
    Profile(Box<Profile>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Output {
    cycles: Option<u64>,
    #[serde(default)]
    methods: BTreeMap<String, u64>,
    #[serde(default)]
    bytecodes: BTreeMap<String, u64>,
}

/// Runs the command; none if the host lacks it and it may be missing.
pub(super) fn run(
    predictor: &Predictor,
    case: &Case,
    setup: &Setup,
) -> Result<Option<Printed>, Error> {
    let wrong = |problem: String| Error::Input(format!("`{}` {problem}", predictor.command));
    let folder = tempfile::tempdir().map_err(|reason| system(reason, "make a folder for it"))?;
    let Some(mut child) = start(predictor, case, setup, folder.path())? else {
        if predictor.skip_if_missing {
            return Ok(None);
        }
        return Err(wrong(
            "is no command of this host; install it, or add skip_if_missing = true".to_owned(),
        ));
    };
    let status = wait(&mut child, Duration::from_secs(predictor.seconds))
        .map_err(|reason| system(reason, "wait for the predictor"))?;
    let Some(status) = status else {
        let seconds = predictor.seconds;
        return Err(wrong(format!(
            "has not ended after {seconds} s and was stopped; mend it, or raise time_limit"
        )));
    };
    let read = |name: &str| {
        let path = folder.path().join(name);
        let bytes = std::fs::read(&path).map_err(|reason| Error::Read { path, reason })?;
        Ok::<_, Error>(String::from_utf8_lossy(&bytes).into_owned())
    };
    if !status.success() {
        let errors = read("stderr")?;
        let last = errors.lines().rfind(|line| !line.trim().is_empty());
        let told = last.map_or_else(
            || "it says nothing".to_owned(),
            |line| format!("it says: {}", line.trim()),
        );
        return Err(wrong(format!("failed with {status}; {told}")));
    }
    printed(&read("stdout")?).map(Some).map_err(wrong)
}

fn system(reason: io::Error, what: &'static str) -> Error {
    Error::System {
        what,
        reason: reason.into(),
    }
}

/// Starts the command with its two files; none if there is no such command.
fn start(
    predictor: &Predictor,
    case: &Case,
    setup: &Setup,
    folder: &Path,
) -> Result<Option<Child>, Error> {
    let (image, machine) = (folder.join("program.jop"), folder.join("machine.toml"));
    let program = &setup.program;
    program.image.write(&image, program.symbols.as_ref())?;
    let write = |path: &Path, reason| Error::Write {
        path: path.to_owned(),
        reason,
    };
    std::fs::write(&machine, commented_toml(&setup.machine, true))
        .map_err(|reason| write(&machine, reason))?;
    let output = |name: &str| {
        let path = folder.join(name);
        File::create(&path).map_err(|reason| write(&path, reason))
    };
    let mut words = predictor.command.split_whitespace();
    let from = match predictor.folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => &predictor.folder,
    };
    let started = Command::new(command(words.next().unwrap_or_default(), from))
        .args(words)
        .args([&image, &machine])
        .args(&case.arguments)
        .current_dir(from)
        .env("JOPLAB_PROGRAM", &case.program)
        .env("JOPLAB_CONFIGURATION", &case.configuration)
        .stdin(Stdio::null())
        .stdout(output("stdout")?)
        .stderr(output("stderr")?)
        .spawn();
    match started {
        Ok(child) => Ok(Some(child)),
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(reason) => Err(Error::Input(format!(
            "`{}` cannot be started: {}; a script needs the right to be executed and a first line such as #!/bin/sh",
            predictor.command,
            plain(&reason)
        ))),
    }
}

/// A command with a folder in its name is looked for from the manifest, another one on the path.
fn command(word: &str, from: &Path) -> PathBuf {
    if !word.contains(['/', std::path::MAIN_SEPARATOR]) {
        return word.into();
    }
    let path = from.join(word);
    std::path::absolute(&path).unwrap_or(path)
}

/// The end of the command; none if it had to be stopped.
fn wait(child: &mut Child, most: Duration) -> io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= most {
            // It may end by itself just now.
            let _ = child.kill();
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(LOOK);
    }
}

/// Reads what was printed.
fn printed(text: &str) -> Result<Printed, String> {
    let output: Output = serde_json::from_str(text)
        .map_err(|error| format!("printed no JSON of cycles: {error}; {FORM}"))?;
    if output.methods.is_empty() {
        return match output.cycles {
            Some(cycles) if output.bytecodes.is_empty() => Ok(Printed::Total(cycles)),
            Some(_) => Err(format!("printed bytecodes without methods; {FORM}")),
            None => Err(format!("printed neither `cycles` nor `methods`; {FORM}")),
        };
    }
    let sum = output
        .methods
        .values()
        .try_fold(0_u64, |sum, it| sum.checked_add(*it));
    let sum = sum.ok_or_else(|| "printed more cycles than 64 bits hold".to_owned())?;
    if let Some(cycles) = output.cycles.filter(|cycles| *cycles != sum) {
        return Err(format!(
            "printed {cycles} cycles, and methods with {sum}; leave `cycles` out, or make them equal"
        ));
    }
    profile(&output).map(|profile| Printed::Profile(Box::new(profile)))
}

/// The profile that a file of methods and cycles would be.
fn profile(output: &Output) -> Result<Profile, String> {
    let mut csv = "method,cycles\n".to_owned();
    for (method, cycles) in &output.methods {
        // Writing to a string cannot fail.
        let _ = writeln!(csv, "\"{}\",{cycles}", method.replace('"', "\"\""));
    }
    let (mut profile, _) = import::read(csv.as_bytes()).map_err(|error| error.to_string())?;
    if !output.bytecodes.is_empty() {
        profile.bytecodes = vec![BytecodeUse::default(); Bytecode::ALL.len()];
    }
    for (name, cycles) in &output.bytecodes {
        let place = Bytecode::ALL.iter().position(|it| it.name() == name);
        let place = place.ok_or_else(|| {
            format!("printed cycles of `{name}`, which is no bytecode; `jop isa` lists them")
        })?;
        profile.bytecodes[place].cycles = *cycles;
    }
    Ok(profile)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_alone_are_a_total_and_methods_a_profile() {
        assert!(matches!(printed("{\"cycles\": 7}"), Ok(Printed::Total(7))));
        let text =
            "{\"methods\": {\"t.A.f([Lx;)V\": 3, \"(start)\": 4}, \"bytecodes\": {\"iadd\": 5}}";
        let Ok(Printed::Profile(profile)) = printed(text) else {
            panic!("no profile");
        };
        assert_eq!(profile.total_cycles(), 7);
        assert_eq!(profile.bytecodes.iter().map(|it| it.cycles).sum::<u64>(), 5);
    }

    #[test]
    fn what_is_no_prediction_is_refused() {
        for (text, message) in [
            ("7 cycles", "printed no JSON of cycles"),
            ("", "printed no JSON of cycles"),
            ("{}", "neither `cycles` nor `methods`"),
            ("{\"cycle\": 7}", "unknown field `cycle`"),
            ("{\"cycles\": -7}", "printed no JSON of cycles"),
            (
                "{\"cycles\": 7, \"bytecodes\": {\"iadd\": 1}}",
                "bytecodes without methods",
            ),
            (
                "{\"cycles\": 7, \"methods\": {\"a.B.f()V\": 8}}",
                "printed 7 cycles, and methods with 8",
            ),
            (
                "{\"methods\": {\"a.B.f()V\": 8}, \"bytecodes\": {\"iad\": 1}}",
                "`iad`, which is no bytecode",
            ),
        ] {
            let Err(problem) = printed(text) else {
                panic!("{text} is taken");
            };
            assert!(problem.contains(message), "{problem}");
        }
    }
}
