//! Java programs that are part of Joplab: names, what they do, and their classes, ready to link without a JDK.
//!
//! The sources are in `runtime/programs`; `runtime/programs/build.sh` compiles them into the archive inside this
//! library. Each program takes its length as its only argument, checks its own results, prints a verdict with
//! checksums and ends with status 0 if everything is right. The text is that of the host JVM, to the byte.

mod table;

pub use table::PROGRAMS;

/// Class files of `runtime/programs`, built by its `build.sh`. Empty in the module of a page.
pub static PROGRAMS_JAR: &[u8] = archive!("../programs.jar");

/// Purpose of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suite {
    /// Control code with the method sizes, call depth and allocation of real applications; accuracy is reported on it.
    Embedded,
    /// One algorithm or one mechanism of the machine.
    Kernel,
    /// Today's Java.
    Modern,
}

impl Suite {
    /// `embedded`, `kernel` or `modern`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Embedded => "embedded",
            Self::Kernel => "kernel",
            Self::Modern => "modern",
        }
    }
}

/// A program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmbeddedProgram {
    /// Its name for `--program`.
    pub name: &'static str,
    /// Summary in one line.
    pub summary: &'static str,
    /// Its purpose.
    pub suite: Suite,
    /// The class whose `main` runs.
    pub main_class: &'static str,
    /// Unit of its argument.
    pub unit: &'static str,
    /// Default argument: a run of about one to three million cycles on the default machine.
    pub length: u32,
    /// An argument with which a run takes at least 20 million cycles on the default machine.
    pub long: u32,
    /// True if it reads the clock or takes timer interrupts after `main` began, so that its path depends on the machine.
    pub timed: bool,
}

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
