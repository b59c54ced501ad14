//! What a page opens: the files of a program, a checkpoint or a trace, and the cycle to go to.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use isa::MachineConfig;
use jopizer::Symbols;
use microcode::Build;
use run::checkpoint::EXTENSION;
use run::{Microcode, Setup};
use runtime::sources::{SourcePath, path_of};

use super::arguments::Arguments;
use super::core_rows;
use super::start::{self, Place};
use crate::args::image_file::{self, unpacked};
use crate::host::checkpoints;
use crate::output::console::Console;
use crate::output::errors::Error;

/// Files of a page: names and bytes.
type Files = Vec<(String, Vec<u8>)>;

/// What the page opens, and where.
#[derive(Default)]
pub(super) struct Opened {
    /// An embedded program, which the page has.
    pub(super) program: Option<String>,
    pub(super) files: Files,
    /// The cycle to go to.
    pub(super) cycle: Option<u64>,
}

/// Loads what the arguments name.
pub(super) fn opened(
    arguments: &Arguments,
    config: &MachineConfig,
    console: Console,
) -> Result<Opened, Error> {
    let program = &arguments.program;
    let of_cycle = match &arguments.at {
        Some(Place::Cycle(cycle)) => Some(*cycle),
        Some(Place::Method(_)) | None => None,
    };
    if program.name().is_empty() {
        if arguments.at.is_some() && of_cycle.is_none() || arguments.input.input.is_some() {
            return Err(Error::Input(
                "--at METHOD and --input are for a program; name one".to_owned(),
            ));
        }
        return Ok(Opened {
            cycle: of_cycle,
            ..Opened::default()
        });
    }
    let path = Path::new(program.name());
    let file = || path.file_name().unwrap_or_default().to_string_lossy();
    let has = |ending| {
        path.extension()
            .is_some_and(|it| it.eq_ignore_ascii_case(ending))
    };
    if has("csv") && !program.is_embedded() {
        refuse_for(arguments, path, "a trace, which has no machine")?;
        return Ok(Opened {
            files: vec![(file().into_owned(), trace(path, arguments.core, console)?)],
            cycle: of_cycle,
            ..Opened::default()
        });
    }
    if arguments.core.is_some() {
        return Err(Error::Input(
            "--core is for several cores, and there is one; leave it out, or name a machine: --config reprap"
                .to_owned(),
        ));
    }
    let sources = program.sources(&arguments.source);
    if has("jopcheck") && !program.is_embedded() {
        refuse_for(arguments, path, "a checkpoint, which has its own")?;
        // Read here first, so that a damaged one is told here.
        let checkpoint = checkpoints::read(path)?;
        let bytes = fs::read(path).map_err(|reason| unreadable(path, reason))?;
        let mut files = java(checkpoint.subject.symbols.as_ref(), &sources);
        files.push((file().into_owned(), bytes));
        return Ok(Opened {
            files,
            cycle: of_cycle,
            ..Opened::default()
        });
    }
    let loaded = program.load(config.memory_words, console)?;
    let input = arguments.input.whole(&loaded, console)?;
    // Without a byte there is nothing that a checkpoint would have to hold.
    let input = input.filter(|bytes| !bytes.is_empty());
    let setup = Setup {
        program: loaded.fed(input),
        machine: config.clone(),
        microcode: Microcode::ours(Build::Jop),
    };
    let cycle = match of_cycle {
        Some(cycle) => Some(cycle),
        None => start::cycle_of(&setup, arguments.at.as_ref())?,
    };
    if program.is_embedded() && setup.program.input.is_none() {
        return Ok(Opened {
            program: Some(program.name().to_owned()),
            files: Files::new(),
            cycle,
        });
    }
    let mut files = java(setup.program.symbols.as_ref(), &sources);
    let bare = unpacked(path);
    let is_file =
        image_file::is_image(program.name()) || ["class", "java", "jar"].into_iter().any(has);
    let stem = match is_file {
        true => bare.file_stem(),
        false => path.file_name(),
    };
    let stem = stem.unwrap_or_default().to_string_lossy();
    if setup.program.input.is_some() {
        // The page has no file of its own for input: it is in the UART of a checkpoint of the first cycle.
        files.push((format!("{stem}.{EXTENSION}"), start::checkpoint(&setup)?));
    } else {
        let name = format!("{stem}.jop");
        if let Some(symbols) = &setup.program.symbols {
            let json = serde_json::to_vec(symbols);
            let json = json.map_err(|reason| Error::Input(format!("{name}: {reason}")))?;
            files.push((format!("{name}.sym.json"), json));
        }
        files.push((name, setup.program.image.to_text(None).into_bytes()));
    }
    Ok(Opened {
        program: None,
        files,
        cycle,
    })
}

