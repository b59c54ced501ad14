//! The documents that people read: each figure in them has one source, and is what the source says.
//!
//! ```text
//!   page.rs       the pages, and the numbers in them that count as figures
//!   blocks.rs     blocks between `<!-- generated: COMMAND -->` and `<!-- end -->`
//!   sources.rs    docs/constants.toml: figures in sentences, each with a constant, a file, a command, a page or a paper
//!   sentences.rs  sentences that promise something
//!   claims.rs     docs/claims.toml: the tests of these, and the appendix that lists them
//!   measured.rs   docs/figures.md: times and rates, with command, machine, date and commit; quotes of them
//!   shell.rs      what commands print
//! ```
//!
//! `docs/regenerate.sh` writes all of them anew.

mod blocks;
mod claims;
mod measured;
mod page;
mod sentences;
mod shell;
mod sources;

use blocks::Block;
use page::Page;
use shell::Shell;
use sources::Entry;

/// The environment variable that accepts what is printed now.
const BLESS: &str = "JOPLAB_BLESS";

fn is_blessing() -> bool {
    std::env::var_os(BLESS).is_some()
}

/// Generated blocks and sentences, in one test, as both rewrite the same pages.
#[test]
fn every_generated_figure_is_what_its_source_says() {
    if !is_blessing() {
        parts::long!();
    }
    let shell = Shell::new();
    let mut pages = page::all();
    let mut wrong = Vec::new();
    let commands = pages
        .iter()
        .flat_map(|page| blocks::of(page).expect("marks that pair"))
        .filter(|block| shell.can(&block.needs))
        .map(|block| block.command);
    let entries = sources::entries();
    let of_entries = entries
        .iter()
        .filter(|(_, entry)| shell.can(&entry.needs))
        .filter_map(|(_, entry)| entry.command.clone());
    shell.prepare(commands.chain(of_entries).collect());

    for page in &mut pages {
        wrong.extend(renew_blocks(&shell, page));
        for (name, entry) in &entries {
            wrong.extend(sources::renew(&shell, name, entry, page));
        }
        wrong.extend(claims::renew(page));
        if is_blessing() {
            page.save();
        }
    }
    let count = wrong.len();
    assert!(
        wrong.is_empty() || is_blessing(),
        "{count} figures are not what their sources say; if the sources are right: docs/regenerate.sh\n{}",
        wrong.join("\n")
    );
}

/// Replaces the blocks of a page; returns those that differed.
fn renew_blocks(shell: &Shell, page: &mut Page) -> Vec<String> {
    let mut wrong = Vec::new();
    // From the last one on, so that the places of the others stay.
    for block in blocks::of(page).expect("marks that pair").into_iter().rev() {
        let Block { line, command, .. } = &block;
        let printed = shell
            .can(&block.needs)
            .then(|| shell.run(command))
            .flatten();
        let Some(printed) = printed else {
            eprintln!("{}:{line}: skipped: {command}", page.name);
            continue;
        };
        let expected = block.expected(&printed);
        let found = &page.text[block.content.clone()];
        if found != expected {
            wrong.push(format!(
                "{}:{line}: {command}\n{}",
                page.name,
                first_difference(found, &expected)
            ));
            page.replace(block.content.clone(), &expected);
        }
    }
    wrong
}

fn first_difference(found: &str, expected: &str) -> String {
    let mut lines = found.lines();
    for line in expected.lines() {
        let found = lines.next().unwrap_or("(nothing)");
        if found != line {
            return format!("    page:    {found}\n    command: {line}");
        }
    }
    let more = lines.next().unwrap_or("(nothing)");
    format!("    page:    {more}\n    command: (nothing)")
}

#[test]
fn every_figure_has_one_source() {
    let entries = sources::entries();
    let mut without = Vec::new();
    for page in page::all() {
        if page.name == measured::PAGE {
            continue;
        }
        let sourced = sources::places_of(&entries, &page);
        for number in page.numbers() {
            let is_sourced = sourced
                .iter()
                .any(|place| place.contains(&number.place.start));
            let is_quote = measured::quoted_at(&page, number.place.start).is_some();
            if !is_sourced && !is_quote {
                without.push(format!("{}:{}: {}", page.name, number.line, number.text));
            }
        }
    }
    assert!(
        without.is_empty(),
        "{} figures have no source: generate the block, add a place to docs/constants.toml, or quote docs/figures.md\n{}",
        without.len(),
        without.join("\n")
    );
}

#[test]
fn every_source_is_used_where_it_says() {
    let pages = page::all();
    let mut unused = Vec::new();
    for (name, entry) in sources::entries() {
        let Entry { places, .. } = &entry;
        for (page, text) in places {
            let Some(found) = pages.iter().find(|it| it.name == *page) else {
                unused.push(format!("{name}: no page {page}"));
                continue;
            };
            if sources::find(text, &found.text).is_empty() {
                unused.push(format!("{name}: {page} does not say `{text}`"));
            }
        }
    }
    assert!(
        unused.is_empty(),
        "docs/constants.toml:\n{}",
        unused.join("\n")
    );
}
