//! The SimObject of bodies that friction holds together and stops keep apart.

use std::cell::RefCell;

use simobject::{Creator, Crossing, DiscreteState, Failure, In, Indicator, Io, Out, Private, Result, SimObject, State};

use super::holding::{Bodies, Impossible};

use simobject::abi::UNLIMITED;

/// Bodies with all branches of friction and stops between them: their velocities are states here, because these change
/// together where something hits or locks.
///
/// A branch of friction holds, slides one way or the other, or is open, where its limit is 0. One handler finds the modes of
/// all branches together, with the flows of that instant: where velocities jump, flows may too, and it runs again.
pub(crate) struct Held {
    bodies: Bodies,
    through: Vec<In<1>>,
    velocities: Vec<State<1>>,
    positions: Vec<Option<State<1>>>,
    rates: Vec<Out<1>>,
    branches: Vec<Branch>,
}

struct Branch {
    name: String,
    kind: Kind,
    /// What it can hold, and what flows through it where it slides.
    limit: In<1>,
    sliding: In<1>,
    /// What sources give of its slip and of the rate of that, and how far a stop is open.
    given_slip: In<1>,
    given_rate: In<1>,
    gap: In<1>,
    through: Out<1>,
    slip: Private<1>,
    opening: Private<1>,
    mode: DiscreteState<1>,
    turns: Indicator,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Friction,
    /// Slower than `rest` it comes to rest, and does not bounce.
    Stop {
        restitution: f64,
        rest: f64,
    },
}

/// What a branch does, as its mode says.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Mode {
    /// Its slip is 0; a stop is closed.
    Holds,
    /// That way: 1 or -1.
    Slides(f64),
    /// Nothing flows.
    Open,
}

impl Mode {
    const OPEN: f64 = 2.0;

    #[inline]
    fn of(number: f64) -> Self {
        match number {
            0.0 => Self::Holds,
            Self::OPEN => Self::Open,
            way => Self::Slides(way.signum()),
        }
    }

    fn number(self) -> f64 {
        match self {
            Self::Holds => 0.0,
            Self::Slides(way) => way,
            Self::Open => Self::OPEN,
        }
    }
}

/// All numbers of one instant.
#[derive(Debug, Default)]
struct Now {
    flows: Vec<f64>,
    velocities: Vec<f64>,
    modes: Vec<f64>,
    limits: Vec<f64>,
    sliding: Vec<f64>,
    slips: Vec<f64>,
    given_slips: Vec<f64>,
    given_rates: Vec<f64>,
    gaps: Vec<f64>,
    through: Vec<f64>,
    rates: Vec<f64>,
    /// The rates of slips.
    changes: Vec<f64>,
    holding: Vec<usize>,
    right: Vec<f64>,
    forces: Vec<f64>,
    room: Vec<f64>,
    /// The largest rate of a velocity that other flows alone would give: up to a small part of it rates are rounding.
    size: f64,
}

thread_local! {
    /// Room for the numbers, so that no evaluation asks for memory.
    static NOW: RefCell<Now> = RefCell::default();
}

/// The slip of a branch counts as 0 up to this part of the largest velocity, and up to this one, SI unit.
const NO_SLIP: (f64, f64) = (1e-9, 1e-12);
/// So far beyond a stop a run may begin, SI unit.
const MOST_BEYOND: f64 = 1e-9;
/// Up to this part of what other flows would give, rates of slips are rounding.
const ROUNDING: f64 = 1e-12;
/// Most rounds in which modes are sought.
const MOST_ROUNDS: usize = 200;

