//! Notes about a sweep: what it says of itself, and what was left out.

use cache_sweep::Parts;

use crate::output::console::Console;

/// Prints notes about the rows.
pub(super) fn tell(parts: &Parts, console: Console) {
    let mut notes = Vec::new();
    let mut refusals: Vec<(String, String, usize)> = Vec::new();
    for (job, result) in parts
        .description
        .jobs()
        .iter()
        .filter_map(|job| Some((job, parts.results.get(&job.job)?)))
    {
        for note in &result.notes {
            let memory = job.memory.name();
            let note = format!(
                "jop: note: {} on {memory}, ram_cnt {}: {note}",
                job.program, job.ram_cnt
            );
            if !notes.contains(&note) {
                notes.push(note);
            }
        }
        for refused in &result.refused {
            let name = format!("{}, {}", job.program, job.organisation);
            let known = refusals
                .iter_mut()
                .find(|(known, reason, _)| *known == name && *reason == refused.reason);
            match known {
                Some((_, _, count)) => *count += refused.configurations,
                None => refusals.push((name, refused.reason.clone(), refused.configurations)),
            }
        }
    }
    for note in notes {
        console.note(&note);
    }
    for (name, reason, count) in refusals {
        console.note(&format!(
            "jop: note: {name}: {count} configurations left out: {reason}"
        ));
    }
}
