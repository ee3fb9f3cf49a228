//! Where the time of evaluations and of ticks goes, type by type.

use serde::Serialize;

use crate::model::Model;
use crate::model::schedule::Batch;
use crate::timing::{Durations, Owner, Timings};

/// Where the time of a run goes, from a sample of its evaluations and ticks: each
/// duration is the mean of the middle half of the sample, less the cost of the
/// clock. Other load on the machine hardly shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Profile {
    /// Evaluations.
    pub evaluations: u64,
    /// The evaluations in which each type was timed.
    pub timed: u64,
    /// Estimated time in evaluations, on one thread, s.
    pub evaluations_s: f64,
    /// The types of SimObject, those that took longest first.
    pub types: Vec<TypeProfile>,
    /// The time of what runs at the ticks of clocks.
    pub ticks: TickProfile,
}

/// Where the time of ticks goes.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct TickProfile {
    /// Passes through sampled computations, or through updates, in which each
    /// type was timed.
    pub timed: u64,
    /// Estimated time in them, s.
    pub ticks_s: f64,
    /// The types of SimObject, those that took longest first.
    pub types: Vec<TypeProfile>,
}

/// What the objects of one type took.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TypeProfile {
    /// Library and type.
    pub name: String,
    /// Number of objects.
    pub objects: u64,
    /// Share of the time in evaluations, or in ticks, from 0 to 1.
    pub share: f64,
    /// Time of one object in one evaluation, or on average at one tick, s.
    pub each_s: f64,
}

/// The passes that put in-ports together belong to no type.
const WIRING: &str = "(sums and scaled connections)";

/// What a loop takes, with all that runs in it, belongs to no type.
const LOOPS: &str = "(loops)";

/// The duration, s, of what takes less than the clock can show.
const LEAST: f64 = 2.5e-10;

/// Fewer whole evaluations than this say less than the sum of their parts.
const FEW: u64 = 4;

/// The owner of a batch.
pub(super) fn owner(batch: &Batch) -> Owner {
    match batch {
        Batch::Kernel { store, .. } => Owner::Store(*store),
        Batch::Assemblies { .. } => Owner::Wiring,
        Batch::Block(_) => Owner::Loop,
    }
}

impl Model {
    /// The profile of a run so far.
    pub fn profile(&self, timings: &Timings) -> Profile {
        let mut spent = Spent::new(self);
        let evaluations = &timings.evaluations;
        let durations = evaluations.durations();
        spent.add(timings, &durations, durations.walks as f64);
        let sum: f64 = spent.seconds.iter().sum();
        // Separately timed calls do not overlap, as others do.
        let is_known = durations.whole.count() >= FEW;
        let whole = if is_known { timings.net(durations.whole.middle()).max(LEAST) } else { sum };
        spent.scale(if sum > 0.0 { whole / sum } else { 0.0 });
        let evaluations_s = if sum > 0.0 { whole * evaluations.count() as f64 } else { 0.0 };
        let (evaluations, timed) = (evaluations.count(), durations.walks);
        Profile { evaluations, timed, evaluations_s, types: spent.types(self, 1.0), ticks: self.tick_profile(timings) }
    }

    fn tick_profile(&self, timings: &Timings) -> TickProfile {
        let mut spent = Spent::new(self);
        let (mut timed, mut passes) = (0, 0);
        for calls in timings.ticks().filter(|calls| calls.count() > 0) {
            let durations = calls.durations();
            // Not all passes walk through all calls.
            let mut of_list = Spent::new(self);
            of_list.add(timings, &durations, durations.walks as f64);
            of_list.scale(calls.count() as f64);
            spent.seconds.iter_mut().zip(of_list.seconds).for_each(|(all, own)| *all += own);
            (timed, passes) = (timed + durations.walks, passes.max(calls.count()));
        }
        TickProfile { timed, ticks_s: spent.seconds.iter().sum(), types: spent.types(self, passes as f64) }
    }
}

/// Time spent in each type, and, last, in passes that put in-ports together and in loops, s.
struct Spent {
    seconds: Vec<f64>,
}

impl Spent {
    fn new(model: &Model) -> Self {
        Self { seconds: vec![0.0; model.stores.len() + 2] }
    }

    /// Adds the time of a list's calls in one walk; this many walks were timed.
    fn add(&mut self, timings: &Timings, durations: &Durations, walks: f64) {
        for (whose, sample) in durations.calls.iter().filter(|(_, sample)| sample.count() > 0) {
            let how_often = sample.count() as f64 / walks.max(1.0);
            let position = match whose {
                Owner::Store(store) => *store,
                Owner::Wiring => self.seconds.len() - 2,
                Owner::Loop => self.seconds.len() - 1,
            };
            self.seconds[position] += timings.net(sample.middle()).max(LEAST) * how_often;
        }
    }

    fn scale(&mut self, factor: f64) {
        self.seconds.iter_mut().for_each(|seconds| *seconds *= factor);
    }

    /// The types that took any time, with the time of one object in each of this
    /// many walks.
    fn types(self, model: &Model, walks: f64) -> Vec<TypeProfile> {
        let total: f64 = self.seconds.iter().sum();
        let name = |store: usize| {
            let object = &model.objects[model.stores[store].number(0) as usize];
            format!("{}:{}", object.library.name(), object.kind.name())
        };
        let no_types = [
            (WIRING.to_owned(), model.layout.assemblies.len() as u64),
            (LOOPS.to_owned(), model.schedule.blocks.len() as u64),
        ];
        let stores = (0..model.stores.len()).map(|store| (name(store), model.stores[store].count() as u64));
        let all = stores.chain(no_types).zip(self.seconds).filter(|(_, seconds)| *seconds > 0.0);
        let of_type = |((name, objects), seconds): ((String, u64), f64)| {
            let each_s = seconds / (walks.max(1.0) * objects.max(1) as f64);
            TypeProfile { name, objects, share: seconds / total, each_s }
        };
        let mut types: Vec<TypeProfile> = all.map(of_type).collect();
        types.sort_by(|a, b| b.share.total_cmp(&a.share));
        types
    }
}
