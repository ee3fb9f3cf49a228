//! What can be looked at in what plays.

use bowline_engine::Probe;

/// A signal, or some elements of it: of a run, or of the results of one.
#[derive(Debug, Clone)]
pub struct Quantity {
    name: String,
    unit: String,
    width: usize,
    /// By which a run is read.
    probe: Option<Probe>,
}

impl Quantity {
    /// A number that was recorded.
    pub(crate) fn recorded(name: &str, unit: &str) -> Self {
        Self { name: name.to_owned(), unit: unit.to_owned(), width: 1, probe: None }
    }

    /// `Object.Signal`, perhaps with elements, or the name of a column.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its unit, empty for a pure number.
    pub fn unit(&self) -> &str {
        &self.unit
    }

    /// How many numbers it has.
    pub fn width(&self) -> usize {
        self.width
    }

    pub(super) fn probe(&self) -> Option<&Probe> {
        self.probe.as_ref()
    }
}

impl From<Probe> for Quantity {
    fn from(probe: Probe) -> Self {
        let (name, unit) = (probe.name().to_owned(), probe.unit().to_owned());
        Self { name, unit, width: probe.width(), probe: Some(probe) }
    }
}
