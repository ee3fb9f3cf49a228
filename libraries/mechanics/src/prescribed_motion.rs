use std::f64::consts::{FRAC_PI_2, TAU};

use simobject::wave::next_extreme;
use simobject::{Creator, DefaultInput, In, Io, Look, Out, Pattern, Result, SimObject, State, Sum};

/// A point that moves as it is told, whatever pulls at it: along a path with
/// `Velocity`, and around that path in sine waves, one along each axis of the
/// scenario's frame.
///
/// The path is a state, so that `Pos` and `Vel` belong together whatever is
/// connected to `Velocity`. Waves of the same frequency along two axes, a
/// quarter of a turn apart in `Phase` (1.5707963 rad), are a circle. At each
/// extreme of their positions and velocities a step ends: so no step jumps over
/// a wave, where what they move does nothing but there.
pub struct PrescribedMotion {
    velocity: In<3>,
    force: Sum<3>,
    path: State<3>,
    pos: Out<3>,
    vel: Out<3>,
    reaction: Out<3>,
    /// m.
    amplitude: [f64; 3],
    /// rad/s.
    angular_frequency: [f64; 3],
    /// rad.
    phase: [f64; 3],
}

impl SimObject for PrescribedMotion {
    const NAME: &'static str = "Body/PrescribedMotion";
    const DOC: &'static str = "\
A point that moves as it is told

Pos = Path + Amplitude sin(2 pi Frequency t + Phase), dPath/dt = Velocity
Vel = Velocity + 2 pi Frequency Amplitude cos(2 pi Frequency t + Phase)
Reaction = -Force";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let velocity = c.in_port("Velocity", "m/s", "Velocity along the path");
        c.default_input(velocity, DefaultInput::Parameter("Velocity".into()));
        let force = c.sum_port("Force", "N", "Sum of the forces on it");
        c.default_input(force, 0.0);
        let path = c.state("Path", "m", "Position without the waves");
        let pos = c.out_port("Pos", "m", "Position");
        let vel = c.out_port("Vel", "m/s", "Velocity");
        let reaction = c.out_port("Reaction", "N", "Force of what drives it on it");
        c.common_computation(Self::place).reads(path).fills(pos);
        c.common_computation(Self::speed).reads(velocity).reads_no_states().fills(vel);
        c.common_computation(Self::drive).reads(force).reads_no_states().fills(reaction);
        c.stops(Self::next_extreme);
        c.derivatives(Self::advance).reads(velocity).reads_no_states().pattern(path, velocity, Pattern::DIAGONAL);

        let _: [f64; 3] =
            c.parameter("Velocity").unit("m/s").doc("Velocity where that is not connected").default([0.0; 3]);
        let amplitude: [f64; 3] =
            c.parameter("Amplitude").unit("m").doc("Amplitude of the wave along each axis").default([0.0; 3]);
        let frequency: [f64; 3] =
            c.parameter("Frequency").unit("Hz").doc("Of each wave").at_least(0.0).default([0.0; 3]);
        let phase = c.parameter("Phase").unit("rad").doc("Of each wave at t = 0").default([0.0; 3]);
        if amplitude.iter().zip(frequency).any(|(amplitude, frequency)| *amplitude != 0.0 && frequency == 0.0) {
            c.error("Frequency", "must be more than 0 along each axis where `Amplitude` is not 0");
        }
        let size: f64 = c.parameter("Size").unit("m").doc("Edge of the box in the 3D view").more_than(0.0).default(0.2);
        c.look(Look::cuboid(pos, [size; 3]));
        let angular_frequency = frequency.map(|frequency| TAU * frequency);
        Ok(Self { velocity, force, path, pos, vel, reaction, amplitude, angular_frequency, phase })
    }
}

impl PrescribedMotion {
    /// The first extreme of a position or a velocity after a time, s.
    fn next_extreme(&self, after: f64) -> Option<f64> {
        let of_axis = |axis: usize| {
            let of_phase = |more: f64| next_extreme(self.angular_frequency[axis], self.phase[axis] + more, after);
            [of_phase(0.0), of_phase(FRAC_PI_2)].into_iter().flatten().reduce(f64::min)
        };
        (0..3).filter(|axis| self.amplitude[*axis] != 0.0).filter_map(of_axis).reduce(f64::min)
    }

    #[inline]
    fn angle(&self, axis: usize, time: f64) -> f64 {
        self.angular_frequency[axis] * time + self.phase[axis]
    }

    #[inline]
    fn place(&self, io: &mut Io<'_>) {
        let (time, path) = (io.time(), io.get(self.path));
        io.set(self.pos, std::array::from_fn(|i| path[i] + self.amplitude[i] * self.angle(i, time).sin()));
    }

    #[inline]
    fn speed(&self, io: &mut Io<'_>) {
        let (time, velocity) = (io.time(), io.get(self.velocity));
        let of_wave = |i: usize| self.amplitude[i] * self.angular_frequency[i] * self.angle(i, time).cos();
        io.set(self.vel, std::array::from_fn(|i| velocity[i] + of_wave(i)));
    }

    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        let force = io.get(self.force);
        // Not -f, which would be -0 where nothing pulls.
        io.set(self.reaction, force.map(|f| 0.0 - f));
    }

    #[inline]
    fn advance(&self, io: &mut Io<'_>) {
        let velocity = io.get(self.velocity);
        io.set_derivative(self.path, velocity);
    }
}