impl SimObject for Held {
    const NAME: &'static str = "Held";
    const DOC: &'static str = "Bodies with all branches of friction and stops between them";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count: usize = c.parameter("Velocities").doc("How many").default(0);
        let inverse: Vec<f64> = c.parameter("Inverse").doc("Inverse of the mass matrix").default(Vec::new());
        let rows: Vec<f64> = c.parameter("Rows").doc("Slips of branches, as factors of velocities").default(Vec::new());
        let names: String = c.parameter("Branches").doc("Their names").default(String::new());
        let kinds: Vec<f64> = c.parameter("Kinds").doc("-1, or the restitution of stops").default(Vec::new());
        let rests: Vec<f64> = c.parameter("Rests").doc("Velocities of rest of stops").default(Vec::new());
        let (mut through, mut velocities, mut positions, mut rates) = (vec![], vec![], vec![], vec![]);
        for at in 0..count {
            let mut word =
                |of: &str| -> String { c.parameter(format!("{of}{at}")).doc("A name, a unit").default(String::new()) };
            let [name, unit] = ["Across", "AcrossUnit"].map(&mut word);
            let [position_name, position_unit] = ["Position", "PositionUnit"].map(&mut word);
            let through_unit = word("ThroughUnit");
            let begins: f64 = c.parameter(format!("Initial{at}")).doc("Velocity at the start").default(0.0);
            let at_first: f64 = c.parameter(format!("InitialPosition{at}")).doc("Position at the start").default(0.0);
            through.push(c.in_port(format!("flow-{at}"), through_unit, "What flows into everything else"));
            rates.push(c.out_port(format!("{name}-rate"), format!("{unit}/s"), "Rate of the velocity"));
            let nominal: f64 = c.parameter(format!("Nominal{at}")).doc("Magnitude of the velocity").default(1.0);
            let velocity = c.state(name, unit, "Velocity");
            c.nominal(velocity, nominal);
            c.initial_value(velocity, [begins]);
            velocities.push(velocity);
            positions.push((!position_name.is_empty()).then(|| {
                let position = c.state(position_name, position_unit, "Position");
                c.initial_value(position, [at_first]);
                position
            }));
        }
        let mut branches = Vec::new();
        for (at, name) in names.split_terminator('|').enumerate() {
            let mut port = |of: &str| c.in_port(format!("{of}-{at}"), "", "Of a branch");
            let [limit, sliding, given_slip, given_rate, gap] =
                ["limit", "sliding", "slip", "slip-rate", "gap"].map(&mut port);
            let kind = match (kinds.get(at), rests.get(at)) {
                (Some(restitution), Some(rest)) if *restitution >= 0.0 => {
                    Kind::Stop { restitution: *restitution, rest: *rest }
                }
                _ => Kind::Friction,
            };
            let through = c.out_port(format!("through-{at}"), "", "What flows through a branch");
            let mode = c.discrete_state(format!("mode-{at}"), "", "0 holds, 1 or -1 slides that way, 2 open");
            c.initial_value(mode, [Mode::OPEN]);
            let turns = c.indicator(format!("turns-{at}"), "", "Below 0 its mode is over", Crossing::Falling);
            c.nominal(turns, 1e-3);
            c.side(turns, mode);
            let slip = c.private(format!("slip-now-{at}"));
            let opening = c.private(format!("gap-now-{at}"));
            let name = name.to_owned();
            branches.push(Branch {
                name,
                kind,
                limit,
                sliding,
                given_slip,
                given_rate,
                gap,
                through,
                slip,
                opening,
                mode,
                turns,
            });
        }
        let ports: Vec<In<1>> = branches
            .iter()
            .flat_map(|of| [of.limit, of.sliding, of.given_slip, of.given_rate, of.gap])
            .chain(through.iter().copied())
            .collect();
        let modes: Vec<DiscreteState<1>> = branches.iter().map(|of| of.mode).collect();
        let forces: Vec<Out<1>> = branches.iter().map(|of| of.through).collect();
        let turns: Vec<Indicator> = branches.iter().map(|of| of.turns).collect();
        c.common_computation(Self::solve).reads((ports.clone(), modes.clone(), velocities.clone())).fills((
            forces.clone(),
            rates.clone(),
            branches.iter().flat_map(|of| [of.slip, of.opening]).collect::<Vec<_>>(),
        ));
        c.common_computation(Self::watch)
            .reads((ports.clone(), modes.clone(), velocities.clone(), forces, rates.clone()))
            .fills(turns.clone());
        for indicator in turns {
            c.on_event(indicator, Self::switch)
                .reads((ports.clone(), modes.clone(), velocities.clone()))
                .sets((velocities.clone(), modes.clone()));
        }
        c.initial(Self::check).reads(branches.iter().map(|of| of.gap).collect::<Vec<_>>()).only_at_the_start();
        c.derivatives(Self::motion).reads((rates.clone(), velocities.clone()));
        Ok(Self { bodies: Bodies::new(count, inverse, rows), through, velocities, positions, rates, branches })
    }
}

