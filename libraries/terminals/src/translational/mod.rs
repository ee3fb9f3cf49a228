//! Motion along a line.

mod between_points;
mod lever;

pub use between_points::BetweenPoints;
pub use lever::Lever;

use simobject::Nature;
use simobject_elements::nature::TRANSLATIONAL;

use crate::mechanic::{self, Mechanics, Word};

/// Translation.
pub struct Translation;

impl Mechanics for Translation {
    const NATURE: &'static Nature = &TRANSLATIONAL;
    const S: Word = ("s", "m");
    const V: Word = ("v", "m/s");
    const A: Word = ("a", "m/s^2");
    const F: Word = ("f", "N");
    const INERTIA: Word = ("m", "kg");
    const STIFFNESS: &'static str = "N/m";
    const DAMPING: &'static str = "N s/m";
    const FIXED: Word = ("Translational/Fixed", "A flange that stands still\n\ns = s0");
    const MASS: Word = ("Translational/Mass", "A mass\n\nm dv/dt = f - m g\nds/dt = v");
    const SPRING: Word = ("Translational/Spring", "A spring\n\nf = c (s_rel - s_rel0)\ns_rel = s(B) - s(A)");
    const DAMPER: Word = ("Translational/Damper", "A damper\n\nf = d v_rel\nv_rel = v(B) - v(A)");
    const FORCE: Word = ("Translational/Force", "A force that an in-port gives, onto a flange");
    const SPEED: Word = ("Translational/Speed", "A flange that moves with the velocity that an in-port gives");
    const POSITION: Word = ("Translational/Position", "A flange that moves as in-ports say");
    const SENSOR: Word = ("Translational/Sensor", "Measures position and velocity of a flange");
    const CONSTANT_SPEED: Word = ("Translational/ConstantSpeed", "A flange that moves with a constant velocity");
    const FRICTION: Word = (
        "Translational/Friction",
        "Dry friction between two flanges\n\nIt sticks while |f| <= f_s; where it slides, f = sign(v_rel) (f_c + (f_s - f_c) exp(-|v_rel|/v_s))",
    );
    const CLUTCH: Word = (
        "Translational/Clutch",
        "A clutch\n\nIt slides with f = sign(slip) mu cgeo fn_max f_normalized, and holds up to peak times that",
    );
    const BRAKE: Word = (
        "Translational/Brake",
        "A brake against what stands still\n\nIt slides with f = sign(v) mu cgeo fn_max f_normalized, and holds up to peak times that",
    );
    const DOG_CLUTCH: Word = (
        "Translational/DogClutch",
        "A dog clutch\n\nWhile it is engaged both flanges have one velocity, from an impulse on; else they are free",
    );
    const STOP: Word = (
        "Translational/Stop",
        "Stops between two flanges\n\ns_min <= s(B) - s(A) <= s_max\n\nAfter a hit the relative velocity is -e times that before; below v_rest it is 0.",
    );
    const PER_FORCE: &'static str = "";
    const FORCE_SENSOR: Word = ("Translational/ForceSensor", "Measures the force into A, which goes on from B");
    const S_REL: &'static str = "s_rel";
    const V_REL: &'static str = "v_rel";
    const S_REL0: &'static str = "s_rel0";
    const S0: &'static str = "s0";
}

/// A flange that stands still.
pub type Fixed = mechanic::Fixed<Translation>;
/// A mass.
pub type Mass = mechanic::Mass<Translation>;
/// A spring.
pub type Spring = mechanic::Spring<Translation>;
/// A damper.
pub type Damper = mechanic::Damper<Translation>;
/// A force that an in-port gives.
pub type Force = mechanic::Force<Translation>;
/// A flange that moves with a velocity that an in-port gives.
pub type Speed = mechanic::Speed<Translation>;
/// A flange that moves as in-ports say.
pub type Position = mechanic::Position<Translation>;
/// Measures a force.
pub type ForceSensor = mechanic::ForceSensor<Translation>;
/// Measures position and velocity.
pub type Sensor = mechanic::Sensor<Translation>;
/// Dry friction.
pub type Friction = mechanic::Friction<Translation>;
/// A clutch.
pub type Clutch = mechanic::Clutch<Translation>;
/// A brake.
pub type Brake = mechanic::Brake<Translation>;
/// A dog clutch.
pub type DogClutch = mechanic::DogClutch<Translation>;
/// Stops.
pub type Stop = mechanic::Stop<Translation>;
/// A constant velocity.
pub type ConstantSpeed = mechanic::ConstantSpeed<Translation>;
