use std::marker::PhantomData;

use simobject::{Adjacent, Clock, Creator, DiscreteState, In, Io, Look, Out, Rate, Result, SimObject};
use simobject_elements::tlm::{Friction, MechanicQ, Motion, Moving, Terminal, Wave};

use super::freedom::Freedom;
use super::further_ports::FurtherPorts;
use crate::input::{input, not_negative};
use crate::place::Place;
use crate::steps::keep_in_step;

/// Density of what bodies look like, kg/m^3.
const STEEL: f64 = 7850.0;
/// What counts as no limit, m.
const FAR: f64 = 1e300;

/// A kind of body.
pub trait BodyKind: Send + Sync + 'static {
    /// How it moves.
    type Freedom: Freedom;
    /// The type's name in scenarios.
    const NAME: &'static str;
    /// What it does, with its equations.
    const DOC: &'static str;
    /// Mass where none is given, kg.
    const MASS: f64;
    /// Whether `P1` moves by a ratio of what the body does.
    const GEARED: bool = false;
    /// Whether it slides on the ground, with dry friction.
    const RUBBING: bool = false;

    /// `-v1 / v2`, of those that are geared.
    fn ratio<T: SimObject>(_: &mut Creator<'_, T>) -> f64 {
        1.0
    }
}

/// A body with one degree of freedom between ports `P1` and `P2`, of side Q. `P2`
/// moves as the body does, `P1` the other way, since velocities are positive out
/// of it.
pub struct Body<K> {
    /// Of `P1` and `P2`.
    ends: [Terminal; 2],
    damping: In<1>,
    limits: [In<1>; 2],
    /// Boxed, so that what every tick needs stays small.
    rest: Box<Rest>,
    /// x, v and a at the tick before.
    before: Adjacent<DiscreteState<1>, 3>,
    acceleration: Out<1>,
    motion: Motion,
    /// x1 + ratio x2, m.
    length: f64,
    kind: PhantomData<K>,
}

/// What few bodies need at a tick.
struct Rest {
    /// Equivalent masses of `P1` and `P2`.
    masses: [Out<1>; 2],
    /// -v1 / v2.
    ratio: f64,
    rubbing: Option<Rubbing>,
    /// Beside the first port at each end.
    further: [FurtherPorts; 2],
}

/// Dry friction on the ground.
struct Rubbing {
    /// N: at rest, and when sliding.
    forces: [In<1>; 2],
    /// m/s.
    velocity: f64,
    /// Way that it slides at the tick before, and now.
    before: DiscreteState<1>,
    sliding: Out<1>,
}

impl Rubbing {
    fn new<T: SimObject, F: Freedom>(c: &mut Creator<'_, T>) -> Self {
        let names = &F::NAMES;
        let [holding, sliding, velocity] = names.friction;
        let force = |c: &mut Creator<'_, T>, name, doc, default| {
            input(c, name, names.force.unit, doc, |force| force.at_least(0.0).default(default))
        };
        let forces = [
            force(c, holding, "Dry friction up to which it stays at rest", 50.0),
            force(c, sliding, "Dry friction when it slides", 45.0),
        ];
        let velocity = c.parameter(velocity).unit(names.velocity.unit);
        let velocity = velocity.doc("Velocity from which on friction is about that of sliding (Stribeck)");
        let velocity = velocity.at_least(0.0).default(0.0);
        let before = c.discrete_state("SlidingBefore", "", "Sliding at the tick before");
        c.initial_value(before, 0.0);
        let sliding = c.out_port(
            "Sliding",
            "",
            "Way that it slides, or would slide if no stop held it: 1 as P2, -1 as P1; 0 at rest",
        );
        Self { forces, velocity, before, sliding }
    }
}

/// The limits of the position, with their constant values.
fn declare_limits<T: SimObject, F: Freedom>(c: &mut Creator<'_, T>) -> ([In<1>; 2], [f64; 2]) {
    let names = &F::NAMES;
    let mut range = [-FAR, FAR];
    let docs = ["Lower limit of the position", "Upper limit of the position"];
    let limits = [0, 1].map(|i| {
        input(c, names.limits[i], names.position.unit, docs[i], |limit| {
            range[i] = limit.default(range[i]);
            range[i]
        })
    });
    (limits, range)
}

/// Reports limits in the wrong order, and a start beyond them.
fn check_start<T: SimObject, F: Freedom>(c: &mut Creator<'_, T>, position: f64, range: [f64; 2]) {
    let names = &F::NAMES;
    let [lower, upper] = names.limits;
    if range[0] > range[1] {
        c.error(upper, format!("is below `{lower}`, {}", range[0]));
    } else if position < range[0] || position > range[1] {
        let message = format!("is not between `{lower}`, {}, and `{upper}`, {}", range[0], range[1]);
        c.error(names.position.start, message);
    }
}

