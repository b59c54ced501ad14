//! Names and budgets available to generated code at one place.

use crate::tree::types::Type;

/// A variable in sight.
#[derive(Debug, Clone)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) ty: Type,
    /// False for what bounds loops and recursions.
    pub(super) is_assignable: bool,
}

/// Labels of jumps.
#[derive(Debug, Clone)]
pub(super) struct Label {
    pub(super) name: String,
    pub(super) is_loop: bool,
}

/// The state of one body under construction.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    pub(super) this: Option<Type>,
    pub(super) variables: Vec<Variable>,
    pub(super) labels: Vec<Label>,
    pub(super) result: Option<Type>,
    /// True if an unlabelled break has something to leave.
    pub(super) in_breakable: bool,
    pub(super) loop_depth: u32,
    pub(super) finally_depth: u32,
    /// Number of enclosing handlers of this body.
    pub(super) try_depth: u32,
    /// Words of locals, arguments left out; never given back, so an upper bound.
    pub(super) local_words: u32,
    pub(super) local_limit: u32,
    /// Expressions that may still be made before only leaves are.
    pub(super) nodes: i32,
    /// Words that the deepest call takes.
    pub(super) callee_need: u32,
    /// Words that calls may take.
    pub(super) call_limit: u32,
    /// Index of the family of which `super` has a body.
    pub(super) super_family: Option<usize>,
    /// Index of the recursive family this body belongs to, and the name of its counter.
    pub(super) recursion: Option<(usize, String)>,
    pub(super) next_name: u32,
}

impl Scope {
    /// A name that nothing in the body has.
    pub(super) fn fresh(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    /// Takes words of locals, if there are so many.
    pub(super) fn take_words(&mut self, words: u32) -> bool {
        let fits = self.local_words + words <= self.local_limit;
        if fits {
            self.local_words += words;
        }
        fits
    }

    pub(super) fn declare(&mut self, name: &str, ty: Type, is_assignable: bool) {
        self.variables.push(Variable {
            name: name.to_owned(),
            ty,
            is_assignable,
        });
    }
}
