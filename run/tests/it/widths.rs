//! Numbers of a checkpoint have the same width on every computer: a browser, whose WebAssembly has 32 bits, opens it too.

use std::collections::BTreeSet;

use postcard::Error;
use postcard::de_flavors::Slice;
use serde::de::value::U32Deserializer;
use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer,
    SeqAccess, VariantAccess, Visitor,
};

use crate::support::{machine, microcode, program, start};

#[test]
fn no_number_of_a_checkpoint_is_as_wide_as_the_computer_s_pointers() {
    for cache in isa::OrganisationKind::NAMES {
        let config = machine(&format!(
            "memory_words = 32_768\njpc_width = 10\nmethod_cache = \"{cache}\"\nobject_cache = true\ndata_cache = true\nuart = \"timed\""
        ));
        let linked = program("quick-sort", 1, &config);
        let mut run = start(&linked, &config);
        run.run(50_000);
        let checkpoint = run.checkpoint(&linked, &microcode());
        let parts = (
            &checkpoint.state,
            &checkpoint.run,
            &checkpoint.subject.microcode.program.jump_table,
        );
        let bytes = postcard::to_stdvec(&parts).unwrap();
        let kinds = kinds_of(&bytes, &parts);
        assert!(
            kinds.contains("u32") && kinds.contains("u64"),
            "{cache}: {kinds:?}"
        );
        assert!(
            !kinds.contains("usize") && !kinds.contains("isize"),
            "{cache}: {kinds:?}"
        );
    }
}

#[test]
fn a_number_as_wide_as_pointers_is_seen_wherever_it_is() {
    let parts = (vec![Some(7usize)], true, "text".to_owned());
    let bytes = postcard::to_stdvec(&parts).unwrap();
    let kinds = kinds_of(&bytes, &(&parts.0, &parts.1, &parts.2));
    assert_eq!(
        Vec::from_iter(&kinds),
        ["a boolean", "a string", "usize"],
        "{kinds:?}"
    );
}

/// What the reader of a value expects in its places: `u32`, `a boolean`, `usize`.
fn kinds_of<'de, A, B, C>(bytes: &'de [u8], _: &(&A, &B, &C)) -> BTreeSet<String>
where
    (A, B, C): Deserialize<'de>,
{
    let mut inner = postcard::Deserializer::from_bytes(bytes);
    let mut kinds = BTreeSet::new();
    let watch = Watch {
        inner: &mut inner,
        kinds: &mut kinds,
    };
    <(A, B, C)>::deserialize(watch).unwrap();
    kinds
}

/// Reads postcard and notes what was expected.
struct Watch<'a, 'de> {
    inner: &'a mut postcard::Deserializer<'de, Slice<'de>>,
    kinds: &'a mut BTreeSet<String>,
}

impl<'de> Watch<'_, 'de> {
    fn again(&mut self) -> Watch<'_, 'de> {
        Watch {
            inner: self.inner,
            kinds: self.kinds,
        }
    }
}

macro_rules! noted {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            let kind = (&visitor as &dyn Expected).to_string();
            if !self.kinds.contains(&kind) {
                self.kinds.insert(kind);
            }
            self.inner.$name(visitor)
        })*
    };
}

macro_rules! unused {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            Err(Error::custom("no part of a checkpoint"))
        })*
    };
}

impl<'de> Deserializer<'de> for Watch<'_, 'de> {
    type Error = Error;

    noted! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_unit
    }

    unused! { deserialize_any deserialize_identifier deserialize_ignored_any deserialize_map }

    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match bool::deserialize(&mut *self.inner)? {
            true => visitor.visit_some(self),
            false => visitor.visit_none(),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let left = u64::deserialize(&mut *self.inner)?;
        visitor.visit_seq(Items { watch: self, left })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        let left = length as u64;
        visitor.visit_seq(Items { watch: self, left })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(fields.len(), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }
}

struct Items<'a, 'de> {
    watch: Watch<'a, 'de>,
    left: u64,
}

impl<'de> SeqAccess<'de> for Items<'_, 'de> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else {
            return Ok(None);
        };
        self.left = left;
        seed.deserialize(self.watch.again()).map(Some)
    }
}

impl<'de> EnumAccess<'de> for Watch<'_, 'de> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let number = u32::deserialize(&mut *self.inner)?;
        let number: U32Deserializer<Error> = number.into_deserializer();
        Ok((seed.deserialize(number)?, self))
    }
}

impl<'de> VariantAccess<'de> for Watch<'_, 'de> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(fields.len(), visitor)
    }
}
