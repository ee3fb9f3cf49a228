//! How the spool of a valve follows its command.

use std::f64::consts::TAU;

use simobject::{Creator, In, Io, Pattern, SimObject, State};

/// An oscillator of second order.
#[derive(Debug, Clone, Copy)]
pub struct Spool {
    command: In<1>,
    /// Where it is.
    pub pos: State<1>,
    /// At which velocity it moves, 1/s.
    pub vel: State<1>,
    /// rad/s.
    natural_frequency: f64,
    damping_ratio: f64,
}

/// A valve whose spool may have states.
pub trait Spooled: SimObject {
    /// The spool; none if it follows its command at once.
    fn spool(&self) -> Option<&Spool>;

    #[doc(hidden)]
    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        let Some(spool) = self.spool() else { return };
        let ([pos], [vel]) = (io.get(spool.pos), io.get(spool.vel));
        let (w, wanted) = (spool.natural_frequency, Spool::wanted(io, spool.command));
        io.set_derivative(spool.pos, [vel]);
        io.set_derivative(spool.vel, [w * (w * (wanted - pos) - 2.0 * spool.damping_ratio * vel)]);
    }

    #[doc(hidden)]
    fn rest(&self, io: &mut Io<'_>) {
        let Some(spool) = self.spool() else { return };
        let wanted = Spool::wanted(io, spool.command);
        io.set_initial(spool.pos, [wanted]);
        io.set_initial(spool.vel, [0.0]);
    }
}

impl Spool {
    /// Asks for the parameters, and declares the states; there are none without a natural frequency.
    pub fn declare<T: Spooled>(c: &mut Creator<'_, T>, command: In<1>) -> Option<Self> {
        let natural_frequency: Option<f64> = c
            .parameter("NaturalFrequency")
            .unit("Hz")
            .doc("Natural frequency of the spool; without one it follows the command at once")
            .more_than(0.0)
            .optional();
        let damping_ratio: Option<f64> =
            c.parameter("DampingRatio").doc("Damping ratio of the spool; 0.7 if not given").more_than(0.0).optional();
        let Some(natural_frequency) = natural_frequency else {
            if damping_ratio.is_some() {
                c.error("DampingRatio", "the spool follows the command at once without `NaturalFrequency`");
            }
            return None;
        };
        let pos = c.state("SpoolPos", "", "Where the spool is");
        let vel = c.state("SpoolVel", "1/s", "At which the spool moves");
        c.initial(T::rest).reads(command).sets((pos, vel));
        c.derivatives(T::follow).reads((command, pos, vel)).pattern(pos, command, Pattern::NONE).pattern(
            pos,
            pos,
            Pattern::NONE,
        );
        let (natural_frequency, damping_ratio) = (TAU * natural_frequency, damping_ratio.unwrap_or(0.7));
        Some(Self { command, pos, vel, natural_frequency, damping_ratio })
    }

    /// Where a command wants a spool to be.
    #[inline]
    pub fn wanted(io: &Io<'_>, command: In<1>) -> f64 {
        io.get(command)[0].clamp(-1.0, 1.0)
    }
}
