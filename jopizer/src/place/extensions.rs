//! The region after the class structures: array descriptors, class literals, tables (`docs/image-extensions.md`).

use crate::arrays::{ArrayId, CHAR, Element, Type};
use crate::classes::{ClassId, MethodKey};
use crate::extension_places::Extensions;
use crate::hashing::OrderedSet;
use crate::known_classes::CLASS;
use crate::layout::{Layout, MethodCode};
use crate::link_info::LinkInfo;
use crate::packed_text::PackedTexts;
use crate::program::ProgramParts;
use crate::strings::{HANDLE_WORDS, object_handle};

/// Words of an array descriptor.
const DESCRIPTOR_WORDS: u32 = 8;
/// Words of the table of primitive array types.
const PRIMITIVE_TABLE_WORDS: u32 = 12;
/// Words of an entry of the class table.
const CLASS_ENTRY: u32 = 4;
/// Words of an entry of the method table.
const METHOD_ENTRY: u32 = 6;

/// Flags of the class table.
const INTERFACE: u32 = 1;
const ABSTRACT: u32 = 2;

/// The names that the tables hold.
fn add_names(
    program: &ProgramParts,
    info: &LinkInfo,
    texts: &mut PackedTexts,
    take: &mut impl FnMut(u32) -> u32,
) {
    if info.wants_names() {
        for array in sorted_arrays(program) {
            texts.add(&program.arrays.name(array, &program.classes), take);
        }
    }
    if info.class_table.is_some() {
        for class in &program.order {
            texts.add(&program.classes.class_name(*class), take);
        }
    }
    if info.method_table.is_some() {
        for class in &program.order {
            for method in program.kept_methods(*class) {
                if !is_traced(program, method) {
                    continue;
                }
                texts.add(&program.classes.class_name(*class), take);
                texts.add(&program.classes.method(method).id.name, take);
                if let Some(source) = &program.classes[*class].file.source {
                    texts.add(source, take);
                }
            }
        }
    }
}

fn sorted_arrays(program: &ProgramParts) -> Vec<ArrayId> {
    let mut arrays: Vec<ArrayId> = program.arrays.ids().collect();
    arrays.sort_by_cached_key(|array| program.arrays.name(*array, &program.classes));
    arrays
}

/// Gives everything in the region behind the classes its address.
pub(crate) fn place(program: &ProgramParts, layout: &Layout) -> Extensions {
    let start = layout.classes_end;
    let mut next = start;
    let mut take = |words: u32| {
        let address = next;
        next += words;
        address
    };
    let mut extensions = Extensions {
        start,
        ..Extensions::default()
    };
    let literals = if class_address_offset(program, layout).is_some() {
        layout.class_literals(program)
    } else {
        OrderedSet::default()
    };
    if !literals.is_empty() {
        take(start.next_multiple_of(HANDLE_WORDS) - start);
    }
    extensions.literals = literals
        .into_iter()
        .map(|value| (value, take(HANDLE_WORDS)))
        .collect();
    extensions.sorted = sorted_arrays(program);
    extensions.descriptors = extensions
        .sorted
        .iter()
        .map(|array| (*array, take(DESCRIPTOR_WORDS)))
        .collect();
    extensions.literal_data =
        take(class_instance(program, layout) * extensions.literals.len() as u32);
    if layout.info.primitive_arrays.is_some() {
        extensions.primitive_table = take(PRIMITIVE_TABLE_WORDS);
    }
    if layout.info.class_table.is_some() {
        extensions.class_table = take(1 + CLASS_ENTRY * program.order.len() as u32);
    }
    if layout.info.method_table.is_some() {
        let entries = traced(program, layout).count() as u32;
        extensions.method_table = take(1 + METHOD_ENTRY * entries);
        let lines = traced(program, layout).map(|(_, code)| line_table_words(code));
        extensions.line_tables = take(lines.sum());
    }
    add_names(program, &layout.info, &mut extensions.texts, &mut take);
    extensions.end = take(0);
    extensions.char_array = extensions.descriptor_of(program, Element::Primitive(CHAR));
    extensions.string_array =
        extensions.descriptor_of(program, Element::Class(program.special.string));
    extensions
}

