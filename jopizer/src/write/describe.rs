//! The symbols of a linked program.

use std::collections::BTreeSet;

use crate::arrays::Type;
use crate::classes::{ClassId, MethodKey};
use crate::emit::first_entry;
use crate::hashing::FxHashMap;
use crate::image::Image;
use crate::layout::{Layout, METHOD_STRUCT, MethodCode};
use crate::program::ProgramParts;
use crate::reference::SlotValue;
use crate::symbols::{
    ArgumentsSymbol, ArraySymbol, ClassSymbol, FieldSymbol, MethodSymbol, Pointers, Region,
    SYMBOLS_FORMAT, StaticSymbol, StringSymbol, Symbols,
};

/// Describes an image; `image` may have its arguments already.
pub(crate) fn describe(program: &ProgramParts, layout: &Layout, image: &Image) -> Symbols {
    let mut symbols = Symbols {
        format: SYMBOLS_FORMAT,
        image_hash: 0,
        main_class: program.classes.class_name(program.special.main.class),
        pointers: pointers(program, layout),
        regions: regions(program, layout, image),
        classes: program
            .order
            .iter()
            .map(|class| class_symbol(program, layout, *class))
            .collect(),
        methods: method_symbols(program, layout),
        statics: static_symbols(program, layout),
        strings: string_symbols(layout),
        arrays: array_symbols(program, layout),
        bytecodes: bytecodes(program),
        arguments: arguments(program, layout),
    };
    symbols.image_hash = symbols.hash(image);
    symbols
}

/// Data of the argument region, if the runtime takes arguments.
pub(crate) fn arguments(program: &ProgramParts, layout: &Layout) -> Option<ArgumentsSymbol> {
    let field = layout.info.arguments?;
    let shape = layout.string_shape(program);
    Some(ArgumentsSymbol {
        field: layout.fields.place(field),
        start: layout.extensions.end,
        string_table: shape.method_table,
        string_words: shape.instance_size,
        char_array: shape.char_array,
        string_array: layout.extensions.string_array,
    })
}

fn pointers(program: &ProgramParts, layout: &Layout) -> Pointers {
    let special = &program.special;
    let method = |key| layout.method_struct(program, key);
    let (references, reference_words) = layout.fields.reference_area;
    Pointers {
        address: layout.special,
        boot: method(special.boot),
        jvm: first_entry(program, layout, &special.jvm),
        help: first_entry(program, layout, &special.help),
        main: method(special.main),
        references,
        reference_words,
        initialisers: layout.initialisers.iter().map(|key| method(*key)).collect(),
    }
}

fn regions(program: &ProgramParts, layout: &Layout, image: &Image) -> Vec<Region> {
    let classes = layout.strings
        + layout
            .literals
            .len(layout.string_shape(program).instance_size);
    let starts = [
        ("header", 0),
        ("value statics", 2),
        ("reference statics", layout.fields.reference_area.0),
        ("code", layout.fields.end()),
        ("special pointers", layout.special),
        ("strings", layout.strings),
        ("classes", classes),
        ("extensions", layout.classes_end(program)),
        ("arguments", layout.extensions.end),
    ];
    let ends = starts
        .iter()
        .skip(1)
        .map(|(_, start)| *start)
        .chain([image.words.len() as u32]);
    let region = |((name, start), end): (&(&str, u32), u32)| Region {
        name: (*name).to_owned(),
        start: *start,
        words: end.saturating_sub(*start),
    };
    starts.iter().zip(ends).map(region).collect()
}

fn class_symbol(program: &ProgramParts, layout: &Layout, class: ClassId) -> ClassSymbol {
    let place = layout.classes[&class];
    let declared = &program.classes[class];
    let slots = layout.pools[&class].slots().iter();
    let fields = program
        .classes
        .fields(class)
        .filter(|(_, field)| !field.is_static());
    ClassSymbol {
        name: program.classes.class_name(class),
        address: place.address,
        method_table: layout.method_table(class),
        pool: place.pool,
        constants: slots
            .map(|slot| constant_text(program, slot.as_ref()))
            .collect(),
        interface_table: place.interface_table,
        interface_number: declared
            .file
            .is_interface()
            .then(|| layout.interfaces.number(class)),
        instance_words: layout.fields.instance(class).size,
        superclass: declared.superclass.map(|id| program.classes.class_name(id)),
        fields: fields
            .map(|(key, field)| FieldSymbol {
                name: field.id.name.to_string(),
                descriptor: field.id.descriptor.to_string(),
                offset: layout.fields.place(key),
            })
            .collect(),
        source: declared.file.source.clone(),
    }
}

