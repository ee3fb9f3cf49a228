//! The spool of a valve with four ports: how it follows its command, and opens its edges.

use std::f64::consts::TAU;

use simobject::{Creator, In, Io, Out, Pattern, SimObject, State};

use super::Edges;

/// A spool of four ports (P, T, A, B) that a command moves, -1 to 1.
#[derive(Debug, Clone, Copy)]
pub struct Spool {
    command: In<1>,
    position: Position,
    edges: Edges,
    /// How far it opens its edges at A and at B, -1 to 1: above 0 from P, below 0 to T.
    pub openings: [Out<1>; 2],
}

/// The position of a spool.
#[derive(Debug, Clone, Copy)]
enum Position {
    Oscillator(Oscillator),
    /// Of one that follows its command at once.
    AtOnce(Out<1>),
}

/// An oscillator of second order.
#[derive(Debug, Clone, Copy)]
struct Oscillator {
    pos: State<1>,
    /// 1/s.
    vel: State<1>,
    /// rad/s.
    natural_frequency: f64,
    damping_ratio: f64,
}

/// A valve with a spool.
pub trait Spooled: SimObject {
    /// The spool.
    fn spool(&self) -> &Spool;

    #[doc(hidden)]
    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        let Spool { command, position: Position::Oscillator(spool), .. } = self.spool() else { return };
        let ([pos], [vel]) = (io.get(spool.pos), io.get(spool.vel));
        let (w, wanted) = (spool.natural_frequency, wanted(io, *command));
        io.set_derivative(spool.pos, [vel]);
        io.set_derivative(spool.vel, [w * (w * (wanted - pos) - 2.0 * spool.damping_ratio * vel)]);
    }

    #[doc(hidden)]
    fn rest(&self, io: &mut Io<'_>) {
        let Spool { command, position: Position::Oscillator(spool), .. } = self.spool() else { return };
        let wanted = wanted(io, *command);
        io.set_initial(spool.pos, [wanted]);
        io.set_initial(spool.vel, [0.0]);
    }

    #[doc(hidden)]
    #[inline]
    fn open(&self, io: &mut Io<'_>) {
        let Spool { command, position, edges, openings } = self.spool();
        let pos = match position {
            Position::Oscillator(spool) => io.get(spool.pos)[0],
            Position::AtOnce(port) => {
                let pos = wanted(io, *command);
                io.set(*port, [pos]);
                pos
            }
        };
        for (port, opening) in openings.iter().zip(edges.openings(pos)) {
            io.set(*port, [opening]);
        }
    }
}

impl Spool {
    /// Declares `Command`, the spool and its openings, and asks for the parameters.
    pub fn declare<T: Spooled>(c: &mut Creator<'_, T>) -> Self {
        let command = c.in_port("Command", "", "Where the spool is to be, -1 to 1: above 0, P to A and B to T");
        c.input_range(command, -1.0..=1.0);
        let oscillator = Oscillator::declare(c, command);
        let position = match oscillator {
            Some(spool) => {
                c.out_port_of("SpoolPos", spool.pos);
                c.out_port_of("SpoolVel", spool.vel);
                Position::Oscillator(spool)
            }
            None => Position::AtOnce(c.out_port("SpoolPos", "", "Where the spool is")),
        };
        let openings = ["A", "B"].map(|port| {
            let doc = format!("-1 to 1: above 0 from P to {port}, below 0 from {port} to T");
            c.out_port(format!("Opening{port}"), "", doc)
        });
        match &position {
            Position::Oscillator(spool) => c.common_computation(T::open).reads(spool.pos).fills(openings),
            Position::AtOnce(pos) => c.common_computation(T::open).reads(command).fills((*pos, openings)),
        };
        Self { command, position, edges: Edges::declare(c), openings }
    }
}

/// Where a command wants a spool to be.
#[inline]
fn wanted(io: &Io<'_>, command: In<1>) -> f64 {
    io.get(command)[0].clamp(-1.0, 1.0)
}

impl Oscillator {
    /// Asks for the parameters, and declares the states; there are none without a natural frequency.
    fn declare<T: Spooled>(c: &mut Creator<'_, T>, command: In<1>) -> Option<Self> {
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
        Some(Self { pos, vel, natural_frequency, damping_ratio })
    }
}
