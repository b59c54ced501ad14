//! Class files made in a test, for what no compiler writes.

/// A class file in the making.
pub(crate) struct ClassBuilder {
    constants: Vec<Vec<u8>>,
    name: u16,
    superclass: u16,
    fields: Vec<u8>,
    field_count: u16,
    methods: Vec<u8>,
    method_count: u16,
    bootstraps: Vec<u8>,
    bootstrap_count: u16,
    /// Rows of the next method's LocalVariableTable.
    variables: Vec<[u16; 5]>,
    pub(crate) major: u16,
    pub(crate) access: u16,
}

pub(crate) const PUBLIC: u16 = 1;
pub(crate) const STATIC: u16 = 8;

impl ClassBuilder {
    pub(crate) fn new(name: &str, superclass: &str) -> Self {
        let mut builder = ClassBuilder {
            constants: Vec::new(),
            name: 0,
            superclass: 0,
            fields: Vec::new(),
            field_count: 0,
            methods: Vec::new(),
            method_count: 0,
            bootstraps: Vec::new(),
            bootstrap_count: 0,
            variables: Vec::new(),
            major: 52,
            access: 0x21,
        };
        builder.name = builder.class(name);
        builder.superclass = builder.class(superclass);
        builder
    }

    /// Adds a constant, given its tag and contents.
    pub(crate) fn constant(&mut self, tag: u8, contents: &[u8]) -> u16 {
        let bytes = [&[tag], contents].concat();
        let known = self
            .constants
            .iter()
            .position(|constant| *constant == bytes);
        let index = known.unwrap_or_else(|| {
            self.constants.push(bytes);
            self.constants.len() - 1
        });
        index as u16 + 1
    }

    pub(crate) fn utf8(&mut self, text: &str) -> u16 {
        let length = (text.len() as u16).to_be_bytes();
        self.constant(1, &[&length, text.as_bytes()].concat())
    }

    pub(crate) fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name).to_be_bytes();
        self.constant(7, &name)
    }

    /// A field (9), method (10) or interface-method (11) reference.
    pub(crate) fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class).to_be_bytes();
        let (name, descriptor) = (
            self.utf8(name).to_be_bytes(),
            self.utf8(descriptor).to_be_bytes(),
        );
        let pair = self
            .constant(12, &[name, descriptor].concat())
            .to_be_bytes();
        self.constant(tag, &[class, pair].concat())
    }

    pub(crate) fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text).to_be_bytes();
        self.constant(8, &text)
    }

    pub(crate) fn method_type(&mut self, descriptor: &str) -> u16 {
        let descriptor = self.utf8(descriptor).to_be_bytes();
        self.constant(16, &descriptor)
    }

    /// A handle of a kind (JVMS 5.4.3.5) on a member.
    pub(crate) fn handle(&mut self, kind: u8, member: u16) -> u16 {
        let [high, low] = member.to_be_bytes();
        self.constant(15, &[kind, high, low])
    }

    /// A dynamic constant (17) or call site (18) of a static bootstrap method, given as class and name.
    pub(crate) fn dynamic(
        &mut self,
        tag: u8,
        (class, method): (&str, &str),
        arguments: &[u16],
        name: &str,
        descriptor: &str,
    ) -> u16 {
        let method = self.member(10, class, method, "()V");
        let handle = self.handle(6, method);
        for value in [handle, arguments.len() as u16].iter().chain(arguments) {
            self.bootstraps.extend(value.to_be_bytes());
        }
        self.bootstrap_count += 1;
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        let pair = self.constant(12, &halves(name, descriptor));
        self.constant(tag, &halves(self.bootstrap_count - 1, pair))
    }

    pub(crate) fn field(&mut self, access: u16, name: &str, descriptor: &str) {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        for value in [access, name, descriptor, 0] {
            self.fields.extend(value.to_be_bytes());
        }
        self.field_count += 1;
    }

    /// Names a slot in the first bytes of the method that comes next.
    pub(crate) fn variable(&mut self, name: &str, descriptor: &str, slot: u16, bytes: u16) {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.variables.push([0, bytes, name, descriptor, slot]);
    }

    pub(crate) fn method(&mut self, access: u16, name: &str, descriptor: &str, code: &[u8]) {
        self.method_with_handlers(access, name, descriptor, code, &[]);
    }

    /// A method of eight locals with an exception table: start, end, handler, catch type.
    pub(crate) fn method_with_handlers(
        &mut self,
        access: u16,
        name: &str,
        descriptor: &str,
        code: &[u8],
        handlers: &[[u16; 4]],
    ) {
        let (name, descriptor, attribute) =
            (self.utf8(name), self.utf8(descriptor), self.utf8("Code"));
        for value in [access, name, descriptor, 1, attribute] {
            self.methods.extend(value.to_be_bytes());
        }
        let attributes = self.code_attributes();
        let length = 10 + code.len() + 8 * handlers.len() + attributes.len();
        self.methods.extend((length as u32).to_be_bytes());
        self.methods.extend([0, 8, 0, 8]);
        self.methods.extend((code.len() as u32).to_be_bytes());
        self.methods.extend(code);
        self.methods.extend((handlers.len() as u16).to_be_bytes());
        self.methods.extend(
            handlers
                .iter()
                .flatten()
                .flat_map(|value| value.to_be_bytes()),
        );
        self.methods.extend(attributes);
        self.method_count += 1;
    }

    fn code_attributes(&mut self) -> Vec<u8> {
        let rows = std::mem::take(&mut self.variables);
        if rows.is_empty() {
            return vec![0, 0];
        }
        let mut bytes = halves(1, self.utf8("LocalVariableTable")).to_vec();
        bytes.extend((2 + 10 * rows.len() as u32).to_be_bytes());
        bytes.extend((rows.len() as u16).to_be_bytes());
        bytes.extend(rows.iter().flatten().flat_map(|value| value.to_be_bytes()));
        bytes
    }

    /// `public static void main(String[])`.
    pub(crate) fn main(&mut self, code: &[u8]) {
        self.method(PUBLIC | STATIC, "main", "([Ljava/lang/String;)V", code);
    }

    pub(crate) fn build(&mut self) -> Vec<u8> {
        let attribute = self.utf8("BootstrapMethods");
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0];
        let mut put = |value: u16| bytes.extend(value.to_be_bytes());
        put(self.major);
        put(self.constants.len() as u16 + 1);
        bytes.extend(self.constants.iter().flatten());
        for value in [self.access, self.name, self.superclass, 0, self.field_count] {
            bytes.extend(value.to_be_bytes());
        }
        bytes.extend(&self.fields);
        bytes.extend(self.method_count.to_be_bytes());
        bytes.extend(&self.methods);
        if self.bootstrap_count == 0 {
            bytes.extend([0, 0]);
            return bytes;
        }
        bytes.extend(halves(1, attribute));
        bytes.extend((self.bootstraps.len() as u32 + 2).to_be_bytes());
        bytes.extend(self.bootstrap_count.to_be_bytes());
        bytes.extend(&self.bootstraps);
        bytes
    }
}

/// Two 16-bit values, one after the other.
fn halves(first: u16, second: u16) -> [u8; 4] {
    let ([a, b], [c, d]) = (first.to_be_bytes(), second.to_be_bytes());
    [a, b, c, d]
}

/// A class `name` whose `main` has that code.
pub(crate) fn main_class(name: &str, code: &[u8]) -> Vec<u8> {
    let mut builder = ClassBuilder::new(name, "java/lang/Object");
    builder.main(code);
    builder.build()
}
