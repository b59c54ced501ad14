//! No crate beside isa numbers bytecodes, lists their names or defines the shared types again.
//!
//! `JOPLAB_TREE=/another/tree cargo test -p isa --test it one_vocabulary` searches another tree.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tokens::{Kind, Token, tokens};
use isa::Bytecode;

/// Types that isa alone defines.
const SHARED_TYPES: [&str; 11] = [
    "Bytecode",
    "Operands",
    "Implementation",
    "Output",
    "Stop",
    "Geometry",
    "MachineConfig",
    "MemoryKind",
    "OrganisationKind",
    "StackRamKind",
    "UartKind",
];
/// Functions of tests that take code as bytes.
const TAKE_CODE: [&str; 5] = ["test", "run_before", "op", "run", "check_code"];
/// So many codes beside their names in a file are a table.
const TABLE: usize = 5;
/// So many names of bytecodes as texts in a file are a table.
const LIST: usize = 60;

fn is_opcode(token: &Token) -> bool {
    matches!(&token.kind, Kind::Word(word) if ["opcode", "bytecode", "jinstr"].contains(&word.as_str()))
}

fn number(token: Option<&Token>) -> Option<u64> {
    match token?.kind {
        Kind::Number(number) => Some(number),
        _ => None,
    }
}

/// Texts of the tokens from `at` on equal these.
fn follow(all: &[Token], at: usize, texts: &[&str]) -> bool {
    texts
        .iter()
        .enumerate()
        .all(|(n, text)| all.get(at + n).is_some_and(|token| token.is(text)))
}

/// The arms of a `match` on an opcode that begin with a number.
fn numbered_arms(all: &[Token], at: usize) -> Vec<usize> {
    let Some(open) = (at..all.len()).find(|n| all[*n].is("{")) else {
        return Vec::new();
    };
    if !all[at..open].iter().rev().take(3).any(is_opcode) {
        return Vec::new();
    }
    let mut arms = Vec::new();
    let mut depth = 0;
    let mut starts = false;
    for (n, token) in all.iter().enumerate().skip(open) {
        if depth == 1 && starts && number(Some(token)).is_some() {
            arms.push(token.line);
        }
        match token.text() {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        starts = depth == 1 && ["{", "}", ",", "|"].contains(&all[n].text());
    }
    arms
}

/// Lines where a number stands for a bytecode.
fn bare_opcodes(all: &[Token]) -> Vec<usize> {
    let mut lines = Vec::new();
    for (at, token) in all.iter().enumerate() {
        let next = |n: usize| all.get(at + n);
        let compared = ["=", "!", "<", ">"]
            .iter()
            .any(|sign| follow(all, at + 1, &[sign]));
        let operand = if follow(all, at + 2, &["="]) { 3 } else { 2 };
        let found = match token.text() {
            "match" => {
                lines.extend(numbered_arms(all, at));
                false
            }
            "matches" => {
                let comma = (at..all.len()).find(|n| all[*n].is(","));
                comma.is_some_and(|comma| {
                    all[at..comma].iter().any(is_opcode) && number(all.get(comma + 1)).is_some()
                })
            }
            "contains" => {
                at > 2
                    && number(Some(&all[at - 3])).is_some()
                    && all[at..].iter().take(7).any(is_opcode)
            }
            "Bytecode" => follow(all, at + 1, &["("]) && number(next(2)).is_some(),
            "bytecodes" => {
                follow(all, at + 1, &["["])
                    && number(next(2)).is_some_and(|code| code < 256)
                    && follow(all, at + 3, &["]"])
            }
            "Case" => follow(all, at + 1, &[":", ":", "new", "("]) && number(next(5)).is_some(),
            "const" => names_its_code(&all[at + 1..]),
            text if TAKE_CODE.contains(&text) => {
                follow(all, at + 1, &["(", "&", "["]) && number(next(4)).is_some()
            }
            _ if is_opcode(token) && follow(all, at + 1, &[":"]) => {
                number(next(2)).is_some_and(|number| number > 0)
            }
            _ => is_opcode(token) && compared && number(next(operand)).is_some(),
        };
        if found {
            lines.push(token.line);
        }
    }
    lines
}

fn same_name(word: &str, bytecode: Bytecode) -> bool {
    let plain = |name: &str| name.to_lowercase().replace('_', "");
    plain(word) == plain(bytecode.name())
}

/// A constant with the name of a bytecode and its code.
fn names_its_code(rest: &[Token]) -> bool {
    let [name, _, _, equals, value, ..] = rest else {
        return false;
    };
    let code = number(Some(value)).and_then(|code| u8::try_from(code).ok());
    equals.is("=") && code.is_some_and(|code| same_name(name.text(), Bytecode::of(code)))
}

/// Whether a file pairs codes with names, or lists names.
fn is_table(all: &[Token]) -> bool {
    let pairs = all.chunk_by(|a, b| a.line == b.line).filter(|line| {
        let codes = line.iter().filter_map(|token| number(Some(token)));
        let mut named = codes
            .filter_map(|code| u8::try_from(code).ok())
            .map(Bytecode::of);
        named.any(|bytecode| line.iter().any(|token| same_name(token.text(), bytecode)))
    });
    let listed = Bytecode::ALL.iter().filter(|bytecode| {
        let is_name =
            |token: &Token| matches!(&token.kind, Kind::Text(text) if text == bytecode.name());
        all.iter().any(is_name)
    });
    pairs.count() >= TABLE || listed.count() >= LIST
}

fn shared_types(all: &[Token]) -> Vec<usize> {
    all.windows(2)
        .filter(|pair| pair[0].is("enum") || pair[0].is("struct"))
        .filter(|pair| SHARED_TYPES.contains(&pair[1].text()))
        .map(|pair| pair[1].line)
        .collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !["target", "node_modules", ".git"].contains(&&*name) {
            sources(&path, found);
        } else if name.ends_with(".rs") {
            found.push(path);
        }
    }
}

