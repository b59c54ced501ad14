//! Options of `jop debug`.

use std::path::{Path, PathBuf};

use jopizer::Symbols;

use crate::args::input::InputArguments;
use crate::args::machine::MachineArguments;
use crate::args::microcode_source::MicrocodeArguments;
use crate::args::program_source::ProgramArguments;
use crate::output::console::Console;
use crate::output::errors::Error;
use crate::output::exit_code::exit_codes;

/// Step a program forward and back, by cycle, microinstruction, bytecode or source line
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Step through a program, forward and back, by cycle, microinstruction, bytecode or source line.

On a terminal panes show source, bytecode, microcode, calls, locals, stack and registers, and a prompt takes commands; `?` \
lists them. With --commands the same commands come from a file, and their answers go to standard output.")]
#[command(after_help = concat!(exit_codes!(without a limit: "an assert or expect of a file fails, or\n                    ", ""), "

Examples:
  jop debug --program lift                      an embedded program; its source is known
  jop debug -cp classes t.Main --source src     with your own sources
  jop debug --program lift --commands watch.jdb execute a file of commands
  echo 'break Door.open' | jop debug Main.class --commands -
  jop debug Main.java --config reprap           several cores; `core 1` looks at another one
  jop debug --from target/lift/lift-000002000000.jopcheck"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(super) program: ProgramArguments,
    #[command(flatten)]
    pub(super) machine: MachineArguments,
    /// Look for Java sources in this folder, then in those of the class path; repeat for several
    #[arg(long, value_name = "DIR")]
    pub(super) source: Vec<PathBuf>,
    /// Read commands from a file, - is standard input, and print the answers
    #[arg(long, value_name = "FILE")]
    pub(super) commands: Option<PathBuf>,
    #[command(flatten)]
    pub(super) input: InputArguments,
    /// Start from a checkpoint, which holds program, machine and microcode
    #[arg(long, value_name = "FILE", group = "other_source", conflicts_with_all = ["own", "embedded", "config",
          "strict", "microcode"])]
    pub(super) from: Option<PathBuf>,
    #[command(flatten)]
    pub(super) microcode: MicrocodeArguments,
}

impl Arguments {
    /// Input that is there before the first cycle.
    pub(super) fn input_of(
        &self,
        symbols: Option<&Symbols>,
        console: Console,
    ) -> Result<Option<Vec<u8>>, Error> {
        // Commands of standard input leave none of it.
        let is_free = self.commands.as_deref() != Some(Path::new("-"));
        if !is_free && self.input.input.is_none() {
            return Ok(None);
        }
        let whole = self.input.whole_with(&[symbols], console)?;
        Ok(whole.map(|bytes| run::sent(bytes, symbols)))
    }
}
