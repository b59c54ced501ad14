//! `docs/claims.toml`: which tests fail if a sentence is false, and which sentences promise nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::page::Page;
use super::sentences;
use super::shell::root;

const FILE: &str = "docs/claims.toml";

/// The page with the appendix.
const PAGE: &str = "ARCHITECTURE.md";

const BEGIN: &str = "<!-- begin: claims -->\n";
const END: &str = "<!-- end: claims -->";

/// Folders without sources of the repository.
const LEFT_OUT: [&str; 3] = ["target", "node_modules", "golden"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claims {
    claim: Vec<Claim>,
    no_claim: Vec<NoClaim>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Claim {
    sentences: Vec<String>,
    /// `crate::module::name`, or a file.
    tests: Vec<String>,
}

/// Sentences that no test could disprove.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoClaim {
    sentences: Vec<String>,
    #[serde(rename = "reason")]
    _reason: Reason,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Reason {
    /// Says what a word means.
    Definition,
    /// A command line with its purpose.
    Example,
    /// Names the values that an option takes.
    List,
    /// Names a choice of the reader.
    Option,
    /// Says what a page is about.
    Subject,
}

impl Claims {
    fn read() -> Self {
        let text = std::fs::read_to_string(root().join(FILE)).expect(FILE);
        toml::from_str(&text).unwrap_or_else(|error| panic!("{FILE}: {error}"))
    }

    /// What is missing, dead or listed twice, if the documents have these sentences.
    fn faults(&self, found: &[String]) -> Vec<String> {
        let mut times: BTreeMap<&str, u32> = BTreeMap::new();
        let claims = self.claim.iter().flat_map(|it| &it.sentences);
        let others = self.no_claim.iter().flat_map(|it| &it.sentences);
        for sentence in claims.chain(others) {
            *times.entry(sentence).or_default() += 1;
        }
        let known: BTreeSet<&str> = found.iter().map(String::as_str).collect();
        let missing = known
            .iter()
            .filter(|it| !times.contains_key(**it))
            .map(|it| format!("no test: {it}"));
        let listed = times.iter().filter_map(|(sentence, times)| {
            let dead = (!known.contains(sentence)).then(|| format!("in no document: {sentence}"));
            dead.or_else(|| (*times > 1).then(|| format!("listed twice: {sentence}")))
        });
        missing.chain(listed).collect()
    }
}

/// Sources of tests, by the crate that they belong to.
struct Sources(Vec<(String, PathBuf, String)>);

impl Sources {
    fn read(folder: &Path) -> Self {
        let mut sources = Vec::new();
        Self::walk(folder, "", &mut sources);
        Self(sources)
    }

    fn walk(folder: &Path, package: &str, sources: &mut Vec<(String, PathBuf, String)>) {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).ok();
        let own = manifest.and_then(|text| text.parse::<toml::Table>().ok());
        let own = own.and_then(|it| Some(it.get("package")?.get("name")?.as_str()?.to_owned()));
        let package = own.as_deref().unwrap_or(package);
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            let name = entry.file_name().to_string_lossy().into_owned();
            if path.is_dir() && !name.starts_with('.') && !LEFT_OUT.contains(&&*name) {
                Self::walk(&path, package, sources);
            } else if name.ends_with(".rs") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                sources.push((package.to_owned(), path, text));
            }
        }
    }

    /// Whether the crate has the test, in a file or an inner module of the last of the modules.
    fn has(&self, test: &str) -> bool {
        let words: Vec<&str> = test.split("::").collect();
        let [package, modules @ .., name] = &words[..] else {
            return false;
        };
        self.0.iter().any(|(of, path, text)| {
            of == package
                && modules
                    .last()
                    .is_none_or(|module| is_module(path, text, module))
                && is_test(text, name)
        })
    }
}

fn is_module(path: &Path, text: &str, module: &str) -> bool {
    let is_part = |part: &std::ffi::OsStr| {
        part.to_str()
            .is_some_and(|it| it.trim_end_matches(".rs") == module)
    };
    path.iter().any(is_part) || text.contains(&format!("mod {module} {{"))
}

/// Whether the function of that name has `#[test]` among its attributes.
fn is_test(text: &str, name: &str) -> bool {
    let Some(at) = text.find(&format!("fn {name}(")) else {
        return false;
    };
    let before = text[..at].trim_end().lines().rev();
    let mut attributes =
        before.take_while(|line| !line.trim().is_empty() && !line.starts_with('}'));
    attributes.any(|line| line.trim() == "#[test]")
}

