//! Places that allocate, and the frames by which they are found.

use cross_profile::{ContextId, MethodId, Observer, Origin, ThreadId};
use isa::op;
use rustc_hash::FxHashMap;

use crate::class::ClassKey;

/// Number of a [`Place`] in the order of first use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

/// Number of a [`SiteKey`] in the order of first use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteId(pub u32);

/// Code that allocates, or asks for a collection, in its calling context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Place {
    /// Its thread.
    pub thread: ThreadId,
    /// Context of the method that has the bytecode.
    pub context: ContextId,
    /// Byte offset of the bytecode in that method; none if an interrupt or exception took its place.
    pub pc: Option<u32>,
    /// The bytecode: one that allocates, or a call of the runtime's allocator.
    pub opcode: u8,
    /// The innermost frame of the application: its context, and the offset of the bytecode there. None if only the runtime runs.
    pub application: Option<(ContextId, Option<u32>)>,
}

/// A place and the class of what it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct SiteKey {
    /// The place.
    pub place: PlaceId,
    /// The class.
    pub class: ClassKey,
}

/// Routines that allocate on behalf of their caller.
const ALLOCATORS: [&str; 9] = [
    "com.jopdesign.sys.JVM.f_new",
    "com.jopdesign.sys.JVM.f_newarray",
    "com.jopdesign.sys.JVM.f_anewarray",
    "com.jopdesign.sys.JVM.f_multianewarray",
    "com.jopdesign.sys.MultiArray.create",
    "com.jopdesign.sys.Heap.allocate",
    "com.jopdesign.sys.Heap.makeRoom",
    "com.jopdesign.sys.Heap.collect",
    "com.jopdesign.sys.Collector.collect",
];

/// Part of a method in an allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Unknown,
    Allocator,
    Application,
    Other,
}

impl Part {
    fn of(name: &str) -> Self {
        let path = name.split('(').next().unwrap_or(name);
        if ALLOCATORS.contains(&path) {
            Self::Allocator
        } else if !name.starts_with('(') && Origin::of(name) == Origin::Application {
            // Regions and the start are in parentheses.
            Self::Application
        } else {
            Self::Other
        }
    }
}

/// The bytecode that called a frame.
#[derive(Debug, Clone, Copy)]
struct Call {
    pc: Option<u32>,
    opcode: u8,
}

const NO_CALL: Call = Call {
    pc: None,
    opcode: op::NOP,
};

/// Finds the place of what runs.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    /// Of each thread the calls of its frames, by frame pointer.
    calls: Vec<Vec<Call>>,
    /// By [`MethodId`].
    parts: Vec<Part>,
    pub(crate) places: Vec<Place>,
    ids: FxHashMap<Place, PlaceId>,
}

impl Places {
    /// The running thread has a new frame at `pointer`, called by this bytecode of the method below.
    #[inline]
    pub(crate) fn called(&mut self, thread: ThreadId, pointer: u32, pc: Option<u32>, opcode: u8) {
        let thread = thread.0 as usize;
        if self.calls.len() <= thread {
            self.calls.resize_with(thread + 1, Vec::new);
        }
        let (calls, pointer) = (&mut self.calls[thread], pointer as usize);
        if calls.len() <= pointer {
            calls.resize(pointer + 1, NO_CALL);
        }
        calls[pointer] = Call { pc, opcode };
    }

    /// The place on whose behalf the runtime's allocator or collector runs now.
    pub(crate) fn running(&mut self, observer: &Observer) -> PlaceId {
        let place = self.find(observer);
        let next = PlaceId(self.places.len() as u32);
        let id = *self.ids.entry(place).or_insert(next);
        if id == next {
            self.places.push(place);
        }
        id
    }

    fn find(&mut self, observer: &Observer) -> Place {
        let (thread, _) = observer.running();
        let mut place = Place {
            thread,
            context: cross_profile::CallingContextTree::ROOT,
            pc: None,
            opcode: op::NOP,
            application: None,
        };
        let (mut call, mut is_found) = (NO_CALL, false);
        for (pointer, context) in observer.frames().rev() {
            let part = self.part(observer, observer.method_of(thread, context));
            if part != Part::Allocator && !is_found {
                is_found = true;
                (place.context, place.pc, place.opcode) = (context, call.pc, call.opcode);
            }
            if is_found && part == Part::Application {
                place.application = Some((context, call.pc));
                break;
            }
            call = self.call(thread, pointer);
        }
        if !is_found {
            (place.pc, place.opcode) = (call.pc, call.opcode);
        }
        place
    }

    fn call(&self, thread: ThreadId, pointer: u32) -> Call {
        let calls = self.calls.get(thread.0 as usize);
        let call = calls.and_then(|calls| calls.get(pointer as usize));
        call.copied().unwrap_or(NO_CALL)
    }

    fn part(&mut self, observer: &Observer, method: MethodId) -> Part {
        let place = method.0 as usize;
        if self.parts.len() <= place {
            self.parts.resize(place + 1, Part::Unknown);
        }
        if self.parts[place] == Part::Unknown {
            self.parts[place] = Part::of(observer.name(method));
        }
        self.parts[place]
    }
}