/// Options of a program and its machine mean nothing for what has both inside.
fn refuse_for(arguments: &Arguments, path: &Path, what: &str) -> Result<(), Error> {
    let given = [
        (arguments.machine.is_given(), "--config"),
        (arguments.input.input.is_some(), "--input"),
        (
            matches!(arguments.at, Some(Place::Method(_))),
            "--at METHOD",
        ),
        (
            arguments.program.is_configured(),
            "arguments or an option of linking",
        ),
    ];
    match given.into_iter().find(|(is_given, _)| *is_given) {
        None => Ok(()),
        Some((_, option)) => Err(Error::Input(format!(
            "{}: {what}; leave out {option}, or give the program instead",
            path.display()
        ))),
    }
}

/// A trace, of several cores that of one; what is none is refused before a page shows nothing.
fn trace(path: &Path, core: Option<u8>, console: Console) -> Result<Vec<u8>, Error> {
    let bytes = fs::read(path).map_err(|reason| unreadable(path, reason))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines().zip(1..);
    let head = lines.next().map_or("", |(head, _)| head);
    let columns = head.split(',').count();
    let refused = |reason: String| {
        Err(Error::Input(format!(
            "{}{reason}; `jop trace ... -o FILE.csv` writes one",
            path.display()
        )))
    };
    if !head.starts_with("cycle,") || !head.split(',').any(|column| column == "mem_state") {
        return refused(": no trace with a row for each cycle".to_owned());
    }
    let cores = core_rows::cores(&text);
    let mut rows = lines.filter(|(line, _)| !line.is_empty()).peekable();
    if rows.peek().is_none() {
        return refused(": a trace without a cycle".to_owned());
    }
    if let Some((line, number)) = rows.find(|(line, _)| line.split(',').count() != columns) {
        let found = line.split(',').count();
        return refused(format!(
            ":{number}: {found} of {columns} columns, no whole trace"
        ));
    }
    let chosen = match (core, cores.as_slice()) {
        (None, [] | [_]) => return Ok(bytes),
        (Some(core), []) => {
            return refused(format!(
                ": --core {core}: a trace of one core; leave it out"
            ));
        }
        (core, _) => core.unwrap_or(cores[0]),
    };
    if !cores.contains(&chosen) {
        return refused(format!(": no core {chosen} is in it"));
    }
    if core.is_none() {
        console.note(&format!(
            "jop: note: {}: core {chosen} of {}; choose another with --core",
            path.display(),
            cores.len()
        ));
    }
    Ok(core_rows::rows_of(&text, chosen))
}

/// Sources of the classes of an image that the page does not have itself.
fn java(symbols: Option<&Symbols>, sources: &SourcePath) -> Files {
    let mut found = BTreeMap::new();
    let classes = symbols.into_iter().flat_map(|symbols| &symbols.classes);
    for class in classes {
        let Some(file) = &class.source else { continue };
        let source = sources.find(&class.name, file);
        if let Some(text) = source.map(|source| source.text)
            && let Cow::Owned(text) = text
        {
            found.insert(path_of(&class.name, file), text.into_bytes());
        }
    }
    found.into_iter().collect()
}

fn unreadable(path: &Path, reason: std::io::Error) -> Error {
    Error::Read {
        path: path.to_owned(),
        reason,
    }
}
