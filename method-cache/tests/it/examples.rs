//! The example does what it prints.

#[path = "../../examples/method-cache.rs"]
mod method_cache_alone;

#[test]
fn the_first_method_is_found_again() {
    method_cache_alone::main().expect("blocks of words");
}
