//! `docs/constants.toml`: where figures in sentences come from.
//!
//! Each entry lists its places: a page, and words of it with `{}` for a number. What a number is says one of
//!
//! - `rust = "FILE NAME"`: the constant of that name
//! - `file = "FILE"`, `text = "... {} ..."`: a number in a file
//! - `command = "..."`: what bash prints at the root of the repository, a number for each `{}`; `needs` as of generated blocks, and
//!   `shared` for vectors that are kept beside the repository
//! - `spec = "04 section 8"`, `value`: a page and a section of the behaviour specification, compared where it is beside the repository
//! - `paper = "..."`, `value`: a publication and its table, or the manual of another system

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;

use super::page::Page;
use super::shell::{Need, Shell, root};

const FILE: &str = "docs/constants.toml";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// Page and words.
    pub(super) places: Vec<(String, String)>,
    rust: Option<String>,
    file: Option<String>,
    text: Option<String>,
    pub(super) command: Option<String>,
    #[serde(default)]
    pub(super) needs: Vec<Need>,
    spec: Option<String>,
    paper: Option<String>,
    value: Option<String>,
}

pub(super) fn entries() -> Vec<(String, Entry)> {
    let text = std::fs::read_to_string(root().join(FILE)).expect(FILE);
    let entries: BTreeMap<String, Entry> =
        toml::from_str(&text).unwrap_or_else(|error| panic!("{FILE}: {error}"));
    for (name, entry) in &entries {
        let kinds = [
            &entry.rust,
            &entry.file,
            &entry.command,
            &entry.spec,
            &entry.paper,
        ];
        let count = kinds.into_iter().flatten().count();
        assert_eq!(
            count, 1,
            "{FILE}, {name}: one of rust, file, command, spec, paper"
        );
        assert!(!entry.places.is_empty(), "{FILE}, {name}: no places");
    }
    entries.into_iter().collect()
}

impl Entry {
    /// The values, without separators; none if they cannot be known here.
    fn values(&self, shell: &Shell, name: &str) -> Option<Vec<String>> {
        if let Some(rust) = &self.rust {
            let (file, constant) = rust.split_once(' ').expect("a file and a name");
            let text = read(file);
            let value = constant_of(&text, constant);
            return Some(vec![value.unwrap_or_else(|| {
                panic!("{name}: {file} has no number {constant}")
            })]);
        }
        if let Some(file) = &self.file {
            let text = read(file);
            let pattern = self.text.as_deref().expect("`text` beside `file`");
            let found = find(pattern, &text);
            let first = found
                .first()
                .unwrap_or_else(|| panic!("{name}: {file} does not say `{pattern}`"));
            return Some(
                first
                    .iter()
                    .map(|place| plain(&text[place.clone()]))
                    .collect(),
            );
        }
        if let Some(command) = &self.command {
            let printed = shell.can(&self.needs).then(|| shell.run(command))??;
            return Some(printed.split_whitespace().map(plain).collect());
        }
        let value = plain(
            self.value
                .as_deref()
                .expect("`value` beside `spec` or `paper`"),
        );
        if let Some(spec) = &self.spec {
            check_specification(name, spec, &value);
        }
        Some(vec![value])
    }
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join(file))
        .unwrap_or_else(|error| panic!("{FILE}: {file}: {error}"))
}

fn plain(number: &str) -> String {
    number.replace([',', '_'], "")
}

/// Value of `const NAME: T = ...;`: a number, or a product or shift of two.
fn constant_of(text: &str, name: &str) -> Option<String> {
    let after = text.split_once(&format!("const {name}:"))?.1;
    let (_, value) = after.split_once(';')?.0.split_once('=')?;
    let value = value.trim();
    if let Some((left, right)) = value.split_once("<<") {
        return Some((number(left)? << number(right)?).to_string());
    }
    let factors: Option<Vec<i64>> = value.split('*').map(number).collect();
    factors
        .map(|factors| factors.iter().product::<i64>().to_string())
        .or_else(|| plain(value).parse::<f64>().ok().map(|it| it.to_string()))
}

fn number(text: &str) -> Option<i64> {
    let text = plain(text.trim());
    match text.strip_prefix("0x") {
        Some(hexadecimal) => i64::from_str_radix(hexadecimal, 16).ok(),
        None => text
            .trim_end_matches(|it: char| it.is_alphabetic())
            .parse()
            .ok(),
    }
}

/// Where the specification is beside the repository, the number is in the section.
fn check_specification(name: &str, spec: &str, value: &str) {
    let (page, section) = spec.split_once(" section ").expect("a page and a section");
    let folder = root().join("../shared/spec");
    let Ok(files) = std::fs::read_dir(folder) else {
        return;
    };
    let file = files.flatten().find(|it| {
        it.file_name()
            .to_string_lossy()
            .starts_with(&format!("{page}-"))
    });
    let file = file.unwrap_or_else(|| panic!("{name}: the specification has no page {page}"));
    let text = std::fs::read_to_string(file.path()).expect("a page");
    let is_heading = |line: &&str| line.starts_with('#');
    let opens = |line: &str| {
        line.starts_with('#')
            && line
                .trim_start_matches('#')
                .trim()
                .starts_with(&format!("{section}."))
    };
    let mut lines = text.lines().skip_while(|line| !opens(line));
    assert!(
        lines.next().is_some(),
        "{name}: page {page} of the specification has no section {section}"
    );
    let body: Vec<&str> = lines
        .take_while(|line| !is_heading(line) || line.starts_with("###"))
        .collect();
    let body = body.join("\n");
    let has = super::page::numbers(&body)
        .into_iter()
        .any(|place| plain(&body[place]) == value);
    assert!(
        has,
        "{name}: section {section} of page {page} of the specification has no {value}"
    );
}

