//! Tables of a fit.

use vectors::{AtomPrice, Component, FitOptions, SystemVector, hold_out};

use crate::output::errors::Error;
use crate::output::table::{Format, Table, Value, limited, list, listed};

/// A vector with its name and measured cycles.
pub(super) type Row = (String, Component, f64);

/// Sums of atoms that the measurements determine.
pub(super) fn combinations(system: &SystemVector, top: usize, format: Format) -> Table {
    let mut table = Table::new(&["rank", "combination", "cycles", "standard error"]);
    let most = listed(top, format);
    let ranked = (1..).zip(&system.combinations).collect();
    let (rows, missing) = limited(ranked, top, format);
    for (rank, it) in rows {
        let parts = it
            .parts
            .iter()
            .map(|(atom, times)| format!("{times:.3} {atom}"));
        let sum = list(parts.collect(), most, " + ");
        table.push(vec![
            Value::Count(rank),
            sum.replace("+ -", "- ").into(),
            Value::Decimal(it.cycles, 3),
            it.standard_error
                .map_or(Value::Unbounded, |error| Value::Decimal(error, 3)),
        ]);
    }
    table.without(missing)
}

/// Prices, those with the most cycles in the measurements first.
pub(super) fn prices(system: &SystemVector, top: usize, format: Format) -> Table {
    let mut table = Table::new(&[
        "atom",
        "cycles",
        "standard error",
        "confidence",
        "occurrences",
        "not determined as",
    ]);
    let mut prices: Vec<&AtomPrice> = system.prices.iter().collect();
    prices.sort_by(|one, other| {
        other
            .confidence
            .total_cmp(&one.confidence)
            .then_with(|| one.atom.cmp(&other.atom))
    });
    let (rows, missing) = limited(prices, top, format);
    let most = listed(top, format);
    for price in rows {
        table.push(vec![
            price.atom.to_string().into(),
            Value::Decimal(price.cycles, 2),
            price
                .standard_error
                .map_or(Value::Unbounded, |error| Value::Decimal(error, 2)),
            Value::Part(price.confidence),
            Value::of_number(price.occurrences),
            price
                .problem
                .as_ref()
                .map_or_else(String::new, |it| it.naming_at_most(most))
                .into(),
        ]);
    }
    table.without(missing)
}

/// Each total predicted from the others.
pub(super) fn held_out(
    measured: &[Row],
    options: &FitOptions,
    top: usize,
    format: Format,
) -> Result<Table, Error> {
    let held = hold_out(measured, options).map_err(Error::refused)?;
    let (held, missing) = limited(held, top, format);
    let mut table = Table::new(&[
        "vector",
        "measured",
        "predicted",
        "error in %",
        "standard error",
        "errors",
    ]);
    for it in held {
        let off = it.predicted - it.measured;
        let errors = it
            .standard_error
            .filter(|error| *error > 0.0)
            .map(|error| off / error);
        table.push(vec![
            it.vector.into(),
            Value::of_number(it.measured),
            Value::Decimal(it.predicted, 0),
            Value::Decimal(100.0 * off / it.measured, 2),
            it.standard_error
                .map_or(Value::Unbounded, |error| Value::Decimal(error, 0)),
            errors.map_or(Value::None, |errors| Value::Decimal(errors, 2)),
        ]);
    }
    Ok(table.without(missing))
}
