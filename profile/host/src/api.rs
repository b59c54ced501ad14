//! The jar that callbacks are compiled against.

use std::io::{Cursor, Write};

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::AGENT_JAR;

/// The package of the interfaces.
const PACKAGE: &str = "joplab/cross/api/";

/// Their sources, for whoever reads what the methods mean.
const SOURCES: [(&str, &str); 3] = [
    (
        "Listener",
        include_str!("../agent/src/joplab/cross/api/Listener.java"),
    ),
    (
        "CountedThread",
        include_str!("../agent/src/joplab/cross/api/CountedThread.java"),
    ),
    (
        "CountedContext",
        include_str!("../agent/src/joplab/cross/api/CountedContext.java"),
    ),
];

/// The interfaces of callbacks as a jar, class files and sources.
///
/// # Errors
/// When the agent's jar cannot be read.
pub fn api_jar() -> Result<Vec<u8>, ZipError> {
    let mut agent = ZipArchive::new(Cursor::new(AGENT_JAR))?;
    let mut jar = ZipWriter::new(Cursor::new(Vec::new()));
    for place in 0..agent.len() {
        let entry = agent.by_index_raw(place)?;
        if entry.name()?.starts_with(PACKAGE) && !entry.is_dir() {
            jar.raw_copy_file(entry)?;
        }
    }
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, text) in SOURCES {
        jar.start_file(format!("{PACKAGE}{name}.java"), options)?;
        jar.write_all(text.as_bytes())?;
    }
    Ok(jar.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_jar_has_each_interface_with_its_source() {
        let jar = api_jar().unwrap();
        let jar = ZipArchive::new(Cursor::new(jar)).unwrap();
        let names = jar.file_names().map(|name| name.unwrap().into_owned());
        let mut names: Vec<String> = names.collect();
        names.sort_unstable();
        let all = ["CountedContext", "CountedThread", "Listener"];
        let all = all.map(|name| ["class", "java"].map(|end| format!("{PACKAGE}{name}.{end}")));
        assert_eq!(names, all.concat());
    }
}