/// Each place where the words are, as the places of its numbers. A space matches any white space.
pub(super) fn find(words: &str, text: &str) -> Vec<Vec<Range<usize>>> {
    let parts: Vec<&str> = words.split("{}").collect();
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = next_of(parts[0], text, from) {
        match rest_of(&parts, text, start) {
            Some(places) => {
                from = places.last().map_or(start + 1, |place| place.end);
                found.push(places);
            }
            None => from = start + text[start..].chars().next().map_or(1, char::len_utf8),
        }
        if from >= text.len() {
            break;
        }
    }
    found
}

/// First place from `from` on at which the part is; an empty one is before each number.
fn next_of(part: &str, text: &str, from: usize) -> Option<usize> {
    let starts = text[from..].char_indices().map(|(at, _)| from + at);
    starts.into_iter().find(|at| match part {
        "" => is_first_digit(text, *at),
        _ => matched(part, text, *at).is_some(),
    })
}

fn is_first_digit(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at].is_ascii_digit()
        && (at == 0 || !(bytes[at - 1].is_ascii_digit() || b",.".contains(&bytes[at - 1])))
}

/// Places of the numbers, if all parts are there one after the other.
fn rest_of(parts: &[&str], text: &str, start: usize) -> Option<Vec<Range<usize>>> {
    let mut at = matched(parts[0], text, start)?;
    let mut places = Vec::new();
    for part in &parts[1..] {
        let is_part = |it: char| it.is_ascii_digit() || it == ',' || it == '.' || it == '_';
        let number = text[at..].split(|it| !is_part(it)).next()?;
        let number = number.trim_end_matches([',', '.', '_']);
        if !number.starts_with(|it: char| it.is_ascii_digit()) {
            return None;
        }
        places.push(at..at + number.len());
        at = matched(part, text, at + number.len())?;
    }
    Some(places)
}

/// End of the part, if it is at `at`.
fn matched(part: &str, text: &str, at: usize) -> Option<usize> {
    let mut rest = text.get(at..)?;
    for wanted in part.chars() {
        if wanted == ' ' {
            let skipped = rest.trim_start();
            if skipped.len() == rest.len() {
                return None;
            }
            rest = skipped;
        } else {
            rest = rest.strip_prefix(wanted)?;
        }
    }
    Some(text.len() - rest.len())
}

/// Places of a page whose numbers have a source.
pub(super) fn places_of(entries: &[(String, Entry)], page: &Page) -> Vec<Range<usize>> {
    let words = entries.iter().flat_map(|(_, entry)| &entry.places);
    words
        .filter(|(name, _)| *name == page.name)
        .flat_map(|(_, words)| find(words, &page.text))
        .flatten()
        .collect()
}

/// Puts the values of a source into its places of a page; returns those that differed.
pub(super) fn renew(shell: &Shell, name: &str, entry: &Entry, page: &mut Page) -> Vec<String> {
    let mut wrong = Vec::new();
    let here = page.name.clone();
    for (_, words) in entry.places.iter().filter(|(it, _)| *it == here) {
        let Some(values) = entry.values(shell, name) else {
            eprintln!("{}: skipped: {name}", page.name);
            continue;
        };
        for places in find(words, &page.text).into_iter().rev() {
            assert_eq!(
                places.len(),
                values.len(),
                "{name}: as many values as `{{}}` in `{words}`: {values:?}"
            );
            for (place, value) in places.into_iter().zip(&values).rev() {
                assert!(value.parse::<f64>().is_ok(), "{name}: {value} is no number");
                let found = &page.text[place.clone()];
                if plain(found) != *value {
                    let line = page.line(place.start);
                    wrong.push(format!("{}:{line}: {found}, {name} is {value}", page.name));
                    let by = if found.contains(',') || value.len() > 4 {
                        separated(value)
                    } else {
                        value.clone()
                    };
                    page.replace(place, &by);
                }
            }
        }
    }
    wrong
}

/// With thousands separators.
fn separated(number: &str) -> String {
    let (whole, fraction) = number
        .split_once('.')
        .map_or((number, None), |(whole, it)| (whole, Some(it)));
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    fraction.map_or(text.clone(), |it| format!("{text}.{it}"))
}

#[test]
fn words_are_found_across_lines_with_the_places_of_their_numbers() {
    let text = "agrees with 327\n  traces, 289 of them. 327 traces, 12";
    let found = find("{} traces", text);
    let texts: Vec<&str> = found
        .iter()
        .flatten()
        .map(|place| &text[place.clone()])
        .collect();
    assert_eq!(texts, ["327", "327"]);
    assert_eq!(find("with {} traces, {} of", text)[0].len(), 2);
    assert!(find("with {} vectors", text).is_empty());
}

#[test]
fn constants_are_read_with_separators_products_and_shifts() {
    let text = "pub const A: usize = 4_096;\nconst B: u32 = 1 << 18;\nconst C: u64 = 10 * 1_000;\nconst D: f64 = 0.01;\nconst F: f64 = 3_100.0;\nconst E: &str = \"x\";";
    let of = |name| constant_of(text, name);
    assert_eq!(of("A").as_deref(), Some("4096"));
    assert_eq!(of("B").as_deref(), Some("262144"));
    assert_eq!(of("C").as_deref(), Some("10000"));
    assert_eq!(of("D").as_deref(), Some("0.01"));
    assert_eq!(of("F").as_deref(), Some("3100"));
    assert_eq!(of("E"), None);
}

#[test]
fn separators_are_put_at_thousands() {
    assert_eq!(separated("1234567.89"), "1,234,567.89");
    assert_eq!(separated("999"), "999");
}
