//! A unit as Java source.

use std::fmt::Write;

use super::types::Type;
use super::{
    Arm, Callee, Case, Constructor, Expression, Form, Jump, Loop, LoopKind, Method, MethodKind,
    RECEIVER, Statement, Try, Unit,
};

/// Printed with its type, as Java calls no methods of a bare `null`; without one it is what is compared with.
const NULL: &str = "null";

/// The whole source of a unit.
#[must_use]
pub fn source(unit: &Unit) -> String {
    let mut printer = Printer {
        unit: &unit.name,
        text: String::new(),
        depth: 0,
    };
    printer.face(unit);
    for class in Type::CLASSES {
        printer.class(unit, class);
    }
    printer.driver(unit);
    printer.text
}

struct Printer<'a> {
    unit: &'a str,
    text: String,
    depth: usize,
}

impl Printer<'_> {
    fn line(&mut self, text: &str) {
        if text.starts_with('}') {
            self.depth = self.depth.saturating_sub(1);
        }
        let indent = "    ".repeat(self.depth);
        self.text.push_str(&indent);
        self.text.push_str(text);
        self.text.push('\n');
        if text.ends_with('{') {
            self.depth += 1;
        }
    }

    fn java(&self, ty: Type) -> String {
        ty.java(self.unit)
    }

    fn face(&mut self, unit: &Unit) {
        self.line(&format!(
            "interface {} extends Check.Part {{",
            self.java(Type::FACE)
        ));
        self.methods(unit, Type::FACE);
        self.line("}");
    }

    fn class(&mut self, unit: &Unit, class: Type) {
        let name = self.java(class);
        let (root, face, middle) = (
            self.java(Type::ROOT),
            self.java(Type::FACE),
            self.java(Type::MIDDLE),
        );
        match class {
            Type::ROOT => self.line(&format!("abstract class {name} implements Check.Part {{")),
            Type::MIDDLE => self.line(&format!("class {name} extends {root} implements {face} {{")),
            _ => self.line(&format!("final class {name} extends {middle} {{")),
        }
        for field in unit.fields.iter().filter(|field| field.class == class) {
            let ty = self.java(field.ty);
            if field.is_static {
                self.line(&format!("static {ty} {};", field.name));
            } else {
                let initial = self.expression(&field.initial);
                self.line(&format!("{ty} {} = {initial};", field.name));
            }
        }
        for constructor in &unit.constructors {
            if constructor.class == class {
                self.constructor(constructor);
            }
        }
        self.methods(unit, class);
        self.state(unit, class);
        self.line("}");
    }

    fn parameters(&self, parameters: &[super::Parameter]) -> String {
        let texts: Vec<_> = parameters
            .iter()
            .map(|parameter| format!("{} {}", self.java(parameter.ty), parameter.name))
            .collect();
        texts.join(", ")
    }

    fn constructor(&mut self, constructor: &Constructor) {
        let name = self.java(constructor.class);
        let parameters = self.parameters(&constructor.parameters);
        self.line(&format!("{name}({parameters}) throws Exception {{"));
        if constructor.class.superclass().is_some() {
            let arguments = self.list(&constructor.to_super);
            self.line(&format!("super({arguments});"));
        }
        self.statements(&constructor.body);
        self.line("}");
    }

    fn methods(&mut self, unit: &Unit, class: Type) {
        for method in unit.methods.iter().filter(|method| method.class == class) {
            self.method(method);
            if method.kind == MethodKind::Private {
                self.bridge(method);
            }
        }
    }

    fn method(&mut self, method: &Method) {
        let mut head = String::new();
        let is_face = method.class == Type::FACE;
        if !is_face && method.kind == MethodKind::Virtual {
            head.push_str("public ");
        }
        if method.kind == MethodKind::Private {
            head.push_str("private ");
        }
        match (&method.body, method.kind, is_face) {
            (None, _, false) => head.push_str("abstract "),
            (Some(_), MethodKind::Static, _) => head.push_str("static "),
            (Some(_), MethodKind::Virtual, true) => head.push_str("default "),
            _ => {}
        }
        if method.is_synchronized {
            head.push_str("synchronized ");
        }
        let parameters = self.parameters(&method.parameters);
        let result = self.java(method.result);
        let head = format!(
            "{head}{result} {}({parameters}) throws Exception",
            method.name
        );
        let Some(body) = &method.body else {
            return self.line(&format!("{head};"));
        };
        self.line(&format!("{head} {{"));
        if method.takes_fuel {
            let value = self.default(method.result);
            self.line("if (--Check.fuel < 0) {");
            self.line(&format!("return{value};"));
            self.line("}");
        }
        self.statements(body);
        self.line("}");
    }

    fn default(&self, ty: Type) -> String {
        if ty == Type::VOID {
            String::new()
        } else {
            format!(" {}", self.expression(&Expression::default_of(ty)))
        }
    }

    /// Lets the driver call a private method.
    fn bridge(&mut self, method: &Method) {
        let class = self.java(method.class);
        let result = self.java(method.result);
        let mut parameters = format!("{class} {RECEIVER}");
        let mut names = Vec::new();
        for parameter in &method.parameters {
            let _ = write!(
                parameters,
                ", {} {}",
                self.java(parameter.ty),
                parameter.name
            );
            names.push(parameter.name.as_str());
        }
        let value = if method.result == Type::VOID {
            ""
        } else {
            "return "
        };
        self.line(&format!(
            "static {result} {}({parameters}) throws Exception {{",
            bridge_name(&method.name)
        ));
        self.line(&format!(
            "{value}{RECEIVER}.{}({});",
            method.name,
            names.join(", ")
        ));
        self.line("}");
    }

    fn state(&mut self, unit: &Unit, class: Type) {
        self.line("void state() {");
        if class.superclass().is_some() {
            self.line("super.state();");
        }
        for field in &unit.fields {
            if field.class == class && !field.is_static {
                self.line(&format!("Check.add({});", field.name));
            }
        }
        self.line("}");
        let tag = class.base as u8;
        self.line("public int tag() {");
        self.line(&format!("return {tag};"));
        self.line("}");
    }

    fn driver(&mut self, unit: &Unit) {
        self.line(&format!("final class {} {{", self.unit));
        self.line("static void run() {");
        for index in 0..unit.cases.len() {
            self.line(&format!("case{index}();"));
        }
        self.line("}");
        self.line("private static void reset() throws Exception {");
        // Constructors see nothing of the case before: objects go first and come last.
        let (objects, plain): (Vec<_>, Vec<_>) = unit
            .fields
            .iter()
            .filter(|field| field.is_static)
            .partition(|field| field.initial.form == Form::New);
        for field in &objects {
            let class = self.java(field.class);
            self.line(&format!("{class}.{} = null;", field.name));
        }
        for field in plain.into_iter().chain(objects) {
            let initial = self.expression(&field.initial);
            let class = self.java(field.class);
            self.line(&format!("{class}.{} = {initial};", field.name));
        }
        self.line("}");
        self.line("private static void statics() {");
        for field in unit.fields.iter().filter(|field| field.is_static) {
            let class = self.java(field.class);
            self.line(&format!("Check.add({class}.{});", field.name));
        }
        self.line("}");
        for (index, case) in unit.cases.iter().enumerate() {
            self.case(index, case);
        }
        self.line("}");
    }

    fn case(&mut self, index: usize, case: &Case) {
        self.line(&format!("private static void case{index}() {{"));
        self.line(&format!("Check.start(\"{} {}\");", self.unit, case.label));
        for (index, call) in case.calls.iter().enumerate() {
            let object = format!("{RECEIVER}{index}");
            self.line(&format!("{} {object} = null;", self.java(Type::ROOT)));
            self.line("try {");
            self.line("reset();");
            if let Some(receiver) = &call.receiver {
                let receiver = self.expression(receiver);
                self.line(&format!("{object} = {receiver};"));
            }
            let text = self.bare(&call.call).replace(RECEIVER, &object);
            if call.call.ty == Type::VOID {
                self.line(&format!("{text};"));
            } else {
                self.line(&format!("Check.add({text});"));
            }
            self.line("} catch (Throwable thrown) {");
            self.line("Check.thrown(thrown);");
            self.line("}");
            self.line(&format!("if ({object} != null) {{"));
            self.line(&format!("{object}.state();"));
            self.line("}");
            self.line("statics();");
        }
        self.line("Check.end();");
        self.line("}");
    }

    fn statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            self.statement(statement);
        }
    }

    fn block(&mut self, head: &str, body: &[Statement]) {
        self.line(&format!("{head} {{"));
        self.statements(body);
        self.line("}");
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Local { name, ty, value } => {
                let text = format!("{} {name} = {};", self.java(*ty), self.expression(value));
                self.line(&text);
            }
            Statement::Expression(expression) => {
                let text = self.bare(expression);
                self.line(&format!("{text};"));
            }
            Statement::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.expression(condition);
                self.block(&format!("if ({condition})"), then);
                if !otherwise.is_empty() {
                    self.block("else", otherwise);
                }
            }
            Statement::Loop(each) => self.repeat(each),
            Statement::ForEach {
                name,
                ty,
                array,
                body,
            } => {
                let head = format!(
                    "for ({} {name} : {})",
                    self.java(*ty),
                    self.expression(array)
                );
                self.block(&head, body);
            }
            Statement::Switch { selector, arms } => self.switch(selector, arms),
            Statement::Try(guarded) => self.guarded(guarded),
            Statement::Synchronized { lock, body } => {
                let lock = self.expression(lock);
                self.block(&format!("synchronized ({lock})"), body);
            }
            Statement::Block { label, body } => self.block(&format!("{label}:"), body),
            Statement::Jump { condition, jump } => {
                let condition = self.expression(condition);
                self.line(&format!("if ({condition}) {{"));
                let jump = self.jump(jump);
                self.line(&jump);
                self.line("}");
            }
            Statement::Return(value) => {
                let text = self.returned(value.as_ref());
                self.line(&text);
            }
        }
    }

    fn repeat(&mut self, each: &Loop) {
        let Loop {
            label,
            counter,
            trips,
            ..
        } = each;
        let and = each.condition.as_ref().map_or(String::new(), |condition| {
            format!(" && {}", self.expression(condition))
        });
        match each.kind {
            LoopKind::For => {
                let head = format!(
                    "{label}: for (int {counter} = 0; {counter} < {trips}{and}; {counter}++)"
                );
                self.block(&head, &each.body);
            }
            LoopKind::While => {
                self.line(&format!("int {counter} = {trips};"));
                self.block(
                    &format!("{label}: while ({counter}-- > 0{and})"),
                    &each.body,
                );
            }
            LoopKind::Do => {
                self.line(&format!("int {counter} = {trips};"));
                self.line(&format!("{label}: do {{"));
                self.statements(&each.body);
                self.line(&format!("}} while (--{counter} > 0{and});"));
            }
        }
    }

    fn switch(&mut self, selector: &Expression, arms: &[Arm]) {
        let selector = self.expression(selector);
        self.line(&format!("switch ({selector}) {{"));
        for arm in arms {
            if arm.constants.is_empty() {
                self.line("default: {");
            } else {
                let labels: Vec<_> = arm
                    .constants
                    .iter()
                    .map(|constant| format!("case {constant}:"))
                    .collect();
                self.line(&format!("{} {{", labels.join(" ")));
            }
            self.statements(&arm.body);
            if arm.breaks {
                self.line("break;");
            }
            self.line("}");
        }
        self.line("}");
    }

    fn guarded(&mut self, guarded: &Try) {
        self.block("try", &guarded.body);
        for catch in &guarded.catches {
            let head = format!("catch ({} {})", catch.types, catch.name);
            self.block(&head, &catch.body);
        }
        if let Some(finally) = &guarded.finally {
            self.block("finally", finally);
        }
    }

    fn jump(&self, jump: &Jump) -> String {
        let to = |label: &Option<String>| {
            label
                .as_ref()
                .map_or(String::new(), |label| format!(" {label}"))
        };
        match jump {
            Jump::Break(label) => format!("break{};", to(label)),
            Jump::Continue(label) => format!("continue{};", to(label)),
            Jump::Return(value) => self.returned(value.as_ref()),
            Jump::Throw(value) => format!("throw {};", self.expression(value)),
        }
    }

    fn returned(&self, value: Option<&Expression>) -> String {
        value.map_or("return;".to_owned(), |value| {
            format!("return {};", self.expression(value))
        })
    }

    fn list(&self, expressions: &[Expression]) -> String {
        let texts: Vec<_> = expressions
            .iter()
            .map(|expression| self.expression(expression))
            .collect();
        texts.join(", ")
    }

    /// As an operand: in parentheses where Java's precedence could matter.
    fn expression(&self, expression: &Expression) -> String {
        let text = self.bare(expression);
        match expression.form {
            Form::Binary(_)
            | Form::Unary(_)
            | Form::Cast
            | Form::Conditional
            | Form::InstanceOf(_)
            | Form::Assign(_)
            | Form::NewArray
            | Form::ArrayOf
            | Form::Step { .. } => format!("({text})"),
            Form::Literal(_) if text.starts_with(['(', '-']) => format!("({text})"),
            _ => text,
        }
    }

    /// As a statement or an argument.
    fn bare(&self, expression: &Expression) -> String {
        let operands = &expression.operands;
        let operand = |index: usize| self.expression(&operands[index]);
        match &expression.form {
            Form::Literal(text) if text == NULL && expression.ty != Type::VOID => {
                format!("({}) null", self.java(expression.ty))
            }
            Form::Literal(text) | Form::Name(text) => text.clone(),
            Form::Static(class, name) => format!("{}.{name}", self.java(*class)),
            Form::Field(name) => format!("{}.{name}", operand(0)),
            Form::Element => format!("{}[{}]", operand(0), self.bare(&operands[1])),
            Form::Length => format!("{}.length", operand(0)),
            Form::Binary(operator) => format!("{} {operator} {}", operand(0), operand(1)),
            Form::Unary(operator) => format!("{operator}{}", operand(0)),
            Form::Cast => format!("({}) {}", self.java(expression.ty), operand(0)),
            Form::Conditional => format!("{} ? {} : {}", operand(0), operand(1), operand(2)),
            Form::InstanceOf(ty) => format!("{} instanceof {}", operand(0), self.java(*ty)),
            Form::Assign(operator) => {
                format!(
                    "{} {operator} {}",
                    operand(0),
                    self.expression(&operands[1])
                )
            }
            Form::Step {
                operator,
                is_prefix: true,
            } => format!("{operator}{}", operand(0)),
            Form::Step { operator, .. } => format!("{}{operator}", operand(0)),
            Form::Call(callee) => self.call(callee, operands),
            Form::New => format!("new {}({})", self.java(expression.ty), self.list(operands)),
            Form::NewArray => self.new_array(expression.ty, operands),
            Form::ArrayOf => {
                format!(
                    "new {} {{{}}}",
                    self.java(expression.ty),
                    self.list(operands)
                )
            }
        }
    }

    fn call(&self, callee: &Callee, operands: &[Expression]) -> String {
        match callee {
            Callee::Static(class, name) => {
                format!("{}.{name}({})", self.java(*class), self.list(operands))
            }
            Callee::Virtual(name) => self.of_receiver(name, operands),
            Callee::Super(name) => format!("super.{name}({})", self.list(operands)),
            Callee::Library(name) => format!("{name}({})", self.list(operands)),
            Callee::LibraryVirtual(name) => self.of_receiver(name, operands),
        }
    }

    fn of_receiver(&self, name: &str, operands: &[Expression]) -> String {
        let arguments = self.list(&operands[1..]);
        format!("{}.{name}({arguments})", self.expression(&operands[0]))
    }

    fn new_array(&self, ty: Type, sizes: &[Expression]) -> String {
        let base = Type::of(ty.base);
        let mut text = format!("new {}", self.java(base));
        for size in sizes {
            let _ = write!(text, "[{}]", self.bare(size));
        }
        let rest = usize::from(ty.dims).saturating_sub(sizes.len());
        text.push_str(&"[]".repeat(rest));
        text
    }
}

/// Name of the static method that calls a private one for the driver.
pub(crate) fn bridge_name(method: &str) -> String {
    format!("{method}Bridge")
}