impl Held {
    /// What a calculation was given.
    fn read(&self, io: &Io<'_>, now: &mut Now) {
        let number = |port: &In<1>| io.get(*port)[0];
        fill(&mut now.flows, self.through.iter().map(number));
        fill(&mut now.velocities, self.velocities.iter().map(|state| io.get(*state)[0]));
        fill(&mut now.modes, self.branches.iter().map(|of| io.get(of.mode)[0]));
        let limit = |of: &Branch| match of.kind {
            Kind::Stop { .. } => Bodies::SHARED,
            Kind::Friction => Some(number(&of.limit)).filter(|limit| *limit < UNLIMITED).unwrap_or(f64::INFINITY),
        };
        fill(&mut now.limits, self.branches.iter().map(limit));
        fill(&mut now.sliding, self.branches.iter().map(|of| number(&of.sliding)));
        fill(&mut now.given_rates, self.branches.iter().map(|of| number(&of.given_rate)));
        fill(&mut now.gaps, self.branches.iter().map(|of| number(&of.gap)));
        fill(&mut now.given_slips, self.branches.iter().map(|of| number(&of.given_slip)));
        self.find_slips(now);
    }

    fn find_slips(&self, now: &mut Now) {
        now.slips.clear();
        let slips = now.given_slips.iter().enumerate();
        now.slips.extend(slips.map(|(at, given)| self.bodies.slip(at, &now.velocities) + given));
    }

    /// What flows through the branches in their modes, and the rates of velocities and slips.
    fn find_forces(&self, now: &mut Now) -> std::result::Result<(), Impossible> {
        let bodies = &self.bodies;
        bodies.accelerations(&now.flows, &mut now.rates);
        now.size = largest(&now.rates);
        now.holding.clear();
        now.through.clear();
        for at in 0..self.branches.len() {
            let flows = match Mode::of(now.modes[at]) {
                Mode::Holds => {
                    now.holding.push(at);
                    0.0
                }
                Mode::Slides(way) => way * now.sliding[at],
                Mode::Open => 0.0,
            };
            now.through.push(flows);
            if flows != 0.0 {
                bodies.apply(at, flows, &mut now.rates);
            }
        }
        let right = now.holding.iter().map(|at| bodies.slip(*at, &now.rates) + now.given_rates[*at]);
        now.right.clear();
        now.right.extend(right);
        bodies.hold(&now.holding, &now.limits, &now.right, &mut now.forces)?;
        for (at, force) in now.holding.iter().zip(&now.forces) {
            now.through[*at] = *force;
            bodies.apply(*at, *force, &mut now.rates);
        }
        bodies.settle(&now.holding, &now.given_rates, &mut now.rates, &mut now.room);
        now.changes.clear();
        let changes = now.given_rates.iter().enumerate().map(|(at, given)| bodies.slip(at, &now.rates) + given);
        now.changes.extend(changes);
        // What holds does not slip, whatever rounding says.
        now.holding.iter().for_each(|at| now.changes[*at] = 0.0);
        Ok(())
    }

    fn failure(&self, impossible: Impossible) -> Failure {
        Failure::fatal(match impossible {
            Impossible::Undetermined(branch) => format!(
                "{} holds what others hold too, and none of them has a limit: nothing determines how they share the load",
                self.branches[branch].name
            ),
            Impossible::Contradicting(branch) => {
                format!("{} and others hold one body at different velocities", self.branches[branch].name)
            }
        })
    }

