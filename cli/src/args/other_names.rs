//! Options and commands under other names: those of the past, and those that people try first. One line says what to type.

/// Options, and the remedy.
const OPTIONS: [(&str, &str); 33] = [
    (
        "--stdin",
        "leave it out: standard input is the program's input unless it is a terminal",
    ),
    (
        "--rom",
        "it is --microcode now: a folder, or ROM,STACK_RAM,JUMP_TABLE",
    ),
    ("--fast", "the fast engine is --engine fast"),
    ("--reference", "the reference is --engine reference"),
    ("--exact", "exact null and bounds checks are --strict"),
    ("--checks", "exact null and bounds checks are --strict"),
    (
        "--leaks",
        "objects that nobody frees are `jop show leaks PROGRAM`",
    ),
    (
        "--heap",
        "objects are `jop show classes PROGRAM`, those alive `jop show live PROGRAM`",
    ),
    ("--allocations", "they are `jop show allocations PROGRAM`"),
    (
        "--threads",
        "waits of threads are `jop show waiting PROGRAM`",
    ),
    (
        "--misses",
        "misses of the method cache are `jop show cache PROGRAM`",
    ),
    (
        "--profile",
        "a recording is -o FILE.jrec; `jop show FILE.jrec` shows it",
    ),
    ("--timeout", "a run ends at --max-cycles N"),
    ("--max", "a run ends at --max-cycles N"),
    ("--main", "name the class: jop run -cp PATH CLASS"),
    ("--main-class", "name the class: jop run -cp PATH CLASS"),
    ("--jar", "name the jar: jop run FILE.jar"),
    ("--args", "arguments of the program follow `--`: -- ARGS"),
    ("--arg", "arguments of the program follow `--`: -- ARGS"),
    (
        "--machine",
        "this command has no machine of its own; those that run a program take --config FILE.toml, as `jop config` prints it",
    ),
    (
        "--memory",
        "it is `memory` in the file of --config; `jop config --all` lists the options",
    ),
    (
        "--ram-cnt",
        "it is `ram_cnt` in the file of --config; `jop config --all` lists the options",
    ),
    (
        "--size",
        "it is `size` in the file of --config, as in size = \"4K\"",
    ),
    (
        "--cache-size",
        "it is `size` in the file of --config, and --size of `jop explore`",
    ),
    (
        "--cache-bytes",
        "it is `size` in the file of --config, and --size of `jop explore`",
    ),
    (
        "--blocks",
        "it is `blocks` in the file of --config, as in blocks = 16",
    ),
    (
        "--org",
        "it is `org` in the file of --config; `jop config --all` lists the kinds",
    ),
    (
        "--clock",
        "it is `clock` in the file of --config, as in clock = \"60M\"",
    ),
    (
        "--frequency",
        "it is `clock` in the file of --config, as in clock = \"60M\"",
    ),
    (
        "--cores",
        "cores of the machine are `cores` in the file of --config, as in cores = 4; threads of the host are --host-threads",
    ),
    (
        "--arbiter",
        "it is `arbiter` in the file of --config, as in arbiter = \"fair\"",
    ),
    (
        "--json",
        "results as JSON are --format json, or -o FILE.json",
    ),
    ("--csv", "results as CSV are --format csv, or -o FILE.csv"),
];

/// Commands, and the remedy.
const COMMANDS: [(&str, &str); 21] = [
    ("sweep", "it is `jop explore --caches`"),
    (
        "compare",
        "results are compared by `jop diff`, predictions with the machine by `jop validate`",
    ),
    ("report", "it is `jop show`"),
    ("annotate", "it is `jop show lines`, or `jop show code`"),
    ("record", "it is `jop run PROGRAM -o FILE.jrec`"),
    (
        "profile",
        "record it with `jop run PROGRAM -o FILE.jrec`, or see it at once: `jop show PROGRAM`",
    ),
    (
        "memory",
        "it is `jop show allocations`, `classes`, `live` or `leaks`",
    ),
    ("leaks", "it is `jop show leaks`"),
    (
        "cache",
        "it is `jop show cache` for a run, `jop explore --caches` for others",
    ),
    ("caches", "it is `jop explore --caches`"),
    ("link", "it is `jop build`"),
    ("compile", "it is `jop build`"),
    ("simulate", "it is `jop run`"),
    ("sim", "it is `jop run`"),
    ("exec", "it is `jop run`"),
    (
        "export",
        "`jop show PROGRAM -o FILE` writes other formats; `jop show --help` lists them",
    ),
    ("calibrate", "it is `jop cost fit`"),
    ("predict", "it is `jop cost predict`"),
    ("assemble", "it is `jop asm`"),
    ("list", "`jop programs` lists the embedded programs"),
    (
        "test",
        "`jop check` fails when a cycle changes, `jop conform` compares with traces of the hardware",
    ),
];

/// What to type instead of an option that a command does not have.
pub(crate) fn of_option(name: &str) -> Option<&'static str> {
    found(&OPTIONS, name.split('=').next()?)
}

/// What to type instead of a command that there is not.
pub(crate) fn of_command(name: &str) -> Option<&'static str> {
    found(&COMMANDS, name)
}

fn found(table: &[(&str, &'static str)], name: &str) -> Option<&'static str> {
    let row = table.iter().find(|(known, _)| *known == name);
    row.map(|(_, remedy)| *remedy)
}

#[cfg(all(test, feature = "whole"))]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::command_line::Cli;

    #[test]
    fn no_command_is_listed_that_there_is() {
        let whole = Cli::command();
        for (name, _) in COMMANDS {
            assert!(whole.find_subcommand(name).is_none(), "{name}");
        }
    }

    #[test]
    fn every_command_that_is_named_is_there() {
        let whole = Cli::command();
        let remedies = OPTIONS.iter().chain(&COMMANDS).map(|(_, remedy)| *remedy);
        for remedy in remedies {
            for rest in remedy
                .split("`jop ")
                .skip(1)
                .filter(|rest| !rest.starts_with('-'))
            {
                let name = rest.split([' ', '`']).next().unwrap_or_default();
                assert!(whole.find_subcommand(name).is_some(), "{remedy}");
            }
        }
    }
}
