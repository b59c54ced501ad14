//! Waits for a text in the bytes that the program prints.

use std::collections::VecDeque;

/// A text and the last bytes seen, as many as it has.
#[derive(Debug, Clone)]
pub(crate) struct TextWatch {
    text: Vec<u8>,
    seen: VecDeque<u8>,
}

impl TextWatch {
    /// Waits for `text`, anywhere.
    pub(crate) fn anywhere(text: &str) -> Self {
        Self {
            text: text.as_bytes().to_vec(),
            seen: VecDeque::new(),
        }
    }

    /// Waits for `text` at the beginning of a line.
    pub(crate) fn at_line_start(text: &str) -> Self {
        Self {
            text: format!("\n{text}").into_bytes(),
            seen: VecDeque::from([b'\n']),
        }
    }

    /// Returns true if the text ends with this byte.
    pub(crate) fn sees(&mut self, byte: u8) -> bool {
        if self.seen.len() == self.text.len() {
            self.seen.pop_front();
        }
        self.seen.push_back(byte);
        self.seen.iter().eq(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found_at(mut watch: TextWatch, printed: &str) -> Option<usize> {
        printed.bytes().position(|byte| watch.sees(byte))
    }

    #[test]
    fn the_text_is_found_at_its_last_byte() {
        assert_eq!(found_at(TextWatch::anywhere("aab"), "aaab"), Some(3));
        assert_eq!(found_at(TextWatch::anywhere("b"), "aab"), Some(2));
        assert_eq!(found_at(TextWatch::anywhere("abc"), "ab"), None);
    }

    #[test]
    fn the_beginning_of_a_line_is_also_that_of_the_output() {
        assert_eq!(found_at(TextWatch::at_line_start("end"), "end"), Some(2));
        assert_eq!(
            found_at(TextWatch::at_line_start("end"), "the end\r\nend"),
            Some(11)
        );
        assert_eq!(found_at(TextWatch::at_line_start("end"), "the end"), None);
    }
}
