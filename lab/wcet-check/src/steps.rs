//! The table of docs/wcet.md: periodic steps of control programs, and kernels.

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

/// Methods of the programs, as Markdown; false if a bound does not hold.
pub(crate) fn table(names: &[String]) -> Result<bool, String> {
    let named: Vec<&str> = named(names)?.iter().map(|it| it.name).collect();
    let mut holds = true;
    println!("| method | machine | observed | bound | ratio | sound | calls | left out | time |");
    println!("|---|---|--:|--:|--:|---|--:|--:|--:|");
    for (name, methods) in METHODS {
        if !named.contains(&name) {
            continue;
        }
        let program = crate::named(&[name.to_owned()])?[0];
        let mut rows: Vec<(usize, String)> = Vec::new();
        for machine in all_machines()? {
            let observed = observe(program, program.length, &machine)?;
            let wanted = |name: &str| methods.contains(&name);
            let checked = embedded(program, program.long, &machine, &observed, wanted)?;
            for it in &checked {
                holds &= it.verdict() != Verdict::Violated;
                let place = methods.iter().position(|name| *name == it.name);
                rows.push((place.unwrap_or(0), row(&machine.name, it)));
            }
        }
        rows.sort_by_key(|(place, _)| *place);
        for (_, row) in rows {
            println!("{row}");
        }
    }
    Ok(holds)
}

fn row(machine: &str, it: &Checked) -> String {
    let mark = match it.verdict() {
        Verdict::Violated => " **violated**",
        Verdict::Exceeded => " exceeded",
        Verdict::Holds | Verdict::Unseen | Verdict::Refused => "",
    };
    let (bound, ratio, sound) = match &it.bound {
        Ok(bound) => (
            thousands(bound.cycles),
            it.ratio()
                .map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.2}")),
            bound.sound.name().to_owned(),
        ),
        Err(reason) => ("-".to_owned(), "-".to_owned(), reason.to_string()),
    };
    format!(
        "| `{}` | {machine} | {} | {bound}{mark} | {ratio} | {sound} | {} | {} | {:.0} ms |",
        it.name,
        thousands(it.seen.max),
        thousands(it.seen.calls),
        thousands(it.seen.left_out),
        it.time.as_secs_f64() * 1e3
    )
}

/// Digits in groups of three.
fn thousands(number: u64) -> String {
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
