//! Which file of a crate uses which: paths are followed through imports and re-exports to the file that defines what they name.
//!
//! A `mod` line or a re-export uses nothing; whoever names the re-export uses the file that defines it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::tokens::{Token, tokens, without_tests};

/// Words after which a name is defined.
const DEFINING: [&str; 10] = [
    "fn",
    "struct",
    "enum",
    "union",
    "trait",
    "type",
    "const",
    "static",
    "macro_rules",
    "mod",
];
/// Imports of imports that are followed.
const DEEPEST: usize = 16;

/// A module: a file, or a part of one in braces.
#[derive(Debug, Default)]
struct Module {
    file: PathBuf,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    defined: BTreeSet<String>,
    imports: Vec<Import>,
    paths: BTreeSet<Vec<String>>,
}

/// A name that `use` brings in.
#[derive(Debug, Clone)]
struct Import {
    path: Vec<String>,
    /// The name, or `*`.
    name: String,
    is_public: bool,
}

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Found {
    Module(usize),
    /// Something that this module defines.
    Item(usize),
}

/// The modules of a crate.
#[derive(Debug, Default)]
struct Crate {
    modules: Vec<Module>,
}

/// The files that each file uses, and the paths by which it does.
pub(super) type Uses = BTreeMap<PathBuf, BTreeMap<PathBuf, BTreeSet<String>>>;

/// The files that each file of a crate uses; `root` is its `lib.rs` or `main.rs`.
pub(super) fn uses(root: &Path) -> Uses {
    let mut found = Crate::default();
    found.read(root, root.parent().expect("a folder"), None);
    found.uses()
}

impl Crate {
    /// Takes in a file and its modules, which are in `folder`.
    fn read(&mut self, file: &Path, folder: &Path, parent: Option<usize>) -> usize {
        let source = fs::read_to_string(file);
        let source = source.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let module = self.add(file, parent);
        let tokens = without_tests(&tokens(&source));
        self.fill(module, &tokens, folder);
        module
    }

    fn add(&mut self, file: &Path, parent: Option<usize>) -> usize {
        self.modules.push(Module {
            file: file.to_owned(),
            parent,
            ..Module::default()
        });
        self.modules.len() - 1
    }

    fn fill(&mut self, module: usize, tokens: &[Token], folder: &Path) {
        let mut at = 0;
        let mut other_file: Option<&str> = None;
        while at < tokens.len() {
            let rest = &tokens[at..];
            match rest {
                [Token::Word(word), Token::Mark('='), Token::Text(path), ..] if word == "path" => {
                    other_file = Some(path);
                    at += 3;
                }
                [Token::Word(word), Token::Word(name), Token::Mark(';'), ..] if word == "mod" => {
                    self.child(module, name, (folder, other_file.take()));
                    at += 3;
                }
                [Token::Word(word), Token::Word(name), Token::Mark('{'), ..] if word == "mod" => {
                    let end = super::tokens::group_end(tokens, at + 2);
                    let file = self.modules[module].file.clone();
                    let inner = self.add(&file, Some(module));
                    self.modules[module].children.insert(name.clone(), inner);
                    self.fill(inner, &tokens[at + 3..end - 1], &folder.join(name));
                    at = end;
                }
                [Token::Word(word), next, ..] if word == "use" && !next.is('<') => {
                    let is_public = at > 0 && is_public(&tokens[..at]);
                    at += 1;
                    let imports = &mut self.modules[module].imports;
                    import(tokens, &mut at, &[], is_public, imports);
                }
                [Token::Word(word), Token::Mark('!'), Token::Word(name), ..]
                    if word == "macro_rules" =>
                {
                    self.modules[module].defined.insert(name.clone());
                    at += 3;
                }
                [Token::Word(word), Token::Word(name), ..] if DEFINING.contains(&word.as_str()) => {
                    self.modules[module].defined.insert(name.clone());
                    at += 2;
                }
                [Token::Word(_), ..] => {
                    let is_field =
                        at > 0 && (tokens[at - 1].is('.') || tokens[at - 1] == Token::Colons);
                    let path = path(tokens, &mut at);
                    if !is_field {
                        self.modules[module].paths.insert(path);
                    }
                }
                _ => at += 1,
            }
        }
    }

    fn child(&mut self, module: usize, name: &str, (folder, other): (&Path, Option<&str>)) {
        let own = self.modules[module].file.clone();
        let files = match other {
            Some(path) => vec![own.parent().expect("a folder").join(path)],
            None => vec![
                folder.join(format!("{name}.rs")),
                folder.join(name).join("mod.rs"),
            ],
        };
        let Some(file) = files.iter().find(|file| file.exists()) else {
            panic!("{}: no file of `mod {name}`", own.display());
        };
        let child = self.read(file, &folder.join(name), Some(module));
        self.modules[module].children.insert(name.to_owned(), child);
    }

