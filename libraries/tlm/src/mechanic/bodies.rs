//! What kinds of bodies there are.

use simobject::{Creator, SimObject};

use super::body::{Body, BodyKind};
use super::freedom::{Axis, Line};

/// A mass between ports `P1` and `P2`, of side Q.
pub type TranslationalMass = Body<Mass>;

/// A mass that slides on the ground with dry friction.
pub type TranslationalMassWithCoulombFriction = Body<SlidingMass>;

/// A body that turns, between ports `P1` and `P2`, of side Q.
pub type RotationalInertia = Body<Inertia>;

/// A body that turns in a bearing with dry friction.
pub type RotationalInertiaWithCoulombFriction = Body<SlidingInertia>;

/// A gear with its moment of inertia, between ports `P1` and `P2`, of side Q.
pub type Gear = Body<Gearing>;

/// A lever with a mass at its end, between ports `P1` and `P2`, of side Q.
pub type Lever = Body<Levering>;

/// Kind of [`TranslationalMass`].
pub struct Mass;

impl BodyKind for Mass {
    type Freedom = Line;
    const NAME: &'static str = "Mechanic/TranslationalMass";
    const DOC: &'static str = "\
A mass with viscous friction, a spring to the ground, and stops

m dv/dt = c1 - c2 - (B + Zc1 + Zc2) v - k x, dx/dt = v, by the trapezoidal rule with the step T:
m a = c1 - c2 - (B + Zc1 + Zc2) v - k x, v = v(before) + T/2 (a(before) + a), x = x(before) + T/2 (v(before) + v)
v2 = v, v1 = -v, x2 = x, x1 = Length - x, f_i = c_i + Zc_i v_i, me = m
With NumPorts2 above 1 there are P2_2, P2_3... too, which move with P2, by Offset2 away; c2 and Zc2 are sums then. NumPorts1 alike.
Where x would leave x_min to x_max it stays at that limit, with v = 0 and a = 0: the stop is inelastic.";
    const MASS: f64 = 100.0;
}

/// Kind of [`TranslationalMassWithCoulombFriction`].
pub struct SlidingMass;

impl BodyKind for SlidingMass {
    type Freedom = Line;
    const NAME: &'static str = "Mechanic/TranslationalMassWithCoulombFriction";
    const DOC: &'static str = "\
A mass with dry and viscous friction, a spring to the ground, and stops

It stays at rest, exactly, as long as |c1 - c2 - k x| <= f_s (Sliding = 0), and slides where it is more, from the next step on.
Sliding = s = 1 or -1: m a = c1 - c2 - (B + Zc1 + Zc2) v - k x - s F, as Mechanic/TranslationalMass does, with
F = f_k + (f_s - f_k) exp(-(|v| / v_s)^2), v = v(before) + T a(before); where v_s is 0, F = f_k. Where f_s is less than f_k, it counts as f_k.
Where v would change its sign within a step it comes to rest where it is 0, and goes on the other way for what is left of the step if it is not held.
v2 = v, v1 = -v, x2 = x, x1 = Length - x, f_i = c_i + Zc_i v_i, me = m
With NumPorts2 above 1 there are P2_2, P2_3... too, which move with P2, by Offset2 away; c2 and Zc2 are sums then. NumPorts1 alike.
Where x would leave x_min to x_max it stays at that limit, with v = 0 and a = 0: the stop is inelastic.";
    const MASS: f64 = 100.0;
    const RUBBING: bool = true;
}

/// Kind of [`RotationalInertia`].
pub struct Inertia;

impl BodyKind for Inertia {
    type Freedom = Axis;
    const NAME: &'static str = "Mechanic/RotationalInertia";
    const DOC: &'static str = "\
A body that turns, with viscous friction, a torsional spring to the ground, and stops

J dw/dt = c1 - c2 - (B + Zc1 + Zc2) w - k a, da/dt = w, by the trapezoidal rule with the step T:
J dw = c1 - c2 - (B + Zc1 + Zc2) w - k a, w = w(before) + T/2 (dw(before) + dw), a = a(before) + T/2 (w(before) + w)
w2 = w, w1 = -w, a2 = a, a1 = -a, T_i = c_i + Zc_i w_i, Je = J
With NumPorts2 above 1 there are P2_2, P2_3... too, which turn with P2, by Offset2 ahead; c2 and Zc2 are sums then. NumPorts1 alike.
Where a would leave a_min to a_max it stays at that limit, with w = 0 and dw = 0: the stop is inelastic.";
    const MASS: f64 = 0.1;
}

