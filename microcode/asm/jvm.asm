// The JVM of JOP in microcode: the whole ROM, by subject.
//
// Two builds come from this source. The default one takes exactly the cycles that were measured on the hardware with its
// first microcode, and is as loose about null and bounds as that was. With STRICT defined, every null and every bad index
// is met as the Java language wants it, before the next bytecode runs; what that costs stands with each bytecode.
//
// Notation of the comments
//   before -> after     operand stack, top at the right; (h l) is a long, high word below, low word on top
//   [x y]               what the bytecode holds on the stack at this point, top at the right
//   r, w                read and write wait states of the main memory
//   m(x)                max(1, x): a memory access that is waited for at once costs a cycle even without wait states
//   load                what the method cache adds: max(0, b - hidden), b = 4 on a hit,
//                       b = 6 + (n + 1)(1 + m(r)) on a miss of a method of n words (spec 13 section 4)
//   pad                 a word that only spends a cycle, so that the bytecode takes as long as on the hardware
//
// Rules of the hardware that shape every line (spec 02 sections 4 and 5)
//   - The two words after bz, bnz and jmp always execute.
//   - bz and bnz test A as it was before the word in front of them, and pop.
//   - stsp takes A as it was before the word in front of it.
//   - A memory start is followed by two waits. One word between them hides behind a read or write of any length.
//   - `opd` moves the bytecode stream on by one byte. ld_opd_8u, ld_opd_8s, ld and st take the byte that was in front
//     when the word before them was fetched; ld_opd_16u and ld_opd_16s take the two bytes consumed by the words before.
//   - The first word of a bytecode that is ld_opd_8u still finds the opcode itself.
//   - Two pushes above an element are needed before the stack RAM holds it.

// Stack RAM word 62, printed by start-up code that cares; the runtime knows by it that the operands of a bad array access are kept.
#ifdef STRICT
version = 20261102
#else
version = 20261101
#endif

// Stack RAM words with a fixed place (spec 12 section 1): order matters here.
mp          ?                   // 0  method struct of the running method
cp          ?                   // 1  constant pool of the running method
heap        ?                   // 2  first free word behind the image
jjp         ?                   // 3  first method struct of class JVM
jjhp        ?                   // 4  first method struct of class JVMHelp
lockcnt     ?                   // 5  nesting depth of monitors

// Scratch of one bytecode; nothing lives here between two. Words 30 and 31 belong to the Java scheduler.
a           ?
b           ?
c           ?
d           ?
high1       ?
low1        ?
high2       ?
low2        ?
high        ?
low         ?
count       ?
index       ?
address     ?
base        ?
opcode      ?                   // of a bytecode that Java implements
shape       ?                   // second word of the method struct: constant pool, locals, arguments
old_mp      ?                   // the frame under construction
old_cp      ?
old_vp      ?
old_pc      ?
old_sp      ?

// Input and output (spec 12 section 13)
io_int_ena  = -128
io_exc      = -124
io_lock     = -123
io_cpu_id   = -122              // when read
io_unlock   = -122              // when written
io_signal   = -121
exc_null    = 2
exc_bounds  = 3
exc_monitor = 5

// Layouts (spec 12 sections 1 to 5)
stack_init    = 64              // stack pointer register of an empty stack: its top is word 66
class_header  = 5               // words from a class structure to its method table
class_super   = 3               // class structure: superclass
handle_type   = 3               // handle: 0 for an object, else a kind of array
handle_array  = 6               // handle of an array: its array descriptor
except_method = 6               // JVMHelp: the exception entry, fourth method of two words each
index_bits    = 21              // an index with a higher bit leads out of the memory, past the bounds check (spec 04 section 8)

#include "boot.asm"
#include "system_entries.asm"
#include "java_implemented.asm"
#include "invoke.asm"
#include "return.asm"
#include "constants.asm"
#include "locals.asm"
#include "stack.asm"
#include "integer.asm"
#include "branches.asm"
#include "fields.asm"
#include "arrays.asm"
#include "long_arithmetic.asm"
#include "long_shift.asm"
#include "float_arithmetic.asm"
#include "monitors.asm"
#include "native.asm"
#include "memory_copy.asm"
