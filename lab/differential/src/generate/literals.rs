//! Constants: corners first, then anything; and values that need no code around them.

use super::Generator;
use crate::tree::types::{Base, Type};
use crate::tree::{Callee, Expression, Form};

const INTS: [i32; 22] = [
    0,
    1,
    -1,
    2,
    3,
    4,
    5,
    6,
    7,
    31,
    32,
    127,
    -128,
    128,
    255,
    32767,
    -32768,
    65535,
    65536,
    1_000_003,
    i32::MAX,
    i32::MIN,
];
const LONGS: [i64; 14] = [
    0,
    1,
    -1,
    2,
    63,
    255,
    -65536,
    0x7fff_ffff,
    -0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    1_000_000_007,
    i64::MAX,
    i64::MIN,
];
const FLOATS: [&str; 18] = [
    "0f",
    "-0f",
    "1f",
    "2f",
    "-1f",
    "0.5f",
    "1.5f",
    "3.0e-3f",
    "16777217f",
    "1e10f",
    "-2.5e20f",
    "Float.MAX_VALUE",
    "Float.MIN_VALUE",
    "1.1754942e-38f",
    "Float.NaN",
    "Float.POSITIVE_INFINITY",
    "Float.NEGATIVE_INFINITY",
    "2.1474836e9f",
];
const DOUBLES: [&str; 18] = [
    "0d",
    "-0d",
    "1d",
    "2d",
    "-1d",
    "0.1",
    "1.5",
    "3.0e-3",
    "9007199254740993d",
    "1e100",
    "-2.5e200",
    "Double.MAX_VALUE",
    "Double.MIN_VALUE",
    "2.2250738585072009e-308",
    "Double.NaN",
    "Double.POSITIVE_INFINITY",
    "Double.NEGATIVE_INFINITY",
    "9.223372036854776e18",
];
const STRINGS: [&str; 7] = [
    "",
    "a",
    "joplab",
    "0",
    "\\u00e4\\u20ac",
    "The quick brown fox",
    "-17",
];

impl Generator {
    /// A constant, or an object or array made of constants.
    pub(super) fn constant(&mut self, ty: Type) -> Expression {
        if ty.is_array() {
            return self.array_of_constants(ty);
        }
        let text = match ty.base {
            Base::Boolean => self.rng.bool().to_string(),
            Base::Byte => format!("(byte) {}", self.rng.i8(..)),
            Base::Short => format!("(short) {}", self.rng.i16(..)),
            Base::Char => self.char_text(),
            Base::Int => self.int_text(),
            Base::Long => self.long_text(),
            Base::Float => self.float_text(),
            Base::Double => self.double_text(),
            Base::String => self.string_text(),
            Base::Integer => {
                let value = self.constant(Type::INT);
                return Expression::new(
                    ty,
                    Form::Call(Callee::Library("Integer.valueOf")),
                    vec![value],
                );
            }
            Base::Object => {
                let of = self.pick(&[Type::STRING, Type::INTEGER, Type::INT.array()]);
                return self.constant(of);
            }
            Base::Face | Base::Root | Base::Middle | Base::Leaf => {
                let object = self.static_field(ty);
                return object.unwrap_or(Expression::default_of(ty));
            }
            _ => "null".to_owned(),
        };
        Expression::literal(ty, text)
    }

    fn char_text(&mut self) -> String {
        if self.rng.bool() {
            return format!("'{}'", self.rng.alphanumeric());
        }
        format!("(char) {}", self.rng.u16(..))
    }

    fn int_text(&mut self) -> String {
        if self.is_rich || self.chance(20) {
            return self.rng.i32(..).to_string();
        }
        if self.chance(50) {
            return self.rng.i32(-1..=9).to_string();
        }
        self.pick(&INTS).to_string()
    }

    fn long_text(&mut self) -> String {
        if self.is_rich || self.chance(20) {
            return format!("{}L", self.rng.i64(..));
        }
        if self.chance(40) {
            return format!("{}L", self.rng.i64(-1..=2));
        }
        format!("{}L", self.pick(&LONGS))
    }

    fn float_text(&mut self) -> String {
        if self.is_rich || self.chance(20) {
            let value = f32::from_bits(self.rng.u32(..));
            return if value.is_finite() {
                format!("{value:e}f")
            } else {
                "2f".to_owned()
            };
        }
        if self.chance(20) {
            return format!("{}f", self.rng.i32(-1000..1000));
        }
        self.pick(&FLOATS).to_owned()
    }

    fn double_text(&mut self) -> String {
        if self.is_rich || self.chance(20) {
            let value = f64::from_bits(self.rng.u64(..));
            return if value.is_finite() {
                format!("{value:e}")
            } else {
                "2d".to_owned()
            };
        }
        if self.chance(20) {
            return format!("{}d", self.rng.i32(-1000..1000));
        }
        self.pick(&DOUBLES).to_owned()
    }

    fn string_text(&mut self) -> String {
        if self.is_rich || self.chance(20) {
            return format!("\"s{}\"", self.rng.u32(..100_000));
        }
        format!("\"{}\"", self.pick(&STRINGS))
    }

    /// An array of four to six elements, so that indices of two bits fit.
    fn array_of_constants(&mut self, ty: Type) -> Expression {
        let element = ty.element();
        let is_short = !element.is_reference() && (self.scope.nodes <= 0 || self.chance(40));
        if ty.dims > 1 || is_short {
            let mut sizes = Vec::new();
            for _ in 0..ty.dims {
                let size = self.rng.u32(4..6).to_string();
                sizes.push(Expression::literal(Type::INT, size));
            }
            return Expression::new(ty, Form::NewArray, sizes);
        }
        self.scope.nodes -= 4;
        let elements = (0..self.rng.u32(4..6)).map(|_| self.constant(element));
        let elements = elements.collect();
        Expression::new(ty, Form::ArrayOf, elements)
    }

    /// Expression that needs no surrounding code: a visible variable, else a static field, else a constant.
    pub(super) fn leaf(&mut self, ty: Type) -> Expression {
        if ty.is_reference() && self.risk(6) {
            return Expression::default_of(ty);
        }
        if !self.is_rich || self.chance(30) {
            if self.chance(75)
                && let Some(variable) = self.variable(ty, false)
            {
                return variable;
            }
            if (ty.is_reference() || self.chance(30))
                && let Some(field) = self.static_field(ty)
            {
                return field;
            }
        }
        self.constant(ty)
    }

    /// Any type of a variable, field or result.
    pub(super) fn any_type(&mut self) -> Type {
        match self.weighted(&[60, 6, 5, 14, 2, 7, 3]) {
            0 => self.any_primitive(),
            1 => Type::STRING,
            2 => self.pick(&[Type::OBJECT, Type::INTEGER]),
            3 => self.any_primitive().array(),
            4 => self.any_primitive().array().array(),
            5 => self.pick(&[Type::ROOT, Type::MIDDLE, Type::LEAF, Type::FACE]),
            _ => self
                .pick(&[Type::OBJECT, Type::STRING, Type::ROOT, Type::MIDDLE])
                .array(),
        }
    }

    pub(super) fn any_primitive(&mut self) -> Type {
        match self.weighted(&[10, 8, 8, 8, 26, 18, 11, 11]) {
            0 => Type::BOOLEAN,
            other => Type::NUMERIC[other - 1],
        }
    }
}
