//! The numbers of one SimObject, with guards around them: its signals lie apart,
//! with NaNs between them. Rust handles know the width of a signal; C and C++
//! code that uses more would otherwise continue with its neighbour's numbers.

use std::sync::{Mutex, PoisonError};

use simobject::Failure;
use simobject_host::{
    BatchReport, Calculation, Heard, HostIo, ObjectStore, Place, Providers, Purpose, Role, Signal, Unrepeated,
};

use super::bound_object::BoundObject;
use super::evaluated_start::EvaluatedStart;
use bowline_model::model::access_sets::AccessSets;
use bowline_model::model::layout::Layout;
use bowline_model::model::signal_id::SignalId;
use bowline_model::model::{Model, Object};
use bowline_model::workspace::unset::{UNSET, any_unset};
use bowline_model::workspace::{Values, Workspace};

/// Numbers behind each signal.
const GUARD: usize = 8;

/// The conditions under which calculations are tried.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Conditions {
    /// Simulated time, s.
    pub(crate) time: f64,
    pub(crate) tick: u64,
    /// Whether the object's discrete states are 1, instead of their values at the
    /// start.
    pub(crate) is_switched: bool,
}

/// The signals of one object, apart from each other.
#[derive(Clone)]
pub(crate) struct Guarded<'m> {
    model: &'m Model,
    providers: &'m Providers<'m>,
    object: &'m Object,
    number: usize,
    conditions: Conditions,
    /// The numbers at the model's start, except for switched discrete states.
    values: Vec<f64>,
    /// The same with 0 in the place of guards.
    open: Vec<f64>,
    places: Vec<Place>,
    /// Beginnings of signals, with their signals.
    owners: Vec<(usize, u32)>,
    /// The layout, beside `places`.
    layout: Layout,
}

/// The result of a calculation.
pub(crate) struct Outcome {
    values: Values,
    derivatives: Vec<f64>,
    /// Why it failed, if it did.
    pub(crate) failure: Option<Failure>,
    /// The place of the resource that it asked, if the provider failed.
    pub(crate) asked: Option<u32>,
}

impl<'m> Guarded<'m> {
    /// Providers of resources answer with the numbers of `providers`.
    pub(crate) fn new(model: &'m Model, number: usize, workspace: &Workspace, providers: &'m Providers<'m>) -> Self {
        let object = &model.objects()[number];
        let signals = &object.interface.signals;
        let (values, open, places, owners) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let layout = Layout::default();
        let time = model.settings().output_times.start();
        let conditions = Conditions { time, tick: 0, is_switched: false };
        let mut guarded = Self { model, providers, object, number, conditions, values, open, places, owners, layout };
        for ((signal, place), index) in signals.iter().zip(model.layout().places_of(number, signals.len())).zip(0..) {
            let width = signal.width as usize;
            let of = |first: u32| &workspace.values[first as usize..first as usize + width];
            let place = match signal.role {
                Role::OutOfState(state) => guarded.places[state as usize],
                Role::Provides | Role::Uses => *place,
                Role::Sum => {
                    let first = guarded.layout.summed.len() as u32;
                    let sources = place.first as usize..(place.first + place.count) as usize;
                    for source in &model.layout().summed[sources] {
                        let copy = guarded.append(index, of(*source));
                        guarded.layout.summed.push(copy);
                    }
                    Place::sum(first, place.count)
                }
                _ => Place::at(guarded.append(index, of(place.first))),
            };
            guarded.places.push(place);
        }
        guarded.layout.len = guarded.values.len();
        guarded.layout.leave_room_out_of_bounds(std::slice::from_ref(object));
        guarded
    }

    /// The same under other conditions.
    pub(crate) fn under(&self, conditions: Conditions) -> Self {
        let mut other = Self { conditions, ..self.clone() };
        let signals = self.object.interface.signals_with(|role| *role == Role::DiscreteState && conditions.is_switched);
        for (signal, declared) in signals {
            let first = self.places[signal].first as usize;
            let row = first..first + declared.width as usize;
            other.values[row.clone()].fill(1.0);
            other.open[row].fill(1.0);
        }
        other
    }

