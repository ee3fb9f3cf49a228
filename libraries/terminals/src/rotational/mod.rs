//! Motion about an axis.

mod gear;
mod planetary;
mod rack;

pub use gear::IdealGear;
pub use planetary::IdealPlanetary;
pub use rack::Rack;

use simobject::{Creator, SimObject};
use simobject_elements::tlm::MechanicQ;

use crate::domain::{Rotation, Word};
use crate::mechanic::Mechanics;

impl Mechanics for Rotation {
    const S: Word = ("phi", "rad");
    const INERTIA: Word = ("J", "kg m^2");
    const STIFFNESS: &'static str = "N m/rad";
    const DAMPING: &'static str = "N m s/rad";
    const FIXED: Word = ("Rotational/Fixed", "A flange that stands still\n\nphi = phi0");
    const MASS: Word = ("Rotational/Inertia", "An inertia\n\nJ dw/dt = tau - J g\ndphi/dt = w");
    const SPRING: Word = ("Rotational/Spring", "A spring\n\ntau = c (phi_rel - phi_rel0)\nphi_rel = phi(B) - phi(A)");
    const DAMPER: Word = ("Rotational/Damper", "A damper\n\ntau = d w_rel\nw_rel = w(B) - w(A)");
    const FORCE: Word = ("Rotational/Torque", "A torque that an in-port gives, onto a flange");
    const SPEED: Word = ("Rotational/Speed", "A flange that turns with the velocity that an in-port gives");
    const POSITION: Word = (
        "Rotational/Position",
        "A flange that turns as in-ports say\n\nphi = Ref, w = RefVel, a = RefAcc, which have to belong together; with f_crit: a = wc/0.618 (wc (Ref - phi) - 1.3617 w), wc = 2 pi f_crit",
    );
    const SENSOR: Word = ("Rotational/Sensor", "Measures angle and angular velocity of a flange");
    const CONSTANT_SPEED: Word = ("Rotational/ConstantSpeed", "A flange that turns with a constant velocity");
    const FRICTION: Word = (
        "Rotational/Friction",
        "Dry friction between two flanges\n\nIt sticks while |tau| <= tau_s; where it slides, tau = sign(w_rel) (tau_c + (tau_s - tau_c) exp(-|w_rel|/v_s))",
    );
    const CLUTCH: Word = (
        "Rotational/Clutch",
        "A clutch\n\nIt slides with tau = sign(slip) mu cgeo fn_max f_normalized, and holds up to peak times that",
    );
    const BRAKE: Word = (
        "Rotational/Brake",
        "A brake against what stands still\n\nIt slides with tau = sign(w) mu cgeo fn_max f_normalized, and holds up to peak times that",
    );
    const DOG_CLUTCH: Word = (
        "Rotational/DogClutch",
        "A dog clutch\n\nWhile it is engaged both flanges have one velocity, from an impulse on; else they are free",
    );
    const STOP: Word = (
        "Rotational/Stop",
        "Stops between two flanges\n\nphi_min <= phi(B) - phi(A) <= phi_max\n\nAfter a hit the relative velocity is -e times that before; below v_rest it is 0.",
    );
    const PER_FORCE: &'static str = "m";
    const FORCE_SENSOR: Word = ("Rotational/TorqueSensor", "Measures the torque into A, which goes on from B");
    const FORCE_BETWEEN: Word = ("Rotational/TorqueBetween", "A torque that an in-port gives, between two flanges");
    const ELASTO_GAP: Word = (
        "Rotational/ElastoGap",
        "Elastic stops between two flanges\n\ntau = c x + d w_rel while it touches, x how far phi_rel is beyond phi_min or phi_max\nThe damping is at most as large as c x, so that it never pulls.",
    );
    const LINE_END: Word = (
        "Rotational/LineEnd",
        "The end of a transmission line of the library tlm, port P1 of side Q, at a flange\n\ntau = c(t) + Zc w, which flows into the line\nFrom a tick to the next one c(t) is a straight line, on average 1.5 c - c(two ticks before) + 0.5 c(three ticks before). The step T must be short: Zc T < 0.25 of the inertia at A, and short against what lies behind a spring.",
    );
    const EQUIVALENT: &'static str = "J_e";
    const S_REL: &'static str = "phi_rel";
    const V_REL: &'static str = "w_rel";
    const S_REL0: &'static str = "phi_rel0";
    const S0: &'static str = "phi0";

    fn line_end<T: SimObject>(c: &mut Creator<'_, T>) -> MechanicQ {
        MechanicQ::declare_rotational(c, "P1", "The line")
    }
}
