//! The documents that people read: their links lead somewhere, and the files that they show are those of the tests.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn pages() -> Vec<PathBuf> {
    let docs = fs::read_dir(root().join("docs")).expect("the folder docs");
    let pages = docs.map(|entry| entry.expect("an entry").path());
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let others = [
        "README.md",
        "ARCHITECTURE.md",
        "runtime/README.md",
        "tests/golden/README.md",
    ];
    pages.chain(others.map(|name| root().join(name))).collect()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Targets of the links outside of code blocks.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let targets = prose.flat_map(|part| part.split("](").skip(1));
    targets.filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn every_relative_link_of_the_documents_leads_to_a_file() {
    let mut checked = 0;
    for page in pages() {
        let text = text(&page);
        for link in links(&text) {
            let file = link.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let target = page.parent().expect("a folder").join(file);
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} links were found");
}

#[test]
fn the_book_has_every_page_of_its_folder() {
    let summary = text(&root().join("docs/SUMMARY.md"));
    for page in pages()
        .iter()
        .filter(|page| page.parent().is_some_and(|p| p.ends_with("docs")))
    {
        let name = page
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let listed = name == "SUMMARY.md" || summary.contains(&format!("({name})"));
        assert!(listed, "docs/SUMMARY.md does not list {name}");
    }
}

#[test]
fn the_files_that_tutorials_show_are_those_that_their_commands_read() {
    let mut compared = 0;
    for page in pages() {
        let folder = page.with_extension("in");
        for block in text(&page).split("```").skip(1).step_by(2) {
            let Some((name, _)) = block
                .split_once("\n# ")
                .filter(|(language, _)| ["toml", "csv"].contains(language))
                .and_then(|(_, rest)| rest.split_once('\n'))
            else {
                continue;
            };
            let shown = block.split_once('\n').map_or("", |(_, body)| body);
            let nameless = shown.split_once('\n').map_or("", |(_, body)| body);
            let file = text(&folder.join(name));
            assert!(
                file == shown || file == nameless,
                "{}: {name}",
                page.display()
            );
            compared += 1;
        }
    }
    assert!(compared > 3, "only {compared} files were found");
}
