//! System errors as text.

use std::io;

/// The message of an error without its number: `no such file or directory`.
#[must_use]
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or(&text);
    text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_error_is_left_out() {
        let missing = std::fs::read("/no/such/file").unwrap_err();
        assert!(missing.to_string().contains("os error"));
        assert_eq!(plain(&missing), "no such file or directory");
    }
}
