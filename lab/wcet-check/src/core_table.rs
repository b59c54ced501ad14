//! The table of docs/wcet-cores.md: methods of embedded programs on several cores with time slots.

use std::collections::BTreeMap;

use isa::{ArbiterKind, MachineConfig, Slots};
use wcet_check::Verdict;
use wcet_check::cores::{case, check_embedded};

use crate::named;

/// Programs whose loops have bounds without a run.
const PROGRAMS: [&str; 4] = ["bubble-sort", "crc32", "matrix", "sieve"];
/// Numbers of cores.
const CORES: [u8; 3] = [2, 4, 8];

/// Bounds of methods on a core alone, and with time slots beside their longest calls, as Markdown; false if one does not hold.
pub(crate) fn table() -> Result<bool, String> {
    let config = MachineConfig::default();
    let mut rows: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut holds = true;
    for name in PROGRAMS {
        for cores in CORES {
            let arbiter = ArbiterKind::Tdma(Slots::fitting(&config));
            let case = case(&config, arbiter, cores)?;
            let program = named(&[name.to_owned()])?[0];
            for it in check_embedded(program, &case, &case.processors)? {
                holds &= it.verdict() != Verdict::Exceeded;
                let (Verdict::Holds, Ok(bound)) = (it.verdict(), &it.bound) else {
                    continue;
                };
                let Some(share) = &bound.cores else { continue };
                let row = rows.entry(it.name.clone()).or_default();
                if row.is_empty() {
                    row.push(share.alone.to_string());
                }
                let (longest, worst) = (it.seen.max, share.worst_alignment);
                row.extend([longest, bound.cycles, worst].map(|cycles| cycles.to_string()));
            }
        }
    }
    let columns = CORES.map(|cores| format!("longest, {cores} cores | bound | worst alignment | "));
    println!("| method | bound alone | {}", columns.concat().trim_end());
    println!("|---|--:|{}", "--:|".repeat(3 * CORES.len()));
    for (method, cells) in rows
        .iter()
        .filter(|(_, cells)| cells.len() == 1 + 3 * CORES.len())
    {
        println!("| `{method}` | {} |", cells.join(" | "));
    }
    Ok(holds)
}
