//! The abstract tree of a generated unit, which the generator builds, the printer prints and the shrinker cuts.
//!
//! A unit is one small family of classes, independent of other units:
//!
//! ```text
//!   interface UnI        abstract methods, default methods, static methods
//!   abstract UnA         fields, constructor, methods of all kinds
//!   UnB extends UnA implements UnI
//!   UnC extends UnB
//!   Un                   calls each method with fixed arguments and prints the results
//! ```
//!
//! An expression is a form, a type and operands. An expression may replace any other of its type, which lets
//! the shrinker replace it by an operand or by a constant.

pub mod print;
pub(crate) mod types;
pub(crate) mod visit;

use types::Type;

/// A family of classes that is generated, called and shrunk by itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    /// Prefix of its class names.
    pub(crate) name: String,
    /// True if only the strict build executes it as Java specifies.
    pub strict_only: bool,
    pub(crate) fields: Vec<Field>,
    pub(crate) constructors: Vec<Constructor>,
    pub(crate) methods: Vec<Method>,
    /// Calls of the driver; one line of output for each.
    pub(crate) cases: Vec<Case>,
}

impl Unit {
    /// Prefix of its class names; the name of its driver class.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Number of generated method bodies, without constructors.
    #[must_use]
    pub fn method_count(&self) -> usize {
        let bodies = self.methods.iter().filter(|method| method.body.is_some());
        bodies.count()
    }
}

/// A field with the value that it has before each case.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) class: Type,
    pub(crate) name: String,
    pub(crate) ty: Type,
    pub(crate) is_static: bool,
    pub(crate) initial: Expression,
}

/// A constructor; `UnB` and `UnC` call the one of their superclass first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Constructor {
    pub(crate) class: Type,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) to_super: Vec<Expression>,
    pub(crate) body: Vec<Statement>,
}

/// A method of one class.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Method {
    pub(crate) class: Type,
    pub(crate) name: String,
    pub(crate) kind: MethodKind,
    pub(crate) is_synchronized: bool,
    /// True if it counts down the fuel of a case.
    pub(crate) takes_fuel: bool,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) result: Type,
    /// None if it is abstract.
    pub(crate) body: Option<Vec<Statement>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MethodKind {
    Static,
    /// Of an object, overridden or not.
    Virtual,
    Private,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) ty: Type,
}

/// Calls of one method, whose results make one line of output.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Case {
    /// Beginning of the line, after the name of the unit.
    pub(crate) label: String,
    pub(crate) calls: Vec<CaseCall>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CaseCall {
    /// Makes the object whose method is called and whose fields are looked at; none for a static method.
    pub(crate) receiver: Option<Expression>,
    /// The receiver is a local variable named [`RECEIVER`].
    pub(crate) call: Expression,
}

/// Local variable of the driver with the object under test.
pub(crate) const RECEIVER: &str = "object";

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expression {
    pub(crate) ty: Type,
    pub(crate) form: Form,
    pub(crate) operands: Vec<Expression>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Form {
    /// Java text of a constant.
    Literal(String),
    /// A local variable, a parameter, `this`.
    Name(String),
    /// A static field of a class.
    Static(Type, String),
    /// A field of the operand.
    Field(String),
    /// Array, index.
    Element,
    /// Array.
    Length,
    Binary(&'static str),
    Unary(&'static str),
    /// To the type of the expression.
    Cast,
    /// Condition, one, other.
    Conditional,
    InstanceOf(Type),
    /// Place, value; `=` or a compound operator.
    Assign(&'static str),
    /// Place; `++` or `--`.
    Step {
        operator: &'static str,
        is_prefix: bool,
    },
    Call(Callee),
    /// Arguments.
    New,
    /// Sizes of the leading dimensions.
    NewArray,
    /// Elements.
    ArrayOf,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Callee {
    /// Operands are the arguments.
    Static(Type, String),
    /// The first operand is the receiver.
    Virtual(String),
    /// As the superclass has it; operands are the arguments.
    Super(String),
    /// A static method outside the unit, with its class; operands are the arguments.
    Library(&'static str),
    /// A method of a library object; the first operand is the receiver.
    LibraryVirtual(&'static str),
}

impl Callee {
    /// Name of a generated method.
    pub(crate) fn generated(&self) -> Option<&str> {
        match self {
            Callee::Static(_, name) | Callee::Virtual(name) | Callee::Super(name) => Some(name),
            Callee::Library(_) | Callee::LibraryVirtual(_) => None,
        }
    }
}

impl Expression {
    pub(crate) fn new(ty: Type, form: Form, operands: Vec<Expression>) -> Self {
        Self { ty, form, operands }
    }

    pub(crate) fn literal(ty: Type, text: impl Into<String>) -> Self {
        Self::new(ty, Form::Literal(text.into()), Vec::new())
    }

    pub(crate) fn name(ty: Type, name: impl Into<String>) -> Self {
        Self::new(ty, Form::Name(name.into()), Vec::new())
    }

    pub(crate) fn cast(ty: Type, operand: Expression) -> Self {
        Self::new(ty, Form::Cast, vec![operand])
    }

    pub(crate) fn binary(ty: Type, operator: &'static str, a: Expression, b: Expression) -> Self {
        Self::new(ty, Form::Binary(operator), vec![a, b])
    }

    /// The simplest value of a type.
    pub(crate) fn default_of(ty: Type) -> Self {
        Self::literal(ty, ty.default_text())
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Statement {
    Local {
        name: String,
        ty: Type,
        value: Expression,
    },
    /// An assignment, a step, a call or a creation.
    Expression(Expression),
    If {
        condition: Expression,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    Loop(Loop),
    /// `for (T name : array)`.
    ForEach {
        name: String,
        ty: Type,
        array: Expression,
        body: Vec<Statement>,
    },
    Switch {
        selector: Expression,
        arms: Vec<Arm>,
    },
    Try(Try),
    Synchronized {
        lock: Expression,
        body: Vec<Statement>,
    },
    Block {
        label: String,
        body: Vec<Statement>,
    },
    /// Under a condition, so that what follows stays reachable for the compiler.
    Jump {
        condition: Expression,
        jump: Jump,
    },
    /// The last one of a body.
    Return(Option<Expression>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Jump {
    Break(Option<String>),
    Continue(Option<String>),
    Return(Option<Expression>),
    Throw(Expression),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Loop {
    pub(crate) kind: LoopKind,
    pub(crate) label: String,
    pub(crate) counter: String,
    pub(crate) trips: u32,
    /// Further conditions of another trip.
    pub(crate) condition: Option<Expression>,
    pub(crate) body: Vec<Statement>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LoopKind {
    For,
    While,
    Do,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Arm {
    /// Texts of the constants; none for `default`.
    pub(crate) constants: Vec<String>,
    pub(crate) body: Vec<Statement>,
    /// True if it ends with a break instead of running into the next arm.
    pub(crate) breaks: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Try {
    pub(crate) body: Vec<Statement>,
    pub(crate) catches: Vec<Catch>,
    pub(crate) finally: Option<Vec<Statement>>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Catch {
    /// Names of exception classes; several are separated by `|`.
    pub(crate) types: String,
    pub(crate) name: String,
    pub(crate) body: Vec<Statement>,
}
