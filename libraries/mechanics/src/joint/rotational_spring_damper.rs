use simobject::{Creator, Crossing, DiscreteState, In, Indicator, Io, Level, Out, Result, SimObject, check_mode};

use simobject_elements::rotation::{far_from_one, no_orientation, unit};

/// A spring and damper that holds two bodies in an orientation to each other,
/// alike around all axes.
///
/// The spring turns B back along the rotation vector of what B is turned by
/// from where it rests: its length is the angle, rad, its direction the axis.
/// Its torque has a potential, `Stiffness angle^2 / 2`. That is meant for up to
/// half a turn; beyond it the other way round is shorter, and the torque, with
/// an event and a warning, jumps to the other side.
///
/// Orientations are quaternions w, x, y, z: `WorldFromA` takes a vector from
/// the axes of A to those of the scenario. They need not have length 1, only one
/// from 0.1 to 10, and a quaternion and its negative are the same orientation.
pub struct RotationalSpringDamper {
    world_from_a: In<4>,
    world_from_b: In<4>,
    ang_vel_a: In<3>,
    ang_vel_b: In<3>,
    torque_a: Out<3>,
    torque_b: Out<3>,
    rotation: Out<3>,
    side: DiscreteState<1>,
    past_half_turn: DiscreteState<1>,
    /// The indicators of Side 1 and of Side -1.
    half_turn: [Indicator; 2],
    /// N m/rad.
    stiffness: f64,
    /// N m s/rad.
    damping: f64,
    /// At rest.
    a_from_b: [f64; 4],
}

impl SimObject for RotationalSpringDamper {
    const NAME: &'static str = "Joint/RotationalSpringDamper";
    const DOC: &'static str = "\
A spring and damper that holds two bodies in an orientation to each other

Rotation: rotation vector that takes WorldFromA RestAFromB to WorldFromB, up to half a turn
TorqueB = -(Stiffness Rotation + Damping (AngVelB - AngVelA)), TorqueA = -TorqueB
All vectors are in the scenario's frame; orientations are quaternions w, x, y, z, of a length from 0.1 to 10
Past half a turn the torque jumps to the other side, with a warning";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let world_from_a = c.in_port("WorldFromA", "", "Orientation of A: quaternion w, x, y, z");
        let ang_vel_a = c.in_port("AngVelA", "rad/s", "Angular velocity of A, in the scenario's frame");
        let world_from_b = c.in_port("WorldFromB", "", "Orientation of B: quaternion w, x, y, z");
        let ang_vel_b = c.in_port("AngVelB", "rad/s", "Angular velocity of B, in the scenario's frame");
        c.default_input(world_from_a, IDENTITY);
        c.default_input(world_from_b, IDENTITY);
        c.default_input(ang_vel_a, 0.0);
        c.default_input(ang_vel_b, 0.0);
        let torque_a = c.out_port("TorqueA", "N m", "Torque on A, in the scenario's frame");
        let torque_b = c.out_port("TorqueB", "N m", "Torque on B, in the scenario's frame");
        let rotation = c.out_port("Rotation", "rad", "Rotation vector of B from its rest, in the scenario's frame");
        let side = c.discrete_state("Side", "", "1, or -1 where the negative of the quaternion of Rotation is taken");
        let past_half_turn = c.discrete_state("PastHalfTurn", "", "1 once Rotation has passed half a turn, else 0");
        c.out_port_of("PastHalfTurn", past_half_turn);
        c.initial_value(past_half_turn, 0.0);
        let half_turn = [
            ("HalfTurn", "Cosine of half the angle of Rotation, where Side is 1: 0 at half a turn; else 1"),
            ("HalfTurnBack", "The same where Side is -1; else 1"),
        ];
        let half_turn = half_turn.map(|(name, doc)| c.indicator(name, "", doc, Crossing::Falling));
        let orientations = (world_from_a, world_from_b);
        c.initial(Self::begin).reads(orientations).sets(side);
        c.initial(Self::check).reads((side, past_half_turn));
        c.common_computation(Self::turn).reads((orientations, side)).fills((rotation, half_turn));
        c.common_computation(Self::pull)
            .reads((rotation, ang_vel_a, ang_vel_b))
            .reads_no_states()
            .fills((torque_a, torque_b));
        c.on_event(half_turn[0], Self::take_negative)
            .reads((orientations, past_half_turn))
            .sets((side, past_half_turn));
        c.on_event(half_turn[1], Self::take_positive)
            .reads((orientations, past_half_turn))
            .sets((side, past_half_turn));
        let rest = c
            .parameter("RestAFromB")
            .doc("Orientation of B in the axes of A at which no spring acts: quaternion w, x, y, z")
            .default(IDENTITY);
        let a_from_b = unit(rest).unwrap_or_else(|length| {
            c.error("RestAFromB", far_from_one(length));
            IDENTITY
        });
        Ok(Self {
            world_from_a,
            world_from_b,
            ang_vel_a,
            ang_vel_b,
            torque_a,
            torque_b,
            rotation,
            side,
            past_half_turn,
            half_turn,
            stiffness: c
                .parameter("Stiffness")
                .unit("N m/rad")
                .doc("Stiffness around any axis")
                .at_least(0.0)
                .required(),
            damping: c.parameter("Damping").unit("N m s/rad").doc("Damping around any axis").at_least(0.0).default(0.0),
            a_from_b,
        })
    }
}

