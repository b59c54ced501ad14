//! The members of a unit, in an order in which each may use those before it, and the calls of its driver.

use super::scope::Scope;
use super::{Family, Generator, Maker, STACK_WORDS};
use crate::tree::print::bridge_name;
use crate::tree::types::Type;
use crate::tree::{
    Callee, Case, CaseCall, Catch, Constructor, Expression, Field, Form, Jump, Method, MethodKind,
    Parameter, RECEIVER, Statement, Try,
};

/// Words of a frame besides arguments and locals: five saved ones and some operands.
const FRAME_WORDS: u32 = 11;
/// Words of instance fields of each class: together below the machine's 31.
const FIELD_WORDS: [(Type, u32); 3] = [(Type::ROOT, 13), (Type::MIDDLE, 9), (Type::LEAF, 6)];
/// Types of the static fields with objects, which are a unit's first fields.
const OBJECTS: [Type; 4] = [Type::ROOT, Type::MIDDLE, Type::LEAF, Type::FACE];
/// Depth of a recursion.
const RECURSIONS: u32 = 2;

/// Members of each class of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Static(Type),
    Private(Type),
    /// Abstract in the first, overridden.
    Abstract,
    Overridden,
    Interface,
    Default,
}

impl Generator {
    pub(super) fn members(&mut self) {
        self.fields();
        let early = self.rng.u32(1..3);
        for _ in 0..early {
            self.family();
        }
        for class in Type::CLASSES {
            self.constructor(class);
        }
        self.object_fields();
        let families = if self.is_rich {
            26
        } else {
            self.rng.u32(7..11)
        };
        for _ in 0..families {
            self.family();
        }
        for index in 0..self.families.len() {
            self.cases(index);
        }
    }

    fn fields(&mut self) {
        for ty in OBJECTS {
            let class = self.pick(&Type::CLASSES);
            self.field_with(class, ty, true, Expression::default_of(ty));
        }
        let mut types = vec![Type::BOOLEAN, Type::STRING, Type::OBJECT];
        types.extend(Type::NUMERIC);
        types.push(self.any_primitive().array());
        types.push(self.any_primitive().array().array());
        types.push(Type::OBJECT.array());
        for ty in types {
            let class = self.pick(&Type::CLASSES);
            self.field(class, ty, true);
        }
        for (class, words) in FIELD_WORDS {
            let mut rest = words;
            while rest >= 2 {
                let ty = self.field_type();
                self.field(class, ty, false);
                rest -= ty.words();
            }
        }
    }

    /// Of an instance field: seldom an array, as each object has one of its own.
    fn field_type(&mut self) -> Type {
        match self.weighted(&[75, 8, 10, 7]) {
            0 => self.any_primitive(),
            1 => self.pick(&[Type::STRING, Type::OBJECT, Type::INTEGER]),
            2 => self.pick(&OBJECTS),
            _ => self.any_primitive().array(),
        }
    }

    /// Contents of the static fields with objects, which needs the constructors.
    fn object_fields(&mut self) {
        for (index, ty) in OBJECTS.into_iter().enumerate() {
            self.begin_driver();
            if let Some(initial) = self.new_object(ty, 0) {
                self.unit.fields[index].initial = initial;
            }
        }
    }

    fn field(&mut self, class: Type, ty: Type, is_static: bool) {
        let initial = self.constant(ty);
        self.field_with(class, ty, is_static, initial);
    }

    fn field_with(&mut self, class: Type, ty: Type, is_static: bool, initial: Expression) {
        let name = format!("f{}", self.unit.fields.len());
        self.unit.fields.push(Field {
            class,
            name,
            ty,
            is_static,
            initial,
        });
    }

    /// Starts a body.
    fn begin(&mut self, this: Option<Type>, result: Option<Type>) {
        self.scope = Scope {
            this,
            result,
            local_limit: 12,
            nodes: if self.is_rich { 60 } else { 75 },
            call_limit: STACK_WORDS,
            ..Scope::default()
        };
    }

    /// Starts what the driver does: nothing but leaves, with all of the stack.
    fn begin_driver(&mut self) {
        self.begin(None, None);
        self.scope.nodes = 0;
        self.scope.call_limit = u32::MAX;
    }

