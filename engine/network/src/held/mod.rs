//! The SimObject of bodies that friction holds together and stops keep apart.

mod branch;
mod impact;
mod modes;
mod moving;
mod now;
mod rest;

use std::cell::RefCell;

use simobject::abi::UNLIMITED;
use simobject::{Creator, DiscreteState, Failure, In, Indicator, Io, Out, Result, SimObject, State};

use crate::dense::largest;
use crate::holding::{Bodies, Impossible};
use branch::{Branch, Kind, MOST_BEYOND, Mode, TOUCHING};
use moving::Moving;
use now::{Now, fill};

/// Bodies with all branches of friction and stops between them: their velocities are states here, because these change
/// together where something hits or locks.
///
/// A branch of friction holds, slides one way or the other, or is open, where its limit is 0. A stop is closed, which is
/// that it holds, or open. One handler finds the modes of all branches together, with the flows of that instant: where
/// velocities jump, flows may too, and it runs again.
pub(crate) struct Held {
    bodies: Bodies,
    through: Vec<In<1>>,
    velocities: Vec<State<1>>,
    positions: Vec<Option<State<1>>>,
    /// The positions on which gaps depend.
    stopped: Vec<Option<State<1>>>,
    rates: Vec<Out<1>>,
    branches: Vec<Branch>,
    /// How exactly events are located, s; none is as exactly as numbers are.
    event_tol: Option<f64>,
}

/// What holds in a state from outside may slip by as many times what counts as no slip, and a closed stop be open as far, SI
/// unit.
const MOST_SLIP: f64 = 1e3;
const MOST_OPEN: f64 = 1e-6;

thread_local! {
    /// Room for the numbers: where one branch holds, no evaluation asks for memory.
    static NOW: RefCell<Now> = RefCell::default();
}

impl SimObject for Held {
    const NAME: &'static str = "Held";
    const DOC: &'static str = "Bodies with all branches of friction and stops between them";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let count: usize = c.parameter("Velocities").doc("How many").default(0);
        let inverse: Vec<f64> = c.parameter("Inverse").doc("Inverse of the mass matrix").default(Vec::new());
        let rows: Vec<f64> = c.parameter("Rows").doc("Slips of branches, as factors of velocities").default(Vec::new());
        let names: String = c.parameter("Branches").doc("Their names").default(String::new());
        let kinds: Vec<f64> = c.parameter("Kinds").doc("-1, or the restitution of stops").default(Vec::new());
        let event_tol: Option<f64> = c.parameter("EventTol").unit("s").doc("How exactly events are located").optional();
        let rests: Vec<f64> = c.parameter("Rests").doc("Velocities of rest of stops").default(Vec::new());
        let moving: Vec<Moving> = (0..count).map(|at| Moving::declare(c, at)).collect();
        let names = names.split_terminator('|').enumerate();
        let branches: Vec<Branch> =
            names.map(|(at, name)| Branch::declare(c, at, name, Kind::of(kinds.get(at), rests.get(at)))).collect();
        // Of the others nobody here has to know where they are.
        let has_stop = |at: usize| {
            let mut of_stops = branches.iter().enumerate().filter(|(_, branch)| !branch.is_friction());
            of_stops.any(|(branch, _)| rows.get(branch * count + at).is_some_and(|factor| *factor != 0.0))
        };
        let positions: Vec<Option<State<1>>> = moving.iter().map(|of| of.position).collect();
        let held = Self {
            through: moving.iter().map(|of| of.through).collect(),
            velocities: moving.iter().map(|of| of.velocity).collect(),
            stopped: positions.iter().enumerate().map(|(at, position)| position.filter(|_| has_stop(at))).collect(),
            positions,
            rates: moving.iter().map(|of| of.rate).collect(),
            bodies: Bodies::new(count, inverse, rows),
            branches,
            event_tol,
        };
        held.declare_computations(c);
        Ok(held)
    }
}

