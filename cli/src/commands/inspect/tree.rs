//! The tree as indented text.

use jopizer::inspect::{Class, Inspection, InterfaceTable, MethodPointer, TableEntry};

use super::Part;
use crate::output::method_blocks::MethodBlocks;
use crate::output::table::thousands;

/// The image, or the parts of it that are asked for.
pub(super) fn render(
    name: &str,
    image: &Inspection,
    blocks: &MethodBlocks,
    parts: &[Part],
) -> String {
    let mut text = String::new();
    for part in Part::all() {
        if !(parts.is_empty() || parts.contains(&part)) {
            continue;
        }
        let section = match part {
            Part::Header => header(name, image),
            Part::Statics => statics(image),
            Part::Methods => methods(image, blocks),
            Part::Strings => strings(image),
            Part::Classes => classes(image),
        };
        if !text.is_empty() {
            text.push('\n');
        }
        text += &section;
    }
    text + &unnamed(image)
}

impl Part {
    fn all() -> [Self; 5] {
        [
            Self::Header,
            Self::Statics,
            Self::Methods,
            Self::Strings,
            Self::Classes,
        ]
    }
}

fn header(name: &str, image: &Inspection) -> String {
    let mut text = format!(
        "{name}: {} words, {}, {}, {}\n  main class  {}\n\nregions\n",
        thousands(image.words.into()),
        count(image.classes.len(), "class", "classes"),
        count(image.methods.len(), "method", "methods"),
        count(image.strings.len(), "literal", "literals"),
        image.main_class.as_deref().unwrap_or_default()
    );
    let mut rows = vec![vec!["address".into(), "words".into(), String::new()]];
    let regions = image.regions.iter().filter(|region| region.words > 0);
    rows.extend(regions.map(|region| {
        vec![
            region.start.to_string(),
            region.words.to_string(),
            region.name.clone(),
        ]
    }));
    text += &columns(1, "rrl", rows);
    text + &pointers(image)
}

fn pointers(image: &Inspection) -> String {
    let pointers = &image.pointers;
    let method = |offset: u32, name: &str, pointer: &MethodPointer| {
        vec![
            (pointers.address + offset).to_string(),
            name.to_owned(),
            pointer.address.to_string(),
            pointer.method.clone().unwrap_or_else(|| "no code".into()),
        ]
    };
    let number = |offset: u32, name: &str, value: u32, meaning: &str| {
        vec![
            (pointers.address + offset).to_string(),
            name.to_owned(),
            value.to_string(),
            meaning.to_owned(),
        ]
    };
    let mut rows = vec![
        method(0, "boot", &pointers.boot),
        method(1, "bytecodes in Java", &pointers.jvm),
        method(2, "interrupt, exceptions", &pointers.help),
        method(3, "main", &pointers.main),
        number(4, "static references", pointers.references, "first address"),
        number(5, "", pointers.reference_words, "words"),
        number(
            6,
            "class initialisers",
            pointers.initialisers.len() as u32,
            if pointers.initialisers.is_empty() {
                ""
            } else {
                "in this order"
            },
        ),
    ];
    let initialisers = (7..).zip(&pointers.initialisers);
    rows.extend(initialisers.map(|(offset, pointer)| method(offset, "", pointer)));
    format!("\nspecial pointers\n{}", columns(1, "rlrl", rows))
}

fn statics(image: &Inspection) -> String {
    let row = |field: &jopizer::inspect::StaticField| {
        let name = match (&field.class, &field.name) {
            (Some(class), Some(name)) => format!("{class}.{name}"),
            _ => "(no name)".to_owned(),
        };
        let descriptor = field.descriptor.clone().unwrap_or_default();
        vec![
            field.address.to_string(),
            field.kind.to_owned(),
            name,
            descriptor,
        ]
    };
    let rows = image.statics.iter().map(row);
    section("static fields", &columns(1, "rlll", rows))
}

fn methods(image: &Inspection, blocks: &MethodBlocks) -> String {
    let heads = [
        "address",
        "words",
        "bytes",
        "blocks",
        "arguments",
        "locals",
        "method",
        "",
    ];
    let mut rows = vec![heads.map(String::from).to_vec()];
    for method in &image.methods {
        let mut remarks = Vec::new();
        remarks.extend(method.is_static.then(|| "static".to_owned()));
        remarks.extend(method.is_synchronized.then(|| "synchronized".to_owned()));
        if method.handlers > 0 {
            remarks.push(count(method.handlers as usize, "handler", "handlers"));
        }
        rows.push(vec![
            method.address.to_string(),
            method.words.to_string(),
            method.bytes.to_string(),
            method
                .cache_blocks
                .map_or_else(String::new, |count| count.to_string()),
            method.arguments.to_string(),
            method.locals.to_string(),
            format!(
                "{}.{}{}",
                method.class,
                method.name,
                method.descriptor.as_deref().unwrap_or_default()
            ),
            remarks.join(", "),
        ]);
    }
    let title = format!(
        "methods, and what they take of a method cache with {}",
        blocks.describe()
    );
    section(&title, &columns(1, "rrrrrrll", rows))
}

fn strings(image: &Inspection) -> String {
    let strings = image.strings.iter();
    let rows = strings.map(|string| vec![string.address.to_string(), format!("{:?}", string.text)]);
    section("strings", &columns(1, "rl", rows))
}