    fn append(&mut self, signal: u32, numbers: &[f64]) -> u32 {
        let first = self.values.len();
        self.owners.push((first, signal));
        self.values.extend(numbers);
        self.values.extend([f64::NAN; GUARD]);
        self.open.extend(numbers);
        self.open.extend([0.0; GUARD]);
        first as u32
    }

    /// Where the places of states begin that can be differentiated, but not read.
    fn behind(&self) -> usize {
        self.layout.len + self.layout.beyond
    }

    /// The places of the signals as an access set sees them. States that it may
    /// differentiate, but not read, lie where only the derivatives go on.
    pub(crate) fn places(&self, access_sets: &AccessSets, access_set: usize) -> Vec<Place> {
        let interface = &self.object.interface;
        // At the start, previous values equal current ones.
        let previous: Vec<(u32, Place)> = (0..).zip(self.places.iter().copied()).collect();
        let mut places = access_sets.places(access_set, interface, &self.places, &previous, &self.layout).into_owned();
        let of_access_set = || {
            (0..).zip(&interface.calculations).filter(|(index, _)| access_sets.of(*index) == access_set).map(|(_, c)| c)
        };
        let gives_results = |c: &&Calculation| matches!(c.purpose, Purpose::Derivatives | Purpose::Update(_));
        let is_state = |signal: &&u32| interface.signals[**signal as usize].role.is_any_state();
        for state in of_access_set().filter(gives_results).flat_map(|c| &c.gives).filter(is_state) {
            // An initial condition sees whether a state is given.
            let has_access =
                |c: &Calculation| c.reads.contains(state) || c.purpose == Purpose::Initial && c.gives.contains(state);
            if !of_access_set().any(has_access) {
                places[*state as usize].first += self.behind() as u32;
            }
        }
        places
    }

    /// The numbers at the model's start.
    pub(crate) fn plain(&self) -> &[f64] {
        &self.values
    }

    /// Values that nobody has, so that rewriting a number shows.
    pub(crate) fn strange(&self) -> Vec<f64> {
        self.values.iter().map(|number| number.next_up()).collect()
    }

    /// Runs a calculation of the one object in a store, which is bound to places
    /// here, with these numbers.
    pub(crate) fn run(&self, store: &ObjectStore, calculation: &Calculation, numbers: &[f64]) -> Outcome {
        self.run_asking(store, calculation, numbers, self.providers)
    }

    fn run_asking(
        &self,
        store: &ObjectStore,
        calculation: &Calculation,
        numbers: &[f64],
        providers: &Providers<'_>,
    ) -> Outcome {
        let mut values = Values::new(numbers, self.behind());
        let mut derivatives = vec![UNSET; self.behind() + self.layout.len];
        let Conditions { time, tick, .. } = self.conditions;
        let mut io = HostIo::new(&mut values, &mut derivatives, &self.layout.summed, time).asking(providers);
        io.set_tick(tick);
        // SAFETY: the store holds one object, of the type that declared the calculation.
        let outcome = unsafe { store.run(calculation.kernel, 0..1, &mut io) };
        let stopped = outcome.err().and_then(|report: Box<BatchReport>| report.stopped);
        let asked = stopped.as_ref().and_then(|stopped| stopped.asked);
        Outcome { values, derivatives, failure: stopped.map(|stopped| stopped.failure), asked }
    }

    /// The out-of-bounds signal for which a place stands.
    pub(crate) fn out_of_reach(&self, place: u32, bound: &[Place]) -> Option<u32> {
        let behind = || (0..).zip(bound).find(|(_, bound)| bound.first == place).map(|(signal, _)| signal);
        self.layout.out_of_bounds_signal(place).or_else(|| behind().filter(|_| place as usize >= self.behind()))
    }

