//! Statements. Every jump is conditional, so that the compiler considers the next statement reachable.

use super::Generator;
use super::scope::Label;
use crate::tree::types::Type;
use crate::tree::{Arm, Callee, Catch, Expression, Form, Jump, Loop, LoopKind, Statement, Try};

/// Depth of expressions.
const DEPTH: u32 = 3;
/// Exceptions that a `catch` may name, each before those it extends.
const CATCHABLE: [&str; 16] = [
    "Check.Beta",
    "Check.Alpha",
    "ArithmeticException | NullPointerException",
    "NullPointerException",
    "ArithmeticException",
    "ArrayIndexOutOfBoundsException",
    "IndexOutOfBoundsException",
    "ClassCastException",
    "NegativeArraySizeException | ArrayStoreException",
    "ArrayStoreException",
    CHECKED,
    "Check.Delta",
    "RuntimeException",
    "Exception",
    "Error",
    "Throwable",
];
/// May be caught only where it can be thrown.
const CHECKED: &str = "Check.Gamma";

impl Generator {
    /// Statements in a separate scope.
    pub(super) fn block(&mut self, count: u32, depth: u32) -> Vec<Statement> {
        let outside = self.scope.variables.len();
        let mut statements = Vec::new();
        for _ in 0..count {
            if self.scope.nodes > 0 || statements.is_empty() {
                let statement = self.statement(depth);
                statements.push(statement);
            }
        }
        self.scope.variables.truncate(outside);
        statements
    }

    fn inner(&mut self, depth: u32) -> Vec<Statement> {
        let count = self.rng.u32(1..4);
        self.block(count, depth - 1)
    }

    pub(super) fn statement(&mut self, depth: u32) -> Statement {
        if depth == 0 {
            return self.simple();
        }
        match self.weighted(&[42, 12, 10, 3, 7, 10, 3, 2, 11]) {
            1 => self.branch(depth),
            2 if self.scope.loop_depth < 2 => self.repeat(depth),
            3 if self.scope.loop_depth < 2 => self.for_each(depth),
            4 => self.switch(depth),
            5 if self.scope.finally_depth < 2 => self.guarded(depth),
            6 if self.scope.take_words(4) => self.locked(depth),
            7 => self.labelled(depth),
            8 if self.scope.in_breakable || self.scope.try_depth > 0 || self.chance(15) => {
                self.jump()
            }
            _ => self.simple(),
        }
    }

    fn simple(&mut self) -> Statement {
        if self.chance(30) {
            let ty = self.any_type();
            if self.scope.take_words(ty.words()) {
                let value = self.expression(ty, DEPTH);
                let name = self.scope.fresh("v");
                self.scope.declare(&name, ty, true);
                return Statement::Local { name, ty, value };
            }
        }
        if self.chance(25)
            && let Some(call) = self.call_for_its_effect(DEPTH)
        {
            return Statement::Expression(call);
        }
        let ty = self.likely_type();
        if ty.is_numeric() && self.chance(25) {
            return Statement::Expression(self.step(ty, DEPTH));
        }
        if self.chance(4) {
            return Statement::Expression(self.chain(DEPTH));
        }
        Statement::Expression(self.assignment(ty, DEPTH))
    }

    /// The type of a variable in sight, or any.
    fn likely_type(&mut self) -> Type {
        let types = self.scope.variables.iter();
        let types = types.filter(|variable| variable.is_assignable);
        let types: Vec<_> = types.map(|variable| variable.ty).collect();
        if types.is_empty() || self.chance(35) {
            return self.any_type();
        }
        self.pick(&types)
    }

    /// `x = y = z`, two places of one type.
    fn chain(&mut self, depth: u32) -> Expression {
        let ty = self.any_type();
        let value = self.assignment(ty, depth - 1);
        let place = self.place(ty, depth - 1);
        Expression::new(ty, Form::Assign("="), vec![place, value])
    }

    fn branch(&mut self, depth: u32) -> Statement {
        let condition = self.expression(Type::BOOLEAN, DEPTH);
        let then = self.inner(depth);
        let otherwise = if self.rng.bool() {
            self.inner(depth)
        } else {
            Vec::new()
        };
        Statement::If {
            condition,
            then,
            otherwise,
        }
    }

    fn repeat(&mut self, depth: u32) -> Statement {
        if !self.scope.take_words(1) {
            return self.simple();
        }
        let kind = self.pick(&[LoopKind::For, LoopKind::For, LoopKind::While, LoopKind::Do]);
        let (label, counter) = (self.scope.fresh("loop"), self.scope.fresh("i"));
        let condition = self
            .chance(30)
            .then(|| self.expression(Type::BOOLEAN, DEPTH - 1));
        let outside = self.scope.variables.len();
        self.scope.declare(&counter, Type::INT, false);
        self.scope.loop_depth += 1;
        let body = self.labelled_body(&label, true, depth);
        self.scope.loop_depth -= 1;
        self.scope.variables.truncate(outside);
        Statement::Loop(Loop {
            kind,
            label,
            counter,
            trips: self.rng.u32(1..5),
            condition,
            body,
        })
    }

