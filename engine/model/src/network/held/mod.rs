//! The SimObject of bodies that friction holds together and stops keep apart.

mod branch;
mod modes;
mod now;

use std::cell::RefCell;

use simobject::abi::UNLIMITED;
use simobject::{Creator, Crossing, DiscreteState, Failure, In, Indicator, Io, Out, Result, SimObject, State};

use super::dense::largest;
use super::holding::{Bodies, Impossible};
use branch::{Branch, Kind, MOST_BEYOND, Mode};
use now::{Now, fill};

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
            let no_slip = now.no_slip();
            for (at, branch) in self.branches.iter().enumerate() {
                io.set(branch.turns, [branch.left(at, now, no_slip)]);
            }
        });
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
}
