//! Code of linked methods, as far as threads and their scheduler need it.

use isa::op;
use jopizer::linked_code::{Instruction, instructions, targets};
use jopizer::symbols::{ClassSymbol, MethodSymbol};
use jopizer::{Image, Symbols};

use crate::ResponseError;

/// A linked program.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Linked<'a> {
    pub(crate) image: &'a Image,
    pub(crate) symbols: &'a Symbols,
}

impl<'a> Linked<'a> {
    pub(crate) fn find(
        self,
        (class, name): (&str, &str),
    ) -> Result<&'a MethodSymbol, ResponseError> {
        let mut methods = self.symbols.methods.iter();
        methods
            .find(|it| it.class == class && it.name == name)
            .ok_or_else(|| ResponseError::NoMethod(format!("{class}.{name}")))
    }

    pub(crate) fn at(self, address: u32) -> Result<&'a MethodSymbol, ResponseError> {
        let mut methods = self.symbols.methods.iter();
        methods
            .find(|it| it.address == address)
            .ok_or_else(|| ResponseError::NoMethod(format!("method at {address}")))
    }

    pub(crate) fn code(self, method: &MethodSymbol) -> Vec<Instruction> {
        instructions(&self.bytes(method)).collect()
    }

    fn bytes(self, method: &MethodSymbol) -> Vec<u8> {
        let at = method.address as usize;
        let words = self.image.words.get(at..at + method.words as usize);
        let words = words.unwrap_or_default().iter();
        let mut code: Vec<u8> = words.flat_map(|word| word.to_be_bytes()).collect();
        code.truncate(method.bytes as usize);
        code
    }

    /// Classes from a class up to the root.
    pub(crate) fn ancestry(self, class: &str) -> impl Iterator<Item = &'a ClassSymbol> {
        let first = self.symbols.class(class);
        std::iter::successors(first, move |it| {
            self.symbols.class(it.superclass.as_deref()?)
        })
    }

    pub(crate) fn is_below(self, class: &str, of: &str) -> bool {
        self.ancestry(class).any(|it| it.name == of)
    }

    /// The method of a name and type that objects of a class have.
    pub(crate) fn inherited(
        self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Option<&'a MethodSymbol> {
        self.ancestry(class).find_map(|class| {
            let mut methods = self.symbols.methods.iter();
            methods.find(|it| {
                (&*it.class, &*it.name, &*it.descriptor) == (&*class.name, name, descriptor)
            })
        })
    }

    fn constant(self, method: &MethodSymbol, it: &Instruction) -> Option<u32> {
        let class = self.symbols.class(&method.class)?;
        let at = class.pool as usize + usize::from(it.operand);
        self.image.words.get(at).copied()
    }

    /// The class of which an instruction makes an object.
    pub(crate) fn made(self, method: &MethodSymbol, it: &Instruction) -> Option<&'a ClassSymbol> {
        let address = (it.opcode == op::NEW).then(|| self.constant(method, it))??;
        self.symbols.classes.iter().find(|it| it.address == address)
    }

    /// The method that an instruction calls whatever the receiver is.
    pub(crate) fn called(
        self,
        method: &MethodSymbol,
        it: &Instruction,
    ) -> Option<&'a MethodSymbol> {
        let is_fixed = matches!(it.opcode, op::INVOKESTATIC | op::INVOKESPECIAL);
        let address = is_fixed.then(|| self.constant(method, it))??;
        let mut methods = self.symbols.methods.iter();
        methods.find(|it| it.structs.contains(&address))
    }

    /// Name and type of the method that a call names, as in `step()V`.
    pub(crate) fn named(self, method: &MethodSymbol, it: &Instruction) -> Option<&'a str> {
        let class = self.symbols.class(&method.class)?;
        let text = class
            .constants
            .get(usize::from(it.operand).checked_sub(1)?)?;
        let (name, _) = text.split_once('(')?;
        let dot = name.rfind('.')?;
        text.get(dot + 1..)
    }

    /// True if an instruction may be executed again without a new call of its method: a way leads back over it.
    pub(crate) fn is_repeated(self, method: &MethodSymbol, pc: usize) -> bool {
        let code = self.bytes(method);
        let after = instructions(&code).filter(|it| it.pc >= pc);
        let mut targets = after.flat_map(|it| targets(&code, it.pc));
        targets.any(|target| target <= pc as i64)
    }
}
