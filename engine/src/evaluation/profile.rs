//! Where the time of evaluations goes, type by type.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::model::Model;

/// One evaluation in so many is timed batch by batch.
const EVERY: u64 = 32;

/// Times some of the evaluations, and counts all.
#[derive(Debug)]
pub(crate) struct Profiler {
    types: Vec<String>,
    objects: Vec<u64>,
    evaluations: AtomicU64,
    timed: AtomicU64,
    /// Time spent in each type, and in passes that put in-ports together, ns.
    spent: Vec<AtomicU64>,
}

/// Where the time of evaluations goes, from a sample of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Profile {
    /// Evaluations.
    pub evaluations: u64,
    /// Those that were timed.
    pub timed: u64,
    /// Estimated time in evaluations, on one thread, s.
    pub evaluations_s: f64,
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
    /// Share of the time in evaluations, from 0 to 1.
    pub share: f64,
    /// Time of one object in one evaluation, s.
    pub each_s: f64,
}

/// The passes that put in-ports together belong to no type.
const WIRING: &str = "(sums and scaled connections)";

impl Profiler {
    pub(crate) fn new(model: &Model) -> Self {
        let name = |store: usize| {
            let object = &model.objects[model.stores[store].number(0) as usize];
            format!("{}:{}", object.library.name(), object.kind.name())
        };
        let mut types: Vec<String> = (0..model.stores.len()).map(name).collect();
        let mut objects: Vec<u64> = model.stores.iter().map(|store| store.len() as u64).collect();
        types.push(WIRING.to_owned());
        objects.push(model.layout.gathers.len() as u64);
        let spent = types.iter().map(|_| AtomicU64::new(0)).collect();
        Self { types, objects, evaluations: AtomicU64::new(0), timed: AtomicU64::new(0), spent }
    }

    /// Counts an evaluation; whether it is one to be timed.
    pub(crate) fn is_due(&self) -> bool {
        let is_due = self.evaluations.fetch_add(1, Ordering::Relaxed).is_multiple_of(EVERY);
        if is_due {
            self.timed.fetch_add(1, Ordering::Relaxed);
        }
        is_due
    }

    /// Times a batch of a store, or of none.
    pub(crate) fn time<R>(&self, store: Option<usize>, work: impl FnOnce() -> R) -> R {
        let began = Instant::now();
        let result = work();
        let spent = u64::try_from(began.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.spent[store.unwrap_or(self.types.len() - 1)].fetch_add(spent, Ordering::Relaxed);
        result
    }

    pub(crate) fn profile(&self) -> Profile {
        let (evaluations, timed) = (self.evaluations.load(Ordering::Relaxed), self.timed.load(Ordering::Relaxed));
        let spent: Vec<f64> =
            self.spent.iter().map(|ns| Duration::from_nanos(ns.load(Ordering::Relaxed)).as_secs_f64()).collect();
        let total: f64 = spent.iter().sum();
        let per_evaluation = |seconds: f64| seconds / timed.max(1) as f64;
        let mut types: Vec<TypeProfile> = self
            .types
            .iter()
            .zip(&self.objects)
            .zip(&spent)
            .filter(|((_, objects), _)| **objects > 0)
            .map(|((name, objects), seconds)| TypeProfile {
                name: name.clone(),
                objects: *objects,
                share: if total > 0.0 { seconds / total } else { 0.0 },
                each_s: per_evaluation(*seconds) / *objects as f64,
            })
            .collect();
        types.sort_by(|a, b| b.share.total_cmp(&a.share));
        Profile { evaluations, timed, evaluations_s: per_evaluation(total) * evaluations as f64, types }
    }
}
