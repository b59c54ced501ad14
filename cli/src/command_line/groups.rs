//! The commands of `jop --help`, under six headings.

use clap::Command;

/// Headings with their commands, in the order in which a user needs them.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Run", &["demo", "run", "build", "check"]),
    ("See", &["show", "diff", "trace", "debug", "view", "top"]),
    ("Explore", &["explore"]),
    ("Cost", &["cost", "validate", "wcet", "cross"]),
    (
        "Hardware",
        &["config", "isa", "asm", "disasm", "inspect", "conform"],
    ),
    ("Self", &["programs", "completions", "man", "licenses"]),
];

/// A command whose help lists those below it by heading. Commands that were not built are left out.
pub(super) fn in_groups(all: Command) -> Command {
    let groups = GROUPS.iter().filter_map(|(heading, names)| {
        let lines = names.iter().filter_map(|name| line(&all, name));
        let lines: String = lines.collect();
        (!lines.is_empty()).then(|| format!("{heading}:\n{lines}\n"))
    });
    let groups: String = groups.collect();
    all.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}Options of all commands:\n{{options}}{{after-help}}"
    ))
}

fn line(all: &Command, name: &str) -> Option<String> {
    let about = all.find_subcommand(name)?.get_about()?;
    Some(format!("  {name:<13}{about}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::Cli;
    use clap::CommandFactory;

    #[test]
    fn each_command_stands_under_one_heading() {
        let mut listed: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        listed.sort_unstable();
        let all = Cli::command();
        let mut wanted: Vec<&str> = all.get_subcommands().map(Command::get_name).collect();
        wanted.sort_unstable();
        assert_eq!(listed, wanted);
        assert!(listed.len() <= 25, "{}", listed.len());
    }

    #[test]
    fn lines_fit_on_a_terminal() {
        let all = Cli::command();
        for command in all.get_subcommands() {
            let line = line(&all, command.get_name()).unwrap();
            assert!(line.trim_end().chars().count() <= 100, "{line}");
        }
    }
}
