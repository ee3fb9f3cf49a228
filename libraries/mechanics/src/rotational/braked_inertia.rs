use simobject::{
    Creator, Crossing, DefaultInput, DiscreteState, Failure, In, Indicator, Io, Out, Pattern, Result, SimObject, State,
    Sum, check_mode,
};

/// An inertia that turns around an axis, with a brake against the frame that
/// sticks and slips (dry friction after Coulomb, with a larger torque at rest).
///
/// Both change by events, so that no method steps across: it sticks where it
/// comes to rest and the brake can hold it, with a velocity that is exactly 0,
/// and slips where the torque on it exceeds that, or where the brake is
/// released. Where it comes to rest and the brake cannot hold it, it turns
/// round.
///
/// `Slip` is 2 where there was nothing to hold it when it began or came to
/// rest: then it turns freely, and no reversal is an event, until the brake
/// grips again. An inertia that sticks and on which nothing acts goes on
/// resting when its brake is released. It follows from the velocity, the torque
/// and the clamp at the start: an initial condition for it is of no use, and
/// has to fit to them.
pub struct BrakedInertia {
    torque: Sum<1>,
    clamp: In<1>,
    angle: State<1>,
    ang_vel: State<1>,
    slip: DiscreteState<1>,
    brake_torque: Out<1>,
    /// The indicators of slip with 1 and with -1.
    turning: [Indicator; 2],
    holding: Indicator,
    free: Indicator,
    /// 1/(kg m^2).
    per_inertia: f64,
    /// N m s/rad.
    damping: f64,
    /// N m.
    static_torque: f64,
    /// N m.
    sliding_torque: f64,
}

/// The tolerance of rest, rad/s.
const NEAR: f64 = 1e-3;

/// As `Slip` tells it.
#[derive(Clone, Copy, PartialEq)]
enum Slip {
    Sticks,
    /// That way: 1 or -1.
    Slips(f64),
    Free,
}

impl Slip {
    const FREE: f64 = 2.0;

    #[inline]
    fn of(number: f64) -> Self {
        if number == 0.0 {
            Self::Sticks
        } else if number == Self::FREE {
            Self::Free
        } else {
            Self::Slips(number.signum())
        }
    }

    fn number(self) -> f64 {
        match self {
            Self::Sticks => 0.0,
            Self::Slips(way) => way,
            Self::Free => Self::FREE,
        }
    }
}

impl SimObject for BrakedInertia {
    const NAME: &'static str = "Rotational/BrakedInertia";
    const DOC: &'static str = "\
An inertia that turns around an axis, with a brake against the frame that sticks and slips

dAngle/dt  = AngVel
dAngVel/dt = (Torque + BrakeTorque - Damping AngVel) / Inertia
Slip = 0:  it sticks, AngVel = 0 and BrakeTorque = -Torque, while |Torque| <= Clamp StaticTorque
Slip = +1, -1: BrakeTorque = -Slip Clamp SlidingTorque, until AngVel comes to 0
Slip = 2:  BrakeTorque = 0; it was free when it began or came to rest, until Clamp exceeds 0
Clamp is taken as 0 below 0, and as 1 above 1";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let torque = c.sum_port("Torque", "N m", "Sum of the torques, but for the brake and Damping");
        c.default_input(torque, 0.0);
        let clamp = c.in_port("Clamp", "", "How much the brake is applied: 0, released, to 1");
        c.input_range(clamp, 0.0..=1.0);
        let constant: Option<f64> =
            c.parameter("Clamp").doc("Clamp where that is not connected").at_least(0.0).at_most(1.0).optional();
        if constant.is_some() {
            c.default_input(clamp, DefaultInput::Parameter("Clamp".into()));
        }
        let angle = c.state("Angle", "rad", "Angle");
        let ang_vel = c.state("AngVel", "rad/s", "Angular velocity");
        c.out_port_of("Angle", angle);
        c.out_port_of("AngVel", ang_vel);
        let slip =
            c.discrete_state("Slip", "", "0 where it sticks, 1 or -1 where it slips that way, 2 where it is free");
        c.out_port_of("Slip", slip);
        let brake_torque = c.out_port("BrakeTorque", "N m", "Torque of the brake on it; the frame gets the opposite");
        let turning = [
            ("TurningBack", "AngVel or its rate, which is larger, where Slip = 1; else 1"),
            ("TurningForth", "-AngVel or its rate, which is larger, where Slip = -1; else 1"),
        ];
        let turning = turning.map(|(name, doc)| c.indicator(name, "", doc, Crossing::Falling));
        let doc = "What the brake could hold beyond the torque on it, where it sticks; else 1";
        let holding = c.indicator("Holding", "N m", doc, Crossing::Falling);
        let free =
            c.indicator("Free", "N m", "0 less what the brake could hold, where it is free; else 1", Crossing::Falling);

