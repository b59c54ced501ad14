//! The memory map: addresses of every method, constant pool, table and class structure (spec 11 section 2).

use crate::arrays::Type;
use crate::assemble::{AssembleError, Assembled, assemble};
use crate::class_file::{Constant, MemberId};
use crate::classes::{ClassId, MethodKey};
use crate::constants::Pool;
use crate::descriptor::Signature;
use crate::error::{Limit, LinkError};
use crate::extension_places::Extensions;
use crate::fields::Fields;
use crate::hashing::{FxHashMap, OrderedMap, OrderedSet};
use crate::interfaces::Interfaces;
use crate::link_info::LinkInfo;
use crate::operands;
use crate::program::ProgramParts;
use crate::reference::{Reference, SlotValue};
use crate::strings::{Literals, StringShape};
use crate::vtable::{self, VirtualTable};
use isa::image::CLASS_HEADER;

/// Words of a method structure.
pub(crate) const METHOD_STRUCT: u32 = 2;

/// Special pointers before the list of initialisers, and its length word.
const SPECIAL_POINTERS: u32 = 7;

/// First code address that the 18 address bits of the method cache do not reach.
const CODE_END: u32 = 1 << 18;

/// Linked code of one method and its place.
#[derive(Debug)]
pub(crate) struct MethodCode {
    pub(crate) code: Assembled,
    /// Word address of the first bytecode.
    pub(crate) address: u32,
    pub(crate) arguments: u32,
    pub(crate) locals: u32,
}

impl MethodCode {
    /// Words of bytecode.
    pub(crate) fn words(&self) -> u32 {
        (self.code.bytes.len() as u32).div_ceil(4)
    }

    /// Words with the flags and the exception table.
    fn total_words(&self) -> u32 {
        self.words() + 1 + 2 * self.code.handlers.len() as u32
    }
}

/// Place of one class structure.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ClassPlace {
    pub(crate) address: u32,
    /// Address of the pool's length word.
    pub(crate) pool: u32,
    /// Address of its interface table, or 0.
    pub(crate) interface_table: u32,
    pub(crate) end: u32,
}

/// The memory map of one program.
pub(crate) struct Layout {
    pub(crate) fields: Fields,
    pub(crate) tables: FxHashMap<ClassId, VirtualTable>,
    pub(crate) interfaces: Interfaces,
    pub(crate) pools: FxHashMap<ClassId, Pool>,
    /// In order of address.
    pub(crate) code: OrderedMap<MethodKey, MethodCode>,
    /// Address P of the special pointers.
    pub(crate) special: u32,
    pub(crate) initialisers: Vec<MethodKey>,
    pub(crate) literals: Literals,
    /// Start of the string literals.
    pub(crate) strings: u32,
    pub(crate) classes: FxHashMap<ClassId, ClassPlace>,
    /// First address after the class structures.
    pub(crate) classes_end: u32,
    pub(crate) info: LinkInfo,
    /// Added when all else has its place.
    pub(crate) extensions: Extensions,
}

impl Layout {
    pub(crate) fn build(
        program: &ProgramParts,
        pools: FxHashMap<ClassId, Pool>,
        initialisers: Vec<MethodKey>,
    ) -> Result<Self, LinkError> {
        let mut exceeded = Vec::new();
        let fields = Fields::build(program, &mut exceeded);
        let code = place_code(program, &fields, &pools, &mut exceeded)?;
        match exceeded.len() {
            0 => {}
            1 => return Err(exceeded.swap_remove(0)),
            _ => return Err(LinkError::Limits(exceeded)),
        }
        let special = code
            .values()
            .last()
            .map_or(fields.end(), |last| last.address + last.total_words());
        let info = LinkInfo::find(program)?;
        let literals = collect_literals(program, &pools);
        let string_size = check_string(program, &fields, &literals)?;
        let unpadded = special + SPECIAL_POINTERS + initialisers.len() as u32;
        let strings = if literals.is_empty() {
            unpadded
        } else {
            unpadded.next_multiple_of(8)
        };
        let mut layout = Layout {
            tables: vtable::build(program),
            interfaces: Interfaces::build(program),
            fields,
            pools,
            code,
            special,
            initialisers,
            strings,
            classes: FxHashMap::default(),
            classes_end: 0,
            info,
            extensions: Extensions::default(),
            literals,
        };
        let classes_start = strings + layout.literals.len(string_size);
        layout.classes_end = layout.place_classes(program, classes_start);
        Ok(layout)
    }

