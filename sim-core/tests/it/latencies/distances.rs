//! Spec 02 sections 4 and 5: how many words behind its producer an instruction sees a result.

use crate::support::bench::{Bench, Row};
use crate::support::words::*;

use super::machines::sram32;

const VALUE: u32 = 0x5eed;
const OLD: u32 = 0x01d;

fn bench() -> Bench {
    Bench::new(&sram32(2).config)
}

/// Runs a program, then `consumer` at a distance behind the last word of it; the last row.
fn behind(program: impl Fn(&mut Bench), distance: usize, consumer: &[u16]) -> Row {
    let mut bench = bench();
    program(&mut bench);
    bench.code(&vec![NOP; distance - 1]).code(consumer);
    let mut rows = bench.run(100).rows;
    rows.pop().expect("the program ran")
}

#[test]
fn the_next_word_computes_with_a_result() {
    let mut bench = bench();
    bench.push(40).push(2).code(&[ADD, DUP, ADD, DUP, SUB]);
    let trace = bench.run(40);
    let start = trace.cycles(|row| row.ir == ADD)[0];
    let results: Vec<_> = (2..7).map(|k| trace[start + k].a).collect();
    assert_eq!(results, [42, 42, 84, 84, 0]);
}

#[test]
fn a_branch_sees_a_result_two_words_behind_and_has_two_delay_slots() {
    for (branch, value) in [(bz(3), 0), (bnz(3), 1)] {
        for distance in 1..=3 {
            // The element below does not branch. Behind the branch: two slots, then a word to be skipped.
            let program = |bench: &mut Bench| {
                bench.push(1 - value).code(&[NOP]).push(value);
            };
            let row = behind(program, distance, &[branch, DUP, DUP, DUP, NOP]);
            let pushes = if distance >= 2 { 2 } else { 3 };
            let name = format!("{}, distance {distance}", text(branch));
            // Two elements, one of them popped by the branch, and the words that push.
            assert_eq!(row.sp, 128 + 1 + pushes, "{name}");
        }
    }
}

#[test]
fn stsp_sees_a_result_two_words_behind() {
    for (distance, expected) in [(1, OLD), (2, VALUE & 0xff), (3, VALUE & 0xff)] {
        let program = |bench: &mut Bench| {
            bench.push(OLD).code(&[NOP]).push(VALUE);
        };
        assert_eq!(behind(program, distance, &[STSP]).sp, expected);
    }
}

#[test]
fn a_push_right_behind_stsp_counts_from_the_new_pointer() {
    let program = |bench: &mut Bench| {
        bench.push(100).code(&[NOP, STSP]);
    };
    let row = behind(program, 1, &[LDSP]);
    assert_eq!((row.sp, row.a), (101, 101));
}

/// A program with two regions of locals, at 80 and at 100, that ends with `stvp` or `star` to the second.
fn pointer_load(op: u16) -> impl Fn(&mut Bench) {
    move |bench| {
        bench.stack_ram[80..100].fill(OLD);
        bench.stack_ram[100..120].fill(VALUE);
        bench.push(80).code(&[op, NOP, NOP]).push(100).code(&[op]);
    }
}

#[test]
fn a_local_is_addressed_by_a_new_vp_two_words_behind() {
    for load in [LD0, LD1, LD2, LD3] {
        assert_eq!(
            behind(pointer_load(STVP), 1, &[load]).a,
            OLD,
            "{}",
            text(load)
        );
        assert_eq!(
            behind(pointer_load(STVP), 2, &[load]).a,
            VALUE,
            "{}",
            text(load)
        );
    }
}

#[test]
fn a_local_of_an_operand_is_addressed_by_a_new_vp_three_words_behind() {
    for (distance, expected) in [(1, OLD), (2, OLD), (3, VALUE), (4, VALUE)] {
        // The bytecode RAM holds zeros: local 0.
        assert_eq!(behind(pointer_load(STVP), distance, &[LD]).a, expected);
    }
}

#[test]
fn ldvp_reads_a_new_vp_in_the_next_word() {
    assert_eq!(behind(pointer_load(STVP), 1, &[LDVP]).a, 100);
}

#[test]
fn ldmi_is_addressed_by_a_new_ar_two_words_behind() {
    assert_eq!(behind(pointer_load(STAR), 1, &[LDMI]).a, OLD);
    assert_eq!(behind(pointer_load(STAR), 2, &[LDMI]).a, VALUE);
}

#[test]
fn a_variable_is_read_in_the_word_behind_its_write() {
    let program = |bench: &mut Bench| {
        bench.push(VALUE).code(&[stm(5)]);
    };
    assert_eq!(behind(program, 1, &[ldm(5)]).a, VALUE);
}