    fn uses(&self) -> Uses {
        let mut found = Uses::new();
        for (number, module) in self.modules.iter().enumerate() {
            let files = found.entry(module.file.clone()).or_default();
            let imports = module.imports.iter().filter(|it| !it.is_public);
            let imported = imports.map(|it| &it.path);
            for path in module.paths.iter().chain(imported) {
                if let Some(Found::Item(used)) = self.resolve(number, path, 0) {
                    let file = &self.modules[used].file;
                    if *file != module.file {
                        let paths = files.entry(file.clone()).or_default();
                        paths.insert(path.join("::"));
                    }
                }
            }
        }
        found
    }

    /// What a path means in a module.
    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<Found> {
        let mut found = Found::Module(from);
        for (number, name) in path.iter().enumerate() {
            let Found::Module(module) = found else {
                break;
            };
            found = match name.as_str() {
                "crate" => Found::Module(0),
                "self" => found,
                "super" => Found::Module(self.modules[module].parent?),
                name => self.member(module, name, (number + 1 == path.len(), depth))?,
            };
        }
        Some(found)
    }

    /// What a name of a module is; one with more behind it is a module rather than a function.
    fn member(&self, module: usize, name: &str, (is_last, depth): (bool, usize)) -> Option<Found> {
        let inside = &self.modules[module];
        if let Some(child) = inside.children.get(name) {
            return Some(Found::Module(*child));
        }
        let defined = inside.defined.contains(name).then_some(Found::Item(module));
        if depth == DEEPEST || is_last && defined.is_some() {
            return defined;
        }
        let named = inside.imports.iter().filter(|it| it.name == name);
        let itself = |it: &&Import| it.path.len() == 1 && it.path[0] == name;
        let imported = named
            .filter(|it| !itself(it))
            .find_map(|it| self.resolve(module, &it.path, depth + 1));
        let all = inside.imports.iter().filter(|it| it.name == "*");
        let of_all = all
            .filter_map(|it| self.resolve(module, &it.path, depth + 1))
            .filter_map(|it| match it {
                Found::Module(other) if other != module => Some(other),
                // Itself, or the variants of an enum.
                _ => None,
            })
            .find_map(|other| self.member(other, name, (is_last, depth + 1)));
        imported.or(defined).or(of_all)
    }
}

/// Checks if the item after these tokens is visible elsewhere.
fn is_public(before: &[Token]) -> bool {
    let end = before.len();
    before[end - 1].is_word("pub")
        || before[end - 1].is(')')
            && before[..end]
                .iter()
                .rev()
                .take(6)
                .any(|it| it.is_word("pub"))
}

/// The path that begins here.
fn path(tokens: &[Token], at: &mut usize) -> Vec<String> {
    let mut path = Vec::new();
    while let Some(word) = tokens.get(*at).and_then(Token::word) {
        path.push(word.to_owned());
        *at += 1;
        let goes_on = tokens.get(*at) == Some(&Token::Colons)
            && tokens.get(*at + 1).is_some_and(|it| it.word().is_some());
        if !goes_on {
            break;
        }
        *at += 1;
    }
    path
}

/// Reads a tree of `use`.
fn import(
    tokens: &[Token],
    at: &mut usize,
    before: &[String],
    is_public: bool,
    found: &mut Vec<Import>,
) {
    let mut path = before.to_vec();
    if tokens[*at] == Token::Colons {
        *at += 1;
        // A crate.
        path.push("::".to_owned());
    }
    loop {
        match &tokens[*at] {
            Token::Word(word) if word == "as" => {
                let name = tokens[*at + 1].word().unwrap_or("_").to_owned();
                *at += 2;
                return found.push(Import {
                    path,
                    name,
                    is_public,
                });
            }
            Token::Word(word) => {
                if word != "self" || path.is_empty() {
                    path.push(word.clone());
                }
                *at += 1;
            }
            Token::Colons => *at += 1,
            Token::Mark('*') => {
                *at += 1;
                return found.push(Import {
                    path,
                    name: "*".to_owned(),
                    is_public,
                });
            }
            Token::Mark('{') => {
                *at += 1;
                while !tokens[*at].is('}') {
                    import(tokens, at, &path, is_public, found);
                    if tokens[*at].is(',') {
                        *at += 1;
                    }
                }
                *at += 1;
                return;
            }
            _ => {
                let name = path.last().cloned().unwrap_or_default();
                return found.push(Import {
                    path,
                    name,
                    is_public,
                });
            }
        }
    }
}
