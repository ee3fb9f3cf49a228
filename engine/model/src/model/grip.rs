//! Where something can be pulled from outside.

use simobject_host::Role;

use super::{Model, SignalId};

/// An in-port `Force...` of three newtons in the scenario's axes, and the point on which it acts: the out-port or state `Pos...` of
/// the same SimObject, with the same ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grip {
    /// The in-port.
    pub force: SignalId,
    /// Where its point is, m.
    pub place: SignalId,
}

impl Model {
    /// Where something can be pulled, in file order: of SimObjects that have a look. What is set at an in-port that something
    /// feeds needs a model in which it is an input nevertheless (`add_inputs_at` of a scenario).
    pub fn grips(&self) -> impl Iterator<Item = Grip> + '_ {
        let seen = self.objects.iter().zip(0..).filter(|(object, _)| !object.looks.is_empty());
        seen.flat_map(|(object, number)| {
            let id = move |signal: u32| SignalId { object: number, signal };
            let signals = || object.interface.signals.iter().zip(0..);
            signals().filter(|(signal, _)| signal.role.is_in_port()).filter_map(move |(force, position)| {
                let point = force.name.strip_prefix("Force").filter(|_| force.width == 3 && &*force.unit == "N")?;
                let is_place = |role: &Role| role.is_out_port() || role.is_any_state();
                let mut places = signals().filter(|(signal, _)| is_place(&signal.role) && signal.width == 3);
                let (_, place) = places.find(|(signal, _)| signal.name.strip_prefix("Pos") == Some(point))?;
                Some(Grip { force: id(position), place: id(place) })
            })
        })
    }

    /// Whether an in-port can be set from outside.
    pub fn is_input(&self, port: SignalId) -> bool {
        self.input_places(port).is_some()
    }

    /// Whether something feeds an in-port that can be set from outside nevertheless: what is set there is added to that.
    pub fn is_added(&self, port: SignalId) -> bool {
        self.opened.binary_search(&port).is_ok()
    }
}
