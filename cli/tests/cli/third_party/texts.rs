//! Licence texts, each once: copyright lines stand with the crates that have them.

use std::collections::BTreeMap;
use std::fmt;

/// Licence texts by what words they have, in the order in which they were met.
#[derive(Debug, Default)]
pub(super) struct Texts {
    numbers: BTreeMap<String, usize>,
    texts: Vec<String>,
}

impl Texts {
    /// Number of a text, and the copyright lines taken out of it.
    pub(super) fn add(&mut self, text: &str) -> (usize, Vec<String>) {
        let text = text.replace("\r\n", "\n");
        let (copyrights, rest): (Vec<&str>, Vec<&str>) =
            text.lines().partition(|line| is_copyright(line));
        let copyrights = copyrights.into_iter().map(|line| line.trim().to_owned());
        let rest = rest.into_iter().map(str::trim_end).collect::<Vec<_>>();
        let rest = rest.join("\n");
        // What follows in a licence of Apache is advice for those who use it, at most with a copyright line.
        let rest = match rest.split_once("END OF TERMS AND CONDITIONS") {
            Some((terms, _)) if !rest.contains("LLVM Exceptions") => {
                format!("{terms}END OF TERMS AND CONDITIONS")
            }
            _ => rest,
        };
        (self.number(&rest), copyrights.collect())
    }

    fn number(&mut self, text: &str) -> usize {
        let words = text.split(|c: char| !c.is_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let next = self.texts.len() + 1;
        let number = *self
            .numbers
            .entry(words.join(" ").to_lowercase())
            .or_insert(next);
        if number == next {
            self.texts.push(text.trim_matches('\n').to_owned());
        }
        number
    }
}

/// Whether a line says whose work it is; not the place for it in a form.
fn is_copyright(line: &str) -> bool {
    let line = line.trim();
    let behind = line.strip_prefix("Copyright ");
    behind.is_some_and(|behind| {
        behind.starts_with(|c: char| c.is_ascii_digit() || c == '(' || c == '©' || c.is_uppercase())
            || behind.starts_with("the ")
    })
}

impl fmt::Display for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (text, number) in self.texts.iter().zip(1..) {
            write!(f, "--- text {number}\n\n{text}\n\n")?;
        }
        Ok(())
    }
}

#[test]
fn texts_that_differ_in_layout_and_copyright_alone_are_one() {
    let mut texts = Texts::default();
    let first = texts.add("Copyright (c) 2020 A\n\nPermission is\ngranted.");
    let second = texts.add("Copyright 2021 B\r\n\r\nPermission is granted.\n");
    assert_eq!(first, (1, vec!["Copyright (c) 2020 A".to_owned()]));
    assert_eq!(second, (1, vec!["Copyright 2021 B".to_owned()]));
    assert_eq!(texts.add("Copyright [yyyy] [name]").0, 2);
}
