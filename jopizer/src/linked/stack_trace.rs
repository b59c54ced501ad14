//! Stack traces that the runtime sends as numbers, as text: names and lines come from the symbols
//! (`docs/image-runtime.md`, "Stack traces").
//!
//! ```text
//! head: calls | enclosing calls << 8 | tabs << 16
//! then for each call, innermost first: address of the method structure, byte offset in the code
//! then the same for the calls of the enclosing trace, whose common end is not printed again
//! ```

use std::fmt::Write as _;

use crate::symbols::{MethodSymbol, Symbols};

/// Classes of the runtime's own part, which traces do not show.
const INTERNAL: &str = "com.jopdesign.sys.";

/// Collects the words of one trace after the other.
#[derive(Debug, Clone, Default)]
pub struct TraceReader {
    words: Vec<u32>,
}

impl TraceReader {
    /// A reader that goes on where another one was.
    #[must_use]
    pub fn resume(words: Vec<u32>) -> Self {
        Self { words }
    }

    /// The words of the trace whose end has not come yet.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Takes the next word. With the last one of a trace it gives the trace's lines, each with its line end: in the format of
    /// `Throwable.printStackTrace`, or with addresses instead of names where the symbols are not known.
    pub fn push(&mut self, word: u32, symbols: Option<&Symbols>) -> Option<String> {
        self.words.push(word);
        let head = Head::of(self.words[0]);
        let (calls, enclosing) = self.words[1..]
            .as_chunks::<2>()
            .0
            .split_at_checked(head.calls)?;
        if enclosing.len() < head.enclosing {
            return None;
        }
        let resolve = |calls: &[[u32; 2]]| -> Vec<Call> {
            let calls = calls.iter();
            calls.filter_map(|call| Call::of(*call, symbols)).collect()
        };
        let text = lines(&resolve(calls), &resolve(enclosing), head.tabs);
        self.words.clear();
        Some(text)
    }
}

/// The first word of a trace.
struct Head {
    calls: usize,
    enclosing: usize,
    tabs: usize,
}

impl Head {
    fn of(word: u32) -> Self {
        let [calls, enclosing, tabs, _] = word.to_le_bytes().map(usize::from);
        Self {
            calls,
            enclosing,
            tabs,
        }
    }
}

/// A call under way.
#[derive(PartialEq, Eq)]
enum Call {
    /// In a method with symbols.
    Known {
        class: String,
        method: String,
        file: Option<String>,
        line: Option<u16>,
    },
    /// Address of the method structure and byte offset.
    Unknown(u32, u32),
}

impl Call {
    /// `None` for calls that traces do not show.
    fn of([structure, pc]: [u32; 2], symbols: Option<&Symbols>) -> Option<Self> {
        let known =
            symbols.and_then(|symbols| Some((symbols, symbols.method_of_struct(structure)?)));
        match known {
            Some((_, method)) if method.made || method.class.starts_with(INTERNAL) => None,
            Some((symbols, method)) => Some(Self::in_method(symbols, method, pc)),
            None => Some(Self::Unknown(structure, pc)),
        }
    }

    fn in_method(symbols: &Symbols, method: &MethodSymbol, pc: u32) -> Self {
        let class = symbols.class(&method.class);
        Self::Known {
            class: method.class.clone(),
            method: method.name.clone(),
            file: class.and_then(|class| class.source.clone()),
            line: method.line(pc),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Known {
                class,
                method,
                file: Some(file),
                line: Some(line),
            } => format!("{class}.{method}({file}:{line})"),
            Self::Known {
                class,
                method,
                file,
                ..
            } => format!(
                "{class}.{method}({})",
                file.as_deref().unwrap_or("Unknown Source")
            ),
            Self::Unknown(structure, pc) => format!("method@{structure}(byte {pc})"),
        }
    }
}

impl Symbols {
    /// A place in the code of the method at an address, as stack traces write it: `Class.method(File.java:line)`.
    #[must_use]
    pub fn place(&self, method: u32, pc: u32) -> Option<String> {
        let method = self.method_at(method)?;
        Some(Call::in_method(self, method, pc).text())
    }

    /// Whether a method is of the runtime's own part or made by the linker, so that stack traces do not show it.
    #[must_use]
    pub fn is_internal(&self, method: u32) -> bool {
        self.method_at(method)
            .is_some_and(|method| method.made || method.class.starts_with(INTERNAL))
    }
}

/// The lines of a trace; calls that its end shares with the enclosing one are only counted.
fn lines(calls: &[Call], enclosing: &[Call], tabs: usize) -> String {
    let pairs = calls.iter().rev().zip(enclosing.iter().rev());
    let common = pairs.take_while(|(call, other)| call == other).count();
    let prefix = "\t".repeat(tabs);
    let mut text = String::new();
    // Writing to a string cannot fail.
    for call in &calls[..calls.len() - common] {
        let _ = writeln!(text, "{prefix}\tat {}", call.text());
    }
    if common > 0 {
        let _ = writeln!(text, "{prefix}\t... {common} more");
    }
    text
}