fn constant_text(program: &ProgramParts, slot: Option<&SlotValue>) -> String {
    let class_name = |class: &ClassId| program.classes.class_name(*class);
    let type_name = |value: &Type| match value {
        Type::Class(class) => class_name(class),
        Type::Array(array) => program.arrays.name(*array, &program.classes),
    };
    match slot {
        None => "(low word)".to_owned(),
        Some(SlotValue::Word(bits)) => bits.cast_signed().to_string(),
        Some(SlotValue::Wide(bits)) => bits.cast_signed().to_string(),
        Some(SlotValue::String(text)) => format!("{:?}", String::from_utf16_lossy(text)),
        Some(SlotValue::Class(value)) => format!("class {}", type_name(value)),
        Some(SlotValue::Literal(value)) => format!("{}.class", type_name(value)),
        Some(SlotValue::Direct(method)) => {
            format!(
                "{}.{}",
                class_name(&method.class),
                program.classes.method(*method).id
            )
        }
        Some(SlotValue::Virtual { class, id, .. } | SlotValue::Interface { class, id, .. }) => {
            format!("{}.{id}", class_name(class))
        }
        Some(SlotValue::Unused) => "(unused)".to_owned(),
    }
}

fn method_symbols(program: &ProgramParts, layout: &Layout) -> Vec<MethodSymbol> {
    let mut structs = method_structs(program, layout);
    layout
        .code
        .iter()
        .map(|(key, code)| {
            method_symbol(program, *key, code, structs.remove(key).unwrap_or_default())
        })
        .collect()
}

fn method_symbol(
    program: &ProgramParts,
    key: MethodKey,
    code: &MethodCode,
    structs: Vec<u32>,
) -> MethodSymbol {
    let declared = program.classes.method(key);
    MethodSymbol {
        class: program.classes.class_name(key.class),
        name: declared.id.name.to_string(),
        descriptor: declared.id.descriptor.to_string(),
        is_static: declared.is_static(),
        is_synchronized: program.is_synchronized(key),
        made: declared.made_for.is_some(),
        address: code.address,
        words: code.words(),
        bytes: code.code.bytes.len() as u32,
        arguments: code.arguments,
        locals: code.locals,
        structs,
        lines: code.code.lines.clone(),
        variables: code.code.variables.clone(),
        loop_bounds: declared.loop_bounds.clone(),
    }
}

/// The bytecodes of linked code, by number.
fn bytecodes(program: &ProgramParts) -> Vec<u8> {
    let instructions = program.bodies.values().flat_map(|body| &body.instructions);
    let used: BTreeSet<u8> = instructions.map(|instruction| instruction.opcode).collect();
    used.into_iter().collect()
}

/// Every address of a method's structure, its own class's first.
fn method_structs(program: &ProgramParts, layout: &Layout) -> FxHashMap<MethodKey, Vec<u32>> {
    let mut structs: FxHashMap<MethodKey, Vec<u32>> = FxHashMap::default();
    for key in layout.code.keys() {
        structs.insert(*key, vec![layout.method_struct(program, *key)]);
    }
    for class in &program.order {
        for (index, (_, method)) in (0..).zip(layout.tables[class].entries()) {
            let address = layout.method_table(*class) + METHOD_STRUCT * index;
            if let Some(list) = method.and_then(|key| structs.get_mut(&key))
                && !list.contains(&address)
            {
                list.push(address);
            }
        }
    }
    structs
}

fn static_symbols(program: &ProgramParts, layout: &Layout) -> Vec<StaticSymbol> {
    let mut statics = Vec::new();
    for class in &program.order {
        for (key, field) in program
            .classes
            .fields(*class)
            .filter(|(_, field)| field.is_static())
        {
            statics.push(StaticSymbol {
                class: program.classes.class_name(*class),
                name: field.id.name.to_string(),
                descriptor: field.id.descriptor.to_string(),
                address: layout.fields.place(key),
            });
        }
    }
    statics.sort_by_key(|symbol| symbol.address);
    statics
}

fn string_symbols(layout: &Layout) -> Vec<StringSymbol> {
    let texts = layout.literals.texts();
    texts
        .map(|text| StringSymbol {
            address: layout.string(text),
            text: String::from_utf16_lossy(text),
        })
        .collect()
}

fn array_symbols(program: &ProgramParts, layout: &Layout) -> Vec<ArraySymbol> {
    let arrays = layout.extensions.arrays().iter();
    arrays
        .map(|array| ArraySymbol {
            address: layout.extensions.descriptor(*array),
            name: program.arrays.name(*array, &program.classes),
        })
        .collect()
}
