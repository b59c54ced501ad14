//! Expressions of every type. A numeric one is of exactly the type asked for; a reference may be of a subtype.

use super::Generator;
use crate::tree::types::{Base, Type};
use crate::tree::{Callee, Expression, Form};

const ARITHMETIC: [&str; 5] = ["+", "-", "*", "/", "%"];
const BITS: [&str; 3] = ["&", "|", "^"];
const SHIFTS: [&str; 3] = ["<<", ">>", ">>>"];
const RELATIONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

impl Generator {
    pub(super) fn expression(&mut self, ty: Type, depth: u32) -> Expression {
        self.scope.nodes -= 1;
        if depth == 0 || self.scope.nodes <= 0 {
            return self.leaf(ty);
        }
        if ty == Type::BOOLEAN {
            self.boolean(depth)
        } else if ty.is_numeric() {
            self.number(ty, depth)
        } else {
            self.reference(ty, depth)
        }
    }

    fn number(&mut self, ty: Type, depth: u32) -> Expression {
        match self.weighted(&[14, 34, 12, 5, 7, 7, 10, 10, 5]) {
            0 => self.leaf(ty),
            1 => self.calculation(ty, depth),
            2 => self.conversion(ty, depth),
            3 => self.conditional(ty, depth),
            4 => self.assignment(ty, depth),
            5 => self.step(ty, depth),
            6 => self.place(ty, depth),
            7 => self
                .call_of(ty, depth)
                .unwrap_or_else(|| self.calculation(ty, depth)),
            _ => self.library_number(ty, depth),
        }
    }

    fn calculation(&mut self, ty: Type, depth: u32) -> Expression {
        if ty.is_intlike() && ty != Type::INT {
            let wide = self.calculation(Type::INT, depth);
            return Expression::cast(ty, wide);
        }
        if self.chance(if ty.is_integral() { 12 } else { 20 }) {
            let operator = if ty.is_integral() && self.chance(50) {
                "~"
            } else {
                "-"
            };
            let operand = self.expression(ty, depth - 1);
            return Expression::new(ty, Form::Unary(operator), vec![operand]);
        }
        if ty.is_integral() && self.chance(22) {
            return self.shift(ty, depth);
        }
        let operator = if ty.is_integral() && self.chance(30) {
            self.pick(&BITS)
        } else {
            self.pick(&ARITHMETIC)
        };
        let mut operands = [self.expression(ty, depth - 1), self.narrower(ty, depth - 1)];
        if ty.is_integral() && matches!(operator, "/" | "%") {
            let [_, divisor] = &mut operands;
            if !self.risk(25) {
                let one = Expression::literal(Type::INT, "1");
                *divisor = Expression::binary(divisor.ty, "|", divisor.clone(), one);
            }
        } else if self.rng.bool() {
            operands.swap(0, 1);
        }
        let [a, b] = operands;
        Expression::binary(ty, operator, a, b)
    }

    fn shift(&mut self, ty: Type, depth: u32) -> Expression {
        let operator = self.pick(&SHIFTS);
        let count = self.pick(&[Type::INT, Type::INT, Type::BYTE, Type::LONG]);
        let value = self.expression(ty, depth - 1);
        let count = self.expression(count, depth - 1);
        Expression::binary(ty, operator, value, count)
    }

    /// A number that Java widens to the type by itself.
    fn narrower(&mut self, ty: Type, depth: u32) -> Expression {
        let narrow: Vec<_> = Type::NUMERIC
            .into_iter()
            .filter(|from| ty.takes(*from))
            .collect();
        let from = if self.chance(70) {
            ty
        } else {
            self.pick(&narrow)
        };
        self.expression(from, depth)
    }

    fn conversion(&mut self, ty: Type, depth: u32) -> Expression {
        let from = self.pick(&Type::NUMERIC);
        let operand = self.expression(from, depth - 1);
        Expression::cast(ty, operand)
    }

    fn conditional(&mut self, ty: Type, depth: u32) -> Expression {
        let condition = self.expression(Type::BOOLEAN, depth - 1);
        let mut operands = vec![condition];
        for _ in 0..2 {
            let mut operand = self.expression(ty, depth - 1);
            if operand.ty != ty {
                operand = Expression::cast(ty, operand);
            }
            operands.push(operand);
        }
        Expression::new(ty, Form::Conditional, operands)
    }