impl Held {
    fn declare_computations(&self, c: &mut Creator<'_, Self>) {
        let Self { branches, rates, velocities, .. } = self;
        let of_branches = |port: fn(&Branch) -> In<1>| branches.iter().map(port).collect::<Vec<_>>();
        let (given_slips, given_gaps) = (of_branches(|of| of.given_slip), of_branches(|of| of.given_gap));
        let forcing: Vec<In<1>> = branches
            .iter()
            .flat_map(|of| [of.limit, of.sliding, of.given_slip, of.given_rate])
            .chain(self.through.iter().copied())
            .collect();
        let modes: Vec<DiscreteState<1>> = branches.iter().map(|of| of.mode).collect();
        let forces: Vec<Out<1>> = branches.iter().map(|of| of.through).collect();
        let turns: Vec<Indicator> = branches.iter().map(|of| of.turns).collect();
        let moving = (velocities.clone(), self.stopped.iter().copied().flatten().collect::<Vec<_>>());
        c.common_computation(Self::solve)
            .reads((forcing.clone(), given_gaps.clone(), modes.clone(), moving.clone()))
            .fills((
                forces.clone(),
                rates.clone(),
                branches.iter().flat_map(|of| [of.slip, of.opening]).collect::<Vec<_>>(),
            ));
        c.common_computation(Self::watch)
            .reads((forcing.clone(), given_gaps.clone(), modes.clone(), moving.clone(), forces, rates.clone()))
            .fills(turns.clone());
        for indicator in turns {
            c.on_event(indicator, Self::switch)
                .reads((forcing.clone(), given_gaps.clone(), modes.clone(), moving.clone()))
                .sets((moving.clone(), modes.clone()));
        }
        c.initial(Self::check).reads((given_gaps.clone(), moving.clone())).only_at_the_start();
        c.initial(Self::check_modes).reads((given_slips, given_gaps, moving, modes));
        c.derivatives(Self::motion).reads((rates.clone(), velocities.clone()));
    }

    /// What a calculation of forces was given.
    fn read(&self, io: &Io<'_>, now: &mut Now) {
        let number = |port: &In<1>| io.get(*port)[0];
        fill(&mut now.flows, self.through.iter().map(number));
        fill(&mut now.modes, self.branches.iter().map(|of| io.get(of.mode)[0]));
        let limit = |of: &Branch| match of.kind {
            Kind::Stop { .. } => Bodies::SHARED,
            Kind::Friction => Some(number(&of.limit)).filter(|limit| *limit < UNLIMITED).unwrap_or(f64::INFINITY),
        };
        fill(&mut now.limits, self.branches.iter().map(limit));
        fill(&mut now.sliding, self.branches.iter().map(|of| number(&of.sliding)));
        fill(&mut now.given_rates, self.branches.iter().map(|of| number(&of.given_rate)));
        self.read_slips(io, now);
    }

    fn read_slips(&self, io: &Io<'_>, now: &mut Now) {
        fill(&mut now.velocities, self.velocities.iter().map(|state| io.get(*state)[0]));
        fill(&mut now.given_slips, self.branches.iter().map(|of| io.get(of.given_slip)[0]));
        self.find_slips(now);
    }

    fn read_gaps(&self, io: &Io<'_>, now: &mut Now) {
        fill(&mut now.positions, self.stopped.iter().map(|state| state.map_or(0.0, |state| io.get(state)[0])));
        fill(&mut now.given_gaps, self.branches.iter().map(|of| io.get(of.given_gap)[0]));
        self.find_gaps(now);
    }

    fn find_slips(&self, now: &mut Now) {
        now.slips.clear();
        let slips = now.given_slips.iter().enumerate();
        now.slips.extend(slips.map(|(at, given)| self.bodies.slip(at, &now.velocities) + given));
    }

    fn find_gaps(&self, now: &mut Now) {
        let given = now.given_gaps.iter().enumerate();
        fill(&mut now.gaps, given.map(|(at, given)| self.bodies.slip(at, &now.positions) + given));
    }

    /// The size of the numbers that make up each gap, and the gap up to which a stop touches: events need them, forces do not.
    fn find_sizes(&self, now: &mut Now) {
        let given = now.given_gaps.iter().enumerate();
        fill(&mut now.sizes, given.map(|(at, given)| self.bodies.size(at, &now.positions) + given.abs()));
        fill(&mut now.touching, now.sizes.iter().map(|size| TOUCHING + 16.0 * f64::EPSILON * size));
    }

