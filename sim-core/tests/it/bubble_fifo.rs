//! A FIFO of single elements, edge by edge.

use sim_core::bubble_fifo::*;

#[test]
fn a_byte_needs_as_many_edges_as_the_fifo_is_deep() {
    let mut fifo = BubbleFifo::new(3);
    fifo.clock(Some(7), false);
    for _ in 0..2 {
        assert!(fifo.is_empty());
        fifo.clock(None, false);
    }
    assert!(!fifo.is_empty());
    assert_eq!(fifo.output(), 7);
}

#[test]
fn a_byte_on_its_way_is_held() {
    let mut fifo = BubbleFifo::new(3);
    assert!(fifo.holds_nothing());
    fifo.clock(Some(7), false);
    assert!(fifo.is_empty() && !fifo.holds_nothing());
}

#[test]
fn a_write_to_a_full_first_element_is_dropped() {
    let mut fifo = BubbleFifo::new(1);
    fifo.clock(Some(1), false);
    fifo.clock(Some(2), false);
    assert_eq!(fifo.output(), 1);
}

#[test]
fn an_element_that_moved_on_stays_full_one_cycle() {
    let mut fifo = BubbleFifo::new(2);
    fifo.clock(Some(1), false);
    fifo.clock(None, false);
    assert!(fifo.is_full());
    fifo.clock(None, false);
    assert!(!fifo.is_full());
}

#[test]
fn the_deepest_fifo_keeps_every_byte_in_order() {
    let mut fifo = BubbleFifo::new(64);
    for byte in 0..64 {
        fifo.clock(Some(byte), false);
        fifo.clock(None, false);
        fifo.clock(None, false);
    }
    for _ in 0..64 {
        fifo.clock(None, false);
    }
    assert!(fifo.is_full() && fifo.is_settled());
    for byte in 0..64 {
        assert_eq!(fifo.output(), byte);
        fifo.clock(None, true);
        for _ in 0..128 {
            fifo.clock(None, false);
        }
    }
    assert!(fifo.holds_nothing());
}
