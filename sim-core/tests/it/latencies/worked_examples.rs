//! Spec 03 section 6: the worked cycle tables, row by row. The tables below are those of the specification;
//! `-` and `x` mean that it does not say.

use isa::MachineConfig;

use crate::support::bench::{Bench, Row, Trace};
use crate::support::words::{self, *};

use super::machines::sram32;

/// Compares the rows of a table with the cycles from `first` on; the column `c` is the name of the row.
fn compare(trace: &Trace, first: usize, table: &str) {
    let mut lines = table.trim().lines().map(cells);
    let header = lines.next().expect("a table has a header");
    for (cycle, expected) in (first..).zip(lines) {
        for (&column, &expected) in header.iter().zip(&expected) {
            if !["-", "x"].contains(&expected) && column != "c" {
                let found = cell(&trace[cycle], column);
                assert_eq!(found, expected, "cycle {cycle}, column {column}\n{table}");
            }
        }
    }
}

fn cells(line: &str) -> Vec<&str> {
    let line = line.trim().trim_matches('|');
    line.split('|').map(str::trim).collect()
}

/// One cell as the tables write it: hexadecimal, but `sp` decimal.
fn cell(row: &Row, column: &str) -> String {
    let flags = if row.nxt { NXT } else { 0 } | if row.opd { OPD } else { 0 };
    let bit = |bit: bool| u8::from(bit).to_string();
    match column {
        "rom" => instruction(row.rom | flags),
        "n/o" => format!("{}{}", u8::from(row.nxt), u8::from(row.opd)),
        "ir" => instruction(row.ir),
        "pcwait" => bit(row.ir == WAIT),
        "jpc" => format!("{:02x}", row.jpc),
        "jbc_q" => format!("{:02x}", row.jbc_q),
        "jinstr" => format!("{:02x}", row.jinstr),
        "jopd" => format!("{:04x}", row.jopd),
        "jpc_br" => format!("{:02x}", row.jpc_br),
        "jmp_addr" => format!("{:03x}", row.jmp_addr),
        "jmp" => bit(row.jmp),
        "A" => format!("{:02x}", row.a),
        "B" => format!("{:02x}", row.b),
        "sp" => row.sp.to_string(),
        "state" => row.state.to_owned(),
        "rd" => bit(row.command.rd),
        "addr" => row.command.address.to_string(),
        "rdy_cnt" => row.bus.rdy_cnt.to_string(),
        "bsy" => bit(row.bsy),
        "mem_dout" => row.mem_dout.to_string(),
        other => panic!("no column {other}"),
    }
}

/// A word's text without the number of a constant or the distance of a jump.
fn instruction(word: u16) -> String {
    let text = words::text(word);
    let parts = text.split(' ');
    let parts = parts.filter(|part| !part.starts_with(|c: char| c.is_ascii_digit() || c == '-'));
    parts.collect::<Vec<_>>().join(" ")
}

/// Runs bytecodes from address 0 of the bytecode RAM on, with the microcode of the examples. The first `nop nxt`
/// finds A = 3, B = 2, sp = 66 and local 0 = 0x28. Returns the trace and the cycle of that `nop nxt`.
fn run(bytecodes: [u32; 3]) -> (Trace, usize) {
    let mut bench = Bench::new(&MachineConfig {
        jpc_width: 11,
        ..MachineConfig::default()
    });
    bench.store(100, &bytecodes);
    bench.push(100 << 10 | 3).code(&[STBCRD, WAIT, WAIT]);
    bench.stack_ram[90] = 0x28;
    bench.push(90).code(&[STVP]);
    bench.push(64).code(&[NOP, STSP]);
    bench.push(2).push(3).code(&[NOP, NOP, NOP | NXT]);
    let [zero, one] = [bench.load(0), bench.load(1)];
    let microcode: [(u8, &[u16]); 8] = [
        (0x00, &[NOP | NXT]),                            // nop
        (0x03, &[zero | NXT]),                           // iconst_0
        (0x04, &[one | NXT]),                            // iconst_1
        (0x10, &[NOP | OPD, LD_OPD_8S | NXT]),           // bipush
        (0x1a, &[LD0 | NXT]),                            // iload_0
        (0x3c, &[ST1 | NXT]),                            // istore_1
        (0x60, &[ADD | NXT]),                            // iadd
        (0x99, &[NOP | OPD, JBR | OPD, POP, NOP | NXT]), // ifeq
    ];
    for (bytecode, code) in microcode {
        bench.table[usize::from(bytecode)] = bench.here();
        bench.code(code);
    }
    let trace = bench.run(120);
    let first = trace.cycles(|row| row.nxt)[0];
    (trace, first)
}

