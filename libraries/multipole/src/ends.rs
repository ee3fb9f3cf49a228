//! The ends of a chain: what gives its first element a variable from the left, and its last one from the right.

use std::marker::PhantomData;

use simobject::{Creator, DefaultInput, In, Io, Result, SimObject};

use crate::domain::{Displacement, Domain, Hydraulic, Mechanic, Rotational};
use crate::pole::{End, Pole, Reads};

/// Gives a potential, or a flow, as an in-port says.
pub struct Given<D, const IS_LEFT: bool, const IS_POTENTIAL: bool> {
    pole: Pole,
    given: In<1>,
    domain: PhantomData<D>,
}

/// What ends are called.
pub trait Ends: Domain {
    /// What gives the potential, on the left and on the right; then what gives the flow.
    const NAMES: [&'static str; 4];
}

impl Ends for Hydraulic {
    const NAMES: [&'static str; 4] = ["Pressure/Left", "Pressure/Right", "Flow/Left", "Flow/Right"];
}

impl Ends for Mechanic {
    const NAMES: [&'static str; 4] = ["Force/Left", "Force/Right", "Velocity/Left", "Velocity/Right"];
}

impl Ends for Rotational {
    const NAMES: [&'static str; 4] = ["Torque/Left", "Torque/Right", "Speed/Left", "Speed/Right"];
}

impl Ends for Displacement {
    const NAMES: [&'static str; 4] =
        ["ForceOfDisplacement/Left", "ForceOfDisplacement/Right", "Displacement/Left", "Displacement/Right"];
}

impl<D: Ends, const IS_LEFT: bool, const IS_POTENTIAL: bool> SimObject for Given<D, IS_LEFT, IS_POTENTIAL> {
    const NAME: &'static str = D::NAMES[if IS_POTENTIAL { 0 } else { 2 } + if IS_LEFT { 0 } else { 1 }];
    const DOC: &'static str = if IS_LEFT {
        "Begins a chain, and gives its first element what the in-port says"
    } else {
        "Ends a chain, and gives its last element what the in-port says"
    };

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let [name, unit, doc] = if IS_POTENTIAL { D::POTENTIAL } else { D::FLOW };
        let given = c.in_port(name, unit, doc);
        c.default_input(given, DefaultInput::Parameter(name.into()));
        c.parameter::<f64>(name).unit(unit).doc("What it gives, if the in-port is not connected").optional();
        let end = if IS_LEFT { End::Left } else { End::Right };
        let reads = if IS_POTENTIAL { Reads::Flow } else { Reads::Potential };
        let pole = Pole::declare::<D, Self>(c, "P", end, reads, "The chain");
        c.common_computation(Self::give).reads(given).fills(pole.gives);
        Ok(Self { pole, given, domain: PhantomData })
    }
}

impl<D, const IS_LEFT: bool, const IS_POTENTIAL: bool> Given<D, IS_LEFT, IS_POTENTIAL> {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let [given] = io.get(self.given);
        self.pole.set(io, given);
    }
}
