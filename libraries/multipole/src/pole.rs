//! Ports of multi-pole elements.

use simobject::{Creator, In, Io, Out, SimObject};

use crate::domain::Domain;

/// A port: one of its variables is read, the other one given.
#[derive(Debug, Clone, Copy)]
pub struct Pole {
    /// The variable that comes in.
    pub reads: In<1>,
    /// The other one.
    pub gives: Out<1>,
}

/// Which variable a port reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// Pressure, force, torque.
    Potential,
    /// Flow, velocity.
    Flow,
}

/// Where a port lies in its joint. Flows count from left to right: a port on the left of its element, as port 1, is the right end
/// of a joint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The left end: flows go out of the element here.
    Left,
    /// The right end: flows come into the element here.
    Right,
}

impl Pole {
    /// Declares the port.
    pub fn declare<D: Domain, T: SimObject>(
        c: &mut Creator<'_, T>,
        name: &'static str,
        end: End,
        reads: Reads,
        doc: &'static str,
    ) -> Self {
        let is_from_potential = (end == End::Right) == (reads == Reads::Potential);
        let side = if end == End::Left { "Left" } else { "Right" };
        let port = match is_from_potential {
            true => c.bundle(name, &D::FROM_POTENTIAL, side, doc),
            false => c.bundle(name, &D::FROM_FLOW, side, doc),
        };
        let ([potential, ..], [flow, ..]) = (D::POTENTIAL, D::FLOW);
        let [nominal_potential, nominal_flow] = D::NOMINAL;
        let (taken, given, nominal) = match reads {
            Reads::Potential => (potential, flow, nominal_flow),
            Reads::Flow => (flow, potential, nominal_potential),
        };
        let pole = Self { reads: c.in_member(port, taken), gives: c.out_member(port, given) };
        c.nominal(pole.gives, nominal);
        pole
    }

    /// What comes in.
    #[inline]
    pub fn get(self, io: &Io<'_>) -> f64 {
        io.get(self.reads)[0]
    }

    /// Gives the other variable.
    #[inline]
    pub fn set(self, io: &mut Io<'_>, value: f64) {
        io.set(self.gives, [value]);
    }
}
