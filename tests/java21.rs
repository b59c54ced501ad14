//! What only compilers of Java 21 write, in class files made by hand and run on the machine.

#[path = "../jopizer/tests/it/common/class_builder.rs"]
#[allow(dead_code, reason = "shared with the tests of the linker")]
mod class_builder;

use class_builder::{ClassBuilder, PUBLIC, STATIC};
use isa::MachineConfig;
use jopizer::{LinkOptions, link};
use microcode::Build;
use tests::machine;

const SWITCHES: &str = "java/lang/runtime/SwitchBootstraps";
const CONSTANTS: &str = "java/lang/invoke/ConstantBootstraps";

/// Instructions that name constants of a class in the making.
struct Code<'a> {
    class: &'a mut ClassBuilder,
    bytes: Vec<u8>,
}

impl Code<'_> {
    fn with(&mut self, opcode: u8, index: u16) {
        let [high, low] = index.to_be_bytes();
        self.bytes.extend([opcode, high, low]);
    }

    fn field(&mut self, opcode: u8, class: &str, name: &str, descriptor: &str) {
        let index = self.class.member(9, class, name, descriptor);
        self.with(opcode, index);
    }

    fn call(&mut self, opcode: u8, class: &str, name: &str, descriptor: &str) {
        let index = self.class.member(10, class, name, descriptor);
        self.with(opcode, index);
    }

    /// Prints what a switch over the value that `push` leaves gives, with each first label to try.
    fn print_switch(&mut self, site: u16, restarts: &[u8], push: impl Fn(&mut Self)) {
        for restart in restarts {
            self.field(0xb2, "java/lang/System", "out", "Ljava/io/PrintStream;");
            push(self);
            self.bytes.extend([0x10, *restart]);
            self.with(0xba, site);
            self.bytes.extend([0, 0]);
            self.call(0xb6, "java/io/PrintStream", "println", "(I)V");
        }
    }
}

/// An enum of two constants, as far as a switch can tell: `static final E A, B`.
fn two_constants() -> Vec<u8> {
    let mut class = ClassBuilder::new("t/E", "java/lang/Object");
    class.field(PUBLIC | STATIC, "A", "Lt/E;");
    class.field(PUBLIC | STATIC, "B", "Lt/E;");
    let own = class.class("t/E");
    let mut code = Code {
        class: &mut class,
        bytes: Vec::new(),
    };
    for name in ["A", "B"] {
        code.with(0xbb, own);
        code.field(0xb3, "t/E", name, "Lt/E;");
    }
    code.bytes.push(0xb1);
    let bytes = code.bytes;
    class.method(STATIC, "<clinit>", "()V", &bytes);
    class.build()
}

/// A label that describes a constant of an enum: `EnumDesc.of(ClassDesc.of("t.E"), name)`.
fn enum_label(class: &mut ClassBuilder, name: &str) -> u16 {
    let mut of = |owner: &str, descriptor: &str| {
        let method = class.member(10, owner, "of", descriptor);
        class.handle(6, method)
    };
    let class_desc = of("java/lang/constant/ClassDesc", "(Ljava/lang/String;)V");
    let enum_desc = of("java/lang/Enum$EnumDesc", "()V");
    let class_name = class.string("t.E");
    let invoke = (CONSTANTS, "invoke");
    let described = class.dynamic(17, invoke, &[class_desc, class_name], "invoke", "LC;");
    let name = class.string(name);
    class.dynamic(17, invoke, &[enum_desc, described, name], "invoke", "LD;")
}

fn switches() -> Vec<u8> {
    let mut class = ClassBuilder::new("Main", "java/lang/Object");
    class.major = 65;
    let b = enum_label(&mut class, "B");
    let gone = enum_label(&mut class, "GONE");
    let text = class.string("text");
    let number = class.constant(3, &7_i32.to_be_bytes());
    let string = class.class("java/lang/String");
    let own = class.class("t/E");
    let labels = [gone, b, text, number, string, own];
    let descriptor = "(Ljava/lang/Object;I)I";
    let by_type = class.dynamic(
        18,
        (SWITCHES, "typeSwitch"),
        &labels,
        "typeSwitch",
        descriptor,
    );
    let names = [class.string("GONE"), class.string("B"), own];
    let by_constant = class.dynamic(
        18,
        (SWITCHES, "enumSwitch"),
        &names,
        "enumSwitch",
        "(Lt/E;I)I",
    );
    let other = class.string("other");
    let mut code = Code {
        class: &mut class,
        bytes: Vec::new(),
    };
    code.print_switch(by_type, &[0], |code| code.bytes.push(1));
    code.print_switch(by_type, &[0, 2], |code| {
        code.field(0xb2, "t/E", "B", "Lt/E;");
    });
    code.print_switch(by_type, &[0, 6], |code| {
        code.field(0xb2, "t/E", "A", "Lt/E;");
    });
    code.print_switch(by_type, &[0, 3, 5], |code| code.with(0x13, text));
    code.print_switch(by_type, &[0], |code| code.with(0x13, other));
    for (wrapper, descriptor) in [
        ("java/lang/Integer", "(I)Ljava/lang/Integer;"),
        ("java/lang/Character", "(C)Ljava/lang/Character;"),
        ("java/lang/Byte", "(B)Ljava/lang/Byte;"),
    ] {
        for value in [7, 8] {
            code.print_switch(by_type, &[0], |code| {
                code.bytes.extend([0x10, value]);
                code.call(0xb8, wrapper, "valueOf", descriptor);
            });
        }
    }
    code.print_switch(by_constant, &[0, 2, 3], |code| {
        code.field(0xb2, "t/E", "B", "Lt/E;");
    });
    code.print_switch(by_constant, &[0], |code| {
        code.field(0xb2, "t/E", "A", "Lt/E;");
    });
    code.print_switch(by_constant, &[0], |code| code.bytes.push(1));
    code.bytes.push(0xb1);
    let bytes = code.bytes;
    class.main(&bytes);
    class.build()
}

#[test]
fn pattern_switches_find_the_first_label_that_fits_from_where_they_are_told_to_start() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("t")).unwrap();
    std::fs::write(folder.path().join("t/E.class"), two_constants()).unwrap();
    std::fs::write(folder.path().join("Main.class"), switches()).unwrap();
    let linked = link(&LinkOptions::new("Main", [folder.path().to_owned()])).unwrap();
    let outcome = machine::run(&linked, Build::Strict, &MachineConfig::default());
    let printed = String::from_utf8(outcome.stdout).unwrap();
    assert_eq!(String::from_utf8_lossy(&outcome.stderr), "");
    let expected = [
        -1, // null
        1, 5, // B: its constant, then its class
        5, 6, // A: its class, then nothing
        2, 4, 6, // the text, then a string, then nothing
        4, // another string
        3, 6, 3, 6, 3, 6, // numbers and characters by their value
        1, 2, 3,  // B by name, then by class, then nothing
        2,  // A by class
        -1, // null
    ];
    let found: Vec<i32> = printed.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(found, expected);
}
