//! What is known of a frame: its local variables and its operand stack.

use crate::value::Value;

/// What is known of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    pub(crate) locals: Vec<Value>,
    pub(crate) stack: Vec<Value>,
}

impl State {
    pub(crate) fn join(&self, other: &Self, by: fn(Value, Value) -> Value) -> Self {
        let words = |a: &[Value], b: &[Value]| -> Vec<Value> {
            a.iter().zip(b).map(|(a, b)| by(*a, *b)).collect()
        };
        Self {
            locals: words(&self.locals, &other.locals),
            stack: words(&self.stack, &other.stack),
        }
    }

    pub(crate) fn push(&mut self, value: Value) {
        self.stack.push(value);
    }

    /// The top of the stack; damaged code may have none.
    pub(crate) fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::ANY)
    }

    pub(crate) fn pop_many(&mut self, words: usize) {
        let left = self.stack.len().saturating_sub(words);
        self.stack.truncate(left);
    }

    pub(crate) fn push_unknown(&mut self, words: usize) {
        self.stack.extend(std::iter::repeat_n(Value::ANY, words));
    }

    /// The word so far below the top.
    pub(crate) fn peek(&self, depth: usize) -> Value {
        let place = self.stack.len().checked_sub(depth + 1);
        place.map_or(Value::ANY, |place| self.stack[place])
    }

    pub(crate) fn load(&mut self, slot: usize) {
        let mut value = self.locals.get(slot).copied().unwrap_or(Value::ANY);
        value.origin = u8::try_from(slot).ok();
        self.push(value);
    }

    pub(crate) fn store(&mut self, slot: usize, value: Value) {
        if let Some(local) = self.locals.get_mut(slot) {
            *local = Value {
                origin: None,
                ..value
            };
        }
        let slot = u8::try_from(slot).ok();
        for word in &mut self.stack {
            if word.origin == slot {
                word.origin = None;
            }
        }
    }

    /// Puts a better knowledge of a value where it came from.
    pub(crate) fn learn(&mut self, value: Value) {
        let slot = value.origin.map(usize::from);
        if let Some(local) = slot.and_then(|slot| self.locals.get_mut(slot)) {
            *local = Value {
                origin: None,
                ..value
            };
        }
    }
}
