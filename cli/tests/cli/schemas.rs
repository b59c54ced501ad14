//! JSON of every command follows its schema in `docs/schemas`: keys, `null` for what is missing, a unit for each number.

pub(crate) mod json_schema;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use crate::common::{commands_below, data, jop, run, stderr, stdout};

/// Commands with JSON on standard output, or in the file that `-o`, `--report` or `--switches` names. Later ones read files
/// that earlier ones wrote.
const COMMANDS: &[&str] = &[
    "run --program producer-consumer --report machine.json --switches switches.json -o a.jrec -- 2",
    "run --program producer-consumer --engine fast --report fast.json -o b.jrec -- 3",
    "run --program lift --engine fast --report run.json -- 2",
    "demo --switches demo.json",
    "run --program gc-stress --report gc.json -- 20",
    "show a.jrec --format json",
    "show causes a.jrec --format json",
    "show own.csv --format json",
    "show causes own.csv --format json",
    "show gprof own.csv --format json",
    "diff own.csv own.csv --format json",
    "show threads a.jrec -o threads.json",
    "show cache --program lift --format json -- 1",
    "show waiting --program producer-consumer --format json -- 2",
    "show gprof a.jrec --format json",
    "show graph a.jrec --format json",
    "show tree a.jrec --format json",
    "show calls a.jrec --format json",
    "show calls a.jrec --method Object.<init> --format json",
    "show calls --program lift --method Controller.step@20000 --format json -- 3",
    "run --program recursion --record microinstructions -o lines.jrec -- 1",
    "run --program recursion --engine fast --record vector --per-call Recursion -o vector.jrec -- 1",
    "run --program lift --engine fast --record vector -o lift.jrec -- 1",
    "show vector vector.jrec --format json",
    "show per-call vector.jrec --format json",
    "cost compose vector.jrec vector.jrec*2 -o composed.json",
    "cost predict composed.json --format json",
    "cost predict lift.jrec --truth=lift --format json -- 1",
    "cost fit --program kernel --top 0 --save-system system.json --format json",
    "cost fit --program recursion,lift,strings --held-out --format json",
    "cost fit --program recursion,lift,strings --combinations --format json",
    "show code lines.jrec --format json",
    "show code lines.jrec --method ackermann --format json",
    "show code lines.jrec --method ackermann --at 0 --format json",
    "show operations lines.jrec --format json",
    "show lines --program recursion --method ackermann --interleaved --format json -- 1",
    "show lines --program recursion --top 0 -o annotate.json -- 1",
    "show time --program recursion --metric all -o metrics-overview.json -- 1",
    "show windows --program recursion --window 20k --metric all --bytecodes iadd -o windows.json -- 1",
    "show phases --program recursion --format json -- 1",
    "run --program gc-stress --record heap -o gc.jrec -- 8",
    "show sites gc.jrec --format json",
    "show classes gc.jrec --format json",
    "show allocations gc.jrec --format json",
    "show collections gc.jrec --format json",
    "show live gc.jrec --collection 1 --format json",
    "show leaks gc.jrec --survived 1 --format json",
    "show stack --program recursion --format json -- 1",
    "programs --format json",
    "programs recursion --run --format json",
    "explore --program recursion --machines default,small.toml --format json -- 1",
    "explore --caches --program recursion --org fifo,lru,ideal --size 1K,2K --format json -- 1",
    "explore --program recursion --org fifo,lru --size 1K,2K --format json -- 1",
    "explore --program recursion --cores 1,2 --arbiter tdma,fair --format json -- 1",
    "explore --program recursion --ram-cnt 2,3 --sensitivity --format json -- 1",
    "explore --program lift --break-even --format json -- 1",
    "inspect --program recursion --format json",
    "inspect --program recursion --method ackermann --format json",
    "build --program recursion -o recursion.jop",
    "inspect recursion.jop --method ackermann --format json",
    "inspect example.jop --format json",
    "inspect example.jop --method method@30 --format json",
    "inspect example.jop --method f_nop --format json",
    "isa --format json",
    "isa --bytecodes --format json",
    "isa --timing --opcode iaload --format json",
    "isa --timing --java --opcode idiv,new --format json",
    "cost derive --format json",
    "cost derive --strict -o strict.json",
    "cost derive -o jop.json",
    "cost show iaload invokestatic idiv --format json",
    "cost compare --format json",
    "cost diff jop.json strict.json --format json",
    "cost predict --table jop.json --program recursion --truth --format json -- 1",
    "cost calibrate --format json -o calibrated.json",
    "cost calibrate --ram-cnt 2..4 --format json",
    "validate --program recursion --format json -- 1",
    "wcet --program matrix --method Matrix.multiply --observe --format json -- 1",
    "wcet --program matrix --method Matrix.multiply --config reprap --format json",
    "wcet --program matrix --format json -- 1",
    "wcet --program lift --method Supervisor.step --search --runs 310 --format json",
    "wcet THREADS --method RtThread --observe --max-cycles 2M --format json",
    "validate --program recursion --set iaload=15 --no-baselines --format json -- 1",
    "run --program recursion --engine fast --report c.json -o c.jrec -- 1",
    "validate --program recursion --profile c.jrec --no-baselines --format json -- 1",
    "diff a.jrec b.jrec --format json",
    "show diff a.jrec b.jrec --format json",
    "diff machine.json fast.json --format json",
    "diff jop.json strict.json -o diff.json",
    "diff a.jrec a.jrec --format json",
    "run --program recursion --config two.toml --report several.json -- 1",
    "show cores --program recursion --config two.toml --format json -- 1",
    "conform VECTORS --format json",
    "check fast.toml --format json",
    "check fast.toml --bless",
    "check slow.toml --format json",
    "check predicted.toml --format json",
    "jop-evaluate --part accuracy --program recursion --format json",
];

