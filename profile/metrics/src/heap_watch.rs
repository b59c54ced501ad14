//! Allocations of our runtime, seen from outside: the end of the data in the heap moves by one block for each.

use cross_profile::cause::COLLECTOR;
use cross_profile::{CallingContextTree, ContextId, Observer, Service, ThreadId};
use jopizer::Symbols;
use sim_core::main_memory::Words;

/// The runtime's class of the heap, and its static field with the end of the data.
const END: (&str, &str) = ("com.jopdesign.sys.Heap", "free");

/// An allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Allocation {
    /// Thread and context that asked for the object.
    pub(crate) by: (ThreadId, ContextId),
    /// Words of its data.
    pub(crate) words: u64,
}

/// Watches the end of the data.
#[derive(Debug, Clone)]
pub(crate) struct HeapWatch {
    /// Address of the field; none in an image of another runtime.
    address: Option<u32>,
    /// Its value; none before the heap is there.
    end: Option<u32>,
}

impl HeapWatch {
    pub(crate) fn new(symbols: Option<&Symbols>) -> Self {
        Self {
            address: symbols.and_then(|symbols| symbols.static_field(END.0, END.1)),
            end: None,
        }
    }

    /// Address of the field.
    pub(crate) fn address(&self) -> Option<u32> {
        self.address
    }

    #[inline(always)]
    pub(crate) fn watches(&self, address: u32) -> bool {
        self.address == Some(address)
    }

    /// Recording goes on after writes that were not seen.
    pub(crate) fn resume(&mut self, memory: &Words) {
        let address = self.address.map(|address| address as usize);
        let word = address.and_then(|address| memory.as_slice().get(address).copied());
        // Before the heap is there, the field is 0.
        self.end = word.filter(|word| *word != 0);
    }

    /// The field is written. The collector, which moves blocks together, allocates nothing.
    pub(crate) fn wrote(&mut self, word: u32, observer: &Observer) -> Option<Allocation> {
        let before = self.end.replace(word)?;
        let (thread, mut context) = observer.running();
        let tree = observer.tree(thread);
        loop {
            let at = tree.context(context);
            let name = observer.name(at.method);
            if is_collector(name) {
                return None;
            }
            let allocates = [at.service, Service::of_method(name)].contains(&Service::Allocation);
            if !allocates || context == CallingContextTree::ROOT {
                break;
            }
            context = at.parent;
        }
        // A block has a word before its data.
        let words = u64::from(word.wrapping_sub(before).wrapping_sub(1));
        Some(Allocation {
            by: (thread, context),
            words,
        })
    }
}

/// A method, written `package.Class.method(descriptor)result`, that collects garbage.
fn is_collector(method: &str) -> bool {
    let rest = method.strip_prefix(COLLECTOR.0);
    let rest = rest.and_then(|rest| rest.strip_prefix('.')?.strip_prefix(COLLECTOR.1));
    rest.is_some_and(|rest| rest.starts_with('('))
}
