//! The pages, and the numbers in them that count as figures.
//!
//! A figure is a decimal number with three or more digits, thousands separators and decimals included (`1,234`, `12.5`). None are:
//!
//! - generated blocks and transcripts that a test compares;
//! - what a reader writes: code blocks of `java`, `rust`, `sh`, `asm`, `toml` and those with the word `input`, typed commands (`$ ...`);
//! - code spans, unless they hold nothing but a number;
//! - targets of links, anchors, comments;
//! - numbers that are part of a name (`sha256`, `SHA-256`), exponents (`2^1000`), hexadecimal numbers, versions with two points, dates, RFCs.

use std::ops::Range;

use super::shell::root;
use super::{blocks, measured};
use crate::transcripts;

pub(super) struct Page {
    /// Path from the root of the repository.
    pub(super) name: String,
    pub(super) text: String,
    saved: String,
}

/// A number in a page.
pub(super) struct Number {
    pub(super) place: Range<usize>,
    pub(super) line: usize,
    pub(super) text: String,
}

/// Whether a code block's numbers are figures.
#[derive(Clone, Copy, PartialEq)]
enum Fence {
    Free,
    Counted,
}

impl Page {
    pub(super) fn new(name: &str, text: &str) -> Self {
        Self {
            name: name.to_owned(),
            text: text.to_owned(),
            saved: text.to_owned(),
        }
    }

    /// Line of a byte, from 1.
    pub(super) fn line(&self, at: usize) -> usize {
        1 + self.text[..at].matches('\n').count()
    }

    pub(super) fn replace(&mut self, place: Range<usize>, by: &str) {
        self.text.replace_range(place, by);
    }

    /// Writes the page, if it has changed.
    pub(super) fn save(&self) {
        if self.text != self.saved {
            std::fs::write(root().join(&self.name), &self.text).expect("a writable page");
        }
    }

    /// The figures of the page.
    pub(super) fn numbers(&self) -> Vec<Number> {
        let counted = self.counted();
        let all = numbers(&self.text);
        all.into_iter()
            .filter(|place| counted[place.start])
            .map(|place| Number {
                line: self.line(place.start),
                text: self.text[place.clone()].to_owned(),
                place,
            })
            .collect()
    }

    /// For each byte whether a number there would be a figure.
    fn counted(&self) -> Vec<bool> {
        let mut counted = vec![true; self.text.len()];
        let mut free = |place: Range<usize>| counted[place].fill(false);
        for block in blocks::of(self).expect("marks that pair") {
            free(block.content);
        }
        for (_, place) in blocks::of_other_tests(self) {
            free(place);
        }
        let mut fence = None;
        let mut prose = 0;
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            let place = at..at + line.len();
            at = place.end;
            if let Some(language) = line.trim_start().strip_prefix("```") {
                if fence.is_none() {
                    free_spans(&self.text, prose..place.start, &mut free);
                    fence = Some(self.fence(language.trim()));
                } else {
                    fence = None;
                    prose = place.end;
                }
                continue;
            }
            let is_free = match fence {
                None => false,
                Some(Fence::Free) => true,
                Some(Fence::Counted) => line.starts_with("$ "),
            };
            if is_free {
                free(place);
            }
        }
        free_spans(&self.text, prose..at, &mut free);
        counted
    }

    fn fence(&self, language: &str) -> Fence {
        match language {
            "java" | "rust" | "sh" | "asm" | "toml" => Fence::Free,
            _ if language.ends_with(" input") => Fence::Free,
            "console" if transcripts::is_tutorial(&self.name) => Fence::Free,
            _ => Fence::Counted,
        }
    }
}