/// Tests that are named and are not there.
fn lost<'a>(
    tests: impl Iterator<Item = &'a String>,
    sources: &Sources,
    folder: &Path,
) -> Vec<String> {
    tests
        .filter(|test| match test.contains('/') {
            true => !folder.join(test).is_file(),
            false => !sources.has(test),
        })
        .cloned()
        .collect()
}

/// Writes the appendix anew if it is not what the file says; returns that.
pub(super) fn renew(page: &mut Page) -> Option<String> {
    if page.name != PAGE {
        return None;
    }
    let start = page.text.find(BEGIN).expect("the appendix") + BEGIN.len();
    let end = start
        + page.text[start..]
            .find(END)
            .expect("the end of the appendix");
    let table = table(&Claims::read(), &sentences::all());
    let differs = page.text[start..end] != table;
    page.replace(start..end, &table);
    differs.then(|| format!("{PAGE}: the claims are not those of {FILE}"))
}

fn table(claims: &Claims, found: &[(String, Vec<String>)]) -> String {
    let places: BTreeMap<&str, &Vec<String>> =
        found.iter().map(|(it, at)| (it.as_str(), at)).collect();
    let mut text = "| claim | where | tests |\n|---|---|---|\n".to_owned();
    for claim in &claims.claim {
        let tests: Vec<String> = claim.tests.iter().map(|it| format!("`{it}`")).collect();
        for sentence in &claim.sentences {
            let place = match places.get(sentence.as_str()).map(|it| &it[..]) {
                Some([one]) => one.clone(),
                Some(several) if several.iter().all(|it| it.ends_with("--help")) => {
                    sentences::SHARED.to_owned()
                }
                Some(several) => several.join(", "),
                None => continue,
            };
            let sentence = sentence.replace('|', "\\|").replace('<', "&lt;");
            writeln!(text, "| {sentence} | `{place}` | {} |", tests.join(", ")).expect("text");
        }
    }
    text
}

#[test]
fn the_appendix_lists_the_claims() {
    let mut page = super::page::all()
        .into_iter()
        .find(|page| page.name == PAGE)
        .expect(PAGE);
    let stale = renew(&mut page);
    if super::is_blessing() {
        return page.save();
    }
    assert_eq!(stale, None, "if {FILE} is right: docs/regenerate.sh");
}

#[test]
fn every_claim_has_its_tests_and_every_other_sentence_its_reason() {
    let claims = Claims::read();
    let mut found: Vec<String> = sentences::all().into_iter().map(|(it, _)| it).collect();
    found.sort();
    found.dedup();
    let mut faults = claims.faults(&found);
    let without = claims.claim.iter().filter(|it| it.tests.is_empty());
    faults.extend(without.map(|it| format!("without a test: {}", it.sentences.join(" "))));
    let tests = claims.claim.iter().flat_map(|it| &it.tests);
    let gone = lost(tests, &Sources::read(&root()), &root());
    faults.extend(gone.iter().map(|it| format!("no such test: {it}")));
    assert!(faults.is_empty(), "{FILE}:\n{}", faults.join("\n"));
}

#[test]
fn a_claim_without_entry_an_entry_without_sentence_and_a_double_one_are_faults() {
    let text = "[[claim]]\nsentences = [\"A.\", \"B.\"]\ntests = [\"x::y\"]\n[[no_claim]]\nsentences = [\"A.\"]\nreason = \"subject\"\n";
    let claims: Claims = toml::from_str(text).expect("claims");
    let found = ["A.", "C."].map(str::to_owned);
    assert_eq!(
        claims.faults(&found),
        ["no test: C.", "listed twice: A.", "in no document: B."]
    );
}

#[test]
fn a_test_that_was_renamed_or_is_none_is_lost() {
    let sources = Sources::read(&root().join("cli"));
    let names = [
        "cli::book::claims::a_test_that_was_renamed_or_is_none_is_lost",
        "cli::claims::a_test_that_was_renamed",
        "cli::claims::is_test",
        "cli::shell::a_test_that_was_renamed_or_is_none_is_lost",
        "run::claims::a_test_that_was_renamed_or_is_none_is_lost",
        "cli/tests/cmd/demo.trycmd",
        "cli/tests/cmd/no.trycmd",
    ]
    .map(str::to_owned);
    assert_eq!(
        lost(names.iter(), &sources, &root()),
        [&names[1..5], &names[6..]].concat()
    );
}
