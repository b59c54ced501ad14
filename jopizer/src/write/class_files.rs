//! What is linked of each class as a class file, before it is rewritten for JOP: `invokedynamic` is plain code already, methods
//! that cannot run are left out, or abstract where calls may name them and run another.
//!
//! Pool indices stay as code names them. There are no stack-map frames, and `max_stack` is the largest there is: who loads such a class
//! computes both or does without.

use noak::AccessFlags;

use crate::assemble::assemble;
use crate::class_file::{
    ClassFile, Code, Constant, ExceptionHandler, Field, MemberId, MemberRef, Method,
};
use crate::classes::{ClassId, MethodKey};
use crate::clinit;
use crate::error::LinkError;
use crate::hashing::FxHashMap;
use crate::instructions::Body;
use crate::missing_instructions::expand_increments;
use crate::program::ProgramParts;

/// The first version whose nests share private members.
const VERSION: u16 = 55;

/// The linked classes of a program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClassFiles {
    /// Internal names, `t/Main`, and contents; superclasses need not come first.
    pub classes: Vec<(String, Vec<u8>)>,
    /// Classes with an initialiser, in the order in which these run before `main`.
    pub initialisers: Vec<String>,
}

/// Writes all linked classes.
pub(crate) fn write(program: &ProgramParts) -> Result<ClassFiles, LinkError> {
    let classes = program.order.iter().map(|class| {
        let file = &program.classes[*class].file;
        Ok((file.name.to_string(), class_file(program, *class)?))
    });
    let (initialisers, _) = clinit::order(program);
    let name = |key: &MethodKey| program.classes[key.class].file.name.to_string();
    Ok(ClassFiles {
        classes: classes.collect::<Result<_, LinkError>>()?,
        initialisers: initialisers.iter().map(name).collect(),
    })
}

fn class_file(program: &ProgramParts, class: ClassId) -> Result<Vec<u8>, LinkError> {
    let file = &program.classes[class].file;
    let mut pool = Pool::new(file);
    let mut body = Vec::new();
    put(&mut body, file.access.bits());
    put(&mut body, pool.class(&file.name));
    let superclass = file.superclass.as_ref();
    put(&mut body, superclass.map_or(0, |name| pool.class(name)));
    put(&mut body, file.interfaces.len() as u16);
    for name in &file.interfaces {
        put(&mut body, pool.class(name));
    }
    put(&mut body, file.fields.len() as u16);
    for field in &file.fields {
        pool.field(&mut body, field);
    }
    let methods: Vec<MethodKey> = program
        .classes
        .methods(class)
        .filter(|(key, method)| program.is_kept(*key) || may_be_named(method))
        .map(|(key, _)| key)
        .collect();
    put(&mut body, methods.len() as u16);
    for key in methods {
        method(program, key, &mut pool, &mut body)?;
    }
    put(&mut body, 0); // attributes
    let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
    put(&mut bytes, VERSION);
    let full = pool.entries.len() > usize::from(u16::MAX);
    if full {
        let place = program.classes.class_place(class);
        let problem = "it needs more than 65535 constants".to_owned();
        return Err(LinkError::Code { place, problem });
    }
    put(&mut bytes, pool.entries.len() as u16);
    bytes.extend(pool.entries.into_iter().flatten().flatten());
    bytes.extend(body);
    Ok(bytes)
}

fn method(
    program: &ProgramParts,
    key: MethodKey,
    pool: &mut Pool,
    to: &mut Vec<u8>,
) -> Result<(), LinkError> {
    let declared = program.classes.method(key);
    let Some(code) = declared.code.as_ref().filter(|_| program.is_kept(key)) else {
        let access = (declared.access | AccessFlags::ABSTRACT)
            - (AccessFlags::SYNCHRONIZED | AccessFlags::STRICT);
        put(to, access.bits());
        pool.member(to, &declared.id);
        put(to, 0);
        return Ok(());
    };
    put(to, declared.access.bits());
    pool.member(to, &declared.id);
    let expanded = program
        .plain
        .get(&key)
        .map(|body| assembled(program, key, body));
    let (bytes, handlers) = match expanded {
        Some(expanded) => expanded?,
        None => (code.bytes.clone(), code.handlers.clone()),
    };
    put(to, 1);
    put(to, pool.text("Code"));
    let length = 2 + 2 + 4 + bytes.len() + 2 + 8 * handlers.len() + 2;
    to.extend((length as u32).to_be_bytes());
    put(to, u16::MAX);
    put(to, locals(declared.is_static(), &declared.id, code));
    to.extend((bytes.len() as u32).to_be_bytes());
    to.extend(bytes);
    put(to, handlers.len() as u16);
    for row in handlers {
        for value in [row.start, row.end, row.handler, row.catch.into()] {
            put(to, value as u16);
        }
    }
    put(to, 0); // attributes of the code
    Ok(())
}

/// Whether a call may name a method that is not linked, as all that run are those of subclasses.
fn may_be_named(method: &Method) -> bool {
    method.is_virtual() && !method.is_native() && !method.access.contains(AccessFlags::FINAL)
}

/// Code that the linker made may declare no more locals than it has arguments.
fn locals(is_static: bool, id: &MemberId, code: &Code) -> u16 {
    let signature = crate::descriptor::Signature::parse(&id.descriptor);
    let arguments = signature.map_or(0, |it| it.argument_words()) + u32::from(!is_static);
    code.max_locals.max(arguments as u16)
}

