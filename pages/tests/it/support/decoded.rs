//! A page's data, read back from its HTML.

use std::collections::HashMap;
use std::io::Read;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

pub(crate) struct Decoded {
    pub(crate) header: Value,
    columns: HashMap<String, Vec<u8>>,
}

impl Decoded {
    pub(crate) fn of(html: &str) -> Self {
        let (_, rest) = html.split_once("id=\"data\">").expect("a place for data");
        let (data, _) = rest.split_once("</script>").expect("an end of the data");
        let packed = STANDARD.decode(data).expect("base64");
        let mut bytes = Vec::new();
        let mut unpacked = flate2::read::GzDecoder::new(packed.as_slice());
        unpacked.read_to_end(&mut bytes).expect("gzip");
        let (length, rest) = bytes.split_at(4);
        let length = u32::from_le_bytes(length.try_into().expect("4 bytes"));
        let (header, mut rest) = rest.split_at(length as usize);
        let header: Value = serde_json::from_slice(header).expect("JSON");
        let mut columns = HashMap::new();
        for column in header["columns"].as_array().expect("columns") {
            let length = column["bytes"].as_u64().expect("a length") as usize;
            let (bytes, after) = rest.split_at(length);
            let name = column["name"].as_str().expect("a name").to_owned();
            columns.insert(name, bytes.to_vec());
            rest = after;
        }
        assert!(rest.is_empty());
        Self { header, columns }
    }

    pub(crate) fn has(&self, column: &str) -> bool {
        self.columns.contains_key(column)
    }

    pub(crate) fn bytes(&self, column: &str) -> &[u8] {
        &self.columns[column]
    }

    /// The numbers of a column; zeros where it has no bytes.
    pub(crate) fn numbers(&self, column: &str) -> Vec<u64> {
        let mut numbers = Vec::new();
        let (mut number, mut shift) = (0, 0);
        for byte in self.bytes(column) {
            number |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 == 0 {
                numbers.push(number);
                (number, shift) = (0, 0);
            }
        }
        if numbers.is_empty() {
            let count = self.header["contexts"].as_u64().expect("a count");
            numbers.resize(count as usize, 0);
        }
        numbers
    }

    /// Each context as the names from the root to it, from depths and methods.
    pub(crate) fn chains(&self) -> Vec<String> {
        let mut path: Vec<&str> = Vec::new();
        let contexts = self
            .numbers("depth")
            .into_iter()
            .zip(self.numbers("method"));
        let chain = contexts.map(|(depth, method)| {
            path.truncate(depth as usize);
            path.push(
                self.header["methods"][method as usize]
                    .as_str()
                    .expect("a name"),
            );
            path.join(";")
        });
        chain.collect()
    }
}
