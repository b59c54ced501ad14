//! Values of microcode: a number, and the expression of the operands that it comes from.
//!
//! The number is the value in one world (see `world.rs`); the expression is what the microcode tests and addresses,
//! whatever the world.

use std::fmt;
use std::rc::Rc;

/// A value of 32 bits.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    /// The number in this world.
    pub(crate) number: u32,
    /// Its source.
    pub(crate) expression: Rc<Expression>,
}

/// Source of a value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    /// The same in every world.
    Constant(u32),
    /// An operand, a register, a variable, by its name.
    Name(String),
    /// A word of main memory.
    Memory(Rc<Expression>),
    /// An operation on two values.
    Binary(Operator, Rc<Expression>, Rc<Expression>),
}

/// An operation of the execute stage: left is B, right is A.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Subtract,
    And,
    Or,
    Xor,
    ShiftRightLogical,
    ShiftLeft,
    ShiftRight,
    Multiply,
}

impl Operator {
    fn number(self, left: u32, right: u32) -> u32 {
        match self {
            Self::Add => left.wrapping_add(right),
            Self::Subtract => left.wrapping_sub(right),
            Self::And => left & right,
            Self::Or => left | right,
            Self::Xor => left ^ right,
            Self::ShiftRightLogical => left.wrapping_shr(right),
            Self::ShiftLeft => left.wrapping_shl(right),
            Self::ShiftRight => left.cast_signed().wrapping_shr(right).cast_unsigned(),
            Self::Multiply => left.wrapping_mul(right),
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::And => "&",
            Self::Or => "|",
            Self::Xor => "^",
            Self::ShiftRightLogical => ">>>",
            Self::ShiftLeft => "<<",
            Self::ShiftRight => ">>",
            Self::Multiply => "*",
        }
    }
}

impl Value {
    pub(crate) fn constant(number: u32) -> Self {
        Self {
            number,
            expression: Rc::new(Expression::Constant(number)),
        }
    }

    pub(crate) fn named(name: impl Into<String>, number: u32) -> Self {
        Self {
            number,
            expression: Rc::new(Expression::Name(name.into())),
        }
    }

    /// The word of main memory at this address.
    pub(crate) fn memory_at(&self, number: u32) -> Self {
        Self {
            number,
            expression: Rc::new(Expression::Memory(Rc::clone(&self.expression))),
        }
    }

    pub(crate) fn binary(operator: Operator, left: &Self, right: &Self) -> Self {
        let number = operator.number(left.number, right.number);
        Self {
            number,
            expression: simplified(operator, left, right, number),
        }
    }

    /// Returns true if it is the same in every world.
    pub(crate) fn is_constant(&self) -> bool {
        matches!(*self.expression, Expression::Constant(_))
    }
}

fn simplified(operator: Operator, left: &Value, right: &Value, number: u32) -> Rc<Expression> {
    use Expression::{Binary, Constant};
    let (l, r) = (&left.expression, &right.expression);
    match (operator, &**l, &**r) {
        (_, Constant(_), Constant(_)) => Rc::new(Constant(number)),
        (Operator::Add | Operator::Or | Operator::Xor, Constant(0), _) => Rc::clone(r),
        (Operator::Add | Operator::Subtract | Operator::Or | Operator::Xor, _, Constant(0)) => {
            Rc::clone(l)
        }
        // x + a + b is x + c, and subtraction adds the negative.
        (Operator::Add | Operator::Subtract, Binary(Operator::Add, x, inner), Constant(outer)) => {
            let Constant(inner) = **inner else {
                return Rc::new(Binary(operator, Rc::clone(l), Rc::clone(r)));
            };
            let sum = operator.number(inner, *outer);
            sum_of(x, sum)
        }
        (Operator::Subtract, _, Constant(c)) => sum_of(l, c.wrapping_neg()),
        (Operator::Add, Constant(c), _) => sum_of(r, *c),
        _ => Rc::new(Binary(operator, Rc::clone(l), Rc::clone(r))),
    }
}

fn sum_of(x: &Rc<Expression>, constant: u32) -> Rc<Expression> {
    if constant == 0 {
        return Rc::clone(x);
    }
    let constant = Rc::new(Expression::Constant(constant));
    Rc::new(Expression::Binary(Operator::Add, Rc::clone(x), constant))
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(number) => write!(f, "{}", number.cast_signed()),
            Self::Name(name) => f.write_str(name),
            Self::Memory(address) => write!(f, "mem[{address}]"),
            Self::Binary(Operator::Add, left, right) => match **right {
                Self::Constant(c) if c.cast_signed() < 0 => {
                    write!(f, "{} - {}", Inner(left), c.wrapping_neg())
                }
                _ => write!(f, "{} + {}", Inner(left), Inner(right)),
            },
            Self::Binary(operator, left, right) => {
                write!(f, "{} {} {}", Inner(left), operator.sign(), Inner(right))
            }
        }
    }
}

/// Within another expression: in brackets if it has two sides.
struct Inner<'a>(&'a Expression);

impl fmt::Display for Inner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            inner @ Expression::Binary(..) => write!(f, "({inner})"),
            inner => inner.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_fold_and_sums_join() {
        let one = Value::constant(1);
        let cp = Value::named("cp", 512);
        let next = Value::binary(Operator::Add, &cp, &one);
        let back = Value::binary(Operator::Subtract, &next, &one);
        assert_eq!(
            (back.number, back.expression.to_string()),
            (512, "cp".to_owned())
        );
        let two = Value::binary(Operator::Add, &one, &one);
        assert!(two.is_constant());
    }

    #[test]
    fn an_expression_reads_like_a_condition() {
        let top = Value::named("top", 65);
        let masked = Value::binary(Operator::And, &top, &Value::constant(63));
        let less = Value::binary(Operator::Subtract, &masked, &Value::constant(32));
        let sign = Value::binary(Operator::ShiftRightLogical, &less, &Value::constant(31));
        assert_eq!(sign.expression.to_string(), "((top & 63) - 32) >>> 31");
        assert_eq!(sign.number, 1);
    }
}
