//! Machines that have a name: their microcode is chosen with them.

use std::ffi::OsString;

use crate::host::roomy::after_roomy;

/// Options that choose microcode, or rule a choice out.
const CHOSEN: [&str; 5] = ["--strict", "--microcode", "--table", "--resume", "--rom"];

/// Adds `--strict` where the machine is `roomy`, if the command has that option and nothing else decides the microcode.
pub(super) fn with_its_microcode(
    mut given: Vec<OsString>,
    definition: &clap::Command,
) -> Vec<OsString> {
    let end = given.iter().position(|argument| argument == "--");
    let own = &given[..end.unwrap_or(given.len())];
    let Some(at) = after_roomy(own) else {
        return given;
    };
    let mut command = definition;
    let words = own.iter().skip(1).filter_map(|word| word.to_str());
    for word in words.filter(|word| !word.starts_with('-')) {
        match command.find_subcommand(word) {
            Some(below) => command = below,
            None => break,
        }
    }
    let has_strict = command
        .get_arguments()
        .any(|option| option.get_id() == "strict");
    let is_chosen = own.iter().filter_map(|word| word.to_str()).any(|word| {
        let name = word.split_once('=').map_or(word, |(name, _)| name);
        CHOSEN.contains(&name)
    });
    if has_strict && !is_chosen {
        given.insert(at, "--strict".into());
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command_line::definition;

    fn completed(line: &str) -> String {
        let given = line.split(' ').map(OsString::from).collect();
        let words = with_its_microcode(given, &definition());
        words.join(" ".as_ref()).into_string().unwrap()
    }

    #[test]
    fn roomy_is_strict_where_nothing_else_chooses_microcode() {
        let cases = [
            (
                "jop run --machine roomy A.java",
                "jop run --machine roomy --strict A.java",
            ),
            (
                "jop -q run --machine roomy A.java",
                "jop -q run --machine roomy --strict A.java",
            ),
            (
                "jop run --config=roomy A.java",
                "jop run --config=roomy --strict A.java",
            ),
            (
                "jop run --machine roomy --strict A.java",
                "jop run --machine roomy --strict A.java",
            ),
            (
                "jop run --machine roomy --microcode=a.asm A.java",
                "jop run --machine roomy --microcode=a.asm A.java",
            ),
            ("jop config roomy", "jop config roomy"),
            (
                "jop build --machine roomy A.java",
                "jop build --machine roomy A.java",
            ),
            (
                "jop run A.java -- --machine roomy",
                "jop run A.java -- --machine roomy",
            ),
            (
                "jop run --machine other.toml A.java",
                "jop run --machine other.toml A.java",
            ),
        ];
        for (given, expected) in cases {
            assert_eq!(completed(given), expected);
        }
    }
}