    /// A description of what the calculation changed that is not its own.
    pub(crate) fn changed(&self, calculation: &Calculation, before: &[f64], after: &Outcome) -> Option<String> {
        let is_other = |(a, b): (&f64, &f64)| a.to_bits() != b.to_bits() && !(a.is_nan() && b.is_nan());
        let values = after.values.iter().zip(before).map(is_other);
        let (near, behind) = after.derivatives.split_at(self.behind());
        let slopes = near.iter().zip(behind).map(|(near, behind)| !(near.is_nan() && behind.is_nan()));
        let touched = values.zip(slopes).enumerate();
        let inside = touched.into_iter().find_map(|(at, (is_changed, has_slope))| {
            if !is_changed && !has_slope {
                return None;
            }
            let (behind, front) = self.owners.split_at(self.owners.partition_point(|(first, _)| *first <= at));
            let (first, owner) = *behind.last()?;
            let nearer = front.first().filter(|(next, _)| next - at <= GUARD / 2);
            let signal = &self.object.interface.signals[owner as usize];
            let is_inside = at < first + signal.width as usize;
            let is_given = calculation.gives.contains(&owner);
            let may_change = match calculation.purpose {
                Purpose::Derivatives | Purpose::Answer => false,
                Purpose::Update(_) => signal.role == Role::Memory,
                Purpose::Common(_) | Purpose::Initial | Purpose::Handler(_) => true,
            };
            let may_slope = match calculation.purpose {
                Purpose::Derivatives => signal.role.is_state(),
                Purpose::Update(_) => signal.role == Role::DiscreteState,
                Purpose::Handler(_) => true,
                Purpose::Common(_) | Purpose::Initial | Purpose::Answer => false,
            };
            let (may_change, may_slope) = (is_inside && is_given && may_change, is_inside && is_given && may_slope);
            let name = &signal.name;
            match ((is_changed && !may_change), (has_slope && !may_slope)) {
                (false, false) => None,
                (true, _) if is_inside => Some(format!("changes `{name}`, which it did not declare to fill")),
                _ => Some(match nearer {
                    Some((_, next)) => {
                        format!("writes in front of `{}`", self.object.interface.signals[*next as usize].name)
                    }
                    None => format!("writes beyond `{name}`, which has width {}", signal.width),
                }),
            }
        });
        let outside = || after.values.beyond().iter().zip(0..).find(|(number, _)| !number.is_nan());
        inside.or_else(|| outside().map(|(_, signal)| self.object.undeclared(signal)))
    }

    /// A description of what a calculation leaves out.
    pub(crate) fn left_out(&self, bound: &BoundObject, calculation: &Calculation) -> Option<String> {
        let mut numbers = self.values.clone();
        let rows = || {
            calculation
                .gives
                .iter()
                .filter(|given| !self.object.interface.signals[**given as usize].role.is_resource())
                .map(|given| {
                    let Signal { name, width, role, .. } = &self.object.interface.signals[*given as usize];
                    let first = bound.places[*given as usize].first as usize;
                    (name, role, first..first + *width as usize)
                })
        };
        let is_common = matches!(calculation.purpose, Purpose::Common(_));
        if is_common {
            rows().for_each(|(.., row)| numbers[row].fill(UNSET));
        }
        let after = self.run(&bound.store, calculation, &numbers);
        if after.failure.is_some() {
            return None;
        }
        rows().find_map(|(name, role, row)| {
            let (numbers, what) = match calculation.purpose {
                Purpose::Common(_) => (&after.values[row], ""),
                Purpose::Derivatives => (&after.derivatives[row], "the derivative of "),
                Purpose::Update(_) if *role == Role::DiscreteState => (&after.derivatives[row], "the next value of "),
                _ => return None,
            };
            any_unset(numbers).then(|| format!("leaves out {what}`{name}`"))
        })
    }