#[test]
fn example_i_bipush_iload_iadd_istore() {
    let (trace, first) = run([0x1085_1a60, 0x3c00_0000, 0]);
    compare(
        &trace,
        first,
        "
| c | rom | n/o | ir | jpc | jbc_q | jinstr | jopd | A | B | sp |
| 2 | nop nxt | 10 | nop | 00 | 10 | - | 0010 | 03 | 02 | 66 |
| 3 | nop opd | 01 | nop | 01 | 85 | 10 | 0010 | 03 | 02 | 66 |
| 4 | ld_opd_8s nxt | 10 | nop | 02 | 1a | 10 | 1085 | 03 | 02 | 66 |
| 5 | ld0 nxt | 10 | ld_opd_8s | 03 | 60 | 1a | 101a | 03 | 02 | 66 |
| 6 | add nxt | 10 | ld0 | 04 | 3c | 60 | 1060 | 03 | 02 | 67 |
| 7 | st1 nxt | 10 | add | 05 | 00 | 3c | 103c | ffffff85 | 03 | 68 |
| 8 | nop nxt | 10 | st1 | 06 | 00 | 00 | 1000 | 28 | ffffff85 | 67 |
| 9 | nop nxt | 10 | nop | 07 | 00 | 00 | 1000 | ffffffad | 03 | 66 |
| 10 | nop nxt | 10 | nop | 08 | 00 | 00 | 1000 | 03 | 02 | 66 |
",
    );
}

#[test]
fn example_ii_a_a_branch_that_is_taken() {
    let (trace, first) = run([0x0399_0007, 0, 0x1055_0000]);
    compare(
        &trace,
        first,
        "
| c | rom | n/o | ir | jpc | jbc_q | jinstr | jopd | jpc_br | jmp_addr | jmp | A | B | sp |
| 2 | nop nxt | 10 | nop | 00 | 03 | - | 0003 | - | - | 0 | 03 | 02 | 66 |
| 3 | ldi nxt | 10 | nop | 01 | 99 | 03 | 0003 | 00 | - | 0 | 03 | 02 | 66 |
| 4 | nop opd | 01 | ldi | 02 | 00 | 99 | 0099 | 01 | 399 | 0 | 03 | 02 | 66 |
| 5 | jbr opd | 01 | nop | 03 | 07 | 99 | 9900 | 01 | 901 | 0 | 03 | 02 | 67 |
| 6 | pop | 00 | jbr | 04 | 00 | 99 | 0007 | 01 | 008 | 1 | 00 | 03 | 67 |
| 7 | nop nxt | 10 | pop | 08 | 10 | 99 | 0000 | 01 | 701 | 0 | 00 | 03 | 67 |
| 8 | nop opd | 01 | nop | 09 | 55 | 10 | 0010 | 08 | 011 | 0 | 00 | 03 | 66 |
| 9 | ld_opd_8s nxt | 10 | nop | 0a | 00 | 10 | 1055 | 08 | 05d | 0 | 03 | 02 | 66 |
",
    );
}

#[test]
fn example_ii_b_a_branch_that_is_not_taken() {
    let (trace, first) = run([0x0499_0007, 0x1066_0000, 0]);
    compare(
        &trace,
        first + 4,
        "
| c | rom | n/o | ir | jpc | jbc_q | jinstr | jopd | jpc_br | jmp_addr | jmp | A | B | sp |
| 6 | pop | 00 | jbr | 04 | 10 | 99 | 0007 | 01 | 008 | 0 | 01 | 03 | 67 |
| 7 | nop nxt | 10 | pop | 04 | 10 | 99 | 0010 | 01 | 711 | 0 | 01 | 03 | 67 |
| 8 | nop opd | 01 | nop | 05 | 66 | 10 | 0010 | 04 | 011 | 0 | 01 | 03 | 66 |
| 9 | ld_opd_8s nxt | 10 | nop | 06 | 00 | 10 | 1066 | 04 | 06a | 0 | 03 | 02 | 66 |
",
    );
}

#[test]
fn example_iii_a_read_with_three_cycles_of_memory() {
    let mut bench = Bench::new(&sram32(3).config);
    bench.store(50, &[3]);
    // A nop lets A hold the address in the IR cycle of stmra already, as the table's first row has it.
    bench.push(50).code(&[NOP, STMRA, WAIT, WAIT, LDMRD]);
    let trace = bench.run(100);
    let cycle_0 = trace.cycles(|row| row.command.rd)[0];
    assert_eq!(trace[cycle_0].command.address, 50);
    compare(
        &trace,
        cycle_0 - 1,
        "
| c | ir | pcwait | state | rd | rdy_cnt | bsy | mem_dout | A |
| -1 | stmra | 0 | idl | 0 | 0 | 0 | 0 | 32 |
| 0 | wait | 1 | idl | 1 | 0 | 1 | 0 | 32 |
| 1 | wait | 1 | rd1 | 0 | 3 | 1 | 0 | x |
| 2 | wait | 1 | rd1 | 0 | 2 | 0 | 0 | x |
| 3 | wait | 1 | rd1 | 0 | 1 | 0 | 0 | x |
| 4 | ldmrd | 0 | idl | 0 | 0 | 0 | 3 | x |
| 5 | jmp | 0 | idl | 0 | 0 | 0 | 3 | x |
| 6 | x | 0 | idl | 0 | 0 | 0 | 3 | 03 |
",
    );
}
