//! The classes that a class file mentions (spec 11 section 3).

use std::rc::Rc;

use crate::class_file::{ClassFile, Constant};
use crate::descriptor::{Signature, object_class};
use crate::hashing::OrderedSet;
use crate::known_classes::NATIVE;
use crate::known_classes::is_bootstrap;

/// Every class that the constants and descriptors of a class name (spec 11 section 3).
pub(crate) fn mentioned_classes(file: &ClassFile) -> Vec<Rc<str>> {
    let mut names: OrderedSet<Rc<str>> = OrderedSet::default();
    let mut add_type = |descriptor: &str| {
        names.extend(object_class(descriptor).map(Rc::from));
    };
    for field in &file.fields {
        add_type(&field.id.descriptor);
    }
    let methods = file.methods.iter().map(|method| &method.id.descriptor);
    let members = file
        .constants
        .iter()
        .flatten()
        .filter_map(|constant| match constant {
            Constant::Field(member)
            | Constant::Method(member)
            | Constant::InterfaceMethod(member) => Some(member),
            _ => None,
        });
    let members: Vec<_> = members.collect();
    let call_sites = file
        .constants
        .iter()
        .flatten()
        .filter_map(|constant| match constant {
            Constant::InvokeDynamic(site) => Some(&site.id.descriptor),
            _ => None,
        });
    let of_members = members.iter().map(|member| &member.id.descriptor);
    for descriptor in methods.chain(of_members).chain(call_sites) {
        match Signature::parse(descriptor) {
            Some(signature) => {
                signature.arguments.iter().copied().for_each(&mut add_type);
                add_type(signature.result);
            }
            None => add_type(descriptor),
        }
    }
    names.extend(members.iter().map(|member| Rc::clone(&member.class)));
    for constant in file.constants.iter().flatten() {
        if let Constant::Class(name) = constant {
            names.insert(Rc::clone(name));
        }
    }
    names.retain(|name| !name.starts_with('[') && **name != *NATIVE && !is_bootstrap(name));
    names.into_iter().collect()
}