impl<K: BodyKind> SimObject for Body<K> {
    const NAME: &'static str = K::NAME;
    const DOC: &'static str = K::DOC;

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let names = K::Freedom::NAMES;
        let ends = [("P1", "End that moves the other way than the body"), ("P2", "End that moves as the body does")];
        let ports = ends.map(|(end, doc)| K::Freedom::side_q(c, end, doc));
        let further = [1, 2].map(|end| FurtherPorts::declare::<Self, K::Freedom>(c, end, ends[end - 1].1));
        let mass = c.parameter(names.mass.symbol).unit(names.mass.unit).doc(names.mass.name);
        let mass: f64 = mass.more_than(0.0).default(K::MASS);
        let damping =
            input(c, "B", names.damping_unit, "Viscous friction", |damping| damping.at_least(0.0).default(10.0));
        let stiffness = c.parameter("k").unit(names.stiffness_unit).doc("Spring to the ground");
        let stiffness = stiffness.at_least(0.0).default(0.0);
        let (limits, range) = declare_limits::<Self, K::Freedom>(c);
        let has_length = !K::Freedom::ROTATIONAL && !K::GEARED;
        let length = if has_length { c.parameter("Length").unit("m").doc("x1 + x2").default(0.0) } else { 0.0 };
        let mut start = |quantity: &super::freedom::Quantity| -> f64 {
            let parameter = c.parameter(quantity.start).unit(quantity.unit);
            parameter.doc("Of P2 at the start").default(0.0)
        };
        let (start_position, start_velocity) = (start(&names.position), start(&names.velocity));
        check_start::<Self, K::Freedom>(c, start_position, range);
        let ratio = K::ratio(c);
        let [x, v, a] =
            [(&names.position, start_position), (&names.velocity, start_velocity), (&names.acceleration, 0.0)].map(
                |(quantity, start)| {
                    let state = c.discrete_state(quantity.symbol, quantity.unit, quantity.before);
                    c.initial_value(state, start);
                    state
                },
            );
        let acceleration = c.out_port(names.acceleration.name, names.acceleration.unit, names.acceleration.name);
        let rubbing = K::RUBBING.then(|| Rubbing::new::<Self, K::Freedom>(c));
        let starts = [(length - ratio * start_position, -ratio * start_velocity), (start_position, start_velocity)];
        for ((port, further), (x, v)) in ports.into_iter().zip(&further).zip(starts) {
            port.starts_at(c, x, v);
            further.start_at(c, x, v);
        }
        let friction = rubbing.as_ref().map(|rubbing| (rubbing.forces, rubbing.before));
        let sliding = rubbing.as_ref().map(|rubbing| rubbing.sliding);
        let all: Vec<MechanicQ> = ports.into_iter().chain(further.iter().flat_map(FurtherPorts::ports)).collect();
        keep_in_step(c, &all);
        let has_further = all.len() > ports.len();
        let advance =
            if has_further { c.common_computation(Self::advance_all) } else { c.common_computation(Self::advance) };
        advance
            .on(Clock::model())
            .reads((all.iter().map(|port| port.reads()).collect::<Vec<_>>(), damping, limits, x, v, a, friction))
            .fills((all.iter().map(|port| port.fills()).collect::<Vec<_>>(), acceleration, sliding));
        // It names what `advance` does, though it needs less: so both calculate with the same SimObject in memory.
        c.update(Self::keep)
            .on(Clock::model())
            .reads((all.iter().map(|port| port.reads()).collect::<Vec<_>>(), damping, limits, x, v, a, friction))
            .reads((all.iter().map(|port| [port.v, port.f, port.x]).collect::<Vec<_>>(), acceleration, sliding))
            .sets((x, v, a, rubbing.as_ref().map(|rubbing| rubbing.before)));
        let masses: Vec<_> = all.iter().map(|port| port.me).collect();
        c.common_computation(Self::equivalent_mass).rate(Rate::Constant).reads(()).fills(masses);
        let rest = Box::new(Rest { masses: ports.map(|port| port.me), ratio, rubbing, further });
        if has_length && let Some(place) = Place::declare(c) {
            place.show(c, Look::cuboid((ports[1].x, 0.0, 0.0), [(mass / STEEL).cbrt(); 3]));
        }
        let motion = Motion::new(c.sample_time(Clock::model()), mass, stiffness);
        Ok(Self {
            ends: ports.map(MechanicQ::terminal),
            damping,
            limits,
            rest,
            before: Adjacent::of([x, v, a]),
            acceleration,
            motion,
            length,
            kind: PhantomData,
        })
    }
}

