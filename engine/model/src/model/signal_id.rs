//! A signal, by position.

use simobject_host::Role;

/// A signal of an object of a model, by position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SignalId {
    /// Number of the object.
    pub object: u32,
    /// Number of the signal in its interface.
    pub signal: u32,
}

impl SignalId {
    /// Position of its SimObject among those of the model.
    pub fn object(self) -> usize {
        self.object as usize
    }

    /// Its position in the interface of that.
    pub fn signal(self) -> usize {
        self.signal as usize
    }

    /// The state that it shows, if it has that role; else itself.
    pub fn of_state(self, role: Role) -> Self {
        match role {
            Role::OutOfState(signal) => Self { signal, ..self },
            _ => self,
        }
    }
}