    fn constructor(&mut self, class: Type) {
        let parameters = self.parameters(3, 3);
        self.begin(None, None);
        self.scope.nodes = 25;
        let words: u32 = parameters
            .iter()
            .map(|parameter| parameter.ty.words())
            .sum();
        self.scope.call_limit = 20;
        self.scope.local_limit = 3;
        self.declare(&parameters);
        let mut need = 0;
        let mut to_super = Vec::new();
        if let Some(parent) = class.superclass() {
            let maker = self.makers.iter().find(|maker| maker.class == parent);
            let maker = maker.cloned().unwrap_or(Maker {
                class: parent,
                parameters: Vec::new(),
                need: 0,
            });
            need = maker.need;
            to_super = self.arguments(&maker.parameters, 0);
        }
        self.scope.this = Some(class);
        let count = self.rng.u32(1..4);
        let body = self.constructor_body(count);
        self.makers.push(Maker {
            class,
            parameters: parameters.iter().map(|parameter| parameter.ty).collect(),
            need: need.max(self.scope.callee_need)
                + words
                + 1
                + self.scope.local_words
                + FRAME_WORDS,
        });
        self.unit.constructors.push(Constructor {
            class,
            parameters,
            to_super,
            body,
        });
    }

    /// Statements whose exceptions stay inside: without objects there is nothing to test.
    fn constructor_body(&mut self, count: u32) -> Vec<Statement> {
        self.scope.take_words(1);
        let body = self.block(count, 1);
        let catch = Catch {
            types: "Throwable".to_owned(),
            name: self.scope.fresh("e"),
            body: Vec::new(),
        };
        vec![Statement::Try(Try {
            body,
            catches: vec![catch],
            finally: None,
        })]
    }