    /// A plain or compound assignment, as a value or as a statement.
    pub(super) fn assignment(&mut self, ty: Type, depth: u32) -> Expression {
        let place = self.place(ty, depth - 1);
        let (operator, value) = self.assigned(ty, depth);
        Expression::new(ty, Form::Assign(operator), vec![place, value])
    }

    fn assigned(&mut self, ty: Type, depth: u32) -> (&'static str, Expression) {
        if ty == Type::STRING && self.chance(35) {
            return ("+=", self.text_part(depth - 1));
        }
        if ty == Type::BOOLEAN && self.chance(40) {
            let operator = self.pick(&["&=", "|=", "^="]);
            return (operator, self.expression(ty, depth - 1));
        }
        if !ty.is_numeric() || self.chance(35) {
            return ("=", self.expression(ty, depth - 1));
        }
        if ty.is_integral() && self.chance(25) {
            let count = self.pick(&[Type::INT, Type::LONG]);
            let operator = self.pick(&["<<=", ">>=", ">>>="]);
            return (operator, self.expression(count, depth - 1));
        }
        if ty.is_integral() && self.chance(30) {
            let value = self.pick(&[Type::INT, Type::LONG, ty]);
            let operator = self.pick(&["&=", "|=", "^="]);
            return (operator, self.expression(value, depth - 1));
        }
        let operator = self.pick(&["+=", "-=", "*=", "/=", "%="]);
        let by = if self.chance(50) {
            ty
        } else {
            self.pick(&Type::NUMERIC)
        };
        let mut value = self.expression(by, depth - 1);
        if by.is_integral() && matches!(operator, "/=" | "%=") && !self.risk(25) {
            value = Expression::binary(by, "|", value, Expression::literal(Type::INT, "1"));
        }
        (operator, value)
    }

    /// `++` or `--`, in front or behind.
    pub(super) fn step(&mut self, ty: Type, depth: u32) -> Expression {
        let place = self.place(ty, depth - 1);
        let form = Form::Step {
            operator: self.pick(&["++", "--"]),
            is_prefix: self.rng.bool(),
        };
        Expression::new(ty, form, vec![place])
    }

    fn library_number(&mut self, ty: Type, depth: u32) -> Expression {
        match ty {
            Type::INT => self.library_int(depth),
            Type::CHAR => {
                let text = if self.risk(30) {
                    self.constant(Type::STRING)
                } else {
                    Expression::literal(Type::STRING, "\"joplab\"")
                };
                let index = self.expression(Type::INT, depth - 1);
                let index =
                    Expression::binary(Type::INT, "&", index, Expression::literal(Type::INT, "1"));
                let form = Form::Call(Callee::LibraryVirtual("charAt"));
                Expression::new(ty, form, vec![text, index])
            }
            Type::LONG => self.library(ty, "Double.doubleToLongBits", Type::DOUBLE, depth),
            Type::FLOAT => self.library(ty, "Float.intBitsToFloat", Type::INT, depth),
            Type::DOUBLE => self.library(ty, "Double.longBitsToDouble", Type::LONG, depth),
            _ => self.calculation(ty, depth),
        }
    }

    fn library(&mut self, ty: Type, name: &'static str, argument: Type, depth: u32) -> Expression {
        let argument = self.expression(argument, depth - 1);
        Expression::new(ty, Form::Call(Callee::Library(name)), vec![argument])
    }

    fn library_int(&mut self, depth: u32) -> Expression {
        let lengths = if self.unit.strict_only { 20 } else { 6 };
        match self.weighted(&[lengths, 3, 2, 2, 2]) {
            0 => self.length(depth),
            1 => self.library(Type::INT, "Check.length", Type::STRING, depth),
            2 => self.library(Type::INT, "Float.floatToIntBits", Type::FLOAT, depth),
            3 => {
                let boxed = self.expression(Type::INTEGER, depth - 1);
                let form = Form::Call(Callee::LibraryVirtual("intValue"));
                Expression::new(Type::INT, form, vec![boxed])
            }
            _ => self.library(Type::INT, "Check.code", Type::THROWABLE, depth),
        }
    }

