//! Counts of single calls of components.

use std::path::Path;

use vectors::{AtomModel, CallModel, Vector};

use crate::output::errors::Error;
use crate::output::table::{Format, Order, Table, Value, limited};

/// Counts of single calls, by what differs most between them.
pub(super) fn table(
    vector: &Vector,
    path: &Path,
    order: Order<'_>,
    format: Format,
) -> Result<Table, Error> {
    let mut table = Table::new(&[
        "component",
        "method",
        "calls",
        "atom",
        "line",
        "residual",
        "least",
        "median",
        "average",
        "percentile 90",
        "most",
    ]);
    let top = match order.sort {
        Some(_) => 0,
        None => order.top,
    };
    let mut missing = 0;
    let components = vector.components.iter();
    let models = components.flat_map(|it| it.models.iter().map(move |model| (&it.name, model)));
    for (component, model) in models.clone() {
        let mut atoms: Vec<&AtomModel> = model.atoms.iter().collect();
        let order = |atom: &AtomModel| atom.distribution.deviation;
        atoms.sort_by(|one, other| order(other).total_cmp(&order(one)));
        let (rows, left_out) = limited(atoms, top, format);
        missing += left_out;
        for atom in rows {
            table.push(call_row(component, model, atom));
        }
    }
    if models.count() == 0 {
        return Err(Error::Input(format!(
            "{}: it has no counts of single calls; record it with --per-call, or name a --component of a program",
            path.display()
        )));
    }
    match order.sort {
        Some(_) => table.ordered(order, format),
        None => Ok(table.without(missing)),
    }
}

fn call_row(component: &str, model: &CallModel, atom: &AtomModel) -> Vec<Value> {
    let it = &atom.distribution;
    let residual = atom
        .line
        .as_ref()
        .map_or(Value::None, |line| Value::Decimal(line.residual, 2));
    vec![
        component.into(),
        model.method.as_str().into(),
        Value::Count(model.calls),
        atom.atom.to_string().into(),
        line_text(atom).into(),
        residual,
        Value::Count(it.least),
        Value::Count(it.median),
        Value::Decimal(it.average, 2),
        Value::Count(it.percentile_90),
        Value::Count(it.most),
    ]
}

/// `2 + 3 n`; nothing where no line fits.
fn line_text(atom: &AtomModel) -> String {
    let Some(line) = &atom.line else {
        return String::new();
    };
    let short = |value: f64| {
        let text = format!("{value:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let mut text = short(line.constant);
    for slope in &line.slopes {
        let sign = if slope.slope < 0.0 { '-' } else { '+' };
        text += &format!(" {sign} {} {}", short(slope.slope.abs()), slope.parameter);
    }
    text
}