/// Kind of [`RotationalInertiaWithCoulombFriction`].
pub struct SlidingInertia;

impl BodyKind for SlidingInertia {
    type Freedom = Axis;
    const NAME: &'static str = "Mechanic/RotationalInertiaWithCoulombFriction";
    const DOC: &'static str = "\
A body that turns, with dry and viscous friction, a torsional spring to the ground, and stops

It stays at rest, exactly, as long as |c1 - c2 - k a| <= t_s (Sliding = 0), and turns where it is more, from the next step on.
Sliding = s = 1 or -1: J dw = c1 - c2 - (B + Zc1 + Zc2) w - k a - s F, as Mechanic/RotationalInertia does, with
F = t_k + (t_s - t_k) exp(-(|w| / w_s)^2), w = w(before) + T dw(before); where w_s is 0, F = t_k. Where t_s is less than t_k, it counts as t_k.
Where w would change its sign within a step it comes to rest where it is 0, and goes on the other way for what is left of the step if it is not held.
w2 = w, w1 = -w, a2 = a, a1 = -a, T_i = c_i + Zc_i w_i, Je = J
With NumPorts2 above 1 there are P2_2, P2_3... too, which turn with P2, by Offset2 ahead; c2 and Zc2 are sums then. NumPorts1 alike.
Where a would leave a_min to a_max it stays at that limit, with w = 0 and dw = 0: the stop is inelastic.";
    const MASS: f64 = 1.0;
    const RUBBING: bool = true;
}

/// Kind of [`Gear`].
pub struct Gearing;

impl BodyKind for Gearing {
    type Freedom = Axis;
    const NAME: &'static str = "Mechanic/Gear";
    const DOC: &'static str = "\
A gear with the moment of inertia J, at P2

w1 = -omega w2, and the torques' power is that of J and B: omega T1 w2 - T2 w2 = (J dw + B w2 + k a2) w2
J dw = omega c1 - c2 - (B + omega^2 Zc1 + Zc2) w - k a, as Mechanic/RotationalInertia does
w2 = w, w1 = -omega w, a2 = a, a1 = -omega a, T_i = c_i + Zc_i w_i, Je2 = J, Je1 = J / omega^2
With NumPorts2 above 1 there are P2_2, P2_3... too, which turn with P2; c2 and Zc2 are sums then. NumPorts1 alike.
With omega below 0 it is a pair of wheels, of which one turns against the other.";
    const MASS: f64 = 1.0;
    const GEARED: bool = true;

    fn ratio<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        let ratio = c.parameter("omega").doc("Gear ratio: turns of P1 for one of P2").default(1.0);
        if ratio == 0.0 {
            c.error("omega", "is 0, and must be more or less than that");
        }
        ratio
    }
}

/// Kind of [`Lever`].
pub struct Levering;

impl BodyKind for Levering {
    type Freedom = Line;
    const NAME: &'static str = "Mechanic/Lever";
    const DOC: &'static str = "\
A lever that is held at one end, with P1 at L_1 from there, and P2 and the mass m at L_1 + L_2

With r = L_1 / (L_1 + L_2): v1 = -r v2, and the forces' power is that of m and B: r f1 v2 - f2 v2 = (m a + B v2 + k x2) v2
m a = r c1 - c2 - (B + r^2 Zc1 + Zc2) v - k x, as Mechanic/TranslationalMass does
v2 = v, v1 = -r v, x2 = x, x1 = -r x, f_i = c_i + Zc_i v_i, me2 = m, me1 = m / r^2
With NumPorts2 above 1 there are P2_2, P2_3... too, which move with P2; c2 and Zc2 are sums then. NumPorts1 alike.";
    const MASS: f64 = 1.0;
    const GEARED: bool = true;

    fn ratio<T: SimObject>(c: &mut Creator<'_, T>) -> f64 {
        let mut length = |name, doc| -> f64 { c.parameter(name).unit("m").doc(doc).more_than(0.0).default(1.0) };
        let (inner, outer) = (length("L_1", "From where it is held to P1"), length("L_2", "From P1 to P2"));
        inner / (inner + outer)
    }
}
