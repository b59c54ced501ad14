//! `jop report`: a recorded profile as tables.

mod calls;
mod classical;
mod waiting;

use std::path::{Path, PathBuf};

use cross_profile::decomposition::Carried;
use cross_profile::profile::MethodFigures;
use cross_profile::{CallingContextTree, Cause, Profile, ThreadProfile};
use indexmap::IndexMap;
use serde_json::json;

use crate::completion;
use crate::console::Console;
use crate::document::{self, Document};
use crate::errors::Error;
use crate::exit_code;
use crate::exit_code::exit_codes;
use crate::profile_file::{self, read};
use crate::quiet_run::{quiet_run, thread_run};
use crate::result_output::ResultArguments;
use crate::subject_program::SubjectProgram;
use crate::table::{Format, Table, Value, limited};

/// Print a profile that `jop run --profile` recorded, or that of a program: cycles by method and by cause
#[derive(Debug, clap::Args)]
#[command(long_about = "\
Print a profile that `jop run --profile` recorded, on the machine or on the fast engine, that `jop export` wrote, or of another tool \
(docs/profile-formats.md); figures that its format lacks are 0, and the total of a method without callees `-`. Given a program instead, it is run on the machine first; what it prints is \
not shown, and the profile is not kept.

--region prints a part of the run that the program marks: from joplab.Region.start to joplab.Region.stop.

For each method the report has its calls, and its bytecodes and cycles without (self) and with (total) its callees. Each cycle has \
one method and one cause, so both columns of self cycles add up to the cycles of the run. An invoke counts for the caller, a \
return for its method; methods that implement a bytecode, allocate, throw or serve an interrupt count as that cause.

--flat prints methods as gprof does: share, cumulative cycles, self cycles, calls, and self and total cycles per call. --call-graph prints each \
method between its callers and its callees, by decreasing total. The share of a method is its part of the run; the share of a caller its part of \
the method's total; the share of a callee the part of that total spent in the callee. A recursive method counts once: its calls of itself have no cycles, \
so the callers add up to its total, and so do the callees plus its self cycles.

--calls prints how long the calls of each method took from entry to return, with all that they called, but without other threads: fewest cycles, mean, percentiles, most, and where the longest was. Percentiles are wrong by 1.6 % at most, the other figures exact. A call begins in the cycle that dispatches its first bytecode; a breakpoint of `jop debug` stops in the cycle after. Calls that never returned count as unfinished. `jop trace --method METHOD --call worst` shows the longest.

--waiting prints what the threads of a program did in each of their cycles: they ran, could have run, waited for a monitor, a lock, a notification, another thread or a time, or polled a device or a clock; then what they waited for, and where. A monitor keeps all other threads from running while it is held, so its waits are those of threads that could have run then, and their place is that of its holder. It takes a run of a program: a profile lacks the states.

--contexts prints chains of calls instead of methods: each context is below its caller. The tree merges all threads, or shows one with --thread.")]
#[command(after_help = concat!(exit_codes!(), "

Examples:
  jop run --program lift --profile lift.jprof
  jop report lift.jprof                    the hottest methods, then the causes
  jop report lift.jprof --top 0            all methods
  jop report --program lift                the same of a program, in one step
  jop report -cp classes t.Main            the same of a class on the class path
  jop report Main.java --region filter     of what Main marks as `filter`
  jop report lift.jprof --causes           only the causes
  jop report lift.jprof --flat             as gprof's flat profile
  jop report lift.jprof --call-graph       callers and callees of each method
  jop report lift.jprof --contexts         the calling-context tree, where it is hottest
  jop report lift.jprof --calls            observed times of calls: fewest, mean, percentiles, most
  jop report lift.jprof --calls Door.step  their histogram, and the same by context
  jop report lift.jprof --threads          the threads, and the memory of their trees
  jop report --program producer-consumer --waiting   what threads did, and what they waited for
  jop report lift.jprof --thread main      one thread's methods and causes
  jop report lift.jprof --format csv       for a spreadsheet"))]
