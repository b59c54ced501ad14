//! Completion by shells: what a word of the command line may be, asked of `jop` itself.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::Path;

use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};
use jopizer::Symbols;

use crate::args::embedded_programs::PROGRAM;
use crate::args::program_source::{LinkArguments, load_embedded};
use crate::args::{image_file, profile_file};
use crate::output::console::SILENT;
use crate::output::file_name::has_extension;

/// The variable by which the script of a shell asks.
pub(crate) const VARIABLE: &str = "COMPLETE";

/// Methods of the program or profile that the same command line names.
pub(crate) fn methods() -> ArgValueCandidates {
    ArgValueCandidates::new(|| {
        let words: Vec<OsString> = std::env::args_os().collect();
        let names = methods_named_by(&words);
        names.into_iter().map(CompletionCandidate::new).collect()
    })
}

/// Names with their classes. A word that cannot be read has none: a shell shows no errors.
fn methods_named_by(words: &[OsString]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (number, word) in words.iter().enumerate() {
        let Some(word) = word.to_str() else { continue };
        let option = number
            .checked_sub(1)
            .and_then(|before| words[before].to_str());
        let found = match option {
            Some("--program") => of_embedded(word),
            _ => of_file(word),
        };
        names.extend(found.unwrap_or_default());
    }
    names
}

fn of_embedded(name: &str) -> Option<Vec<String>> {
    let program = PROGRAM.parse(name).ok()?;
    let words = isa::MachineConfig::default().memory_words;
    let loaded = load_embedded(program, &[], words).ok()?;
    Some(of_symbols(&loaded.symbols?))
}

fn of_file(word: &str) -> Option<Vec<String>> {
    let path = Path::new(word);
    if image_file::is_image(word) {
        return Some(of_symbols(&image_file::read(path, SILENT).ok()?.1?));
    }
    if has_extension(word, "class") {
        let words = isa::MachineConfig::default().memory_words;
        let loaded = LinkArguments::default()
            .load(word, &[], words, SILENT)
            .ok()?;
        return Some(of_symbols(&loaded.symbols?));
    }
    if !has_extension(word, recording::FILE_ENDING) {
        return None;
    }
    let profile = profile_file::read(path).ok()?;
    let methods = profile.methods.iter();
    Some(methods.map(|method| without_descriptor(method)).collect())
}

fn of_symbols(symbols: &Symbols) -> Vec<String> {
    let methods = symbols.methods.iter();
    methods
        .map(|method| format!("{}.{}", method.class, method.name))
        .collect()
}

fn without_descriptor(method: &str) -> String {
    method.split('(').next().unwrap_or(method).to_owned()
}
