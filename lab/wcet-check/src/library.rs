//! Methods of the library that control code uses: bounds held against calls with operands that take long.
//!
//! A group is a program whose methods each call one method of the library, and a file with what a user of that method has to give.

use std::path::Path;

use jopizer::Linked;
use jopizer::symbols::MethodSymbol;
use microcode::Build;
use run::End;
use wcet::{Analyser, Analysis, BoundSource, Options, Program};

use crate::generated::link;
use crate::machines::machines;
use crate::random::Generated;
use crate::runs::{Watched, shown};

/// Cycles that a group runs at most.
const MOST_CYCLES: u64 = 2_000_000_000;

/// Log2 of the words of the stack: two methods below `main`, a sine of a large angle needs more than the usual 256.
const STACK: u8 = 10;

/// A program that calls methods of the library.
#[derive(Debug)]
pub struct Group {
    /// What it is about.
    pub name: &'static str,
    source: &'static str,
    bounds: &'static str,
    /// Price of a collection in cycles; without one, calls with a collection are left out.
    collection: Option<u64>,
    rows: &'static [Row],
}

/// A method of `Main` that calls one of the library: its name, the call, and what bounds it.
type Row = (&'static str, &'static str, &'static str);

/// A bound of a method of the library, held against a run.
#[derive(Debug)]
pub struct Held {
    /// The call.
    pub call: &'static str,
    /// What bounds it.
    pub by: &'static str,
    /// The bound, or why there is none.
    pub bound: Result<Analysis, String>,
}

/// Price of a collection: the longest of the program that allocates, rounded up.
const PRICE: u64 = 5_800_000;

const ALLOCATION: &[Row] = &[
    ("pair", "new Pair", "2 words"),
    ("ints8", "new int[8]", "8 words"),
    ("ints64", "new int[64]", "64 words"),
    ("ints256", "new int[256]", "256 words"),
    ("objects64", "new Object[64]", "64 words"),
];

/// All groups.
pub const GROUPS: [Group; 9] = [
    Group {
        name: "texts",
        source: include_str!("library/Texts.java"),
        bounds: include_str!("library/Texts.toml"),
        collection: None,
        rows: &[
            ("appendInt", "StringBuilder.append(int)", "10 digits"),
            ("appendLong", "StringBuilder.append(long)", "19 digits"),
            (
                "appendChar",
                "StringBuilder.append(char)",
                "the builder's room",
            ),
            (
                "appendBoolean",
                "StringBuilder.append(boolean)",
                "5 characters",
            ),
            (
                "appendShort",
                "StringBuilder.append(String), 8 characters",
                "the literal's length",
            ),
            (
                "appendString",
                "StringBuilder.append(String), 24 characters",
                "the literal's length",
            ),
            ("intToString", "Integer.toString", "10 digits"),
            ("longToString", "Long.toString", "19 digits"),
        ],
    },
    Group {
        name: "readers",
        source: include_str!("library/Readers.java"),
        bounds: include_str!("library/Readers.toml"),
        collection: None,
        rows: &[
            ("parseInt", "Integer.parseInt", "11 characters"),
            ("parseLong", "Long.parseLong", "20 characters"),
        ],
    },
    Group {
        name: "floats",
        source: include_str!("library/Floats.java"),
        bounds: include_str!("library/Floats.toml"),
        collection: None,
        rows: &[(
            "appendFloat",
            "StringBuilder.append(float)",
            "9 digits, exponents of floats",
        )],
    },
    Group {
        name: "doubles",
        source: include_str!("library/Doubles.java"),
        bounds: include_str!("library/Doubles.toml"),
        collection: None,
        rows: &[("appendDouble", "StringBuilder.append(double)", "17 digits")],
    },
    Group {
        name: "arrays",
        source: include_str!("library/Copies.java"),
        bounds: include_str!("library/Copies.toml"),
        collection: None,
        rows: &[
            ("copyBytes", "System.arraycopy, byte[]", "31 elements"),
            ("copyBooleans", "System.arraycopy, boolean[]", "31 elements"),
            ("copyChars", "System.arraycopy, char[]", "31 elements"),
            ("copyShorts", "System.arraycopy, short[]", "31 elements"),
            ("copyInts", "System.arraycopy, int[]", "31 elements"),
            ("copyLongs", "System.arraycopy, long[]", "31 elements"),
            ("copyFloats", "System.arraycopy, float[]", "31 elements"),
            ("copyDoubles", "System.arraycopy, double[]", "31 elements"),
            ("copyObjects", "System.arraycopy, Object[]", "31 elements"),
            (
                "copyBases",
                "System.arraycopy, Object[] to Base[]",
                "31 elements",
            ),
            (
                "copyWithin",
                "System.arraycopy within an int[]",
                "31 elements",
            ),
            ("fill", "Arrays.fill(int[])", "32 elements"),
            ("copyOf", "Arrays.copyOf(int[])", "32 elements"),
            ("equal", "Arrays.equals(int[])", "32 elements"),
            ("sort", "Arrays.sort(int[])", "32 elements"),
        ],
    },
    Group {
        name: "mathematics",
        source: include_str!("library/Mathematics.java"),
        bounds: include_str!("library/Mathematics.toml"),
        collection: None,
        rows: &[
            ("absInt", "Math.abs(int)", "any operand"),
            ("minInt", "Math.min(int)", "any operand"),
            ("maxInt", "Math.max(int)", "any operand"),
            ("absDouble", "Math.abs(double)", "any operand"),
            ("minDouble", "Math.min(double)", "any operand"),
            ("maxDouble", "Math.max(double)", "any operand"),
            ("floor", "Math.floor", "any operand"),
            ("ceil", "Math.ceil", "any operand"),
            ("round", "Math.round(double)", "any number of normal size"),
            ("sqrt", "Math.sqrt", "any number of normal size"),
            ("sin", "Math.sin", "any number of normal size"),
            ("cos", "Math.cos", "any number of normal size"),
            ("tan", "Math.tan", "any number of normal size"),
            ("atan2", "Math.atan2", "any number of normal size"),
            ("exp", "Math.exp", "any number of normal size"),
            ("log", "Math.log", "any number of normal size"),
            ("pow", "Math.pow", "any number of normal size"),
        ],
    },
    Group {
        name: "collections",
        source: include_str!("library/Collections.java"),
        bounds: include_str!("library/Collections.toml"),
        collection: None,
        rows: &[
            ("get", "ArrayList.get", "a cast to an array type"),
            ("set", "ArrayList.set", "a cast to an array type"),
            ("add", "ArrayList.add", "room for 15 elements"),
            ("offer", "ArrayDeque.addLast", "room for 15 elements"),
            ("poll", "ArrayDeque.pollFirst", "a cast to an array type"),
            ("find", "HashMap.get", "4 keys of one hash code"),
            (
                "putFirst",
                "HashMap.put, the first key",
                "a table of 64 chains",
            ),
            ("put", "HashMap.put, later keys", "4 keys of one hash code"),
        ],
    },
    Group {
        name: "allocation",
        source: include_str!("library/Allocation.java"),
        bounds: "",
        collection: None,
        rows: ALLOCATION,
    },
    Group {
        name: "collection",
        source: include_str!("library/Allocation.java"),
        bounds: "",
        collection: Some(PRICE),
        rows: ALLOCATION,
    },
];

impl Group {
    /// Bounds of its methods, held against its run on the machine without a cache.
    ///
    /// # Errors
    /// Without a JDK, or if the program cannot be linked or run.
    pub fn held(&self, folder: &Path) -> Result<Vec<Held>, String> {
        let main = Generated {
            main: self.source.to_owned(),
            ..Generated::default()
        };
        let linked = link(folder, &main)?;
        self.of(&linked)
    }

    fn of(&self, linked: &Linked) -> Result<Vec<Held>, String> {
        let text = |error: &dyn std::fmt::Display| error.to_string();
        let program = Program::new(&linked.image, &linked.symbols).map_err(|it| text(&it))?;
        let mut machine = machines(Build::Jop).map_err(|it| text(&it))?.swap_remove(0);
        machine.config.ram_width = STACK;
        let analyser = Analyser::new(&program, &machine.costs);
        let mut options = Options::new(&machine.config, &machine.costs).map_err(|it| text(&it))?;
        options.cache = machine.cache;
        options.collection = self.collection;
        let name = format!("{}.toml", self.name);
        let added = (options.bounds).add(self.bounds, &name, BoundSource::File);
        added.map_err(|it| text(&it))?;
        let to_watch = analyser.to_watch(&options.bounds).map_err(|it| text(&it))?;
        let watched = Watched::on(&machine, linked, MOST_CYCLES);
        let run = shown(&watched, &program, to_watch, self.collection.is_some())
            .map_err(|it| text(&it))?;
        if run.end != End::Exit(0) {
            // Operands after that would be missing.
            return Err(format!(
                "{} did not run to its end: {:?}",
                self.name, run.end
            ));
        }
        let rows = self.rows.iter().map(|(name, call, by)| {
            let mut methods = linked.symbols.methods.iter();
            let is_it = |it: &&MethodSymbol| it.class == "Main" && it.name == *name;
            let method = methods.find(is_it).ok_or_else(|| format!("no {name}"))?;
            let mut bound = analyser.bound(method.address, &options);
            if let Ok(bound) = &mut bound {
                run.hold(method.address, bound);
            }
            Ok(Held {
                call,
                by,
                bound: bound.map_err(|it| text(&it)),
            })
        });
        rows.collect()
    }
}
