//! Generated blocks of a page.
//!
//! ```text
//!   <!-- generated: COMMAND -->             its output is Markdown
//!   <!-- generated text: COMMAND -->        in a block of text
//!   <!-- generated console: COMMAND -->     in a block that shows the command, too
//!   ...
//!   <!-- end -->
//! ```
//!
//! A test of another crate may write a block of its own, between `<!-- begin: NAME -->` and `<!-- end: NAME -->`; its source has NAME.
//!
//! After `text` or `console` come needs: `java`, `slow` (more than a minute), `network`.

use std::ops::Range;

use super::page::Page;
use super::shell::Need;

const BEGIN: &str = "<!-- generated";
const CLOSE: &str = "-->\n";
pub(super) const END: &str = "<!-- end -->";

#[derive(Debug, Clone, Copy, PartialEq)]
enum Form {
    Markdown,
    Text,
    Console,
}

pub(super) struct Block {
    pub(super) line: usize,
    pub(super) command: String,
    pub(super) needs: Vec<Need>,
    form: Form,
    /// Between the marks, in bytes of the page.
    pub(super) content: Range<usize>,
}

impl Block {
    /// The block's content if the command prints this.
    pub(super) fn expected(&self, printed: &str) -> String {
        let printed = printed.trim_matches('\n');
        let command = &self.command;
        match self.form {
            Form::Markdown => format!("{printed}\n"),
            Form::Text => format!("```text\n{printed}\n```\n"),
            Form::Console => format!("```console\n$ {command}\n{printed}\n```\n"),
        }
    }
}

/// The blocks of a page, in order.
pub(super) fn of(page: &Page) -> Result<Vec<Block>, String> {
    let text = &page.text;
    let mut blocks = Vec::new();
    let mut from = 0;
    while let Some(begin) = text[from..].find(BEGIN).map(|at| from + at) {
        if begin > 0 && !text[..begin].ends_with('\n') {
            from = begin + BEGIN.len();
            continue;
        }
        let line = page.line(begin);
        let bad = |what: &str| format!("{}:{line}: {what}", page.name);
        let close = begin
            + text[begin..]
                .find(CLOSE)
                .ok_or_else(|| bad("the mark does not close"))?;
        let mark = &text[begin + BEGIN.len()..close];
        let (words, command) = mark
            .split_once(':')
            .ok_or_else(|| bad("the mark has no command"))?;
        let content = close + CLOSE.len();
        let end = content
            + text[content..]
                .find(END)
                .ok_or_else(|| bad("the block has no end"))?;
        if text[content..end].contains(BEGIN) {
            return Err(bad("the block has no end"));
        }
        let mut form = Form::Markdown;
        let mut needs = Vec::new();
        for word in words.split_whitespace() {
            match word {
                "text" => form = Form::Text,
                "console" => form = Form::Console,
                "java" => needs.push(Need::Java),
                "slow" => needs.push(Need::Slow),
                "network" => needs.push(Need::Network),
                _ => return Err(bad(&format!("the mark has an unknown word: {word}"))),
            }
        }
        blocks.push(Block {
            line,
            command: command.trim().to_owned(),
            needs,
            form,
            content: content..end,
        });
        from = end + END.len();
    }
    Ok(blocks)
}

/// Blocks of a page that tests of other crates write: name and place.
pub(super) fn of_other_tests(page: &Page) -> Vec<(String, Range<usize>)> {
    const BEGIN: &str = "<!-- begin: ";
    let mut found = Vec::new();
    for (at, _) in page.text.match_indices(BEGIN) {
        let Some((name, rest)) = page.text[at + BEGIN.len()..].split_once(" -->") else {
            continue;
        };
        if let Some(length) = rest.find(&format!("<!-- end: {name} -->")) {
            let start = at + BEGIN.len() + name.len() + " -->".len();
            found.push((name.to_owned(), start..start + length));
        }
    }
    found
}

/// Whether a test in a folder `tests` somewhere has this text.
pub(super) fn is_in_a_test(text: &str) -> bool {
    let mut open = vec![(super::shell::root(), false)];
    while let Some((folder, is_tests)) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() {
                if !name.starts_with('.')
                    && !["target", "node_modules", "golden"].contains(&name.as_str())
                {
                    open.push((path, is_tests || name == "tests"));
                }
            } else if is_tests && name.ends_with(".rs") {
                let source = std::fs::read_to_string(&path).unwrap_or_default();
                if source.contains(text) {
                    return true;
                }
            }
        }
    }
    false
}

#[test]
fn each_block_of_another_test_has_that_test() {
    for page in super::page::all() {
        for (name, _) in of_other_tests(&page) {
            assert!(
                is_in_a_test(&name),
                "{}: no test writes the block `{name}`",
                page.name
            );
        }
    }
}

#[test]
fn a_block_of_another_test_is_found_with_its_name() {
    let page = Page::new(
        "a.md",
        "x\n<!-- begin: rows -->\n1000\n<!-- end: rows -->\n2000\n",
    );
    let found = of_other_tests(&page);
    assert_eq!(found[0].0, "rows");
    assert!(page.text[found[0].1.clone()].contains("1000"));
    assert_eq!(page.numbers().len(), 1);
}

#[test]
fn a_block_without_an_end_is_an_error_that_names_the_line() {
    let page = Page::new(
        "a.md",
        "one `<!-- generated: w -->`\n<!-- generated: x -->\n<!-- generated: y -->\n<!-- end -->\n",
    );
    assert_eq!(
        of(&page).err().as_deref(),
        Some("a.md:2: the block has no end")
    );
}

#[test]
fn a_block_has_the_form_and_the_needs_of_its_mark() {
    let page = Page::new(
        "a.md",
        "<!-- generated console java slow: jop isa -->\nold\n<!-- end -->\n",
    );
    let blocks = of(&page).expect("a block");
    assert_eq!(blocks[0].needs, [Need::Java, Need::Slow]);
    assert_eq!(&page.text[blocks[0].content.clone()], "old\n");
    assert_eq!(
        blocks[0].expected("new\n"),
        "```console\n$ jop isa\nnew\n```\n"
    );
}
