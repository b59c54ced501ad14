//! Measured times and rates: they are on one page, and README quotes some.

use std::collections::BTreeSet;

use super::page::Page;

/// The only page whose figures no test can print again.
pub(super) const PAGE: &str = "docs/figures.md";

/// What each of its sections has.
const NEEDED: [&str; 4] = ["- Date: ", "- Commit: ", "- Machine: ", "```console\n$ "];

/// As many figures of it may README quote.
const QUOTES: usize = 6;

/// The anchor that a link quotes whose text is at `at`: `[1,353 MHz](docs/figures.md#fast-lift)`.
pub(super) fn quoted_at(page: &Page, at: usize) -> Option<String> {
    if page.name != "README.md" {
        return None;
    }
    let begin = page.text[..at].rfind('[')?;
    let (text, rest) = page.text[begin + 1..].split_once("](")?;
    let (target, _) = rest.split_once(')')?;
    let is_inside = at < begin + 1 + text.len() && !text.contains(']');
    let anchor = target.strip_prefix(PAGE)?.strip_prefix('#')?;
    is_inside.then(|| anchor.to_owned())
}

fn page() -> Page {
    let all = super::page::all();
    all.into_iter()
        .find(|page| page.name == PAGE)
        .expect("the page of measured figures")
}

#[test]
fn each_section_of_measured_figures_says_when_where_and_how() {
    let page = page();
    let mut sections = page.text.split("\n## ");
    sections.next();
    let mut seen = 0;
    for section in sections {
        let title = section.lines().next().unwrap_or_default();
        for needed in NEEDED {
            assert!(
                section.contains(needed),
                "{PAGE}, {title}: there is no `{needed}`"
            );
        }
        seen += 1;
    }
    assert!(seen > 0, "{PAGE} has no section");
}

#[test]
fn readme_quotes_few_measured_figures_and_each_as_it_was_measured() {
    let measured = page();
    let all = super::page::all();
    let readme = all
        .iter()
        .find(|page| page.name == "README.md")
        .expect("README");
    let mut quoted = BTreeSet::new();
    for number in readme.numbers() {
        let Some(anchor) = quoted_at(readme, number.place.start) else {
            continue;
        };
        let mark = format!("<a id=\"{anchor}\"></a>");
        let row = measured.text.lines().find(|line| line.contains(&mark));
        let row = row.unwrap_or_else(|| panic!("{PAGE} has no row {mark}"));
        let has = super::page::numbers(row)
            .into_iter()
            .any(|place| row[place] == number.text);
        assert!(
            has,
            "README.md:{}: {} is not in {PAGE}: {row}",
            number.line, number.text
        );
        quoted.insert(anchor);
    }
    assert!(!quoted.is_empty(), "README quotes nothing");
    assert!(
        quoted.len() <= QUOTES,
        "README quotes {} figures, {QUOTES} are enough",
        quoted.len()
    );
}
