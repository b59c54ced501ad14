//! A small true profile of every origin, and faults that are injected into copies of it.

use cross_profile::{
    CallingContextTree, Charge, ContextId, MethodId, Profile, Provenance, Service, ThreadProfile,
};

/// Methods of the sample, in the order of its contexts.
const METHODS: [&str; 10] = [
    "(start)",
    "com.jopdesign.sys.Startup.arguments()I",
    "p.Main.main([Ljava/lang/String;)V",
    "p.Main.work(I)I",
    "com.jopdesign.sys.JVM.f_idiv(II)I",
    "com.jopdesign.sys.JVM.f_new(I)I",
    "com.jopdesign.sys.Heap.allocate(IIII)I",
    "java.io.PrintStream.println(I)V",
    "java.lang.Integer.write(I[CI)I",
    "p.Main.leaf()V",
];

/// Caller, method, service, calls, bytecodes, cycles: execute, reads, loads of invokes, loads of returns.
type Row = (usize, usize, Service, u64, u64, [u64; 4]);

const ROWS: [Row; 12] = [
    (0, 1, Service::Program, 1, 40, [120, 30, 0, 0]),
    (0, 2, Service::Program, 1, 300, [1200, 200, 90, 10]),
    (2, 3, Service::Program, 50, 2000, [6000, 1000, 400, 100]),
    (3, 4, Service::JavaBytecode, 100, 4000, [9000, 0, 0, 200]),
    (3, 5, Service::Allocation, 10, 200, [700, 0, 0, 0]),
    (5, 6, Service::Allocation, 10, 300, [900, 300, 60, 20]),
    (2, 7, Service::Program, 5, 100, [300, 50, 80, 0]),
    (7, 8, Service::Program, 5, 90, [270, 10, 0, 0]),
    (3, 9, Service::Program, 200, 1000, [2000, 400, 0, 100]),
    (2, 9, Service::Program, 20, 100, [200, 40, 0, 10]),
    (8, 4, Service::JavaBytecode, 5, 200, [450, 0, 0, 0]),
    (7, 3, Service::Program, 5, 200, [600, 100, 40, 10]),
];

/// The true profile.
pub(crate) fn truth() -> Profile {
    let mut tree = CallingContextTree::new(MethodId(0));
    *tree.context_mut(CallingContextTree::ROOT) = cross_profile::Context {
        bytecodes: 10,
        cycles: std::array::from_fn(|charge| if charge == 0 { 500 } else { 0 }),
        ..tree.context(CallingContextTree::ROOT).clone()
    };
    for (caller, method, service, calls, bytecodes, [execute, read, invoke, back]) in ROWS {
        let id = tree.callee(ContextId(caller as u32), MethodId(method as u32), service);
        let context = tree.context_mut(id);
        (context.calls, context.bytecodes) = (calls, bytecodes);
        context.cycles[Charge::Execute as usize] = execute;
        context.cycles[Charge::MemoryRead as usize] = read;
        context.cycles[Charge::LoadOnInvoke as usize] = invoke;
        context.cycles[Charge::LoadOnReturn as usize] = back;
    }
    Profile {
        provenance: Provenance::default(),
        methods: METHODS.map(str::to_owned).to_vec(),
        bytecodes: Vec::new(),
        flat: false,
        threads: vec![ThreadProfile {
            name: "main".to_owned(),
            tree,
        }],
    }
}

/// Contexts of a method.
pub(crate) fn contexts(profile: &Profile, part: &str) -> Vec<ContextId> {
    let tree = &profile.threads[0].tree;
    let found: Vec<ContextId> = tree
        .ids()
        .filter(|id| profile.name(tree.context(*id).method).contains(part))
        .collect();
    assert!(!found.is_empty(), "no context of {part}");
    found
}

/// Changes every context of a method.
pub(crate) fn change(
    profile: &mut Profile,
    part: &str,
    change: impl Fn(&mut cross_profile::Context),
) {
    for id in contexts(profile, part) {
        change(profile.threads[0].tree.context_mut(id));
    }
}

/// Takes everything from a context.
pub(crate) fn clear(context: &mut cross_profile::Context) {
    (context.calls, context.bytecodes) = (0, 0);
    context.cycles = [0; Charge::COUNT];
}