        c.initial(Self::begin).reads((torque, clamp, ang_vel)).sets(slip);
        c.initial(Self::check).reads((ang_vel, slip));
        c.common_computation(Self::brake).reads((torque, clamp, slip)).fills(brake_torque);
        c.common_computation(Self::watch).reads((torque, clamp, ang_vel, slip)).fills((turning, holding, free));
        for indicator in [turning[0], turning[1], holding, free] {
            c.on_event(indicator, Self::switch).reads((torque, clamp, ang_vel, slip)).sets((ang_vel, slip));
        }
        c.derivatives(Self::motion)
            .reads((torque, clamp, ang_vel, slip))
            .pattern(angle, torque, Pattern::NONE)
            .pattern(angle, clamp, Pattern::NONE)
            .pattern(angle, ang_vel, Pattern::DIAGONAL)
            .pattern(ang_vel, torque, Pattern::DIAGONAL)
            .pattern(ang_vel, clamp, Pattern::DIAGONAL)
            .pattern(ang_vel, ang_vel, Pattern::DIAGONAL);

        let inertia: f64 =
            c.parameter("Inertia").unit("kg m^2").doc("Moment of inertia about the axis").more_than(0.0).required();
        let damping =
            c.parameter("Damping").unit("N m s/rad").doc("Viscous friction on the frame").at_least(0.0).default(0.0);
        let (static_torque, sliding_torque) = brake_torques(c);
        Ok(Self {
            torque,
            clamp,
            angle,
            ang_vel,
            slip,
            brake_torque,
            turning,
            holding,
            free,
            per_inertia: 1.0 / inertia,
            damping,
            static_torque,
            sliding_torque,
        })
    }
}

/// The torque that the brake can hold, N m, and that with which it slips, at Clamp 1.
fn brake_torques(c: &mut Creator<'_, BrakedInertia>) -> (f64, f64) {
    let static_torque: f64 = c
        .parameter("StaticTorque")
        .unit("N m")
        .doc("Torque that the brake can hold at Clamp 1")
        .at_least(0.0)
        .required();
    let sliding_torque: f64 = c
        .parameter("SlidingTorque")
        .unit("N m")
        .doc("Torque of the brake where it slips at Clamp 1; without it, StaticTorque")
        .at_least(0.0)
        .optional()
        .unwrap_or(static_torque);
    if sliding_torque > static_torque {
        c.error("SlidingTorque", format!("is {sliding_torque}, more than `StaticTorque`, {static_torque}"));
    }
    (static_torque, sliding_torque)
}

impl BrakedInertia {
    #[inline]
    fn clamp(&self, io: &Io<'_>) -> f64 {
        let [clamp] = io.get(self.clamp);
        clamp.clamp(0.0, 1.0)
    }

    /// What the brake can hold, N m.
    #[inline]
    fn capacity(&self, io: &Io<'_>) -> f64 {
        self.clamp(io) * self.static_torque
    }

