//! Placement of fields: offsets in objects, addresses of statics (spec 11 sections 5 and 7).

use crate::class_file::Field;
use crate::classes::{ClassId, FieldKey};
use crate::descriptor::{is_reference, words};
use crate::error::{Limit, LinkError};
use crate::hashing::FxHashMap;
use crate::program::ProgramParts;

/// Address of the first static field: the header has two words.
const FIRST_STATIC: u32 = 2;

/// Instances of one class.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Instance {
    /// Words of fields, inherited ones included.
    pub(crate) size: u32,
    /// Bit `i` is set if the word at offset `i` is a reference.
    pub(crate) references: u32,
}

/// Places of all fields of the linked classes.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    /// Word offset of instance fields, address of static fields.
    places: FxHashMap<FieldKey, u32>,
    instances: FxHashMap<ClassId, Instance>,
    /// Start of each class's static primitive fields, even if it has none.
    first_values: FxHashMap<ClassId, u32>,
    /// Start and length of the static reference area.
    pub(crate) reference_area: (u32, u32),
}

impl Fields {
    /// Places all fields; what exceeds a limit goes to `exceeded`, and the fields are then of no use.
    pub(crate) fn build(program: &ProgramParts, exceeded: &mut Vec<LinkError>) -> Self {
        let mut fields = Fields::default();
        for class in &program.order {
            fields.place_instance_fields(program, *class, exceeded);
        }
        exceeded.extend(fields.place_statics(program).err());
        fields
    }

    /// The operand of an instruction that names the field.
    pub(crate) fn place(&self, field: FieldKey) -> u32 {
        self.places.get(&field).copied().unwrap_or_default()
    }

    pub(crate) fn instance(&self, class: ClassId) -> Instance {
        self.instances.get(&class).copied().unwrap_or_default()
    }

    pub(crate) fn first_value(&self, class: ClassId) -> u32 {
        self.first_values.get(&class).copied().unwrap_or_default()
    }

    /// End of the static areas, where code begins.
    pub(crate) fn end(&self) -> u32 {
        self.reference_area.0 + self.reference_area.1
    }

    fn place_instance_fields(
        &mut self,
        program: &ProgramParts,
        class: ClassId,
        exceeded: &mut Vec<LinkError>,
    ) -> Instance {
        if let Some(instance) = self.instances.get(&class) {
            return *instance;
        }
        let mut instance = match program.classes[class].superclass {
            Some(superclass) => self.place_instance_fields(program, superclass, exceeded),
            None => Instance::default(),
        };
        let inherited = instance.size;
        for (key, field) in program.classes.fields(class) {
            if field.is_static() {
                continue;
            }
            self.places.insert(key, instance.size);
            // Beyond 31 words the class is refused below, so a lost bit does no harm.
            let bit = 1_u32.checked_shl(instance.size).unwrap_or_default();
            instance.references |= if is_reference(&field.id.descriptor) {
                bit
            } else {
                0
            };
            instance.size += words(&field.id.descriptor);
        }
        // Below a class that is too large, every class is.
        let most = Limit::InstanceWords.maximum();
        if inherited <= most && instance.size > most {
            exceeded.push(LinkError::Limit {
                place: program.classes.class_place(class),
                limit: Limit::InstanceWords,
                value: instance.size,
                remedy: "move fields into an object or an array of their own",
            });
        }
        self.instances.insert(class, instance);
        instance
    }

    fn place_statics(&mut self, program: &ProgramParts) -> Result<(), LinkError> {
        let mut next = FIRST_STATIC;
        for class in &program.order {
            self.first_values.insert(*class, next);
            next = self.place_area(program, *class, next, |field| {
                !is_reference(&field.id.descriptor)
            })?;
        }
        let references = next;
        for class in &program.order {
            next = self.place_area(program, *class, next, |field| {
                is_reference(&field.id.descriptor)
            })?;
        }
        self.reference_area = (references, next - references);
        Ok(())
    }

    fn place_area(
        &mut self,
        program: &ProgramParts,
        class: ClassId,
        start: u32,
        belongs: impl Fn(&Field) -> bool,
    ) -> Result<u32, LinkError> {
        let mut next = start;
        for (key, field) in program.classes.fields(class) {
            if field.is_static() && belongs(field) {
                self.places.insert(key, next);
                next += words(&field.id.descriptor);
                if next > 1 << 16 {
                    return Err(LinkError::StaticArea {
                        field: format!("{}.{}", program.classes.class_name(class), field.id.name),
                        address: next - 1,
                    });
                }
            }
        }
        Ok(next)
    }
}
