//! On-chip memory of a machine, in bits: what a designer pays first.
//!
//! | unit | bits | source |
//! |---|---|---|
//! | method cache, data | 8 * size in bytes | spec 05 section 1 |
//! | method cache, tags | 18 for each block; two of 18 with `two-block`, none with `one-block` | spec 05 section 1 |
//! | method cache, next block | log2 of the blocks; one bit with `two-block` | spec 05 section 1 |
//! | `fixed-fifo`, `bump-pointer` | would need as much as `fifo` | ours |
//! | `fixed-lru` | would need a tag for each block, and its place in the order of use | ours |
//! | `lru` | would need the same, and the block that follows in its method, as blocks need not be neighbours | ours |
//! | `ideal` | would need a tag for each word, as a method may begin at any; what it never misses it never replaces | ours |
//! | object cache | 16 lines of a tag of 23, 8 valid bits and 8 words, and 4 for the next line; only where it answers | spec 05 section 2 |
//! | data caches | two of 256 words with tags of 12 and a valid bit; 16 words with tags of 20, a valid bit and 4 for the slot | spec 05 section 4 |
//! | scratchpad | 32 for each word | spec 04 section 3 |
//! | stack RAM | 32 for each word | spec 02 section 2 |
//! | microcode ROM | 2048 words of 12 | spec 02 section 1 |
//!
//! Several cores have all of these each, and one of the following:
//!
//! | unit | bits | source |
//! |---|---|---|
//! | arbiter, of each core | a command of 2 strobes, 23 bits of address and a word; the word read, but with `fixed-priority`; its states | spec 07 sections 2 to 5 |
//! | arbiter | the counter of slots or turns; one bit with `fixed-priority` | spec 07 sections 2 to 5 |
//! | `ihlu`, table | 32 entries of a key of 32, 8 of depth, one that it is free, and owner, head and tail of log2 of the cores | spec 07 section 6 |
//! | `ihlu`, queues | 32 words for each core, of log2 of the cores | spec 07 section 6 |
//! | `ihlu`, of each core | a key of 32 and 5 flags | spec 07 section 6 |
//! | `cmpsync` | one that it is taken, owner and last owner | spec 07 section 7 |

use isa::{ArbiterKind, LockUnitKind, MachineConfig, OrganisationKind, Processors};

/// Bits of a method address, all of them the tag.
const METHOD_TAG: u64 = 18;

const WORD: u64 = 32;

/// Bits of all memories on the chip, and of what several cores share.
#[must_use]
pub fn bits(machine: &MachineConfig, processors: Option<Processors>) -> u64 {
    let own = bits_of_core(machine);
    processors.map_or(own, |it| {
        own * u64::from(it.cores) + arbiter(it) + lock_unit(it)
    })
}

/// Bits of the memories of one core.
fn bits_of_core(machine: &MachineConfig) -> u64 {
    let mut bits = method_cache(machine) + stack_ram(machine) + MICROCODE_ROM;
    if machine.object_cache {
        bits += OBJECT_CACHE;
    }
    if machine.data_cache {
        bits += DATA_CACHES;
    }
    if machine.spm_width > 0 {
        bits += WORD << machine.spm_width;
    }
    bits
}

const MICROCODE_ROM: u64 = 2048 * 12;
const OBJECT_CACHE: u64 = 16 * (23 + 8 + 8 * WORD) + 4;
const DATA_CACHES: u64 = 2 * 256 * (WORD + 12 + 1) + 16 * (WORD + 20 + 1 + 4);

/// Strobes, address and word of a command.
const COMMAND: u64 = 2 + 23 + WORD;

/// Bits that tell so many values apart.
fn width(values: u64) -> u64 {
    u64::from(values.max(1).next_power_of_two().ilog2())
}

fn arbiter(processors: Processors) -> u64 {
    let cores = u64::from(processors.cores);
    // States of 4 and 3, of 7, 3 and 2, of 7 and 2: with as few bits as tell them apart.
    let [each, shared] = match processors.arbiter {
        ArbiterKind::Tdma(slots) => [
            COMMAND + WORD + width(4) + width(3),
            width(cores * u64::from(slots.slot)),
        ],
        ArbiterKind::RoundRobin => [COMMAND + WORD + width(4) + width(3), width(cores)],
        ArbiterKind::Fair => [COMMAND + WORD + width(7) + width(3) + 1, width(cores)],
        ArbiterKind::FixedPriority => [COMMAND + width(7) + 1, 1],
    };
    cores * each + shared
}

