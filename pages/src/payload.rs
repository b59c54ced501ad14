//! The data of a page: a header and columns of numbers.
//!
//! ```text
//! base64 of gzip of:
//!   4 bytes  length of the header, little-endian
//!   header   JSON; its `columns` name the columns in their order, with their lengths in bytes
//!   columns  LEB128 numbers one after the other, or plain bytes; a column of zeros alone has no bytes
//! ```

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde_json::{Map, Value, json};
use thiserror::Error;

/// Largest sum that a page can hold: browsers count in doubles, which are exact up to here (2^53 - 1).
pub const MAX_EXACT: u64 = (1 << 53) - 1;

/// Errors of making a page.
#[derive(Debug, Error)]
pub enum PageError {
    /// A sum that a browser could not show exactly.
    #[error(
        "{0} comes to {1}, beyond 2^53 - 1, up to which browsers are exact; take a shorter run"
    )]
    TooLarge(String, u128),
    /// There is nothing to show.
    #[error("there is nothing to show on a page")]
    Empty,
    /// The header cannot be written as JSON.
    #[error("cannot write the page's header: {0}")]
    Header(#[from] serde_json::Error),
    /// The data cannot be packed.
    #[error("cannot pack the page's data: {0}")]
    Pack(#[from] std::io::Error),
}

/// Collects the data of a page.
#[derive(Debug, Default)]
pub(crate) struct Payload {
    header: Map<String, Value>,
    columns: Vec<Value>,
    bytes: Vec<u8>,
}

impl Payload {
    /// Adds an entry of the header; refuses numbers that are not exact in a browser.
    pub(crate) fn put(&mut self, key: &str, value: &impl Serialize) -> Result<(), PageError> {
        let value = serde_json::to_value(value)?;
        check_numbers(key, &value)?;
        self.header.insert(key.to_owned(), value);
        Ok(())
    }

    /// Adds a column of numbers.
    pub(crate) fn numbers(&mut self, name: &str, numbers: impl Iterator<Item = u64>) {
        let start = self.bytes.len();
        let mut all_zero = true;
        for number in numbers {
            all_zero &= number == 0;
            push_varint(&mut self.bytes, number);
        }
        if all_zero {
            self.bytes.truncate(start);
        }
        self.end_column(name, start);
    }

    /// Adds a column with a byte for each entry.
    pub(crate) fn bytes(&mut self, name: &str, bytes: impl Iterator<Item = u8>) {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        self.end_column(name, start);
    }

    fn end_column(&mut self, name: &str, start: usize) {
        let bytes = self.bytes.len() - start;
        self.columns.push(json!({"name": name, "bytes": bytes}));
    }

    /// The text in the page; its letters are those of base64.
    pub(crate) fn encode(mut self) -> Result<String, PageError> {
        self.header
            .insert("columns".to_owned(), Value::Array(self.columns));
        let header = serde_json::to_vec(&self.header)?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&(header.len() as u32).to_le_bytes())?;
        packed.write_all(&header)?;
        packed.write_all(&self.bytes)?;
        Ok(STANDARD.encode(packed.finish()?))
    }
}

fn check_numbers(name: &str, value: &Value) -> Result<(), PageError> {
    match value {
        Value::Number(number) => {
            let negative = number.as_i64().map(i64::unsigned_abs);
            match number.as_u64().or(negative) {
                Some(size) if size > MAX_EXACT => {
                    Err(PageError::TooLarge(name.to_owned(), size.into()))
                }
                _ => Ok(()),
            }
        }
        Value::Array(values) => values
            .iter()
            .try_for_each(|value| check_numbers(name, value)),
        Value::Object(entries) => entries
            .iter()
            .try_for_each(|(name, value)| check_numbers(name, value)),
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
    }
}

fn push_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