const IDENTITY: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

/// Product of two quaternions.
#[inline]
fn product([a, b, c, d]: [f64; 4], [w, x, y, z]: [f64; 4]) -> [f64; 4] {
    [
        a * w - b * x - c * y - d * z,
        a * x + b * w + c * z - d * y,
        a * y - b * z + c * w + d * x,
        a * z + b * y - c * x + d * w,
    ]
}

#[inline]
fn conjugate([w, x, y, z]: [f64; 4]) -> [f64; 4] {
    [w, -x, -y, -z]
}

impl RotationalSpringDamper {
    /// What takes the orientation where B rests to where it is, as a unit
    /// quaternion in the scenario's frame.
    #[inline]
    fn deviation(&self, io: &Io<'_>) -> Result<[f64; 4]> {
        let world_from_a = unit(io.get(self.world_from_a)).map_err(|length| no_orientation("WorldFromA", length))?;
        let world_from_b = unit(io.get(self.world_from_b)).map_err(|length| no_orientation("WorldFromB", length))?;
        Ok(product(world_from_b, conjugate(product(world_from_a, self.a_from_b))))
    }

    #[inline]
    fn turn(&self, io: &mut Io<'_>) -> Result<()> {
        let [side] = io.get(self.side);
        let [w, x, y, z] = self.deviation(io)?.map(|part| side * part);
        let sine = (x * x + y * y + z * z).sqrt();
        let angle_per_sine = if sine == 0.0 { 2.0 } else { 2.0 * sine.atan2(w) / sine };
        io.set(self.rotation, [x, y, z].map(|part| angle_per_sine * part));
        io.set(self.half_turn[0], [if side > 0.0 { w } else { 1.0 }]);
        io.set(self.half_turn[1], [if side > 0.0 { 1.0 } else { w }]);
        Ok(())
    }

    #[inline]
    fn pull(&self, io: &mut Io<'_>) {
        let (rotation, ang_vel_a, ang_vel_b) = (io.get(self.rotation), io.get(self.ang_vel_a), io.get(self.ang_vel_b));
        let torque: [f64; 3] =
            std::array::from_fn(|i| self.stiffness * rotation[i] + self.damping * (ang_vel_b[i] - ang_vel_a[i]));
        io.set(self.torque_a, torque);
        io.set(self.torque_b, torque.map(|part| -part));
    }

    /// Past half a turn the other way round is shorter. A source that jumps to
    /// the negative of its quaternion has not turned.
    fn change_side(&self, side: f64, io: &mut Io<'_>) -> Result<()> {
        let [passed] = io.get(self.past_half_turn);
        let has_turned = self.deviation(io)?[0].abs() < 0.5;
        if has_turned && passed == 0.0 {
            io.log(
                Level::Warning,
                "B is turned by more than half a turn from its rest: the torque acts the shorter way round from here on",
            );
            io.set_now(self.past_half_turn, [1.0]);
        }
        io.set_now(self.side, [side]);
        Ok(())
    }

    fn take_negative(&self, io: &mut Io<'_>) -> Result<()> {
        self.change_side(-1.0, io)
    }

    fn take_positive(&self, io: &mut Io<'_>) -> Result<()> {
        self.change_side(1.0, io)
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        check_mode("Side", &io.get(self.side), &[-1.0, 1.0])?;
        check_mode("PastHalfTurn", &io.get(self.past_half_turn), &[0.0, 1.0])
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let [w, ..] = self.deviation(io)?;
        io.set_initial(self.side, [if w < 0.0 { -1.0 } else { 1.0 }]);
        Ok(())
    }
}
