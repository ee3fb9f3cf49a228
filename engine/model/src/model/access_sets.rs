//! Access sets: the signals that each calculation may touch. SimObjects are
//! bound once for each access set, with all other signals outside the workspace:
//! what a calculation did not declare is out of its bounds, in every branch and
//! for the whole run.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use simobject_host::{Calculation, Interface, Place};

use super::layout::Layout;

/// The access sets of a store: which of its objects' calculations are bound to
/// the same signals, and so share SimObjects.
#[derive(Debug, Clone, Default)]
pub struct AccessSets {
    /// Position of the first one among the access_sets of all stores.
    first: usize,
    /// The access set of each calculation, by its position in the interfaces.
    of_calculation: Vec<usize>,
    count: usize,
}

impl AccessSets {
    /// The access sets of objects with these interfaces, from position `first` on.
    /// SimObjects that keep scratch in themselves leave it there for their
    /// other calculations, so that there is one access set for all of them.
    pub fn new<'i>(first: usize, interfaces: impl Iterator<Item = &'i Interface>, is_reentrant: bool) -> Self {
        let mut seen = HashSet::new();
        let distinct: Vec<&Interface> =
            interfaces.filter(|interface| seen.insert(std::ptr::from_ref(*interface))).collect();
        let calculations = distinct.iter().map(|interface| interface.calculations.len()).max().unwrap_or_default();
        if !is_reentrant {
            return Self { first, of_calculation: vec![0; calculations], count: 1 };
        }
        let mut set_of: HashMap<Vec<Touched>, usize> = HashMap::new();
        let access_set = |position: usize| {
            let of_interface =
                |interface: &&Interface| interface.calculations.get(position).map_or_else(Touched::default, touched);
            let next = set_of.len();
            *set_of.entry(distinct.iter().map(of_interface).collect()).or_insert(next)
        };
        let of_calculation: Vec<usize> = (0..calculations).map(access_set).collect();
        Self { first, of_calculation, count: set_of.len().max(1) }
    }

    /// Position of the access set of a calculation among those of all stores.
    pub fn of(&self, calculation: u32) -> usize {
        self.first + self.of_calculation[calculation as usize]
    }

    /// Position of the first one among the access_sets of all stores.
    pub fn first(&self) -> usize {
        self.first
    }

    /// How many there are, one at least.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The signals of a SimObject as one of its access sets has them, of which
    /// `places` are the places, and `previous` the copies of previous values.
    pub fn places<'p>(
        &self,
        access_set: usize,
        interface: &Interface,
        places: &'p [Place],
        previous: &[(u32, Place)],
        layout: &Layout,
    ) -> Cow<'p, [Place]> {
        let calculations = interface.calculations.iter().zip(&self.of_calculation);
        let mut within = vec![false; places.len()];
        let mut before = Vec::new();
        for (calculation, _) in calculations.filter(|(_, of)| **of == access_set) {
            calculation.reads.iter().chain(&calculation.gives).for_each(|signal| within[*signal as usize] = true);
            before.extend(previous.iter().filter(|(signal, _)| calculation.previous.contains(signal)));
        }
        if !before.is_empty() {
            let mut seen = Self::current(places, &within, interface, layout);
            before.iter().for_each(|(signal, place)| seen[*signal as usize] = *place);
            return Cow::Owned(seen);
        }
        if within.iter().all(|is_within| *is_within) {
            return Cow::Borrowed(places);
        }
        Cow::Owned(Self::current(places, &within, interface, layout))
    }

    fn current(places: &[Place], within: &[bool], interface: &Interface, layout: &Layout) -> Vec<Place> {
        let seen = |(signal, (place, is_within)): (u32, (&Place, &bool))| {
            if *is_within {
                *place
            } else {
                layout.out_of_bounds_place(signal, interface.signals[signal as usize].role)
            }
        };
        (0..).zip(places.iter().zip(within)).map(seen).collect()
    }
}

/// The signals that a calculation declared, in order: those that it reads or
/// gives, and those whose previous values it reads.
type Touched = (Vec<u32>, Vec<u32>);

fn touched(calculation: &Calculation) -> Touched {
    let in_order = |signals: &mut Vec<u32>| {
        signals.sort_unstable();
        signals.dedup();
    };
    let mut signals: Vec<u32> = calculation.reads.iter().chain(&calculation.gives).copied().collect();
    let mut previous = calculation.previous.clone();
    in_order(&mut signals);
    in_order(&mut previous);
    (signals, previous)
}
