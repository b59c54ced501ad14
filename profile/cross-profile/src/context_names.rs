//! Names of contexts and threads that are none of a program's methods.

/// What a profile calls a thread, by its number in the order of their first run.
#[must_use]
pub fn thread_name(number: usize) -> String {
    match number {
        0 => "main".to_owned(),
        number => format!("thread {number}"),
    }
}

/// Name of the context of a region that a program has marked.
#[must_use]
pub fn region_name(name: &str) -> String {
    format!("(region {name})")
}

/// Name of the context that is there before the first call.
pub const START: &str = "(start)";

/// Name of the context above all chains of an imported profile.
pub const ROOT_NAME: &str = "(all)";

/// What the name of a method begins with of which only the address is known.
pub const UNNAMED: &str = "method at ";
