//! The microcode lab: sources to edit, what is wrong with them, and what a change does to the cycles of bytecodes.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use cost_model::{EvaluatedPath, EvaluatedTable, Scenario};
use isa::{Bytecode, MachineConfig};
use microcode::{AsmError, Build, Program};
use serde_json::{Value, json};

/// Our sources, `jvm.asm` first.
pub(crate) fn sources() -> Value {
    let sources = microcode::jvm_sources().into_iter();
    sources
        .map(|(path, text)| json!({ "path": path, "text": text }))
        .collect()
}

/// Assembles our sources with some of them replaced: the program, if it is right, and the answer to the page.
pub(crate) fn assemble(
    files: &BTreeMap<String, String>,
    build: Build,
    config: &MachineConfig,
) -> (Option<Program>, Value) {
    let ours: BTreeMap<String, &str> = microcode::jvm_sources().into_iter().collect();
    let load = |path: &Path| {
        let path = path.display().to_string();
        let text = files.get(&path).map(String::as_str);
        let text = text.or_else(|| ours.get(&path).copied());
        let text = text.ok_or_else(|| io::Error::other("not among the sources"))?;
        Ok(text.to_owned())
    };
    match microcode::jvm_assembly_of(build, &load) {
        Err(error) => (
            None,
            json!({ "errors": errors(&error), "text": error.to_string() }),
        ),
        Ok(assembly) => {
            let warnings = assembly.render_warnings(false);
            let changed = changes(build, &assembly.program, config);
            let words = assembly.program.symbols.source.len();
            let answer = json!({ "words": words, "warnings": warnings, "changes": changed });
            (Some(assembly.program), answer)
        }
    }
}

/// Errors with their places, for an editor.
fn errors(error: &AsmError) -> Vec<Value> {
    let list = error.errors().iter();
    list.map(|one| {
        let place = error.location(one);
        let (label, help) = error.explanation(one);
        json!({
            "file": place.as_ref().map(|place| place.file.clone()),
            "line": place.as_ref().map(|place| place.line),
            "column": place.as_ref().map(|place| place.column),
            "width": error.width(one),
            "title": one.kind.to_string(),
            "label": label,
            "help": help,
        })
    })
    .collect()
}

/// Cycles of the bytecodes that this microcode executes in other cycles than ours does.
fn changes(build: Build, program: &Program, config: &MachineConfig) -> Value {
    let ours = cost_model::derived_costs(config, &microcode::jvm(build));
    let theirs = cost_model::derived_costs(config, program);
    let (Ok(ours), Ok(theirs)) = (ours, theirs) else {
        return json!([]);
    };
    let rows = (0..=u8::MAX).flat_map(|code| row_changes(code, &ours, &theirs));
    rows.collect()
}

fn row_changes(code: u8, ours: &EvaluatedTable, theirs: &EvaluatedTable) -> Vec<Value> {
    let [ours, theirs] = [ours, theirs].map(|table| &table.bytecodes[usize::from(code)]);
    let name = Bytecode::of(code).name();
    let cycles = |path: &EvaluatedPath| path.cycles;
    let mut found = Vec::new();
    let mut compare = |scenario: String, before: Option<u32>, after: Option<u32>| {
        if before != after {
            found.push(json!({
                "bytecode": name, "scenario": scenario, "before": before, "after": after,
            }));
        }
    };
    let usual =
        |row: &cost_model::EvaluatedRow| row.underivable.is_none().then_some(row.usual.cycles);
    compare(String::new(), usual(ours), usual(theirs));
    let other = |row: &cost_model::EvaluatedRow, scenario: Scenario| {
        let mut others = row.others.iter();
        others
            .find(|(it, _)| *it == scenario)
            .map(|(_, path)| cycles(path))
    };
    let scenarios = ours.others.iter().chain(&theirs.others);
    let mut seen = Vec::new();
    for (scenario, _) in scenarios {
        if !seen.contains(scenario) {
            seen.push(*scenario);
            compare(
                scenario.name().to_owned(),
                other(ours, *scenario),
                other(theirs, *scenario),
            );
        }
    }
    found
}
