//! The states of a model, by name and place.

use std::ops::Range;

use simobject_host::{Interface, Purpose, Role};

use super::Model;
use super::signal_id::SignalId;

impl Model {
    /// The states, in the order of x, with their places.
    pub(crate) fn states(&self) -> impl Iterator<Item = (SignalId, Range<usize>)> + '_ {
        self.signals_of(Role::is_state)
    }

    /// Signals of such roles, in file order and then in declaration order, with
    /// their places.
    pub fn signals_of(&self, is: fn(&Role) -> bool) -> impl Iterator<Item = (SignalId, Range<usize>)> + '_ {
        self.objects.iter().zip(0..).flat_map(move |(object, number)| {
            object.interface.signals.iter().zip(0..).filter(move |(signal, _)| is(&signal.role)).map(
                move |(signal, index)| {
                    let id = SignalId { object: number, signal: index };
                    let first = self.layout.place(id).first as usize;
                    (id, first..first + signal.width as usize)
                },
            )
        })
    }

    /// Signals that are picked from the interface of each object, with their places.
    pub(crate) fn signals_in(
        &self,
        pick: fn(&Interface) -> Vec<u32>,
    ) -> impl Iterator<Item = (SignalId, Range<usize>)> + '_ {
        self.objects.iter().zip(0..).flat_map(move |(object, number)| {
            pick(&object.interface).into_iter().map(move |signal| {
                let id = SignalId { object: number, signal };
                let first = self.layout.place(id).first as usize;
                (id, first..first + object.interface.signals[signal as usize].width as usize)
            })
        })
    }

    /// `Object.Signal`.
    pub fn signal_name(&self, id: SignalId) -> String {
        self.objects[id.object as usize].signal_name(id.signal as usize)
    }

    /// `Object.Signal`, with the element if the signal is wide.
    pub fn element_name(&self, id: SignalId, element: usize) -> String {
        self.objects[id.object as usize].element_name(id.signal as usize, element)
    }

    /// What people call a signal: `Object.Signal`, but for bodies that the engine puts together, whose variables are
    /// called after their terminals.
    pub fn shown_name(&self, id: SignalId) -> String {
        self.called.get(&id).cloned().unwrap_or_else(|| self.signal_name(id))
    }

    /// What people call an element of x: `Object.State`, with an index if the state is wide.
    pub fn state_name(&self, element: usize) -> String {
        let found = self.states().find(|(_, range)| range.contains(&element));
        let name = |(id, range): (SignalId, Range<usize>)| match self.called.get(&id) {
            Some(name) => name.clone(),
            None => self.element_name(id, element - range.start),
        };
        found.map_or_else(String::new, name)
    }

    /// Which elements of x events set.
    pub fn states_of_events(&self) -> Vec<bool> {
        let mut are_set = vec![false; self.state_count()];
        for (id, range) in self.states() {
            let mut calculations = self.objects[id.object as usize].interface.calculations.iter();
            let is_set =
                calculations.any(|of| matches!(of.purpose, Purpose::Handler(_)) && of.gives.contains(&id.signal));
            are_set[range].fill(is_set);
        }
        are_set
    }

    /// The unit of an element of x, empty for a pure number.
    pub fn state_unit(&self, element: usize) -> String {
        let found = self.states().find(|(_, range)| range.contains(&element));
        found.map_or_else(String::new, |(id, _)| {
            self.objects[id.object as usize].interface.signals[id.signal as usize].unit.to_string()
        })
    }

    /// What the number at a place of the workspace is called: that of an in-port, a state or a discrete value.
    pub fn name_of_place(&self, place: usize) -> String {
        let found = self.signals_of(|_| true).find(|(id, range)| {
            let is_fed = self.objects[id.object as usize].interface.signals[id.signal as usize].role.is_fed();
            match is_fed {
                true => self.input_places(*id).is_some_and(|places| places.contains(&place)),
                false => range.contains(&place),
            }
        });
        found.map_or_else(String::new, |(id, range)| {
            let first = self.input_places(id).map_or(range.start, |places| places.start);
            self.element_name(id, place - first)
        })
    }
}
