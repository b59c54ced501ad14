//! Just enough of Rust's tokens to search sources: words, numbers, texts and signs, without comments.

/// What a token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// An identifier or keyword.
    Word(String),
    /// An integer; its type is left out.
    Number(u64),
    /// A text literal without its quotes.
    Text(String),
    /// One other character.
    Sign(String),
}

/// A token and its line, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Token {
    /// What it is.
    pub(crate) kind: Kind,
    /// Line, counted from 1.
    pub(crate) line: usize,
}

impl Token {
    /// Its characters; of a number none.
    pub(crate) fn text(&self) -> &str {
        match &self.kind {
            Kind::Word(text) | Kind::Text(text) | Kind::Sign(text) => text,
            Kind::Number(_) => "",
        }
    }

    /// Whether it is this word or sign.
    pub(crate) fn is(&self, text: &str) -> bool {
        !matches!(self.kind, Kind::Text(_)) && self.text() == text
    }
}

/// The tokens of a source.
pub(crate) fn tokens(source: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '"' => text_length(rest),
            '\'' => quoted_length(rest),
            _ if first.is_alphanumeric() || first == '_' => rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len()),
            _ => first.len_utf8(),
        };
        let (token, behind) = rest.split_at(length);
        if let Some(kind) = kind(token) {
            found.push(Token { kind, line });
        }
        line += token.matches('\n').count();
        rest = behind;
    }
    found
}

fn kind(token: &str) -> Option<Kind> {
    let first = token.chars().next()?;
    if first.is_whitespace() || first == '\'' || token.starts_with("//") {
        return None;
    }
    Some(match first {
        '"' => Kind::Text(token.trim_matches('"').to_owned()),
        '0'..='9' => Kind::Number(number(token)),
        _ if first.is_alphabetic() || first == '_' => Kind::Word(token.to_owned()),
        _ => Kind::Sign(token.to_owned()),
    })
}

fn number(token: &str) -> u64 {
    let plain = token.replace('_', "");
    let (digits, radix) = match plain.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (plain.as_str(), 10),
    };
    let end = digits
        .find(|c: char| !c.is_digit(radix))
        .unwrap_or(digits.len());
    u64::from_str_radix(&digits[..end], radix).unwrap_or(u64::MAX)
}

/// Bytes of a text literal up to its closing quote.
fn text_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    rest.len()
}

/// Bytes of a character literal, or of the quote of a lifetime.
fn quoted_length(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(1, |at| at + 4),
        Some(_) => match characters.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
        None => 1,
    }
}
