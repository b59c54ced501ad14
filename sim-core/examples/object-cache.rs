//! The object cache alone: a field that a getfield misses, fills and then finds.
//!
//! `cargo run -p sim-core --example object-cache`

use sim_core::object_cache::{ObjectCache, Pins};

const HANDLE: u32 = 0x1234;
const FIELD: u32 = 3;

pub(crate) fn main() {
    let mut cache = ObjectCache::new(true);
    let idle = Pins {
        handle: HANDLE,
        index: FIELD,
        ..Pins::default()
    };
    let getfield = Pins {
        chk_gf: true,
        ..idle
    };
    // The cache comes out of reset with its lines being cleared.
    cache.clock(&idle);

    // The lookup is combinational; the strobe takes it into the registers.
    println!("first getfield: hit {}", cache.hit(HANDLE, FIELD));
    assert!(!cache.hit(HANDLE, FIELD));
    cache.clock(&getfield);
    // The memory has answered: the word goes into the line.
    cache.clock(&Pins {
        wr_gf: true,
        gf_value: 42,
        ..idle
    });

    println!("second getfield: hit {}", cache.hit(HANDLE, FIELD));
    assert!(cache.hit(HANDLE, FIELD));
    cache.clock(&getfield);
    cache.clock(&idle);
    // Two edges after the strobe the word is on the output.
    println!("field {}", cache.data_out());
    assert_eq!(cache.data_out(), 42);
}
