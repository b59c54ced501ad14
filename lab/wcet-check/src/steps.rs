//! The table of docs/wcet-checks.md: periodic steps of control programs, and kernels.

use wcet_check::{Checked, Verdict, embedded, observe};

use crate::{all_machines, named};

/// Methods of the table, by program.
const METHODS: [(&str, &[&str]); 10] = [
    (
        "lift",
        &[
            "lift.Calls.step",
            "lift.Supervisor.step",
            "lift.Dispatcher.step",
            "lift.Drive.step",
            "lift.Door.step",
            "lift.Indicator.step",
            "lift.Controller.step",
            "lift.Observer.step",
            "lift.Plant.step",
        ],
    ),
    (
        "motor",
        &[
            "motor.Drive.step",
            "motor.Node.step",
            "motor.Master.step",
            "motor.Link.step",
            "motor.Motor.step",
        ],
    ),
    ("udpip", &["udpip.Client.step", "udpip.Host.poll"]),
    ("matrix", &["kernel.Matrix.multiply", "kernel.Numbers.next"]),
    ("bubble-sort", &["kernel.BubbleSort.sort"]),
    ("fixed-fft", &["kernel.FixedFft.transform"]),
    ("double-fft", &["kernel.DoubleFft.transform"]),
    ("crc32", &["kernel.Crc32.update", "kernel.Crc32.slowUpdate"]),
    (
        "sha256",
        &["kernel.Sha256.extend", "kernel.Sha256.compress"],
    ),
    ("sieve", &["kernel.Sieve.run"]),
];

/// Methods of the programs with their ratios on all machines, as Markdown; false if a bound does not hold.
pub(crate) fn table(names: &[String]) -> Result<bool, String> {
    let named: Vec<&str> = named(names)?.iter().map(|it| it.name).collect();
    let machines = all_machines()?;
    let mut holds = true;
    let columns: Vec<&str> = machines.iter().map(|it| it.name.as_str()).collect();
    let first = columns[0];
    println!(
        "| method | calls | longest, {first} | bound, {first} | {} | sound |",
        columns.join(" | ")
    );
    println!("|---|--:|--:|--:|{}---|", "--:|".repeat(machines.len()));
    for (name, methods) in METHODS {
        if !named.contains(&name) {
            continue;
        }
        let program = crate::named(&[name.to_owned()])?[0];
        let wanted = |name: &str| methods.contains(&name);
        let mut rows: Vec<Vec<Checked>> = methods.iter().map(|_| Vec::new()).collect();
        for machine in &machines {
            let observed = observe(program, program.length, machine)?;
            for it in embedded(program, program.long, machine, &observed, wanted)? {
                holds &= it.verdict() != Verdict::Violated;
                let place = methods.iter().position(|name| *name == it.name);
                rows[place.unwrap_or(0)].push(it);
            }
        }
        for row in rows.iter().filter(|row| !row.is_empty()) {
            println!("{}", line(row));
        }
    }
    Ok(holds)
}

/// A method on every machine.
fn line(row: &[Checked]) -> String {
    let first = &row[0];
    let bound = first
        .bound
        .as_ref()
        .map_or("-".to_owned(), |it| thousands(it.cycles));
    let ratios: Vec<String> = row.iter().map(ratio).collect();
    let mut sound: Vec<String> = row.iter().map(soundness).collect();
    sound.dedup();
    let sound = sound.join(", ");
    let Checked { name, seen, .. } = first;
    let (calls, max) = (thousands(seen.calls), thousands(seen.max));
    format!(
        "| `{name}` | {calls} | {max} | {bound} | {} | {sound} |",
        ratios.join(" | ")
    )
}

fn soundness(it: &Checked) -> String {
    match &it.bound {
        Ok(bound) => bound.sound.name().to_owned(),
        Err(reason) => reason.to_string(),
    }
}

fn ratio(it: &Checked) -> String {
    let mark = match it.verdict() {
        Verdict::Violated => " **violated**",
        Verdict::Exceeded => " exceeded",
        Verdict::Holds | Verdict::Unseen | Verdict::Refused => "",
    };
    it.ratio()
        .map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}{mark}"))
}

/// Digits in groups of three.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let first = (digits.len() + 2) % 3 + 1;
    let (head, rest) = digits.split_at(first.min(digits.len()));
    let groups = rest.as_bytes().chunks(3);
    let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
    std::iter::once(head.to_owned())
        .chain(groups)
        .collect::<Vec<_>>()
        .join(",")
}