pub(crate) struct Arguments {
    /// The profile; or a program: FILE.jop, FILE.class, FILE.java, FILE.jar or a class on the class path
    #[arg(value_name = "PROFILE", required_unless_present_any = ["embedded", "calls"])]
    profile: Option<PathBuf>,
    #[command(flatten)]
    program: SubjectProgram,
    /// Print at most this many methods or contexts, 0 for all; JSON and CSV always have all, JSON the causes or the histogram
    /// beside them, too
    #[arg(long, value_name = "N", default_value_t = 20)]
    top: usize,
    /// Print causes instead of methods
    #[arg(long, group = "what")]
    causes: bool,
    /// Print the calling-context tree instead of methods
    #[arg(long, group = "what")]
    contexts: bool,
    /// Print the flat profile: cumulative cycles, and cycles of one call
    #[arg(long, group = "what")]
    flat: bool,
    /// Print each method between its callers and its callees
    #[arg(long, group = "what")]
    call_graph: bool,
    /// Print the times of calls, from entry to return, by method; of METHOD by context, with a histogram
    #[arg(long, group = "what", value_name = "METHOD", num_args = 0..=1, default_missing_value = "",
          add = completion::methods())]
    calls: Option<String>,
    /// Print threads instead of methods
    #[arg(long, group = "what")]
    threads: bool,
    /// Print the states of a program's threads, and what they waited for
    #[arg(long, group = "what", conflicts_with_all = ["thread", "region"])]
    waiting: bool,
    /// Take only this thread
    #[arg(long, value_name = "NAME")]
    thread: Option<String>,
    /// Take only this region, which the program marks with joplab.Region
    #[arg(long, value_name = "NAME")]
    region: Option<String>,
    #[command(flatten)]
    result: ResultArguments,
}

/// The profile of a program, and the exit code of its end; none after Ctrl-C.
fn profile_of(
    program: &SubjectProgram,
    own: &str,
    region: Option<&str>,
    console: Console,
) -> Result<Option<(Profile, u8)>, Error> {
    let setup = program.setup(own, console)?;
    profile_file::check_region(&setup.program, region)?;
    let conditions = program.conditions(console)?;
    let ran = quiet_run(&setup, &conditions, "")?;
    let judged = |end| exit_code::of_run(end, &setup.program, console);
    Ok(ran.map(|ran| (ran.profile, judged(ran.end))))
}

/// Runs the command.
pub(crate) fn execute(arguments: &Arguments, console: Console) -> Result<u8, Error> {
    let format = arguments.result.format()?;
    let (file, calls) = subject(arguments)?;
    let name = file.to_string_lossy();
    let region = arguments.region.as_deref();
    let program = &arguments.program;
    let is_program = program.is_meant(&name);
    if arguments.waiting {
        if !is_program {
            return Err(Error::Input(format!(
                "{}: a profile lacks the states of threads; give the program instead",
                file.display()
            )));
        }
        let setup = program.setup(&name, console)?;
        let ran = thread_run(&setup, &program.conditions(console)?)?;
        let Some((threads, cycles, end)) = ran else {
            return Ok(exit_code::INTERRUPTED);
        };
        let text = waiting::text(&threads, cycles, arguments.top, format)?;
        arguments.result.print(&text)?;
        return Ok(exit_code::of_run(end, &setup.program, console));
    }
    let (mut profile, code) = if is_program {
        match profile_of(program, &name, region, console)? {
            Some(found) => found,
            None => return Ok(exit_code::INTERRUPTED),
        }
    } else {
        program.refuse_for_files(&file, "a profile")?;
        (read(&file)?, exit_code::DONE)
    };
    if let Some(name) = &arguments.thread {
        take_thread(&mut profile, name, &file)?;
    }
    if let Some(name) = region {
        profile = profile_file::region(&profile, &file, name)?;
    }
    let text = if let Some(method) = calls {
        match method {
            "" => calls::table(&profile, arguments.top, format)?
                .render(format, Document::ReportCalls)?,
            method => calls::of_method(&profile, &file, method, arguments.top, format)?,
        }
    } else if arguments.causes {
        causes(&profile).render(format, Document::ReportCauses)?
    } else if arguments.threads {
        threads(&profile).render(format, Document::ReportThreads)?
    } else if arguments.flat {
        classical::flat(&profile, arguments.top, format).render(format, Document::ReportFlat)?
    } else if profile.flat && (arguments.call_graph || arguments.contexts) {
        return Err(Error::Input(format!(
            "{}: the profile has no callers, only methods; --flat prints them",
            file.display()
        )));
    } else if arguments.call_graph {
        classical::call_graph(&profile, arguments.top, format)
            .render(format, Document::ReportCallGraph)?
    } else if arguments.contexts {
        contexts(&profile, arguments.top, format).render(format, Document::ReportContexts)?
    } else if format == Format::Table {
        let methods = methods(&profile, arguments.top, format).for_people();
        format!("{methods}\n{}", causes(&profile).for_people())
    } else {
        let methods = methods(&profile, arguments.top, format);
        match format {
            Format::Json => {
                let [rows, causes] = [methods, causes(&profile)].map(|it| document::value(&it));
                let body = json!({ "rows": rows?, "causes": causes? });
                document::json(Document::ReportMethods, &body)?
            }
            _ => methods.render(format, Document::ReportMethods)?,
        }
    };
    arguments.result.print(&text)?;
    Ok(code)
}

