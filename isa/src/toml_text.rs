//! Places in TOML files, for errors in one line.

/// Line of a byte, from 1.
#[must_use]
pub fn line_at(text: &str, byte: usize) -> usize {
    let before = &text.as_bytes()[..byte.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

/// Line of an error of the TOML reader, and its message, with the key that it is about.
#[must_use]
pub fn problem(text: &str, error: &toml::de::Error) -> (usize, String) {
    let span = error.span().unwrap_or_default();
    let message = error.message().trim().replace('\n', ", ");
    let message = if message == DUPLICATE {
        let key = text.get(span.clone()).unwrap_or_default();
        format!("{message} `{key}`; leave one of the two out")
    } else {
        match key_before(text, span.start) {
            Some(key) => format!("`{key}`: {message}"),
            None => message,
        }
    };
    (line_at(text, span.start), message)
}

/// The reader's message, which does not name the key.
const DUPLICATE: &str = "duplicate key";

/// Key of the value at a byte; none if no value begins there.
fn key_before(text: &str, byte: usize) -> Option<&str> {
    let before = text.get(..byte)?.trim_end().strip_suffix('=')?;
    let key = before.rsplit(['\n', '{', ',']).next()?.trim();
    (!key.is_empty()).then_some(key)
}
