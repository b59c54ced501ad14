//! The tables of docs/wcet-library.md.

use wcet::Soundness;
use wcet_check::library::{GROUPS, Held};

use crate::steps::thousands;

/// Bounds of methods of the library, as Markdown; false if one does not hold.
pub(crate) fn table(names: &[String]) -> Result<bool, String> {
    let known = |name: &str| GROUPS.iter().any(|it| it.name == name);
    if let Some(name) = names.iter().find(|it| !known(it)) {
        let all: Vec<&str> = GROUPS.iter().map(|it| it.name).collect();
        return Err(format!("no group `{name}`; there are {}", all.join(", ")));
    }
    let mut holds = true;
    println!("| method | bounded by | bound | observed | ratio |");
    println!("|---|---|--:|--:|--:|");
    let wanted = |name: &str| names.is_empty() || names.iter().any(|it| it == name);
    for group in GROUPS.iter().filter(|it| wanted(it.name)) {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        for row in group.held(folder.path())? {
            holds &= print(&row);
        }
    }
    Ok(holds)
}

/// Prints a row; false if its bound does not hold, with what disproves it on the error output.
fn print(row: &Held) -> bool {
    let Held { call, by, bound } = row;
    let bound = match bound {
        Ok(bound) => bound,
        Err(problem) => {
            println!("| `{call}` | {by} | {problem} | | |");
            return false;
        }
    };
    for it in &bound.disproved {
        eprintln!("{call}: {it:?}");
    }
    let (seen, ratio) = bound
        .observed
        .as_ref()
        .map_or((0, 0.0), |it| (it.max, it.ratio));
    let (cycles, longest) = (thousands(bound.cycles), thousands(seen));
    println!("| `{call}` | {by} | {cycles} | {longest} | {ratio:.2} |");
    bound.sound != Soundness::No && seen <= bound.cycles
}