/// Reports what is free in prose: comments, code spans, link targets, tags.
fn free_spans(text: &str, place: Range<usize>, free: &mut impl FnMut(Range<usize>)) {
    let mut at = place.start;
    while at < place.end {
        let rest = &text[at..place.end];
        let until = |end: &str, from: usize| rest[from..].find(end).map(|it| from + it + end.len());
        let length = if rest.starts_with("<!--") {
            until("-->", 4)
        } else if rest.starts_with('`') {
            let ticks = rest.len() - rest.trim_start_matches('`').len();
            let end = until(&rest[..ticks], ticks);
            if let Some(end) = end.filter(|end| is_number(rest[ticks..end - ticks].trim())) {
                at += end;
                continue;
            }
            end
        } else if rest.starts_with("](") {
            until(")", 2)
        } else if rest.starts_with("<a ") || rest.starts_with("<http") {
            until(">", 1)
        } else {
            None
        };
        match length {
            Some(length) => {
                free(at..at + length);
                at += length;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
}

fn is_number(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii_digit())
        && text
            .chars()
            .all(|it| it.is_ascii_digit() || ",._%".contains(it))
}

/// Letters that may follow a number at once without making it a part of a name.
const UNITS: &[&str] = &[
    "k", "K", "M", "G", "x", "s", "ms", "MHz", "GHz", "KB", "MB", "GB", "th", "st", "nd", "rd",
];

/// Numbers of three or more digits that are no part of a name, version, date or hexadecimal number.
pub(super) fn numbers(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let word = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|it| it.is_ascii_alphanumeric() || *it == b'_')
    };
    let digits = |mut at: usize| {
        while digit(at) {
            at += 1;
        }
        at
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !word(at) {
            at += 1;
            continue;
        }
        let start = at;
        if !digit(at) {
            while word(at) {
                at += 1;
            }
            continue;
        }
        at = digits(at);
        // Groups of three, the first of at most three.
        if at - start <= 3 {
            while bytes.get(at) == Some(&b',') && digits(at + 1) == at + 4 && !word(at + 4) {
                at += 4;
            }
        }
        if bytes.get(at) == Some(&b'.') && digit(at + 1) {
            at = digits(at + 1);
        }
        let mut is_name = false;
        // A version: two points, or more.
        while bytes.get(at) == Some(&b'.') && digit(at + 1) {
            at = digits(at + 1);
            is_name = true;
        }
        // A date: four digits, a dash, two digits.
        if at - start == 4 && bytes.get(at) == Some(&b'-') && digits(at + 1) == at + 3 {
            at += 3;
            while bytes.get(at) == Some(&b'-') && digit(at + 1) {
                at = digits(at + 1);
            }
            is_name = true;
        }
        let end = at;
        while word(at) {
            at += 1;
        }
        is_name |= at > end && !UNITS.contains(&&text[end..at]);
        let before = text[..start].trim_end_matches(['-', '−', '+', '±']);
        // `SHA-256`, unlike `-256` and `10-256`.
        let dashed = text[..start].strip_suffix('-');
        is_name |= dashed.is_some_and(|it| it.ends_with(|last: char| last.is_ascii_alphabetic()));
        is_name |= before.ends_with('^') || text[..start].ends_with("RFC ");
        let count = text[start..end].bytes().filter(u8::is_ascii_digit).count();
        if count >= 3 && !is_name {
            found.push(start..end);
        }
    }
    found
}

/// README, book, architecture, contributing, and what crates and folders say of themselves.
pub(super) fn all() -> Vec<Page> {
    let mut names = Vec::new();
    let mut open = vec![root()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.') && !["target", "node_modules"].contains(&name.as_str()) {
                    open.push(path);
                }
                continue;
            }
            let relative = path
                .strip_prefix(root())
                .expect("within")
                .to_string_lossy()
                .replace('\\', "/");
            let is_page = relative.starts_with("docs/")
                && relative.ends_with(".md")
                && !relative[5..].contains('/');
            if is_page
                || name == "README.md"
                || ["ARCHITECTURE.md", "CONTRIBUTING.md"].contains(&relative.as_str())
            {
                names.push(relative);
            }
        }
    }
    names.sort();
    assert!(
        names.iter().any(|name| name == measured::PAGE),
        "{} is missing",
        measured::PAGE
    );
    let read = |name: &String| {
        let text = std::fs::read_to_string(root().join(name)).expect("a page");
        Page::new(name, &text)
    };
    names.iter().map(read).collect()
}

#[test]
fn figures_are_numbers_of_three_digits_that_are_no_part_of_a_name() {
    let of = |text: &str| -> Vec<String> {
        numbers(text)
            .into_iter()
            .map(|place| text[place].to_owned())
            .collect()
    };
    assert_eq!(
        of("696,704 cycles, 6.967 ms at 100 MHz, 3,474 of 192,649, 84.0 %"),
        ["696,704", "6.967", "100", "3,474", "192,649", "84.0"]
    );
    assert_eq!(
        of("1, 234,56 and 12,345,678, 1234; (123), −115, 10,000"),
        ["234", "12,345,678", "1234", "123", "115", "10,000"]
    );
    assert_eq!(of("sha256 SHA-256 ssram32 p95 x8664 076ea3f46611 0x1234 1.0.3 2026-11-24 2020-12 RFC 1952 2^1000 2^-1000 64-bit").len(), 0);
    assert_eq!(of("500k, 100MHz, 256-bit, 10 %"), ["500", "100", "256"]);
}

#[test]
fn code_commands_links_and_generated_blocks_have_no_figures() {
    let page = Page::new(
        "docs/a.md",
        "at `1,234` is [123](x.md#456) in `--cycles 2000..3000` <!-- 777 -->\n\
         ```console\n$ jop run -- 5000\nprinted 6000\n```\n\
         ```java\nint a = 7000;\n```\n\
         <!-- generated: x -->\n8000\n<!-- end -->\nlast 9000\n",
    );
    let found: Vec<(usize, String)> = page
        .numbers()
        .into_iter()
        .map(|it| (it.line, it.text))
        .collect();
    let expected = [(1, "1,234"), (1, "123"), (4, "6000"), (12, "9000")];
    assert_eq!(found, expected.map(|(line, text)| (line, text.to_owned())));
}