fn classes(image: &Inspection) -> String {
    let mut text = String::from("classes\n");
    for class in &image.classes {
        text += &class_text(class);
    }
    if !image.arrays.is_empty() {
        let arrays = image.arrays.iter();
        let rows = arrays.map(|array| vec![array.address.to_string(), array.name.clone()]);
        text += "\narray types\n";
        text += &columns(1, "rl", rows);
    }
    text
}

fn class_text(class: &Class) -> String {
    let kind = match class.interface_number {
        Some(number) => format!("interface {number}"),
        None => "class".to_owned(),
    };
    let superclass = class
        .superclass
        .as_ref()
        .filter(|_| class.interface_number.is_none());
    let extends = superclass.map_or_else(String::new, |name| format!(", extends {name}"));
    let source = class
        .source
        .as_ref()
        .map_or_else(String::new, |name| format!(", {name}"));
    let mut text = format!(
        "  {}: {kind} at {}, {} words{extends}{source}\n",
        class.name, class.address, class.words
    );
    text += &fields(class);
    if !class.methods.is_empty() {
        text += &format!("    method table at {}\n", class.method_table);
        text += &entries(&class.methods);
    }
    if !class.constants.is_empty() {
        text += &format!("    constants at {}\n", class.pool);
        let rows = class.constants.iter().map(|constant| {
            vec![
                constant.index.to_string(),
                constant.word.cast_signed().to_string(),
                constant.kind.to_owned(),
                constant.meaning.clone().unwrap_or_default(),
            ]
        });
        text += &columns(3, "rrll", rows);
    }
    text + &class
        .interface_table
        .as_ref()
        .map_or_else(String::new, |table| interfaces(class, table))
}

fn fields(class: &Class) -> String {
    if class.instance_words == 0 {
        return String::new();
    }
    let references: Vec<String> = (0..32)
        .filter(|bit| class.references >> bit & 1 != 0)
        .map(|bit: u32| bit.to_string())
        .collect();
    let references = if references.is_empty() {
        String::new()
    } else {
        format!(", references at {}", references.join(", "))
    };
    let rows = class.fields.iter().map(|field| {
        vec![
            field.offset.to_string(),
            field.name.clone(),
            field.descriptor.clone(),
        ]
    });
    let words = class.instance_words;
    let words = count(words as usize, "word", "words");
    format!("    {words} of fields{references}\n") + &columns(3, "rll", rows)
}

fn entries(entries: &[TableEntry]) -> String {
    let rows = (0..).zip(entries).map(|(index, entry): (usize, _)| {
        let method = entry.method.clone().unwrap_or_else(|| "no code".to_owned());
        vec![index.to_string(), entry.address.to_string(), method]
    });
    columns(3, "rrl", rows)
}

fn interfaces(class: &Class, table: &InterfaceTable) -> String {
    let implements = if class.interfaces.is_empty() {
        String::new()
    } else {
        format!(", implements {}", class.interfaces.join(", "))
    };
    let of = match &table.inherited_from {
        Some(owner) => format!(" of {owner}"),
        None => String::new(),
    };
    // What no class implements is 0 in every table.
    let rows = (0..)
        .zip(&table.entries)
        .filter(|(_, entry): &(usize, _)| entry.address != 0);
    let rows = rows.map(|(index, entry)| {
        let method = entry.method.clone().unwrap_or_else(|| "no code".to_owned());
        vec![index.to_string(), entry.address.to_string(), method]
    });
    format!("    interface table{of} at {}{implements}\n", table.address) + &columns(3, "rrl", rows)
}

/// Message about missing names and their possible sources.
fn unnamed(image: &Inspection) -> String {
    let unnamed = image.unnamed;
    let kinds = [
        (unnamed.classes, "class", "classes"),
        (unnamed.methods, "method", "methods"),
        (unnamed.statics, "static field", "static fields"),
    ];
    let counts: Vec<String> = kinds
        .iter()
        .filter(|(number, ..)| *number > 0)
        .map(|(number, one, many)| count(*number, one, many))
        .collect();
    if counts.is_empty() {
        return String::new();
    }
    format!(
        "\nwithout a name: {}; symbols beside the image would name them\n",
        counts.join(", ")
    )
}

/// `1 class`, `2 classes`.
fn count(count: usize, one: &str, many: &str) -> String {
    let noun = if count == 1 { one } else { many };
    format!("{} {noun}", thousands(count as u64))
}

fn section(title: &str, rows: &str) -> String {
    if rows.is_empty() {
        format!("{title}\n  none\n")
    } else {
        format!("{title}\n{rows}")
    }
}

/// Rows in columns as wide as their longest cell; `alignment` has an `r` or an `l` for each.
fn columns(depth: usize, alignment: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let rows: Vec<_> = rows.into_iter().collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<(char, usize)> = alignment.chars().zip((0..).map(width)).collect();
    let mut text = String::new();
    for row in &rows {
        let mut line = "  ".repeat(depth);
        for (cell, (side, width)) in row.iter().zip(&widths) {
            let cell = match side {
                'r' => format!("{cell:>width$}  "),
                _ => format!("{cell:width$}  "),
            };
            line += &cell;
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}
