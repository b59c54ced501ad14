//! Names of running code: methods, source lines, bytecodes with their operands, microinstructions.

use std::collections::HashMap;
use std::rc::Rc;

use isa::{Bytecode, Operands};
use jopizer::symbols::MethodSymbol;
use jopizer::{Image, Symbols, disassemble};
use microcode::Program;
use sim_core::MachineState;
use sim_core::probe::Entry;

use crate::cycle::{Cycle, Dispatched};

/// Operand bytes shown of a bytecode without fixed length and without a listing.
const SHOWN_BYTES: usize = 4;

/// Names from the symbols of an image and from its microcode. Without symbols methods have addresses, and operands come
/// from the bytecode RAM.
pub struct CodeNames<'a> {
    linked: Option<(&'a Image, &'a Symbols)>,
    microinstructions: Vec<String>,
    listings: HashMap<u32, Rc<Listing>>,
}

/// Properties of a method's code.
struct Listing {
    name: Rc<str>,
    source: Option<Rc<str>>,
    method: Option<MethodSymbol>,
    /// By byte offset.
    bytecodes: HashMap<u32, String>,
}

/// A bytecode that is dispatched, or the entry that takes its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedBytecode {
    /// Class, name and descriptor, or `method@` and the address of the code; none before the first lookup.
    pub method: Option<Rc<str>>,
    /// Source file of the class.
    pub source: Option<Rc<str>>,
    /// Byte offset in the method.
    pub offset: Option<u32>,
    /// Line of the source.
    pub line: Option<u16>,
    /// The bytecode with its operands and their meaning, or `interrupt`, `exception`.
    pub text: String,
    /// Bytecode that the entry replaces.
    pub replaced: Option<String>,
}

impl<'a> CodeNames<'a> {
    /// Names for an image and microcode.
    #[must_use]
    pub fn new(linked: Option<(&'a Image, &'a Symbols)>, microcode: &Program) -> Self {
        Self {
            linked,
            microinstructions: microcode::instruction_texts(microcode),
            listings: HashMap::new(),
        }
    }

    /// The microinstruction at a ROM address, with `nxt` and `opd`.
    #[must_use]
    pub fn microinstruction(&self, address: u16) -> &str {
        let text = self.microinstructions.get(usize::from(address));
        text.map_or("", String::as_str)
    }

    /// Target dispatched in a cycle, if any.
    pub fn dispatched(&mut self, cycle: &Cycle<'_>) -> Option<NamedBytecode> {
        let jpc = cycle.state.bytecode_fetch.jpc;
        let dispatched = cycle.dispatched?;
        let (Dispatched::Bytecode(code) | Dispatched::Entry(_, code)) = dispatched;
        let mut named = self.bytecode(cycle, jpc, code);
        if let Dispatched::Entry(entry, _) = dispatched {
            let name = entry_name(entry).to_owned();
            named.replaced = Some(std::mem::replace(&mut named.text, name));
        }
        Some(named)
    }

    /// The bytecode that was dispatched last before a cycle.
    pub fn running(&mut self, cycle: &Cycle<'_>) -> NamedBytecode {
        let fetch = &cycle.state.bytecode_fetch;
        self.bytecode(cycle, fetch.jpc_br, fetch.jinstr)
    }

    fn bytecode(&mut self, cycle: &Cycle<'_>, jpc: u32, code: u8) -> NamedBytecode {
        let offset = cycle.offset(jpc);
        let listing = cycle.method.map(|method| self.listing(method.address));
        let listing = listing.as_deref();
        let symbol = listing.and_then(|listing| listing.method.as_ref());
        let listed = offset.and_then(|offset| listing?.bytecodes.get(&offset));
        NamedBytecode {
            method: listing.map(|listing| listing.name.clone()),
            source: listing.and_then(|listing| listing.source.clone()),
            offset,
            line: offset.and_then(|offset| symbol?.line(offset)),
            text: listed.map_or_else(|| from_ram(cycle.state, jpc, code), Clone::clone),
            replaced: None,
        }
    }

    fn listing(&mut self, address: u32) -> Rc<Listing> {
        if let Some(listing) = self.listings.get(&address) {
            return Rc::clone(listing);
        }
        let listing = Rc::new(self.new_listing(address));
        self.listings.insert(address, Rc::clone(&listing));
        listing
    }

    fn new_listing(&self, address: u32) -> Listing {
        let found = self.linked.and_then(|(image, symbols)| {
            let method = symbols.method_at(address)?;
            Some((image, symbols, method))
        });
        let Some((image, symbols, method)) = found else {
            return Listing {
                name: format!("method@{address}").into(),
                source: None,
                method: None,
                bytecodes: HashMap::new(),
            };
        };
        let code = disassemble::disassemble(image, symbols, method);
        let bytecodes = code.instructions.iter().map(|instruction| {
            let parts = [
                Bytecode::of(instruction.opcode).name(),
                &instruction.operands,
                &instruction.meaning,
            ];
            let text: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            (instruction.pc, text.join(" "))
        });
        let class = symbols.class(&method.class);
        Listing {
            name: method.to_string().into(),
            source: class.and_then(|class| class.source.as_deref().map(Rc::from)),
            bytecodes: bytecodes.collect(),
            method: Some(method.clone()),
        }
    }
}

/// `interrupt` or `exception`.
#[must_use]
pub fn entry_name(entry: Entry) -> &'static str {
    match entry {
        Entry::Interrupt => "interrupt",
        Entry::Exception => "exception",
    }
}

/// A bytecode whose operands are read from the bytecode RAM after it.
fn from_ram(state: &MachineState, jpc: u32, code: u8) -> String {
    let ram = &state.bytecode_fetch.jbc;
    let byte = |place: usize| ram[(jpc as usize + 1 + place) & (ram.len() - 1)];
    let word = || i16::from_be_bytes([byte(0), byte(1)]);
    let bytecode = Bytecode::of(code);
    let name = bytecode.name();
    match bytecode.operands() {
        Operands::None => name.to_owned(),
        Operands::SignedByte => format!("{} {}", name, byte(0).cast_signed()),
        Operands::Local | Operands::Slot8 | Operands::ArrayType => {
            format!("{} {}", name, byte(0))
        }
        Operands::Increment => format!("{} {} {}", name, byte(0), byte(1).cast_signed()),
        Operands::SignedShort => format!("{} {}", name, word()),
        Operands::Branch => format!("{} {:+}", name, word()),
        Operands::Slot16 | Operands::Static | Operands::Field => {
            format!("{} {}", name, word().cast_unsigned())
        }
        kind => {
            let bytes =
                (0..kind.length().unwrap_or(SHOWN_BYTES)).map(|place| byte(place).to_string());
            format!("{} {}", name, bytes.collect::<Vec<_>>().join(" "))
        }
    }
}
