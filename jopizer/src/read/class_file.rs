//! One class file, read into owned form with its constant-pool indices kept.
//!
//! The structure is decoded by `noak`; this file resolves what the linker needs (names, descriptors, constants)
//! and leaves code as bytes, since rewriting needs every index and offset unchanged.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

use noak::error::DecodeError;
use noak::reader::attributes::Code as NoakCode;
use noak::reader::attributes::annotations::ElementValue;
use noak::reader::cpool::{self, ConstantPool, Item, MethodKind};
use noak::reader::{Attribute, AttributeContent, Class as NoakClass};
use noak::{AccessFlags, MStr};

use crate::error::{ClassFileError, Place};
use crate::hashing::{FxHashMap, FxHashSet};

/// Type of the annotation that bounds the loops of a method.
const LOOP_BOUNDS: &str = "Ljoplab/LoopBounds;";

/// The class-file versions that can be read: Java 1.1 to Java 21.
pub(crate) const VERSIONS: std::ops::RangeInclusive<u16> = 45..=65;

/// Name and descriptor of a field or method.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct MemberId {
    pub(crate) name: Rc<str>,
    pub(crate) descriptor: Rc<str>,
}

impl MemberId {
    pub(crate) fn new(name: &str, descriptor: &str) -> Self {
        MemberId {
            name: name.into(),
            descriptor: descriptor.into(),
        }
    }

    pub(crate) fn is(&self, name: &str, descriptor: &str) -> bool {
        *self.name == *name && *self.descriptor == *descriptor
    }

    /// Returns true if this is an instance or class initialiser, which no call dispatches to.
    pub(crate) fn is_initialiser(&self) -> bool {
        self.name.starts_with('<')
    }
}

impl fmt::Display for MemberId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, self.descriptor)
    }
}

/// A reference to a member, as the constant pool holds it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct MemberRef {
    pub(crate) class: Rc<str>,
    pub(crate) id: MemberId,
}

/// A constant-pool entry that instructions can name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Constant {
    /// Integer and Float: the bits.
    Word(u32),
    /// Long and Double: the bits.
    Wide(u64),
    /// UTF-16 code units.
    String(Rc<[u16]>),
    Class(Rc<str>),
    Field(MemberRef),
    Method(MemberRef),
    InterfaceMethod(MemberRef),
    MethodHandle(Handle),
    /// A method descriptor.
    MethodType(Rc<str>),
    /// A constant that a bootstrap method computes.
    Dynamic(Dynamic),
    /// A call site that a bootstrap method links.
    InvokeDynamic(Dynamic),
}

/// Target of a method handle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Handle {
    pub(crate) kind: MethodKind,
    pub(crate) member: MemberRef,
    /// True if the class named is an interface.
    pub(crate) of_interface: bool,
}

/// A dynamic constant or call site.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dynamic {
    /// Index into [`ClassFile::bootstraps`].
    pub(crate) bootstrap: u16,
    pub(crate) id: MemberId,
}

/// One row of the `BootstrapMethods` attribute, as pool indices.
#[derive(Debug, Clone)]
pub(crate) struct Bootstrap {
    pub(crate) handle: u16,
    pub(crate) arguments: Vec<u16>,
}

/// A field as declared.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) access: AccessFlags,
    pub(crate) id: MemberId,
    /// The `ConstantValue` attribute.
    pub(crate) constant: Option<Constant>,
}

/// A method as declared.
#[derive(Debug)]
pub(crate) struct Method {
    pub(crate) access: AccessFlags,
    pub(crate) id: MemberId,
    pub(crate) code: Option<Code>,
    /// The call site that the linker made it for, if it did; traces do not show such methods.
    pub(crate) made_for: Option<Place>,
    /// Most repetitions of its loops, by annotation.
    pub(crate) loop_bounds: Vec<i32>,
}

/// The `Code` attribute.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) max_locals: u16,
    pub(crate) bytes: Vec<u8>,
    pub(crate) handlers: Vec<ExceptionHandler>,
    /// (pc, line), in file order.
    pub(crate) lines: Vec<(u16, u16)>,
    /// Names of local variables, in file order; none without `javac -g`.
    pub(crate) variables: Vec<LocalVariable>,
}

/// The name of a local variable in a part of the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LocalVariable {
    /// First pc at which it has a value.
    pub(crate) start: u32,
    /// The pc after the last one.
    pub(crate) end: u32,
    pub(crate) name: Rc<str>,
    pub(crate) descriptor: Rc<str>,
    /// Its first word among the locals.
    pub(crate) slot: u16,
}

