//! Types of generated programs.

/// Type of an array's innermost elements, or the type itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Base {
    Void,
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Object,
    String,
    Integer,
    Throwable,
    /// The unit's interface.
    Face,
    /// The unit's abstract class.
    Root,
    /// Its subclass, which implements the interface.
    Middle,
    /// The subclass of that one.
    Leaf,
}

/// A type: a base and a number of array dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Type {
    pub(crate) base: Base,
    pub(crate) dims: u8,
}

impl Type {
    pub(crate) const VOID: Type = Type::of(Base::Void);
    pub(crate) const BOOLEAN: Type = Type::of(Base::Boolean);
    pub(crate) const BYTE: Type = Type::of(Base::Byte);
    pub(crate) const SHORT: Type = Type::of(Base::Short);
    pub(crate) const CHAR: Type = Type::of(Base::Char);
    pub(crate) const INT: Type = Type::of(Base::Int);
    pub(crate) const LONG: Type = Type::of(Base::Long);
    pub(crate) const FLOAT: Type = Type::of(Base::Float);
    pub(crate) const DOUBLE: Type = Type::of(Base::Double);
    pub(crate) const OBJECT: Type = Type::of(Base::Object);
    pub(crate) const STRING: Type = Type::of(Base::String);
    pub(crate) const INTEGER: Type = Type::of(Base::Integer);
    pub(crate) const THROWABLE: Type = Type::of(Base::Throwable);
    pub(crate) const FACE: Type = Type::of(Base::Face);
    pub(crate) const ROOT: Type = Type::of(Base::Root);
    pub(crate) const MIDDLE: Type = Type::of(Base::Middle);
    pub(crate) const LEAF: Type = Type::of(Base::Leaf);

    pub(crate) const NUMERIC: [Type; 7] = [
        Type::BYTE,
        Type::SHORT,
        Type::CHAR,
        Type::INT,
        Type::LONG,
        Type::FLOAT,
        Type::DOUBLE,
    ];
    pub(crate) const CLASSES: [Type; 3] = [Type::ROOT, Type::MIDDLE, Type::LEAF];

    pub(crate) const fn of(base: Base) -> Self {
        Self { base, dims: 0 }
    }

    pub(crate) fn array(self) -> Self {
        Self {
            dims: self.dims + 1,
            ..self
        }
    }

    pub(crate) fn element(self) -> Self {
        Self {
            dims: self.dims - 1,
            ..self
        }
    }

    pub(crate) fn is_array(self) -> bool {
        self.dims > 0
    }

    pub(crate) fn is_reference(self) -> bool {
        self.dims > 0 || self.base as u8 >= Base::Object as u8
    }

    pub(crate) fn is_numeric(self) -> bool {
        Self::NUMERIC.contains(&self)
    }

    /// byte, short, char and int: what the machine calculates as an int.
    pub(crate) fn is_intlike(self) -> bool {
        self.is_numeric() && !self.is_wide() && self != Self::FLOAT
    }

    pub(crate) fn is_integral(self) -> bool {
        self.is_intlike() || self == Self::LONG
    }

    /// long and double: two words.
    pub(crate) fn is_wide(self) -> bool {
        self == Self::LONG || self == Self::DOUBLE
    }

    pub(crate) fn words(self) -> u32 {
        match self {
            Self::VOID => 0,
            wide if wide.is_wide() => 2,
            _ => 1,
        }
    }

    /// The superclass of a class of the unit, if that is one too.
    pub(crate) fn superclass(self) -> Option<Type> {
        match self {
            Self::LEAF => Some(Self::MIDDLE),
            Self::MIDDLE => Some(Self::ROOT),
            _ => None,
        }
    }

    /// Returns true if a value of type `from` may be assigned without a cast.
    pub(crate) fn takes(self, from: Type) -> bool {
        if self == from {
            return true;
        }
        if self.is_numeric() {
            return from.is_numeric() && self.takes_number(from);
        }
        if !self.is_reference() || !from.is_reference() {
            return false;
        }
        if self == Self::OBJECT {
            return true;
        }
        if self.dims == from.dims && self.dims > 0 {
            let (to, from) = (Type::of(self.base), Type::of(from.base));
            return to.is_reference() && to.takes(from);
        }
        if self.dims > 0 && self.base == Base::Object {
            return from.dims > self.dims;
        }
        if self.dims > 0 || from.dims > 0 {
            return false;
        }
        match self {
            Self::FACE => matches!(from, Self::MIDDLE | Self::LEAF),
            Self::ROOT => matches!(from, Self::MIDDLE | Self::LEAF),
            Self::MIDDLE => from == Self::LEAF,
            _ => false,
        }
    }

    fn takes_number(self, from: Type) -> bool {
        let order = |ty: Type| Self::NUMERIC.iter().position(|other| *other == ty);
        match (self, from) {
            (Self::CHAR, _) | (Self::SHORT | Self::BYTE, Self::CHAR) => false,
            _ => order(from) < order(self),
        }
    }

    /// Java's spelling in the unit of this name.
    pub(crate) fn java(self, unit: &str) -> String {
        let base = match self.base {
            Base::Void => "void",
            Base::Boolean => "boolean",
            Base::Byte => "byte",
            Base::Short => "short",
            Base::Char => "char",
            Base::Int => "int",
            Base::Long => "long",
            Base::Float => "float",
            Base::Double => "double",
            Base::Object => "Object",
            Base::String => "String",
            Base::Integer => "Integer",
            Base::Throwable => "Throwable",
            Base::Face => return format!("{unit}I{}", "[]".repeat(self.dims.into())),
            Base::Root => return format!("{unit}A{}", "[]".repeat(self.dims.into())),
            Base::Middle => return format!("{unit}B{}", "[]".repeat(self.dims.into())),
            Base::Leaf => return format!("{unit}C{}", "[]".repeat(self.dims.into())),
        };
        format!("{base}{}", "[]".repeat(self.dims.into()))
    }

    /// Java text of the simplest value.
    pub(crate) fn default_text(self) -> &'static str {
        if self.dims > 0 {
            return "null";
        }
        match self.base {
            Base::Void => "",
            Base::Boolean => "false",
            Base::Byte => "(byte) 0",
            Base::Short => "(short) 0",
            Base::Char => "'a'",
            Base::Int => "0",
            Base::Long => "0L",
            Base::Float => "0f",
            Base::Double => "0d",
            _ => "null",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assignments_follow_the_language() {
        for (to, from) in [
            (Type::INT, Type::CHAR),
            (Type::LONG, Type::INT),
            (Type::DOUBLE, Type::FLOAT),
            (Type::FLOAT, Type::LONG),
            (Type::OBJECT, Type::INT.array()),
            (Type::OBJECT.array(), Type::INT.array().array()),
            (Type::ROOT.array(), Type::LEAF.array()),
            (Type::FACE, Type::MIDDLE),
        ] {
            assert!(to.takes(from), "{to:?} = {from:?}");
        }
        for (to, from) in [
            (Type::CHAR, Type::BYTE),
            (Type::SHORT, Type::CHAR),
            (Type::INT, Type::LONG),
            (Type::OBJECT.array(), Type::INT.array()),
            (Type::LONG.array(), Type::INT.array()),
            (Type::FACE, Type::ROOT),
            (Type::LEAF, Type::MIDDLE),
            (Type::BOOLEAN, Type::INT),
        ] {
            assert!(!to.takes(from), "{to:?} = {from:?}");
        }
    }
}
