//! Collections as a table.

use charts::{Axis, Figure, Mark, Panel, Point, Series};
use memory_profile::{Collection, MemoryProfile};

use super::allocations::{asked_by, with_summary};
use crate::output::document::Document;
use crate::output::errors::Error;
use crate::output::table::{Format, Order, Table, Value};

/// Characters of the longest bar.
const BAR: u64 = 20;

/// A row for each collection; people see the live words as bars, too.
pub(super) fn text(
    memory: &MemoryProfile,
    order: Order<'_>,
    format: Format,
) -> Result<String, Error> {
    let rows: Vec<(usize, &Collection)> = memory.collections.iter().enumerate().collect();
    let most = rows.iter().map(|(_, it)| it.live.words).max().unwrap_or(0);
    let mut columns = vec![
        "collection",
        "cycle",
        "pause",
        "gc cycles",
        "allocated objects",
        "allocated words",
        "freed objects",
        "freed words",
        "live objects",
        "live words",
        "handles",
        "free words",
        "line",
        "asked by",
    ];
    if format == Format::Table {
        columns.insert(10, "");
    }
    let mut table = Table::new(&columns);
    for (place, collection) in rows {
        let mut row = row(memory, place, collection);
        if format == Format::Table {
            row.insert(10, bar(collection.live.words, most).into());
        }
        table.push(row);
    }
    let table = table.ordered(order, format)?;
    with_summary(memory, &table, Document::MemoryCollections, format)
}

/// Live and free words at the collections.
pub(super) fn chart(memory: &MemoryProfile) -> Figure {
    let series = |name: &str, words: fn(&Collection) -> u64| Series {
        name: name.to_owned(),
        mark: Mark::Line,
        points: memory
            .collections
            .iter()
            .map(|it| Point::new(it.start as f64, words(it) as f64))
            .collect(),
    };
    Figure::of(Panel {
        x: Axis::linear("cycle").with_zero(),
        y: Axis::linear("words").with_zero(),
        series: vec![
            series("live", |it| it.live.words),
            series("free", |it| it.free_words.into()),
        ],
    })
}

fn row(memory: &MemoryProfile, place: usize, collection: &Collection) -> Vec<Value> {
    let (line, method) = asked_by(memory, collection.place);
    vec![
        (place as u64 + 1).into(),
        collection.start.into(),
        collection.pause.into(),
        collection.cycles.into(),
        collection.allocated.objects.into(),
        collection.allocated.words.into(),
        collection.freed.objects.into(),
        collection.freed.words.into(),
        collection.live.objects.into(),
        collection.live.words.into(),
        u64::from(collection.handles).into(),
        u64::from(collection.free_words).into(),
        line,
        method,
    ]
}

/// A bar for a part of the most.
fn bar(words: u64, most: u64) -> String {
    let length = (words * BAR).div_ceil(most.max(1));
    "▇".repeat(length as usize)
}
