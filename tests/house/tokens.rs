//! Rust sources as words, without comments and without what only tests compile.

/// A piece of a source.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Token {
    /// A name or keyword.
    Word(String),
    /// `::`.
    Colons,
    /// A text literal.
    Text(String),
    /// Any other character.
    Mark(char),
}

impl Token {
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn is(&self, mark: char) -> bool {
        *self == Token::Mark(mark)
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }
}

/// Words that an item begins with, which has no comma of its list behind it.
const ITEMS: [&str; 14] = [
    "pub",
    "fn",
    "mod",
    "struct",
    "enum",
    "union",
    "impl",
    "trait",
    "type",
    "const",
    "static",
    "unsafe",
    "let",
    "macro_rules",
];

/// The pieces of a source.
pub(super) fn tokens(source: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if let Some(length) = blank(rest) {
            length
        } else if let Some((length, text)) = literal(rest) {
            found.extend(text.map(Token::Text));
            length
        } else if first.is_alphabetic() || first == '_' {
            let word: &str = &rest[..word_length(rest)];
            found.push(Token::Word(word.to_owned()));
            word.len()
        } else if first.is_ascii_digit() {
            word_length(rest)
        } else if rest.starts_with("::") {
            found.push(Token::Colons);
            2
        } else {
            found.push(Token::Mark(first));
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    found
}

fn word_length(text: &str) -> usize {
    let end = text.find(|it: char| !(it.is_alphanumeric() || it == '_'));
    end.unwrap_or(text.len())
}

/// Length of the space or comment that a text begins with.
fn blank(text: &str) -> Option<usize> {
    if text.starts_with("//") {
        return Some(text.find('\n').unwrap_or(text.len()));
    }
    if text.starts_with("/*") {
        let mut depth = 0;
        let mut at = 0;
        loop {
            let rest = &text[at..];
            if rest.starts_with("/*") {
                depth += 1;
                at += 2;
            } else if rest.starts_with("*/") {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            } else {
                at += rest.chars().next()?.len_utf8();
            }
        }
    }
    let first = text.chars().next()?;
    first.is_whitespace().then(|| first.len_utf8())
}

/// Length of the literal or lifetime that a text begins with, and what it says if it is a text.
fn literal(text: &str) -> Option<(usize, Option<String>)> {
    let prefix = ["br", "cr", "r", "b", "c", ""];
    for prefix in prefix {
        let Some(rest) = text.strip_prefix(prefix) else {
            continue;
        };
        let hashes = rest.len() - rest.trim_start_matches('#').len();
        let is_raw = prefix.ends_with('r');
        if is_raw && rest[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = &rest[hashes + 1..];
            let length = inside.find(&end)?;
            let whole = prefix.len() + hashes + 1 + length + end.len();
            return Some((whole, Some(inside[..length].to_owned())));
        }
        if !is_raw && rest.starts_with('"') {
            let inside = &rest[1..];
            let length = quoted(inside, '"')?;
            let whole = prefix.len() + length + 2;
            return Some((whole, Some(inside[..length].to_owned())));
        }
        if (prefix.is_empty() || prefix == "b") && rest.starts_with('\'') {
            let inside = &rest[1..];
            let mut after = inside.chars();
            let is_character = after.next()? == '\\' || after.next()? == '\'';
            let length = match is_character {
                true => quoted(inside, '\'')? + 1,
                false => word_length(inside),
            };
            return Some((prefix.len() + 1 + length, None));
        }
    }
    None
}

/// Length up to the quote that ends a literal.
fn quoted(inside: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    let mut end = inside.char_indices();
    let (at, _) = end.find(|(_, it)| {
        let is_end = *it == quote && !escaped;
        escaped = *it == '\\' && !escaped;
        is_end
    })?;
    Some(at)
}

/// The same without items that are compiled for tests only.
pub(super) fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match attribute(tokens, at) {
            Some(end) if is_of_tests(&tokens[at..end]) => at = item_end(tokens, end),
            Some(end) => {
                kept.extend_from_slice(&tokens[at..end]);
                at = end;
            }
            None => {
                kept.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    kept
}

/// The end of the outer attribute that begins here.
fn attribute(tokens: &[Token], at: usize) -> Option<usize> {
    let begins = tokens[at].is('#') && tokens.get(at + 1)?.is('[');
    begins.then(|| group_end(tokens, at + 1))
}

/// The end of the brackets that open here.
pub(super) fn group_end(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0;
    for (number, token) in tokens.iter().enumerate().skip(at) {
        match token {
            Token::Mark('(' | '[' | '{') => depth += 1,
            Token::Mark(')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return number + 1;
        }
    }
    tokens.len()
}

fn is_of_tests(attribute: &[Token]) -> bool {
    let words: Vec<&str> = attribute.iter().filter_map(Token::word).collect();
    matches!(
        words.as_slice(),
        ["test"] | ["cfg", "test"] | ["cfg", "all", "test", ..]
    )
}

/// The end of the item, field or statement that begins here, further attributes included.
fn item_end(tokens: &[Token], mut at: usize) -> usize {
    while at < tokens.len()
        && let Some(end) = attribute(tokens, at)
    {
        at = end;
    }
    let first = tokens.get(at).and_then(Token::word).unwrap_or_default();
    let is_item = ITEMS.contains(&first);
    let mut is_use = false;
    while at < tokens.len() {
        match &tokens[at] {
            Token::Word(word) if word == "use" => is_use = true,
            Token::Mark(';') => return at + 1,
            Token::Mark(',') if !is_item && !is_use => return at + 1,
            Token::Mark('}') => return at,
            Token::Mark('{') if !is_use => return group_end(tokens, at),
            Token::Mark('(' | '[' | '{') => {
                at = group_end(tokens, at);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    at
}

#[test]
fn comments_texts_and_lifetimes_are_no_words() {
    let source = r##"
        // one /* two */
        /* three /* four */ five */ six("seven \" eight", r#"nine " ten"#, '\'', 'a, b'x', '"');
    "##;
    let words: Vec<String> = tokens(source)
        .iter()
        .filter_map(|it| it.word().map(str::to_owned))
        .collect();
    assert_eq!(words, ["six"]);
}

#[test]
fn what_only_tests_compile_is_left_out() {
    let source = "
        #[cfg(test)] use a::{b, c};
        #[cfg(test)] #[derive(Debug)] struct D<E, F>(G);
        #[cfg(any(test, feature = \"h\"))] fn i() {}
        #[cfg(test)] mod tests { fn j() { k(); } }
        struct L { #[cfg(test)] m: N<O>, p: Q }
    ";
    let kept = without_tests(&tokens(source));
    let words: Vec<&str> = kept.iter().filter_map(Token::word).collect();
    let wanted = "cfg any test feature fn i struct L p Q";
    assert_eq!(words.join(" "), wanted);
}
