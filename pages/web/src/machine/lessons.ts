// Lessons: a page of text beside a prepared state. The state is reached by commands, so it does not depend on cycle numbers.

import type { Unit } from "./control";

export interface Lesson {
  id: string;
  title: string;
  program: string;
  args: string;
  /** Commands of the debugger that lead to the state. */
  commands: string[];
  panels: string[];
  unit: Unit;
  /** Paragraphs; `code` between backquotes. */
  text: string[];
  /** Things to try. */
  tries: string[];
  /** A change of the microcode that the lab shows. */
  edit?: { file: string; from: string; to: string };
}

export const LESSONS: readonly Lesson[] = [
  {
    id: "pipeline",
    title: "Four stages",
    program: "quick-sort",
    args: "1",
    commands: ["break QuickSort.sort", "continue", "delete"],
    panels: ["source", "code", "microcode", "pipeline", "data-path", "stack"],
    unit: "cycle",
    text: [
      "JOP executes Java bytecodes as short programs of microinstructions. Four stages work at once: bytecode fetch (`F`), microcode fetch (`R`), decode (`I`) and execute (`X`). The pipeline panel has a row for each microinstruction and a column for each cycle; the present cycle is framed.",
      "The method compares the bounds of a range to sort: `iload_2`, `iload_1`, `isub`. Each of them is a single microinstruction, so one bytecode starts and one ends in every cycle. The bit `nxt` of a microinstruction fetches the next bytecode: that is how a bytecode takes only one cycle.",
      "The result of a microinstruction is in A, the top of the stack, one cycle after its `X`. The column “A after” shows it.",
    ],
    tries: [
      "Step by one cycle (→) and watch the letters move. Step back (←): the machine goes back exactly.",
      "In the data path, see which parts light up when `sub` executes: A and B feed the ALU, the stack RAM refills B.",
    ],
  },
  {
    id: "branch",
    title: "A taken branch",
    program: "quick-sort",
    args: "1",
    // The fourth range is short enough.
    commands: ["break QuickSort.sort+5", "continue", "continue", "continue", "continue", "delete"],
    panels: ["code", "microcode", "pipeline", "data-path"],
    unit: "cycle",
    text: [
      "The bytecode `if_icmplt` compares two words and branches. Its microcode has four words: `nop opd`, `jbr opd`, `pop`, `pop nxt`. The first two take the offset of the branch from the bytecode RAM; `jbr` decides in its IR stage, with flags computed from A and B.",
      "Taken or not, the branch needs four cycles. JOP predicts nothing: the new Java PC is known before `nxt` fetches the next bytecode. This is what makes its times easy to bound.",
      "This range is short, so the loop ends: the row of `jbr` has the event “branch taken”, and the next bytecode is that of the target.",
    ],
    tries: [
      "Step until `jbr` is in IR: the data path shows the flags' operands, A and B.",
      "Open the commands panel, set `break QuickSort.sort+5` and run to the next branch, which is not taken: it has the same cycles.",
    ],
  },
  {
    id: "field",
    title: "A field access",
    program: "lift",
    args: "10",
    commands: ["break mc:getfield", "continue", "delete"],
    panels: ["source", "code", "pipeline", "data-path", "memory"],
    unit: "cycle",
    text: [
      "`getfield` reads a field of an object. An object is reached through its handle: one read of main memory gives the address of its data, a second one the field.",
      "The microinstruction `stgf` starts the memory controller, which makes both reads by itself. Meanwhile `wait` holds the microcode: cycles with the letter `f` in the pipeline. The time depends on the memory only.",
      "The data path shows the state of the memory controller, the address on the bus and the data that comes back.",
    ],
    tries: [
      "Count the cycles with `f`, then choose a memory with longer reads in the toolbar, open the lesson again and count once more.",
      "Step until the main memory lights up twice: handle, then field.",
    ],
  },
  {
    id: "array",
    title: "An array element",
    program: "sieve",
    args: "1",
    commands: ["break mc:iaload", "continue", "delete"],
    panels: ["code", "pipeline", "data-path", "stack", "counters"],
    unit: "cycle",
    text: [
      "An array access needs the address of its data, its length and the element. The memory controller compares the index with the length while it reads the element: the bounds check costs no cycle of its own.",
      "Reference and index are on the stack, as B and A. `stald` hands both to the controller; `ldmrd` pushes the element when it has arrived.",
      "Stalls for arrays have the letter `a`. The counters show how many of all cycles they are.",
    ],
    tries: ["Step through the states of the controller; each has a name in the data path.", "Run to the end and look at the share of array stalls in the counters."],
  },
  {
    id: "call",
    title: "A call and its frame",
    program: "quick-sort",
    args: "1",
    commands: ["break QuickSort.split", "continue", "delete", "back-bytecode"],
    panels: ["source", "code", "stack", "calls", "pipeline"],
    unit: "bytecode",
    text: [
      "The next bytecode has called a method: `invokestatic` is under way. The stack RAM holds locals and operands of all methods that have been called. A call puts five words on it: old stack pointer, Java PC, variable pointer, constant pool and method.",
      "The arguments that the caller has pushed become the first locals of the callee, so nothing is copied. `vp` is the address of local 0.",
      "Colours in the stack panel: operands, frame, locals of the running method, and the callers below.",
    ],
    tries: ["Step one bytecode: `vp` moves, and the arguments get the names of the callee's parameters.", "Choose “out of the method” as the unit and step: the frame disappears, the result is on the caller's stack."],
  },
  {
    id: "cache",
    title: "A cache miss",
    program: "lift",
    args: "10",
    commands: ["break Plant.drive", "continue", "delete", "back-bytecode"],
    panels: ["code", "cache", "pipeline", "data-path", "counters"],
    unit: "cycle",
    text: [
      "JOP's method cache holds whole methods. Only a call or a return can miss: between them every bytecode comes from the cache. The panel shows its blocks; a method takes as many as it needs, and the oldest method makes room.",
      "`stbcrd` asks the cache for the method at the address in A. If it is not there, the controller loads all of its words, and the microcode waits: cycles with the letter `m`.",
      "The load is visible in the data path: words go from main memory to the bytecode RAM.",
    ],
    tries: ["Step until the panel says that it loads a method, and watch the words that are left.", "Step out of the method: the return looks the caller up, which is a hit."],
  },
  {
    id: "division",
    title: "A division in Java",
    program: "modern",
    args: "1",
    commands: ["break JVM.f_idiv", "continue", "delete", "back-bytecode"],
    panels: ["source", "code", "microcode", "pipeline", "calls"],
    unit: "bytecode",
    text: [
      "The hardware has no divider, and the microcode none either: `idiv` is a method in Java. Its microcode finds the method of class `JVM` by the number of the bytecode and calls it.",
      "The dividend and the divisor are already on the stack, as for any static method with two arguments. What the method returns is the quotient.",
      "So the time of a division is that of a loop in Java, and depends on the operands.",
    ],
    tries: ["Step one bytecode to enter the method, and read its source.", "Step “out of the method” and compare the cycle counter before and after."],
  },
  {
    id: "exception",
    title: "An exception",
    program: "modern",
    args: "1",
    commands: ["break JVM.f_athrow", "continue", "delete"],
    panels: ["source", "code", "calls", "stack", "pipeline"],
    unit: "source line",
    text: [
      "`athrow`, too, is a method in Java. It walks up the frames in the stack RAM: for each method it looks into the method's table of handlers for one that covers the Java PC and takes this class of exception.",
      "Here `Integer.parseInt` has met a letter. The handler is several calls up, in the program itself: the calls panel shows the way.",
      "When the handler is found, the frames above it are dropped by setting the stack pointers, and the handler's code runs with the exception on its stack.",
    ],
    tries: ["Step by source line until the handler's method runs.", "Compare the number of calls before and after."],
  },
  {
    id: "interrupt",
    title: "An interrupt",
    program: "producer-consumer",
    args: "10",
    commands: ["break mc:sys_int", "continue", "delete", "back-cycle 3"],
    panels: ["code", "microcode", "pipeline", "data-path", "calls"],
    unit: "cycle",
    text: [
      "The timer of the system device has reached its value. An interrupt takes the place of a bytecode: when `nxt` fetches the next one, the jump table gives the address of `sys_int` instead.",
      "The Java PC has counted on as if the bytecode had been executed; the microcode corrects it, then calls the Java method of the scheduler like any other.",
      "No other moment is possible: a bytecode is never interrupted half-way, so the state that a thread leaves is always that between two bytecodes.",
    ],
    tries: ["Step cycle by cycle: the row with “interrupt in place of …” begins the entry.", "Set `break Scheduler.run` in the commands panel and run: the calls panel shows the scheduler above the thread that it interrupts."],
  },
  {
    id: "collection",
    title: "A garbage collection",
    program: "gc-stress",
    args: "8",
    commands: ["break Collector.collect", "continue", "delete"],
    panels: ["source", "calls", "memory", "counters", "pipeline"],
    unit: "source line",
    text: [
      "`new` is a method in Java, too, and when the heap has no room left it calls the collector: also Java, in the runtime's own classes.",
      "The collector marks what the stack and the static fields reach, then moves the live objects together. Only the handles change: the references in the program stay what they were. That is why objects have handles.",
      "Objects are moved by the copy unit of the memory controller: stalls with the letter `c`.",
    ],
    tries: ["Step “out of the method”: note the cycles that a collection takes.", "Look at the counters before and after: which stalls have grown?"],
  },
  {
    id: "microcode",
    title: "Change the machine",
    program: "quick-sort",
    args: "1",
    commands: [],
    panels: ["lab", "pipeline", "counters"],
    unit: "bytecode",
    edit: { file: "integer.asm", from: "iadd:\n        add     nxt", to: "iadd:\n        add\n        nop     nxt" },
    text: [
      "The microcode is a program that you can change. Here `iadd` has got a second word: `add` without `nxt`, then `nop nxt`. It does the same and takes two cycles instead of one.",
      "“Assemble” checks it and lists the bytecodes with other cycles than in our microcode. “Assemble and load” starts the program again with it.",
    ],
    tries: ["Assemble: the table shows `iadd`, 1 cycle before and 2 after.", "Load it, run to the end, and compare the cycles with those of the unchanged microcode.", "Write `ad` instead of `add` and assemble: the error shows its place."],
  },
];
