// Operand stack shuffles.

// pop: v ->                            1
pop:
        pop     nxt

// pop2: v2 v1 ->                       2
pop2:
        pop
        pop     nxt

// dup: v -> v v                        1
dup:
        dup     nxt

// dup_x1: v2 v1 -> v1 v2 v1            5
dup_x1:
        stm     a
        stm     b
        ldm     a
        ldm     b
        ldm     a nxt

// dup_x2: v3 v2 v1 -> v1 v3 v2 v1      7
dup_x2:
        stm     a
        stm     b
        stm     c
        ldm     a
        ldm     c
        ldm     b
        ldm     a nxt

// dup2: v2 v1 -> v2 v1 v2 v1           6
dup2:
        stm     a
        stm     b
        ldm     b
        ldm     a
        ldm     b
        ldm     a nxt

// dup2_x1: v3 v2 v1 -> v2 v1 v3 v2 v1  8
dup2_x1:
        stm     a
        stm     b
        stm     c
        ldm     b
        ldm     a
        ldm     c
        ldm     b
        ldm     a nxt

// dup2_x2: v4 v3 v2 v1 -> v2 v1 v4 v3 v2 v1    10
dup2_x2:
        stm     a
        stm     b
        stm     c
        stm     d
        ldm     b
        ldm     a
        ldm     d
        ldm     c
        ldm     b
        ldm     a nxt

// swap: v2 v1 -> v1 v2                 4
swap:
        stm     a
        stm     b
        ldm     a
        ldm     b nxt
