//! Tables in CSV that other programs write: their delimiters, and numbers with marks of thousands and decimals.

/// Byte order mark, which spreadsheets put before the first line.
pub const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// Line of a record that a reader of CSV found at a byte, counted from `line`: such readers begin it before empty lines.
#[must_use]
pub fn line_after_empty_ones(text: &str, byte: u64, line: u64) -> u64 {
    let rest = usize::try_from(byte).ok().and_then(|byte| text.get(byte..));
    let empty = rest.unwrap_or_default().bytes();
    let breaks = empty.take_while(|byte| b"\r\n".contains(byte));
    line + breaks.filter(|byte| *byte == b'\n').count() as u64
}

/// Line of a record that a reader of CSV begins at a line: the first one from there that is neither empty nor a comment with `#`.
#[must_use]
pub fn line_after_comments(text: &str, line: u64) -> u64 {
    let before = usize::try_from(line.saturating_sub(1)).unwrap_or(usize::MAX);
    let mut lines = (1..).zip(text.lines()).skip(before);
    let found = lines.find(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    found.map_or(line.max(1), |(number, _)| number)
}

/// The delimiter of a table by its header: comma, semicolon or tab, whichever occurs most outside quotes.
#[must_use]
pub fn delimiter(header: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut quoted = false;
    for byte in header.bytes() {
        quoted ^= byte == b'"';
        if let Some((_, count)) = counts.iter_mut().find(|it| it.0 == byte && !quoted) {
            *count += 1;
        }
    }
    // The first of equal ones: a comma.
    let most = counts.iter().rev().max_by_key(|(_, count)| *count);
    most.map_or(b',', |(delimiter, _)| *delimiter)
}

/// The first line that has a name in it and is no comment with `#`.
#[must_use]
pub fn header_line(text: &str) -> &str {
    let text = text.trim_start_matches(BYTE_ORDER_MARK);
    let mut lines = text.lines();
    lines
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .unwrap_or_default()
}

/// A cell that holds no number.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NumberError {
    /// Not a number.
    #[error("expected a whole number, found `{}`", .0.escape_debug())]
    NotANumber(String),
    /// A count with decimals.
    #[error("`{0}` is no whole number; round it")]
    NotWhole(String),
    /// A mark that can be one of thousands or of decimals.
    #[error("`{text}` can be {thousands} or {decimal}; write {thousands} or {decimal}0")]
    Ambiguous {
        /// The cell.
        text: String,
        /// Its value if the mark divides thousands.
        thousands: String,
        /// Its value if the mark divides decimals.
        decimal: String,
    },
}

/// A number as digits with a point before its decimals: `1'234,50` is `1234.50`.
///
/// Of two different marks the last one is that of decimals, a mark that occurs twice is that of thousands. A single mark before three
/// digits is ambiguous, except a comma in tables with commas as delimiters, whose decimals have a point.
///
/// # Errors
/// When it is no number, or its marks do not determine it.
pub fn number(text: &str, delimiter: u8) -> Result<String, NumberError> {
    let wrong = || NumberError::NotANumber(text.trim().to_owned());
    // Blanks, narrow ones included, and apostrophes and underscores divide thousands only.
    let dividing = |mark: char| mark.is_whitespace() || matches!(mark, '\'' | '\u{2019}' | '_');
    let plain = text.trim();
    let mut groups = plain.split(dividing);
    let first = groups.next().unwrap_or_default();
    let is_first = |part: &str| part.len() <= 3 && part.bytes().all(|it| it.is_ascii_digit());
    let rest: Vec<&str> = groups.collect();
    let is_group = |part: &&str| {
        let whole = part.split(['.', ',']).next().unwrap_or_default();
        whole.len() == 3 && whole.bytes().all(|it| it.is_ascii_digit())
    };
    let is_grouped = rest.is_empty() || is_first(first) && rest.iter().all(is_group);
    if !is_grouped {
        return Err(wrong());
    }
    let joined = [&[first][..], &rest].concat().concat();
    let marks: Vec<(usize, u8)> = joined
        .bytes()
        .enumerate()
        .filter(|(_, byte)| matches!(byte, b'.' | b','))
        .collect();
    let (thousands, decimal) = match marks[..] {
        [] => (None, None),
        [(at, mark)] => {
            let after = joined.len() - at - 1;
            let can_divide = after == 3 && (1..=3).contains(&at) && !joined.starts_with('0');
            match can_divide && rest.is_empty() {
                true if delimiter == b',' && mark == b',' => (Some(mark), None),
                true => return Err(ambiguous(&joined)),
                _ => (None, Some(at)),
            }
        }
        [(_, first), .., (at, last)] if first != last => (Some(first), Some(at)),
        [(_, mark), ..] => (Some(mark), None),
    };
    let (whole, fraction) = match decimal {
        Some(at) => (&joined[..at], &joined[at + 1..]),
        None => (&joined[..], ""),
    };
    let digits = match thousands {
        None => whole.to_owned(),
        Some(mark) => {
            let mut groups = whole.split(char::from(mark));
            let first = groups.next().unwrap_or_default();
            if first.is_empty() || !is_first(first) || !groups.all(|group| group.len() == 3) {
                return Err(wrong());
            }
            whole.replace(char::from(mark), "")
        }
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if digits.is_empty() || !is_number(&digits) || !is_number(fraction) {
        return Err(wrong());
    }
    Ok(match fraction {
        "" => digits,
        fraction => format!("{digits}.{fraction}"),
    })
}

/// A count: a whole number, with or without decimals of zero.
///
/// # Errors
/// As [`number`], on decimals, and above 2^64.
pub fn count(text: &str, delimiter: u8) -> Result<u64, NumberError> {
    let plain = text.trim();
    let number = number(plain, delimiter)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    if fraction.bytes().any(|digit| digit != b'0') {
        return Err(NumberError::NotWhole(plain.to_owned()));
    }
    let wrong = |_| NumberError::NotANumber(plain.to_owned());
    whole.parse().map_err(wrong)
}

fn ambiguous(text: &str) -> NumberError {
    NumberError::Ambiguous {
        text: text.to_owned(),
        thousands: text.replace(['.', ','], ""),
        decimal: text.to_owned(),
    }
}
