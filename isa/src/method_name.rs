//! Names of methods in the forms that tools write them.
//!
//! | form | example |
//! |---|---|
//! | ours | `p.A.f(ILjava/lang/String;)V`, also with `/` for `.` |
//! | types with packages and the result | `p.A.f(int, java.lang.String): void` |
//! | types | `p.A.f(int, java.lang.String)` or `p.A.f(int, String)` |
//! | bare | `p.A.f` |
//!
//! [`Meaning`] is how every command understands a method that its user names.

/// A name, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodName {
    /// Package, class and method, with `.` between them.
    pub path: String,
    /// Types of the parameters, as their tool writes them; none if it does not.
    arguments: Option<Vec<String>>,
    /// Type of the result.
    result: Option<String>,
}

impl MethodName {
    /// Reads a name. Names in parentheses, such as `(below main)`, are no methods of ours and stay as they are.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let bare = |name: &str| Self {
            path: name.to_owned(),
            arguments: None,
            result: None,
        };
        let Some(open) = name.find('(') else {
            return bare(&name.replace('/', "."));
        };
        let parts = name[open + 1..].split_once(')').filter(|_| open > 0);
        let Some((arguments, result)) = parts else {
            return bare(name);
        };
        let path = name[..open].replace('/', ".");
        let described = types(arguments).zip(types(result));
        if let Some((arguments, mut result)) = described.filter(|(_, result)| result.len() == 1) {
            return Self {
                path,
                arguments: Some(arguments),
                result: result.pop(),
            };
        }
        let result = result.trim().trim_start_matches(':').trim();
        let named = |name: &str| name.trim().replace('/', ".");
        let arguments = match types(arguments) {
            Some(types) if result.is_empty() => types,
            _ => arguments
                .split(',')
                .map(named)
                .filter(|name| !name.is_empty())
                .collect(),
        };
        Self {
            path,
            arguments: Some(arguments),
            result: (!result.is_empty()).then(|| result.to_owned()),
        }
    }

    /// The most exact form of it.
    #[must_use]
    pub fn exact(&self) -> String {
        match (&self.arguments, &self.result) {
            (Some(_), Some(result)) => format!("{}: {result}", self.with_arguments(false)),
            (Some(_), None) => self.with_arguments(false),
            (None, _) => self.path.clone(),
        }
    }

    /// The form with brief types, in which our exports write it.
    #[must_use]
    pub fn brief(&self) -> String {
        self.with_arguments(true)
    }

    /// All forms in which another tool may write it, the most exact first.
    #[must_use]
    pub fn forms(&self) -> Vec<String> {
        let mut forms = vec![
            self.exact(),
            self.with_arguments(false),
            self.brief(),
            self.path.clone(),
        ];
        forms.dedup();
        forms
    }

    /// Class and method, without package.
    #[must_use]
    pub fn simple(&self) -> Option<&str> {
        let method = self.path.rfind('.')?;
        let class = self.path[..method].rfind('.')?;
        Some(&self.path[class + 1..])
    }

    /// Returns true if it has the type of its result.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.result.is_some()
    }

    /// Brief types of its parameters.
    #[must_use]
    pub fn brief_arguments(&self) -> Option<Vec<&str>> {
        let arguments = self.arguments.as_ref()?;
        Some(arguments.iter().map(|name| brief(name)).collect())
    }

    fn with_arguments(&self, brief_types: bool) -> String {
        let Some(arguments) = &self.arguments else {
            return self.path.clone();
        };
        let written = arguments
            .iter()
            .map(|name| if brief_types { brief(name) } else { name });
        let written: Vec<&str> = written.collect();
        format!("{}({})", self.path, written.join(", "))
    }
}

