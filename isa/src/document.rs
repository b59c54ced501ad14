//! JSON documents that are read back: the identification in their key `schema`, and the text without what describes it.

use std::ops::Range;

use thiserror::Error;

/// Report of a run.
pub const RUN: &str = "joplab.run/1";
/// A cost table.
pub const COST_TABLE: &str = "joplab.cost-table/1";

/// Keys that describe the others.
const HEADER: [&str; 2] = ["\"schema\"", "\"units\""];

/// A document of another kind or version.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("its schema is {found}, and {wanted} belongs here")]
pub struct WrongSchema {
    /// What it says.
    pub found: String,
    /// What is read.
    pub wanted: &'static str,
}

/// The text of a JSON object with blanks for `schema` and `units`, so that all else keeps its line and column.
///
/// # Errors
/// If it has a schema, and not the one that is wanted.
pub fn without_header(text: &str, wanted: &'static str) -> Result<String, WrongSchema> {
    if !text.trim_start().starts_with('{') {
        return Ok(text.to_owned());
    }
    let mut bytes = text.as_bytes().to_vec();
    // The comma between two members that stay.
    let mut kept_end = None;
    for (member, follows) in members(text) {
        let Some((key, value)) = header(&text[member.clone()]) else {
            if let Some(comma) = kept_end.replace(member.end) {
                bytes[comma] = b',';
            }
            if follows {
                bytes[member.end] = b' ';
            }
            continue;
        };
        if key == HEADER[0] && value.trim_matches('"') != wanted {
            let found = value.trim_matches('"').to_owned();
            return Err(WrongSchema { found, wanted });
        }
        let end = member.end + usize::from(follows);
        for byte in &mut bytes[member.start..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Key and value of a member of the header.
fn header(member: &str) -> Option<(&str, &str)> {
    let key = HEADER.into_iter().find(|key| member.starts_with(key))?;
    let value = member[key.len()..].trim_start().strip_prefix(':')?;
    Some((key, value.trim()))
}

/// The members of an object, each without the comma behind it, and whether there is one.
fn members(text: &str) -> Vec<(Range<usize>, bool)> {
    let mut all = Vec::new();
    let (mut depth, mut start) = (0_u32, None);
    let (mut in_text, mut escaped) = (false, false);
    for (place, byte) in text.bytes().enumerate() {
        if in_text {
            in_text = escaped || byte != b'"';
            escaped = !escaped && byte == b'\\';
            continue;
        }
        match byte {
            b'"' => {
                in_text = true;
                if depth == 1 {
                    start.get_or_insert(place);
                }
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = byte == b',' && depth == 1 || byte == b'}' && depth == 0;
        if let Some(start) = start.take_if(|_| ends) {
            all.push((start..place, byte == b','));
        }
    }
    // The text may be cut off.
    all.extend(start.map(|start| (start..text.len(), false)));
    all
}