    fn parameters(&mut self, most: u32, words: u32) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        let mut rest = words;
        for index in 0..self.rng.u32(..=most) {
            let ty = self.any_type();
            if ty.words() > rest {
                break;
            }
            rest -= ty.words();
            parameters.push(Parameter {
                name: format!("p{index}"),
                ty,
            });
        }
        parameters
    }

    fn declare(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            self.scope.declare(&parameter.name, parameter.ty, true);
        }
    }

    fn shape(&mut self) -> Shape {
        if self.is_rich {
            return Shape::Static(Type::ROOT);
        }
        let class = self.pick(&Type::CLASSES);
        match self.weighted(&[35, 4, 15, 12, 14, 10, 10]) {
            0 => Shape::Static(class),
            1 => Shape::Static(Type::FACE),
            2 => Shape::Private(class),
            3 => Shape::Abstract,
            4 => Shape::Overridden,
            5 => Shape::Interface,
            _ => Shape::Default,
        }
    }

    /// One method with all that overrides it.
    fn family(&mut self) {
        let shape = self.shape();
        let is_recursive = matches!(shape, Shape::Static(_)) && self.chance(15);
        // Some methods take nearly all the arguments and locals there can be, and call nobody.
        let is_fat = !is_recursive && self.chance(8);
        let mut parameters = match (is_fat, is_recursive) {
            (true, _) => self.parameters(24, 27),
            (_, true) => self.parameters(2, 3),
            _ => self.parameters(5, 7),
        };
        if is_recursive {
            let ty = Type::INT;
            parameters.insert(
                0,
                Parameter {
                    name: "count".to_owned(),
                    ty,
                },
            );
        }
        let result = if self.chance(10) {
            Type::VOID
        } else {
            self.any_type()
        };
        let (class, kind, bodies): (_, _, &[Type]) = match shape {
            Shape::Static(class) => (class, MethodKind::Static, &[]),
            Shape::Private(class) => (class, MethodKind::Private, &[]),
            Shape::Abstract => (Type::ROOT, MethodKind::Virtual, &[Type::MIDDLE, Type::LEAF]),
            Shape::Overridden => (
                Type::ROOT,
                MethodKind::Virtual,
                &[Type::ROOT, Type::MIDDLE, Type::LEAF],
            ),
            Shape::Interface => (Type::FACE, MethodKind::Virtual, &[Type::MIDDLE, Type::LEAF]),
            Shape::Default => (Type::FACE, MethodKind::Virtual, &[Type::FACE, Type::LEAF]),
        };
        let own = [class];
        let bodies = if bodies.is_empty() { &own[..] } else { bodies };
        let index = self.families.len();
        self.families.push(Family {
            class,
            name: format!("m{index}"),
            kind,
            parameters: parameters.iter().map(|parameter| parameter.ty).collect(),
            result,
            need: u32::MAX,
            is_recursive,
        });
        if !bodies.contains(&class) {
            self.push_method(index, class, &parameters, None);
        }
        let mut need = 0;
        for (number, body) in bodies.iter().enumerate() {
            // The last override is left out now and then.
            if number > 0 && number + 1 == bodies.len() && self.chance(40) {
                continue;
            }
            need = need.max(self.body(index, *body, &parameters, is_fat, need));
        }
        self.families[index].need = need;
    }

    /// A body of the family in a class; gives the words of stack that it takes.
    fn body(
        &mut self,
        index: usize,
        class: Type,
        parameters: &[Parameter],
        is_fat: bool,
        super_need: u32,
    ) -> u32 {
        let family = self.families[index].clone();
        let this = (family.kind != MethodKind::Static).then_some(class);
        let result = (family.result != Type::VOID).then_some(family.result);
        self.begin(this, result);
        self.declare(parameters);
        let words: u32 = parameters
            .iter()
            .map(|parameter| parameter.ty.words())
            .sum();
        if is_fat {
            self.scope.local_limit = 29;
            self.scope.call_limit = 0;
        } else {
            self.scope.call_limit = STACK_WORDS - words - 1 - FRAME_WORDS - self.scope.local_limit;
        }
        let mut statements = Vec::new();
        if family.is_recursive {
            self.scope.variables[0].is_assignable = false;
            self.scope.call_limit = 0;
            self.scope.local_limit = 4;
            statements.push(self.stop(result));
            self.scope.recursion = Some((index, "count".to_owned()));
        }
        // Only the class right above may be meant by `super`, and only if it has a body.
        if super_need > 0 && class != Type::FACE && family.class != Type::FACE {
            self.families[index].need = super_need;
            self.scope.super_family = Some(index);
        }
        let count = self.rng.u32(3..8);
        statements.extend(self.block_with_result(count, result));
        self.families[index].need = u32::MAX;
        let frame = words + u32::from(this.is_some()) + self.scope.local_words + FRAME_WORDS;
        self.push_method(index, class, parameters, Some(statements));
        if family.is_recursive {
            frame * (RECURSIONS + 1)
        } else {
            frame + self.scope.callee_need
        }
    }

    fn block_with_result(&mut self, count: u32, result: Option<Type>) -> Vec<Statement> {
        let mut statements = Vec::new();
        for _ in 0..count {
            if self.scope.nodes <= 0 {
                break;
            }
            let statement = self.statement(3);
            statements.push(statement);
        }
        self.scope.nodes = self.scope.nodes.max(6);
        let value = result.map(|ty| self.expression(ty, 2));
        statements.push(Statement::Return(value));
        statements
    }

    /// Ends a recursion.
    fn stop(&mut self, result: Option<Type>) -> Statement {
        let count = || Expression::name(Type::INT, "count");
        let limit = |text: &str| Expression::literal(Type::INT, text);
        let low = Expression::binary(Type::BOOLEAN, "<=", count(), limit("0"));
        let high = Expression::binary(Type::BOOLEAN, ">", count(), limit(&RECURSIONS.to_string()));
        Statement::Jump {
            condition: Expression::binary(Type::BOOLEAN, "||", low, high),
            jump: Jump::Return(result.map(|ty| self.leaf(ty))),
        }
    }

    fn push_method(
        &mut self,
        index: usize,
        class: Type,
        parameters: &[Parameter],
        body: Option<Vec<Statement>>,
    ) {
        let family = self.families[index].clone();
        let is_synchronized = body.is_some() && class != Type::FACE && self.chance(10);
        self.unit.methods.push(Method {
            class,
            name: family.name,
            kind: family.kind,
            is_synchronized,
            takes_fuel: true,
            parameters: parameters.to_vec(),
            result: family.result,
            body,
        });
    }

    /// Calls of the driver for a family: two, with fixed arguments.
    fn cases(&mut self, index: usize) {
        let family = self.families[index].clone();
        let mut calls = Vec::new();
        for _ in 0..2 {
            self.begin_driver();
            let arguments = self.arguments(&family.parameters, 1);
            calls.push(self.case_call(&family, arguments));
        }
        self.unit.cases.push(Case {
            label: family.name,
            calls,
        });
    }

    fn case_call(&mut self, family: &Family, mut arguments: Vec<Expression>) -> CaseCall {
        if family.is_recursive {
            arguments[0] = Expression::literal(Type::INT, RECURSIONS.to_string());
        }
        if family.kind == MethodKind::Static {
            let callee = Callee::Static(family.class, family.name.clone());
            return CaseCall {
                receiver: None,
                call: Expression::new(family.result, Form::Call(callee), arguments),
            };
        }
        let class = match family.class {
            Type::LEAF => Type::LEAF,
            _ => self.pick(&[Type::MIDDLE, Type::LEAF]),
        };
        let receiver = self.new_object(class, 0);
        let object = Expression::name(Type::ROOT, RECEIVER);
        let object = Expression::cast(family.class, object);
        let mut operands = vec![object];
        operands.extend(arguments);
        let callee = if family.kind == MethodKind::Private {
            Callee::Static(family.class, bridge_name(&family.name))
        } else {
            Callee::Virtual(family.name.clone())
        };
        CaseCall {
            receiver,
            call: Expression::new(family.result, Form::Call(callee), operands),
        }
    }
}
