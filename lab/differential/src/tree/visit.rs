//! Walks over a unit: every list of statements and every expression, each with a number in a fixed order.

use super::{Expression, Jump, Loop, Statement, Try, Unit};

/// Visitor of a walk; each method may change its argument.
pub(crate) trait Visitor {
    /// A list of statements, before its statements.
    fn list(&mut self, _statements: &mut Vec<Statement>) {}

    /// An expression that a value is asked of, before its operands.
    fn expression(&mut self, _expression: &mut Expression) {}
}

/// Walks over all bodies and initial values; the driver's calls are left out.
pub(crate) fn unit(unit: &mut Unit, visitor: &mut impl Visitor) {
    for field in &mut unit.fields {
        expression(&mut field.initial, visitor);
    }
    for constructor in &mut unit.constructors {
        expressions(&mut constructor.to_super, visitor);
        list(&mut constructor.body, visitor);
    }
    for method in &mut unit.methods {
        if let Some(body) = &mut method.body {
            list(body, visitor);
        }
    }
}

/// Walks over a list of statements.
pub(crate) fn list(statements: &mut Vec<Statement>, visitor: &mut impl Visitor) {
    visitor.list(statements);
    for each in statements {
        statement(each, visitor);
    }
}

fn expressions(expressions: &mut [Expression], visitor: &mut impl Visitor) {
    for each in expressions {
        expression(each, visitor);
    }
}

/// Walks over an expression.
pub(crate) fn expression(root: &mut Expression, visitor: &mut impl Visitor) {
    visitor.expression(root);
    expressions(&mut root.operands, visitor);
}

fn statement(statement: &mut Statement, visitor: &mut impl Visitor) {
    match statement {
        Statement::Local { value, .. } => expression(value, visitor),
        // The statement itself goes with its list; its operands are values.
        Statement::Expression(root) => expressions(&mut root.operands, visitor),
        Statement::If {
            condition,
            then,
            otherwise,
        } => {
            expression(condition, visitor);
            list(then, visitor);
            list(otherwise, visitor);
        }
        Statement::Loop(Loop {
            condition, body, ..
        }) => {
            if let Some(condition) = condition {
                expression(condition, visitor);
            }
            list(body, visitor);
        }
        Statement::ForEach { array, body, .. } => {
            expression(array, visitor);
            list(body, visitor);
        }
        Statement::Switch { selector, arms } => {
            expression(selector, visitor);
            for arm in arms {
                list(&mut arm.body, visitor);
            }
        }
        Statement::Try(Try {
            body,
            catches,
            finally,
        }) => {
            list(body, visitor);
            for catch in catches {
                list(&mut catch.body, visitor);
            }
            if let Some(finally) = finally {
                list(finally, visitor);
            }
        }
        Statement::Synchronized { lock, body } => {
            expression(lock, visitor);
            list(body, visitor);
        }
        Statement::Block { body, .. } => list(body, visitor),
        Statement::Jump { condition, jump } => {
            expression(condition, visitor);
            match jump {
                Jump::Return(Some(value)) | Jump::Throw(value) => expression(value, visitor),
                Jump::Break(_) | Jump::Continue(_) | Jump::Return(None) => {}
            }
        }
        Statement::Return(Some(value)) => expression(value, visitor),
        Statement::Return(None) => {}
    }
}
