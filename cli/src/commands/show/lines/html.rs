//! Annotated methods as a page.

use pages::{AnnotatedMethod, AnnotatedRow};
use record::{Annotation, Figures};

use super::report::Report;
use crate::output::errors::Error;
use crate::output::machine_summary::summary;
use crate::output::table::more;

/// The page: an index of the methods, then each with its lines and their bytecodes.
pub(super) fn page(report: &Report<'_>) -> Result<String, Error> {
    let (origin, recorded) = (
        &report.vertical.profile.provenance,
        &report.vertical.recorded,
    );
    let mut facts = vec![
        (
            "machine",
            format!("{}, {}", summary(&recorded.machine), origin.machine),
        ),
        (
            "microcode",
            format!("{}, {}", recorded.microcode, origin.microcode),
        ),
        ("image", origin.image.clone()),
    ];
    if let Some(region) = &report.region {
        facts.insert(0, ("region", region.clone()));
    }
    if report.left_out > 0 {
        let rest = more(report.left_out);
        facts.push((
            "methods",
            format!("{} {}", report.annotations.len(), rest.trim_end()),
        ));
    }
    let methods: Vec<AnnotatedMethod> = report.annotations.iter().map(method).collect();
    let cycles = report.vertical.recorded_cycles();
    pages::annotation(&report.program, &facts, cycles, &methods).map_err(Error::at(&report.program))
}

fn method(method: &Annotation) -> AnnotatedMethod {
    let stalls = method.figures.stalls.by_cause();
    let causes = stalls.iter().filter(|(_, cycles)| *cycles > 0);
    let causes: Vec<&'static str> = causes.map(|(cause, _)| *cause).collect();
    let row = |is_bytecode, line, text: &str, counts: Option<&Figures>| AnnotatedRow {
        is_bytecode,
        line,
        text: text.replace('\t', "    "),
        figures: counts.map(|counts| figures(counts, &causes)),
    };
    let dispatches = method.dispatches.iter();
    let mut rows: Vec<AnnotatedRow> = dispatches
        .map(|(name, counts)| row(false, None, name, Some(counts)))
        .collect();
    for line in &method.lines {
        let text = line.text.as_deref().unwrap_or_default();
        let counts = line.has_code.then_some(&line.figures);
        rows.push(row(false, line.number, text, counts));
        for place in &line.instructions {
            let instruction = &method.instructions[*place];
            let text = instruction.listed();
            rows.push(row(true, None, &text, Some(&instruction.figures)));
        }
    }
    AnnotatedMethod {
        name: method.method.name.clone(),
        file: method.file.clone(),
        calls: method.figures.executions,
        cycles: method.figures.cycles,
        rows,
        causes,
    }
}

/// Cycles, executions, and stalls by these causes.
fn figures(counts: &Figures, causes: &[&str]) -> Vec<u64> {
    let stalls = counts.stalls.by_cause();
    let stalls = stalls
        .into_iter()
        .filter(|(cause, _)| causes.contains(cause));
    let figures = [counts.cycles, counts.executions].into_iter();
    figures.chain(stalls.map(|(_, cycles)| cycles)).collect()
}