impl<K: BodyKind> Body<K> {
    #[inline]
    fn rubbing(&self) -> Option<&Rubbing> {
        if K::RUBBING { self.rest.rubbing.as_ref() } else { None }
    }

    #[inline]
    fn ratio(&self) -> f64 {
        if K::GEARED { self.rest.ratio } else { 1.0 }
    }

    #[inline]
    fn advance(&self, io: &mut Io<'_>) -> Result<()> {
        let waves = self.waves(io);
        let now = self.moved(io, waves)?;
        self.show(io, waves, now);
        Ok(())
    }

    /// What comes in at both ends.
    #[inline(always)]
    fn waves(&self, io: &Io<'_>) -> [Wave; 2] {
        self.ends.map(|end| end.wave(io))
    }

    /// With further ports.
    fn advance_all(&self, io: &mut Io<'_>) -> Result<()> {
        let waves = self.waves(io);
        let [one, other] = &self.rest.further;
        let now = self.moved(io, [one.added(waves[0], io), other.added(waves[1], io)])?;
        self.show(io, waves, now);
        let [(v1, x1), (v2, x2)] = self.motions(now);
        one.set(io, v1, x1);
        other.set(io, v2, x2);
        Ok(())
    }

    /// Where it is now, with these waves at its ends. Two loops call it: as a
    /// function of its own it takes twice the time in both.
    #[inline(always)]
    fn moved(&self, io: &mut Io<'_>, [w1, w2]: [Wave; 2]) -> Result<Moving> {
        let ([damping], [lower], [upper]) = (io.get(self.damping), io.get(self.limits[0]), io.get(self.limits[1]));
        let [x, v, a] = io.get(self.before);
        let ratio = self.ratio();
        let (force, damping) = (ratio * w1.c - w2.c, damping + ratio * ratio * w1.zc + w2.zc);
        let before = Moving { x, v, a };
        let now = if let Some(rubbing) = self.rubbing() {
            self.slide(rubbing, io, before, force, damping)?
        } else if io.tick() == 0 {
            self.motion.start(x, v, force, damping)
        } else {
            self.motion.next(before, force, damping)
        };
        Ok(if io.tick() == 0 { now } else { now.within(lower, upper) })
    }

    /// Fills the first ports of both ends, and the acceleration.
    #[inline(always)]
    fn show(&self, io: &mut Io<'_>, [w1, w2]: [Wave; 2], now: Moving) {
        let ([p1, p2], [(v1, x1), (v2, x2)]) = (self.ends, self.motions(now));
        p1.set(io, w1, v1, x1);
        p2.set(io, w2, v2, x2);
        io.set(self.acceleration, [now.a]);
    }

    /// Velocity, m/s, and position, m, of both ends.
    #[inline]
    fn motions(&self, now: Moving) -> [(f64, f64); 2] {
        let ratio = self.ratio();
        [(-ratio * now.v, self.length - ratio * now.x), (now.v, now.x)]
    }

    /// With dry friction.
    fn slide(&self, rubbing: &Rubbing, io: &mut Io<'_>, before: Moving, force: f64, damping: f64) -> Result<Moving> {
        let names = K::Freedom::NAMES.friction;
        let [holding, sliding] = rubbing.forces.map(|force| io.get(force)[0]);
        let friction =
            Friction::new(not_negative(holding, names[0])?, not_negative(sliding, names[1])?, rubbing.velocity);
        let [way] = io.get(rubbing.before);
        let (now, way) = if io.tick() == 0 {
            friction.start(&self.motion, before.x, before.v, force, damping)
        } else {
            friction.next(&self.motion, before, way, force, damping)
        };
        io.set(rubbing.sliding, [way]);
        Ok(now)
    }

    #[inline]
    fn keep(&self, io: &mut Io<'_>) {
        let ([v, _, x], [a]) = (io.get(self.ends[1].motion), io.get(self.acceleration));
        io.set_next(self.before, [x, v, a]);
        if let Some(rubbing) = self.rubbing() {
            let sliding = io.get(rubbing.sliding);
            io.set_next(rubbing.before, sliding);
        }
    }

    fn equivalent_mass(&self, io: &mut Io<'_>) {
        let (ratio, mass) = (self.ratio(), self.motion.mass());
        for (end, mass) in [mass / (ratio * ratio), mass].into_iter().enumerate() {
            let further = self.rest.further[end].ports().map(|port| port.me);
            for port in further.chain([self.rest.masses[end]]) {
                io.set(port, [mass]);
            }
        }
    }
}
