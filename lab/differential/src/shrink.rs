//! Reduces a failing unit: removes everything that is not needed for the failure.
//!
//! The cuts are made on the tree, from large to small: cases, methods, chunks of statements, the shells of statements, then
//! expressions, which become one of their operands or a constant. Rounds are repeated until none cuts anything. The compiler may
//! reject the result of a cut; such a unit does not fail, so the cut is undone.

use std::collections::BTreeSet;

use crate::tree::types::Type;
use crate::tree::visit::{self, Visitor};
use crate::tree::{Expression, Form, Jump, Loop, Statement, Try, Unit};

/// Shrinks a unit that fails; `fails` is asked `tries` times at most.
pub fn shrink(unit: &Unit, tries: usize, fails: &mut dyn FnMut(&Unit) -> bool) -> Unit {
    let mut shrinker = Shrinker {
        unit: unit.clone(),
        tries,
        fails,
    };
    loop {
        let before = shrinker.unit.clone();
        shrinker.cases();
        shrinker.methods();
        shrinker.members();
        shrinker.statements();
        shrinker.shells();
        shrinker.expressions();
        if shrinker.unit == before || shrinker.tries == 0 {
            return shrinker.unit;
        }
    }
}

struct Shrinker<'a> {
    unit: Unit,
    tries: usize,
    fails: &'a mut dyn FnMut(&Unit) -> bool,
}

impl Shrinker<'_> {
    /// Keeps an edit after which the unit still fails.
    fn attempt(&mut self, edit: impl FnOnce(&mut Unit)) -> bool {
        if self.tries == 0 {
            return false;
        }
        let mut edited = self.unit.clone();
        edit(&mut edited);
        if edited == self.unit {
            return false;
        }
        self.tries -= 1;
        let kept = (self.fails)(&edited);
        if kept {
            self.unit = edited;
        }
        kept
    }

    /// Removes chunks of `len` things, halving the chunks down to single ones.
    fn chunks(
        &mut self,
        len: impl Fn(&mut Unit) -> usize,
        remove: impl Fn(&mut Unit, usize, usize),
    ) {
        let mut size = len(&mut self.unit);
        while size > 0 {
            let mut start = 0;
            loop {
                let count = len(&mut self.unit);
                if start >= count {
                    break;
                }
                let end = (start + size).min(count);
                if !self.attempt(|unit| remove(unit, start, end)) {
                    start = end;
                }
            }
            size /= 2;
        }
    }

    fn cases(&mut self) {
        self.chunks(
            |unit| unit.cases.len(),
            |unit, start, end| drop(unit.cases.drain(start..end)),
        );
        for case in 0..self.unit.cases.len() {
            for _ in 0..self.unit.cases[case].calls.len() {
                self.attempt(|unit| drop(unit.cases[case].calls.pop()));
                self.attempt(|unit| drop(unit.cases[case].calls.remove(0)));
            }
        }
    }

    fn methods(&mut self) {
        let names = |unit: &Unit| -> Vec<String> {
            let names = unit.methods.iter().map(|method| method.name.clone());
            let names: BTreeSet<_> = names.collect();
            names.into_iter().collect()
        };
        self.chunks(
            |unit| names(unit).len(),
            |unit, start, end| {
                let gone: BTreeSet<_> = names(unit).drain(start..end).collect();
                remove_methods(unit, &gone);
            },
        );
        // Single overrides.
        self.chunks(
            |unit| unit.methods.len(),
            |unit, start, end| drop(unit.methods.drain(start..end)),
        );
    }

    fn members(&mut self) {
        self.chunks(
            |unit| unit.fields.len(),
            |unit, start, end| drop(unit.fields.drain(start..end)),
        );
        for index in 0..self.unit.constructors.len() {
            self.attempt(|unit| unit.constructors[index].body.clear());
        }
        for index in 0..self.unit.methods.len() {
            self.attempt(|unit| {
                unit.methods[index].is_synchronized = false;
                unit.methods[index].takes_fuel = false;
            });
        }
    }

    fn statements(&mut self) {
        let mut index = 0;
        while let Some(length) = list_length(&mut self.unit, index) {
            let mut size = length;
            while size > 0 {
                let mut start = 0;
                while let Some(count) = list_length(&mut self.unit, index)
                    && start < count
                {
                    let end = (start + size).min(count);
                    if !self.attempt(|unit| {
                        edit_list(unit, index, |list| drop(list.drain(start..end)));
                    }) {
                        start = end;
                    }
                }
                size /= 2;
            }
            index += 1;
        }
    }

    /// Puts what is inside a statement in its place, or takes an optional part of it away.
    fn shells(&mut self) {
        let mut index = 0;
        while let Some(length) = list_length(&mut self.unit, index) {
            for place in 0..length {
                for part in 0.. {
                    let mut is_part = false;
                    self.attempt(|unit| {
                        edit_list(unit, index, |list| is_part = unwrap(list, place, part));
                    });
                    if !is_part {
                        break;
                    }
                }
            }
            index += 1;
        }
    }

    fn expressions(&mut self) {
        let mut index = 0;
        while let Some(expression) = nth_expression(&mut self.unit, index) {
            let changed = simpler(&expression).into_iter().any(|simple| {
                self.attempt(|unit| edit_expression(unit, index, |place| *place = simple))
            });
            if !changed {
                index += 1;
            }
        }
    }
}