    /// The length of an array; of one that may be null only where that is checked.
    fn length(&mut self, depth: u32) -> Expression {
        let element = self.any_primitive();
        let array = if self.unit.strict_only && self.risk(30) {
            Expression::default_of(element.array())
        } else if self.unit.strict_only {
            self.expression(element.array(), depth - 1)
        } else {
            self.constant(element.array())
        };
        Expression::new(Type::INT, Form::Length, vec![array])
    }

    fn boolean(&mut self, depth: u32) -> Expression {
        let ty = Type::BOOLEAN;
        match self.weighted(&[10, 36, 12, 6, 10, 6, 4, 6, 6, 4]) {
            0 => self.leaf(ty),
            1 => {
                let of = self.pick(&Type::NUMERIC);
                let operator = self.pick(&RELATIONS);
                let (a, b) = (
                    self.expression(of, depth - 1),
                    self.expression(of, depth - 1),
                );
                Expression::binary(ty, operator, a, b)
            }
            2 => {
                let operator = self.pick(&["&&", "||", "&", "|", "^", "==", "!="]);
                let (a, b) = (
                    self.expression(ty, depth - 1),
                    self.expression(ty, depth - 1),
                );
                Expression::binary(ty, operator, a, b)
            }
            3 => {
                let operand = self.expression(ty, depth - 1);
                Expression::new(ty, Form::Unary("!"), vec![operand])
            }
            4 => self.instance_of(depth),
            5 => self.identity(depth),
            6 => self.assignment(ty, depth),
            7 => self.place(ty, depth),
            8 => self
                .call_of(ty, depth)
                .unwrap_or_else(|| self.instance_of(depth)),
            _ => self.null_test(depth),
        }
    }

    fn instance_of(&mut self, depth: u32) -> Expression {
        let object = self.any_object(depth - 1);
        let ty = self.pick(&[
            Type::STRING,
            Type::INTEGER,
            Type::FACE,
            Type::ROOT,
            Type::MIDDLE,
            Type::LEAF,
            Type::INT.array(),
            Type::OBJECT.array(),
            Type::ROOT.array(),
            Type::LONG.array().array(),
        ]);
        Expression::new(Type::BOOLEAN, Form::InstanceOf(ty), vec![object])
    }

    /// Anything, seen as an Object.
    fn any_object(&mut self, depth: u32) -> Expression {
        let of = loop {
            let ty = self.any_type();
            if ty.is_reference() {
                break ty;
            }
        };
        let object = self.expression(of, depth);
        Expression::cast(Type::OBJECT, object)
    }

    /// Comparison of two references; never of strings and boxes, whose identity is unspecified. Arrays are
    /// asked themselves only where calls on them are safe.
    fn identity(&mut self, depth: u32) -> Expression {
        if self.unit.strict_only && self.chance(40) {
            let (one, other) = (self.any_object(depth - 1), self.any_object(depth - 1));
            let form = Form::Call(Callee::LibraryVirtual("equals"));
            return Expression::new(Type::BOOLEAN, form, vec![one, other]);
        }
        let of = self.pick(&[Type::ROOT, Type::MIDDLE, Type::FACE, Type::INT.array()]);
        let operator = self.pick(&["==", "!="]);
        let (a, b) = (
            self.expression(of, depth - 1),
            self.expression(of, depth - 1),
        );
        Expression::binary(Type::BOOLEAN, operator, a, Expression::cast(of, b))
    }

    fn null_test(&mut self, depth: u32) -> Expression {
        let object = self.any_object(depth - 1);
        let operator = self.pick(&["==", "!="]);
        let null = Expression::literal(Type::VOID, "null");
        Expression::binary(Type::BOOLEAN, operator, object, null)
    }

    fn reference(&mut self, ty: Type, depth: u32) -> Expression {
        match self.weighted(&[30, 20, 8, 6, 6, 12, 10]) {
            0 => self.leaf(ty),
            1 => self.creation(ty, depth),
            2 => self.checked_cast(ty, depth),
            3 => self.conditional(ty, depth),
            4 if ty != Type::THROWABLE => self.assignment(ty, depth),
            5 if ty != Type::THROWABLE => self.place(ty, depth),
            _ => self
                .call_of(ty, depth)
                .unwrap_or_else(|| self.creation(ty, depth)),
        }
    }

