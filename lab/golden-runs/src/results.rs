//! The words that hand-written microcode leaves in memory (`README-cmp.md` beside the table).

use sha2::{Digest, Sha256};
use sim_core::main_memory::Words;

/// What a program leaves: first address, number of words, and whether the table has their digest.
const RESULTS: [(&str, u32, u32, bool); 5] = [
    ("counter", 100, 1, false),
    ("counter-lock", 100, 1, false),
    ("signal", 300, 8, false),
    ("load", 1024, 512, true),
    ("order", 200, 170, true),
];

/// Results of a program, as the table writes them; none if it leaves none.
pub(crate) fn results(image: &str, memory: &Words) -> Option<String> {
    let (_, first, count, is_digest) = RESULTS.into_iter().find(|it| it.0 == image)?;
    let words = (first..first + count).map(|it| memory.read(it).to_string());
    let words = words.collect::<Vec<_>>().join(" ");
    Some(match is_digest {
        true => digest(words.as_bytes()),
        false => words,
    })
}

/// First 16 hexadecimal digits of the SHA-256.
pub(crate) fn digest(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let first = digest[..8].iter();
    first.map(|byte| format!("{byte:02x}")).collect()
}
