//! Places: variables, fields and array elements, to be read or written.

use super::Generator;
use crate::tree::types::Type;
use crate::tree::{Expression, Field, Form};

/// Indices whose low 22 bits are in bounds, or nearly.
const FAR: [i32; 5] = [i32::MIN, 1 << 22, 1 << 23, -(1 << 23), 1 << 24 | 1];

impl Generator {
    /// A variable in sight that has the type, or may be read as it.
    pub(super) fn variable(&mut self, ty: Type, to_write: bool) -> Option<Expression> {
        let fits: Vec<_> = self
            .scope
            .variables
            .iter()
            .filter(|variable| {
                if to_write {
                    variable.is_assignable && variable.ty == ty
                } else {
                    variable.ty == ty || ty.is_reference() && ty.takes(variable.ty)
                }
            })
            .map(|variable| Expression::name(variable.ty, variable.name.as_str()))
            .collect();
        if !to_write
            && let Some(this) = self.scope.this
            && ty.takes(this)
            && (fits.is_empty() || self.chance(25))
        {
            return Some(Expression::name(this, "this"));
        }
        self.one_of(fits)
    }

    fn one_of(&mut self, mut choices: Vec<Expression>) -> Option<Expression> {
        if choices.is_empty() {
            return None;
        }
        Some(choices.swap_remove(self.rng.usize(..choices.len())))
    }

    /// A static field of exactly this type.
    pub(super) fn static_field(&mut self, ty: Type) -> Option<Expression> {
        let statics = self.unit.fields.iter();
        let fits = statics
            .filter(|field| field.is_static && field.ty == ty)
            .map(|field| {
                Expression::new(
                    ty,
                    Form::Static(field.class, field.name.clone()),
                    Vec::new(),
                )
            })
            .collect();
        self.one_of(fits)
    }

    /// A field of an object, of exactly this type.
    pub(super) fn instance_field(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        let fits = |field: &&Field| !field.is_static && field.ty == ty;
        let fields: Vec<_> = self.unit.fields.iter().filter(fits).cloned().collect();
        if fields.is_empty() {
            return None;
        }
        let field = &fields[self.rng.usize(..fields.len())];
        let object = self.receiver(field.class, depth);
        Some(Expression::new(
            ty,
            Form::Field(field.name.clone()),
            vec![object],
        ))
    }

    /// An element of an array with elements of exactly this type.
    pub(super) fn element(&mut self, ty: Type, depth: u32) -> Expression {
        let array = ty.array();
        let mut array = self.expression(array, depth.min(1));
        if array.ty != ty.array() {
            array = Expression::cast(ty.array(), array);
        }
        let index = self.index(depth);
        Expression::new(ty, Form::Element, vec![array, index])
    }

    /// Mostly in bounds; far out of them only where that is checked.
    fn index(&mut self, depth: u32) -> Expression {
        let literal = |value: i32| Expression::literal(Type::INT, value.to_string());
        match self.rng.u32(..100) {
            _ if self.unit.strict_only && self.risk(12) => {
                let value = self.pick(&FAR);
                literal(value)
            }
            _ if self.risk(12) => {
                let value = self.pick(&[-1, 4, 5, 6, 7]);
                literal(value)
            }
            _ if self.risk(12) => {
                let value = self.expression(Type::INT, depth.saturating_sub(1));
                if self.unit.strict_only {
                    value
                } else {
                    Expression::binary(Type::INT, "%", value, literal(6))
                }
            }
            0..40 => {
                let value = self.rng.i32(0..4);
                literal(value)
            }
            40..80 => {
                let value = self.expression(Type::INT, depth.saturating_sub(1));
                Expression::binary(Type::INT, "&", value, literal(3))
            }
            _ => {
                let value = self.expression(Type::BYTE, depth.saturating_sub(1));
                Expression::binary(Type::INT, "&", value, literal(3))
            }
        }
    }

    /// Assignable places of exactly this type.
    pub(super) fn place(&mut self, ty: Type, depth: u32) -> Expression {
        for _ in 0..4 {
            let place = match self.weighted(&[40, 18, 22, 20]) {
                0 => self.variable(ty, true),
                1 => self.static_field(ty),
                2 => self.instance_field(ty, depth),
                // Deep arrays are many objects.
                _ if ty.dims > 1 || ty.dims == 1 && self.chance(75) => None,
                _ => Some(self.element(ty, depth)),
            };
            if let Some(place) = place {
                return place;
            }
        }
        match self.static_field(ty) {
            Some(place) => place,
            None => self.element(ty, depth),
        }
    }

    /// An object of a class or interface: `this` where it fits.
    pub(super) fn receiver(&mut self, class: Type, depth: u32) -> Expression {
        if let Some(this) = self.scope.this
            && class.takes(this)
            && self.chance(60)
        {
            return Expression::name(this, "this");
        }
        self.expression(class, depth.saturating_sub(1))
    }
}