/// How commands begin that take a second and more: only in the long part of the tests.
const LONG: &[&str] = &[
    "cost calibrate --ram-cnt",
    "jop-evaluate",
    "cost fit --program kernel",
    "wcet --program matrix --format",
];

/// Options that name a file with JSON.
const FILES: [&str; 5] = ["-o", "--output", "--report", "--switches", "--save-system"];

#[test]
fn the_json_of_every_command_follows_its_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, memory) in [("fast.toml", 1), ("slow.toml", 3)] {
        let path = data("tests/cmd/check.in/classes");
        let manifest = format!(
            "goldens = \"timing\"\n[configurations]\none = {{ ram_cnt = {memory} }}\n[programs]\n\
             status = {{ class = \"Status\", class_path = [{path:?}], arguments = [\"0\"] }}\n[[check]]\n\
             programs = [\"status\"]\nrecord = [\"total\", \"cache\", \"causes\"]\n"
        );
        fs::write(folder.path().join(name), manifest).expect("a manifest");
    }
    let predicted = "goldens = \"timing\"\n[programs]\nshort = { embedded = \"recursion\", arguments = [\"1\"] }\n\
                     [[check]]\nprograms = [\"short\"]\ntable = \"published\"\nmax_error = 0\n";
    fs::write(folder.path().join("predicted.toml"), predicted).expect("a manifest");
    fs::write(
        folder.path().join("own.csv"),
        "method,cycles\nMain.work,5\n",
    )
    .expect("a profile");
    fs::write(folder.path().join("small.toml"), "ram_cnt = 3\n").expect("a machine");
    fs::write(folder.path().join("two.toml"), "cores = 2\n").expect("a machine");
    let image = data("../jopizer/tests/fixtures/original/example.jop");
    fs::copy(image, folder.path().join("example.jop")).expect("an image without symbols");
    let mut seen = BTreeSet::new();
    let is_long = |command: &str| LONG.iter().any(|start| command.starts_with(start));
    let own = |command: &&&str| parts::all() || !is_long(command);
    for command in COMMANDS.iter().filter(own) {
        for (source, text) in documents(command, folder.path()) {
            let document: Value = serde_json::from_str(&text)
                .unwrap_or_else(|error| panic!("{source}: {error}: {text}"));
            seen.insert(check(&source, &document));
        }
    }
    let all = fs::read_dir(data("../docs/schemas")).expect("the schemas");
    let names = all.filter_map(|entry| {
        let name = entry.expect("an entry").file_name();
        Some(name.to_str()?.strip_suffix(".json")?.to_owned())
    });
    let unseen: Vec<String> = names.filter(|name| !seen.contains(name)).collect();
    assert!(
        !parts::all() || unseen.is_empty(),
        "no command here writes {unseen:?}"
    );
}

#[test]
fn every_command_with_json_is_among_those_that_are_checked() {
    let mut with_json = 0;
    for command in subcommands(&[]) {
        let help = stdout(&run(&[&command[..], &["--help".to_owned()]]
            .concat()
            .iter()
            .map(|word| &**word)
            .collect::<Vec<_>>()));
        // Symbols, and formats of other tools that are JSON, too, have no schema of ours.
        let help = help.replace(".sym.json", "");
        let is_ours = help.contains("- json") || help.contains(".json") || help.contains("as JSON");
        if !is_ours || command == ["build"] {
            continue;
        }
        with_json += 1;
        let prefix = command.join(" ");
        let is_checked = COMMANDS.iter().any(|one| one.starts_with(&prefix));
        assert!(
            is_checked,
            "`jop {prefix}` writes JSON, and no test compares it with a schema"
        );
    }
    assert!(with_json > 15, "{with_json}");
}

