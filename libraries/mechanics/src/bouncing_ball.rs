use simobject::{
    Creator, Crossing, DiscreteState, Failure, Indicator, Io, Pattern, Result, SimObject, State, Sum, check_mode,
};

/// A ball that falls along a vertical line and bounces off a floor. Upwards is
/// positive, wherever the scenario's z points. An impact takes no time: `Vel`
/// becomes `-Restitution Vel`.
///
/// With `Restitution` below 1 infinitely many impacts would come in finite
/// time. So a ball that leaves an impact slower than `RestVelocity`, and is not
/// pulled upwards, rests on the floor from there on; it leaves rest where
/// `Force` exceeds its weight. By that the run of impacts ends early by the time
/// `2 RestVelocity / (g (1 - Restitution))` at most.
pub struct BouncingBall {
    force: Sum<1>,
    pos: State<1>,
    vel: State<1>,
    resting: DiscreteState<1>,
    impacts: DiscreteState<1>,
    impact: Indicator,
    contact: Indicator,
    /// 1/kg.
    per_mass: f64,
    /// m/s^2.
    g: f64,
    restitution: f64,
    /// m.
    floor: f64,
    /// m/s.
    rest_velocity: f64,
}

/// The tolerance of a ball below its floor in a run, as a part of 1 m and the
/// floor's height; and that of rest, m/s.
const NEAR: f64 = 1e-3;

impl SimObject for BouncingBall {
    const NAME: &'static str = "Body/BouncingBall";
    const DOC: &'static str = "\
A ball that falls along a vertical line and bounces off a floor; upwards is positive

dPos/dt = Vel, dVel/dt = Force / Mass - g; both are 0 at rest
Where it meets Floor from above: Vel becomes -Restitution Vel, and Impacts grows by 1
If it is less than RestVelocity then, and Force no more than the weight, the ball rests (Resting = 1)
It leaves rest where Force exceeds its weight";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let force = c.sum_port("Force", "N", "Sum of the forces upwards, without gravity and contact");
        c.default_input(force, 0.0);
        let pos = c.state("Pos", "m", "Height of the point that touches the floor");
        let vel = c.state("Vel", "m/s", "Velocity, upwards");
        let resting = c.discrete_state("Resting", "", "1 while it rests on the floor, else 0");
        let impacts = c.discrete_state("Impacts", "", "Number of impacts so far");
        c.out_port_of("Pos", pos);
        c.out_port_of("Vel", vel);
        c.out_port_of("Resting", resting);
        c.out_port_of("Impacts", impacts);
        c.initial_value(impacts, 0.0);
        let doc = "Height above the floor, or velocity, which is larger; 1 at rest";
        let impact = c.indicator("Impact", "", doc, Crossing::Falling);
        let contact =
            c.indicator("Contact", "m/s^2", "Force of the floor on a kilogram at rest; 1 in flight", Crossing::Falling);
        c.initial(Self::begin).reads((force, pos, vel)).sets(resting).only_at_the_start();
        c.initial(Self::check).reads((pos, vel, resting));
        c.common_computation(Self::watch).reads((force, pos, vel, resting)).fills((impact, contact));
        c.on_event(impact, Self::bounce).reads((force, vel, impacts)).sets((pos, vel, resting, impacts));
        c.on_event(contact, Self::lift).reads(()).sets(resting);
        c.derivatives(Self::motion)
            .reads((force, vel, resting))
            .pattern(pos, force, Pattern::NONE)
            .pattern(pos, vel, Pattern::DIAGONAL)
            .pattern(vel, force, Pattern::DIAGONAL)
            .pattern(vel, vel, Pattern::NONE);
        let mass: f64 = c.parameter("Mass").unit("kg").doc("Mass").more_than(0.0).default(1.0);
        Ok(Self {
            force,
            pos,
            vel,
            resting,
            impacts,
            impact,
            contact,
            per_mass: 1.0 / mass,
            g: c.parameter("g")
                .unit("m/s^2")
                .doc("Acceleration of gravity towards the floor")
                .at_least(0.0)
                .default(9.81),
            restitution: c
                .parameter("Restitution")
                .doc("Part of the velocity that an impact gives back")
                .at_least(0.0)
                .at_most(1.0)
                .required(),
            floor: c.parameter("Floor").unit("m").doc("Height of the floor").default(0.0),
            rest_velocity: c
                .parameter("RestVelocity")
                .unit("m/s")
                .doc("A ball that leaves an impact more slowly rests")
                .at_least(0.0)
                .default(1e-4),
        })
    }
}

impl BouncingBall {
    /// Without the floor, m/s^2.
    #[inline]
    fn acceleration(&self, io: &Io<'_>) -> f64 {
        let [force] = io.get(self.force);
        force * self.per_mass - self.g
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let ([vel], [resting]) = (io.get(self.vel), io.get(self.resting));
        let (velocity, acceleration) = if resting == 0.0 { (vel, self.acceleration(io)) } else { (0.0, 0.0) };
        io.set_derivative(self.pos, [velocity]);
        io.set_derivative(self.vel, [acceleration]);
    }

    /// What does not apply is 1: so an indicator that begins to apply when its
    /// condition has already come fires too. An impact needs both a gap and a
    /// velocity below 0: what a method is off by, when the ball lifts slowly, is
    /// none.
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        let ([pos], [vel], [resting]) = (io.get(self.pos), io.get(self.vel), io.get(self.resting));
        let (impact, contact) =
            if resting == 0.0 { ((pos - self.floor).max(vel), 1.0) } else { (1.0, -self.acceleration(io)) };
        io.set(self.impact, [impact]);
        io.set(self.contact, [contact]);
    }

    fn bounce(&self, io: &mut Io<'_>) {
        let ([vel], [impacts]) = (io.get(self.vel), io.get(self.impacts));
        // Within the width of a bracket it may have turned by itself.
        let after = if vel < 0.0 { -self.restitution * vel } else { vel };
        let acceleration = self.acceleration(io);
        let is_slow = after == 0.0 || (after < self.rest_velocity && acceleration < 0.0);
        let rests = is_slow && acceleration <= 0.0;
        io.set_now(self.pos, [self.floor]);
        io.set_now(self.vel, [if rests { 0.0 } else { after }]);
        io.set_now(self.resting, [f64::from(rests)]);
        io.set_now(self.impacts, [impacts + 1.0]);
    }

    fn lift(&self, io: &mut Io<'_>) {
        io.set_now(self.resting, [0.0]);
    }

    /// In a run it may be off by the method's error, where it lifts slowly.
    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        let ([pos], [vel], [resting]) = (io.get(self.pos), io.get(self.vel), io.get(self.resting));
        check_mode("Resting", &[resting], &[0.0, 1.0])?;
        let near = NEAR * (1.0 + self.floor.abs());
        if pos < self.floor - near {
            return Err(Failure::fatal(format!("the ball is at {pos} m, below `Floor`, {} m", self.floor)));
        }
        if resting != 0.0 && (pos > self.floor + near || vel.abs() > NEAR) {
            return Err(Failure::fatal(format!(
                "the ball is at {pos} m with {vel} m/s; where `Resting` is 1 it must rest on `Floor`, {} m",
                self.floor
            )));
        }
        Ok(())
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let ([pos], [vel]) = (io.get(self.pos), io.get(self.vel));
        if pos < self.floor {
            return Err(Failure::fatal(format!("the ball begins at {pos} m, below `Floor`, {} m", self.floor)));
        }
        let rests = pos == self.floor && vel == 0.0 && self.acceleration(io) <= 0.0;
        io.set_initial(self.resting, [f64::from(rests)]);
        Ok(())
    }
}
