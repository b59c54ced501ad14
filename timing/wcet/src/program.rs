//! A linked program as the analysis sees it: methods with decoded code, classes with their hierarchy.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;

use isa::cause::COLLECTOR;
use isa::image::{MethodFrame, MethodWord};
use isa::op;
use jopizer::Image;
use jopizer::disassemble::{HandlerRow, exception_table};
use jopizer::linked_code::{Instruction, instructions, switch};
use jopizer::structure::{ClassShape, Parent, Structure};
use jopizer::symbols::{ClassSymbol, MethodSymbol, StaticSymbol, Symbols};

use crate::error::WcetError;
use crate::flow::Flow;
use crate::value::Value;

/// Words that a length field of 0 loads.
const LONGEST: u32 = 1024;
/// Class of literals and of texts that the runtime makes without `new`.
const STRING: &str = "java.lang.String";
/// Interfaces of which the structure of an image tells who implements them.
const MOST_INTERFACES: u32 = 192;
/// Words of the descriptor of an array (docs/image-extensions.md).
const DESCRIPTOR_WORDS: u32 = 8;
/// The field with the address of the table of classes, and the words of a row of it.
const CLASS_TABLE: (&str, &str) = ("com.jopdesign.sys.LinkInfo", "classTable");
const CLASS_TABLE_ROW: u32 = 4;
/// Class of class literals.
const CLASS: &str = "java.lang.Class";

/// A linked program.
#[derive(Debug)]
pub struct Program<'a> {
    pub(crate) image: &'a Image,
    pub(crate) symbols: &'a Symbols,
    pub(crate) structure: Structure,
    /// By code address.
    methods: BTreeMap<u32, Method<'a>>,
    pub(crate) classes: Vec<Class<'a>>,
    class_by_name: BTreeMap<&'a str, ClassId>,
    class_by_address: BTreeMap<u32, ClassId>,
    class_symbols: HashMap<&'a str, &'a ClassSymbol>,
    static_symbols: HashMap<u32, &'a StaticSymbol>,
    /// Static fields that some linked code writes.
    written_statics: BTreeSet<u16>,
    /// Numbers of the instructions that make arrays of references, by method and byte offset.
    array_sites: BTreeMap<(u32, usize), u16>,
    /// Addresses of words that no program writes.
    fixed: Vec<Range<u32>>,
}

/// Place of a class in [`Program::classes`].
pub(crate) type ClassId = u16;

/// A linked method.
#[derive(Debug)]
pub(crate) struct Method<'a> {
    pub(crate) symbol: &'a MethodSymbol,
    pub(crate) code: Vec<u8>,
    pub(crate) instructions: Vec<Instruction>,
    /// Its exception table.
    pub(crate) handlers: Vec<HandlerRow>,
    /// Words that the method cache loads.
    pub(crate) words: u32,
    /// Words of arguments.
    pub(crate) arguments: usize,
    /// Words of arguments and other locals.
    pub(crate) locals: usize,
    /// Address of the length word of its constant pool.
    pool: u32,
    /// Its class.
    pub(crate) class: Option<ClassId>,
    /// Words that its calls leave on the stack.
    pub(crate) results: usize,
    /// True if it is the collection of garbage.
    pub(crate) is_collection: bool,
}

/// A linked class or interface.
#[derive(Debug)]
pub(crate) struct Class<'a> {
    pub(crate) name: &'a str,
    /// Place in the structure of the image.
    shape: usize,
    pub(crate) superclass: Option<ClassId>,
    /// True if code makes objects of it, or the linker does.
    pub(crate) is_instantiated: bool,
}

