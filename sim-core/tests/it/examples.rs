//! The examples of single units do what they print.

#[path = "../../examples/object-cache.rs"]
mod object_cache;
#[path = "../../examples/sram.rs"]
mod sram;
#[path = "../../examples/uart.rs"]
mod uart;

#[test]
fn the_uart_receives_what_it_sends() {
    uart::main();
}

#[test]
fn the_sram_reads_what_was_written() {
    sram::main();
}

#[test]
fn the_object_cache_finds_what_it_was_given() {
    object_cache::main();
}
