//! What moves between two stops, such as a spool.

use simobject::{
    Creator, Crossing, DiscreteState, Failure, Indicator, Io, Reads, Result, SimObject, State, Unknown, check_mode,
};

/// A SimObject of which a part travels between stops.
pub(crate) trait Travels: SimObject {
    /// Its part.
    fn travel(&self) -> &Travel;

    /// What drives it, N: all forces but that of a stop, damping included.
    fn force(&self, io: &Io<'_>) -> f64;
}

/// A mass, which may be 0, between two stops that take all of its speed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Travel {
    pub(crate) position: State<1>,
    /// The velocity, m/s, of what has a mass.
    velocity: Option<State<1>>,
    /// The velocity of what has none, at which the forces are in balance.
    balanced: Option<Unknown<1>>,
    mass: f64,
    /// Lower and upper one, m; infinite where there is none.
    stops: [f64; 2],
    /// -1 while it rests at the lower stop, 1 at the upper one, else 0.
    stopped: DiscreteState<1>,
    lower: AtStop,
    upper: Option<AtStop>,
}

/// A body that leaves a stop faster than this does not meet it, m/s.
const SLOW: f64 = 1e-8;

/// The events at a stop.
#[derive(Debug, Clone, Copy)]
struct AtStop {
    meet: Indicator,
    leave: Indicator,
}

