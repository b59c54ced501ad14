//! The words of the image, region by region (spec 11 sections 2, 6, 8; the extensions after that).

use isa::image::{MethodFrame, MethodWord};

use crate::class_file::{Constant, MemberId};
use crate::classes::{ClassId, MethodKey};
use crate::constants::catch_slot;
use crate::error::LinkError;
use crate::extensions;
use crate::image::Image;
use crate::layout::{Layout, MethodCode};
use crate::program::ProgramParts;
use crate::reference::SlotValue;
use crate::special::EntryClass;

/// Flags word after the code: bit 17 static, bit 16 synchronized (spec 11 section 6).
const STATIC: u32 = 1 << 17;
const SYNCHRONIZED: u32 = 1 << 16;

/// Writes the image, without the argument region.
pub(crate) fn emit(program: &ProgramParts, layout: &Layout) -> Result<Image, LinkError> {
    let length = layout.extensions.end;
    let mut emitter = Emitter {
        program,
        layout,
        words: vec![0; length as usize],
    };
    emitter.put(0, &[length, layout.special]);
    emitter.statics();
    emitter.code();
    emitter.special_pointers();
    let strings = layout
        .literals
        .words(layout.strings, layout.string_shape(program));
    emitter.put(layout.strings, &strings);
    for class in &program.order {
        emitter.class(*class)?;
    }
    emitter.put(layout.extensions.start, &extensions::words(program, layout));
    Ok(Image {
        words: emitter.words,
    })
}

/// Address of the method structure through which the microcode finds the entries of `JVM` or `JVMHelp`.
pub(crate) fn first_entry(program: &ProgramParts, layout: &Layout, special: &EntryClass) -> u32 {
    special
        .entries
        .first()
        .map_or(0, |entry| layout.method_struct(program, *entry))
}

struct Emitter<'a> {
    program: &'a ProgramParts,
    layout: &'a Layout,
    words: Vec<u32>,
}

