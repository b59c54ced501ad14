//! Lambdas and method references: a class with a field for each captured value and the interface's method.

use noak::AccessFlags;
use noak::reader::cpool::MethodKind;

use super::site::{Site, intern, split_descriptor};
use crate::class_file::{ClassFile, Constant, Field, Handle, MemberId, Method};
use crate::classes::ClassId;
use crate::code_builder::CodeBuilder;
use crate::descriptor::{object_class, words};
use crate::resolve::ResolveError;
use isa::op;

const SERIALIZABLE: &str = "java/io/Serializable";

/// The static field that holds the one object of a lambda that captures nothing.
const INSTANCE: &str = "instance";

/// Flags of `altMetafactory`.
const FLAG_SERIALIZABLE: u32 = 1;
const FLAG_MARKERS: u32 = 2;
const FLAG_BRIDGES: u32 = 4;

/// Arguments of the metafactories.
struct Lambda {
    /// Types of the captured values.
    captured: Vec<String>,
    /// Name of the interface's method.
    name: String,
    /// Its type where generic parameters are erased, and as it is used here.
    erased: String,
    exact: String,
    /// The code to run.
    target: Handle,
    /// Internal names; the first is the call site's type.
    interfaces: Vec<String>,
    /// More types under which the method is called.
    bridges: Vec<String>,
}

impl Site<'_> {
    /// `metafactory` and `altMetafactory`.
    pub(super) fn lambda(&mut self) -> Result<CodeBuilder, ResolveError> {
        let lambda = self.read_lambda()?;
        for interface in &lambda.interfaces {
            self.load(interface)?;
        }
        let class = self.define_lambda(&lambda)?;
        let name = self.classes[class].file.name.to_string();
        let mut methods = vec![lambda.erased.as_str()];
        for bridge in &lambda.bridges {
            if !methods.contains(&bridge.as_str()) {
                methods.push(bridge);
            }
        }
        for descriptor in methods {
            let code = self.interface_method(&lambda, &name, descriptor)?;
            let id = MemberId::new(&lambda.name, descriptor);
            self.add(class, AccessFlags::PUBLIC, id, code)?;
        }
        let mut site = CodeBuilder::new(0);
        let access = AccessFlags::PUBLIC | AccessFlags::STATIC;
        if lambda.captured.is_empty() {
            let code = singleton(&name);
            self.add(class, access, MemberId::new("<clinit>", "()V"), code)?;
            site.field(op::GETSTATIC, &name, &instance(&name));
        } else {
            // The static method that makes an object; no method of the interface can have its name.
            let make = format!("{}$make", lambda.name);
            let id = MemberId::new(&make, &self.id.descriptor);
            self.add(class, access, id, maker(&name, &lambda.captured))?;
            site.call(op::INVOKESTATIC, &name, &make, &self.id.descriptor);
        }
        Ok(site)
    }

    fn read_lambda(&self) -> Result<Lambda, ResolveError> {
        let (captured, interface) = self.signature()?;
        let interface = object_class(&interface).ok_or_else(|| self.damaged("gives no object"))?;
        let [
            Constant::MethodType(erased),
            Constant::MethodHandle(target),
            Constant::MethodType(exact),
            options @ ..,
        ] = &*self.arguments
        else {
            return Err(self.damaged("does not say what it calls"));
        };
        if self.id.is_initialiser() {
            return Err(self.damaged("names no method"));
        }
        let mut lambda = Lambda {
            captured,
            name: self.id.name.to_string(),
            erased: erased.to_string(),
            exact: exact.to_string(),
            target: target.clone(),
            interfaces: vec![interface.to_owned()],
            bridges: Vec::new(),
        };
        read_options(options, &mut lambda)
            .ok_or_else(|| self.damaged("has options that do not fit their flags"))?;
        Ok(lambda)
    }

    /// The class without its methods.
    fn define_lambda(&mut self, lambda: &Lambda) -> Result<ClassId, ResolveError> {
        let count = self.calls.lambdas.entry(self.host).or_default();
        *count += 1;
        let host = &self.classes[self.host].file;
        let name = format!("{}$$Lambda${count}", host.name);
        let source = host.source.clone();
        let mut fields: Vec<Field> = (0..)
            .zip(&lambda.captured)
            .map(|(number, descriptor)| Field {
                access: AccessFlags::PRIVATE | AccessFlags::FINAL,
                id: captured_field(number, descriptor),
                constant: None,
            })
            .collect();
        if fields.is_empty() {
            fields.push(Field {
                access: AccessFlags::PUBLIC | AccessFlags::STATIC,
                id: instance(&name),
                constant: None,
            });
        }
        let interfaces = lambda.interfaces.iter();
        let file = ClassFile {
            source,
            interfaces: interfaces.map(|it| it.as_str().into()).collect(),
            fields,
            ..self.empty_class(&name)
        };
        Ok(self.classes.define(file)?)
    }

    fn add(
        &mut self,
        class: ClassId,
        access: AccessFlags,
        id: MemberId,
        code: CodeBuilder,
    ) -> Result<(), ResolveError> {
        let line = self.place.line;
        let code = code.finish(line, |constant| intern(self.classes, class, constant))?;
        let method = Method {
            access: access | AccessFlags::SYNTHETIC,
            id,
            code: Some(code),
            made_for: Some(self.place.clone()),
            loop_bounds: Vec::new(),
        };
        self.classes.add_method(class, method);
        Ok(())
    }

    /// The interface's method under one of its types: captured values and arguments go to its implementation.
    fn interface_method(
        &mut self,
        lambda: &Lambda,
        class: &str,
        descriptor: &str,
    ) -> Result<CodeBuilder, ResolveError> {
        let (given, result) = split_descriptor(descriptor)?;
        let (exact, exact_result) = split_descriptor(&lambda.exact)?;
        let (wanted, target_result) = target_types(&lambda.target)?;
        if given.len() != exact.len() || wanted.len() != lambda.captured.len() + given.len() {
            return Err(self.damaged("calls code with other parameters"));
        }
        let mut code = CodeBuilder::new(1 + given.iter().map(|it| words(it)).sum::<u32>());
        if lambda.target.kind == MethodKind::NewInvokeSpecial {
            code.class(op::NEW, &lambda.target.member.class);
            code.plain(op::DUP);
        }
        for (number, captured) in (0..).zip(&lambda.captured) {
            code.plain(op::ALOAD_0);
            code.field(op::GETFIELD, class, &captured_field(number, captured));
        }
        let mut local = 1;
        let wanted = wanted.iter().skip(lambda.captured.len());
        for ((given, exact), wanted) in given.iter().zip(&exact).zip(wanted) {
            code.load(given, local);
            self.adapt_argument(&mut code, given, exact, wanted)?;
            local += words(given);
        }
        self.call_target(&mut code, &lambda.target)?;
        self.adapt_result(&mut code, &target_result, &exact_result, &result)?;
        code.give(&result);
        Ok(code)
    }

    fn call_target(&self, code: &mut CodeBuilder, target: &Handle) -> Result<(), ResolveError> {
        let opcode = match target.kind {
            MethodKind::InvokeInterface => {
                code.call_interface(&target.member);
                return Ok(());
            }
            MethodKind::InvokeVirtual => op::INVOKEVIRTUAL,
            MethodKind::InvokeStatic => op::INVOKESTATIC,
            MethodKind::InvokeSpecial | MethodKind::NewInvokeSpecial => op::INVOKESPECIAL,
            _ => return Err(self.damaged("calls a field")),
        };
        let member = target.member.clone();
        let constant = if target.of_interface {
            Constant::InterfaceMethod(member)
        } else {
            Constant::Method(member)
        };
        code.constant(opcode, constant);
        Ok(())
    }
}

