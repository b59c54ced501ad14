//! The worst path as a page: the methods on it with the source lines that it takes.

use jopizer::Symbols;
use pages::{AnnotatedMethod, AnnotatedRow};
use run::Setup;
use runtime::sources::{Source, SourcePath};
use wcet::{Analysis, CauseShare, MethodShare};

use super::search;
use super::text::{self, beside_lines};
use super::without::without;
use crate::output::errors::Error;
use crate::output::table::thousands;

/// Lines shown before and after those of the path.
const AROUND: u16 = 1;

/// The page.
pub(super) fn page(
    setup: &Setup,
    symbols: &Symbols,
    sources: &SourcePath,
    bound: &Analysis,
) -> Result<String, Error> {
    let methods = bound.methods.iter();
    let methods: Vec<AnnotatedMethod> = methods
        .map(|method| annotated(symbols, sources, method))
        .collect();
    let title = format!("Worst path of {}", bound.method);
    let facts = facts(setup, bound);
    pages::annotation(&title, &facts, bound.cycles, &methods).map_err(Error::at(&bound.method))
}

/// What stands above the methods.
fn facts(setup: &Setup, bound: &Analysis) -> Vec<(&'static str, String)> {
    let origin = setup.provenance();
    let cache = &bound.cache;
    let mut facts = vec![
        (
            "bound",
            format!(
                "{} cycles, {:.2} µs",
                thousands(bound.cycles),
                bound.microseconds
            ),
        ),
        ("sound", bound.sound.name().to_owned()),
        (
            "method cache",
            format!(
                "{}, {}, {} blocks",
                cache.policy, cache.organisation, cache.blocks
            ),
        ),
        ("program", setup.program.name.clone()),
        ("microcode", origin.microcode.name.clone()),
        ("image", origin.image.sha256.digits().to_owned()),
    ];
    let grounds = text::grounds(bound).into_iter();
    let grounds = grounds.filter(|(_, lines)| !lines.is_empty());
    let grounds = grounds.map(|(title, lines)| (title, lines.join("; ")));
    let observed = text::observed(bound).map(|text| ("observed", text));
    let without = without(bound).map(|text| ("limits", text));
    let searched = search::text(bound, 0);
    let lines: Vec<&str> = searched.lines().map(str::trim).collect();
    let searched = (!lines.is_empty()).then(|| ("search", lines.join("; ")));
    let beside: Vec<_> = (grounds.chain(without).chain(observed).chain(searched)).collect();
    facts.splice(2..2, beside);
    let terms = bound.terms.iter().map(|term| {
        let name = term.method.split('(').next().unwrap_or_default();
        let (calls, cycles) = (thousands(term.calls), thousands(term.cycles));
        format!("{name}: {cycles} cycles for {calls} of its calls")
    });
    let terms: Vec<String> = terms.collect();
    if !terms.is_empty() {
        facts.push(("shared by several calls", terms.join("; ")));
    }
    let excluded = bound.excluded.iter().map(text::excluded);
    facts.push(("not covered", excluded.collect::<Vec<_>>().join("; ")));
    facts
}

fn annotated(symbols: &Symbols, sources: &SourcePath, method: &MethodShare) -> AnnotatedMethod {
    let class = symbols.class(&method.class);
    let source = class.and_then(|class| class.source(sources));
    let causes: Vec<&'static str> = method.causes.iter().map(|it| it.cause.name()).collect();
    AnnotatedMethod {
        name: method.method.clone(),
        file: source
            .as_ref()
            .map(|source| source.path.clone())
            .or_else(|| method.file.clone()),
        calls: method.calls,
        cycles: method.own,
        rows: rows(method, source.as_ref(), &causes),
        causes,
    }
}

fn rows(method: &MethodShare, source: Option<&Source>, causes: &[&str]) -> Vec<AnnotatedRow> {
    let figures = |own: u64, count: u64, of: &[CauseShare]| {
        let of_cause = causes.iter().map(|cause| {
            let share = of.iter().find(|it| it.cause.name() == *cause);
            share.map_or(0, |share| share.cycles)
        });
        [own, count]
            .into_iter()
            .chain(of_cause)
            .collect::<Vec<u64>>()
    };
    let mut rows = Vec::new();
    for it in method.lines.iter().filter(|it| it.line.is_none()) {
        rows.push(AnnotatedRow {
            is_bytecode: false,
            line: None,
            text: format!("({})", beside_lines(it)),
            figures: Some(figures(it.own, method.calls, &it.causes)),
        });
    }
    let numbers = method.lines.iter().filter_map(|it| it.line);
    let (first, last) = (numbers.clone().min(), numbers.max());
    let (Some(first), Some(last)) = (first, last) else {
        return rows;
    };
    for number in first.saturating_sub(AROUND)..=last.saturating_add(AROUND) {
        let it = method.lines.iter().find(|it| it.line == Some(number));
        let text = source.and_then(|source| source.line(number));
        if it.is_none() && text.is_none() {
            continue;
        }
        rows.push(AnnotatedRow {
            is_bytecode: false,
            line: Some(number),
            text: text.unwrap_or_default().replace('\t', "    "),
            figures: it.map(|it| figures(it.own, it.count, &it.causes)),
        });
    }
    rows
}
