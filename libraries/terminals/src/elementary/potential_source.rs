//! Sources of a potential: voltages, temperatures, pressures and velocities, constant or from an in-port.

use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Rate, Result, SimObject};

use crate::domain::{Domain, Electric, Hydraulic, Thermal, Word};
use crate::mechanic::Mechanics;

/// A source of a constant potential.
pub struct ConstantPotential<S> {
    potential: Out<1>,
    rate: Out<1>,
    value: f64,
    source: PhantomData<S>,
}

/// What a source of a constant potential is called, and its value.
pub trait Constant: Send + Sync + 'static {
    /// Its nature.
    type Domain: Domain;
    /// Name and description of the type.
    const TYPE: Word;
    /// Description of the out-port of the potential.
    const POTENTIAL_DOC: &'static str = <Self::Domain as Domain>::POTENTIAL[2];
    /// Description of the flow into it.
    const FLOW_DOC: &'static str;

    /// Asks for the potential.
    fn value<T: SimObject>(c: &mut Creator<'_, T>) -> f64;
}

impl Constant for Electric {
    type Domain = Self;
    const TYPE: Word = ("Electric/ConstantVoltage", "A source of a constant voltage\n\nv = V");
    const FLOW_DOC: &'static str = "Current from P to N";

    fn value<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        c.parameter("V").unit("V").doc("Voltage").required()
    }
}

impl Constant for Thermal {
    type Domain = Self;
    const TYPE: Word = ("Thermal/FixedTemperature", "A temperature that stays the same");
    const POTENTIAL_DOC: &'static str = "The temperature";
    const FLOW_DOC: &'static str = "Heat flow into it";

    fn value<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        c.parameter("T").unit("K").doc("Temperature").more_than(0.0).required()
    }
}

impl Constant for Hydraulic {
    type Domain = Self;
    const TYPE: Word = ("Hydraulic/ConstantPressure", "A source of a constant pressure\n\np = Pressure");
    const FLOW_DOC: &'static str = "Flow into it: below 0 where it delivers";

    fn value<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        c.parameter("Pressure").unit("Pa").doc("Absolute pressure").more_than(0.0).required()
    }
}

/// An open tank.
pub struct Tank;

impl Constant for Tank {
    type Domain = Hydraulic;
    const TYPE: Word = ("Hydraulic/Tank", "An open tank, whose pressure stays the same\n\np = TankPressure");
    const FLOW_DOC: &'static str = "Flow into it";

    fn value<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        c.parameter("TankPressure").unit("Pa").doc("Absolute pressure in it").more_than(0.0).default(101_325.0)
    }
}

impl<M: Mechanics> Constant for M {
    type Domain = M;
    const TYPE: Word = M::CONSTANT_SPEED;
    const FLOW_DOC: &'static str = "What flows into it";

    fn value<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        c.parameter(format!("{}_fixed", M::V.0)).unit(M::V.1).doc("Velocity").required()
    }
}

impl<S: Constant> SimObject for ConstantPotential<S> {
    const NAME: &'static str = S::TYPE.0;
    const DOC: &'static str = S::TYPE.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = S::Domain::ends(c);
        let ([flow, unit, _], (rate, rate_unit)) = (S::Domain::FLOW, S::Domain::RATE);
        let flow = c.in_port(flow, unit, S::FLOW_DOC);
        let potential = S::Domain::potential_out(c, S::POTENTIAL_DOC);
        let rate = c.out_port(rate, rate_unit, "Its rate, which is 0");
        c.common_computation(Self::give).reads(()).fills((potential, rate)).rate(Rate::Constant);
        c.fixes_across(ends).across(potential).rate(rate).through(flow);
        Ok(Self { potential, rate, value: S::value(c), source: PhantomData })
    }
}

impl<S> ConstantPotential<S> {
    fn give(&self, io: &mut Io<'_>) {
        io.set(self.potential, [self.value]);
        io.set(self.rate, [0.0]);
    }
}

/// A source of the potential that an in-port gives.
pub struct SignalPotential<D> {
    given: In<1>,
    potential: Out<1>,
    domain: PhantomData<D>,
}

/// A nature whose potential an in-port can give.
pub trait DrivenPotential: Domain {
    /// Name and description of the type.
    const TYPE: Word;
    /// Name of the in-port.
    const GIVEN: &'static str;
    /// Description of the out-port of the potential.
    const SHOWN: &'static str = "The same";
    /// Description of the flow into it, if it has such an in-port.
    const FLOW_DOC: Option<&'static str> = None;
}

impl DrivenPotential for Electric {
    const TYPE: Word = (
        "Electric/SignalVoltage",
        "A source of the voltage that an in-port gives\n\nIt does not know its rate: no capacitor may lie beside it.",
    );
    const GIVEN: &'static str = "V";
}

impl DrivenPotential for Thermal {
    const TYPE: Word = ("Thermal/PrescribedTemperature", "A temperature that an in-port gives");
    const GIVEN: &'static str = "Ref";
    const SHOWN: &'static str = "The same temperature";
    const FLOW_DOC: Option<&'static str> = Some("Heat flow into it");
}

impl DrivenPotential for Hydraulic {
    const TYPE: Word = (
        "Hydraulic/SignalPressure",
        "A source of the pressure that an in-port gives\n\nIt does not know its rate: no volume may lie beside it.",
    );
    const GIVEN: &'static str = "Pressure";
    const SHOWN: &'static str = "The same pressure";
    const FLOW_DOC: Option<&'static str> = Some("Flow into it: below 0 where it delivers");
}

impl<M: Mechanics> DrivenPotential for M {
    const TYPE: Word = M::SPEED;
    const GIVEN: &'static str = "Ref";
}

impl<D: DrivenPotential> SimObject for SignalPotential<D> {
    const NAME: &'static str = D::TYPE.0;
    const DOC: &'static str = D::TYPE.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = D::ends(c);
        let given = D::potential_in(c, D::GIVEN, D::POTENTIAL[2]);
        let flow = D::FLOW_DOC.map(|doc| c.in_port(D::FLOW[0], D::FLOW[1], doc));
        let potential = D::potential_out(c, D::SHOWN);
        c.common_computation(Self::give).reads(given).fills(potential);
        let branch = c.fixes_across(ends).across(potential);
        match flow {
            Some(flow) => branch.through(flow),
            None => branch,
        };
        Ok(Self { given, potential, domain: PhantomData })
    }
}

impl<D> SignalPotential<D> {
    #[inline]
    fn give(&self, io: &mut Io<'_>) {
        let given = io.get(self.given);
        io.set(self.potential, given);
    }
}