    fn labelled_body(&mut self, label: &str, is_loop: bool, depth: u32) -> Vec<Statement> {
        let was = self.scope.in_breakable;
        self.scope.in_breakable |= is_loop;
        self.scope.labels.push(Label {
            name: label.to_owned(),
            is_loop,
        });
        let body = self.inner(depth);
        self.scope.labels.pop();
        self.scope.in_breakable = was;
        body
    }

    fn for_each(&mut self, depth: u32) -> Statement {
        let ty = self.any_type();
        if ty.dims > 1 || !self.scope.take_words(3 + ty.words()) {
            return self.simple();
        }
        let array = if self.unit.strict_only {
            self.expression(ty.array(), 1)
        } else {
            self.constant(ty.array())
        };
        let name = self.scope.fresh("v");
        let outside = self.scope.variables.len();
        self.scope.declare(&name, ty, true);
        self.scope.loop_depth += 1;
        // Its loop has no label, so only an unlabelled jump is its own.
        let was = std::mem::replace(&mut self.scope.in_breakable, true);
        let body = self.inner(depth);
        self.scope.in_breakable = was;
        self.scope.loop_depth -= 1;
        self.scope.variables.truncate(outside);
        Statement::ForEach {
            name,
            ty,
            array,
            body,
        }
    }

    fn switch(&mut self, depth: u32) -> Statement {
        let (selector, constants) = self.selector();
        let was = std::mem::replace(&mut self.scope.in_breakable, true);
        let mut arms = Vec::new();
        let mut constants = constants.into_iter().peekable();
        while constants.peek().is_some() {
            let count = self.rng.usize(1..3);
            arms.push(Arm {
                constants: constants.by_ref().take(count).collect(),
                body: self.block(1, depth - 1),
                breaks: self.chance(70),
            });
        }
        if self.chance(70) {
            let place = self.rng.usize(..=arms.len());
            let default = Arm {
                constants: Vec::new(),
                body: self.block(1, depth - 1),
                breaks: self.rng.bool(),
            };
            arms.insert(place, default);
        }
        self.scope.in_breakable = was;
        Statement::Switch { selector, arms }
    }

    /// Value of a switch, and its constants: dense ones make a table, sparse ones a search.
    fn selector(&mut self) -> (Expression, Vec<String>) {
        let count = self.rng.i32(2..6);
        if self.chance(12) && self.scope.take_words(2) {
            let texts = ["a", "joplab", "0", "b", "Aa", "BB"];
            let constants = texts.map(|text| format!("\"{text}\""));
            let text = self.pick(&texts);
            let literal = Expression::literal(Type::STRING, format!("\"{text}\""));
            let other = self.expression(Type::STRING, 1);
            let condition = Expression::binary(
                Type::BOOLEAN,
                "==",
                other.clone(),
                Expression::default_of(Type::OBJECT),
            );
            let form = Form::Conditional;
            let text = Expression::new(Type::STRING, form, vec![condition, literal, other]);
            return (text, constants.into());
        }
        let ty = self.pick(&[Type::INT, Type::INT, Type::BYTE, Type::CHAR, Type::SHORT]);
        let value = self.expression(ty, DEPTH - 1);
        let mask = Expression::literal(Type::INT, "7");
        let small = Expression::binary(Type::INT, "&", value.clone(), mask);
        if self.rng.bool() {
            let first = self.rng.i32(-1..3);
            return (
                small,
                (first..first + count).map(|c| c.to_string()).collect(),
            );
        }
        let sparse = [0, 1, 100, -5, 127, 7];
        let sparse = &sparse[..count as usize];
        let texts = sparse.iter();
        if ty == Type::CHAR {
            return (small, texts.map(ToString::to_string).collect());
        }
        (value, texts.map(ToString::to_string).collect())
    }

