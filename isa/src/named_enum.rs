//! Enums whose variants have names.

/// Declares an enum from one list of variants and names, with `ALL` and `name`.
#[macro_export]
macro_rules! named_enum {
    ($(#[$meta:meta])* $vis:vis enum $enum:ident {
        $($(#[$variant_meta:meta])* $variant:ident = $name:literal,)*
    }) => {
        $(#[$meta])*
        $vis enum $enum { $($(#[$variant_meta])* $variant,)* }

        impl $enum {
            /// Every value, in the order of the list.
            $vis const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name in tables and files.
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}
