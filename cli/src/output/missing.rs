//! What the small build says of the commands that it lacks.

/// How to come by what is missing.
pub(crate) const INSTALL: &str = "only in the whole `jop`: cargo install --path cli --locked";

/// The commands that are missing.
const COMMANDS: [&str; 10] = [
    "cost", "cross", "debug", "diff", "explore", "man", "top", "validate", "view", "wcet",
];

/// The message for the name of such a command.
pub(crate) fn message(name: &str) -> Option<String> {
    let missing = COMMANDS.contains(&name);
    missing.then(|| format!("`{name}` is {INSTALL}"))
}

/// A paragraph for the help.
pub(crate) fn help() -> String {
    format!("Commands {INSTALL}\n  {}", COMMANDS.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_are_the_commands_of_the_whole() {
        let definition = include_str!("../commands.rs");
        let (_, definition) = definition.split_once("enum Command").unwrap();
        let (definition, _) = definition.split_once("\n}").unwrap();
        let mut lines = definition.lines().map(str::trim);
        let mut wanted = Vec::new();
        while lines.any(|line| line == r#"#[cfg(feature = "whole")]"#) {
            let variant = lines.next().and_then(|line| line.split_once('('));
            wanted.push(variant.unwrap().0.to_lowercase());
        }
        wanted.sort_unstable();
        assert_eq!(COMMANDS.to_vec(), wanted);
    }

    #[test]
    fn a_missing_command_is_told_with_the_way_to_install_it() {
        let told = message("wcet");
        assert_eq!(
            told.as_deref(),
            Some("`wcet` is only in the whole `jop`: cargo install --path cli --locked")
        );
        assert_eq!(message("run"), None);
        assert!(help().contains("wcet"));
    }
}
