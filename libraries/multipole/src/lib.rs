//! Multi-pole elements: an element is one law, and has a form for each choice of the variables that it is given. A port has two
//! variables, a potential (pressure, force, torque) and a flow (volume flow, velocity, angular velocity) that counts from left to
//! right; one of them comes in, the other one goes out. (G. Grossschmidt, M. Harf, Object-Oriented Multi-Pole Modelling and
//! Simulation Environment for Fluid Power Systems, Int. J. of Fluid Power 10 (2009).)
//!
//! Form G is given A1 and B2, H is given B1 and A2, Y both potentials, Z both flows. A chain takes the forms that fit the variables that are known
//! at its ends.

pub mod channel;
pub mod domain;
mod edge;
pub mod elementary;
pub mod ends;
pub mod flow_control;
pub mod fluid;
pub mod form;
pub mod motor;
pub mod over_pressure_valve;
mod parameters;
pub mod piston;
pub mod pole;
pub mod pump;
pub mod series;
pub mod shunt;
pub mod spool;
pub mod store;
pub mod tee;
mod travel;
pub mod tube;
pub mod valve_slot;

use channel::{Channel, Orifice, Slot};
use domain::{Displacement, Hydraulic, Mechanic, Rotational};
use elementary::{Damping, Elasticity, FluidInertia, Gap, Local, Mass, Spring, SpringOfDisplacement, ToTank};
use ends::Given;
use flow_control::FlowControl;
use form::{G, H, Y, Z};
use motor::Motor;
use over_pressure_valve::OverPressureValve;
use piston::{GH, HH, Piston, YG, YH};
use pump::Pump;
use series::Series;
use shunt::Shunt;
use spool::Spool;
use store::Store;
use tee::Tee;
use tube::{DEAD_LEFT, DEAD_RIGHT, Tube};
use valve_slot::ValveSlot;

simobject::library! {
    name: "multipole",
    doc: "Multi-pole elements of hydraulics and mechanics, in the forms G, H, Y and Z",
    types: [
        Series<Local, G>, Series<Local, H>, Series<Local, Y>, Series<Gap, G>, Series<Gap, H>, Series<Gap, Y>,
        Shunt<ToTank, G>, Shunt<ToTank, H>, Shunt<ToTank, Z>,
        Store<Elasticity, G>, Store<Elasticity, H>, Store<Elasticity, Z>,
        Store<FluidInertia, G>, Store<FluidInertia, H>, Store<FluidInertia, Y>,
        Store<Spring, G>, Store<Spring, H>, Store<Spring, Z>,
        Shunt<SpringOfDisplacement, G>, Shunt<SpringOfDisplacement, H>, Shunt<SpringOfDisplacement, Z>,
        Store<Mass, G>, Store<Mass, H>, Store<Mass, Y>, Series<Damping, G>, Series<Damping, H>, Series<Damping, Y>,
        fluid::Oil, fluid::Constant,
        Series<Channel, G>, Series<Channel, H>, Series<Channel, Y>, Series<Orifice, G>, Series<Orifice, H>, Series<Orifice, Y>,
        Series<Slot, G>, Series<Slot, H>, Series<Slot, Y>,
        Tube<G>, Tube<H>, Tube<Y>, Tube<Z>, Tube<DEAD_RIGHT>, Tube<DEAD_LEFT>,
        Pump, Motor<true>, Motor<false>, FlowControl<H>, FlowControl<Y>, OverPressureValve<H>, OverPressureValve<Y>, ValveSlot, Spool,
        Piston<GH>, Piston<HH>, Piston<YG>, Piston<YH>,
        Tee<true, 1>, Tee<true, 2>, Tee<true, 3>, Tee<false, 1>, Tee<false, 2>, Tee<false, 3>,
        Given<Hydraulic, true, true>, Given<Hydraulic, false, true>, Given<Hydraulic, true, false>, Given<Hydraulic, false, false>,
        Given<Mechanic, true, true>, Given<Mechanic, false, true>, Given<Mechanic, true, false>, Given<Mechanic, false, false>,
        Given<Rotational, true, true>, Given<Rotational, false, true>, Given<Rotational, true, false>, Given<Rotational, false, false>,
        Given<Displacement, true, true>, Given<Displacement, false, true>, Given<Displacement, true, false>, Given<Displacement, false, false>,
    ],
}
