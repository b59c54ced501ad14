//! The method cache alone: two methods, and the first one again, cycle by cycle.
//!
//! `cargo run -p method-cache --example method-cache`

use method_cache::{FifoCache, Geometry, GeometryError, MethodCache};

/// Strobes `find` and waits for the answer; gives hit, place and cycles.
fn look_up(cache: &mut FifoCache, address: u32, length: u32) -> (bool, u32, u32) {
    cache.clock(true, address, length);
    let mut cycles = 1;
    while !cache.ready() {
        // Address and length stay on the pins until the answer.
        cache.clock(false, address, length);
        cycles += 1;
    }
    (cache.in_cache(), cache.start_word(), cycles)
}

pub(crate) fn main() -> Result<(), GeometryError> {
    // 4 KB in 16 blocks of 64 words.
    let mut cache = FifoCache::new(Geometry::new(12, 4)?);
    for (address, length, expected) in [
        (0x100, 10, (false, 0, 4)),
        (0x200, 130, (false, 64, 4)),
        (0x100, 10, (true, 0, 3)),
    ] {
        let (hit, start, cycles) = look_up(&mut cache, address, length);
        println!("method {address:#x}: hit {hit}, at word {start}, {cycles} cycles");
        assert_eq!((hit, start, cycles), expected);
    }
    Ok(())
}