    /// A description of what changes when a calculation runs again with the same numbers, and the place of the resource
    /// that it asked, if the provider is to blame. `others` run before it each time: it may use what they leave in the
    /// object.
    pub(crate) fn unrepeated(
        &self,
        bound: &BoundObject,
        calculation: &Calculation,
        others: &[&Calculation],
    ) -> Option<(Option<u32>, String)> {
        let [(first, heard), (second, heard_again)] = [(); 2].map(|()| {
            others.iter().for_each(|other| drop(self.run(&bound.store, other, &self.values)));
            let notes = Mutex::default();
            let providers = self.providers.heard(&notes);
            let outcome = self.run_asking(&bound.store, calculation, &self.values, &providers);
            drop(providers);
            (outcome, notes.into_inner().unwrap_or_else(PoisonError::into_inner))
        });
        if let Some(Unrepeated { place, before, now }) = Heard::unrepeated(&heard, &heard_again) {
            return Some((
                Some(place),
                format!("answers {now} where it answered {before} just before, asked the same"),
            ));
        }
        if first.failure.is_some() || second.failure.is_some() {
            return None;
        }
        let is_other = |(a, b): (&f64, &f64)| a.to_bits() != b.to_bits();
        calculation.gives.iter().find_map(|given| {
            let Signal { name, width, role, .. } = &self.object.interface.signals[*given as usize];
            if role.is_resource() {
                return None;
            }
            let row = bound.places[*given as usize].first as usize;
            let row = row..row + *width as usize;
            let of_next = match calculation.purpose {
                Purpose::Derivatives => "the derivative of ",
                _ => "the next value of ",
            };
            let rows = [
                (first.values.get(row.clone()), second.values.get(row.clone()), ""),
                (first.derivatives.get(row.clone()), second.derivatives.get(row), of_next),
            ];
            rows.into_iter().find_map(|(before, now, what)| {
                // A state that is differentiated and not read has no value here,
                // and an out-port has no next one.
                let (before, now) = (before?, now?);
                let at = before.iter().zip(now).position(is_other)?;
                let (before, now) = (before[at], now[at]);
                let same = "with the same numbers";
                Some((None, format!("gives {what}`{name}` = {now} where it gave {before} just before, {same}")))
            })
        })
    }

    /// Whether the conditions are those of the start.
    fn is_at_start(&self) -> bool {
        let Conditions { time, tick, is_switched } = self.conditions;
        time == self.model.settings().output_times.start() && tick == 0 && !is_switched
    }

    /// A description of what became NaN though it is a number elsewhere: at the
    /// model's start, or, for what runs at ticks and events, without guards.
    pub(crate) fn hidden(
        &self,
        bound: &BoundObject,
        calculation: &Calculation,
        after: &Outcome,
        start: &EvaluatedStart,
    ) -> Option<String> {
        let signals = &self.object.interface.signals;
        let is_derivative = calculation.purpose == Purpose::Derivatives;
        let is_seldom = matches!(calculation.purpose, Purpose::Update(_) | Purpose::Handler(_));
        let open = (is_seldom || !self.is_at_start()).then(|| self.run(&bound.store, calculation, &self.open));
        calculation.gives.iter().find_map(|given| {
            let Signal { name, width, role, .. } = &signals[*given as usize];
            let here = bound.places[*given as usize].first as usize;
            let here = here..here + *width as usize;
            let is_next = matches!(calculation.purpose, Purpose::Update(_)) && role.is_any_state();
            let (here, there) = match &open {
                Some(open) if is_next || is_derivative => (&after.derivatives[here.clone()], &open.derivatives[here]),
                Some(open) => (&after.values[here.clone()], &open.values[here]),
                None => {
                    let id = SignalId { object: u32::try_from(self.number).unwrap_or(u32::MAX), signal: *given };
                    let there = self.model.layout().place(id).first as usize;
                    let there = there..there + *width as usize;
                    if is_derivative {
                        (&after.derivatives[here], &start.dx[there])
                    } else {
                        (&after.values[here], &start.workspace.values[there])
                    }
                }
            };
            let is_lost = here.iter().zip(there).any(|(a, b)| a.is_nan() && !b.is_nan());
            let what = if is_derivative {
                "the derivative of "
            } else if is_next {
                "the next value of "
            } else {
                ""
            };
            is_lost.then(|| {
                format!("uses numbers beyond the width of its ports or states: without them {what}`{name}` is NaN")
            })
        })
    }
}
