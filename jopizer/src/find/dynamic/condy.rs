//! Dynamic constants that a field access can replace.

use super::site::{Site, bootstrap, text, unknown_bootstrap};
use crate::class_file::{ClassFile, Constant, Dynamic, Handle};
use crate::code_builder::CodeBuilder;
use crate::descriptor::{is_reference, object_class};
use crate::resolve::ResolveError;
use isa::op;

const BOOTSTRAPS: &str = "java/lang/invoke/ConstantBootstraps";

impl Site<'_> {
    /// The code in place of loading a dynamic constant.
    pub(super) fn constant(&mut self, handle: &Handle) -> Result<CodeBuilder, ResolveError> {
        let own_class = object_class(&self.id.descriptor).map(str::to_owned);
        let method = if *handle.member.class == *BOOTSTRAPS {
            &*handle.member.id.name
        } else {
            ""
        };
        let mut code = CodeBuilder::new(0);
        match (method, self.arguments.first(), own_class) {
            ("nullConstant", None, _) if is_reference(&self.id.descriptor) => {
                code.plain(op::ACONST_NULL);
            }
            ("getStaticFinal", Some(Constant::Class(class)), _) => {
                code.field(op::GETSTATIC, class, &self.id);
            }
            ("enumConstant" | "getStaticFinal", None, Some(class)) => {
                code.field(op::GETSTATIC, &class, &self.id);
            }
            _ => {
                let construct = format!("the dynamic constant {}", self.id.name);
                return Err(unknown_bootstrap(&construct, handle));
            }
        }
        Ok(code)
    }
}

/// Enum class and constant that a label of a pattern switch describes: `EnumDesc.of(ClassDesc.of("t.E"), "A")`.
pub(super) fn enum_label(file: &ClassFile, label: &Dynamic) -> Option<(String, String)> {
    let [Constant::Dynamic(class), Constant::String(name)] =
        &*described(file, label, "java/lang/Enum$EnumDesc")?
    else {
        return None;
    };
    let class_name = described(file, class, "java/lang/constant/ClassDesc")?;
    let class_name = text(class_name.first())?;
    let class_name = String::from_utf16_lossy(&class_name).replace('.', "/");
    Some((class_name, String::from_utf16_lossy(name)))
}

/// The arguments with which a dynamic constant calls the method `of` of a class.
fn described(file: &ClassFile, constant: &Dynamic, class: &str) -> Option<Vec<Constant>> {
    let (handle, mut arguments) = bootstrap(file, constant).ok()?;
    let is_invoke = *handle.member.class == *BOOTSTRAPS && *handle.member.id.name == *"invoke";
    match arguments.first() {
        Some(Constant::MethodHandle(called))
            if is_invoke && *called.member.class == *class && *called.member.id.name == *"of" =>
        {
            arguments.remove(0);
            Some(arguments)
        }
        _ => None,
    }
}
