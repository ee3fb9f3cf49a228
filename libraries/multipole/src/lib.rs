//! Multi-pole elements: an element is one law, and has a form for each choice of the variables that it is given. A port has two
//! variables, a potential (pressure, force, torque) and a flow (volume flow, velocity, angular velocity) that counts from left to
//! right; one of them comes in, the other one goes out. (G. Grossschmidt, M. Harf, Object-Oriented Multi-Pole Modelling and
//! Simulation Environment for Fluid Power Systems, Int. J. of Fluid Power 10 (2009).)
//!
//! Form G is given A1 and B2, H is given B1 and A2, Y both potentials, Z both flows. A chain takes the forms that fit the variables that are known
//! at its ends.

pub mod channel;
pub mod domain;
pub mod ends;
pub mod fluid;
pub mod form;
pub mod law;
pub mod linear;
pub mod piston;
pub mod pole;
pub mod pump;
pub mod series;
pub mod shunt;
pub mod store;
pub mod tee;
pub mod tube;
pub mod valves;

use channel::{ChannelG, ChannelH, ChannelY, OrificeG, OrificeH, OrificeY, SlotG, SlotH, SlotY};
use domain::{Displacement, Hydraulic, Mechanic, Rotational};
use ends::Given;
use form::{G, H, Y, Z};
use linear::{
    DaG, DaH, DaY, ElG, ElH, ElZ, ElxG, ElxH, ElxZ, HiG, HiH, HiY, InG, InH, InY, LeG, LeH, LeY, LetG, LetH, LetZ, RrG,
    RrH, RrY, VeG, VeH, VeZ,
};
use piston::{GH, HH, Piston, YG, YH};
use pump::{Motor, Pump};
use tee::Tee;
use tube::{DEAD_LEFT, DEAD_RIGHT, Tube};
use valves::{FlowControl, OverPressureValve};

simobject::library! {
    name: "multipole",
    doc: "Multi-pole elements of hydraulics and mechanics, in the forms G, H, Y and Z",
    types: [
        RrG, RrH, RrY, LeG, LeH, LeY, LetG, LetH, LetZ, VeG, VeH, VeZ, HiG, HiH, HiY,
        ElG, ElH, ElZ, ElxG, ElxH, ElxZ, InG, InH, InY, DaG, DaH, DaY,
        fluid::Oil, fluid::Constant,
        ChannelG, ChannelH, ChannelY, OrificeG, OrificeH, OrificeY, SlotG, SlotH, SlotY,
        Tube<G>, Tube<H>, Tube<Y>, Tube<Z>, Tube<DEAD_RIGHT>, Tube<DEAD_LEFT>,
        Pump, Motor<true>, Motor<false>, FlowControl, OverPressureValve,
        Piston<GH>, Piston<HH>, Piston<YG>, Piston<YH>,
        Tee<true, 1>, Tee<true, 2>, Tee<true, 3>, Tee<false, 1>, Tee<false, 2>, Tee<false, 3>,
        Given<Hydraulic, true, true>, Given<Hydraulic, false, true>, Given<Hydraulic, true, false>, Given<Hydraulic, false, false>,
        Given<Mechanic, true, true>, Given<Mechanic, false, true>, Given<Mechanic, true, false>, Given<Mechanic, false, false>,
        Given<Rotational, true, true>, Given<Rotational, false, true>, Given<Rotational, true, false>, Given<Rotational, false, false>,
        Given<Displacement, true, true>, Given<Displacement, false, true>, Given<Displacement, true, false>, Given<Displacement, false, false>,
    ],
}
