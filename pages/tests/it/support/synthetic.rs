//! Profiles of any size that look like those of programs: the same seed gives the same profile.

use cross_profile::{
    CallingContextTree, Charge, ContextId, MethodId, Profile, Provenance, Service, ThreadProfile,
};

/// Methods of a profile; of the kind of large programs.
const METHODS: u32 = 4_000;

/// Contexts deeper than this call nobody.
const DEEPEST: u32 = 40;

/// A profile of one thread with this many contexts.
pub(crate) fn profile(contexts: u32, seed: u64) -> Profile {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut methods = vec!["(start)".to_owned()];
    methods.extend((0..METHODS).map(|method| {
        let (package, class) = (method % 37, method % 401);
        format!("org.example.part{package}.Class{class}.method{method}(I)V")
    }));
    let mut tree = CallingContextTree::new(MethodId(0));
    let mut depths = vec![0];
    while depths.len() < contexts as usize {
        let caller = caller(&depths, &mut random);
        let method = MethodId(1 + (f64::from(METHODS) * random.f64().powi(3)) as u32);
        let service = if random.u8(..) < 8 {
            Service::Allocation
        } else {
            Service::Program
        };
        let service = tree.context(caller).service.of_callee(service);
        let id = tree.callee(caller, method, service);
        if id.0 as usize == depths.len() {
            depths.push(depths[caller.0 as usize] + 1);
        }
        charge(&mut tree, id, &mut random);
    }
    Profile {
        provenance: Provenance {
            program: format!("synthetic-{contexts}"),
            engine: "none".to_owned(),
            ..Provenance::default()
        },
        methods,
        bytecodes: Vec::new(),
        flat: false,
        threads: vec![ThreadProfile {
            name: "main".to_owned(),
            tree,
        }],
    }
}

/// Mostly one of the latest contexts, so that chains grow; sometimes any.
fn caller(depths: &[u32], random: &mut fastrand::Rng) -> ContextId {
    loop {
        let count = depths.len();
        let place = match random.u8(..) {
            0..64 => random.usize(..count),
            _ => count - 1 - random.usize(..count.min(400)),
        };
        if depths[place] < DEEPEST {
            return ContextId(place as u32);
        }
    }
}

/// Many contexts run shortly, few for long.
fn charge(tree: &mut CallingContextTree, id: ContextId, random: &mut fastrand::Rng) {
    let context = tree.context_mut(id);
    let bytecodes = (4.0 / (1.0 - random.f64()).powf(0.9)) as u64;
    context.calls += 1 + bytecodes / 40;
    context.bytecodes += bytecodes;
    context.cycles[Charge::Execute as usize] += bytecodes * 2 + random.u64(..8);
    context.cycles[Charge::MemoryRead as usize] += random.u64(..=bytecodes);
    if random.u8(..) < 60 {
        context.cycles[Charge::LoadOnInvoke as usize] += random.u64(10..200);
    }
}