    /// Rejects a start beyond a stop.
    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        for branch in self.branches.iter().filter(|branch| matches!(branch.kind, Kind::Stop { .. })) {
            let [gap] = io.get(branch.gap);
            if gap < -MOST_BEYOND {
                let beyond = -gap;
                let message =
                    format!("{} begins {beyond:?} beyond where it closes: give initial conditions within", branch.name);
                return Err(Failure::fatal(message));
            }
        }
        Ok(())
    }

    fn solve(&self, io: &mut Io<'_>) -> Result<()> {
        NOW.with_borrow_mut(|now| {
            self.read(io, now);
            self.find_forces(now).map_err(|impossible| self.failure(impossible))?;
            self.branches.iter().zip(&now.through).for_each(|(of, through)| io.set(of.through, [*through]));
            self.rates.iter().zip(&now.rates).for_each(|(of, rate)| io.set(*of, [*rate]));
            self.branches.iter().zip(&now.slips).for_each(|(of, slip)| io.set(of.slip, [*slip]));
            self.branches.iter().zip(&now.gaps).for_each(|(of, gap)| io.set(of.opening, [*gap]));
            Ok(())
        })
    }

    fn motion(&self, io: &mut Io<'_>) {
        for ((state, rate), position) in self.velocities.iter().zip(&self.rates).zip(&self.positions) {
            let rate = io.get(*rate);
            io.set_derivative(*state, rate);
            if let Some(position) = position {
                let velocity = io.get(*state);
                io.set_derivative(*position, velocity);
            }
        }
    }

    /// How far each branch is from the end of its mode.
    fn watch(&self, io: &mut Io<'_>) {
        NOW.with_borrow_mut(|now| {
            self.read(io, now);
            fill(&mut now.through, self.branches.iter().map(|of| io.get(of.through)[0]));
            self.bodies.accelerations(&now.flows, &mut now.rates);
            now.size = largest(&now.rates);
            fill(&mut now.rates, self.rates.iter().map(|of| io.get(*of)[0]));
            now.changes.clear();
            let changes = now.given_rates.iter().enumerate();
            now.changes.extend(changes.map(|(at, given)| self.bodies.slip(at, &now.rates) + given));
            let no_slip = self.no_slip(now);
            for (at, branch) in self.branches.iter().enumerate() {
                io.set(branch.turns, [branch.left(at, now, no_slip)]);
            }
        });
    }

    /// Up to what a slip counts as none.
    fn no_slip(&self, now: &Now) -> f64 {
        now.velocities.iter().fold(NO_SLIP.1, |most, v| most.max(NO_SLIP.0 * v.abs()))
    }

    /// Finds the modes of all branches, and the velocities after what hits and locks.
    fn switch(&self, io: &mut Io<'_>) -> Result<()> {
        NOW.with_borrow_mut(|now| {
            self.read(io, now);
            self.find_modes(now).map_err(|impossible| self.failure(impossible))?;
            self.velocities.iter().zip(&now.velocities).for_each(|(state, v)| io.set_now(*state, [*v]));
            self.branches.iter().zip(&now.modes).for_each(|(of, mode)| io.set_now(of.mode, [*mode]));
            Ok(())
        })
    }

    fn find_modes(&self, now: &mut Now) -> std::result::Result<(), Impossible> {
        self.hit(now)?;
        let no_slip = self.no_slip(now);
        // Which branches have no slip: they hold, if they can.
        let mut is_still = vec![false; self.branches.len()];
        let held_before: Vec<bool> = now.modes.iter().map(|mode| Mode::of(*mode) == Mode::Holds).collect();
        for (at, branch) in self.branches.iter().enumerate() {
            let slip = now.slips[at];
            let (is, mode) = match branch.kind {
                Kind::Friction if now.limits[at] <= 0.0 => (false, Mode::Open),
                Kind::Friction => match Mode::of(now.modes[at]) {
                    // What slid, and has come to rest where its step was cut.
                    Mode::Slides(way) if way * slip <= 0.0 && way * slip >= -1e6 * no_slip => (true, Mode::Holds),
                    _ if slip.abs() <= no_slip => (true, Mode::Holds),
                    _ => (false, Mode::Slides(slip.signum())),
                },
                Kind::Stop { .. } => match now.gaps[at] <= self.touching(now, at) && slip.abs() <= no_slip {
                    true => (true, Mode::Holds),
                    false => (false, Mode::Open),
                },
            };
            is_still[at] = is;
            now.modes[at] = mode.number();
        }
        self.still_modes(now, &is_still, &held_before)?;
        // What holds has no slip at all.
        let holding: Vec<usize> = (0..is_still.len()).filter(|at| Mode::of(now.modes[*at]) == Mode::Holds).collect();
        let slips: Vec<f64> = holding.iter().map(|at| now.slips[*at]).collect();
        if slips.iter().any(|slip| *slip != 0.0) {
            let mut impulses = Vec::new();
            self.bodies.hold(&holding, &now.limits, &slips, &mut impulses)?;
            holding
                .iter()
                .zip(&impulses)
                .for_each(|(at, impulse)| self.bodies.apply(*at, *impulse, &mut now.velocities));
        }
        self.bodies.settle(&holding, &now.given_slips, &mut now.velocities, &mut now.room);
        Ok(())
    }

    /// How far open a stop still touches: by how much a step may end beside a crossing.
    fn touching(&self, now: &Now, at: usize) -> f64 {
        1e-9 * now.slips[at].abs() + 1e-12
    }

    /// Impacts: where stops hit, and where something without a limit begins to hold, slips jump. Friction with a limit
    /// transmits nothing in no time.
    fn hit(&self, now: &mut Now) -> std::result::Result<(), Impossible> {
        let no_slip = self.no_slip(now);
        let mut targets: Vec<(usize, f64)> = Vec::new();
        let mut is_hit = false;
        for (at, branch) in self.branches.iter().enumerate() {
            match branch.kind {
                Kind::Friction if now.limits[at] == f64::INFINITY => {
                    is_hit |= now.slips[at].abs() > no_slip;
                    targets.push((at, 0.0));
                }
                Kind::Friction => {}
                Kind::Stop { restitution, rest } => match Mode::of(now.modes[at]) {
                    Mode::Open if now.gaps[at] <= self.touching(now, at) && now.slips[at] < -no_slip => {
                        is_hit = true;
                        let after = -restitution * now.slips[at];
                        targets.push((at, if after < rest { 0.0 } else { after }));
                    }
                    Mode::Holds => targets.push((at, 0.0)),
                    _ => {}
                },
            }
        }
        if !is_hit {
            return Ok(());
        }
        // Closed stops push and do not pull.
        let mut impulses = Vec::new();
        for _ in 0..=self.branches.len() {
            let holding: Vec<usize> = targets.iter().map(|(at, _)| *at).collect();
            let slips: Vec<f64> = targets.iter().map(|(at, after)| now.slips[*at] - after).collect();
            self.bodies.hold(&holding, &now.limits, &slips, &mut impulses)?;
            let pulls = |(at, impulse): (&usize, &f64)| {
                matches!(self.branches[*at].kind, Kind::Stop { .. }) && *impulse > 1e-12 * largest(&impulses)
            };
            match holding.iter().zip(&impulses).position(pulls) {
                Some(pulling) => targets.remove(pulling),
                None => break,
            };
        }
        for ((at, _), impulse) in targets.iter().zip(&impulses) {
            self.bodies.apply(*at, *impulse, &mut now.velocities);
        }
        self.find_slips(now);
        Ok(())
    }

    /// The modes of branches that have no slip: all hold, then those that cannot slide or open, all of them at once and, where
    /// that comes back, one by one. Of what is overloaded only what is by most lets go, since that relieves others, and
    /// nothing that held before while something does that has just come to rest.
    fn still_modes(
        &self,
        now: &mut Now,
        is_still: &[bool],
        held_before: &[bool],
    ) -> std::result::Result<(), Impossible> {
        let mut met: Vec<Vec<f64>> = Vec::new();
        let mut is_one_by_one = false;
        for _ in 0..MOST_ROUNDS {
            self.find_forces(now)?;
            let flips = |at: usize| self.branches[at].flips(at, now);
            let mut wrong: Vec<(usize, Mode)> =
                (0..is_still.len()).filter(|at| is_still[*at]).filter_map(|at| Some((at, flips(at)?))).collect();
            let overload = |(at, mode): &(usize, Mode)| match mode {
                Mode::Slides(_) => Some((!held_before[*at], now.through[*at].abs() / now.limits[*at])),
                _ => None,
            };
            let overloads = wrong.iter().filter_map(overload);
            let most = overloads.max_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
            // One by one it is always the first that is wrong: that ends where there is one solution.
            if let Some((is_new, most)) = most.filter(|_| !is_one_by_one) {
                // Equal parts under an equal load let go together.
                let is_most = |(new, load): (bool, f64)| new == is_new && load >= most * (1.0 - 1e-9);
                wrong.retain(|of| overload(of).is_none_or(is_most));
            }
            if wrong.is_empty() {
                break;
            }
            if met.contains(&now.modes) {
                if is_one_by_one {
                    break;
                }
                is_one_by_one = true;
                met.clear();
            }
            met.push(now.modes.clone());
            let count = if is_one_by_one { 1 } else { wrong.len() };
            wrong[..count].iter().for_each(|(at, mode)| now.modes[*at] = mode.number());
        }
        Ok(())
    }
}

