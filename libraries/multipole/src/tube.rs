//! Tubes: resistance, inertia and elasticity, each once.

use simobject::{Creator, Io, Resource, Result, SimObject, State};
use simobject_elements::hydraulic::effective_bulk_modulus;

use crate::channel::{Pipe, properties, uses};
use crate::domain::{Domain, Hydraulic};
use crate::form::{G, H, Y, Z, reads};
use crate::pole::{End, Pole};

/// A tube that is closed on its right: given p1.
pub const DEAD_RIGHT: char = 'g';
/// A tube that is closed on its left: given p2.
pub const DEAD_LEFT: char = 'h';

/// A tube in one of its forms.
pub struct Tube<const FORM: char> {
    /// None at a closed end.
    poles: [Option<Pole>; 2],
    /// Along the tube: a pressure where the volume is, a flow where the inertia is.
    states: Vec<State<1>>,
    pipe: Pipe,
    /// Volume, m^3, and what the walls add to the compressibility of the fluid, 1/Pa.
    volume: f64,
    walls: f64,
    fluid: Resource<1, 3>,
}

impl<const FORM: char> SimObject for Tube<FORM> {
    const NAME: &'static str = match FORM {
        G => "TU/G",
        H => "TU/H",
        Y => "TU/Y",
        Z => "TU/Z",
        DEAD_RIGHT => "TU/g",
        _ => "TU/h",
    };
    const DOC: &'static str = "\
A tube, with resistance, inertia and elasticity

dp(Q) = (RL + RT |Q|) Q, RL and RT as those of a channel; L = 4 rho l / (pi d^2); C = l pi d^2/4 (1/K + beta_t)
beta_t = 2/E ((r + s)^2 + r^2) / ((r + s)^2 - r^2) + 0.3), r = d/2, of walls of thickness s
rho, nu, K = Oil((p1 + p2)/2)
G: L dQ1/dt = p1 - p2 - dp(Q1), C dp2/dt = Q1 - Q2
H: C dp1/dt = Q1 - Q2, L dQ2/dt = p1 - p2 - dp(Q2)
Y: L/2 dQ1/dt = p1 - p3 - dp(Q1)/2, C dp3/dt = Q1 - Q2, L/2 dQ2/dt = p3 - p2 - dp(Q2)/2
Z: C/2 dp1/dt = Q1 - Q3, L dQ3/dt = p1 - p2 - dp(Q3), C/2 dp2/dt = Q3 - Q2
g is G closed on its right, Q2 = 0; h is H closed on its left, Q1 = 0.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let pipe = Pipe::declare(c);
        let thickness: Option<f64> =
            c.parameter("s").unit("m").doc("Thickness of the walls; rigid without").more_than(0.0).optional();
        let modulus: f64 =
            c.parameter("E").unit("Pa").doc("Modulus of elasticity of the walls").more_than(0.0).default(2.1e11);
        let fluid = uses(c);
        let r = 0.5 * pipe.size.diameter;
        let walls = thickness.map_or(0.0, |s| {
            let (outer, inner) = ((r + s) * (r + s), r * r);
            2.0 / modulus * ((outer + inner) / (outer - inner) + 0.3)
        });
        let poles = Self::declare_poles(c);
        let mut states = Vec::new();
        for (name, is_pressure) in Self::STATES {
            let (unit, nominal) =
                if *is_pressure { ("Pa", Hydraulic::NOMINAL[0]) } else { ("m^3/s", Hydraulic::NOMINAL[1]) };
            let state = c.state(*name, unit, if *is_pressure { "Pressure" } else { "Flow" });
            c.initial_value(state, [0.0]);
            c.nominal(state, nominal);
            states.push(state);
        }
        let (taken, given): (Vec<_>, Vec<_>) = poles.iter().flatten().map(|pole| (pole.reads, pole.gives)).unzip();
        c.common_computation(Self::show).reads(states.clone()).fills(given);
        c.derivatives(Self::flow).reads((taken, states.clone(), fluid)).reads_no_states();
        Ok(Self { poles, states, pipe, volume: pipe.size.area() * pipe.size.length, walls, fluid })
    }
}

impl<const FORM: char> Tube<FORM> {
    /// The states from left to right: their names, and whether they are pressures.
    const STATES: &'static [(&'static str, bool)] = match FORM {
        G | DEAD_RIGHT => &[("Q1", false), ("p2", true)],
        H | DEAD_LEFT => &[("p1", true), ("Q2", false)],
        Y => &[("Q1", false), ("p3", true), ("Q2", false)],
        _ => &[("p1", true), ("Q3", false), ("p2", true)],
    };

    fn declare_poles(c: &mut Creator<'_, Self>) -> [Option<Pole>; 2] {
        let [one, two] = reads(match FORM {
            DEAD_RIGHT => G,
            DEAD_LEFT => H,
            form => form,
        });
        let left =
            (FORM != DEAD_LEFT).then(|| Pole::declare::<Hydraulic, Self>(c, "P1", End::Right, one, "On its left"));
        let right =
            (FORM != DEAD_RIGHT).then(|| Pole::declare::<Hydraulic, Self>(c, "P2", End::Left, two, "On its right"));
        [left, right]
    }

    #[inline]
    fn show(&self, io: &mut Io<'_>) {
        let ends = [self.states.first(), self.states.last()];
        for (pole, state) in self.poles.iter().zip(ends) {
            if let (Some(pole), Some(state)) = (pole, state) {
                let [value] = io.get(*state);
                pole.set(io, value);
            }
        }
    }

    #[inline]
    fn flow(&self, io: &mut Io<'_>) {
        // What comes in on the left, the states, and what comes in on the right: pressures and flows in turn.
        let mut row = [0.0; 5];
        let count = self.states.len();
        row[0] = self.poles[0].map_or(0.0, |pole| pole.get(io));
        for (at, state) in self.states.iter().enumerate() {
            row[at + 1] = io.get(*state)[0];
        }
        row[count + 1] = self.poles[1].map_or(0.0, |pole| pole.get(io));
        // The first and the last pressure: of two numbers one is.
        let first = usize::from(!Self::is_pressure(0));
        let last = count + 1 - usize::from(!Self::is_pressure(count + 1));
        let properties @ [modulus, density, _] = properties(io, self.fluid, 0.5 * (row[first] + row[last]));
        let resistance = self.pipe.resistance(properties);
        let inertia = self.pipe.size.inertance(density);
        let capacity = self.volume / effective_bulk_modulus(modulus, self.walls);
        // In Y the inertia is cut in two, in Z the volume.
        let (parts_of_inertia, parts_of_volume) =
            (if FORM == Y { 0.5 } else { 1.0 }, if FORM == Z { 0.5 } else { 1.0 });
        for (at, (state, (_, is_pressure))) in self.states.iter().zip(Self::STATES).enumerate() {
            let difference = row[at] - row[at + 2];
            let rate = match is_pressure {
                true => difference / (parts_of_volume * capacity),
                false => (difference - parts_of_inertia * resistance.drop(row[at + 1])) / (parts_of_inertia * inertia),
            };
            io.set_derivative(*state, [rate]);
        }
    }

    /// Whether a number of the row of both ends and the states between them is a pressure.
    const fn is_pressure(at: usize) -> bool {
        Self::STATES[0].1 == (at % 2 == 1)
    }
}
