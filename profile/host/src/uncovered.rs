//! Calls that leave the profile: of native methods, and of methods in classes that are not instrumented.
//!
//! A call names a class or an interface of the JDK and may end in an instrumented class all the same (`Runnable.run`). So calls count
//! as outside by what they name, and in each context those are taken away that arrived: calls of callees of the same name and
//! types that no call of an instrumented class accounts for.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::counts::{Context, Counts, Thread};

/// Calls of methods that are not in the profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uncovered {
    /// The method, as the call names it.
    pub method: String,
    /// Methods that call it, with how often, most often first.
    pub callers: Vec<(String, u64)>,
    /// Calls.
    pub calls: u64,
    /// Whether it is native code; else Java code that was not asked for or could not be instrumented.
    pub native: bool,
}

/// Calls out of the profile, most often called first.
pub(crate) fn uncovered(counts: &Counts) -> Vec<Uncovered> {
    let border = Border::of(counts);
    let mut found: HashMap<&str, HashMap<&str, u64>> = HashMap::new();
    for thread in &counts.threads {
        let arrived = arrived(counts, thread);
        for (context, arrived) in thread.contexts.iter().zip(arrived) {
            let Some(caller) = name_of(counts, context) else {
                continue;
            };
            for (name, calls) in border.left(counts, context, arrived) {
                *found.entry(name).or_default().entry(caller).or_default() += calls;
            }
        }
    }
    let methods = found.into_iter();
    let mut uncovered: Vec<Uncovered> = methods
        .map(|(method, callers)| Uncovered {
            method: method.to_owned(),
            calls: callers.values().sum(),
            callers: sorted(callers),
            native: border.natives.contains(method),
        })
        .collect();
    uncovered.sort_by(|a, b| b.calls.cmp(&a.calls).then_with(|| a.method.cmp(&b.method)));
    uncovered
}

fn sorted(callers: HashMap<&str, u64>) -> Vec<(String, u64)> {
    let callers = callers.into_iter();
    let mut callers: Vec<(String, u64)> = callers
        .map(|(name, calls)| (name.to_owned(), calls))
        .collect();
    callers.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    callers
}

/// What is instrumented.
struct Border<'a> {
    classes: HashSet<&'a str>,
    natives: HashSet<&'a str>,
    /// Methods with a number: those of our library that run beside the program are there though their class is not.
    methods: HashSet<&'a str>,
}

impl<'a> Border<'a> {
    fn of(counts: &'a Counts) -> Self {
        let natives = counts.left_out.iter();
        let methods = counts.methods.iter().flatten();
        Self {
            classes: counts.classes.iter().map(String::as_str).collect(),
            natives: natives
                .filter_map(|line| line.strip_prefix("native "))
                .collect(),
            methods: methods.map(|method| method.name.as_str()).collect(),
        }
    }

    /// Calls of a context that left the profile, by what they name; `arrived` has the calls of its callees by name and types.
    fn left(
        &self,
        counts: &'a Counts,
        context: &Context,
        mut arrived: HashMap<&str, u64>,
    ) -> BTreeMap<&'a str, u64> {
        let mut outside = BTreeMap::new();
        for (name, calls) in named(counts, context) {
            if self.is_outside(name) {
                outside.insert(name, calls);
            } else if let Some(arrived) = arrived.get_mut(signature(name)) {
                *arrived = arrived.saturating_sub(calls);
            }
        }
        for (name, calls) in &mut outside {
            if let Some(arrived) = arrived.get_mut(&*callee(name)) {
                let inside = (*calls).min(*arrived);
                *calls -= inside;
                *arrived -= inside;
            }
        }
        outside.retain(|_, calls| *calls != 0);
        outside
    }

    /// Whether a call names nothing that is instrumented.
    fn is_outside(&self, name: &str) -> bool {
        if self.methods.contains(name)
            || is_bare_lambda(name)
            || OURS.iter().any(|start| name.starts_with(start))
        {
            return false;
        }
        let method = name.find('(').map_or(name, |end| &name[..end]);
        let class = method.rfind('.').map_or(method, |end| &method[..end]);
        self.natives.contains(name) || !self.classes.contains(class) && !class.starts_with('[')
    }
}

/// What calls of no library begin with: the runtime, and what the agent has put into the JDK's classes.
const OURS: [&str; 2] = ["com.jopdesign.sys.", "java.lang.Jop"];

/// What call sites of lambdas begin with: the name and types of a method of an interface follow, with what is captured.
const LAMBDA: &str = "invokedynamic java.lang.invoke.LambdaMetafactory.";

/// Whether a call site is of a lambda that captures nothing: on JOP it calls no method.
fn is_bare_lambda(name: &str) -> bool {
    let site = name.strip_prefix(LAMBDA);
    site.is_some_and(|site| site.contains("()"))
}

/// Name and types of the method in which a call arrives: on JOP, lambdas that capture something are made by one.
fn callee(name: &str) -> Cow<'_, str> {
    name.strip_prefix(LAMBDA)
        .map_or(Cow::Borrowed(signature(name)), |site| {
            Cow::Owned(site.replacen('(', "$make(", 1))
        })
}

fn name_of<'a>(counts: &'a Counts, context: &Context) -> Option<&'a str> {
    let method = counts.methods[context.method?].as_ref()?;
    Some(&method.name)
}

