//! Sensors of potentials and of flows.

use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject};

use crate::domain::{Domain, Electric, Hydraulic, Thermal, Word};
use crate::mechanic::Mechanics;

/// Measures a potential, or a voltage between two terminals.
pub struct PotentialSensor<D> {
    across: In<1>,
    shown: Out<1>,
    domain: PhantomData<D>,
}

/// A nature that has a sensor of its potential alone. That of motion, which shows a position too, is
/// [`Sensor`](crate::mechanic::Sensor).
pub trait SensedPotential: Domain {
    /// Name and description of the type.
    const TYPE: Word;
    /// Name of its branch.
    const BRANCH: &'static str = "";
}

impl SensedPotential for Electric {
    const TYPE: Word = ("Electric/VoltageSensor", "Measures the voltage from P to N; no current flows");
}

impl SensedPotential for Thermal {
    const TYPE: Word = ("Thermal/TemperatureSensor", "Measures the absolute temperature at A; no heat flows");
}

impl SensedPotential for Hydraulic {
    const TYPE: Word = ("Hydraulic/PressureSensor", "Measures the absolute pressure at A; nothing flows");
    const BRANCH: &'static str = "Across";
}

impl<D: SensedPotential> SimObject for PotentialSensor<D> {
    const NAME: &'static str = D::TYPE.0;
    const DOC: &'static str = D::TYPE.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = D::ends(c);
        let across = D::potential_in(c, "Across", D::POTENTIAL[2]);
        let shown = D::potential_out(c, "The same");
        c.common_computation(Self::measure).reads(across).fills(shown);
        c.measures(ends).across(across).named(D::BRANCH);
        Ok(Self { across, shown, domain: PhantomData })
    }
}

impl<D> PotentialSensor<D> {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let potential = io.get(self.across);
        io.set(self.shown, potential);
    }
}

/// Measures the flow from one terminal to the other, which have one potential.
pub struct FlowSensor<D> {
    through: In<1>,
    shown: Out<1>,
    domain: PhantomData<D>,
}

/// A nature that has a sensor of its flow.
pub trait SensedFlow: Domain {
    /// Name and description of the type.
    const TYPE: Word;
}

impl SensedFlow for Electric {
    const TYPE: Word = ("Electric/CurrentSensor", "Measures the current from P to N, between which is no voltage");
}

impl SensedFlow for Thermal {
    const TYPE: Word = ("Thermal/HeatFlowSensor", "Measures the heat flow from A to B, which have one temperature");
}

impl SensedFlow for Hydraulic {
    const TYPE: Word = ("Hydraulic/FlowSensor", "Measures the flow from A to B, between which pressure does not fall");
}

impl<M: Mechanics> SensedFlow for M {
    const TYPE: Word = M::FORCE_SENSOR;
}

impl<D: SensedFlow> SimObject for FlowSensor<D> {
    const NAME: &'static str = D::TYPE.0;
    const DOC: &'static str = D::TYPE.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = D::terminals(c);
        let [name, unit, doc] = D::FLOW;
        let through = c.in_port("Through", unit, doc);
        let shown = c.out_port(name, unit, "The same");
        c.common_computation(Self::measure).reads(through).fills(shown);
        c.fixes_across(ends).through(through);
        Ok(Self { through, shown, domain: PhantomData })
    }
}

impl<D> FlowSensor<D> {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let flow = io.get(self.through);
        io.set(self.shown, flow);
    }
}
