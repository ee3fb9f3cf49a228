//! Sources of a flow: currents, flows of oil, forces and torques, constant or from an in-port. Those of heat depend on
//! temperature, too, and have a law of their own ([`heat_flow`](crate::thermal)).

use std::marker::PhantomData;

use simobject::{Creator, Ends, In, Io, Out, Rate, Result, SimObject};

use crate::domain::{Domain, Electric, Hydraulic, Word};
use crate::mechanic::Mechanics;

/// A source of a constant flow.
pub struct ConstantFlow<D> {
    flow: Out<1>,
    value: f64,
    domain: PhantomData<D>,
}

/// A nature that has a source of a constant flow.
pub trait Constant: Domain {
    /// Name and description of the type.
    const TYPE: Word;
    /// Description of the out-port of the flow.
    const SHOWN: &'static str;
    /// Name and description of the parameter.
    const VALUE: Word;
}

impl Constant for Electric {
    const TYPE: Word = ("Electric/ConstantCurrent", "A source of a constant current\n\ni = I");
    const SHOWN: &'static str = "Current from P to N, through the source";
    const VALUE: Word = ("I", "Current");
}

impl Constant for Hydraulic {
    const TYPE: Word = ("Hydraulic/ConstantFlow", "A source of a constant flow, from A to B\n\nq = Flow");
    const SHOWN: &'static str = "Flow from A to B, through the source";
    const VALUE: Word = ("Flow", "Flow from A to B");
}

impl<D: Constant> SimObject for ConstantFlow<D> {
    const NAME: &'static str = D::TYPE.0;
    const DOC: &'static str = D::TYPE.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = D::terminals(c);
        let [name, unit, _] = D::FLOW;
        let flow = c.out_port(name, unit, D::SHOWN);
        c.common_computation(Self::give).reads(()).fills(flow).rate(Rate::Constant);
        c.gives_through(ends, flow);
        let value = c.parameter(D::VALUE.0).unit(unit).doc(D::VALUE.1).required();
        Ok(Self { flow, value, domain: PhantomData })
    }
}

impl<D> ConstantFlow<D> {
    fn give(&self, io: &mut Io<'_>) {
        io.set(self.flow, [self.value]);
    }
}

/// A source of the flow that an in-port gives.
pub struct SignalFlow<S> {
    given: In<1>,
    flow: Out<1>,
    source: PhantomData<S>,
}

/// What a source of a flow that an in-port gives is called, and where it acts.
pub trait Driven: Send + Sync + 'static {
    /// Its nature.
    type Domain: Domain;
    /// Name and description of the type.
    const TYPE: Word;
    /// Name and description of the in-port.
    const GIVEN: Word;
    /// Description of the out-port of the flow.
    const SHOWN: &'static str;
    /// Whether what is given flows out of its only terminal, instead of into its first one.
    const IS_OUT_OF_IT: bool = false;
}

impl Driven for Electric {
    type Domain = Self;
    const TYPE: Word = ("Electric/SignalCurrent", "A source of the current that an in-port gives");
    const GIVEN: Word = ("I", "Current from P to N, through the source");
    const SHOWN: &'static str = "The same";
}

impl Driven for Hydraulic {
    type Domain = Self;
    const TYPE: Word = ("Hydraulic/SignalFlow", "A source of the flow that an in-port gives, from A to B");
    const GIVEN: Word = ("Flow", "Flow from A to B");
    const SHOWN: &'static str = "The same, through the source";
}

/// A force or a torque between two flanges.
pub struct BetweenFlanges<M>(PhantomData<M>);

impl<M: Mechanics> Driven for BetweenFlanges<M> {
    type Domain = M;
    const TYPE: Word = M::FORCE_BETWEEN;
    const GIVEN: Word = ("F", "What drives B towards higher positions, and A towards lower ones");
    const SHOWN: &'static str = "What flows into A, which is F";
}

/// A force or a torque from the reference onto a flange.
pub struct OntoFlange<M>(PhantomData<M>);

impl<M: Mechanics> Driven for OntoFlange<M> {
    type Domain = M;
    const TYPE: Word = M::FORCE;
    const GIVEN: Word = ("F", "What drives the flange towards higher positions");
    const SHOWN: &'static str = "What flows into it, which is -F";
    const IS_OUT_OF_IT: bool = true;
}

impl<S: Driven> SimObject for SignalFlow<S> {
    const NAME: &'static str = S::TYPE.0;
    const DOC: &'static str = S::TYPE.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends: Ends = if S::IS_OUT_OF_IT { S::Domain::ends(c) } else { S::Domain::terminals(c).into() };
        let [name, unit, _] = S::Domain::FLOW;
        let given = c.in_port(S::GIVEN.0, unit, S::GIVEN.1);
        let flow = c.out_port(name, unit, S::SHOWN);
        c.common_computation(Self::drive).reads(given).fills(flow);
        c.gives_through(ends, flow);
        Ok(Self { given, flow, source: PhantomData })
    }
}

impl<S: Driven> SignalFlow<S> {
    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        let [given] = io.get(self.given);
        io.set(self.flow, [if S::IS_OUT_OF_IT { -given } else { given }]);
    }
}
