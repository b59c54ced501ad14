//! What is known of a word: an interval of ints, or a reference with its class and the length of its array.

use std::hash::{Hash, Hasher};

use crate::program::ClassId;

/// A word of a frame.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Value {
    pub(crate) kind: Kind,
    /// The local variable that it was loaded from and still equals; not part of the value.
    pub(crate) origin: Option<u8>,
    /// Calls through which the knowledge has come.
    pub(crate) age: u8,
}

/// Knowledge of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Nothing.
    Any,
    /// An int between both, inclusive.
    Int { lo: i32, hi: i32 },
    /// The reference that refers to nothing.
    Null,
    /// A reference, perhaps null.
    Ref {
        /// Its class or a superclass of it; of an array that of its innermost elements.
        class: Option<ClassId>,
        /// Dimensions, if it is an array.
        dims: u8,
        /// The class is its very class.
        exact: bool,
        /// Least and largest length, if it is an array or a text.
        length: (i32, i32),
        /// Where it was made, if it is an array whose elements are followed.
        site: Site,
        /// Type of its elements, if it is an array of which that is known exactly.
        elements: Option<ElementType>,
    },
    /// The address of a word of the handle of an array.
    OfHandle {
        /// Place in the handle.
        word: u8,
        /// What the word holds.
        lo: i32,
        hi: i32,
    },
}

/// Exact type of the elements of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ElementType {
    /// Numbers, by their code in `newarray` and in the array's handle.
    Number(u8),
    /// References, by the address of the descriptor that the array's handle has.
    Reference(u32),
}

/// Where an array of references was made, if its elements are followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Site {
    /// Elsewhere: it is none of those arrays.
    Elsewhere,
    /// By the instruction with this number.
    One(u16),
    /// By one of several of them, or elsewhere.
    Unknown,
}

impl Site {
    fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::Unknown }
    }
}

/// Words of a handle (page 05): the length of an array, the code of its elements' type, which is that of `newarray` or 1, and its descriptor.
const LENGTH_WORD: i32 = 1;
const TYPE_WORD: i32 = 3;
const DESCRIPTOR_WORD: i32 = 6;
const REFERENCES: i32 = 1;

/// Every length.
const LENGTHS: (i32, i32) = (0, i32::MAX);

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.age == other.age
    }
}

impl Eq for Value {}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
        self.age.hash(state);
    }
}

impl From<Kind> for Value {
    fn from(kind: Kind) -> Self {
        Self {
            kind,
            origin: None,
            age: 0,
        }
    }
}

impl Kind {
    /// Returns true for numbers of which something is known.
    pub(crate) fn is_int(self) -> bool {
        matches!(self, Self::Int { .. })
    }
}

impl Value {
    pub(crate) const ANY: Self = Self {
        kind: Kind::Any,
        origin: None,
        age: 0,
    };

    pub(crate) fn int(value: i32) -> Self {
        Kind::Int {
            lo: value,
            hi: value,
        }
        .into()
    }

    pub(crate) fn between(lo: i32, hi: i32) -> Self {
        if (lo, hi) == (i32::MIN, i32::MAX) {
            return Self::ANY;
        }
        Kind::Int { lo, hi }.into()
    }

    /// A reference to an object of a class, if that is known.
    pub(crate) fn reference(class: Option<ClassId>, exact: bool) -> Self {
        Kind::Ref {
            class,
            dims: 0,
            exact,
            length: LENGTHS,
            site: Site::Elsewhere,
            elements: None,
        }
        .into()
    }

    /// A reference to a text of so many characters.
    pub(crate) fn text(class: ClassId, length: i32) -> Self {
        Kind::Ref {
            class: Some(class),
            dims: 0,
            exact: true,
            length: (length, length),
            site: Site::Elsewhere,
            elements: None,
        }
        .into()
    }

    /// A reference to an array of so many dimensions, whose innermost elements are of a class.
    pub(crate) fn array(class: Option<ClassId>, dims: u8, length: (i32, i32)) -> Self {
        Kind::Ref {
            class,
            dims,
            exact: false,
            length: (length.0.max(0), length.1.max(0)),
            site: Site::Elsewhere,
            elements: None,
        }
        .into()
    }

    /// The array as one that was made somewhere.
    pub(crate) fn made_at(mut self, number: u16) -> Self {
        if let Kind::Ref { site, .. } = &mut self.kind {
            *site = Site::One(number);
        }
        self
    }

    /// Where the array was made that it refers to.
    pub(crate) fn site(self) -> Site {
        match self.kind {
            Kind::Ref { site, .. } => site,
            Kind::Any | Kind::Null | Kind::Int { .. } | Kind::OfHandle { .. } => Site::Elsewhere,
        }
    }