    /// The rates that velocities have with what slides, but without what holds.
    fn find_loose_rates(&self, now: &mut Now) {
        self.bodies.accelerations(&now.flows, &mut now.rates);
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
                self.bodies.apply(at, flows, &mut now.rates);
            }
        }
    }

    /// What flows through the branches in their modes, and the rates of velocities and slips. These are there also where it
    /// fails with a contradiction.
    fn find_forces(&self, now: &mut Now) -> std::result::Result<(), Impossible> {
        let bodies = &self.bodies;
        self.find_loose_rates(now);
        let right = now.holding.iter().map(|at| bodies.slip(*at, &now.rates) + now.given_rates[*at]);
        now.right.clear();
        now.right.extend(right);
        let found = bodies.hold(&now.holding, &now.limits, &now.right, &mut now.forces);
        for (at, force) in now.holding.iter().zip(&now.forces) {
            now.through[*at] = *force;
            bodies.apply(*at, *force, &mut now.rates);
        }
        if found.is_ok() {
            bodies.settle(&now.holding, &now.given_rates, &mut now.rates, &mut now.room);
        }
        now.changes.clear();
        let changes = now.given_rates.iter().enumerate().map(|(at, given)| bodies.slip(at, &now.rates) + given);
        now.changes.extend(changes);
        if found.is_ok() {
            // What holds does not slip, whatever rounding says.
            now.holding.iter().for_each(|at| now.changes[*at] = 0.0);
        }
        found
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
        NOW.with_borrow_mut(|now| {
            self.read_gaps(io, now);
            let is_stop = |branch: &Branch| matches!(branch.kind, Kind::Stop { .. });
            let mut stops = self.branches.iter().zip(&now.gaps).filter(|(branch, _)| is_stop(branch));
            match stops.find(|(_, gap)| **gap < -MOST_BEYOND) {
                Some((branch, gap)) => Err(Failure::fatal(format!(
                    "{} begins {:?} beyond where it closes: give initial conditions within",
                    branch.name, -gap
                ))),
                None => Ok(()),
            }
        })
    }

    /// Rejects a state in which something slips that holds, or a closed stop is open.
    fn check_modes(&self, io: &mut Io<'_>) -> Result<()> {
        NOW.with_borrow_mut(|now| {
            fill(&mut now.modes, self.branches.iter().map(|of| io.get(of.mode)[0]));
            self.read_slips(io, now);
            self.read_gaps(io, now);
            let most = MOST_SLIP * now.no_slip();
            for (at, branch) in self.branches.iter().enumerate() {
                let (number, slip, gap) = (now.modes[at], now.slips[at], now.gaps[at]);
                let name = &branch.name;
                let is_known = match branch.kind {
                    Kind::Friction => [0.0, 1.0, -1.0, Mode::OPEN].contains(&number),
                    Kind::Stop { .. } => [0.0, Mode::OPEN, Mode::UNKNOWN].contains(&number),
                };
                let wrong = match Mode::of(number) {
                    _ if !is_known => format!("the mode of {name} is {number:?}, which there is not"),
                    Mode::Holds if slip.abs() > most => {
                        format!("{name} holds, as its mode says, and slips with {slip:?}: a slip of 0 belongs to it")
                    }
                    Mode::Holds if !branch.is_friction() && gap.abs() > MOST_OPEN => {
                        format!(
                            "{name} is closed, as its mode says, and open by {gap:?}: an opening of 0 belongs to it"
                        )
                    }
                    _ => continue,
                };
                return Err(Failure::fatal(wrong));
            }
            Ok(())
        })
    }

    fn solve(&self, io: &mut Io<'_>) -> Result<()> {
        NOW.with_borrow_mut(|now| {
            self.read(io, now);
            self.find_forces(now).map_err(|impossible| self.failure(impossible))?;
            self.branches.iter().zip(&now.through).for_each(|(of, through)| io.set(of.through, [*through]));
            self.rates.iter().zip(&now.rates).for_each(|(of, rate)| io.set(*of, [*rate]));
            self.read_gaps(io, now);
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
            self.read_gaps(io, now);
            self.find_sizes(now);
            fill(&mut now.through, self.branches.iter().map(|of| io.get(of.through)[0]));
            self.bodies.accelerations(&now.flows, &mut now.rates);
            now.size = largest(&now.rates);
            fill(&mut now.rates, self.rates.iter().map(|of| io.get(*of)[0]));
            now.changes.clear();
            let changes = now.given_rates.iter().enumerate();
            now.changes.extend(changes.map(|(at, given)| self.bodies.slip(at, &now.rates) + given));
            for (at, branch) in self.branches.iter().enumerate() {
                io.set(branch.turns, [branch.left(at, now)]);
            }
        });
    }

    /// Finds the modes of all branches, the velocities after what hits and locks, and positions in which nothing overlaps.
    fn switch(&self, io: &mut Io<'_>) -> Result<()> {
        NOW.with_borrow_mut(|now| {
            self.read(io, now);
            self.read_gaps(io, now);
            self.find_sizes(now);
            let located = self.event_tol.unwrap_or(8.0 * f64::EPSILON * io.time().abs());
            self.find_modes(now, located).map_err(|impossible| self.failure(impossible))?;
            self.velocities.iter().zip(&now.velocities).for_each(|(state, v)| io.set_now(*state, [*v]));
            let positions = self.stopped.iter().zip(&now.positions);
            positions.for_each(|(state, s)| state.iter().for_each(|state| io.set_now(*state, [*s])));
            self.branches.iter().zip(&now.modes).for_each(|(of, mode)| io.set_now(of.mode, [*mode]));
            Ok(())
        })
    }
}