impl<'a> Program<'a> {
    /// Decodes an image.
    ///
    /// # Errors
    /// If the image has no structure.
    pub fn new(image: &'a Image, symbols: &'a Symbols) -> Result<Self, WcetError> {
        let structure = Structure::of(image)?;
        let mut program = Self {
            image,
            symbols,
            structure,
            methods: BTreeMap::new(),
            classes: Vec::new(),
            class_by_name: BTreeMap::new(),
            class_by_address: BTreeMap::new(),
            class_symbols: symbols.classes.iter().map(|it| (&*it.name, it)).collect(),
            static_symbols: symbols.statics.iter().map(|it| (it.address, it)).collect(),
            written_statics: BTreeSet::new(),
            array_sites: BTreeMap::new(),
            fixed: Vec::new(),
        };
        program.add_classes();
        let numbers = structure_interfaces(&program.structure);
        if numbers > MOST_INTERFACES {
            return Err(WcetError::Interfaces(numbers));
        }
        for symbol in &symbols.methods {
            if let Some(method) = program.decode(symbol) {
                program.methods.insert(symbol.address, method);
            }
        }
        program.note_uses();
        program.fixed = program.fixed_words();
        Ok(program)
    }

    fn add_classes(&mut self) {
        let symbols = self.symbols;
        for symbol in &symbols.classes {
            let mut shapes = self.structure.classes.iter();
            let Some(shape) = shapes.position(|shape| shape.address == symbol.address) else {
                continue;
            };
            let id = self.classes.len() as ClassId;
            self.class_by_name.insert(&symbol.name, id);
            self.class_by_address.insert(symbol.address, id);
            self.classes.push(Class {
                name: &symbol.name,
                shape,
                superclass: None,
                is_instantiated: [STRING, CLASS].contains(&symbol.name.as_str()),
            });
        }
        for id in 0..self.classes.len() {
            let superclass = match self.shape(id as ClassId).parent {
                Parent::Class(address) => self.class_by_address.get(&address).copied(),
                Parent::None | Parent::Interface(_) => None,
            };
            self.classes[id].superclass = superclass;
        }
    }

    fn decode(&self, symbol: &'a MethodSymbol) -> Option<Method<'a>> {
        let at = symbol.address as usize;
        let words = self.image.words.get(at..at + symbol.words as usize)?;
        let mut code: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
        code.truncate(symbol.bytes as usize);
        let structure = *symbol.structs.first()? as usize;
        let [word, frame] = *self.image.words.get(structure..structure + 2)? else {
            return None;
        };
        let frame = MethodFrame::unpack(frame);
        let instructions: Vec<_> = instructions(&code).collect();
        let returns = |opcodes: [u8; 3]| {
            let mut all = instructions.iter();
            all.any(|instruction| opcodes.contains(&instruction.opcode))
        };
        let results = match symbol.descriptor.split_once(')').map(|(_, result)| result) {
            Some("V") => 0,
            Some("J" | "D") => 2,
            Some(result) if !result.is_empty() => 1,
            _ if returns([op::LRETURN, op::DRETURN, op::LRETURN]) => 2,
            _ => usize::from(returns([op::IRETURN, op::FRETURN, op::ARETURN])),
        };
        Some(Method {
            symbol,
            words: match MethodWord::unpack(word).words {
                0 => LONGEST,
                words => words,
            },
            arguments: frame.arguments as usize,
            locals: (frame.arguments + frame.locals) as usize,
            pool: frame.constants,
            class: self.class_by_name.get(symbol.class.as_str()).copied(),
            results,
            is_collection: (symbol.class.as_str(), symbol.name.as_str()) == COLLECTOR,
            handlers: exception_table(self.image, symbol).collect(),
            code,
            instructions,
        })
    }

    /// Notes which classes code makes objects of, and which static fields it writes.
    fn note_uses(&mut self) {
        let mut made = BTreeSet::new();
        for method in self.methods.values() {
            for instruction in &method.instructions {
                match instruction.opcode {
                    op::NEW => made.extend(self.constant(method, instruction.operand)),
                    op::ANEWARRAY => {
                        let number = u16::try_from(self.array_sites.len());
                        let place = (method.symbol.address, instruction.pc);
                        self.array_sites
                            .extend(number.map(|number| (place, number)));
                    }
                    op::PUTSTATIC | op::PUTSTATIC_REF => {
                        self.written_statics.insert(instruction.operand);
                    }
                    op::PUTSTATIC_LONG => {
                        self.written_statics.insert(instruction.operand);
                        self.written_statics
                            .insert(instruction.operand.wrapping_add(1));
                    }
                    _ => {}
                }
            }
        }
        for address in made {
            if let Some(id) = self.class_by_address.get(&address) {
                self.classes[usize::from(*id)].is_instantiated = true;
            }
        }
    }

    /// The method whose code begins at an address.
    pub(crate) fn method(&self, address: u32) -> Result<&Method<'a>, WcetError> {
        self.methods
            .get(&address)
            .ok_or(WcetError::NoMethod(address))
    }

