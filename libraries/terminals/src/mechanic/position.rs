use std::marker::PhantomData;

use simobject::{Creator, In, Io, Out, Result, SimObject, State};

use super::Mechanics;

/// A flange that moves as in-ports say, or follows one of them through a filter.
pub struct Position<M> {
    given: Vec<In<1>>,
    moves: Vec<Out<1>>,
    follower: Option<Follower>,
    mechanics: PhantomData<M>,
}

/// What follows a position that may jump: a Bessel filter of second order.
struct Follower {
    position: State<1>,
    velocity: State<1>,
    acceleration: Out<1>,
    /// rad/s, where the filter halves the power.
    critical: f64,
}

/// Coefficients of the filter, of which the critical frequency is that at -3 dB.
const BESSEL: [f64; 2] = [1.3617, 0.6180];

impl<M: Mechanics> SimObject for Position<M> {
    const NAME: &'static str = M::POSITION.0;
    const DOC: &'static str = M::POSITION.1;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let flange = M::ends(c);
        let critical: Option<f64> = c
            .parameter("f_crit")
            .unit("Hz")
            .doc("Critical frequency of the filter through which it follows Ref; if not given, it moves as Ref, RefVel and RefAcc say")
            .more_than(0.0)
            .optional();
        let f = c.in_port(M::F.0, M::F.1, "What flows into it");
        let mut given = vec![c.in_port("Ref", M::S.1, "Position")];
        let (mut moves, mut follower) = (Vec::new(), None);
        match critical {
            None => {
                let velocity = c.rate_of("RefVel", M::V.1, given[0], "Velocity; with `f_crit` none is needed");
                let acceleration = c.rate_of("RefAcc", M::A.1, velocity, "Acceleration; with `f_crit` none is needed");
                given.extend([velocity, acceleration]);
                moves.push(c.out_port(M::S.0, M::S.1, "The same position"));
                moves.push(c.out_port(M::V.0, M::V.1, "The same velocity"));
                moves.push(c.out_port(M::A.0, M::A.1, "The same acceleration"));
                c.common_computation(Self::drive).reads(given.clone()).fills(moves.clone());
                c.fixes_across(flange).position(moves[0]).across(moves[1]).rate(moves[2]).through(f);
            }
            Some(critical) => {
                let position = c.state(M::S.0, M::S.1, "Position, which follows Ref");
                let velocity = c.state(M::V.0, M::V.1, "Velocity");
                c.out_port_of(M::S.0, position);
                c.out_port_of(M::V.0, velocity);
                let acceleration = c.out_port(M::A.0, M::A.1, "Acceleration");
                c.initial(Self::begin).reads(given[0]).reads_no_states().sets(position);
                c.initial_value(velocity, [0.0]);
                c.common_computation(Self::follow).reads((given[0], position, velocity)).fills(acceleration);
                c.derivatives(Self::motion).reads((velocity, acceleration));
                c.fixes_across(flange).position(position).across(velocity).rate(acceleration).through(f);
                let critical = std::f64::consts::TAU * critical;
                follower = Some(Follower { position, velocity, acceleration, critical });
            }
        }
        Ok(Self { given, moves, follower, mechanics: PhantomData })
    }
}

impl<M> Position<M> {
    #[inline]
    fn drive(&self, io: &mut Io<'_>) {
        for (given, moves) in self.given.iter().zip(&self.moves) {
            let given = io.get(*given);
            io.set(*moves, given);
        }
    }

    fn begin(&self, io: &mut Io<'_>) {
        let Some(follower) = &self.follower else { return };
        let given = io.get(self.given[0]);
        io.set_initial(follower.position, given);
    }

    #[inline]
    fn follow(&self, io: &mut Io<'_>) {
        let Some(Follower { position, velocity, acceleration, critical }) = &self.follower else { return };
        let ([given], [s], [v]) = (io.get(self.given[0]), io.get(*position), io.get(*velocity));
        let [a, b] = BESSEL;
        io.set(*acceleration, [critical / b * (critical * (given - s) - a * v)]);
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) {
        let Some(follower) = &self.follower else { return };
        let (v, a) = (io.get(follower.velocity), io.get(follower.acceleration));
        io.set_derivative(follower.position, v);
        io.set_derivative(follower.velocity, a);
    }
}
