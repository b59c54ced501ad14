//! Java programs that are part of Joplab: names, what they do, and their classes, ready to link without a JDK.
//!
//! The sources are in `runtime/programs`; `runtime/programs/build.sh` compiles them into the archive inside this
//! library. Each program takes its length as its only argument, checks its own results, prints a verdict with
//! checksums and ends with status 0 if everything is right. The text is that of the host JVM, to the byte.

mod embedded;
mod table;

pub use self::embedded::{EmbeddedProgram, Suite};
pub use table::PROGRAMS;

/// Class files of `runtime/programs`, built by its `build.sh`. Empty in the module of a page.
pub static PROGRAMS_JAR: &[u8] = archive!("../programs.jar");

/// The program of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static EmbeddedProgram> {
    PROGRAMS.iter().find(|program| program.name == name)
}

/// The programs of a suite.
pub fn suite(suite: Suite) -> impl Iterator<Item = &'static EmbeddedProgram> {
    PROGRAMS
        .iter()
        .filter(move |program| program.suite == suite)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_belongs_to_one_program() {
        for program in PROGRAMS {
            assert_eq!(find(program.name), Some(program));
        }
        assert_eq!(find("nothing"), None);
    }
}