impl Branch {
    /// How far it is from the end of its mode: below 0 it is over.
    fn left(&self, at: usize, now: &Now, no_slip: f64) -> f64 {
        let slip = now.slips[at];
        // What is rounding of accelerations is none.
        let change = if now.changes[at].abs() <= ROUNDING * now.size { 0.0 } else { now.changes[at] };
        let (limit, through, gap) = (now.limits[at], now.through[at], now.gaps[at]);
        match (self.kind, Mode::of(now.modes[at])) {
            (Kind::Friction, Mode::Holds) if limit == f64::INFINITY => 1.0,
            (Kind::Friction, Mode::Holds) if through == 0.0 && limit > 0.0 => 1.0,
            (Kind::Friction, Mode::Holds) => (limit - through.abs()) / (limit.abs() + through.abs()).max(1e-300),
            (Kind::Friction, Mode::Slides(_)) if limit == f64::INFINITY => -1.0,
            (Kind::Friction, Mode::Slides(way)) => (way * slip).max(way * change),
            (Kind::Friction, Mode::Open) => -limit.clamp(0.0, 1.0),
            // A search for an equilibrium may come from beyond: it is put on the stop, before that may open.
            (Kind::Stop { .. }, Mode::Holds) if gap < -10.0 * MOST_BEYOND => 1.0,
            (Kind::Stop { .. }, Mode::Holds) => -through,
            // Standing far beyond; opening, now or soon; standing there; closing.
            (Kind::Stop { .. }, _) if slip.abs() <= no_slip && gap < -10.0 * MOST_BEYOND => gap,
            (Kind::Stop { .. }, _) if slip > no_slip || slip >= -no_slip && change > 0.0 => gap.max(slip).max(change),
            (Kind::Stop { .. }, _) if slip >= -no_slip => gap,
            (Kind::Stop { .. }, _) => gap.max(slip),
        }
    }

    /// Its next mode, if it has no slip and cannot stay in this one.
    fn flips(&self, at: usize, now: &Now) -> Option<Mode> {
        let (change, through, limit) = (now.changes[at], now.through[at], now.limits[at]);
        let little = ROUNDING * now.size;
        match (self.kind, Mode::of(now.modes[at])) {
            (Kind::Friction, Mode::Holds) => (through.abs() > limit).then(|| Mode::Slides(through.signum())),
            (Kind::Friction, Mode::Slides(way)) => (way * change < -little).then_some(Mode::Holds),
            (Kind::Stop { .. }, Mode::Holds) => {
                (through > 0.0 && now.gaps[at] >= -10.0 * MOST_BEYOND).then_some(Mode::Open)
            }
            (Kind::Stop { .. }, Mode::Open) => (change < -little).then_some(Mode::Holds),
            _ => None,
        }
    }
}

fn fill(into: &mut Vec<f64>, numbers: impl Iterator<Item = f64>) {
    into.clear();
    into.extend(numbers);
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, x| most.max(x.abs()))
}