    /// An array of which nothing is known but its type.
    pub(crate) fn any_array(class: Option<ClassId>, dims: u8) -> Self {
        Self::array(class, dims, LENGTHS)
    }

    /// The class of the object that it refers to, and if that is the very class.
    pub(crate) fn class(self) -> Option<(ClassId, bool)> {
        match self.kind {
            Kind::Ref {
                class: Some(class),
                dims: 0,
                exact,
                ..
            } => Some((class, exact)),
            _ => None,
        }
    }

    /// An element of the array of references that it refers to.
    pub(crate) fn element(self) -> Self {
        match self.kind {
            Kind::Ref { class, dims: 1, .. } => Self::reference(class, false),
            Kind::Ref { class, dims, .. } if dims > 1 => Self::any_array(class, dims - 1),
            _ => Self::ANY,
        }
    }

    /// The array as one of elements of an exact type.
    pub(crate) fn of_elements(mut self, ty: ElementType) -> Self {
        if let Kind::Ref { elements, .. } = &mut self.kind {
            *elements = Some(ty);
        }
        self
    }

    /// The code that the handle of the array has for the type of its elements.
    fn element_code(self) -> Option<i32> {
        match self.kind {
            Kind::Ref {
                elements: Some(ElementType::Number(code)),
                ..
            } => Some(code.into()),
            Kind::Ref {
                elements: Some(ElementType::Reference(_)),
                ..
            } => Some(REFERENCES),
            Kind::Ref { class, dims, .. } if dims > 1 || (dims == 1 && class.is_some()) => {
                Some(REFERENCES)
            }
            _ => None,
        }
    }

    /// The descriptor that the handle of the array has, if it is one of references.
    fn descriptor(self) -> Option<i32> {
        match self.kind {
            Kind::Ref {
                elements: Some(ElementType::Reference(descriptor)),
                ..
            } => Some(descriptor.cast_signed()),
            _ => None,
        }
    }

    /// The address of a word of the array's handle, if it is known what it holds.
    pub(crate) fn word_of_handle(self, word: i32) -> Option<Self> {
        let code = self.element_code()?;
        let (word, (lo, hi)) = match word {
            LENGTH_WORD => (1, self.length()),
            TYPE_WORD => (3, (code, code)),
            DESCRIPTOR_WORD => (6, self.descriptor().map(|it| (it, it))?),
            _ => return None,
        };
        let address = Self::from(Kind::OfHandle { word, lo, hi });
        Some(address.with_age(self.age))
    }

    /// What the word of a handle holds that it is the address of.
    pub(crate) fn held(self) -> Option<Self> {
        match self.kind {
            Kind::OfHandle { lo, hi, .. } => Some(Self::between(lo, hi).aged(&[self])),
            _ => None,
        }
    }

    /// The value as an interval of ints.
    pub(crate) fn range(self) -> (i32, i32) {
        match self.kind {
            Kind::Int { lo, hi } => (lo, hi),
            // Routines of bytecodes take references as numbers.
            Kind::Null => (0, 0),
            Kind::Any | Kind::Ref { .. } | Kind::OfHandle { .. } => (i32::MIN, i32::MAX),
        }
    }

    /// The one int that it is.
    pub(crate) fn constant(self) -> Option<i32> {
        match self.kind {
            Kind::Int { lo, hi } if lo == hi => Some(lo),
            _ => None,
        }
    }

    /// Length of the array or text that it refers to.
    pub(crate) fn length(self) -> (i32, i32) {
        match self.kind {
            Kind::Ref { length, .. } => length,
            Kind::Any | Kind::Null | Kind::Int { .. } | Kind::OfHandle { .. } => LENGTHS,
        }
    }

    /// A value made of this one and another has the age of the older.
    pub(crate) fn aged(mut self, from: &[Self]) -> Self {
        if self.kind == Kind::Any {
            return self;
        }
        let ages = from.iter().map(|value| value.age);
        self.age = ages.max().unwrap_or(0).max(self.age);
        self
    }

    /// The value as the argument of a call; it is forgotten beyond `depth` calls.
    pub(crate) fn passed(self, depth: u8) -> Self {
        if self.age >= depth || self.kind == Kind::Any {
            return Self::ANY;
        }
        let mut kind = self.kind;
        if let Kind::Ref { site, .. } = &mut kind {
            // Arrays that are passed on are not followed.
            *site = Site::Elsewhere;
        }
        Self {
            kind,
            origin: None,
            age: self.age + 1,
        }
    }