/// The profile or program, and the method of --calls. `--calls FILE` at the end takes the profile for a method.
fn subject(arguments: &Arguments) -> Result<(PathBuf, Option<&str>), Error> {
    let calls = arguments.calls.as_deref();
    match (&arguments.profile, arguments.program.embedded, calls) {
        (Some(file), _, calls) => Ok((file.clone(), calls)),
        (None, Some(program), calls) => Ok((program.name.into(), calls)),
        (None, None, Some(file)) if Path::new(file).is_file() => Ok((file.into(), Some(""))),
        (None, None, method) => {
            let given = format!("--calls {}", method.unwrap_or_default());
            Err(Error::Input(format!(
                "{}: the profile is missing; give it before --calls",
                given.trim_end()
            )))
        }
    }
}

/// The method with the most cycles right below the root of a thread.
fn begins_with(profile: &Profile, thread: &ThreadProfile) -> Option<String> {
    let (tree, inclusive) = (&thread.tree, thread.tree.inclusive_cycles());
    let below = tree.ids().skip(1);
    let outermost = below.filter(|id| tree.context(*id).parent == CallingContextTree::ROOT);
    let hottest = outermost.max_by_key(|id| inclusive[id.0 as usize])?;
    let name = profile.name(tree.context(hottest).method);
    Some(name.split('(').next().unwrap_or(name).to_owned())
}

/// Leaves one thread in a profile.
pub(super) fn take_thread(profile: &mut Profile, name: &str, file: &Path) -> Result<(), Error> {
    // Their own names are not in a profile; the method that one begins with tells which it is.
    let threads = profile.threads.iter().enumerate();
    let names = threads.map(
        |(place, thread)| match (place, begins_with(profile, thread)) {
            (1.., Some(method)) => format!("{} ({method})", thread.name),
            _ => thread.name.clone(),
        },
    );
    let names: Vec<String> = names.collect();
    profile.threads.retain(|thread| thread.name == name);
    if profile.threads.is_empty() {
        return Err(Error::Input(format!(
            "{}: no thread `{name}`: there is {}",
            file.display(),
            names.join(", ")
        )));
    }
    Ok(())
}

fn methods(profile: &Profile, top: usize, format: Format) -> Table {
    let mut rows: Vec<(&String, MethodFigures)> =
        profile.methods.iter().zip(profile.by_method()).collect();
    rows.retain(|(_, figures)| figures.self_cycles != 0);
    rows.sort_by(|(a_name, a), (b_name, b)| {
        let order = b.self_cycles.cmp(&a.self_cycles);
        order.then_with(|| a_name.cmp(b_name))
    });
    let (rows, missing) = limited(rows, top, format);
    let total = profile.total_cycles();
    let carried = Carried::told(profile);
    let mut table = Table::new(&[
        "self cycles",
        "share",
        "total cycles",
        "calls",
        "bytecodes",
        "method",
    ]);
    for (name, figures) in rows {
        table.push(vec![
            figures.self_cycles.into(),
            share(figures.self_cycles, total),
            total_cycles(profile, &figures),
            told(carried.calls, figures.calls),
            told(carried.bytecodes, figures.bytecodes),
            name.as_str().into(),
        ]);
    }
    table.without(missing)
}

