//! Memory initialisation files.
//!
//! ```text
//! depth = 2048;              in any order; `address_radix` and `data_radix` may follow, both hexadecimal if missing
//! width = 12;
//! content begin              on one line or on two
//!     [0..1ff] : 080;        a range, all words alike
//!     0000 : 100;            one word, or several from this address on
//! end;
//! ```
//!
//! `--` starts a comment that ends with the line, `%` encloses one. A word given twice takes the last value, a word not
//! given is 0.

use super::reader::{RawError, Reader, quote};

/// Returns true if a text looks like this form.
pub(super) fn is_mif(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    let has = |word: &str| {
        text.split(|c: char| !c.is_alphanumeric())
            .any(|part| part == word)
    };
    has("content") && has("begin")
}

pub(super) fn parse(reader: Reader<'_>, text: &str) -> Result<Vec<u32>, RawError> {
    let tokens = tokens(text);
    let last_line = tokens.last().map_or(1, |token| token.line);
    let mut parser = Parser {
        reader,
        rest: &tokens,
        last_line,
        address_radix: 16,
        data_radix: 16,
    };
    let depth = parser.header()?;
    parser.contents(depth)
}

struct Token {
    text: String,
    line: u32,
}

/// Words in lower case and single signs; `..` is one sign.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let belongs = |c: &char| c.is_alphanumeric() || *c == '_';
        match c {
            '\n' => line += 1,
            '%' => {
                for c in chars.by_ref().take_while(|c| *c != '%') {
                    line += u32::from(c == '\n');
                }
            }
            '-' if chars.peek() == Some(&'-') => while chars.next_if(|c| *c != '\n').is_some() {},
            c if c.is_whitespace() => {}
            c if belongs(&c) => {
                let mut text = String::from(c);
                while let Some(c) = chars.next_if(belongs) {
                    text.push(c);
                }
                tokens.push(Token {
                    text: text.to_ascii_lowercase(),
                    line,
                });
            }
            '.' if chars.next_if_eq(&'.').is_some() => tokens.push(Token {
                text: "..".to_owned(),
                line,
            }),
            c => tokens.push(Token {
                text: c.to_string(),
                line,
            }),
        }
    }
    tokens
}

struct Parser<'a> {
    reader: Reader<'a>,
    rest: &'a [Token],
    last_line: u32,
    address_radix: u32,
    data_radix: u32,
}

impl<'a> Parser<'a> {
    fn line(&self) -> u32 {
        self.rest.first().map_or(self.last_line, |token| token.line)
    }

    fn next(&mut self) -> &'a str {
        let Some((first, rest)) = self.rest.split_first() else {
            return "";
        };
        self.rest = rest;
        &first.text
    }

    fn expect(&mut self, expected: &str) -> Result<(), RawError> {
        let line = self.line();
        match self.next() {
            found if found == expected => Ok(()),
            found => {
                let problem = format!("{} where `{expected}` is expected", quote(found));
                Err(self.reader.malformed(line, problem))
            }
        }
    }

    fn number(&mut self, radix: u32) -> Result<u64, RawError> {
        let line = self.line();
        let text = self.next();
        let digits = !text.is_empty() && text.chars().all(|c| c.is_digit(radix));
        let not_a_number = || {
            self.reader
                .malformed(line, format!("{} is not a number", quote(text)))
        };
        // Too long for 64 bits is too wide for any memory.
        digits
            .then(|| u64::from_str_radix(text, radix).unwrap_or(u64::MAX))
            .ok_or_else(not_a_number)
    }

    /// Everything up to `begin`; gives the depth.
    fn header(&mut self) -> Result<Option<u64>, RawError> {
        let mut depth = None;
        loop {
            let line = self.line();
            let key = self.next();
            if key == "content" {
                self.expect("begin")?;
                return Ok(depth);
            }
            self.expect("=")?;
            match key {
                "depth" => depth = Some(self.number(10)?),
                "width" => self.width()?,
                "address_radix" => self.address_radix = self.radix()?,
                "data_radix" => self.data_radix = self.radix()?,
                _ => {
                    return Err(self
                        .reader
                        .malformed(line, format!("unknown key {}", quote(key))));
                }
            }
            self.expect(";")?;
        }
    }

    fn width(&mut self) -> Result<(), RawError> {
        let line = self.line();
        let (width, expected) = (self.number(10)?, self.reader.memory.bits());
        if width == u64::from(expected) {
            return Ok(());
        }
        Err(self
            .reader
            .malformed(line, format!("width is {width}, not {expected}")))
    }

    fn radix(&mut self) -> Result<u32, RawError> {
        let line = self.line();
        match self.next() {
            "hex" => Ok(16),
            "dec" | "uns" => Ok(10),
            "oct" => Ok(8),
            "bin" => Ok(2),
            found => Err(self
                .reader
                .malformed(line, format!("unknown radix {}", quote(found)))),
        }
    }

    /// The lines up to `end`.
    fn contents(&mut self, depth: Option<u64>) -> Result<Vec<u32>, RawError> {
        let line = self.line();
        let words = self.reader.memory.words();
        let depth = depth.unwrap_or(words as u64);
        if let Some(last) = depth.checked_sub(1) {
            self.reader.address(line, last)?;
        }
        let mut memory = vec![0; depth as usize];
        while self.rest.first().is_some_and(|token| token.text != "end") {
            self.entry(&mut memory)?;
        }
        self.expect("end")?;
        Ok(memory)
    }

    /// `address : words;` or `[from..to] : word;`.
    fn entry(&mut self, memory: &mut [u32]) -> Result<(), RawError> {
        let line = self.line();
        let range = self.rest.first().is_some_and(|token| token.text == "[");
        if range {
            self.next();
        }
        let from = self.number(self.address_radix)?;
        let mut to = from;
        if range {
            self.expect("..")?;
            to = self.number(self.address_radix)?;
            self.expect("]")?;
        }
        self.expect(":")?;
        let mut address = from;
        while self.rest.first().is_some_and(|token| token.text != ";") {
            let word = self.data(line)?;
            let last = if range { to } else { address };
            let (first, last) = (
                self.place(line, address, memory)?,
                self.place(line, last, memory)?,
            );
            if let Some(words) = memory.get_mut(first..=last) {
                words.fill(word);
            }
            address = last as u64 + 1;
        }
        self.expect(";")
    }

    fn data(&mut self, line: u32) -> Result<u32, RawError> {
        let value = self.number(self.data_radix)?;
        self.reader
            .word(line, i64::try_from(value).unwrap_or(i64::MAX))
    }

    fn place(&self, line: u32, address: u64, memory: &[u32]) -> Result<usize, RawError> {
        let place = self.reader.address(line, address)?;
        if place < memory.len() {
            return Ok(place);
        }
        let problem = format!(
            "address {address} lies beyond the depth of {}",
            memory.len()
        );
        Err(self.reader.malformed(line, problem))
    }
}