/// Entries of the lock table.
const LOCKS: u64 = 32;

fn lock_unit(processors: Processors) -> u64 {
    let cores = u64::from(processors.cores);
    let core = width(cores);
    match processors.lock_unit {
        LockUnitKind::None => 0,
        LockUnitKind::Ihlu => {
            let entry = 1 + WORD + 8 + 3 * core;
            let flags = 5;
            LOCKS * entry + LOCKS * cores * core + cores * (WORD + flags)
        }
        LockUnitKind::Cmpsync => 1 + width(cores + 1) + core,
    }
}

fn stack_ram(machine: &MachineConfig) -> u64 {
    WORD << machine.ram_width
}

fn method_cache(machine: &MachineConfig) -> u64 {
    let data = 8 << machine.jpc_width;
    let width = u64::from(machine.block_bits);
    let blocks = 1 << machine.block_bits;
    let tags = match machine.method_cache {
        OrganisationKind::OneBlock => 0,
        OrganisationKind::TwoBlock => 2 * METHOD_TAG + 1,
        OrganisationKind::Fifo => blocks * METHOD_TAG + width,
        OrganisationKind::Studied(name) => match name.name() {
            "ideal" => METHOD_TAG << (machine.jpc_width - 2),
            "lru" => blocks * (METHOD_TAG + 2 * width),
            "fixed-lru" => blocks * (METHOD_TAG + width),
            _ => blocks * METHOD_TAG + width,
        },
    };
    data + tags
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(text: &str) -> u64 {
        let system = isa::System::from_toml(text).unwrap_or_else(|error| panic!("{error}"));
        bits(&system.machine, system.processors)
    }

    #[test]
    fn the_default_machine_has_four_kilobytes_of_cache_one_of_stack_and_three_of_microcode() {
        assert_eq!(with(""), 4096 * 8 + 16 * 18 + 4 + 1024 * 8 + 3072 * 8);
    }

    #[test]
    fn each_unit_adds_its_bits() {
        let plain = with("");
        assert_eq!(with("object_cache = true") - plain, 4596);
        assert_eq!(with("data_cache = true") - plain, 23_952);
        assert_eq!(with("spm_width = 8") - plain, 8192);
        assert_eq!(with("ram_width = 9") - plain, 8192);
        assert_eq!(with("method_cache = \"fixed-lru\"") - plain, 15 * 4);
        assert_eq!(with("method_cache = \"lru\"") - plain, 31 * 4);
        let small = with("jpc_width = 10");
        assert_eq!(
            small - with("jpc_width = 10\nmethod_cache = \"two-block\""),
            16 * 18 + 4 - 37
        );
    }

    #[test]
    fn several_cores_have_the_memories_of_one_each_and_share_arbiter_and_lock_table() {
        let one = with("");
        let tdma = 2 * (57 + 32 + 4) + 3;
        let table = 32 * (41 + 3) + 64 + 2 * 37;
        assert_eq!(with("cores = 2"), 2 * one + tdma + table);
        let none = "cores = 4\nlock_unit = \"none\"\narbiter = ";
        let of = |name: &str| with(&format!("{none}\"{name}\"")) - 4 * one;
        assert_eq!(of("round-robin"), 4 * 93 + 2);
        assert_eq!(of("fair"), 4 * 95 + 2);
        assert_eq!(of("fixed-priority"), 4 * 61 + 1);
        assert_eq!(with("cores = 1\narbiter = \"fair\""), one + 95);
    }

    #[test]
    fn a_cache_that_cannot_be_built_costs_more_than_the_hardware_s_of_its_size_in_any_division() {
        for width in 8..=15 {
            let ideal = with(&format!(
                "method_cache = \"ideal\"\njpc_width = {width}\nblock_bits = 1"
            ));
            for blocks in 0..=(width - 3).min(10) {
                let fifo = with(&format!("jpc_width = {width}\nblock_bits = {blocks}"));
                assert!(ideal > fifo, "{width} {blocks}");
            }
        }
    }
}
