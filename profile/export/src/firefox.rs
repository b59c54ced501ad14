//! Firefox Profiler's processed profile (<https://profiler.firefox.com>): a thread for each thread, a sample for each
//! context with its own figure as weight.
//!
//! A profile has no order in time, so the time axis is the sum of the weights, one nanosecond for each. Frames
//! have the category of their service.

use cross_profile::{CallingContextTree, Profile, Service};
use fxprof_processed_profile::{
    CategoryColor, CategoryPairHandle, CpuDelta, Frame, FrameFlags, FrameInfo, Profile as File,
    ReferenceTimestamp, SamplingInterval, StackHandle, StringHandle, ThreadHandle, Timestamp,
    WeightType,
};

use crate::error::ExportError;
use crate::metric::Metric;
use crate::{names, weight};

/// Weights of the format are 32 bits wide; a heavier context is several samples.
const HEAVIEST: u64 = i32::MAX as u64;

/// The file of a profile.
///
/// # Errors
///
/// If the profile has nothing of the metric.
pub fn json(profile: &Profile, metric: Metric) -> Result<Vec<u8>, ExportError> {
    weight(profile, metric)?;
    let program = format!("{} ({metric})", profile.provenance.program);
    let start = ReferenceTimestamp::from_millis_since_unix_epoch(0.0);
    let mut file = File::new(&program, start, SamplingInterval::from_nanos(1));
    file.set_symbolicated(true);
    let names = names::readable(&profile.methods);
    let names: Vec<StringHandle> = names.iter().map(|name| file.intern_string(name)).collect();
    let categories = Service::ALL.map(|service| {
        let category = file.add_category(service.name(), colour(service));
        CategoryPairHandle::from(category)
    });
    let zero = Timestamp::from_nanos_since_reference(0);
    let process = file.add_process(&profile.provenance.program, 1, zero);
    for (number, thread) in (1..).zip(&profile.threads) {
        let handle = file.add_thread(process, number, zero, number == 1);
        file.set_thread_name(handle, &thread.name);
        file.set_thread_samples_weight_type(handle, WeightType::Samples);
        file.add_initial_visible_thread(handle);
        let mut samples = Samples {
            file: &mut file,
            thread: handle,
            time: 0,
        };
        samples.add(&thread.tree, metric, &names, &categories);
    }
    Ok(serde_json::to_vec(&file)?)
}

fn colour(service: Service) -> CategoryColor {
    match service {
        Service::Program => CategoryColor::Blue,
        Service::JavaBytecode => CategoryColor::Yellow,
        Service::Allocation => CategoryColor::Orange,
        Service::Exception => CategoryColor::Red,
        Service::Interrupt => CategoryColor::Purple,
        Service::Synchronisation => CategoryColor::Green,
    }
}

struct Samples<'a> {
    file: &'a mut File,
    thread: ThreadHandle,
    /// Sum of the weights so far.
    time: u64,
}

impl Samples<'_> {
    fn add(
        &mut self,
        tree: &CallingContextTree,
        metric: Metric,
        names: &[StringHandle],
        categories: &[CategoryPairHandle],
    ) {
        let mut stacks: Vec<StackHandle> = Vec::new();
        for (depth, id) in tree.hottest(0) {
            let context = tree.context(id);
            let frame = FrameInfo {
                frame: Frame::Label(names[context.method.0 as usize]),
                category_pair: categories[context.service as usize],
                flags: FrameFlags::empty(),
            };
            let frame = self.file.intern_frame(self.thread, frame);
            stacks.truncate(depth);
            let caller = stacks.last().copied();
            let stack = self.file.intern_stack(self.thread, caller, frame);
            stacks.push(stack);
            self.sample(stack, metric.of(context));
        }
    }

    fn sample(&mut self, stack: StackHandle, mut weight: u64) {
        while weight > 0 {
            let part = weight.min(HEAVIEST);
            self.time += part;
            self.file.add_sample(
                self.thread,
                Timestamp::from_nanos_since_reference(self.time),
                Some(stack),
                CpuDelta::from_nanos(part),
                part as i32,
            );
            weight -= part;
        }
    }
}
