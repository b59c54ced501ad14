//! What programs have met, so that a test can tell whether random ones meet everything.

macro_rules! cases {
    ($($(#[$doc:meta])* $case:ident,)*) => {
        /// Special cases of the specification.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Case {
            $($(#[$doc])* $case,)*
        }

        impl Case {
            /// All of them.
            pub(crate) const ALL: &[Self] = &[$(Self::$case),*];
        }
    };
}

cases! {
    BranchTaken,
    BranchNotTaken,
    /// A dispatch in the second delay slot.
    BranchLost,
    /// A branch in a delay slot of another that is taken.
    BranchInDelaySlot,
    JavaBranchTaken,
    JavaBranchNotTaken,
    /// `jbr` behind `add` sees a sum where it expects a difference.
    JavaBranchBehindAdd,
    Interrupt,
    Exception,
    /// At one dispatch: the interrupt is lost.
    InterruptAndException,
    NullPointer,
    Bounds,
    /// A bounds error that comes late, with the word behind the waits executed twice.
    LateBounds,
    /// The same, but the word dispatches and is executed once.
    LateBoundsDispatch,
    /// A reference store that the scope check suppresses.
    ScopeCheck,
    /// An index register still marked valid by an access that failed.
    NativeAccess,
    HardwareObject,
    ArrayOutsideMemory,
    CopyStep,
    CopyStop,
    /// An address in the window of the copy unit.
    Translated,
    MethodHit,
    MethodMiss,
    /// A method that goes on at the start of the bytecode RAM.
    MethodWraps,
    ObjectCacheHit,
    ObjectCacheFill,
    ObjectCacheUpdate,
    ObjectCacheInvalidate,
    DataCacheHit,
    /// An instruction reads the stack RAM word that it writes.
    ReadDuringWrite,
}

/// How often each case was met, and which words were executed.
#[derive(Debug, Clone)]
pub(crate) struct Coverage {
    cases: [u64; Case::ALL.len()],
    words: Vec<bool>,
}

impl Default for Coverage {
    fn default() -> Self {
        Self {
            cases: [0; Case::ALL.len()],
            words: vec![false; 0x400],
        }
    }
}

impl Coverage {
    pub(crate) fn meet(&mut self, case: Case) {
        self.cases[case as usize] += 1;
    }

    pub(crate) fn execute(&mut self, word: u16) {
        self.words[usize::from(word)] = true;
    }

    pub(crate) fn count(&self, case: Case) -> u64 {
        self.cases[case as usize]
    }

    pub(crate) fn executed(&self, word: u16) -> bool {
        self.words[usize::from(word)]
    }

    /// Adds what another program has met.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.cases.iter_mut().zip(other.cases) {
            *mine += theirs;
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }
}
