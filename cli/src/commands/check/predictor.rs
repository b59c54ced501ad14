//! A command that predicts: started once for each program on each machine, and read as JSON.
//!
//! `COMMAND PROGRAM.jop MACHINE.toml [ARGUMENTS]` runs in the manifest's folder without a shell. It prints one object:
//! `cycles`, or cycles of `methods`, and of `bytecodes` if it knows them. `docs/schemas/input/predictor.json` is its schema.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use isa::config_reference::commented_toml;
use jopizer::Symbols;
use regression::check::{Case, Predictor};
use run::{Setup, plain};

use super::printed::{FORM, Printed, printed};
use crate::host::limited::{Ending, Folder, Most};
use crate::output::errors::Error;

/// Bytes that a command may print: a hundred times what a big program has methods.
const MOST_OUTPUT: u64 = 16 << 20;
/// Letters of a command's last line in an error.
const MOST_WORDS: usize = 200;

/// Runs the command; none if the host lacks it and it may be missing.
pub(super) fn run(
    predictor: &Predictor,
    case: &Case,
    setup: &Setup,
) -> Result<Option<Printed>, Error> {
    let wrong = |problem: String| {
        let problem = in_one_line(&problem);
        Error::Input(format!("`{}` {problem}", predictor.command))
    };
    let folder = Folder::new().map_err(|reason| Error::System {
        what: "make a folder for the predictor",
        reason: reason.into(),
    })?;
    let mut command = command(predictor, case, setup, folder.path())?;
    let most = Most {
        time: Duration::from_secs(predictor.seconds),
        output: MOST_OUTPUT,
    };
    let status = match folder.run(&mut command, most) {
        Ok(Ending::Ended(status)) => status,
        Ok(Ending::TooLong) => {
            let seconds = predictor.seconds;
            return Err(wrong(format!(
                "has not ended after {seconds} s and was stopped; mend it, or raise time_limit"
            )));
        }
        Ok(Ending::TooMuch) => {
            return Err(wrong(format!(
                "printed more than {} MB and was stopped; it prints one JSON object: {FORM}",
                MOST_OUTPUT >> 20
            )));
        }
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => {
            let problem = "is no command of this host; install it, or add skip_if_missing = true";
            return match predictor.skip_if_missing {
                true => Ok(None),
                false => Err(wrong(problem.to_owned())),
            };
        }
        Err(reason) => {
            return Err(wrong(format!(
                "cannot be started: {}; a script needs the right to be executed and a first line such as #!/bin/sh",
                plain(&reason)
            )));
        }
    };
    let read = |name: &str| {
        let path = folder.path().join(name);
        std::fs::read(&path).map_err(|reason| Error::Read { path, reason })
    };
    if !status.success() {
        let errors = read("stderr")?;
        return Err(wrong(format!(
            "failed with {status}; {}",
            last_words(&errors)
        )));
    }
    printed(&read("stdout")?).map(Some).map_err(wrong)
}

/// The last line that a command printed on standard error, as part of a line.
fn last_words(errors: &[u8]) -> String {
    let errors = String::from_utf8_lossy(errors);
    let last = errors.lines().rfind(|line| !line.trim().is_empty());
    let Some(last) = last else {
        return "it says nothing on standard error; run it by hand".to_owned();
    };
    let words: String = last.trim().chars().take(MOST_WORDS).collect();
    format!("it says: {words}")
}

/// What a command printed may be part of a message.
fn in_one_line(problem: &str) -> String {
    problem.replace(char::is_control, " ")
}

/// The command with its two files.
fn command(
    predictor: &Predictor,
    case: &Case,
    setup: &Setup,
    folder: &Path,
) -> Result<Command, Error> {
    let (image, machine) = (folder.join("program.jop"), folder.join("machine.toml"));
    let program = &setup.program;
    program.image.write(&image, program.symbols.as_ref())?;
    if let Some(symbols) = &program.symbols {
        symbols.write(&Symbols::path_beside(&image))?;
    }
    std::fs::write(&machine, commented_toml(&setup.machine, true)).map_err(|reason| {
        Error::Write {
            path: machine.clone(),
            reason,
        }
    })?;
    let mut words = predictor.command.split_whitespace();
    let from = match predictor.folder.as_os_str().is_empty() {
        true => Path::new("."),
        false => &predictor.folder,
    };
    let mut command = Command::new(found_from(words.next().unwrap_or_default(), from));
    command
        .args(words)
        .args([&image, &machine])
        .args(&case.arguments)
        .current_dir(from)
        .env("JOPLAB_PROGRAM", &case.program)
        .env("JOPLAB_CONFIGURATION", &case.configuration);
    Ok(command)
}

/// A command with a folder in its name is looked for from the manifest, another one on the path.
fn found_from(word: &str, from: &Path) -> PathBuf {
    if !word.contains(['/', std::path::MAIN_SEPARATOR]) {
        return word.into();
    }
    let path = from.join(word);
    std::path::absolute(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_an_error_is_part_of_one_line() {
        assert!(last_words(b"\n \n").starts_with("it says nothing"));
        assert_eq!(
            in_one_line(&last_words(b"Traceback\n\x1b[31mno\tmodel\xff\n\n")),
            "it says:  [31mno model\u{fffd}"
        );
        assert_eq!(last_words(&[b'x'; 9000]).len(), "it says: ".len() + 200);
    }
}