/// One row of the exception table, pcs as in the file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExceptionHandler {
    pub(crate) start: u32,
    pub(crate) end: u32,
    pub(crate) handler: u32,
    /// Pool index of the caught class; 0 catches everything.
    pub(crate) catch: u16,
}

/// A class file.
#[derive(Debug)]
pub(crate) struct ClassFile {
    /// Internal name, `t/Main`.
    pub(crate) name: Rc<str>,
    pub(crate) access: AccessFlags,
    pub(crate) superclass: Option<Rc<str>>,
    pub(crate) interfaces: Vec<Rc<str>>,
    pub(crate) source: Option<String>,
    /// Name without packages and enclosing classes, if the class is one inside another.
    pub(crate) inner_name: Option<Rc<str>>,
    /// The `BootstrapMethods` attribute.
    pub(crate) bootstraps: Vec<Bootstrap>,
    /// The call site that the linker made the class for, if it did.
    pub(crate) made_for: Option<Place>,
    /// Indexed as in the file; 0, second halves, texts and name-and-types are `None`.
    pub(crate) constants: Vec<Option<Constant>>,
    /// Indices of floats and doubles, whose constants are bits like those of integers.
    pub(crate) floats: FxHashSet<u16>,
    pub(crate) fields: Vec<Field>,
    pub(crate) methods: Vec<Method>,
}

impl ClassFile {
    /// Reads a class file.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, ClassFileError> {
        check_header(bytes)?;
        let class = NoakClass::new(bytes)?;
        let reader = Reader {
            pool: class.pool(),
            texts: RefCell::default(),
        };
        let mut fields = Vec::new();
        for field in class.fields() {
            fields.push(reader.field(&field?)?);
        }
        let mut methods = Vec::new();
        for method in class.methods() {
            methods.push(reader.method(&method?)?);
        }
        let mut interfaces = Vec::new();
        for interface in class.interfaces() {
            interfaces.push(reader.class_name(interface?)?);
        }
        Ok(ClassFile {
            name: reader.class_name(class.this_class())?,
            access: class.access_flags(),
            superclass: class
                .super_class()
                .map(|index| reader.class_name(index))
                .transpose()?,
            interfaces,
            source: reader.source_file(class.attributes().iter())?,
            inner_name: reader.inner_name(class.this_class(), class.attributes().iter())?,
            bootstraps: reader.bootstraps(class.attributes().iter())?,
            made_for: None,
            constants: reader.constants()?,
            floats: reader.floats(),
            fields,
            methods,
        })
    }

    pub(crate) fn is_interface(&self) -> bool {
        self.access.contains(AccessFlags::INTERFACE)
    }

    /// The constant at a pool index, if it is one that instructions can name.
    pub(crate) fn constant(&self, index: u16) -> Option<&Constant> {
        self.constants.get(usize::from(index))?.as_ref()
    }

    pub(crate) fn find_method(&self, id: &MemberId) -> Option<usize> {
        self.methods.iter().position(|method| method.id == *id)
    }
}

impl Method {
    pub(crate) fn is_static(&self) -> bool {
        self.access.contains(AccessFlags::STATIC)
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.access.contains(AccessFlags::ABSTRACT)
    }

    pub(crate) fn is_private(&self) -> bool {
        self.access.contains(AccessFlags::PRIVATE)
    }

    pub(crate) fn is_synchronized(&self) -> bool {
        self.access.contains(AccessFlags::SYNCHRONIZED)
    }

    pub(crate) fn is_native(&self) -> bool {
        self.access.contains(AccessFlags::NATIVE)
    }

    /// Returns true if calls select an implementation by the receiver's class.
    pub(crate) fn is_virtual(&self) -> bool {
        !self.is_static() && !self.is_private() && !self.id.is_initialiser()
    }
}

impl Field {
    pub(crate) fn is_static(&self) -> bool {
        self.access.contains(AccessFlags::STATIC)
    }

    pub(crate) fn is_volatile(&self) -> bool {
        self.access.contains(AccessFlags::VOLATILE)
    }
}

fn check_header(bytes: &[u8]) -> Result<(), ClassFileError> {
    let Some([magic @ .., _, _, high, low]) = bytes.first_chunk::<8>() else {
        return Err(ClassFileError::Magic);
    };
    if magic != &[0xca, 0xfe, 0xba, 0xbe] {
        return Err(ClassFileError::Magic);
    }
    let major = u16::from_be_bytes([*high, *low]);
    if VERSIONS.contains(&major) {
        Ok(())
    } else {
        Err(ClassFileError::Version(major))
    }
}

