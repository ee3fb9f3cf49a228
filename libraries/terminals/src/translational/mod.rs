//! Motion along a line.

mod between_points;
mod lever;

pub use between_points::BetweenPoints;
pub use lever::Lever;

use simobject::{Creator, SimObject};
use simobject_elements::tlm::MechanicQ;

use crate::domain::{Translation, Word};
use crate::mechanic::Mechanics;

impl Mechanics for Translation {
    const S: Word = ("s", "m");
    const INERTIA: Word = ("m", "kg");
    const STIFFNESS: &'static str = "N/m";
    const DAMPING: &'static str = "N s/m";
    const FIXED: Word = ("Translational/Fixed", "A flange that stands still\n\ns = s0");
    const MASS: Word = ("Translational/Mass", "A mass\n\nm dv/dt = f - m g\nds/dt = v");
    const SPRING: Word = ("Translational/Spring", "A spring\n\nf = c (s_rel - s_rel0)\ns_rel = s(B) - s(A)");
    const DAMPER: Word = ("Translational/Damper", "A damper\n\nf = d v_rel\nv_rel = v(B) - v(A)");
    const FORCE: Word = ("Translational/Force", "A force that an in-port gives, onto a flange");
    const SPEED: Word = ("Translational/Speed", "A flange that moves with the velocity that an in-port gives");
    const POSITION: Word = (
        "Translational/Position",
        "A flange that moves as in-ports say\n\ns = Ref, v = RefVel, a = RefAcc, which have to belong together; with f_crit: a = wc/0.618 (wc (Ref - s) - 1.3617 v), wc = 2 pi f_crit",
    );
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
    const FORCE_BETWEEN: Word = ("Translational/ForceBetween", "A force that an in-port gives, between two flanges");
    const ELASTO_GAP: Word = (
        "Translational/ElastoGap",
        "Elastic stops between two flanges\n\nf = c x + d v_rel while it touches, x how far s_rel is beyond s_min or s_max\nThe damping is at most as large as c x, so that it never pulls.",
    );
    const LINE_END: Word = (
        "Translational/LineEnd",
        "The end of a transmission line of the library tlm, port P1 of side Q, at a flange\n\nf = c(t) + Zc v, which flows into the line\nFrom a tick to the next one c(t) is a straight line, on average 1.5 c - c(two ticks before) + 0.5 c(three ticks before). The step T must be short: Zc T < 0.25 of the inertia at A, and short against what lies behind a spring.",
    );
    const EQUIVALENT: &'static str = "m_e";
    const S_REL: &'static str = "s_rel";
    const V_REL: &'static str = "v_rel";
    const S_REL0: &'static str = "s_rel0";
    const S0: &'static str = "s0";

    fn line_end<T: SimObject>(c: &mut Creator<'_, T>) -> MechanicQ {
        MechanicQ::declare(c, "P1", "The line")
    }
}