    /// Of the brake, N m.
    #[inline]
    fn brake_torque(&self, io: &Io<'_>) -> f64 {
        let ([torque], [slip]) = (io.get(self.torque), io.get(self.slip));
        match Slip::of(slip) {
            Slip::Sticks => -torque,
            Slip::Slips(way) => -way * self.clamp(io) * self.sliding_torque,
            Slip::Free => 0.0,
        }
    }

    /// rad/s^2; exactly 0 where it sticks.
    #[inline]
    fn acceleration(&self, io: &Io<'_>) -> f64 {
        let ([torque], [ang_vel]) = (io.get(self.torque), io.get(self.ang_vel));
        (torque + self.brake_torque(io) - self.damping * ang_vel) * self.per_inertia
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let (ang_vel, acceleration) = (io.get(self.ang_vel), self.acceleration(io));
        io.set_derivative(self.angle, ang_vel);
        io.set_derivative(self.ang_vel, [acceleration]);
    }

    #[inline]
    fn brake(&self, io: &mut Io<'_>) {
        let torque = self.brake_torque(io);
        io.set(self.brake_torque, [torque]);
    }

    /// What does not apply is 1: so an indicator that begins to apply when its
    /// condition has already come fires too. To turn it needs both a velocity
    /// and an acceleration against the way it slips: what a method is off by,
    /// when it begins to slip slowly, is no turn.
    #[inline]
    fn watch(&self, io: &mut Io<'_>) {
        let ([torque], [ang_vel], [slip]) = (io.get(self.torque), io.get(self.ang_vel), io.get(self.slip));
        let (mut turning, mut holding, mut free) = ([1.0; 2], 1.0, 1.0);
        match Slip::of(slip) {
            Slip::Sticks => holding = self.capacity(io) - torque.abs(),
            Slip::Slips(way) => {
                turning[usize::from(way < 0.0)] = (way * ang_vel).max(way * self.acceleration(io));
            }
            Slip::Free => free = -self.capacity(io),
        }
        io.set(self.turning[0], [turning[0]]);
        io.set(self.turning[1], [turning[1]]);
        io.set(self.holding, [holding]);
        io.set(self.free, [free]);
    }

    /// How it goes on from rest.
    fn leaving_rest(&self, io: &Io<'_>) -> Slip {
        let ([torque], capacity) = (io.get(self.torque), self.capacity(io));
        if torque.abs() <= capacity {
            Slip::Sticks
        } else if capacity == 0.0 {
            Slip::Free
        } else {
            Slip::Slips(torque.signum())
        }
    }

    /// Where it slipped, it has come to rest; where it was free, it may turn at
    /// any velocity.
    fn switch(&self, io: &mut Io<'_>) {
        let ([ang_vel], [slip]) = (io.get(self.ang_vel), io.get(self.slip));
        let after = match Slip::of(slip) {
            Slip::Free if ang_vel != 0.0 => Slip::Slips(ang_vel.signum()),
            _ => self.leaving_rest(io),
        };
        if after == Slip::Sticks {
            io.set_now(self.ang_vel, [0.0]);
        }
        io.set_now(self.slip, [after.number()]);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        let ([ang_vel], [slip]) = (io.get(self.ang_vel), io.get(self.slip));
        check_mode("Slip", &[slip], &[-1.0, 0.0, 1.0, Slip::FREE])?;
        if Slip::of(slip) == Slip::Sticks && ang_vel.abs() > NEAR {
            return Err(Failure::fatal(format!("`AngVel` is {ang_vel} rad/s; where `Slip` is 0 it must be 0")));
        }
        Ok(())
    }

    fn begin(&self, io: &mut Io<'_>) {
        let ([ang_vel], capacity) = (io.get(self.ang_vel), self.capacity(io));
        let slip = if ang_vel == 0.0 {
            self.leaving_rest(io)
        } else if capacity == 0.0 {
            Slip::Free
        } else {
            Slip::Slips(ang_vel.signum())
        };
        io.set_initial(self.slip, [slip.number()]);
    }
}