/// The words of the region.
pub(crate) fn words(program: &ProgramParts, layout: &Layout) -> Vec<u32> {
    let extensions = &layout.extensions;
    let mut words = Vec::new();
    let padding = extensions
        .literals
        .values()
        .next()
        .map_or(0, |first| first - extensions.start);
    words.resize(padding as usize, 0);
    let instance = class_instance(program, layout);
    let class = program
        .classes
        .get(CLASS)
        .map_or(0, |class| layout.method_table(class));
    for index in 0..extensions.literals.len() as u32 {
        words.extend(object_handle(
            extensions.literal_data + instance * index,
            class,
        ));
    }
    for array in &extensions.sorted {
        words.extend(descriptor_words(program, layout, *array));
    }
    for value in extensions.literals.keys() {
        let mut object = vec![0; instance as usize];
        if let Some(offset) = class_address_offset(program, layout) {
            object[offset as usize] = layout.type_address(*value);
        }
        words.append(&mut object);
    }
    if layout.info.primitive_arrays.is_some() {
        let codes = 0..PRIMITIVE_TABLE_WORDS as u8;
        words.extend(codes.map(|code| extensions.descriptor_of(program, Element::Primitive(code))));
    }
    if layout.info.class_table.is_some() {
        words.append(&mut class_table(program, layout));
    }
    if layout.info.method_table.is_some() {
        words.append(&mut method_table(program, layout));
    }
    words.append(&mut extensions.texts.words());
    words
}

fn descriptor_words(program: &ProgramParts, layout: &Layout, array: ArrayId) -> [u32; 8] {
    let extensions = &layout.extensions;
    let (code, component) = match program.arrays.element(array) {
        Element::Primitive(code) => (u32::from(code), 0),
        Element::Class(class) => (0, layout.class_address(class)),
        Element::Array(component) => (0, extensions.descriptor(component)),
    };
    let name = program.arrays.name(array, &program.classes);
    [
        0,
        code,
        component,
        layout.class_address(program.special.object),
        0,
        extensions.descriptor_of(program, Element::Array(array)),
        extensions.texts.address(&name),
        extensions.literal(Type::Array(array)).unwrap_or_default(),
    ]
}

fn class_table(program: &ProgramParts, layout: &Layout) -> Vec<u32> {
    let extensions = &layout.extensions;
    let mut words = vec![program.order.len() as u32];
    for class in &program.order {
        let file = &program.classes[*class].file;
        let interface = if file.is_interface() { INTERFACE } else { 0 };
        let is_abstract = file.access.contains(noak::AccessFlags::ABSTRACT);
        let literal = extensions.literal(Type::Class(*class)).unwrap_or_default();
        words.extend([
            layout.class_address(*class),
            extensions
                .texts
                .address(&program.classes.class_name(*class)),
            extensions.descriptor_of(program, Element::Class(*class)),
            literal | interface | if is_abstract { ABSTRACT } else { 0 },
        ]);
    }
    words
}

fn method_table(program: &ProgramParts, layout: &Layout) -> Vec<u32> {
    let mut words = vec![traced(program, layout).count() as u32];
    let mut lines = Vec::new();
    for (method, code) in traced(program, layout) {
        let line_table = layout.extensions.line_tables + lines.len() as u32;
        words.extend(method_entry(program, layout, *method, code));
        words.push(if code.code.lines.is_empty() {
            0
        } else {
            line_table
        });
        if !code.code.lines.is_empty() {
            lines.push(code.code.lines.len() as u32);
            lines.extend(
                code.code
                    .lines
                    .iter()
                    .map(|(pc, line)| u32::from(*pc) << 16 | u32::from(*line)),
            );
        }
    }
    words.append(&mut lines);
    words
}

/// The methods that stack traces show, by code address.
fn traced<'a>(
    program: &'a ProgramParts,
    layout: &'a Layout,
) -> impl Iterator<Item = (&'a MethodKey, &'a MethodCode)> {
    let methods = layout.code.iter();
    methods.filter(|(method, _)| is_traced(program, **method))
}

/// Stack traces leave out what the linker made for a lambda, as the host's do.
fn is_traced(program: &ProgramParts, method: MethodKey) -> bool {
    program.classes.method(method).made_for.is_none()
}

fn method_entry(
    program: &ProgramParts,
    layout: &Layout,
    method: MethodKey,
    code: &MethodCode,
) -> [u32; METHOD_ENTRY as usize - 1] {
    let name = |text: &str| layout.extensions.texts.address(text);
    let source = program.classes[method.class].file.source.as_deref();
    [
        code.address,
        code.words(),
        name(&program.classes.class_name(method.class)),
        name(&program.classes.method(method).id.name),
        source.map_or(0, name),
    ]
}

fn line_table_words(code: &MethodCode) -> u32 {
    match code.code.lines.len() as u32 {
        0 => 0,
        lines => 1 + lines,
    }
}

/// Where java.lang.Class keeps the address of what it stands for; without it there are no class objects.
fn class_address_offset(program: &ProgramParts, layout: &Layout) -> Option<u32> {
    let class = program.classes.get(CLASS)?;
    let mut fields = program.classes.fields(class);
    let (key, _) = fields.find(|(_, field)| !field.is_static() && field.id.is("address", "I"))?;
    Some(layout.fields.place(key))
}

fn class_instance(program: &ProgramParts, layout: &Layout) -> u32 {
    let class: Option<ClassId> = program.classes.get(CLASS);
    class.map_or(0, |class| layout.fields.instance(class).size)
}