impl Lambda {
    fn add_interface(&mut self, name: &str) {
        if !self.interfaces.iter().any(|known| known == name) {
            self.interfaces.push(name.to_owned());
        }
    }
}

/// Additional arguments of `altMetafactory`: flags, then counted markers, then counted bridges.
fn read_options(options: &[Constant], lambda: &mut Lambda) -> Option<()> {
    let mut options = options.iter();
    if options.len() == 0 {
        return Some(());
    }
    let flags = word(options.next())?;
    if flags & FLAG_SERIALIZABLE != 0 {
        lambda.add_interface(SERIALIZABLE);
    }
    if flags & FLAG_MARKERS != 0 {
        for _ in 0..word(options.next())? {
            match options.next()? {
                Constant::Class(marker) => lambda.add_interface(marker),
                _ => return None,
            }
        }
    }
    if flags & FLAG_BRIDGES != 0 {
        for _ in 0..word(options.next())? {
            match options.next()? {
                Constant::MethodType(bridge) => lambda.bridges.push(bridge.to_string()),
                _ => return None,
            }
        }
    }
    Some(())
}

fn word(constant: Option<&Constant>) -> Option<u32> {
    match constant {
        Some(Constant::Word(word)) => Some(*word),
        _ => None,
    }
}

fn captured_field(number: usize, descriptor: &str) -> MemberId {
    MemberId::new(&format!("captured{number}"), descriptor)
}

fn instance(class: &str) -> MemberId {
    MemberId::new(INSTANCE, &format!("L{class};"))
}

/// The parameters of a lambda's implementation, its receiver first, and its result.
fn target_types(target: &Handle) -> Result<(Vec<String>, String), ResolveError> {
    let (mut parameters, mut result) = split_descriptor(&target.member.id.descriptor)?;
    let class = &target.member.class;
    let descriptor = if class.starts_with('[') {
        class.to_string()
    } else {
        format!("L{class};")
    };
    match target.kind {
        MethodKind::InvokeStatic => {}
        MethodKind::NewInvokeSpecial => result = descriptor,
        _ => parameters.insert(0, descriptor),
    }
    Ok((parameters, result))
}

/// The initialiser that makes the one object. There is no constructor: it would do nothing.
fn singleton(class: &str) -> CodeBuilder {
    let mut code = CodeBuilder::new(0);
    code.class(op::NEW, class);
    code.field(op::PUTSTATIC, class, &instance(class));
    code.give("V");
    code
}

/// The method that makes an object around captured values.
fn maker(class: &str, captured: &[String]) -> CodeBuilder {
    let mut code = CodeBuilder::new(captured.iter().map(|it| words(it)).sum());
    code.class(op::NEW, class);
    let mut local = 0;
    for (number, descriptor) in (0..).zip(captured) {
        code.plain(op::DUP);
        code.load(descriptor, local);
        code.field(op::PUTFIELD, class, &captured_field(number, descriptor));
        local += words(descriptor);
    }
    code.plain(op::ARETURN);
    code
}
