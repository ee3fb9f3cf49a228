use simobject::{
    Creator, Crossing, DiscreteState, In, Indicator, Io, Look, Out, Private, Result, SignalHandle, SimObject,
    check_mode,
};
use simobject_elements::vector::{difference, norm, scaled, sum, unit};

use crate::spring::{End, Pull, Spring};

/// A [`DampedSpring`](crate::DampedSpring) that breaks, once and for all, where
/// its pull exceeds `Strength`.
///
/// It breaks by an event, exactly where the pull crosses `Strength`, and holds
/// where the pull reaches it and turns. A spring whose pull is larger at the
/// start is broken from the start. (With `Damping` the pull jumps where a
/// velocity does.)
pub struct BreakingSpring {
    pos_a: In<3>,
    pos_b: In<3>,
    vel_a: In<3>,
    vel_b: In<3>,
    force_a: Out<3>,
    force_b: Out<3>,
    tension: Out<1>,
    broken: DiscreteState<1>,
    reserve: Indicator,
    /// Whether it is to be seen.
    intact: Private<1>,
    /// Where its pieces end once it is broken, m.
    stubs: Private<6>,
    spring: Spring,
    /// N.
    strength: f64,
}

/// How long each piece is drawn, for its length without force.
const STUB: f64 = 0.25;

impl SimObject for BreakingSpring {
    const NAME: &'static str = "Cable/BreakingSpring";
    const DOC: &'static str = "\
A massless spring and damper between two points that breaks

L       = |PosB - PosA|, u = (PosB - PosA) / L
Tension = Stiffness (L - RelaxedLength) + Damping dL/dt; 0 where L = 0, and once Broken
ForceA  = Tension u, ForceB = -Tension u
Broken  = 0; 1 for ever after Tension has exceeded Strength";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pos_a = c.in_port("PosA", "m", "Position of end A");
        let pos_b = c.in_port("PosB", "m", "Position of end B");
        let vel_a = c.in_port("VelA", "m/s", "Velocity of end A");
        let vel_b = c.in_port("VelB", "m/s", "Velocity of end B");
        let force_a = c.out_port("ForceA", "N", "Force on what is at end A");
        let force_b = c.out_port("ForceB", "N", "Force on what is at end B");
        let tension = c.out_port("Tension", "N", "Pull on both ends; negative where it pushes");
        let broken = c.discrete_state("Broken", "", "0 as long as it holds, 1 when it is broken");
        c.out_port_of("Broken", broken);
        let reserve = c.indicator("Reserve", "N", "Strength less Tension; 1 once Broken", Crossing::Falling);
        let ends = (pos_a, pos_b, vel_a, vel_b);
        c.initial(Self::begin).reads(ends).sets(broken);
        c.initial(Self::check).reads(broken);
        c.common_computation(Self::forces).reads((ends, broken)).fills((force_a, force_b, tension, reserve));
        c.on_event(reserve, Self::break_off).reads(()).sets(broken);
        let spring = Spring::declare(c);
        // What is broken hangs at both ends, and not between them.
        let (intact, stubs) = (c.private("Intact"), c.private("Stubs"));
        c.common_computation(Self::show).reads((pos_a, pos_b, broken)).fills((intact, stubs));
        c.look(Look::spring(pos_a, pos_b, spring.relaxed_length()).visible(intact));
        let stub = |from, to| Look::spring(from, to, STUB * spring.relaxed_length()).visible(broken);
        c.look(stub(pos_a.elements(0..3), stubs.elements(0..3)));
        c.look(stub(stubs.elements(3..6), pos_b.elements(0..3)));
        let strength =
            c.parameter("Strength").unit("N").doc("It breaks where Tension exceeds it").at_least(0.0).required();
        Ok(Self {
            pos_a,
            pos_b,
            vel_a,
            vel_b,
            force_a,
            force_b,
            tension,
            broken,
            reserve,
            intact,
            stubs,
            spring,
            strength,
        })
    }
}

impl BreakingSpring {
    #[inline]
    fn pull(&self, io: &Io<'_>) -> Pull {
        let a = End { pos: io.get(self.pos_a), vel: io.get(self.vel_a) };
        let b = End { pos: io.get(self.pos_b), vel: io.get(self.vel_b) };
        self.spring.pull(&a, &b)
    }

    #[inline]
    fn forces(&self, io: &mut Io<'_>) {
        let [broken] = io.get(self.broken);
        let Pull { tension, force } =
            if broken == 0.0 { self.pull(io) } else { Pull { tension: 0.0, force: [0.0; 3] } };
        io.set(self.force_a, force);
        io.set(self.force_b, force.map(|f| -f));
        io.set(self.tension, [tension]);
        io.set(self.reserve, [if broken == 0.0 { self.strength - tension } else { 1.0 }]);
    }

    fn show(&self, io: &mut Io<'_>) {
        let [broken] = io.get(self.broken);
        io.set(self.intact, [1.0 - broken]);
        let (a, b) = (io.get(self.pos_a), io.get(self.pos_b));
        let between = difference(b, a);
        let length = (STUB * self.spring.relaxed_length()).min(0.45 * norm(between));
        let along = scaled(unit(between), length);
        let ([ax, ay, az], [bx, by, bz]) = (sum(a, along), difference(b, along));
        io.set(self.stubs, [ax, ay, az, bx, by, bz]);
    }

    fn break_off(&self, io: &mut Io<'_>) {
        io.set_now(self.broken, [1.0]);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        check_mode("Broken", &io.get(self.broken), &[0.0, 1.0])
    }

    fn begin(&self, io: &mut Io<'_>) {
        let is_broken = self.pull(io).tension > self.strength;
        io.set_initial(self.broken, [f64::from(is_broken)]);
    }
}
