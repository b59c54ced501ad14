//! The finders of structure, of which the library shows what they find together.

use words::Words;

#[path = "../../../src/linked/structure/area.rs"]
mod area;
#[path = "../../../src/linked/structure/class_shapes.rs"]
mod class_shapes;
#[path = "../../../src/linked/structure/code_area.rs"]
mod code_area;
#[path = "../../../src/linked/structure/literals.rs"]
mod literals;
#[path = "../../../src/linked/structure/slot.rs"]
mod slot;
#[path = "../../../src/linked/structure/slots.rs"]
mod slots;
#[path = "../../../src/linked/structure/words.rs"]
mod words;