/// Resolves what `noak` leaves as indices.
struct Reader<'a, 'input> {
    pool: &'a ConstantPool<'input>,
    /// Texts by their index: most of them are named many times.
    texts: RefCell<FxHashMap<u16, Rc<str>>>,
}

impl<'input> Reader<'_, 'input> {
    fn text(&self, index: cpool::Index<cpool::Utf8<'input>>) -> Result<Rc<str>, ClassFileError> {
        if let Some(text) = self.texts.borrow().get(&index.as_u16()) {
            return Ok(Rc::clone(text));
        }
        let text = text(self.pool.retrieve(index)?);
        let known = Rc::clone(&text);
        self.texts.borrow_mut().insert(index.as_u16(), known);
        Ok(text)
    }

    fn class_name(
        &self,
        index: cpool::Index<cpool::Class<'input>>,
    ) -> Result<Rc<str>, ClassFileError> {
        self.text(self.pool.get(index)?.name)
    }

    fn source_file(
        &self,
        attributes: impl Iterator<Item = Result<Attribute<'input>, DecodeError>>,
    ) -> Result<Option<String>, ClassFileError> {
        match self.attribute(attributes, "SourceFile")? {
            Some(AttributeContent::SourceFile(file)) => {
                Ok(Some(self.text(file.source_file())?.to_string()))
            }
            _ => Ok(None),
        }
    }

    fn inner_name(
        &self,
        this: cpool::Index<cpool::Class<'input>>,
        attributes: impl Iterator<Item = Result<Attribute<'input>, DecodeError>>,
    ) -> Result<Option<Rc<str>>, ClassFileError> {
        let Some(AttributeContent::InnerClasses(rows)) =
            self.attribute(attributes, "InnerClasses")?
        else {
            return Ok(None);
        };
        let this = self.class_name(this)?;
        for row in rows.classes() {
            let row = row?;
            if self.class_name(row.inner_class())? == this {
                return row.inner_name().map(|name| self.text(name)).transpose();
            }
        }
        Ok(None)
    }

    fn bootstraps(
        &self,
        attributes: impl Iterator<Item = Result<Attribute<'input>, DecodeError>>,
    ) -> Result<Vec<Bootstrap>, ClassFileError> {
        let mut bootstraps = Vec::new();
        if let Some(AttributeContent::BootstrapMethods(rows)) =
            self.attribute(attributes, "BootstrapMethods")?
        {
            for row in rows.methods() {
                let row = row?;
                let mut arguments = Vec::new();
                for argument in row.arguments() {
                    arguments.push(argument?.as_u16());
                }
                bootstraps.push(Bootstrap {
                    handle: row.method_ref().as_u16(),
                    arguments,
                });
            }
        }
        Ok(bootstraps)
    }

    fn attribute(
        &self,
        attributes: impl Iterator<Item = Result<Attribute<'input>, DecodeError>>,
        name: &str,
    ) -> Result<Option<AttributeContent<'input>>, ClassFileError> {
        for attribute in attributes {
            let attribute = attribute?;
            if is(self.pool.retrieve(attribute.name())?, name) {
                return Ok(Some(attribute.read_content(self.pool)?));
            }
        }
        Ok(None)
    }

    fn field(&self, field: &noak::reader::Field<'input>) -> Result<Field, ClassFileError> {
        let constant = match self.attribute(field.attributes().iter(), "ConstantValue")? {
            Some(AttributeContent::ConstantValue(value)) => {
                self.constant(self.pool.get(value.value())?)?
            }
            _ => None,
        };
        Ok(Field {
            access: field.access_flags(),
            id: MemberId {
                name: self.text(field.name())?,
                descriptor: self.text(field.descriptor())?,
            },
            constant,
        })
    }

    fn method(&self, method: &noak::reader::Method<'input>) -> Result<Method, ClassFileError> {
        let mut code = None;
        let mut loop_bounds = Vec::new();
        for attribute in method.attributes() {
            let attribute = attribute?;
            let name = self.pool.retrieve(attribute.name())?;
            if is(name, "Code")
                && let AttributeContent::Code(content) = attribute.read_content(self.pool)?
            {
                code = Some(self.code(&content, attribute.content())?);
            } else if is(name, "RuntimeInvisibleAnnotations") {
                // Nothing that runs depends on it: a damaged annotation stops no program.
                loop_bounds = self.loop_bounds(&attribute).unwrap_or_default();
            }
        }
        Ok(Method {
            access: method.access_flags(),
            id: MemberId {
                name: self.text(method.name())?,
                descriptor: self.text(method.descriptor())?,
            },
            code,
            made_for: None,
            loop_bounds,
        })
    }

    /// The numbers of `@joplab.LoopBounds`, as they are written.
    fn loop_bounds(&self, attribute: &Attribute<'input>) -> Result<Vec<i32>, ClassFileError> {
        let mut bounds = Vec::new();
        let AttributeContent::RuntimeInvisibleAnnotations(content) =
            attribute.read_content(self.pool)?
        else {
            return Ok(bounds);
        };
        for annotation in content.annotations() {
            let annotation = annotation?;
            if !is(self.pool.retrieve(annotation.type_())?, LOOP_BOUNDS) {
                continue;
            }
            for pair in annotation.pairs() {
                self.numbers(&pair?.value(), &mut bounds)?;
            }
        }
        Ok(bounds)
    }

    fn numbers(
        &self,
        value: &ElementValue<'input>,
        numbers: &mut Vec<i32>,
    ) -> Result<(), ClassFileError> {
        match value {
            ElementValue::Int(index) => {
                let number = self.pool.retrieve(*index)?;
                numbers.push(number.value);
            }
            ElementValue::Array(values) => {
                for value in values {
                    self.numbers(&value?, numbers)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn code(&self, code: &NoakCode<'input>, raw: &[u8]) -> Result<Code, ClassFileError> {
        let (mut lines, mut variables) = (Vec::new(), Vec::new());
        for attribute in code.attributes() {
            let attribute = attribute?;
            let name = self.pool.retrieve(attribute.name())?;
            if is(name, "LineNumberTable") {
                lines.extend(line_table(attribute.content()));
            } else if is(name, "LocalVariableTable") {
                // Names for people: a damaged table stops no program.
                variables.extend(self.variables(&attribute).unwrap_or_default());
            }
        }
        let handlers = code.exception_handlers().map(|row| ExceptionHandler {
            start: row.start().as_u32(),
            end: row.end().as_u32(),
            handler: row.handler().as_u32(),
            catch: row.catch_type().map_or(0, |index| index.as_u16()),
        });
        Ok(Code {
            max_locals: code.max_locals(),
            bytes: code_bytes(raw)?.to_vec(),
            handlers: handlers.collect(),
            lines,
            variables,
        })
    }

    fn variables(
        &self,
        attribute: &Attribute<'input>,
    ) -> Result<Vec<LocalVariable>, ClassFileError> {
        let AttributeContent::LocalVariableTable(table) = attribute.read_content(self.pool)? else {
            return Ok(Vec::new());
        };
        let rows = table.locals().into_iter().map(|row| {
            let row = row?;
            Ok(LocalVariable {
                start: row.range().start.as_u32(),
                end: row.range().end.as_u32(),
                name: self.text(row.name())?,
                descriptor: self.text(row.descriptor())?,
                slot: row.index(),
            })
        });
        rows.collect()
    }

    fn constants(&self) -> Result<Vec<Option<Constant>>, ClassFileError> {
        let mut constants = vec![None];
        for (index, item) in self.pool.iter_indices() {
            constants.resize_with(usize::from(index.as_u16()), || None);
            constants.push(self.constant(item)?);
        }
        Ok(constants)
    }

    fn floats(&self) -> FxHashSet<u16> {
        let floats = self
            .pool
            .iter_indices()
            .filter(|(_, item)| matches!(item, Item::Float(_) | Item::Double(_)));
        floats.map(|(index, _)| index.as_u16()).collect()
    }

    fn constant(&self, item: &Item<'input>) -> Result<Option<Constant>, ClassFileError> {
        Ok(Some(match item {
            Item::Integer(constant) => Constant::Word(constant.value.cast_unsigned()),
            Item::Float(constant) => Constant::Word(constant.value.to_bits()),
            Item::Long(constant) => Constant::Wide(constant.value.cast_unsigned()),
            Item::Double(constant) => Constant::Wide(constant.value.to_bits()),
            Item::String(constant) => {
                Constant::String(code_units(self.pool.retrieve(constant.string)?))
            }
            Item::Class(constant) => Constant::Class(self.text(constant.name)?),
            Item::FieldRef(member) => {
                Constant::Field(self.member(member.class, member.name_and_type)?)
            }
            Item::MethodRef(member) => {
                Constant::Method(self.member(member.class, member.name_and_type)?)
            }
            Item::InterfaceMethodRef(member) => {
                Constant::InterfaceMethod(self.member(member.class, member.name_and_type)?)
            }
            Item::MethodHandle(handle) => {
                Constant::MethodHandle(self.handle(handle.kind, self.pool.get(handle.reference)?)?)
            }
            Item::MethodType(constant) => Constant::MethodType(self.text(constant.descriptor)?),
            Item::Dynamic(constant) => Constant::Dynamic(Dynamic {
                bootstrap: constant.bootstrap_method_attr,
                id: self.member_id(constant.name_and_type)?,
            }),
            Item::InvokeDynamic(constant) => Constant::InvokeDynamic(Dynamic {
                bootstrap: constant.bootstrap_method_attr,
                id: self.member_id(constant.name_and_type)?,
            }),
            Item::Utf8(_) | Item::NameAndType(_) | Item::Module(_) | Item::Package(_) => {
                return Ok(None);
            }
        }))
    }

    fn member(
        &self,
        class: cpool::Index<cpool::Class<'input>>,
        name_and_type: cpool::Index<cpool::NameAndType<'input>>,
    ) -> Result<MemberRef, ClassFileError> {
        Ok(MemberRef {
            class: self.class_name(class)?,
            id: self.member_id(name_and_type)?,
        })
    }

    fn member_id(
        &self,
        name_and_type: cpool::Index<cpool::NameAndType<'input>>,
    ) -> Result<MemberId, ClassFileError> {
        let pair = self.pool.get(name_and_type)?;
        Ok(MemberId {
            name: self.text(pair.name)?,
            descriptor: self.text(pair.descriptor)?,
        })
    }

    fn handle(&self, kind: MethodKind, item: &Item<'input>) -> Result<Handle, ClassFileError> {
        let member = match item {
            Item::FieldRef(member) => self.member(member.class, member.name_and_type),
            Item::MethodRef(member) => self.member(member.class, member.name_and_type),
            Item::InterfaceMethodRef(member) => self.member(member.class, member.name_and_type),
            _ => Err(ClassFileError::Damaged(
                "a method handle names no member".to_owned(),
            )),
        };
        Ok(Handle {
            kind,
            member: member?,
            of_interface: matches!(item, Item::InterfaceMethodRef(_)),
        })
    }
}

/// The bytecodes inside the raw `Code` attribute: stack and locals sizes come first, then the length.
fn code_bytes(raw: &[u8]) -> Result<&[u8], ClassFileError> {
    let short = || ClassFileError::Damaged("the code of a method is cut off".to_owned());
    let (header, rest) = raw.split_first_chunk::<8>().ok_or_else(short)?;
    let length = u32::from_be_bytes([header[4], header[5], header[6], header[7]]);
    rest.get(..length as usize).ok_or_else(short)
}

/// (pc, line) of each row. Not left to `noak`, whose version 0.7 takes the 16-bit pc for 32 bits.
fn line_table(raw: &[u8]) -> impl Iterator<Item = (u16, u16)> {
    let rows = raw.get(2..).unwrap_or_default().chunks_exact(4);
    rows.map(|row| {
        (
            u16::from_be_bytes([row[0], row[1]]),
            u16::from_be_bytes([row[2], row[3]]),
        )
    })
}

fn text(string: &MStr) -> Rc<str> {
    match std::str::from_utf8(string.as_bytes()) {
        Ok(text) if text.is_ascii() => text.into(),
        _ => string.display().to_string().into(),
    }
}

/// Compares bytes: the names of attributes are ASCII.
fn is(string: &MStr, name: &str) -> bool {
    string.as_bytes() == name.as_bytes()
}

/// UTF-16 code units of a modified UTF-8 text: each encoded group of one to three bytes is one unit.
fn code_units(string: &MStr) -> Rc<[u16]> {
    let mut units = Vec::with_capacity(string.len());
    let mut bytes = string.as_bytes().iter().map(|byte| u16::from(*byte));
    while let Some(first) = bytes.next() {
        let mut next = || bytes.next().unwrap_or_default() & 0x3f;
        units.push(match first {
            0..=0x7f => first,
            0x80..=0xdf => (first & 0x1f) << 6 | next(),
            _ => (first & 0xf) << 12 | next() << 6 | next(),
        });
    }
    units.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modified_utf8_becomes_utf16_code_units() {
        // 'a', NUL, U+00E9, U+20AC, a lone high surrogate
        let bytes = [
            0x61, 0xc0, 0x80, 0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xbd,
        ];
        let string = MStr::from_mutf8(&bytes).unwrap();
        assert_eq!(&*code_units(string), [0x61, 0, 0xe9, 0x20ac, 0xd83d]);
    }

    #[test]
    fn a_version_of_the_future_is_one_line() {
        let error = ClassFile::parse(&[0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 99]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "class file version 99 is not supported (45 to 65 are); compile with `javac --release 21` or lower"
        );
    }

    #[test]
    fn text_is_not_a_class_file() {
        let error = ClassFile::parse(b"public class A {}").unwrap_err();
        assert_eq!(error, ClassFileError::Magic);
    }
}
