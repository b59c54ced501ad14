//! What types tell of values.

use crate::program::{ClassId, Method, Program};
use crate::value::{ElementType, Kind, Value};

/// What the descriptor tells of each argument word.
pub(crate) fn arguments_of(program: &Program<'_>, method: &Method<'_>) -> Vec<Value> {
    let types = argument_types(method);
    let mut words: Vec<Value> = types.iter().map(|ty| of_type(program, ty)).collect();
    if !method.symbol.is_static {
        words[0] = Value::reference(method.class, false);
    }
    words.resize(method.arguments, Value::ANY);
    words
}

/// Types of the words of a method's arguments, by its descriptor; the second word of a type has none.
pub(crate) fn argument_types<'p>(method: &'p Method<'_>) -> Vec<&'p str> {
    let mut types = match method.symbol.is_static {
        true => Vec::new(),
        false => vec!["L;"],
    };
    let parameters = method.symbol.descriptor.split(')').next();
    let mut rest = parameters.unwrap_or_default().trim_start_matches('(');
    while !rest.is_empty() {
        let (ty, behind) = rest.split_at(type_length(rest));
        types.push(ty);
        if ["J", "D"].contains(&ty) {
            types.push("");
        }
        rest = behind;
    }
    types
}

/// Characters of the first type of a descriptor.
fn type_length(text: &str) -> usize {
    let dimensions = text.len() - text.trim_start_matches('[').len();
    let element = &text[dimensions..];
    let length = match element.starts_with('L') {
        true => element.find(';').map_or(element.len(), |end| end + 1),
        false => element.chars().next().map_or(0, char::len_utf8),
    };
    (dimensions + length).min(text.len())
}

/// Returns true for types whose values are ints in a frame.
pub(crate) fn is_int(ty: &str) -> bool {
    ["Z", "B", "C", "S", "I"].contains(&ty)
}

/// What a type tells of a value.
pub(crate) fn of_type(program: &Program<'_>, ty: &str) -> Value {
    match ty {
        "Z" => Value::between(0, 1),
        "B" => Value::between(i8::MIN.into(), i8::MAX.into()),
        "S" => Value::between(i16::MIN.into(), i16::MAX.into()),
        "C" => Value::between(0, u16::MAX.into()),
        _ if ty.starts_with('[') => {
            let element = ty.trim_start_matches('[');
            let dims = (ty.len() - element.len()).min(u8::MAX.into()) as u8;
            let class = element
                .strip_prefix('L')
                .and_then(|name| class_of_name(program, name));
            let array = Value::any_array(class, dims);
            match element_type(element).filter(|_| dims == 1) {
                Some(element) => array.of_elements(element),
                None => array,
            }
        }
        _ if ty.starts_with('L') => Value::reference(class_of_name(program, &ty[1..]), false),
        _ => Value::ANY,
    }
}

/// The type of numbers by its letter in a descriptor.
fn element_type(letter: &str) -> Option<ElementType> {
    let place = ["Z", "C", "F", "D", "B", "S", "I", "J"]
        .into_iter()
        .position(|it| it == letter)?;
    u8::try_from(place + 4).ok().map(ElementType::Number)
}

/// A class by its name in a descriptor.
fn class_of_name(program: &Program<'_>, name: &str) -> Option<ClassId> {
    program.class_named(&name.trim_end_matches(';').replace('/', "."))
}

/// Of what a type and a caller tell of a word the more precise.
pub(crate) fn combine(program: &Program<'_>, typed: Value, passed: Value) -> Value {
    match (typed.kind, passed.kind) {
        (_, Kind::Any) => typed,
        (Kind::Int { lo: a, hi: b }, Kind::Int { lo: c, hi: d }) => {
            let (lo, hi) = (a.max(c), b.min(d));
            if lo <= hi {
                Value::between(lo, hi).aged(&[passed])
            } else {
                passed
            }
        }
        (Kind::Any, Kind::Int { .. } | Kind::Null) => passed,
        (Kind::Ref { .. }, Kind::Null) => typed,
        (
            Kind::Ref {
                class,
                dims,
                elements: typed,
                ..
            },
            Kind::Ref {
                class: known,
                dims: own,
                exact,
                length,
                site,
                elements,
            },
        ) => {
            let is_wider = dims == own
                && class.zip(known).is_some_and(|(class, known)| {
                    class != known && program.is_subclass(class, known)
                });
            let (class, dims, exact) = match known {
                Some(_) if !is_wider => (known, own, exact),
                _ => (class, dims, false),
            };
            Value::from(Kind::Ref {
                class,
                dims,
                exact,
                length,
                site,
                elements: elements.or(typed),
            })
            .aged(&[passed])
        }
        _ => typed,
    }
}