/// The calls that a context has executed, by what they name.
fn named<'a>(counts: &'a Counts, context: &Context) -> BTreeMap<&'a str, u64> {
    let mut named = BTreeMap::new();
    let method = context
        .method
        .and_then(|number| counts.methods[number].as_ref());
    let blocks = method.into_iter().flat_map(|method| &method.blocks);
    for (block, count) in blocks
        .zip(&context.counts)
        .filter(|(_, count)| **count != 0)
    {
        let names = block.calls.iter();
        for name in names.filter_map(|name| counts.names.get(*name as usize)) {
            *named.entry(name.as_str()).or_default() += count;
        }
    }
    named
}

/// Of each context of a thread, the calls of its callees by their names without the class.
fn arrived<'a>(counts: &'a Counts, thread: &Thread) -> Vec<HashMap<&'a str, u64>> {
    let mut arrived: Vec<HashMap<&str, u64>> = vec![HashMap::new(); thread.contexts.len()];
    // The root calls nothing by name.
    for context in thread.contexts.iter().skip(1) {
        if let Some(name) = name_of(counts, context) {
            *arrived[context.parent].entry(signature(name)).or_default() += context.calls;
        }
    }
    arrived
}

/// A method's name and types without its class.
fn signature(name: &str) -> &str {
    let end = name.find('(').unwrap_or(name.len());
    let start = name[..end].rfind('.').map_or(0, |dot| dot + 1);
    &name[start..]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::counts::{Block, Method};

    const MAIN: &str = "t.Main.main()V";

    fn method(name: &str, calls: &[u32]) -> Option<Method> {
        Some(Method {
            name: name.to_owned(),
            library: false,
            words: 1,
            returns: 177,
            prologue: Vec::new(),
            blocks: vec![Block {
                bytecodes: Vec::new(),
                calls: calls.to_vec(),
            }],
            paths: Vec::new(),
        })
    }

    fn context(method: usize, parent: usize, calls: u64) -> Context {
        Context {
            method: Some(method),
            parent,
            calls,
            counts: vec![calls],
            ..Context::default()
        }
    }

    /// `t.Main.main` ran ten times and called what is named; `callees` are instrumented methods and how often each began below it.
    fn counts(named: &[&str], callees: &[(&str, u64)]) -> Counts {
        let calls: Vec<u32> = (0..named.len() as u32).collect();
        let mut methods = vec![method(MAIN, &calls)];
        let mut contexts = vec![Context::default(), context(0, 0, 10)];
        for (name, calls) in callees {
            methods.push(method(name, &[]));
            contexts.push(context(methods.len() - 1, 1, *calls));
        }
        Counts {
            methods,
            names: named.iter().map(|name| (*name).to_owned()).collect(),
            classes: vec!["t.Main".to_owned(), "t.Task".to_owned()],
            threads: vec![Thread {
                contexts,
                ..Thread::default()
            }],
            ..Counts::default()
        }
    }

    fn listed(counts: &Counts) -> Vec<(String, u64)> {
        let uncovered = uncovered(counts).into_iter();
        uncovered.map(|it| (it.method, it.calls)).collect()
    }

    #[test]
    fn calls_through_an_interface_that_arrive_are_in_the_profile() {
        let run = "java.lang.Runnable.run()V";
        assert!(listed(&counts(&[run], &[("t.Task.run()V", 10)])).is_empty());
        let some = counts(&[run], &[("t.Task.run()V", 4), ("t.Main.run()V", 3)]);
        assert_eq!(listed(&some), [(run.to_owned(), 3)]);
        let others = counts(&[run], &[("t.Task.run(I)V", 10), ("t.Task.runs()V", 10)]);
        assert_eq!(listed(&others), [(run.to_owned(), 10)]);
    }

    #[test]
    fn calls_of_the_class_itself_account_for_its_callees() {
        let run = "java.lang.Runnable.run()V";
        let both = counts(&["t.Task.run()V", run], &[("t.Task.run()V", 10)]);
        assert_eq!(listed(&both), [(run.to_owned(), 10)]);
        let all = counts(&["t.Task.run()V", run], &[("t.Task.run()V", 20)]);
        assert!(listed(&all).is_empty());
    }

    #[test]
    fn call_sites_are_listed_unless_the_class_of_their_lambda_is_in_the_profile() {
        let captures =
            "invokedynamic java.lang.invoke.LambdaMetafactory.run(I)Ljava/lang/Runnable;";
        let bare = "invokedynamic java.lang.invoke.LambdaMetafactory.run()Ljava/lang/Runnable;";
        let made = ("t.Main$$Lambda$1.run$make(I)Ljava/lang/Runnable;", 10);
        assert_eq!(
            listed(&counts(&[captures, bare], &[])),
            [(captures.to_owned(), 10)]
        );
        assert!(listed(&counts(&[captures, bare], &[made])).is_empty());
        let text = "invokedynamic java.lang.invoke.StringConcatFactory.makeConcatWithConstants(I)Ljava/lang/String;";
        assert_eq!(listed(&counts(&[text], &[])), [(text.to_owned(), 10)]);
    }

    #[test]
    fn callees_elsewhere_account_for_nothing() {
        let run = "java.lang.Runnable.run()V";
        let mut counts = counts(&[run], &[("t.Task.run()V", 10)]);
        counts.threads[0].contexts[2].parent = 0;
        assert_eq!(listed(&counts), [(run.to_owned(), 10)]);
    }
}
