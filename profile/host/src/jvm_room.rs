//! Room for what instrumentation adds: frames on the stack, the agent's own objects in the heap, contexts outside of it.

use std::fs;

/// How much larger frames become; compiled ones of short methods by the most.
const STACK_FACTOR: u64 = 4;
/// Heap for what the agent knows of methods and for the simulated heap. Unit: bytes.
const OWN_HEAP: u64 = 256 << 20;
/// Default size of a stack on 64-bit systems.
const STACK: u64 = 1 << 20;
/// No JVM takes larger stacks.
const LARGEST_STACK: u64 = 1 << 30;

/// Options of `java` that are followed by a value.
const WITH_VALUE: [&str; 16] = [
    "-cp",
    "-classpath",
    "--class-path",
    "-p",
    "--module-path",
    "--upgrade-module-path",
    "--add-modules",
    "--limit-modules",
    "--add-exports",
    "--add-opens",
    "--add-reads",
    "--patch-module",
    "--enable-native-access",
    "--source",
    "-d",
    "--describe-module",
];
/// Files with options, which may choose a collector: two are refused.
const FILES: [&str; 3] = ["@", "-XX:Flags=", "-XX:VMOptionsFile="];
/// What a size becomes.
type Grown = fn(u64) -> u64;
/// A size that an option sets: its beginning, bytes of a number without a unit, and what it becomes.
const SIZES: [(&str, u64, Grown); 4] = [
    ("-Xss", 1, larger_stack),
    ("-XX:ThreadStackSize=", 1 << 10, larger_stack),
    ("-Xmx", 1, larger_heap),
    ("-XX:MaxHeapSize=", 1, larger_heap),
];
/// The JVM's limit of memory outside of the heap: contexts keep to it, too.
const OUTSIDE: &str = "-XX:MaxDirectMemorySize=";
/// Part of the memory that is there at the start and that contexts may fill, so that a runaway recursion does not take the host down.
const MOST_OF_HOST: (u64, u64) = (3, 4);

/// The options that a JVM takes from the environment.
#[must_use]
pub fn environment() -> String {
    let names = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"];
    let values = names.map(|name| std::env::var(name).unwrap_or_default());
    values.join(" ")
}

/// What `java` is given in place of the words behind it: larger stacks and heap, and a collector that leaves stores of references
/// cheap unless one is chosen. `environment` has the options that the JVM takes from there.
#[must_use]
pub fn with_room(words: &[String], environment: &str) -> Vec<String> {
    let options = options(words);
    let (options, rest) = words.split_at(options);
    let all: Vec<&str> = options
        .iter()
        .map(String::as_str)
        .chain(environment.split_whitespace())
        .collect();
    let mut roomy = Vec::new();
    let sets_stack = |word: &&str| SIZES[..2].iter().any(|(start, ..)| word.starts_with(start));
    if !all.iter().any(sets_stack) {
        roomy.push(format!("-Xss{}k", (STACK * STACK_FACTOR) >> 10));
    }
    let may_choose = |word: &&str| {
        word.starts_with("-XX:+Use") && word.ends_with("GC")
            || FILES.iter().any(|start| word.starts_with(start))
    };
    if !all.iter().any(may_choose) {
        roomy.push("-XX:+UseParallelGC".to_owned());
    }
    roomy.extend(options.iter().map(|word| larger(word)));
    roomy.extend_from_slice(rest);
    roomy
}

/// Words before the main class, the jar or the module.
pub(crate) fn options(words: &[String]) -> usize {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        if !word.starts_with(['-', '@']) || ["-jar", "-m", "--module"].contains(&&**word) {
            break;
        }
        at += if WITH_VALUE.contains(&&**word) { 2 } else { 1 };
    }
    at.min(words.len())
}

/// Bytes that contexts may take: the JVM's limit of memory outside of the heap if the command sets it, else most of what the host has left.
/// None where that is unknown.
#[must_use]
pub fn context_room(words: &[String], environment: &str) -> Option<u64> {
    let options = words[..options(words)].iter().rev().map(String::as_str);
    let mut given = options.chain(environment.split_whitespace().rev());
    let (part, of) = MOST_OF_HOST;
    let left = || available(&fs::read_to_string("/proc/meminfo").ok()?);
    // 0 is the JVM's word for no limit of its own.
    let set = given.find_map(|word| bytes(word.strip_prefix(OUTSIDE)?));
    set.map(|(number, _)| number)
        .filter(|bytes| *bytes != 0)
        .or_else(|| Some(left()? / of * part))
}

