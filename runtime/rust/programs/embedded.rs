//! An embedded program.

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