/// Replacements of an expression, the simplest first.
fn simpler(expression: &Expression) -> Vec<Expression> {
    let mut choices = Vec::new();
    let is_literal = matches!(expression.form, Form::Literal(_));
    let default = Expression::default_of(expression.ty);
    if !is_literal && expression.ty != Type::VOID {
        choices.push(default);
    }
    for operand in &expression.operands {
        if operand.ty == expression.ty {
            choices.push(operand.clone());
        } else if operand.ty.is_numeric()
            && expression.ty.is_numeric()
            && expression.form != Form::Cast
        {
            choices.push(Expression::cast(expression.ty, operand.clone()));
        }
    }
    choices
}

/// Replaces a statement by one of its parts; false if it has no such part.
fn unwrap(list: &mut Vec<Statement>, place: usize, part: usize) -> bool {
    let Some(statement) = list.get_mut(place) else {
        return false;
    };
    let inner = match (&mut *statement, part) {
        (Statement::If { then, .. }, 0) => then.clone(),
        (Statement::If { otherwise, .. }, 1) => otherwise.clone(),
        (Statement::Loop(Loop { body, .. }), 0)
        | (Statement::ForEach { body, .. }, 0)
        | (Statement::Synchronized { body, .. }, 0)
        | (Statement::Block { body, .. }, 0)
        | (Statement::Try(Try { body, .. }), 0) => body.clone(),
        (Statement::Loop(each), 1) => {
            each.trips = 1;
            return true;
        }
        (Statement::Loop(each), 2) => {
            each.condition = None;
            return true;
        }
        (Statement::Try(guarded), 1) => {
            guarded.finally = None;
            return true;
        }
        (Statement::Try(guarded), part) if part < 2 + guarded.catches.len() => {
            guarded.catches.remove(part - 2);
            return true;
        }
        (Statement::Switch { arms, .. }, part) if part < arms.len() => arms[part].body.clone(),
        (Statement::Switch { arms, .. }, part) if part < 2 * arms.len() => {
            arms.remove(part - arms.len());
            return true;
        }
        (Statement::Jump { jump, .. }, 0) => {
            if let Jump::Return(value) = jump {
                *statement = Statement::Return(value.take());
            }
            return true;
        }
        _ => return false,
    };
    list.splice(place..=place, inner);
    true
}

fn remove_methods(unit: &mut Unit, gone: &BTreeSet<String>) {
    struct Remover<'a>(&'a BTreeSet<String>);
    impl Remover<'_> {
        fn is_gone(&self, expression: &Expression) -> bool {
            let Form::Call(callee) = &expression.form else {
                return false;
            };
            callee.generated().is_some_and(|name| self.0.contains(name))
        }
    }
    impl Visitor for Remover<'_> {
        fn list(&mut self, statements: &mut Vec<Statement>) {
            statements.retain(
                |statement| !matches!(statement, Statement::Expression(root) if self.is_gone(root)),
            );
        }

        fn expression(&mut self, expression: &mut Expression) {
            if self.is_gone(expression) {
                *expression = Expression::default_of(expression.ty);
            }
        }
    }
    unit.methods.retain(|method| !gone.contains(&method.name));
    unit.cases.retain(|case| !gone.contains(&case.label));
    visit::unit(unit, &mut Remover(gone));
}

/// Finds the list of statements with a number.
struct Lists<F> {
    left: usize,
    found: Option<F>,
}

