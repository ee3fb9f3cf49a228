//! Resistances, conductances and dampers.

use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use crate::domain::{Domain, Electric, Hydraulic, Thermal, Word};
use crate::mechanic::Mechanics;

/// An element whose flow is proportional to a difference of potentials.
pub struct Resistance<D> {
    difference: In<1>,
    flow: Out<1>,
    /// Flow per difference of potentials, in SI units.
    conductance: f64,
    domain: PhantomData<D>,
}

/// A nature that has a resistance.
pub trait Resistive: Domain {
    /// Name and description of the type.
    const TYPE: Word;
    /// Name and description of the difference of potentials.
    const DIFFERENCE: Word;
    /// Whether difference and flow count from the second terminal to the first.
    const IS_BACKWARD: bool = false;
    /// Description of the flow.
    const FLOW_DOC: &'static str = Self::FLOW[2];

    /// Asks for the conductance, or the resistance.
    fn conductance<T: SimObject>(c: &mut Creator<'_, T>) -> f64;
}

impl Resistive for Electric {
    const TYPE: Word = ("Electric/Resistor", "A resistor\n\nv = R i");
    const DIFFERENCE: Word = ("v", "Voltage from P to N");

    fn conductance<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        let resistance: f64 = c.parameter("R").unit("Ohm").doc("Resistance").more_than(0.0).required();
        1.0 / resistance
    }
}

impl Resistive for Thermal {
    const TYPE: Word = ("Thermal/ThermalConductor", "What conducts heat, and stores none\n\nQ_flow = G dT");
    const DIFFERENCE: Word = ("dT", "Temperature at A less that at B");

    fn conductance<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        c.parameter("G").unit("W/K").doc("Thermal conductance").more_than(0.0).required()
    }
}

impl Resistive for Hydraulic {
    const TYPE: Word = ("Hydraulic/LaminarResistance", "A gap whose flow is laminar\n\ndp = Resistance q");
    const DIFFERENCE: Word = ("dp", "Pressure at A less that at B");

    fn conductance<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        let resistance: f64 =
            c.parameter("Resistance").unit("Pa s/m^3").doc("Pressure difference per flow").more_than(0.0).required();
        1.0 / resistance
    }
}

impl<M: Mechanics> Resistive for M {
    const TYPE: Word = M::DAMPER;
    const DIFFERENCE: Word = (M::V_REL, "Velocity of B less that of A");
    const IS_BACKWARD: bool = true;
    const FLOW_DOC: &'static str = "What flows into B";

    fn conductance<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        c.parameter("d").unit(M::DAMPING).doc("Damping").more_than(0.0).required()
    }
}

impl<D: Resistive> SimObject for Resistance<D> {
    const NAME: &'static str = D::TYPE.0;
    const DOC: &'static str = D::TYPE.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (first, second) = D::terminals(c);
        let ends = if D::IS_BACKWARD { (second, first) } else { (first, second) };
        let difference = c.in_port(D::DIFFERENCE.0, D::POTENTIAL[1], D::DIFFERENCE.1);
        let flow = c.out_port(D::FLOW[0], D::FLOW[1], D::FLOW_DOC);
        c.common_computation(Self::conduct).reads(difference).fills(flow);
        c.gives_through(ends, flow).across(difference);
        Ok(Self { difference, flow, conductance: D::conductance(c), domain: PhantomData })
    }
}

impl<D> Resistance<D> {
    #[inline]
    fn conduct(&self, io: &mut Io<'_>) {
        let [difference] = io.get(self.difference);
        io.set(self.flow, [self.conductance * difference]);
    }
}
