//! The command line of this run with another option, to be typed again.

use crate::host::roomy::ROOMY;

/// Options that an added one takes the place of.
const REPLACED: [&str; 1] = ["--strict"];
/// Options that choose a machine or its state: a command with one of them is not offered again on another machine.
const OWN_MACHINE: [&str; 5] = [
    "--config",
    "--machine",
    "--resume",
    "--microcode",
    "--table",
];

/// The command on the machine `roomy`, unless it names a machine.
pub(super) fn on_a_roomy_machine(words: &[String]) -> Option<String> {
    with(words, &["--machine", ROOMY])
}

/// The command with exact checks, unless it names a machine.
pub(super) fn with_exact_checks(words: &[String]) -> Option<String> {
    with(words, &["--strict"])
}

fn with(words: &[String], added: &[&str]) -> Option<String> {
    let end = words.iter().position(|word| word == "--");
    let (own, rest) = words.split_at(end.unwrap_or(words.len()));
    let [_, command, own @ ..] = own else {
        return None;
    };
    let name = |word: &str| {
        word.split_once('=')
            .map_or(word, |(name, _)| name)
            .to_owned()
    };
    if command.starts_with('-')
        || own
            .iter()
            .any(|word| OWN_MACHINE.contains(&name(word).as_str()))
    {
        return None;
    }
    let own = own.iter().filter(|word| !REPLACED.contains(&word.as_str()));
    let words = ["jop", command].into_iter().chain(added.iter().copied());
    let words = words.chain(own.chain(rest).map(String::as_str)).map(quoted);
    Some(words.collect::<Vec<_>>().join(" "))
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=:,+@%#".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roomy(line: &[&str]) -> Option<String> {
        let words: Vec<_> = line.iter().map(|word| (*word).to_owned()).collect();
        on_a_roomy_machine(&words)
    }

    #[test]
    fn a_command_is_repeated_word_by_word() {
        assert_eq!(
            roomy(&[
                "target/jop",
                "run",
                "--strict",
                "A.java",
                "--",
                "two words",
                "--config",
                "it's"
            ])
            .unwrap(),
            "jop run --machine roomy A.java -- 'two words' --config 'it'\\''s'"
        );
    }

    #[test]
    fn a_command_with_a_machine_of_its_own_is_not_repeated_on_another() {
        assert_eq!(roomy(&["jop", "run", "--config", "a.toml", "A.java"]), None);
        assert_eq!(roomy(&["jop", "run", "--resume=a.jopcheck"]), None);
    }
}
