//! Calls of generated methods and constructors, as far as the stack lasts.

use super::{Family, Generator};
use crate::tree::types::Type;
use crate::tree::{Callee, Expression, Form, MethodKind};

impl Generator {
    /// A call with a result of the type, if there is one.
    pub(super) fn call_of(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        if self.chance(15)
            && let Some(call) = self.call_of_own_kind(ty, depth)
        {
            return Some(call);
        }
        let family = self.choose(|family| {
            family.result == ty
                || ty.is_numeric() && family.result.is_numeric()
                || ty.is_reference() && ty.takes(family.result)
        })?;
        let call = self.call(&family, depth)?;
        if ty.is_numeric() && call.ty != ty {
            return Some(Expression::cast(ty, call));
        }
        Some(call)
    }

    /// A call whose result, if any, is dropped.
    pub(super) fn call_for_its_effect(&mut self, depth: u32) -> Option<Expression> {
        let family = self.choose(|_| true)?;
        self.call(&family, depth)
    }

    /// The same method of the superclass, or the method itself with a smaller count.
    fn call_of_own_kind(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        if let Some(index) = self.scope.super_family {
            let family = self.families[index].clone();
            if family.result == ty && self.take(family.need) {
                let arguments = self.arguments(&family.parameters, depth);
                let form = Form::Call(Callee::Super(family.name));
                return Some(Expression::new(ty, form, arguments));
            }
        }
        let (index, counter) = self.scope.recursion.clone()?;
        let family = self.families[index].clone();
        if family.result != ty {
            return None;
        }
        let mut arguments = self.arguments(&family.parameters, depth);
        let counter = Expression::name(Type::INT, counter);
        let one = Expression::literal(Type::INT, "1");
        arguments[0] = Expression::binary(Type::INT, "-", counter, one);
        let form = Form::Call(Callee::Static(family.class, family.name));
        Some(Expression::new(ty, form, arguments))
    }

    fn choose(&mut self, fits: impl Fn(&Family) -> bool) -> Option<Family> {
        let limit = self.scope.call_limit;
        let recursion = self.scope.recursion.as_ref().map(|(index, _)| *index);
        let own = recursion.or(self.scope.super_family);
        let this = self.scope.this;
        let callable = |family: &Family| match family.kind {
            // Private methods are called from their own class.
            MethodKind::Private => this == Some(family.class),
            _ => true,
        };
        let choices: Vec<_> = self
            .families
            .iter()
            .enumerate()
            .filter(|(index, family)| {
                family.need <= limit && Some(*index) != own && callable(family) && fits(family)
            })
            .map(|(_, family)| family.clone())
            .collect();
        if choices.is_empty() {
            return None;
        }
        Some(choices[self.rng.usize(..choices.len())].clone())
    }

    /// Notes what a callee takes of the stack, if it fits.
    fn take(&mut self, need: u32) -> bool {
        let fits = need <= self.scope.call_limit;
        if fits {
            self.scope.callee_need = self.scope.callee_need.max(need);
        }
        fits
    }

    pub(super) fn call(&mut self, family: &Family, depth: u32) -> Option<Expression> {
        if !self.take(family.need) {
            return None;
        }
        let depth = depth.max(1);
        let mut operands = Vec::new();
        match family.kind {
            MethodKind::Static => {}
            MethodKind::Virtual => operands.push(self.receiver(family.class, depth)),
            MethodKind::Private if self.unit.strict_only && self.chance(50) => {
                let mut receiver = if self.risk(30) {
                    Expression::default_of(family.class)
                } else {
                    self.expression(family.class, depth - 1)
                };
                if receiver.ty != family.class {
                    receiver = Expression::cast(family.class, receiver);
                }
                operands.push(receiver);
            }
            MethodKind::Private => operands.push(Expression::name(family.class, "this")),
        }
        let mut arguments = self.arguments(&family.parameters, depth);
        if family.is_recursive {
            let count = self.rng.u32(0..=2).to_string();
            arguments[0] = Expression::literal(Type::INT, count);
        }
        operands.extend(arguments);
        let callee = if family.kind == MethodKind::Static {
            Callee::Static(family.class, family.name.clone())
        } else {
            Callee::Virtual(family.name.clone())
        };
        Some(Expression::new(family.result, Form::Call(callee), operands))
    }

    pub(super) fn arguments(&mut self, parameters: &[Type], depth: u32) -> Vec<Expression> {
        let each = parameters.iter();
        each.map(|ty| self.expression(*ty, depth.saturating_sub(1).min(2)))
            .collect()
    }

    /// A new object of a class, or of one that extends or implements the type.
    pub(super) fn new_object(&mut self, ty: Type, depth: u32) -> Option<Expression> {
        let limit = self.scope.call_limit;
        let choices: Vec<_> = self
            .makers
            .iter()
            .filter(|maker| {
                maker.class != Type::ROOT && ty.takes(maker.class) && maker.need <= limit
            })
            .cloned()
            .collect();
        if choices.is_empty() {
            return None;
        }
        let maker = &choices[self.rng.usize(..choices.len())];
        self.take(maker.need);
        let arguments = self.arguments(&maker.parameters, depth);
        Some(Expression::new(maker.class, Form::New, arguments))
    }
}