impl Travel {
    /// Declares position and velocity, of these names.
    pub(crate) fn declare<T: Travels>(
        c: &mut Creator<'_, T>,
        [position, velocity]: [&'static str; 2],
        mass: f64,
        stops: [f64; 2],
    ) -> Self {
        let x = c.state(position, "m", "Position");
        c.initial_value(x, [stops[0]]);
        c.nominal(x, 1e-4);
        let (mut kept, mut balanced) = (None, None);
        if mass > 0.0 {
            let v = c.state(velocity, "m/s", "Velocity");
            c.initial_value(v, [0.0]);
            c.nominal(v, 1e-2);
            kept = Some(v);
        } else {
            let v = c.unknown(velocity, "m/s", "Velocity");
            c.nominal(v, 1e-2);
            balanced = Some(v);
        }
        let stopped =
            c.discrete_state("Stopped", "", "-1 while it rests at its lower stop, 1 at the upper one, else 0");
        c.initial_value(stopped, [0.0]);
        let mut falling =
            |name: &'static str, unit: &'static str, doc: &'static str| c.indicator(name, unit, doc, Crossing::Falling);
        let lower = AtStop {
            meet: falling("ToLower", "m", "Distance to the lower stop, or velocity, which is larger"),
            leave: falling("FromLower", "N", "Force against the lower stop, where it rests there"),
        };
        let upper = stops[1].is_finite().then(|| AtStop {
            meet: falling("ToUpper", "m", "Distance to the upper stop, or velocity away from it, which is larger"),
            leave: falling("FromUpper", "N", "Force against the upper stop, where it rests there"),
        });
        Self { position: x, velocity: kept, balanced, mass, stops, stopped, lower, upper }
    }

    /// Registers its motion; forces read so much beside position and velocity.
    pub(crate) fn moves<T: Travels>(self, c: &mut Creator<'_, T>, reads: impl Reads + Copy) {
        let Self { position, velocity, balanced, stopped, lower, upper, .. } = self;
        let of_stop = |at: AtStop| [at.meet, at.leave];
        let indicators: Vec<Indicator> = [Some(lower), upper].into_iter().flatten().flat_map(of_stop).collect();
        c.initial(begin::<T>).reads(position).only_at_the_start();
        c.initial(check::<T>).reads((position, velocity, stopped));
        let reads = (reads, position, self.velocity(), stopped);
        c.common_computation(watch::<T>).reads(reads).fills(indicators.as_slice());
        if let Some(v) = balanced {
            c.derivatives(slide::<T>).reads((v, stopped));
            c.residual(balance::<T>).reads(reads).of(v);
        } else {
            c.derivatives(accelerate::<T>).reads(reads);
        }
        c.on_event(lower.meet, meet_lower::<T>).sets((position, velocity, stopped));
        c.on_event(lower.leave, leave::<T>).sets(stopped);
        if let Some(upper) = upper {
            c.on_event(upper.meet, meet_upper::<T>).sets((position, velocity, stopped));
            c.on_event(upper.leave, leave::<T>).sets(stopped);
        }
    }

    fn stop(&self, io: &mut Io<'_>, at: f64, stopped: f64) {
        io.set_now(self.position, [at]);
        io.set_now(self.stopped, [stopped]);
        if let Some(velocity) = self.velocity {
            io.set_now(velocity, [0.0]);
        }
    }

    #[inline]
    pub(crate) fn position_at(&self, io: &Io<'_>) -> f64 {
        io.get(self.position)[0]
    }

    /// The velocity, for calculations that read it.
    pub(crate) fn velocity(&self) -> impl Reads + Copy + use<> {
        (self.velocity, self.balanced)
    }

    #[inline]
    pub(crate) fn velocity_at(&self, io: &Io<'_>) -> f64 {
        match (self.velocity, self.balanced) {
            (Some(v), _) => io.get(v)[0],
            (_, Some(v)) => io.get(v)[0],
            _ => 0.0,
        }
    }

    #[inline]
    fn is_free(&self, io: &Io<'_>) -> bool {
        io.get(self.stopped) == [0.0]
    }
}

fn begin<T: Travels>(object: &T, io: &mut Io<'_>) -> Result<()> {
    let travel = object.travel();
    let (x, [lower, upper]) = (travel.position_at(io), travel.stops);
    if (lower..=upper).contains(&x) {
        return Ok(());
    }
    Err(Failure::fatal(format!("its position begins at {x} m, beyond its stops, at {lower} m and {upper} m")))
}

/// Also where a run goes on from a state: what rests at a stop has to lie there.
fn check<T: Travels>(object: &T, io: &mut Io<'_>) -> Result<()> {
    let travel = object.travel();
    let (x, [stopped], [lower, upper]) = (travel.position_at(io), io.get(travel.stopped), travel.stops);
    check_mode("Stopped", &[stopped], if upper.is_finite() { &[-1.0, 0.0, 1.0] } else { &[-1.0, 0.0] })?;
    let v = travel.velocity.map_or(0.0, |velocity| io.get(velocity)[0]);
    let stop = if stopped < 0.0 { lower } else { upper };
    if stopped == 0.0 || (lies_at(x, stop) && v == 0.0) {
        return Ok(());
    }
    let message = format!("`Stopped` is {stopped}: it has to rest at its stop, {stop} m, and is at {x} m with {v} m/s");
    Err(Failure::fatal(message))
}

#[inline]
fn accelerate<T: Travels>(object: &T, io: &mut Io<'_>) {
    let travel = object.travel();
    let Some(velocity) = travel.velocity else { return };
    let rates = if travel.is_free(io) { [io.get(velocity)[0], object.force(io) / travel.mass] } else { [0.0; 2] };
    io.set_derivative(travel.position, [rates[0]]);
    io.set_derivative(velocity, [rates[1]]);
}

#[inline]
fn slide<T: Travels>(object: &T, io: &mut Io<'_>) {
    let travel = object.travel();
    let rate = if travel.is_free(io) { travel.velocity_at(io) } else { 0.0 };
    io.set_derivative(travel.position, [rate]);
}

#[inline]
fn balance<T: Travels>(object: &T, io: &mut Io<'_>) {
    let travel = object.travel();
    let Some(velocity) = travel.balanced else { return };
    let left = if travel.is_free(io) { object.force(io) } else { travel.velocity_at(io) };
    io.set_residual(velocity, [left]);
}

/// What does not apply is 1. To meet a stop, it has to lie beyond and not come back: what a method is off by, when it leaves a
/// stop slowly, does not meet it again. In an equilibrium beyond a stop the velocity is 0 but for rounding.
#[inline]
fn watch<T: Travels>(object: &T, io: &mut Io<'_>) {
    let travel = object.travel();
    let ([lower, upper], x, v) = (travel.stops, travel.position_at(io), travel.velocity_at(io));
    let (stopped, force) = (io.get(travel.stopped)[0], object.force(io));
    let is_free = stopped == 0.0;
    let AtStop { meet, leave } = travel.lower;
    io.set(meet, [if is_free { (x - lower).max(v - SLOW) } else { 1.0 }]);
    io.set(leave, [if stopped < 0.0 { away(x, lower, -force) } else { 1.0 }]);
    if let Some(AtStop { meet, leave }) = travel.upper {
        io.set(meet, [if is_free { (upper - x).max(-v - SLOW) } else { 1.0 }]);
        io.set(leave, [if stopped > 0.0 { away(x, upper, force) } else { 1.0 }]);
    }
}

/// What holds it at a stop; below 0 where it does not lie there, since the stop was moved.
#[inline]
fn away(x: f64, stop: f64, held: f64) -> f64 {
    if lies_at(x, stop) { held } else { -1.0 }
}

/// Whether it is at a stop, but for rounding.
#[inline]
fn lies_at(x: f64, stop: f64) -> bool {
    (x - stop).abs() <= 1e-9 * (stop.abs() + 1e-6)
}

fn meet_lower<T: Travels>(object: &T, io: &mut Io<'_>) {
    let travel = object.travel();
    travel.stop(io, travel.stops[0], -1.0);
}

fn meet_upper<T: Travels>(object: &T, io: &mut Io<'_>) {
    let travel = object.travel();
    travel.stop(io, travel.stops[1], 1.0);
}

fn leave<T: Travels>(object: &T, io: &mut Io<'_>) {
    io.set_now(object.travel().stopped, [0.0]);
}