/// Bytes that Linux says are available.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    kilobytes.checked_mul(1 << 10)
}

fn larger_stack(bytes: u64) -> u64 {
    bytes
        .saturating_mul(STACK_FACTOR)
        .min(LARGEST_STACK)
        .max(bytes)
}

fn larger_heap(bytes: u64) -> u64 {
    bytes.saturating_add(OWN_HEAP)
}

/// An option with a larger size; any other as it is, also one that the JVM will refuse.
fn larger(word: &str) -> String {
    for (start, unit, grown) in SIZES {
        let size = word.strip_prefix(start).and_then(bytes);
        if let Some((number, has_unit)) = size {
            let bytes = number.saturating_mul(if has_unit { 1 } else { unit });
            let kilobytes = grown(bytes).div_ceil(1 << 10);
            let unit = if unit == 1 { "k" } else { "" };
            return format!("{start}{kilobytes}{unit}");
        }
    }
    word.to_owned()
}

/// Bytes of a size, and whether it names their unit.
fn bytes(size: &str) -> Option<(u64, bool)> {
    let digits = size.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let shift = match size[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return None,
    };
    let number: u64 = digits.parse().ok()?;
    Some((number.checked_mul(1 << shift)?, shift != 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roomy(words: &str, environment: &str) -> String {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        with_room(&words, environment).join(" ")
    }

    #[test]
    fn a_command_without_sizes_gets_larger_stacks_and_a_collector() {
        assert_eq!(
            roomy("-cp a Main -Xss1m", ""),
            "-Xss4096k -XX:+UseParallelGC -cp a Main -Xss1m"
        );
    }

    #[test]
    fn sizes_that_are_chosen_grow_and_a_collector_that_is_chosen_stays() {
        assert_eq!(
            roomy("-Xss512k -Xmx1g -XX:+UseG1GC Main", ""),
            "-Xss2048k -Xmx1310720k -XX:+UseG1GC Main"
        );
        assert_eq!(
            roomy("-XX:ThreadStackSize=2000 -XX:+UseSerialGC Main", ""),
            "-XX:ThreadStackSize=8000 -XX:+UseSerialGC Main"
        );
        assert_eq!(
            roomy("-Xss900m -XX:+UseZGC -jar a.jar -Xmx1g", ""),
            "-Xss1048576k -XX:+UseZGC -jar a.jar -Xmx1g"
        );
    }

    #[test]
    fn the_value_of_an_option_is_not_the_main_class() {
        assert_eq!(
            roomy(
                "--enable-native-access ALL-UNNAMED -XX:+UseG1GC -Xmx1g Main",
                "-Xss1m"
            ),
            "--enable-native-access ALL-UNNAMED -XX:+UseG1GC -Xmx1310720k Main"
        );
    }

    #[test]
    fn what_the_environment_chooses_is_not_overruled() {
        assert_eq!(roomy("Main", "-Xss64m -XX:+UseG1GC"), "Main");
    }

    #[test]
    fn a_file_of_options_may_choose_a_collector() {
        assert_eq!(
            roomy("@options -Xmx1g Main", ""),
            "-Xss4096k @options -Xmx1310720k Main"
        );
    }

    #[test]
    fn a_size_that_is_none_is_left_to_the_jvm() {
        assert_eq!(
            roomy("-XX:+UseG1GC -Xssmany Main", ""),
            "-XX:+UseG1GC -Xssmany Main"
        );
    }

    #[test]
    fn contexts_keep_to_the_limit_of_the_command_or_to_what_the_host_has_left() {
        let room = |words: &str, environment: &str| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            context_room(&words, environment)
        };
        let set = "-XX:MaxDirectMemorySize=2m Main -XX:MaxDirectMemorySize=4m";
        assert_eq!(room(set, ""), Some(2 << 20));
        assert_eq!(room(set, "-XX:MaxDirectMemorySize=1g"), Some(2 << 20));
        assert_eq!(room("Main", "-XX:MaxDirectMemorySize=1k"), Some(1 << 10));
        let unset = room("-XX:MaxDirectMemorySize=0 Main", "");
        assert!(unset.is_none_or(|bytes| bytes > 1 << 20), "{unset:?}");
    }

    #[test]
    fn available_memory_is_a_line_of_linux() {
        let text = "MemTotal:       24689764 kB\nMemAvailable:   20 kB\n";
        assert_eq!(available(text), Some(20 << 10));
        for none in [
            "",
            "MemAvailable:",
            "MemAvailable: x kB",
            "MemAvailable: 20",
        ] {
            assert_eq!(available(none), None, "{none}");
        }
    }
}
