//! Linked code as text.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::common::{link_minimal, method};
use jopizer::disassemble::disassemble;

fn listing(program: &str, name: &str) -> String {
    let linked = link_minimal(program);
    disassemble(
        &linked.image,
        &linked.symbols,
        method(&linked, program, name),
    )
    .to_string()
}

#[test]
fn operands_are_explained() {
    assert_eq!(
        listing("t.Ex", "main"),
        "\
t.Ex.main([Ljava/lang/String;)V: address 12, 7 words, 1 argument words, 0 other locals, static
  line 16
    0  ldc              1         1000000
    2  iconst_5
    3  invokestatic     2         t.Ex.add(II)I
    6  putstatic        2         t.Ex.total
  line 17
    9  ldc              3         \"Hi\"
   11  putstatic_ref    5         t.Ex.text
  line 18
   14  ldc2_w           4         7000000000
   17  putstatic_long   3         t.Ex.big
  line 19
   20  getstatic        2         t.Ex.total
   23  bipush           -111
   25  jopsys_wrmem
  line 20
   26  return
"
    );
}

#[test]
fn increments_are_expanded_by_size() {
    assert_eq!(
        listing("t.Rewriting", "increments"),
        "\
t.Rewriting.increments(IIIII)V: address 26, 11 words, 5 argument words, 0 other locals, static
  line 15
    0  iload_0
    1  iconst_1
    2  iadd
    3  istore_0
  line 16
    4  iload_1
    5  iconst_m1
    6  iadd
    7  istore_1
  line 17
    8  iload_2
    9  bipush           126
   11  iadd
   12  istore_2
  line 18
   13  iload_3
   14  sipush           127
   17  iadd
   18  istore_3
  line 19
   19  iload            4
   21  sipush           1000
   24  iadd
   25  istore           4
  line 20
   27  iload_0
   28  iload_1
   29  iadd
   30  iload_2
   31  iadd
   32  iload_3
   33  iadd
   34  iload            4
   36  iadd
   37  putstatic        2         t.Rewriting.sink
  line 21
   40  return
"
    );
}

#[test]
fn a_static_synchronized_method_locks_zero() {
    assert_eq!(
        listing("t.Rewriting", "guarded"),
        "\
t.Rewriting.guarded(I)I: address 38, 2 words, 1 argument words, 0 other locals, static, synchronized
  line 24
    0  aconst_null
    1  monitorenter
    2  iload_0
    3  aconst_null
    4  monitorexit
    5  ireturn
"
    );
}

#[test]
fn returns_inside_a_synchronized_method_unlock() {
    assert_eq!(
        listing("t.Rewriting", "locked"),
        "\
t.Rewriting.locked(I)I: address 41, 8 words, 2 argument words, 0 other locals, synchronized
  line 28
    0  aload_0
    1  monitorenter
    2  iload_1
    3  bipush           100
    5  if_icmpge        26
  line 29
    8  iload_1
    9  bipush           50
   11  if_icmpne        18
  line 30
   14  iconst_1
   15  aload_0
   16  monitorexit
   17  ireturn
  line 32
   18  iload_1
   19  bipush           7
   21  iadd
   22  istore_1
   23  goto             2
  line 34
   26  iload_1
   27  aload_0
   28  monitorexit
   29  ireturn
"
    );
}

#[test]
fn switches_show_their_targets() {
    assert_eq!(
        listing("t.Rewriting", "dense"),
        "\
t.Rewriting.dense(I)I: address 50, 10 words, 1 argument words, 0 other locals, static
  line 38
    0  iload_0
    1  tableswitch      1:28 2:31 3:34 default:37
  line 40
   28  bipush           10
   30  ireturn
  line 42
   31  bipush           20
   33  ireturn
  line 44
   34  bipush           30
   36  ireturn
  line 46
   37  iconst_0
   38  ireturn
"
    );
    assert_eq!(
        listing("t.Rewriting", "sparse"),
        "\
t.Rewriting.sparse(I)I: address 61, 10 words, 1 argument words, 0 other locals, static
  line 51
    0  iload_0
    1  iconst_1
    2  iadd
    3  istore_0
  line 52
    4  iload_0
    5  lookupswitch     -5:32 1000:34 default:36
  line 54
   32  iconst_1
   33  ireturn
  line 56
   34  iconst_2
   35  ireturn
  line 58
   36  iconst_3
   37  ireturn
"
    );
}

#[test]
fn exception_tables_name_what_they_catch() {
    assert_eq!(
        listing("t.Catching", "main"),
        "\
t.Catching.main([Ljava/lang/String;)V: address 14, 7 words, 1 argument words, 2 other locals, static
  line 11
    0  iconst_1
    1  istore_1
  line 12
    2  iload_1
    3  sipush           1000
    6  iadd
    7  istore_1
  line 14
    8  iload_1
    9  iconst_1
   10  iadd
   11  istore_1
  line 15
   12  iload_1
   13  invokestatic     1         t.Catching.fail(I)V
  line 18
   16  goto             24
  line 16
   19  astore_2
  line 17
   20  iload_1
   21  putstatic        2         t.Catching.sink
  line 19
   24  return
  bytes 8 to 16: class t.Catching$Trouble goes to 19
"
    );
}

#[test]
fn wide_shows_the_instruction_it_widens() {
    let linked = link_minimal("t.Ex");
    let mut image = linked.image.clone();
    let add = method(&linked, "t.Ex", "add");
    // wide iinc 300 by -1000; wide iload 300 would follow, but the code ends.
    let code = [0xC484_012C, 0xFC18_C415];
    for (at, word) in (add.address as usize..).zip(code) {
        image.words[at] = word;
    }
    let text = disassemble(&image, &linked.symbols, add).to_string();
    assert!(
        text.contains("    0  wide             iinc 300 -1000\n"),
        "{text}"
    );
}
