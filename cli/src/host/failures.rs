//! Uncaught exceptions that a limit of the machine explains, and the option that helps.

use std::ffi::OsString;

use isa::MachineConfig;

use crate::host::again;
use crate::host::roomy::after_roomy;

/// What the runtime prints before the name of an exception that nobody caught.
const UNCAUGHT: &[u8] = b"Exception in thread \"";
/// No line with the name of an exception is longer.
const LONGEST: usize = 512;
/// Widths of the stack RAM and words of main memory end here.
const WIDEST_STACK: u8 = 10;
const LARGEST_MEMORY: u32 = 1 << 22;
/// Exceptions that the hardware raises for null references and array indices.
const OF_HARDWARE: [&str; 3] = [
    "java.lang.NullPointerException",
    "java.lang.ArrayIndexOutOfBoundsException",
    "java.lang.IllegalMonitorStateException",
];

/// Reads the diagnostic text of a program.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    line: Vec<u8>,
    /// Names of uncaught exceptions, each once.
    uncaught: Vec<String>,
}

impl Failures {
    /// Takes the next byte.
    pub(crate) fn sees(&mut self, byte: u8) {
        if byte != b'\n' {
            if self.line.len() < LONGEST {
                self.line.push(byte);
            }
            return;
        }
        if let Some(name) = exception(&self.line)
            && !self.uncaught.contains(&name)
        {
            self.uncaught.push(name);
        }
        self.line.clear();
    }

    /// What helps against the exceptions; `loose` if the hardware raised one without exact checks.
    pub(crate) fn remedies(&self, machine: &MachineConfig, loose: bool) -> Vec<String> {
        let words: Vec<_> = std::env::args_os().collect();
        self.remedies_for(machine, loose, &words)
    }

    /// The same for a command line.
    fn remedies_for(
        &self,
        machine: &MachineConfig,
        loose: bool,
        words: &[OsString],
    ) -> Vec<String> {
        let end = words.iter().position(|word| word == "--");
        let named = after_roomy(&words[..end.unwrap_or(words.len())]);
        let note = "no hardware has the machine `roomy`, with its 1,024 words of stack";
        let mut remedies: Vec<_> = named.map(|_| note.to_owned()).into_iter().collect();
        let words: Vec<_> = words
            .iter()
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        let words = words.as_slice();
        for name in &self.uncaught {
            let remedy = match name.as_str() {
                "java.lang.StackOverflowError" => stack_overflow(machine, words),
                "java.lang.OutOfMemoryError" => out_of_memory(machine, words),
                name if loose && OF_HARDWARE.contains(&name) => {
                    let again = again::with_exact_checks(words);
                    format!(
                        "as in the hardware, exceptions of null references and array indices may come late, behind the `try` \
                         that should catch them; --strict checks as Java requires{}",
                        again.map_or_else(String::new, |line| format!(": {line}"))
                    )
                }
                _ => continue,
            };
            if !remedies.contains(&remedy) {
                remedies.push(remedy);
            }
        }
        remedies
    }
}

/// Class of the exception that a line reports.
fn exception(line: &[u8]) -> Option<String> {
    let thread = std::str::from_utf8(line.strip_prefix(UNCAUGHT)?).ok()?;
    let (_, exception) = thread.rsplit_once("\" ")?;
    let (name, _) = exception.split_once(':').unwrap_or((exception, ""));
    Some(name.trim_end().to_owned())
}

fn stack_overflow(machine: &MachineConfig, words: &[String]) -> String {
    let size = 1_u32 << machine.ram_width;
    if machine.ram_width >= WIDEST_STACK {
        return format!(
            "the stack RAM has {size} words, the most there are; the program calls too deep"
        );
    }
    if let Some(line) = again::on_a_roomy_machine(words) {
        return format!("the stack RAM has {size} words; with 1024, and --strict: {line}");
    }
    format!(
        "the stack RAM has {size} words; `ram_width = {WIDEST_STACK}` in the file of --config gives {}",
        1_u32 << WIDEST_STACK
    )
}

fn out_of_memory(machine: &MachineConfig, words: &[String]) -> String {
    let size = machine.memory_words;
    if size >= LARGEST_MEMORY {
        return format!(
            "main memory has {size} words, the most there are; the program keeps too much"
        );
    }
    if let Some(line) = again::on_a_roomy_machine(words) {
        return format!("main memory has {size} words; with 1048576, and --strict: {line}");
    }
    format!(
        "main memory has {size} words; `memory_words = {}` in the file of --config gives more",
        (size * 4).min(LARGEST_MEMORY)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remedies(text: &str, machine: &MachineConfig, loose: bool) -> Vec<String> {
        let mut failures = Failures::default();
        text.bytes().for_each(|byte| failures.sees(byte));
        failures.remedies_for(machine, loose, &[])
    }

    #[test]
    fn an_exception_that_was_caught_or_only_printed_needs_no_remedy() {
        let text = "java.lang.StackOverflowError\n\tat t.Main.main(Main.java:3)\n";
        assert!(remedies(text, &MachineConfig::default(), false).is_empty());
    }

    #[test]
    fn the_largest_machine_names_no_larger_one() {
        let machine = MachineConfig {
            ram_width: 10,
            memory_words: 1 << 22,
            ..MachineConfig::default()
        };
        let text = "Exception in thread \"a \" b\" java.lang.StackOverflowError\n\
                    Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n";
        let remedies = remedies(text, &machine, false);
        assert_eq!(remedies.len(), 2);
        assert!(
            remedies
                .iter()
                .all(|remedy| remedy.contains("the most there are"))
        );
    }

    #[test]
    fn exact_checks_are_offered_to_those_who_do_not_have_them() {
        let text = "Exception in thread \"main\" java.lang.NullPointerException\n\
                    Exception in thread \"t\" java.lang.ArrayIndexOutOfBoundsException: Index 3\n";
        let machine = MachineConfig::default();
        assert_eq!(remedies(text, &machine, true).len(), 1);
        assert!(remedies(text, &machine, false).is_empty());
    }
}