#[test]
fn ldjpc_reads_a_new_java_pc_in_the_next_word() {
    let program = |bench: &mut Bench| {
        bench.push(0x123).code(&[STJPC]);
    };
    assert_eq!(behind(program, 1, &[LDJPC]).a, 0x123);
}

#[test]
fn a_dispatch_follows_a_new_java_pc_from_the_fourth_word_on() {
    for distance in 1..=6 {
        let mut bench = bench();
        bench.store(100, &[0, 0, 0x2a00_0000]); // byte 8 is another bytecode than byte 0
        bench.push(100 << 10 | 3).code(&[STBCRD, WAIT, WAIT]);
        bench
            .push(8)
            .code(&[STJPC])
            .code(&vec![NOP; distance - 1])
            .code(&[NOP | NXT]);
        bench.table = [bench.here(); 256];
        bench.idle_loop();
        let trace = bench.run(100);
        let dispatch = trace.cycles(|row| row.nxt)[0];
        let expected = if distance >= 4 { 0x2a } else { 0 };
        assert_eq!(trace[dispatch].jbc_q, expected, "distance {distance}");
    }
}

#[test]
fn the_product_is_complete_18_words_behind_stmul() {
    let (a, b) = (0x1234_5679_u32, 0xffff_fffb_u32);
    for distance in 2..=20 {
        let program = |bench: &mut Bench| {
            bench.push(b).push(a).code(&[STMUL]);
        };
        // Two bits of B in each cycle, from the second on.
        let bits = 2 * (distance as u32 - 2);
        let partial = u64::from(b) & ((1 << bits) - 1);
        let expected = a.wrapping_mul(partial as u32);
        assert_eq!(
            behind(program, distance, &[LDMUL]).a,
            expected,
            "distance {distance}"
        );
        let complete = distance >= 18;
        assert_eq!(
            expected == a.wrapping_mul(b),
            complete,
            "distance {distance}"
        );
    }
}

#[test]
fn an_operand_is_used_by_the_word_behind_its_byte_and_not_later() {
    let stream = |bench: &mut Bench| {
        bench.store(100, &[0x8182_8384]);
        bench
            .push(100 << 10 | 1)
            .code(&[STBCRD, WAIT, WAIT, NOP | OPD]);
    };
    assert_eq!(behind(stream, 1, &[LD_OPD_8U]).a, 0x81);
    assert_eq!(
        behind(stream, 2, &[LD_OPD_8U]).a,
        0x82,
        "the next byte of the stream"
    );
    let two_bytes = |bench: &mut Bench| {
        stream(bench);
        bench.code(&[NOP | OPD]);
    };
    assert_eq!(behind(two_bytes, 1, &[LD_OPD_16U]).a, 0x8182);
    assert_eq!(behind(two_bytes, 1, &[LD_OPD_16S]).a, 0xffff_8182);
    assert_eq!(behind(two_bytes, 1, &[LD_OPD_8S]).a, 0xffff_ff82);
}

#[test]
fn the_shortest_pair_of_waits_puts_four_words_between_start_and_result() {
    let mut bench = bench();
    bench.push(100).code(&[STMRA, WAIT, WAIT, LDMRD]);
    let trace = bench.run(50);
    let ir = |word| trace.cycles(|row| row.ir == word)[0];
    assert_eq!(ir(LDMRD), ir(STMRA) + 4);
}

#[test]
fn a_single_wait_repeats_the_word_behind_it_in_every_cycle_it_holds() {
    for ram_cnt in 2..=14 {
        let mut bench = Bench::new(&sram32(ram_cnt).config);
        bench.push(100).code(&[STMRA, WAIT, DUP, NOP]);
        let trace = bench.run(60);
        let held = trace.cycles(|row| row.ir == WAIT && row.bsy).len();
        assert_eq!(held, 1, "the wait leaves IR after one cycle");
        assert_eq!(
            trace.cycles(|row| row.ir == DUP).len(),
            2,
            "ram_cnt {ram_cnt}"
        );
    }
}

#[test]
fn a_wait_that_consumes_an_operand_does_so_in_every_cycle_it_is_held() {
    let mut bench = Bench::new(&sram32(6).config);
    bench.push(100).code(&[STMRA, WAIT, WAIT | OPD, NOP]);
    let trace = bench.run(60);
    // Busy for r = 5 cycles behind the strobe: the second wait is on the ROM in six cycles.
    assert_eq!(trace.rows[59].jpc, 6);
    assert_eq!(trace.cycles(|row| row.opd).len(), 6);
}