impl Emitter<'_> {
    /// Stores words at an address; the layout has reserved the room.
    fn put(&mut self, address: u32, words: &[u32]) {
        let start = address as usize;
        if let Some(room) = self.words.get_mut(start..start + words.len()) {
            room.copy_from_slice(words);
        }
    }

    /// Values of constants and of what the linker fills in; everything else starts at 0.
    fn statics(&mut self) {
        for class in &self.program.order {
            for (key, field) in self
                .program
                .classes
                .fields(*class)
                .filter(|(_, it)| it.is_static())
            {
                let address = self.layout.fields.place(key);
                match &field.constant {
                    Some(Constant::Word(bits)) => self.put(address, &[*bits]),
                    Some(Constant::Wide(bits))
                        if crate::descriptor::is_wide(&field.id.descriptor) =>
                    {
                        self.put(address, &high_and_low(*bits));
                    }
                    Some(Constant::String(text)) => self.put(address, &[self.layout.string(text)]),
                    _ => {}
                }
            }
        }
        let info = self.layout.info;
        let extensions = &self.layout.extensions;
        for (field, value) in [
            (info.class_table, extensions.class_table),
            (info.method_table, extensions.method_table),
            (info.primitive_arrays, extensions.primitive_table),
        ] {
            if let Some(field) = field {
                self.put(self.layout.fields.place(field), &[value]);
            }
        }
    }

    fn code(&mut self) {
        for (method, code) in &self.layout.code {
            let words = self.code_words(*method, code);
            self.put(code.address, &words);
        }
    }

    fn code_words(&self, method: MethodKey, code: &MethodCode) -> Vec<u32> {
        let mut words: Vec<u32> = code.code.bytes.chunks(4).map(big_endian).collect();
        let declared = self.program.classes.method(method);
        let mut flags = code.code.handlers.len() as u32;
        flags |= if declared.is_static() { STATIC } else { 0 };
        flags |= if self.program.is_synchronized(method) {
            SYNCHRONIZED
        } else {
            0
        };
        words.push(flags);
        let pool = &self.layout.pools[&method.class];
        for (start, end, handler, catch) in &code.code.handlers {
            let caught = catch_slot(self.program, method.class, *catch);
            let caught = caught.map_or(0, |slot| pool.position(&slot));
            words.push(u32::from(*start) << 16 | u32::from(*end));
            words.push(u32::from(*handler) << 16 | u32::from(caught));
        }
        words
    }

    fn special_pointers(&mut self) {
        let Emitter {
            program, layout, ..
        } = *self;
        let special = &program.special;
        let (references, reference_words) = layout.fields.reference_area;
        let initialisers = layout
            .initialisers
            .iter()
            .map(|key| layout.method_struct(program, *key));
        let mut words = vec![
            layout.method_struct(program, special.boot),
            first_entry(program, layout, &special.jvm),
            first_entry(program, layout, &special.help),
            layout.method_struct(program, special.main),
            references,
            reference_words,
            layout.initialisers.len() as u32,
        ];
        words.extend(initialisers);
        self.put(layout.special, &words);
    }

    fn class(&mut self, class: ClassId) -> Result<(), LinkError> {
        let Emitter {
            program, layout, ..
        } = *self;
        let place = layout.classes[&class];
        let instance = layout.fields.instance(class);
        let mut words = vec![
            instance.size,
            layout.fields.first_value(class),
            instance.references,
            self.super_word(class),
            self.interface_table(class),
        ];
        for (_, method) in layout.tables[&class].entries() {
            words.extend(self.method_struct(method));
        }
        words.push(place.address);
        let pool = layout.pools[&class].slots();
        words.push(pool.len() as u32 + 1);
        for value in pool.iter().flatten() {
            words.extend(self.slot_words(value)?);
        }
        if place.interface_table != 0 {
            words.extend(
                layout
                    .interfaces
                    .implements(program, class)
                    .into_iter()
                    .rev(),
            );
            if !program.classes[class].file.is_interface() {
                let list = layout.interfaces.list().iter();
                words.extend(list.map(|id| layout.entry_address(class, id).unwrap_or_default()));
            }
        }
        self.put(place.address, &words);
        Ok(())
    }

    fn super_word(&self, class: ClassId) -> u32 {
        let declared = &self.program.classes[class];
        if declared.file.is_interface() {
            return self.layout.interfaces.number(class).wrapping_neg();
        }
        declared
            .superclass
            .map_or(0, |id| self.layout.class_address(id))
    }

    fn interface_table(&self, class: ClassId) -> u32 {
        let owner = self.layout.interfaces.table_owner(self.program, class);
        owner.map_or(0, |owner| self.layout.classes[&owner].interface_table)
    }

    /// The two words of a method structure; zero for abstract methods.
    fn method_struct(&self, method: Option<MethodKey>) -> [u32; 2] {
        let Some((key, code)) = method.and_then(|key| Some((key, self.layout.code.get(&key)?)))
        else {
            return [0, 0];
        };
        let pool = self.layout.classes[&key.class].pool;
        [
            MethodWord {
                address: code.address,
                words: code.words(),
            }
            .pack(),
            MethodFrame {
                constants: pool,
                locals: code.locals,
                arguments: code.arguments,
            }
            .pack(),
        ]
    }

    fn slot_words(&self, value: &SlotValue) -> Result<Vec<u32>, LinkError> {
        let layout = self.layout;
        Ok(match value {
            SlotValue::Word(bits) => vec![*bits],
            SlotValue::Wide(bits) => high_and_low(*bits).to_vec(),
            SlotValue::String(text) => vec![layout.string(text)],
            SlotValue::Class(value) => vec![layout.type_address(*value)],
            SlotValue::Literal(value) => {
                vec![
                    layout
                        .extensions
                        .literal(*value)
                        .unwrap_or_else(|| layout.type_address(*value)),
                ]
            }
            SlotValue::Direct(method) => vec![layout.method_struct(self.program, *method)],
            SlotValue::Virtual {
                class,
                id,
                arguments,
            } => {
                let index = layout
                    .tables
                    .get(class)
                    .and_then(|table| table.index_of(id));
                let index = match index {
                    Some(index) => index,
                    // The call cannot run.
                    None if !self.program.has_objects(*class) => 0,
                    None => return Err(self.no_entry(*class, id)),
                };
                vec![(2 * index as u32) << 8 | arguments]
            }
            SlotValue::Interface {
                class,
                id,
                arguments,
            } => {
                let index = layout.interfaces.list().get_index_of(id);
                let index = index.ok_or_else(|| self.no_entry(*class, id))?;
                vec![(index as u32) << 8 | arguments]
            }
            SlotValue::Unused => vec![0],
        })
    }

    fn no_entry(&self, class: ClassId, id: &MemberId) -> LinkError {
        LinkError::Hierarchy {
            class: self.program.classes.class_name(class),
            problem: format!("has no table entry for {id}"),
        }
    }
}

fn high_and_low(bits: u64) -> [u32; 2] {
    [(bits >> 32) as u32, bits as u32]
}

/// Up to four bytes as a word, the first one highest.
fn big_endian(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    u32::from_be_bytes(word)
}
