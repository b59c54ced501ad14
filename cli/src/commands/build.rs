//! `jop build`: class files to a linked image with its symbols.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use jopizer::{Needs, Symbols};

use crate::args::image_file;
use crate::args::machine::MachineArguments;
use crate::args::program_source::ProgramArguments;
use crate::output::atomic_file::{PendingFile, file_only};
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::file_name::has_extension;
use crate::output::table::{counted, thousands};
use crate::output::{atomic_file, exit_code, stdout};

/// Link class files to an image
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Link class files to an image: the program, what it reaches of its class path, and the embedded runtime.

Symbols (methods, lines, classes, fields, addresses) go to app.jop.sym.json next to app.jop, unless the output is a \
device or a pipe. The same classes give the same bytes.")]
#[command(after_help = "\
Examples:
  jop build Main.class -o app.jop                      a compiled class
  jop build -cp classes:lib.jar t.Main -o app.jop      a class of a class path
  jop build --program lift -o lift.jop                 an embedded program
  jop build Main.class -o app.jop -- one two           with arguments for main
  jop build Main.class --link-txt                      with names for the original's tools
  jop build Main.class --shrink-frames                 smaller frames: more calls fit the stack
  jop build --missing lib.jar                          what a jar needs and the library lacks")]
pub(crate) struct Arguments {
    #[command(flatten)]
    program: ProgramArguments,
    /// The image. Default: the simple name of the class, or the name of its file, with .jop, in the current folder
    #[arg(short, long, value_name = "FILE.jop")]
    output: Option<PathBuf>,
    /// Also write the original linker's link-info file, FILE.jop.link.txt
    #[arg(long)]
    link_txt: bool,
    /// Without linking, print the classes and methods that the program, or any class of FILE.jar, needs and neither the
    /// class path nor the library has; exit code 1 if there are any
    #[arg(long, conflicts_with_all = ["output", "link_txt", "keep_all", "shrink_frames"])]
    missing: bool,
    #[command(flatten)]
    machine: MachineArguments,
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let program = arguments.program.name();
    if image_file::is_image(program) {
        return Err(Error::Input(format!(
            "{program} is an image already; run it with `jop run`"
        )));
    }
    if arguments.missing {
        return print_missing(&arguments.program.needs(console)?);
    }
    let output = arguments.output.as_deref();
    let is_special = output.is_some_and(atomic_file::is_special);
    if is_special && arguments.link_txt {
        return Err(Error::Input(format!(
            "{}: no file that --link-txt could write another one beside; name a file",
            output.unwrap_or(Path::new("")).display()
        )));
    }
    let path = arguments
        .output
        .clone()
        .unwrap_or_else(|| default_output(program));
    file_only(&path, "an image, which has symbols beside it,")?;
    // Told before the work.
    PendingFile::create(&path)?;
    let system = arguments.machine.system()?;
    let linked = arguments.program.link(&system, console)?;
    linked.image.write(&path, Some(&linked.symbols))?;
    if !is_special {
        linked.symbols.write(&Symbols::path_beside(&path))?;
    }
    if arguments.link_txt {
        let [link_txt, _] = Symbols::link_txt_beside(&path);
        linked.symbols.write_link_txt(&link_txt)?;
    }
    console.note(&format!(
        "{}: {}, {}, {}",
        path.display(),
        counted(linked.image.words.len() as u64, "word"),
        counted(linked.symbols.classes.len() as u64, "class"),
        counted(linked.symbols.methods.len() as u64, "method"),
    ));
    Ok(exit_code::DONE)
}

/// Prints what is missing, one line each, and a summary.
fn print_missing(needs: &Needs) -> Result<u8, Error> {
    let mut text = String::new();
    for need in &needs.missing {
        let others = match need.users {
            1 => String::new(),
            users => format!(" and {} more", thousands(users as u64 - 1)),
        };
        let _ = writeln!(text, "{}, needed by {}{others}", need.absent, need.first);
    }
    let _ = writeln!(
        text,
        "{} missing; {} of {} classes have what they need",
        thousands(needs.missing.len() as u64),
        thousands(needs.complete as u64),
        thousands(needs.classes as u64),
    );
    stdout::print(&text)?;
    Ok(if needs.missing.is_empty() {
        exit_code::DONE
    } else {
        exit_code::DIFFERS
    })
}

/// `out/t/Main.class`, `Main.java` and `t.Main` all give `Main.jop`.
fn default_output(program: &str) -> PathBuf {
    let is_file = |ending: &&str| has_extension(program, ending);
    let class = if ["class", "java", "jar"].iter().any(is_file) {
        Path::new(program)
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    } else {
        program
            .rsplit(['.', '/'])
            .next()
            .unwrap_or(program)
            .to_owned()
    };
    PathBuf::from(class + ".jop")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_named_after_its_class() {
        for program in [
            "Main",
            "t.Main",
            "t/Main",
            "out/t/Main.class",
            "Main.class",
            "src/Main.java",
            "lib/Main.jar",
        ] {
            assert_eq!(
                default_output(program),
                PathBuf::from("Main.jop"),
                "{program}"
            );
        }
    }
}