/// Returns true if a name as a user writes it means a method, which is written `package.Class.method(descriptor)result`: `method`,
/// `Class.method` or the whole name, with or without types in any of the forms above, with or without the result.
#[must_use]
pub fn means(method: &str, wanted: &str) -> bool {
    let (method, wanted) = (MethodName::of(method), MethodName::of(wanted));
    let before = method.path.strip_suffix(&*wanted.path);
    let same = |own: &str, wanted: &str| own == wanted || brief(own) == wanted;
    let arguments = match (&method.arguments, &wanted.arguments) {
        (_, None) => true,
        (Some(own), Some(wanted)) => {
            own.len() == wanted.len()
                && own
                    .iter()
                    .zip(wanted)
                    .all(|(own, wanted)| same(own, wanted))
        }
        (None, Some(_)) => false,
    };
    let result = match (&method.result, &wanted.result) {
        (_, None) => true,
        (Some(own), Some(wanted)) => same(own, wanted),
        (None, Some(_)) => false,
    };
    let path = before.is_some_and(|rest| rest.is_empty() || rest.ends_with(['.', '$']));
    !wanted.path.is_empty() && path && arguments && result
}

/// What a name stands for among methods: those that it means, or, where one is written just so, only that one and its overloads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meaning {
    wanted: String,
    /// A method is written just so.
    is_whole: bool,
}

impl Meaning {
    /// What `wanted` stands for among these names.
    pub fn among<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            wanted: wanted.to_owned(),
            is_whole: names.into_iter().any(|name| is_whole(name, wanted)),
        }
    }

    /// Returns true if it stands for this method.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        if self.is_whole {
            is_whole(name, &self.wanted)
        } else {
            means(name, &self.wanted)
        }
    }
}

/// Returns true if a name is written as the method's, with or without its descriptor.
fn is_whole(method: &str, wanted: &str) -> bool {
    let rest = method.strip_prefix(wanted);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('('))
}

/// A type without its package.
#[must_use]
pub fn brief(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The types of a list of descriptors; none if it is no such list.
#[must_use]
pub fn types(mut descriptors: &str) -> Option<Vec<String>> {
    let mut types = Vec::new();
    while let Some(first) = descriptors.trim_start_matches('[').chars().next() {
        let element = descriptors.trim_start_matches('[');
        let dimensions = descriptors.len() - element.len();
        let (name, rest) = match element.strip_prefix('L') {
            Some(class) => {
                let (name, rest) = class.split_once(';')?;
                (name.replace('/', "."), rest)
            }
            None => (primitive(first)?.to_owned(), &element[1..]),
        };
        types.push(name + &"[]".repeat(dimensions));
        descriptors = rest;
    }
    descriptors.is_empty().then_some(types)
}

fn primitive(letter: char) -> Option<&'static str> {
    Some(match letter {
        'B' => "byte",
        'C' => "char",
        'D' => "double",
        'F' => "float",
        'I' => "int",
        'J' => "long",
        'S' => "short",
        'V' => "void",
        'Z' => "boolean",
        _ => return None,
    })
}

/// Similarity from which on a name is suggested.
const SIMILAR: f64 = 0.85;

/// What every command says of a name that no method has: the most similar name, or `remedy`.
#[must_use]
pub fn no_method<'a>(names: impl Iterator<Item = &'a str>, name: &str, remedy: &str) -> String {
    let wanted = name.split('(').next().unwrap_or(name);
    let parts = wanted.matches('.').count() + 1;
    let similarity = |full: &str| {
        let path = full.split('(').next().unwrap_or(full);
        let last: Vec<&str> = path.rsplit('.').take(parts).collect();
        let last: Vec<&str> = last.into_iter().rev().collect();
        strsim::jaro_winkler(wanted, &last.join("."))
    };
    let similar = names
        .map(|full| (similarity(full), full))
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .filter(|(similarity, _)| *similarity > SIMILAR);
    match similar {
        Some((_, method)) => format!("no method `{name}`; did you mean {method}?"),
        None => format!("no method `{name}`; {remedy}"),
    }
}