    /// All methods.
    pub(crate) fn methods(&self) -> impl Iterator<Item = &Method<'a>> {
        self.methods.values()
    }

    /// Addresses of the code of all methods.
    pub fn addresses(&self) -> impl Iterator<Item = u32> {
        self.methods.keys().copied()
    }

    /// Names of a method as bounds name it: with its class, without its descriptor.
    #[must_use]
    pub fn name(&self, address: u32) -> String {
        match self.methods.get(&address) {
            Some(method) => method.name(),
            None => format!("method@{address}"),
        }
    }

    /// Class, method and line, as messages name them.
    pub(crate) fn place(&self, method: &Method<'_>, pc: u32) -> String {
        let place = self.symbols.place(method.symbol.address, pc);
        place.unwrap_or_else(|| format!("{}, byte {pc}", method.name()))
    }

    /// A word of memory as the image has it.
    pub(crate) fn word(&self, address: u32) -> Option<u32> {
        self.image.words.get(address as usize).copied()
    }

    /// The word of a method's constant pool at an index.
    pub(crate) fn constant(&self, method: &Method<'_>, index: u16) -> Option<u32> {
        self.word(method.pool.checked_add(index.into())?)
    }

    /// Meaning of a word of a method's constant pool, as the symbols tell it.
    pub(crate) fn constant_text(&self, method: &Method<'_>, index: u16) -> Option<&'a str> {
        let class = self.class_symbol(&method.symbol.class)?;
        let at = usize::from(index).checked_sub(1)?;
        class.constants.get(at).map(String::as_str)
    }

    /// The string literal of a method's constant pool at an index.
    pub(crate) fn literal(&self, method: &Method<'_>, index: u16) -> Option<Value> {
        if !self.constant_text(method, index)?.starts_with('"') {
            return None;
        }
        // Handle, its object, whose only word is the handle of its characters, and their number.
        let object = self.word(self.constant(method, index)?)?;
        let characters = self.word(object)?;
        let length = self.word(characters.checked_add(1)?)?;
        let length = i32::try_from(length).ok()?;
        Some(Value::text(self.class_named(STRING)?, length))
    }

    /// The array in the field at an offset of an object, if the object is a text.
    pub(crate) fn characters(&self, object: Value, offset: i32) -> Option<Value> {
        let (class, _) = object.class()?;
        let is_text = offset == 0 && self.class(class).name == STRING;
        is_text.then(|| Value::array(None, 1, object.length()).aged(&[object]))
    }

    /// The word of a static field that no code writes.
    pub(crate) fn unwritten_static(&self, address: u16) -> Option<u32> {
        // Word 0 and the arguments' field are the linker's; a host may replace both.
        let arguments = self.symbols.arguments.as_ref();
        let is_replaced = arguments.is_some_and(|it| it.field == u32::from(address));
        let is_known = !is_replaced && !self.written_statics.contains(&address);
        is_known.then(|| self.word(address.into())).flatten()
    }

    /// Number of the instruction that makes arrays of references.
    pub(crate) fn array_site(&self, method: &Method<'_>, pc: usize) -> Option<u16> {
        self.array_sites.get(&(method.symbol.address, pc)).copied()
    }

    /// A word that no program writes: of code, special pointers, class structures, descriptors of arrays or the table of classes.
    pub(crate) fn fixed_word(&self, address: u32) -> Option<u32> {
        let is_fixed = self.fixed.iter().any(|it| it.contains(&address));
        is_fixed.then(|| self.word(address)).flatten()
    }

    /// Words that no program writes.
    fn fixed_words(&self) -> Vec<Range<u32>> {
        let names = ["code", "special pointers", "classes"];
        let regions = self.structure.regions.iter();
        let regions = regions.filter(|it| names.contains(&it.name.as_str()));
        let regions = regions.map(|it| it.start..it.start.saturating_add(it.words));
        let arrays = self.symbols.arrays.iter();
        let arrays = arrays.map(|it| it.address..it.address.saturating_add(DESCRIPTOR_WORDS));
        regions.chain(arrays).chain(self.class_table()).collect()
    }

    /// The linker's table of classes: their number, then a row for each.
    fn class_table(&self) -> Option<Range<u32>> {
        let mut statics = self.symbols.statics.iter();
        let table = statics.find(|it| (&*it.class, &*it.name) == CLASS_TABLE)?;
        let start = self.unwritten_static(u16::try_from(table.address).ok()?)?;
        let rows = self.word(start).filter(|_| start != 0)?;
        let words = rows.checked_mul(CLASS_TABLE_ROW)?.checked_add(1)?;
        Some(start..start.checked_add(words)?)
    }

    /// Address of the descriptor of arrays of references to objects of a class.
    pub(crate) fn array_of(&self, id: ClassId) -> Option<u32> {
        let name = format!("[L{};", self.class(id).name);
        let mut arrays = self.symbols.arrays.iter();
        arrays.find(|it| it.name == name).map(|it| it.address)
    }

    /// The symbol of a class by its name.
    pub(crate) fn class_symbol(&self, name: &str) -> Option<&'a ClassSymbol> {
        self.class_symbols.get(name).copied()
    }

    /// The symbol of the static field at an address.
    pub(crate) fn static_symbol(&self, address: u32) -> Option<&'a StaticSymbol> {
        self.static_symbols.get(&address).copied()
    }

    pub(crate) fn class_named(&self, name: &str) -> Option<ClassId> {
        self.class_by_name.get(name).copied()
    }

    pub(crate) fn class_at(&self, address: u32) -> Option<ClassId> {
        self.class_by_address.get(&address).copied()
    }

    pub(crate) fn class(&self, id: ClassId) -> &Class<'a> {
        &self.classes[usize::from(id)]
    }

    pub(crate) fn shape(&self, id: ClassId) -> &ClassShape {
        &self.structure.classes[self.classes[usize::from(id)].shape]
    }

    /// The class and its superclasses, itself first.
    pub(crate) fn ancestry(&self, id: ClassId) -> impl Iterator<Item = ClassId> {
        let mut next = Some(id);
        std::iter::from_fn(move || {
            let current = next?;
            next = self.class(current).superclass;
            Some(current)
        })
    }

    /// Returns true if every object of a class is one of the other, which may be an interface.
    pub(crate) fn is_subclass(&self, id: ClassId, of: ClassId) -> bool {
        match self.shape(of).interface_number() {
            Some(number) => self
                .ancestry(id)
                .any(|id| self.shape(id).implements.contains(&number)),
            None => self.ancestry(id).any(|id| id == of),
        }
    }

    /// Most classes on the way from one to the root of all.
    pub(crate) fn depth(&self) -> usize {
        let ids = 0..self.classes.len() as ClassId;
        ids.map(|id| self.ancestry(id).count()).max().unwrap_or(0)
    }

    /// Most dimensions of the array types that the image describes; at least 1, as arrays of primitives need no description.
    pub(crate) fn dimensions(&self) -> usize {
        let names = self.symbols.arrays.iter().map(|array| &array.name);
        let dimensions = names.map(|name| name.len() - name.trim_start_matches('[').len());
        dimensions.max().unwrap_or(0).max(1)
    }

    /// Classes with objects, of a class or interface or its subclasses; all of them if none is given.
    pub(crate) fn instantiated(&self, below: Option<ClassId>) -> impl Iterator<Item = ClassId> {
        let ids = 0..self.classes.len() as ClassId;
        ids.filter(move |id| {
            self.class(*id).is_instantiated && below.is_none_or(|of| self.is_subclass(*id, of))
        })
    }
}

