//! The methods of `com.jopdesign.sys.Native`, each of which is one bytecode (spec 11 section 9).

/// Names and bytecodes; overloads share a row.
const NATIVES: [(&str, u8); 34] = [
    ("rd", 209),
    ("wr", 210),
    ("rdMem", 211),
    ("wrMem", 212),
    ("rdIntMem", 213),
    ("wrIntMem", 214),
    ("getSP", 215),
    ("setSP", 216),
    ("getVP", 217),
    ("setVP", 218),
    ("int2extMem", 219),
    ("ext2intMem", 220),
    ("makeLong", 221),
    ("toInt", 221),
    ("toFloat", 221),
    ("toObject", 221),
    ("toIntArray", 221),
    ("toLong", 221),
    ("toDouble", 221),
    ("toRtThreadImpl", 221),
    ("invoke", 222),
    ("condMove", 223),
    ("condMoveRef", 223),
    ("lock", 194),
    ("unlock", 195),
    ("invalidate", 204),
    ("memCopy", 232),
    ("getField", 233),
    ("putField", 234),
    ("getStatic", 238),
    ("putStatic", 239),
    ("arrayLoad", 46),
    ("arrayStore", 79),
    ("arrayLength", 190),
];

/// The bytecode of a method of `Native`, by its name alone.
pub(crate) fn bytecode(name: &str) -> Option<u8> {
    NATIVES
        .iter()
        .find(|(native, _)| *native == name)
        .map(|(_, code)| *code)
}
