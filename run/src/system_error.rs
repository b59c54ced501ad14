//! System errors as text.

use std::io;

/// The message of an error without its number: `no such file or directory`.
#[must_use]
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    text.to_lowercase()
}