    fn place_classes(&mut self, program: &ProgramParts, start: u32) -> u32 {
        let mut next = start;
        for class in &program.order {
            let place = self.place_class(program, *class, next);
            next = place.end;
            self.classes.insert(*class, place);
        }
        next
    }

    fn place_class(&self, program: &ProgramParts, class: ClassId, address: u32) -> ClassPlace {
        let methods = self.tables[&class].len() as u32;
        let pool = address + CLASS_HEADER + METHOD_STRUCT * methods + 1;
        let after_pool = pool + 1 + self.pools[&class].slots().len() as u32;
        if !self.interfaces.has_own_table(program, class) {
            return ClassPlace {
                address,
                pool,
                interface_table: 0,
                end: after_pool,
            };
        }
        let interface_table = after_pool + self.interfaces.implements_words() as u32;
        let is_interface = program.classes[class].file.is_interface();
        let entries = if is_interface {
            0
        } else {
            self.interfaces.list().len() as u32
        };
        ClassPlace {
            address,
            pool,
            interface_table,
            end: interface_table + entries,
        }
    }

    /// First address after the class structures.
    pub(crate) fn classes_end(&self, program: &ProgramParts) -> u32 {
        program
            .order
            .last()
            .map_or(0, |class| self.classes[class].end)
    }

    pub(crate) fn class_address(&self, class: ClassId) -> u32 {
        self.classes.get(&class).map_or(0, |place| place.address)
    }

    pub(crate) fn method_table(&self, class: ClassId) -> u32 {
        self.class_address(class) + CLASS_HEADER
    }

    /// Address of the structure for `id` in the table of `class`, if the table has one.
    pub(crate) fn entry_address(&self, class: ClassId, id: &MemberId) -> Option<u32> {
        let index = self.tables.get(&class)?.index_of(id)?;
        Some(self.method_table(class) + METHOD_STRUCT * index as u32)
    }

    /// Address of a method's structure in its class's table, or 0.
    pub(crate) fn method_struct(&self, program: &ProgramParts, method: MethodKey) -> u32 {
        self.entry_address(method.class, &program.classes.method(method).id)
            .unwrap_or_default()
    }

    /// The address of a class or of the array's descriptor.
    pub(crate) fn type_address(&self, value: Type) -> u32 {
        match value {
            Type::Class(class) => self.class_address(class),
            Type::Array(array) => self.extensions.descriptor(array),
        }
    }

    /// Address of the handle of a literal.
    pub(crate) fn string(&self, text: &[u16]) -> u32 {
        self.literals.handle(self.strings, text)
    }

    pub(crate) fn string_shape(&self, program: &ProgramParts) -> StringShape {
        let string = program.special.string;
        StringShape {
            method_table: self.method_table(string),
            instance_size: self.fields.instance(string).size,
            char_array: self.extensions.char_array,
        }
    }

    /// The types whose class literal is loaded, in order of first use.
    pub(crate) fn class_literals(&self, program: &ProgramParts) -> OrderedSet<Type> {
        let slots = program
            .order
            .iter()
            .flat_map(|class| self.pools[class].slots());
        slots
            .filter_map(|slot| match slot {
                Some(SlotValue::Literal(value)) => Some(*value),
                _ => None,
            })
            .collect()
    }
}