/// Numbers in the code of a method: constants and the keys of switches.
pub(crate) fn constants(program: &Program<'_>, method: &Method<'_>) -> Vec<i32> {
    let constant = |it: &Instruction| match it.opcode {
        op::BIPUSH => Some(i32::from(method.byte(it.pc + 1).cast_signed())),
        op::SIPUSH => {
            let bytes = [method.byte(it.pc + 1), method.byte(it.pc + 2)];
            Some(i16::from_be_bytes(bytes).into())
        }
        op::LDC | op::LDC_W => {
            let word = program.constant(method, it.operand);
            word.map(u32::cast_signed)
        }
        op::ICONST_M1..=op::ICONST_5 => Some(i32::from(it.opcode) - i32::from(op::ICONST_0)),
        _ => None,
    };
    let keys = |it: &Instruction| {
        let table = switch(&method.code, it.pc);
        let keys = table.map(|it| it.keys).unwrap_or_default();
        keys.into_iter().map(|(key, _)| key)
    };
    let all = method.instructions.iter();
    all.flat_map(|it| constant(it).into_iter().chain(keys(it)))
        .collect()
}

impl Method<'_> {
    /// Class and name, without the descriptor.
    pub(crate) fn name(&self) -> String {
        format!("{}.{}", self.symbol.class, self.symbol.name)
    }

    /// A byte of its code; 0 after its end, where damaged code may lead.
    pub(crate) fn byte(&self, at: usize) -> u8 {
        self.code.get(at).copied().unwrap_or_default()
    }

    /// The opcodes with which it returns.
    pub(crate) fn returns(&self) -> impl Iterator<Item = u8> {
        let opcodes = self.instructions.iter().map(|it| it.opcode);
        opcodes.filter(|opcode| isa::Bytecode::of(*opcode).is_return())
    }
}

