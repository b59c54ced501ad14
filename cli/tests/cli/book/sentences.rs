//! The sentences that are asked for their tests, and where they are.
//!
//! - `README.md`: each sentence of the section *How exact*;
//! - chapters that `docs/SUMMARY.md` lists: each sentence of the first paragraph;
//! - help texts of `jop` and all its commands: sentences that have one of [`WORDS`] as a word of its own, whatever its case. A part of a
//!   hyphenated word, an option's name, and what is between backquotes is not a word.
//!
//! A paragraph ends at an empty line, an item of a list, and each line of a help's *Examples*. A sentence ends where its paragraph ends, and at a full
//! stop, question or exclamation mark before white space and something else than a small letter. White space counts as one space;
//! links as their text.

use std::collections::BTreeMap;

use super::page::Page;
use super::shell::root;

/// Words by which a help text promises something.
pub(super) const WORDS: [&str; 6] = ["exact", "exactly", "sound", "soundly", "same", "all"];

/// The place of a sentence that several commands' help has.
pub(super) const SHARED: &str = "jop COMMAND --help";

/// Sentences, and for each the places that have it: pages, or commands with `--help`.
pub(super) fn all() -> Vec<(String, Vec<String>)> {
    let mut found = Vec::new();
    for page in super::page::all() {
        let Some(text) = asked(&page) else { continue };
        let here = sentences(&without_links(&text));
        found.extend(here.into_iter().map(|it| (it, vec![page.name.clone()])));
    }
    let mut of_help: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut note = |path: &str, text: &str| {
        for sentence in sentences(text).into_iter().filter(|it| promises(it)) {
            let places = of_help.entry(sentence).or_default();
            let place = format!("{path} --help");
            if !places.contains(&place) {
                places.push(place);
            }
        }
    };
    for (mut command, name) in [
        (cli::command(), "jop"),
        (cli::evaluation_command(), "jop-evaluate"),
    ] {
        command.build();
        walk(&command, name, &mut note);
    }
    found.extend(of_help);
    found
}

/// The part of a page whose sentences are asked.
fn asked(page: &Page) -> Option<String> {
    if page.name == "README.md" {
        let (_, rest) = page.text.split_once("\n## How exact\n")?;
        return Some(rest.split("\n#").next().unwrap_or(rest).to_owned());
    }
    let chapter = page.name.strip_prefix("docs/")?;
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).expect("a summary");
    summary
        .contains(&format!("]({chapter})"))
        .then(|| first_paragraph(&page.text))
}

/// The first paragraph of prose: no heading, comment, picture, table or code.
fn first_paragraph(text: &str) -> String {
    let mut paragraph: Vec<&str> = Vec::new();
    let mut is_code = false;
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        let is_prose = !is_code
            && !is_fence
            && !line.trim().is_empty()
            && !line.starts_with(['#', '<', '!', '|']);
        is_code ^= is_fence;
        if is_prose {
            paragraph.push(line);
        } else if !paragraph.is_empty() {
            break;
        }
    }
    paragraph.join("\n")
}

fn walk(command: &clap::Command, path: &str, text: &mut impl FnMut(&str, &str)) {
    let parts = [
        command.get_long_about().or(command.get_about()),
        command.get_after_long_help().or(command.get_after_help()),
        command.get_before_long_help().or(command.get_before_help()),
    ];
    for part in parts.into_iter().flatten() {
        text(path, &part.to_string());
    }
    for argument in command.get_arguments().filter(|it| !it.is_hide_set()) {
        if let Some(help) = argument.get_long_help().or(argument.get_help()) {
            text(path, &help.to_string());
        }
        for value in argument.get_possible_values() {
            if let Some(help) = value.get_help() {
                text(path, &help.to_string());
            }
        }
    }
    let is_own = |it: &&clap::Command| it.get_name() != "help" && !it.is_hide_set();
    for child in command.get_subcommands().filter(is_own) {
        walk(child, &format!("{path} {}", child.get_name()), text);
    }
}

/// Whether the sentence has one of the words.
fn promises(sentence: &str) -> bool {
    let prose = sentence.split('`').step_by(2);
    let is_word = |it: char| it.is_alphanumeric() || it == '-' || it == '_';
    prose
        .flat_map(|it| it.split(|letter| !is_word(letter)))
        .any(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

fn sentences(text: &str) -> Vec<String> {
    paragraphs(text).iter().flat_map(|it| split(it)).collect()
}

fn paragraphs(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut is_open, mut is_example) = (false, false);
    for line in text.lines() {
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            (is_open, is_example) = (false, false);
            continue;
        }
        let item = words.strip_prefix("- ");
        let words = item.unwrap_or(&words);
        match found.last_mut() {
            Some(last) if is_open && item.is_none() && !is_example => {
                last.push(' ');
                last.push_str(words);
            }
            _ => found.push(words.to_owned()),
        }
        is_open = true;
        is_example |= words == "Examples:";
    }
    found
}

fn split(paragraph: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, space) in paragraph.match_indices(' ') {
        let ends = paragraph[..at].ends_with(['.', '?', '!']);
        let is_new = |it: char| !it.is_lowercase() && it != '.';
        if ends && paragraph[at + space.len()..].starts_with(is_new) {
            found.push(paragraph[start..at].to_owned());
            start = at + space.len();
        }
    }
    found.push(paragraph[start..].to_owned());
    found
}

/// `[text](target)` as `text`.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](") {
        let Some((_, behind)) = after.split_once(')') else {
            break;
        };
        let begin = before.rfind('[').map_or(before.len(), |at| {
            plain.push_str(&before[..at]);
            at + 1
        });
        plain.push_str(before.get(begin..).unwrap_or(before));
        rest = behind;
    }
    plain + rest
}

#[test]
fn a_sentence_ends_at_a_full_stop_and_at_the_end_of_its_paragraph() {
    let text = "One of 2.5 MHz, e.g. this. `jop run` is\n  two! Three\n\n- four ([see](a.md#b)). 5\n- six\n\nExamples:\n  jop a   all\n  jop b   all";
    assert_eq!(
        sentences(&without_links(text)),
        [
            "One of 2.5 MHz, e.g. this.",
            "`jop run` is two!",
            "Three",
            "four (see).",
            "5",
            "six",
            "Examples:",
            "jop a all",
            "jop b all"
        ]
    );
}

#[test]
fn a_word_promises_as_prose_only() {
    assert!(promises("All of it"));
    assert!(promises("(the same)"));
    assert!(promises("exact, or `x`"));
    assert!(!promises("`all`, --all, all-in, install, exactness"));
}

#[test]
fn the_first_paragraph_is_the_first_prose() {
    let text = "# Title\n\n```console\n$ x\n\ny\n```\n<!-- z -->\none\ntwo\n\nthree\n";
    assert_eq!(first_paragraph(text), "one\ntwo");
}