    fn creation(&mut self, ty: Type, depth: u32) -> Expression {
        if ty.is_array() {
            return self.new_array(ty, depth);
        }
        match ty.base {
            Base::String => self.concatenation(depth),
            Base::Integer => self.library(ty, "Integer.valueOf", Type::INT, depth),
            Base::Object => {
                let of = self.pick(&[Type::STRING, Type::INTEGER, Type::MIDDLE, Type::INT.array()]);
                self.creation(of, depth)
            }
            Base::Face | Base::Root | Base::Middle | Base::Leaf if self.chance(50) => {
                self.new_object(ty, depth).unwrap_or_else(|| self.leaf(ty))
            }
            _ => self.leaf(ty),
        }
    }

    fn new_array(&mut self, ty: Type, depth: u32) -> Expression {
        let element = ty.element();
        let holds_objects = element.is_reference() && element.dims == 0;
        if self.chance(45) || holds_objects && !self.risk(30) {
            let count = self.rng.u32(4..6);
            let elements = (0..count).map(|_| self.expression(element, depth - 1));
            let elements = elements.collect();
            return Expression::new(ty, Form::ArrayOf, elements);
        }
        // A subtype's array may stand for the type's: its stores are checked.
        let mut made = ty;
        if matches!(ty.base, Base::Object | Base::Root) && self.risk(40) {
            made.base = if ty.base == Base::Object {
                self.pick(&[Base::String, Base::Middle, Base::Integer])
            } else {
                self.pick(&[Base::Middle, Base::Leaf])
            };
        }
        let dims = if self.risk(20) { 1 } else { ty.dims };
        let sizes = (0..dims).map(|_| self.size(depth));
        let sizes = sizes.collect();
        Expression::new(made, Form::NewArray, sizes)
    }

    /// Four or five, now and then a negative number.
    fn size(&mut self, depth: u32) -> Expression {
        let literal = |text: &str| Expression::literal(Type::INT, text);
        if self.risk(10) {
            let value = self.expression(Type::INT, depth - 1);
            return Expression::binary(Type::INT, "%", value, literal("5"));
        }
        match self.rng.u32(..100) {
            0..60 => literal("4"),
            _ => {
                let value = self.expression(Type::INT, depth - 1);
                let bit = Expression::binary(Type::INT, "&", value, literal("1"));
                Expression::binary(Type::INT, "+", bit, literal("4"))
            }
        }
    }

    /// A cast down from Object, most of the time to what the object is.
    fn checked_cast(&mut self, ty: Type, depth: u32) -> Expression {
        let object = if ty == Type::THROWABLE || !self.risk(25) {
            let object = self.expression(ty, depth - 1);
            Expression::cast(Type::OBJECT, object)
        } else {
            self.any_object(depth - 1)
        };
        Expression::cast(ty, object)
    }

    fn concatenation(&mut self, depth: u32) -> Expression {
        let text = self.expression(Type::STRING, depth - 1);
        let form = Form::Call(Callee::Library("Check.clip"));
        let mut all = Expression::new(Type::STRING, form, vec![text]);
        for _ in 0..self.rng.u32(1..4) {
            let part = self.text_part(depth - 1);
            all = Expression::binary(Type::STRING, "+", all, part);
        }
        all
    }

    /// Value appended to a text. Not a floating-point number: the JDK's texts of some have a digit too many.
    fn text_part(&mut self, depth: u32) -> Expression {
        match self.weighted(&[30, 15, 10, 10, 15, 10]) {
            0 => self.expression(Type::INT, depth.min(1)),
            1 => self.expression(Type::LONG, depth.min(1)),
            2 => self.expression(Type::CHAR, depth.min(1)),
            3 => self.expression(Type::BOOLEAN, depth.min(1)),
            4 => {
                let text = self.expression(Type::STRING, depth.min(1));
                let form = Form::Call(Callee::Library("Check.clip"));
                Expression::new(Type::STRING, form, vec![text])
            }
            _ => {
                let object = self.any_object(depth.min(1));
                let form = Form::Call(Callee::Library("Check.text"));
                Expression::new(Type::STRING, form, vec![object])
            }
        }
    }
}