    fn guarded(&mut self, depth: u32) -> Statement {
        if !self.scope.take_words(2) {
            return self.simple();
        }
        let has_finally = self.chance(45) && self.scope.take_words(4);
        self.scope.try_depth += 1;
        let mut body = self.inner(depth);
        self.scope.try_depth -= 1;
        let mut catches = Vec::new();
        for types in CATCHABLE {
            // What an alternative has named may not be named again.
            let caught = |catch: &Catch| catch.types.split(" | ").any(|named| named == types);
            let is_last = types == "Throwable" && !has_finally && catches.is_empty();
            let is_free = catches.len() < 3 && !catches.iter().any(caught);
            if is_free && (is_last || self.chance(11)) {
                if types == CHECKED {
                    body.insert(0, self.raise());
                }
                catches.push(self.catch(types, depth));
            }
        }
        let mut finally = None;
        if has_finally || catches.is_empty() {
            self.scope.finally_depth += 1;
            finally = Some(self.block(2, 1));
            self.scope.finally_depth -= 1;
        }
        Statement::Try(Try {
            body,
            catches,
            finally,
        })
    }

    fn raise(&mut self) -> Statement {
        let value = self.expression(Type::INT, 1);
        let form = Form::Call(Callee::Library("Check.raise"));
        Statement::Expression(Expression::new(Type::VOID, form, vec![value]))
    }

    fn catch(&mut self, types: &str, depth: u32) -> Catch {
        let name = self.scope.fresh("e");
        let outside = self.scope.variables.len();
        self.scope.declare(&name, Type::THROWABLE, false);
        let mut body = self.inner(depth);
        if self.chance(50) {
            let caught = Expression::name(Type::THROWABLE, name.as_str());
            let form = Form::Call(Callee::Library("Check.code"));
            let code = Expression::new(Type::INT, form, vec![caught]);
            let place = self.place(Type::INT, 1);
            let form = Form::Assign("+=");
            body.insert(
                0,
                Statement::Expression(Expression::new(Type::INT, form, vec![place, code])),
            );
        }
        if self.chance(15) {
            body.push(Statement::Jump {
                condition: self.expression(Type::BOOLEAN, 1),
                jump: Jump::Throw(Expression::name(Type::THROWABLE, name.as_str())),
            });
        }
        self.scope.variables.truncate(outside);
        Catch {
            types: types.to_owned(),
            name,
            body,
        }
    }

    fn locked(&mut self, depth: u32) -> Statement {
        // Never null: a monitor of null is no error on the machine.
        let lock = match self.scope.this {
            Some(this) if self.rng.bool() => Expression::name(this, "this"),
            _ => {
                let text = self.pick(&["\"lock\"", "Check.class", "new Object()"]);
                Expression::literal(Type::OBJECT, text)
            }
        };
        Statement::Synchronized {
            lock,
            body: self.inner(depth),
        }
    }

    fn labelled(&mut self, depth: u32) -> Statement {
        let label = self.scope.fresh("block");
        let body = self.labelled_body(&label, false, depth);
        Statement::Block { label, body }
    }

    fn jump(&mut self) -> Statement {
        let condition = if self.chance(4) {
            Expression::literal(Type::BOOLEAN, "true")
        } else {
            self.expression(Type::BOOLEAN, DEPTH - 1)
        };
        Statement::Jump {
            condition,
            jump: self.target(),
        }
    }

    fn target(&mut self) -> Jump {
        let in_loop = self.scope.loop_depth > 0;
        let throws = if self.scope.try_depth > 0 { 40 } else { 2 };
        match self.weighted(&[40, 40, 4, throws]) {
            0 if !self.scope.labels.is_empty() => {
                let index = self.rng.usize(..self.scope.labels.len());
                let label = self.scope.labels[index].clone();
                if label.is_loop && self.rng.bool() {
                    Jump::Continue(Some(label.name))
                } else {
                    Jump::Break(Some(label.name))
                }
            }
            1 if self.scope.in_breakable => {
                if in_loop && self.rng.bool() {
                    Jump::Continue(None)
                } else {
                    Jump::Break(None)
                }
            }
            2 => {
                let result = self.scope.result;
                Jump::Return(result.map(|ty| self.expression(ty, 1)))
            }
            3 => Jump::Throw(self.thrown()),
            _ if self.scope.in_breakable => Jump::Break(None),
            _ => Jump::Throw(self.thrown()),
        }
    }

    fn thrown(&mut self) -> Expression {
        let code = self.expression(Type::INT, 1);
        let message = Expression::literal(Type::STRING, "\"thrown\"");
        let new = |name: &'static str, operands| {
            Expression::new(Type::THROWABLE, Form::Call(Callee::Library(name)), operands)
        };
        match self.weighted(&[35, 25, 15, 8, 12, 5]) {
            0 => new("new Check.Alpha", vec![message, code]),
            1 => new("new Check.Beta", vec![message, code]),
            2 => new("new Check.Gamma", vec![message]),
            3 => new("new Check.Delta", vec![message]),
            4 => new("new ArithmeticException", vec![message]),
            _ => Expression::literal(Type::THROWABLE, "(RuntimeException) null"),
        }
    }
}