impl<F: FnOnce(&mut Vec<Statement>)> Visitor for Lists<F> {
    fn list(&mut self, statements: &mut Vec<Statement>) {
        if self.left == 0
            && let Some(found) = self.found.take()
        {
            found(statements);
        }
        self.left = self.left.wrapping_sub(1);
    }
}

fn edit_list(unit: &mut Unit, index: usize, edit: impl FnOnce(&mut Vec<Statement>)) {
    let mut lists = Lists {
        left: index,
        found: Some(edit),
    };
    visit::unit(unit, &mut lists);
}

fn list_length(unit: &mut Unit, index: usize) -> Option<usize> {
    let mut length = None;
    edit_list(unit, index, |list| length = Some(list.len()));
    length
}

/// Finds the expression with a number.
struct Expressions<F> {
    left: usize,
    found: Option<F>,
}

impl<F: FnOnce(&mut Expression)> Visitor for Expressions<F> {
    fn expression(&mut self, expression: &mut Expression) {
        if self.left == 0
            && let Some(found) = self.found.take()
        {
            found(expression);
        }
        self.left = self.left.wrapping_sub(1);
    }
}

fn edit_expression(unit: &mut Unit, index: usize, edit: impl FnOnce(&mut Expression)) {
    let mut expressions = Expressions {
        left: index,
        found: Some(edit),
    };
    visit::unit(unit, &mut expressions);
}

fn nth_expression(unit: &mut Unit, index: usize) -> Option<Expression> {
    let mut found = None;
    edit_expression(unit, index, |expression| found = Some(expression.clone()));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::unit;
    use crate::tree::Callee;
    use crate::tree::print::source;

    /// Returns true if a `long` is divided under a loop.
    fn divides_long_in_loop(unit: &Unit) -> bool {
        struct Search {
            found: bool,
        }
        impl Visitor for Search {
            fn list(&mut self, statements: &mut Vec<Statement>) {
                for statement in statements {
                    if let Statement::Loop(each) = statement {
                        let mut inside = Division(false);
                        visit::list(&mut each.body, &mut inside);
                        self.found |= inside.0;
                    }
                }
            }
        }
        struct Division(bool);
        impl Visitor for Division {
            fn expression(&mut self, expression: &mut Expression) {
                self.0 |= expression.ty == Type::LONG && expression.form == Form::Binary("/");
            }
        }
        let mut search = Search { found: false };
        visit::unit(&mut unit.clone(), &mut search);
        search.found
    }

    /// Returns true if a unit calls a generated method, or `Double.doubleToLongBits`, named `bits` here.
    fn calls(unit: &Unit, name: &str) -> bool {
        struct Calls<'a>(&'a str, bool);
        impl Visitor for Calls<'_> {
            fn expression(&mut self, expression: &mut Expression) {
                let Form::Call(callee) = &expression.form else {
                    return;
                };
                self.1 |= callee == &Callee::Library("Double.doubleToLongBits") && self.0 == "bits";
                self.1 |= callee.generated() == Some(self.0);
            }
        }
        let mut calls = Calls(name, false);
        visit::unit(&mut unit.clone(), &mut calls);
        calls.1
    }

    fn failing(fails: impl Fn(&Unit) -> bool) -> Unit {
        let mut units = (0..500).map(|seed| unit("U0", seed));
        units.find(|unit| fails(unit)).expect("a unit that fails")
    }

    #[test]
    fn nothing_but_the_cause_is_left() {
        let large = failing(divides_long_in_loop);
        let small = shrink(&large, 100_000, &mut divides_long_in_loop);
        assert!(divides_long_in_loop(&small));
        let text = source(&small);
        assert!(text.lines().count() < 60, "{text}");
        assert!(source(&large).lines().count() > 300);
        assert_eq!(
            small.method_count() + usize::from(small.method_count() == 0),
            1
        );
        assert!(small.cases.is_empty());
    }

    #[test]
    fn calls_of_removed_methods_become_constants() {
        let large = failing(|unit| calls(unit, "bits") && calls(unit, "m0"));
        let small = shrink(&large, 100_000, &mut |unit: &Unit| calls(unit, "bits"));
        assert!(calls(&small, "bits"));
        assert!(!calls(&small, "m0"), "{}", source(&small));
    }

    #[test]
    fn the_number_of_tries_is_kept() {
        let large = failing(divides_long_in_loop);
        let mut asked = 0;
        shrink(&large, 17, &mut |unit: &Unit| {
            asked += 1;
            divides_long_in_loop(unit)
        });
        assert_eq!(asked, 17);
    }
}
