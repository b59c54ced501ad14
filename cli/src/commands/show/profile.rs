//! Views of the calling contexts: methods, causes, callers, times of calls, threads.

use cross_profile::decomposition::Carried;
use cross_profile::profile::MethodFigures;
use cross_profile::{Cause, Profile, ThreadProfile};
use indexmap::IndexMap;
use serde_json::json;

#[cfg(feature = "whole")]
use super::calls::periodic::Periodic;
use super::cells::{share, told};
use super::part::begins_with;
use super::subject::Subject;
use super::{Arguments, View, calls, classical};
use crate::output::document::{self, Document};
use crate::output::errors::Error;
use crate::output::exit_code;
use crate::output::table::{Format, Order, Table, Value};
/// Methods, contexts and calls that are printed.
const TOP: usize = 20;

/// Prints a view.
pub(super) fn execute(
    arguments: &Arguments,
    view: View,
    subject: &Subject<'_>,
) -> Result<u8, Error> {
    #[cfg(feature = "whole")]
    if let (Some(picture), View::Flat | View::Gprof | View::Causes) =
        (arguments.rows.picture()?, view)
    {
        let Some((profile, code)) = subject.profile(&arguments.part())? else {
            return Ok(exit_code::INTERRUPTED);
        };
        picture.draw(&chart(&profile, view, arguments.order(TOP))?)?;
        return Ok(code);
    }
    let format = arguments.rows.table_format()?;
    let method = arguments.one_method()?;
    #[cfg(feature = "whole")]
    if let (View::Calls, Some(periodic)) = (view, Periodic::read(method)?) {
        return periodic.execute(arguments, (subject, TOP));
    }
    let Some((profile, code)) = subject.profile(&arguments.part())? else {
        return Ok(exit_code::INTERRUPTED);
    };
    let (path, top) = (subject.path()?, arguments.top(TOP));
    let order = arguments.order(TOP);
    if profile.flat && matches!(view, View::Graph | View::Tree) {
        return Err(Error::Input(format!(
            "{}: the profile has no callers, only methods; `jop show gprof` prints them",
            path.display()
        )));
    }
    let text = match (view, method) {
        (View::Calls, Some(method)) => calls::of_method(&profile, path, method, order, format)?,
        (View::Calls, None) => calls::table(&profile)?
            .ordered(order, format)?
            .render(format, Document::ReportCalls)?,
        (View::Causes, _) => causes(&profile)
            .ordered(order, format)?
            .render(format, Document::ReportCauses)?,
        (View::Threads, _) => threads(&profile)
            .ordered(order, format)?
            .render(format, Document::ReportThreads)?,
        (View::Gprof, _) => {
            classical::flat(&profile, top, format).render(format, Document::ReportFlat)?
        }
        (View::Graph, _) => classical::call_graph(&profile, top, format)
            .render(format, Document::ReportCallGraph)?,
        (View::Tree, _) => {
            contexts(&profile, top, format).render(format, Document::ReportContexts)?
        }
        _ => flat(&profile, order, format)?,
    };
    arguments.rows.print(&text)?;
    Ok(code)
}

/// Cycles as bars: those of the hottest methods, or those of each cause.
#[cfg(feature = "whole")]
fn chart(profile: &Profile, view: View, order: Order<'_>) -> Result<charts::Figure, Error> {
    let rows = match view {
        View::Causes => causes(profile).pairs("cause", "cycles")?,
        _ => methods(profile)
            .ordered(order, Format::Table)?
            .pairs("method", "self cycles")?,
    };
    // Types of arguments would take the room of the bars.
    let name = |name: String| name.split('(').next().unwrap_or_default().to_owned();
    let rows = rows.into_iter().filter(|(_, cycles)| *cycles != 0.0);
    let rows: Vec<_> = rows.map(|(it, cycles)| (name(it), cycles)).collect();
    Ok(crate::output::picture::bars(&rows, "cycles"))
}

/// Methods, then causes.
fn flat(profile: &Profile, order: Order<'_>, format: Format) -> Result<String, Error> {
    let methods = methods(profile).ordered(order, format)?;
    Ok(match format {
        Format::Table => format!("{}\n{}", methods.for_people(), causes(profile).for_people()),
        Format::Json => {
            let [rows, causes] = [methods, causes(profile)].map(|it| document::value(&it));
            let body = json!({ "rows": rows?, "causes": causes? });
            document::json(Document::ReportMethods, &body)?
        }
        Format::Csv => methods.render(format, Document::ReportMethods)?,
    })
}

