//! Microinstruction words, written down from spec 02 section 3 and independent of the tables of the machine.

/// Flag: the word ends its bytecode, the next one is dispatched.
pub(crate) const NXT: u16 = 0x800;
/// Flag: the word consumes an operand byte.
pub(crate) const OPD: u16 = 0x400;

macro_rules! words {
    ($($name:ident = $code:literal $text:literal;)*) => {
        $(pub(crate) const $name: u16 = $code;)*

        /// Every instruction with a name and without a field, as code and mnemonic.
        const NAMED: &[(u16, &str)] = &[$(($code, $text)),*];
    };
}

words! {
    POP = 0x000 "pop";
    AND = 0x001 "and";
    OR = 0x002 "or";
    XOR = 0x003 "xor";
    ADD = 0x004 "add";
    SUB = 0x005 "sub";
    ST0 = 0x010 "st0";
    ST1 = 0x011 "st1";
    ST2 = 0x012 "st2";
    ST3 = 0x013 "st3";
    ST = 0x014 "st";
    STMI = 0x015 "stmi";
    STVP = 0x018 "stvp";
    STJPC = 0x019 "stjpc";
    STAR = 0x01a "star";
    STSP = 0x01b "stsp";
    USHR = 0x01c "ushr";
    SHL = 0x01d "shl";
    SHR = 0x01e "shr";
    STMUL = 0x040 "stmul";
    STMWA = 0x041 "stmwa";
    STMRA = 0x042 "stmra";
    STMWD = 0x043 "stmwd";
    STALD = 0x044 "stald";
    STAST = 0x045 "stast";
    STGF = 0x046 "stgf";
    STPF = 0x047 "stpf";
    STCP = 0x048 "stcp";
    STBCRD = 0x049 "stbcrd";
    STIDX = 0x04a "stidx";
    STPS = 0x04b "stps";
    STMRAC = 0x04c "stmrac";
    STMRAF = 0x04d "stmraf";
    STMWDF = 0x04e "stmwdf";
    STPFR = 0x04f "stpfr";
    LDMRD = 0x0e0 "ldmrd";
    LDMUL = 0x0e1 "ldmul";
    LDBCSTART = 0x0e2 "ldbcstart";
    LD0 = 0x0e8 "ld0";
    LD1 = 0x0e9 "ld1";
    LD2 = 0x0ea "ld2";
    LD3 = 0x0eb "ld3";
    LD = 0x0ec "ld";
    LDMI = 0x0ed "ldmi";
    LDSP = 0x0f0 "ldsp";
    LDVP = 0x0f1 "ldvp";
    LDJPC = 0x0f2 "ldjpc";
    LD_OPD_8U = 0x0f4 "ld_opd_8u";
    LD_OPD_8S = 0x0f5 "ld_opd_8s";
    LD_OPD_16U = 0x0f6 "ld_opd_16u";
    LD_OPD_16S = 0x0f7 "ld_opd_16s";
    DUP = 0x0f8 "dup";
    NOP = 0x100 "nop";
    WAIT = 0x101 "wait";
    JBR = 0x102 "jbr";
    STGS = 0x110 "stgs";
    CINVAL = 0x111 "cinval";
    ATMSTART = 0x112 "atmstart";
    ATMEND = 0x113 "atmend";
}

/// Stack RAM word `n`, 0 to 31, := A.
pub(crate) fn stm(n: u16) -> u16 {
    0x020 | field(n, 5)
}

/// Push stack RAM word `n`, 0 to 31.
pub(crate) fn ldm(n: u16) -> u16 {
    0x0a0 | field(n, 5)
}

/// Push constant `n`, stack RAM word 32 + n.
pub(crate) fn ldi(n: u16) -> u16 {
    0x0c0 | field(n, 5)
}

/// Branch over `displacement` words if A is zero; -32 to 31.
pub(crate) fn bz(displacement: i32) -> u16 {
    0x180 | signed(displacement, 6)
}

/// Branch over `displacement` words if A is not zero; -32 to 31.
pub(crate) fn bnz(displacement: i32) -> u16 {
    0x1c0 | signed(displacement, 6)
}

/// Jump over `displacement` words; -256 to 255.
pub(crate) fn jmp(displacement: i32) -> u16 {
    0x200 | signed(displacement, 9)
}

fn field(n: u16, bits: u32) -> u16 {
    assert!(n < 1 << bits, "{n} does not fit into {bits} bits");
    n
}

fn signed(n: i32, bits: u32) -> u16 {
    let half = 1 << (bits - 1);
    assert!(
        (-half..half).contains(&n),
        "{n} does not fit into {bits} signed bits"
    );
    (n & (2 * half - 1)) as u16
}

/// A ROM word as assembler text; undefined instructions by their code.
pub(crate) fn text(word: u16) -> String {
    let code = word & 0x3ff;
    let extend = |bits: u32| (i32::from(code) << (32 - bits)) >> (32 - bits);
    let named = NAMED.iter().find(|(named, _)| *named == code);
    let mut text = match (named, code) {
        (Some((_, name)), _) => (*name).to_owned(),
        (None, 0x020..=0x03f) => format!("stm {}", code & 31),
        (None, 0x0a0..=0x0bf) => format!("ldm {}", code & 31),
        (None, 0x0c0..=0x0df) => format!("ldi {}", code & 31),
        (None, 0x180..=0x1bf) => format!("bz {:+}", extend(6)),
        (None, 0x1c0..=0x1ff) => format!("bnz {:+}", extend(6)),
        (None, 0x200..) => format!("jmp {:+}", extend(9)),
        _ => format!("undefined 0x{code:03x}"),
    };
    if word & OPD != 0 {
        text += " opd";
    }
    if word & NXT != 0 {
        text += " nxt";
    }
    text
}