/// The highest number of an interface.
fn structure_interfaces(structure: &Structure) -> u32 {
    let numbers = structure.classes.iter();
    let numbers = numbers.filter_map(ClassShape::interface_number);
    numbers.max().unwrap_or(0)
}

/// Ranges in order, those that touch as one.
fn merged(mut ranges: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    ranges.sort_unstable();
    let mut merged: Vec<(u32, u32)> = Vec::new();
    for (start, end) in ranges {
        match merged.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ => merged.push((start, end)),
        }
    }
    merged
}

/// A loop of a method, by byte offsets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopPlace {
    /// Its first bytecode.
    pub head: u32,
    /// First bytecode and end of each of its blocks.
    blocks: Vec<(u32, u32)>,
}

impl LoopPlace {
    /// Returns true if the bytecode at an offset is in the loop.
    #[must_use]
    pub fn contains(&self, pc: u32) -> bool {
        self.blocks
            .iter()
            .any(|(start, end)| (*start..*end).contains(&pc))
    }
}

/// Loops of a method, and the code that goes on without an exception.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MethodLoops {
    /// Its loops.
    pub loops: Vec<LoopPlace>,
    /// First bytecode and end of each block that the flow reaches and from which it goes on to a return or a loop.
    flow: Vec<(u32, u32)>,
}

impl MethodLoops {
    /// Returns true if the bytecode at an offset is no part of a handler, nor of what only leads to a throw.
    #[must_use]
    pub fn is_in_flow(&self, pc: u32) -> bool {
        let mut blocks = self.flow.iter();
        blocks.any(|(start, end)| (*start..*end).contains(&pc))
    }
}

impl Program<'_> {
    /// Loops of all methods that have some and whose flow can be analysed, by the address of their code.
    #[must_use]
    pub fn loops(&self) -> BTreeMap<u32, MethodLoops> {
        let all = self.methods().filter_map(|method| {
            let flow = Flow::of(self, method).ok()?;
            let offset = |number: usize| {
                let it = method.instructions.get(number);
                it.map_or(method.code.len() as u32, |it| it.pc as u32)
            };
            let range = |block: &usize| {
                let instructions = &flow.blocks[*block].instructions;
                (offset(instructions.start), offset(instructions.end))
            };
            let loops = flow.loops.iter().map(|it| LoopPlace {
                head: range(&it.head).0,
                blocks: it.blocks.iter().map(range).collect(),
            });
            let loops = MethodLoops {
                loops: loops.collect(),
                flow: merged(flow.going_on().iter().map(range).collect()),
            };
            (!loops.loops.is_empty()).then_some((method.symbol.address, loops))
        });
        all.collect()
    }
}