fn methods(profile: &Profile) -> Table {
    let mut rows: Vec<(&String, MethodFigures)> =
        profile.methods.iter().zip(profile.by_method()).collect();
    rows.retain(|(_, figures)| figures.self_cycles != 0);
    rows.sort_by(|(a_name, a), (b_name, b)| {
        let order = b.self_cycles.cmp(&a.self_cycles);
        order.then_with(|| a_name.cmp(b_name))
    });
    let total = profile.total_cycles();
    let carried = Carried::told(profile);
    let mut table = Table::new(&[
        "self cycles",
        "share",
        "total cycles",
        "calls",
        "bytecodes",
        "method",
    ]);
    for (name, figures) in rows {
        table.push(vec![
            figures.self_cycles.into(),
            share(figures.self_cycles, total),
            total_cycles(profile, &figures),
            told(carried.calls, figures.calls),
            told(carried.bytecodes, figures.bytecodes),
            name.as_str().into(),
        ]);
    }
    table
}

/// Cycles by cause; none where the profile of another tool lacks them.
fn causes(profile: &Profile) -> Table {
    let total = profile.total_cycles();
    let is_told = Carried::told(profile).loads;
    let mut table = Table::new(&["cause", "cycles", "share"]);
    for (cause, cycles) in Cause::ALL.into_iter().zip(profile.total_by_cause()) {
        let (cycles, share) = match is_told {
            true => (cycles.into(), share(cycles, total)),
            false => (Value::None, Value::None),
        };
        table.push(vec![cause.name().into(), cycles, share]);
    }
    table
}

/// Contexts below their callers: indented for people; for programs a row for each chain of methods, whatever its services.
fn contexts(profile: &Profile, top: usize, format: Format) -> Table {
    let mut table = Table::new(&[
        "total cycles",
        "share",
        "self cycles",
        "calls",
        "bytecodes",
        "context",
    ]);
    let Some(tree) = profile.merged() else {
        return table;
    };
    let (inclusive, total) = (tree.inclusive_cycles(), tree.total_cycles());
    let mut chain: Vec<&str> = Vec::new();
    let mut rows: IndexMap<String, [u64; 4]> = IndexMap::new();
    let shown = tree.hottest(if format == Format::Table { top } else { 0 });
    let missing = tree.contexts().len() - shown.len();
    let mut push = |name: String, [cycles, own, calls, bytecodes]: [u64; 4]| {
        table.push(vec![
            cycles.into(),
            share(cycles, total),
            own.into(),
            calls.into(),
            bytecodes.into(),
            name.into(),
        ]);
    };
    for (depth, id) in shown {
        let context = tree.context(id);
        chain.truncate(depth);
        chain.push(profile.name(context.method));
        let cycles = inclusive[id.0 as usize];
        let own = context.self_cycles();
        let figures = [cycles, own, context.calls, context.bytecodes];
        match format {
            Format::Table => push(format!("{}{}", "  ".repeat(depth), chain[depth]), figures),
            Format::Json | Format::Csv => {
                let sums = rows.entry(chain.join(";")).or_default();
                for (sum, figure) in sums.iter_mut().zip(figures) {
                    *sum += figure;
                }
            }
        }
    }
    for (name, figures) in rows {
        push(name, figures);
    }
    table.without(missing)
}

/// Threads, with what their trees take. Unit of memory: bytes.
fn threads(profile: &Profile) -> Table {
    let total = profile.total_cycles();
    let mut table = Table::new(&[
        "cycles",
        "share",
        "bytecodes",
        "contexts",
        "bytes per context",
        "thread",
        "begins with",
    ]);
    for thread in &profile.threads {
        let ThreadProfile { name, tree } = thread;
        let contexts = tree.contexts();
        let bytecodes: u64 = contexts.iter().map(|context| context.bytecodes).sum();
        table.push(vec![
            tree.total_cycles().into(),
            share(tree.total_cycles(), total),
            bytecodes.into(),
            (contexts.len() as u64).into(),
            ((tree.memory_bytes() / contexts.len()) as u64).into(),
            name.as_str().into(),
            begins_with(profile, thread).map_or(Value::None, Value::from),
        ]);
    }
    table
}

/// Cycles with those of the callees, which a profile without chains of calls does not know.
fn total_cycles(profile: &Profile, figures: &MethodFigures) -> Value {
    match profile.flat {
        true => Value::None,
        false => figures.inclusive_cycles.into(),
    }
}