/// Code in which dynamic instructions were replaced.
fn assembled(
    program: &ProgramParts,
    key: MethodKey,
    body: &Body<u16>,
) -> Result<(Vec<u8>, Vec<ExceptionHandler>), LinkError> {
    let mut body = body.clone();
    // What the assembler writes of an increment has one byte, which is all that linked code needs.
    expand_increments(&mut body);
    let assembled = assemble(&body, |index| *index).map_err(|error| LinkError::Code {
        place: program.classes.method_place(key),
        problem: error.to_string(),
    })?;
    let rows = assembled.handlers.into_iter();
    let handlers = rows.map(|(start, end, handler, catch)| ExceptionHandler {
        start: start.into(),
        end: end.into(),
        handler: handler.into(),
        catch,
    });
    Ok((assembled.bytes, handlers.collect()))
}

fn put(to: &mut Vec<u8>, value: u16) {
    to.extend(value.to_be_bytes());
}

/// The constant pool: the constants of the class at their indices, and behind them what else a class file needs.
struct Pool {
    /// By index; nothing at second halves.
    entries: Vec<Option<Vec<u8>>>,
    known: FxHashMap<Vec<u8>, u16>,
}

impl Pool {
    fn new(file: &ClassFile) -> Self {
        let mut pool = Pool {
            // A number at each place that no instruction names.
            entries: vec![Some(vec![3, 0, 0, 0, 0]); file.constants.len()],
            known: FxHashMap::default(),
        };
        pool.entries[0] = None;
        for (index, constant) in file.constants.iter().enumerate() {
            let Some(constant) = constant else { continue };
            let float = file.floats.contains(&(index as u16));
            if matches!(constant, Constant::Wide(_)) && index + 1 < pool.entries.len() {
                pool.entries[index + 1] = None;
            }
            if let Some(entry) = pool.constant(constant, float) {
                pool.entries[index] = Some(entry);
            }
        }
        pool
    }

    /// An entry; `None` for what only serves the host's bootstrap methods.
    fn constant(&mut self, constant: &Constant, float: bool) -> Option<Vec<u8>> {
        let mut entry = Vec::new();
        match constant {
            Constant::Word(bits) => {
                entry.push(if float { 4 } else { 3 });
                entry.extend(bits.to_be_bytes());
            }
            Constant::Wide(bits) => {
                entry.push(if float { 6 } else { 5 });
                entry.extend(bits.to_be_bytes());
            }
            Constant::String(units) => {
                entry.push(8);
                let text = self.units(units.iter().copied());
                put(&mut entry, text);
            }
            Constant::Class(name) => {
                entry.push(7);
                let name = self.text(name);
                put(&mut entry, name);
            }
            Constant::Field(member) => self.reference(&mut entry, 9, member),
            Constant::Method(member) => self.reference(&mut entry, 10, member),
            Constant::InterfaceMethod(member) => self.reference(&mut entry, 11, member),
            Constant::MethodHandle(_)
            | Constant::MethodType(_)
            | Constant::Dynamic(_)
            | Constant::InvokeDynamic(_) => return None,
        }
        Some(entry)
    }

    fn reference(&mut self, entry: &mut Vec<u8>, tag: u8, member: &MemberRef) {
        entry.push(tag);
        put(entry, self.class(&member.class));
        let mut pair = vec![12];
        self.member(&mut pair, &member.id);
        put(entry, self.add(pair));
    }

    fn member(&mut self, to: &mut Vec<u8>, id: &MemberId) {
        put(to, self.text(&id.name));
        put(to, self.text(&id.descriptor));
    }

    fn field(&mut self, to: &mut Vec<u8>, field: &Field) {
        put(to, field.access.bits());
        self.member(to, &field.id);
        let float = matches!(&*field.id.descriptor, "F" | "D");
        let value = field.constant.as_ref();
        match value.and_then(|constant| self.constant(constant, float)) {
            Some(entry) => {
                put(to, 1);
                put(to, self.text("ConstantValue"));
                to.extend(2_u32.to_be_bytes());
                put(to, self.add(entry));
            }
            None => put(to, 0),
        }
    }

    fn class(&mut self, name: &str) -> u16 {
        let mut entry = vec![7];
        put(&mut entry, self.text(name));
        self.add(entry)
    }

    fn text(&mut self, text: &str) -> u16 {
        self.units(text.encode_utf16())
    }

    /// A text in the modified UTF-8 of class files: each unit for itself, 0 in two bytes.
    fn units(&mut self, units: impl Iterator<Item = u16>) -> u16 {
        let mut text = Vec::new();
        for unit in units {
            match unit {
                1..=0x7f => text.push(unit as u8),
                0 | 0x80..=0x7ff => {
                    text.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]);
                }
                _ => text.extend([
                    0xe0 | (unit >> 12) as u8,
                    0x80 | (unit >> 6 & 0x3f) as u8,
                    0x80 | (unit & 0x3f) as u8,
                ]),
            }
        }
        let mut entry = vec![1];
        put(&mut entry, text.len() as u16);
        entry.extend(text);
        self.add(entry)
    }

    /// The index of an entry, which is added behind the others if it is not there.
    fn add(&mut self, entry: Vec<u8>) -> u16 {
        if let Some(index) = self.known.get(&entry) {
            return *index;
        }
        let wide = matches!(entry[0], 5 | 6);
        // Cut to 16 bits only if there are too many, which is found before they are written.
        let index = self.entries.len() as u16;
        self.known.insert(entry.clone(), index);
        self.entries.push(Some(entry));
        if wide {
            self.entries.push(None);
        }
        index
    }
}