/// What `search` finds in all sources but those of isa, as places.
fn findings(search: impl Fn(&[Token]) -> Vec<usize>) -> Vec<String> {
    let root = std::env::var_os("JOPLAB_TREE").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join(".."),
        PathBuf::from,
    );
    let mut files = Vec::new();
    sources(&root, &mut files);
    files.retain(|path| !path.starts_with(root.join("isa")));
    assert!(files.len() > 100, "only {} sources", files.len());
    let mut places = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a source");
        let shown = path
            .strip_prefix(&root)
            .unwrap_or(&path)
            .display()
            .to_string();
        places.extend(
            search(&tokens(&text))
                .iter()
                .map(|line| format!("{shown}:{line}")),
        );
    }
    places
}

#[test]
fn no_number_stands_for_a_bytecode() {
    let places = findings(bare_opcodes);
    assert!(
        places.is_empty(),
        "take the constants of `isa::op`:\n{}",
        places.join("\n")
    );
}

#[test]
fn no_other_file_lists_the_bytecodes() {
    let places = findings(|all| if is_table(all) { vec![1] } else { Vec::new() });
    assert!(
        places.is_empty(),
        "take `isa::Bytecode`:\n{}",
        places.join("\n")
    );
}

#[test]
fn no_shared_type_is_defined_again() {
    let places = findings(shared_types);
    assert!(
        places.is_empty(),
        "take the type of isa:\n{}",
        places.join("\n")
    );
}

/// What the searches must find, a line each.
const PLANTED: &str = "
match opcode { 46 | 48 => load(), 190 => length(), _ => {} }
match (case.measured, case.opcode) { _ => {}, 240 => {} }
if opcode == 182 {}
if opcode >= 159 {}
if matches!(bytecode, 0xAC..=0xB1) {}
if (153..=167).contains(&opcode) {}
const INVOKE_VIRTUAL: u8 = 182;
scene.run_before(&[180, 0, 1]);
Case::new(148, path);
RowId::Bytecode(184);
table.bytecodes[96];
Simple { opcode: 153 };
";

#[test]
fn the_search_finds_every_planted_number_and_no_name() {
    let mut found = bare_opcodes(&tokens(PLANTED));
    found.sort_unstable();
    found.dedup();
    let expected: Vec<usize> = (2..PLANTED.lines().count() + 1).collect();
    assert_eq!(found, expected);
    let named = "match opcode { op::IADD => 96, _ => 3 } // 46 =>\nif opcode == op::POP {}";
    assert_eq!(bare_opcodes(&tokens(named)), Vec::<usize>::new());
}

#[test]
fn the_search_finds_planted_tables_and_types() {
    let table =
        "0x60 iadd None;\n0x61 ladd None;\n0x64 isub None;\n0x65 lsub None;\n0x68 imul None;";
    assert!(is_table(&tokens(table)));
    assert!(!is_table(&tokens("op::IADD;\nop::ISUB;\nlet x = 96;")));
    let types = "pub enum Stop {}\nstruct Stopwatch;\nenum MemoryKind {}";
    assert_eq!(shared_types(&tokens(types)), [1, 3]);
}
