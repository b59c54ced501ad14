//! Addresses of the runtime's heap in an image.

use isa::cause::COLLECTOR;
use jopizer::Symbols;

const HEAP: &str = "com.jopdesign.sys.Heap";

/// An image in which no heap can be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoHeap {
    /// No symbols.
    #[error(
        "allocations are found by the runtime's names, and the image has no symbols; link it with `jop build`"
    )]
    NoSymbols,
    /// Another runtime.
    #[error("the image has not our runtime: {0} is missing; link the program with `jop build`")]
    OtherRuntime(&'static str),
}

/// Addresses of what the runtime writes and calls.
#[derive(Debug, Clone)]
pub(crate) struct HeapPlaces {
    /// Code of `Collector.collect`; no address of the memory where it is not linked.
    pub(crate) collect: u32,
    pub(crate) start: u32,
    pub(crate) free: u32,
    pub(crate) limit: u32,
    pub(crate) top: u32,
}

impl HeapPlaces {
    pub(crate) fn of(symbols: Option<&Symbols>) -> Result<Self, NoHeap> {
        let symbols = symbols.ok_or(NoHeap::NoSymbols)?;
        let field = |name, whole| {
            let address = symbols.static_field(HEAP, name);
            address.ok_or(NoHeap::OtherRuntime(whole))
        };
        let collect = symbols.methods_named(COLLECTOR.0, COLLECTOR.1).next();
        Ok(Self {
            collect: collect
                .ok_or(NoHeap::OtherRuntime("Collector.collect"))?
                .address,
            start: field("start", "Heap.start")?,
            free: field("free", "Heap.free")?,
            limit: field("limit", "Heap.limit")?,
            top: field("top", "Heap.top")?,
        })
    }
}
