//! Which signal has a place of a workspace: the way back from a layout.

use simobject_host::{Interface, Role};

use crate::model::Object;
use crate::model::layout::Layout;
use crate::model::signal_id::SignalId;

/// The signals of a model by their places.
#[derive(Debug)]
pub struct PlaceIndex {
    /// By places: whose number it is, and nobody's for constants, input
    /// assemblies and guards.
    owners: Vec<SignalId>,
}

const NOBODY: SignalId = SignalId { object: u32::MAX, signal: u32::MAX };

impl PlaceIndex {
    /// Indexes the places of all signals.
    pub fn new(objects: &[Object], layout: &Layout) -> Self {
        let mut owners = vec![NOBODY; layout.len];
        for (object, number) in objects.iter().zip(0..) {
            let interface: &Interface = &object.interface;
            let places = layout.places_of(number as usize, interface.signals.len());
            for ((signal, place), index) in interface.signals.iter().zip(places).zip(0..) {
                if has_numbers(signal.role) {
                    let first = place.first as usize;
                    owners[first..first + signal.width as usize].fill(SignalId { object: number, signal: index });
                }
            }
        }
        Self { owners }
    }

    /// The signal whose number is at a place.
    pub fn signal_at(&self, place: u32) -> Option<SignalId> {
        self.owners.get(place as usize).copied().filter(|owner| *owner != NOBODY)
    }
}

/// Whether a signal of that role has numbers of its own.
fn has_numbers(role: Role) -> bool {
    match role {
        Role::State
        | Role::DiscreteState
        | Role::Memory
        | Role::Out
        | Role::Private
        | Role::Indicator(_)
        | Role::Unknown
        | Role::Residual(_) => true,
        Role::In | Role::Sum | Role::OutOfState(_) | Role::Provides | Role::Uses => false,
    }
}