/// Commands without those that only group others.
pub(crate) fn subcommands(prefix: &[String]) -> Vec<Vec<String>> {
    let words: Vec<&str> = prefix.iter().map(String::as_str).collect();
    let names = commands_below(&words);
    if names.is_empty() {
        return vec![prefix.to_vec()];
    }
    let names = names.into_iter();
    names
        .flat_map(|name| subcommands(&[prefix, &[name]].concat()))
        .collect()
}

/// What a command writes as JSON, each with its source.
fn documents(command: &str, folder: &Path) -> Vec<(String, String)> {
    let command = command.replace(
        "VECTORS",
        &data("../tests/golden/vectors/isa/isa-000.json.gz"),
    );
    let command = command.replace("THREADS", &data("tests/cmd/threads.in/Threads.class"));
    let words: Vec<&str> = command.split(' ').collect();
    let output = jop(&words).current_dir(folder).output().expect("jop runs");
    assert!(
        matches!(output.status.code(), Some(0 | 1 | 3)),
        "{command}: {}",
        stderr(&output)
    );
    let mut found = Vec::new();
    for pair in words.windows(2) {
        if FILES.contains(&pair[0]) && pair[1].ends_with(".json") {
            let text = fs::read_to_string(folder.join(pair[1])).expect("the file");
            found.push((format!("{} of `jop {command}`", pair[1]), text));
        }
    }
    if command.contains("--format json") {
        found.push((format!("`jop {command}`"), stdout(&output)));
    }
    found
}

/// Compares a document with its schema; gives the schema's name.
pub(crate) fn check(source: &str, document: &Value) -> String {
    let id = document["schema"].as_str();
    let id = id.unwrap_or_else(|| panic!("{source} has no `schema`"));
    let name = id
        .strip_prefix("joplab.")
        .and_then(|id| id.split('/').next());
    let name = name.unwrap_or_else(|| panic!("{source}: {id}"));
    let text = fs::read_to_string(data(&format!("../docs/schemas/{name}.json")));
    let text = text.unwrap_or_else(|error| panic!("{source}: docs/schemas/{name}.json: {error}"));
    let schema: Value = serde_json::from_str(&text).expect("a schema in JSON");
    let mut errors = json_schema::errors(&schema, document);
    errors.truncate(5);
    assert!(errors.is_empty(), "{source}: {errors:#?}");
    let units = document["units"].as_object().expect("units");
    let mut described = BTreeMap::new();
    described_units(None, &schema, &mut described);
    for (key, unit) in units {
        let unit = unit.as_str().expect("a unit is a text");
        // Keys that the schema does not name are names themselves.
        if let Some(known) = described.get(key.as_str()) {
            assert!(known.contains(unit), "{source}: {key}: {unit}, {known:?}");
        }
    }
    let keys: Map<String, Value> = document.as_object().expect("an object").clone();
    for (key, value) in keys.iter().filter(|(key, _)| *key != "units") {
        let mut without = BTreeSet::new();
        numbers_without_unit(key, value, units, &mut without);
        assert!(without.is_empty(), "{source}: no unit of {without:?}");
    }
    name.to_owned()
}

/// Units in the descriptions of a schema, by key.
fn described_units<'a>(
    key: Option<&'a str>,
    schema: &'a Value,
    found: &mut BTreeMap<&'a str, BTreeSet<&'a str>>,
) {
    let text = schema["description"].as_str();
    let unit = text.and_then(|text| text.strip_prefix("Unit: ")?.strip_suffix('.'));
    if let (Some(key), Some(unit)) = (key, unit) {
        found.entry(key).or_default().insert(unit);
    }
    for (name, below) in schema["properties"].as_object().into_iter().flatten() {
        described_units(Some(name.as_str()), below, found);
    }
    for (_, below) in schema["$defs"].as_object().into_iter().flatten() {
        described_units(None, below, found);
    }
    for (key, keyword) in [(key, "items"), (None, "additionalProperties")] {
        if schema[keyword].is_object() {
            described_units(key, &schema[keyword], found);
        }
    }
}

fn numbers_without_unit(
    key: &str,
    value: &Value,
    units: &Map<String, Value>,
    without: &mut BTreeSet<String>,
) {
    match value {
        Value::Number(_) if !units.contains_key(key) => {
            without.insert(key.to_owned());
        }
        Value::Array(elements) => {
            for element in elements {
                numbers_without_unit(key, element, units, without);
            }
        }
        Value::Object(keys) => {
            // Values of signals have no unit, side by side or by name.
            let is_signals = ["expected", "actual", "columns"].contains(&key);
            for (key, value) in keys.iter().filter(|_| !is_signals) {
                numbers_without_unit(key, value, units, without);
            }
        }
        _ => {}
    }
}