/// Assembles every linked method and gives it its address. Methods that exceed a limit go to `exceeded` instead.
fn place_code(
    program: &ProgramParts,
    fields: &Fields,
    pools: &FxHashMap<ClassId, Pool>,
    exceeded: &mut Vec<LinkError>,
) -> Result<OrderedMap<MethodKey, MethodCode>, LinkError> {
    let mut placed = OrderedMap::default();
    let mut address = fields.end();
    for class in &program.order {
        for method in program.kept_methods(*class) {
            let limits = exceeded.len();
            check_frame(program, method, exceeded);
            if exceeded.len() != limits {
                continue;
            }
            let code = link_method(program, fields, &pools[class], method, address)?;
            let place = || program.classes.method_place(method);
            let words = code.words();
            exceeded.extend(check(words, Limit::CodeWords, place, "split the method"));
            address += code.total_words();
            if address > CODE_END {
                let place = place();
                exceeded.push(LinkError::CodeArea { place, address });
                return Ok(placed);
            }
            placed.insert(method, code);
        }
    }
    Ok(placed)
}

/// Words of arguments and of other local variables.
fn frame_words(program: &ProgramParts, method: MethodKey) -> (u32, u32) {
    let declared = program.classes.method(method);
    let code = declared.code.as_ref();
    let shrunk = program.max_locals.get(&method).copied();
    let max_locals = shrunk
        .or(code.map(|code| code.max_locals))
        .map_or(0, u32::from);
    let this = u32::from(!declared.is_static());
    let arguments =
        this + Signature::parse(&declared.id.descriptor).map_or(0, |it| it.argument_words());
    (arguments, max_locals.saturating_sub(arguments))
}

fn check_frame(program: &ProgramParts, method: MethodKey, exceeded: &mut Vec<LinkError>) {
    let (arguments, locals) = frame_words(program, method);
    let place = || program.classes.method_place(method);
    let remedy = "pass an object or an array instead";
    exceeded.extend(check(arguments, Limit::ArgumentWords, place, remedy));
    exceeded.extend(check(locals, Limit::LocalWords, place, "split the method"));
}

fn link_method(
    program: &ProgramParts,
    fields: &Fields,
    pool: &Pool,
    method: MethodKey,
    address: u32,
) -> Result<MethodCode, LinkError> {
    let (arguments, locals) = frame_words(program, method);
    let encode = |reference: &Reference| operands::rewritten(reference, fields, pool);
    let code = assemble(&program.bodies[&method], encode)
        .map_err(|error| assemble_error(program, method, error))?;
    Ok(MethodCode {
        code,
        address,
        arguments,
        locals,
    })
}

fn check(
    value: u32,
    limit: Limit,
    place: impl FnOnce() -> crate::error::Place,
    remedy: &'static str,
) -> Option<LinkError> {
    (value > limit.maximum()).then(|| LinkError::Limit {
        place: place(),
        limit,
        value,
        remedy,
    })
}

fn assemble_error(program: &ProgramParts, method: MethodKey, error: AssembleError) -> LinkError {
    let pc = match error {
        AssembleError::Branch(pc) | AssembleError::Local(pc, _) => pc,
        AssembleError::Length => 0,
    };
    let place = program.classes.code_place(method, pc);
    LinkError::Code {
        place,
        problem: error.to_string(),
    }
}

/// All literals in the order of the documentation: pools and static constants class by class.
fn collect_literals(program: &ProgramParts, pools: &FxHashMap<ClassId, Pool>) -> Literals {
    let mut literals = Literals::default();
    for class in &program.order {
        for slot in pools[class].slots().iter().flatten() {
            if let SlotValue::String(text) = slot {
                literals.add(text.clone());
            }
        }
        for (_, field) in program.classes.fields(*class) {
            if let (true, Some(Constant::String(text))) = (field.is_static(), &field.constant) {
                literals.add(text.clone());
            }
        }
    }
    literals
}

/// String's first field must be its characters (spec 11 section 12). Gives the instance size.
fn check_string(
    program: &ProgramParts,
    fields: &Fields,
    literals: &Literals,
) -> Result<u32, LinkError> {
    let string = program.special.string;
    let mut declared = program
        .classes
        .fields(string)
        .filter(|(_, field)| !field.is_static());
    let first = declared.next();
    let fits =
        first.is_some_and(|(key, field)| fields.place(key) == 0 && *field.id.descriptor == *"[C");
    if !fits && !literals.is_empty() {
        return Err(LinkError::Runtime {
            class: program.classes.class_name(string),
            problem: "must have a `char[]` as its first instance field".to_owned(),
        });
    }
    Ok(fields.instance(string).size)
}
