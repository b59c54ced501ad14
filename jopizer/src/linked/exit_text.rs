//! The end of an image of the original linker: its runtime gives no exit status but prints a text (spec 12 section 11).

/// What the runtime of the original prints at its end.
const EXIT_TEXT: &[u8] = b"JVM exit!";

/// Waits for the line that ends an original image.
#[derive(Debug, Clone, Default)]
pub struct ExitText {
    line: Vec<u8>,
}

impl ExitText {
    /// Whether this byte of the program's output ends the program.
    pub fn ends(&mut self, byte: u8) -> bool {
        if byte == b'\n' {
            let ends = self.line.starts_with(EXIT_TEXT);
            self.line.clear();
            return ends;
        }
        if self.line.len() < EXIT_TEXT.len() {
            self.line.push(byte);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_text_ends_a_program_at_the_end_of_its_line() {
        let mut text = ExitText::default();
        let mut ends = |bytes: &[u8]| {
            bytes
                .iter()
                .map(|&byte| text.ends(byte))
                .collect::<Vec<_>>()
        };
        assert!(!ends(b"no JVM exit!\r\n").contains(&true));
        assert_eq!(
            ends(b"JVM exit!\r\n").iter().position(|&ends| ends),
            Some(10)
        );
    }
}
