//! The `.jop` text form of an image (spec 11 section 1).
//!
//! Reading is stricter than the original's readers, which skip whatever is no number: here only numbers, commas, white space
//! and comments are allowed, so that a damaged file is noticed. Commas between numbers may be missing.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// A linked image: the words of memory from address 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Word 0 is their number.
    pub words: Vec<u32>,
}

/// Errors of reading an image.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ImageError {
    /// The file cannot be read or written.
    #[error("{}: {problem}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Error of the system.
        problem: String,
    },
    /// No number at all.
    #[error("the image is empty")]
    Empty,
    /// Something that is no number.
    #[error("line {line}: `{text}` is not a number")]
    NotANumber {
        /// Line, from 1.
        line: usize,
        /// The offending text.
        text: String,
    },
    /// A number that is no signed 32-bit word.
    #[error("line {line}: {text} is not between -2147483648 and 2147483647")]
    Range {
        /// Line, from 1.
        line: usize,
        /// The number.
        text: String,
    },
    /// A block comment without end.
    #[error("line {line}: the comment that starts here has no end")]
    Comment {
        /// Line, from 1.
        line: usize,
    },
    /// Word 0 does not agree with the number of words.
    #[error("the image is {}: word 0 announces {announced} words, the file has {found}", if .found < .announced { "cut off" } else { "too long" })]
    Length {
        /// Word 0.
        announced: u32,
        /// Numbers in the file.
        found: u32,
    },
}

impl Image {
    /// Reads the text form.
    ///
    /// # Errors
    /// All of [`ImageError`] but `File`.
    pub fn parse(text: &str) -> Result<Self, ImageError> {
        let mut words = Vec::new();
        let mut in_block = None;
        for (line, content) in (1..).zip(text.lines()) {
            parse_line(line, content, &mut in_block, &mut words)?;
        }
        if let Some(line) = in_block {
            return Err(ImageError::Comment { line });
        }
        let announced = *words.first().ok_or(ImageError::Empty)?;
        let found = u32::try_from(words.len()).unwrap_or(u32::MAX);
        if announced != found {
            return Err(ImageError::Length { announced, found });
        }
        Ok(Image { words })
    }

    /// Reads a `.jop` file.
    ///
    /// # Errors
    /// As [`Image::parse`], and if the file cannot be read as text.
    pub fn read(path: &Path) -> Result<Self, ImageError> {
        let file_error = |problem: String| ImageError::File {
            path: path.to_owned(),
            problem,
        };
        let text = std::fs::read_to_string(path).map_err(|error| file_error(error.to_string()))?;
        Image::parse(&text).map_err(|error| file_error(error.to_string()))
    }

    /// Address P of the special pointers.
    #[must_use]
    pub fn special_pointers(&self) -> u32 {
        self.words.get(1).copied().unwrap_or_default()
    }
}

fn parse_line(
    line: usize,
    content: &str,
    in_block: &mut Option<usize>,
    words: &mut Vec<u32>,
) -> Result<(), ImageError> {
    let mut rest = content;
    loop {
        if in_block.is_some() {
            let Some((_, after)) = rest.split_once("*/") else {
                return Ok(());
            };
            *in_block = None;
            rest = after;
        }
        let comment = [rest.find("//"), rest.find("/*")]
            .into_iter()
            .flatten()
            .min();
        let (numbers, after) = rest.split_at(comment.unwrap_or(rest.len()));
        parse_numbers(line, numbers, words)?;
        if !after.starts_with("/*") {
            return Ok(());
        }
        *in_block = Some(line);
        rest = &after[2..];
    }
}

fn parse_numbers(line: usize, text: &str, words: &mut Vec<u32>) -> Result<(), ImageError> {
    let separator = |c: char| c == ',' || c.is_whitespace();
    for token in text.split(separator).filter(|token| !token.is_empty()) {
        let digits = token.strip_prefix('-').unwrap_or(token);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ImageError::NotANumber {
                line,
                text: token.to_owned(),
            });
        }
        let word: i32 = token.parse().map_err(|_| ImageError::Range {
            line,
            text: token.to_owned(),
        })?;
        words.push(word.cast_unsigned());
    }
    Ok(())
}
