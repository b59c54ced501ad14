//! SHA-256 of what a figure depends on: machine, image and microcode.

use isa::{MachineConfig, Processors};
use microcode::Program;
use sha2::{Digest, Sha256};

/// Hexadecimal digits shown to people; files hold all 64.
const SHOWN: usize = 12;

/// A hash in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(String);

impl Fingerprint {
    /// Of a machine: every option in the order of the reference, as JSON.
    #[must_use]
    pub fn of_machine(config: &MachineConfig) -> Self {
        // A configuration always serialises: its fields are numbers and names.
        Self::of_bytes(serde_json::to_vec(config).unwrap_or_default())
    }

    /// Of several processors: the options of each as JSON, then those that say how many there are.
    #[must_use]
    pub fn of_processors(config: &MachineConfig, processors: &Processors) -> Self {
        Self::of_bytes(serde_json::to_vec(&(config, processors)).unwrap_or_default())
    }

    /// Of an image: its words, high byte first.
    #[must_use]
    pub fn of_image(words: &[u32]) -> Self {
        Self::of_bytes(words.iter().flat_map(|word| word.to_be_bytes()).collect())
    }

    /// Of an image and the input that it is given.
    #[must_use]
    pub fn of_fed_image(words: &[u32], input: &[u8]) -> Self {
        let words = words.iter().flat_map(|word| word.to_be_bytes());
        Self::of_bytes(words.chain(input.iter().copied()).collect())
    }

    /// Of microcode: ROM, stack RAM and jump table, high bytes first.
    #[must_use]
    pub fn of_microcode(program: &Program) -> Self {
        let rom = program.rom.iter().flat_map(|word| word.to_be_bytes());
        let stack_ram = program.stack_ram.iter().flat_map(|word| word.to_be_bytes());
        let jump_table = program.jump_table.to_words();
        let jump_table = jump_table.iter().flat_map(|word| word.to_be_bytes());
        Self::of_bytes(rom.chain(stack_ram).chain(jump_table).collect())
    }

    /// All 64 digits.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.0
    }

    fn of_bytes(bytes: Vec<u8>) -> Self {
        let digest = Sha256::digest(bytes);
        Self(digest.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// Enough of it to distinguish two by eye.
    #[must_use]
    pub fn short(&self) -> &str {
        self.0.get(..SHOWN).unwrap_or(&self.0)
    }
}