/// Cycles by cause; none where the profile of another tool lacks them.
fn causes(profile: &Profile) -> Table {
    let total = profile.total_cycles();
    let is_told = Carried::told(profile).loads;
    let mut table = Table::new(&["cause", "cycles", "share"]);
    for (cause, cycles) in Cause::ALL.into_iter().zip(profile.total_by_cause()) {
        let (cycles, share) = match is_told {
            true => (cycles.into(), share(cycles, total)),
            false => (Value::None, Value::None),
        };
        table.push(vec![cause.name().into(), cycles, share]);
    }
    table
}

/// Contexts below their callers: indented for people; for programs a row for each chain of methods, whatever its services.
fn contexts(profile: &Profile, top: usize, format: Format) -> Table {
    let mut table = Table::new(&[
        "total cycles",
        "share",
        "self cycles",
        "calls",
        "bytecodes",
        "context",
    ]);
    let Some(tree) = profile.merged() else {
        return table;
    };
    let (inclusive, total) = (tree.inclusive_cycles(), tree.total_cycles());
    let mut chain: Vec<&str> = Vec::new();
    let mut rows: IndexMap<String, [u64; 4]> = IndexMap::new();
    let shown = tree.hottest(if format == Format::Table { top } else { 0 });
    let missing = tree.contexts().len() - shown.len();
    let mut push = |name: String, [cycles, own, calls, bytecodes]: [u64; 4]| {
        table.push(vec![
            cycles.into(),
            share(cycles, total),
            own.into(),
            calls.into(),
            bytecodes.into(),
            name.into(),
        ]);
    };
    for (depth, id) in shown {
        let context = tree.context(id);
        chain.truncate(depth);
        chain.push(profile.name(context.method));
        let cycles = inclusive[id.0 as usize];
        let own = context.self_cycles();
        let figures = [cycles, own, context.calls, context.bytecodes];
        match format {
            Format::Table => push(format!("{}{}", "  ".repeat(depth), chain[depth]), figures),
            Format::Json | Format::Csv => {
                let sums = rows.entry(chain.join(";")).or_default();
                for (sum, figure) in sums.iter_mut().zip(figures) {
                    *sum += figure;
                }
            }
        }
    }
    for (name, figures) in rows {
        push(name, figures);
    }
    table.without(missing)
}

/// Threads, with what their trees take. Unit of memory: bytes.
fn threads(profile: &Profile) -> Table {
    let total = profile.total_cycles();
    let mut table = Table::new(&[
        "cycles",
        "share",
        "bytecodes",
        "contexts",
        "bytes per context",
        "thread",
        "begins with",
    ]);
    for thread in &profile.threads {
        let ThreadProfile { name, tree } = thread;
        let contexts = tree.contexts();
        let bytecodes: u64 = contexts.iter().map(|context| context.bytecodes).sum();
        table.push(vec![
            tree.total_cycles().into(),
            share(tree.total_cycles(), total),
            bytecodes.into(),
            (contexts.len() as u64).into(),
            ((tree.memory_bytes() / contexts.len()) as u64).into(),
            name.as_str().into(),
            begins_with(profile, thread).map_or(Value::None, Value::from),
        ]);
    }
    table
}

/// A count, or none where the profile of another tool lacks it.
fn told(is_told: bool, count: u64) -> Value {
    match is_told {
        true => count.into(),
        false => Value::None,
    }
}

/// Cycles with those of the callees, which a profile without chains of calls does not know.
fn total_cycles(profile: &Profile, figures: &MethodFigures) -> Value {
    match profile.flat {
        true => Value::None,
        false => figures.inclusive_cycles.into(),
    }
}

fn share(part: u64, whole: u64) -> Value {
    Value::Part(part as f64 / whole.max(1) as f64)
}