    /// The value without where it came from.
    pub(crate) fn forgotten(self) -> Self {
        Self {
            origin: None,
            age: 0,
            kind: self.kind,
        }
    }

    /// What holds of both.
    pub(crate) fn join(self, other: Self) -> Self {
        let age = self.age.max(other.age);
        let origin = self.origin.filter(|_| self.origin == other.origin);
        let kind = match (self.kind, other.kind) {
            (Kind::Int { lo: a, hi: b }, Kind::Int { lo: c, hi: d }) => {
                return Self {
                    origin,
                    ..Self::between(a.min(c), b.max(d))
                }
                .with_age(age);
            }
            (
                Kind::Ref {
                    class: a,
                    dims: d,
                    exact: x,
                    length: m,
                    site: s,
                    elements: u,
                },
                Kind::Ref {
                    class: b,
                    dims: e,
                    exact: y,
                    length: n,
                    site: t,
                    elements: v,
                },
            ) => {
                let is_same = (a, d) == (b, e);
                Kind::Ref {
                    class: a.filter(|_| is_same),
                    dims: if d == e { d } else { 0 },
                    exact: is_same && x && y,
                    length: (m.0.min(n.0), m.1.max(n.1)),
                    site: s.join(t),
                    elements: u.filter(|_| u == v && is_same),
                }
            }
            (a, b) if a == b => a,
            (Kind::Null, kind @ Kind::Ref { .. }) => kind,
            (kind @ Kind::Ref { .. }, Kind::Null) => kind,
            // An array that is followed is never taken for anything else.
            (a, b) if is_followed(a) || is_followed(b) => Kind::Ref {
                class: None,
                dims: 0,
                exact: false,
                length: LENGTHS,
                site: Site::Unknown,
                elements: None,
            },
            _ => Kind::Any,
        };
        Self {
            kind,
            origin,
            age: 0,
        }
        .with_age(age)
    }

    /// The join, with bounds that change thrown far out, so that sequences of joins end.
    pub(crate) fn widen(self, other: Self) -> Self {
        let joined = self.join(other);
        let kind = match (self.kind, joined.kind) {
            (Kind::Int { lo: a, hi: b }, Kind::Int { lo: c, hi: d }) => {
                let lo = if c < a { lower(c) } else { c };
                let hi = if d > b { upper(d) } else { d };
                return Self {
                    origin: joined.origin,
                    ..Self::between(lo, hi)
                }
                .with_age(joined.age);
            }
            (
                Kind::Ref { length: m, .. },
                Kind::Ref {
                    class,
                    dims,
                    exact,
                    length: n,
                    site,
                    elements,
                },
            ) => Kind::Ref {
                class,
                dims,
                exact,
                site,
                elements,
                length: (
                    if n.0 < m.0 { 0 } else { n.0 },
                    if n.1 > m.1 { i32::MAX } else { n.1 },
                ),
            },
            (_, kind) => kind,
        };
        Self { kind, ..joined }
    }

    fn with_age(mut self, age: u8) -> Self {
        if self.kind != Kind::Any {
            self.age = age;
        }
        self
    }
}

fn is_followed(kind: Kind) -> bool {
    matches!(kind, Kind::Ref { site, .. } if site != Site::Elsewhere)
}

/// The next lower bound of widened intervals.
fn lower(lo: i32) -> i32 {
    [0, -1].into_iter().find(|it| *it <= lo).unwrap_or(i32::MIN)
}

/// The next upper bound of widened intervals.
fn upper(hi: i32) -> i32 {
    let steps = [0, 1, 0xFF, 0xFFFF];
    steps.into_iter().find(|it| *it >= hi).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_holds_of_both_and_widening_ends() {
        let value = Value::int(3).join(Value::int(-2));
        assert_eq!(value.range(), (-2, 3));
        let mut wide = Value::int(0);
        for i in 1..10 {
            wide = wide.widen(Value::int(i));
        }
        assert_eq!(wide.range(), (0, 0xFF));
        assert_eq!(wide.widen(Value::int(1 << 20)).range(), (0, i32::MAX));
        assert_eq!(
            Value::int(1).join(Value::array(None, 1, (2, 2))),
            Value::ANY
        );
        let null = Value::from(Kind::Null);
        assert_eq!(
            null.join(Value::array(None, 1, (2, 2))),
            Value::array(None, 1, (2, 2))
        );
    }

    #[test]
    fn knowledge_is_forgotten_beyond_the_depth_of_calls() {
        let once = Value::int(7).passed(1);
        assert_eq!(once.constant(), Some(7));
        assert_eq!(once.passed(1), Value::ANY);
        assert_eq!(Value::int(7).passed(0), Value::ANY);
    }
}
