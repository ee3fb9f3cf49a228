use simobject::{Creator, Failure, In, Io, Level, Look, Out, OutSlice, Result, SimObject, State, StateSlice};

use super::end::End;
use super::hanging::Rope;
use super::line_type::LineType;
use super::lumped::{Load, Lumped, Nodes, Segment};
use super::surroundings::{Place, Surroundings};
use simobject_elements::vector::Vector;

/// A line with mass: a mooring line, a towline, an umbilical.
///
/// It is cut into equal segments, and its mass lies in the nodes between them. The model leaves out torsion, the weight of
/// marine growth, drag that depends on Reynolds' number, and what vortices do.
pub struct Mooring {
    pos: StateSlice,
    vel: StateSlice,
    ends: [End; 2],
    tension: OutSlice,
    utilisation: Option<Out<1>>,
    winch: Option<Winch>,
    around: Surroundings,
    line: Lumped,
    length: f64,
    strength: f64,
}

/// How many nodes ask for their surroundings together: four blocks of waves.
const CHUNK: usize = 32;

/// How the line gets longer.
#[derive(Debug, Clone, Copy)]
struct Winch {
    length: State<1>,
    payout: [In<1>; 2],
}

impl SimObject for Mooring {
    const NAME: &'static str = "Cable/Mooring";
    const DOC: &'static str = "\
A line of segments without mass between nodes that have it: of chain, wire or rope, in water, air and on the seabed

M dVel/dt = tensions + weight + buoyancy + drag + waves + ground, of each node between the ends A and B
tension = E A strain (0 where it is slack) + AxialDamping d(strain)/dt; M = mass + added mass, across and along
drag = 1/2 rho D l (NormalDrag |u_n| u_n + pi TangentialDrag |u_t| u_t); waves = rho A l ((1 + C_n) a_n + (1 + C_t) a_t)
ground = D l (Stiffness penetration + Damping rate), also where that pulls, and friction mu N tanh(v / FrictionSpeed)
At its ends it has half a node, whose mass goes to what it is attached to: connect a bundle (Buoy.P1 = Line.B), or
Pos, Vel and Force to a body without it, or give PosA, PosB
It starts as a catenary of its segments, at rest in still water. Its loads are MoorDyn's (Hall, Goupee 2015).";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let length: f64 = c.parameter("Length").unit("m").doc("Length without load").more_than(0.0).required();
        let segments: usize = c.parameter("Segments").doc("Number of segments").at_least(2.0).at_most(1e5).default(20);
        let line_type = LineType::declare(c);
        let bending_stiffness = c
            .parameter("BendingStiffness")
            .unit("N m^2")
            .doc("Stiffness E I; both ends turn freely")
            .at_least(0.0)
            .default(0.0);
        let axial_damping = damping(c, &line_type, length / segments as f64);
        let is_winched = c
            .parameter("Winched")
            .doc("Whether it gets longer by PayoutA and PayoutB, along all of it alike")
            .default(false);

        let ends = [End::declare(c, "A"), End::declare(c, "B")];
        let inner = 3 * (segments - 1);
        let pos = c.state_slice("Pos", inner, "m", "Positions of the nodes between the ends");
        let vel = c.state_slice("Vel", inner, "m/s", "Their velocities");
        let winch = is_winched.then(|| {
            let payout = ["A", "B"].map(|end| {
                let port = c.in_port(format!("Payout{end}"), "m/s", format!("How fast it is paid out at {end}"));
                c.default_input(port, 0.0);
                port
            });
            let state = c.state("Length", "m", "Its length without load");
            c.out_port_of("Length", state);
            c.initial_value(state, length);
            Winch { length: state, payout }
        });
        let around = Surroundings::declare(c);
        let tension = c.out_slice("Tension", segments, "N", "Tensions of the segments, from A to B");
        let strength = line_type.strength;
        let utilisation = strength.map(|_| c.out_port("Utilisation", "", "Largest tension over that which breaks it"));

        let ports = (ends.map(|end| end.pos), ends.map(|end| end.vel));
        let ambient = around.ambient;
        let asked = (ambient.gravity, ambient.water, around.surface, ambient.seabed);
        let paid_out = winch.map(|winch| (winch.length, winch.payout));
        let of_ends = (ends.map(|end| end.force), ends.map(|end| end.mass), ends.map(|end| end.tension));
        c.common_computation(Self::pull).reads((ports, pos, vel, asked, paid_out)).fills(of_ends);
        c.common_computation(Self::strain).reads((ports, pos, vel, paid_out)).fills((tension, utilisation));
        c.derivatives(Self::motion).reads((ports, pos, vel, asked, paid_out));
        c.initial(Self::hang).reads((ends.map(|end| end.pos), asked)).sets((pos, vel));
        c.look(Look::line((ends[0].pos, pos, ends[1].pos)));
        let line = Lumped {
            segments,
            elasticity: line_type.elasticity,
            axial_damping,
            bending_stiffness,
            mass_per_length: line_type.mass_per_length,
            diameter: line_type.diameter,
            drag: line_type.drag,
            added_mass: line_type.added_mass,
        };
        let strength = strength.unwrap_or(f64::INFINITY);
        Ok(Self { pos, vel, ends, tension, utilisation, winch, around, line, length, strength })
    }
}

/// The axial damping, N s: as it is given, or of a part of the critical one of a segment.
fn damping(c: &mut Creator<'_, Mooring>, line_type: &LineType, segment: f64) -> f64 {
    let given: Option<f64> = c
        .parameter("AxialDamping")
        .unit("N s")
        .doc("Tension for each rate of the strain, in place of DampingRatio")
        .at_least(0.0)
        .optional();
    let ratio: Option<f64> = c
        .parameter("DampingRatio")
        .doc("Of the swing of a single segment along the line; 0.8 if neither is given")
        .at_least(0.0)
        .optional();
    match (given, ratio) {
        (Some(given), None) => given,
        (Some(given), Some(_)) => {
            c.error("DampingRatio", "stands beside `AxialDamping`; give one of them");
            given
        }
        (None, ratio) => {
            let stiffness = line_type.elasticity.largest_stiffness();
            ratio.unwrap_or(0.8) * segment * (stiffness * line_type.mass_per_length).sqrt()
        }
    }
}

impl Mooring {
    fn nodes<'a>(&self, io: &'a Io<'_>) -> Nodes<'a> {
        let (length, growth) = match self.winch {
            None => (self.length, 0.0),
            Some(winch) => {
                let [[a], [b]] = winch.payout.map(|payout| io.get(payout));
                (io.get(winch.length)[0], a + b)
            }
        };
        let per_segment = 1.0 / self.line.segments as f64;
        Nodes {
            ends: self.ends.map(|end| end.state(io)),
            pos: io.slice(self.pos).as_chunks().0,
            vel: io.slice(self.vel).as_chunks().0,
            length: length * per_segment,
            growth: growth * per_segment,
        }
    }

    /// The accelerations of inner nodes from one on, as many as are wanted; `around` are the segments around the node
    /// before, if there was one, and around the last one afterwards.
    #[inline]
    fn accelerations(
        &self,
        io: &Io<'_>,
        nodes: &Nodes<'_>,
        first: usize,
        around: &mut Option<[Segment; 4]>,
        wanted: &mut [Vector],
    ) {
        let inner = &nodes.pos[first - 1..first - 1 + wanted.len()];
        let places: [Place; CHUNK] = self.around.at(io, inner, nodes.length + self.line.diameter);
        for (i, wanted) in wanted.iter_mut().enumerate() {
            let node = first + i;
            let here = match *around {
                Some(before) => self.line.next(nodes, before, node),
                None => self.line.around(nodes, node),
            };
            *around = Some(here);
            *wanted = self.line.load(node, &here, nodes.vel[node - 1], &places[i], nodes).acceleration();
        }
    }

    #[inline]
    fn motion(&self, io: &mut Io<'_>) -> Result<()> {
        let inner = self.line.segments - 1;
        let (mut first, mut around) = (1, None);
        while first <= inner {
            let count = CHUNK.min(inner + 1 - first);
            let mut accelerations = [[0.0; 3]; CHUNK];
            let mut velocities = [[0.0; 3]; CHUNK];
            let nodes = self.nodes(io);
            if nodes.length <= 0.0 {
                return Err(Failure::recoverable("the line is hauled in altogether"));
            }
            self.accelerations(io, &nodes, first, &mut around, &mut accelerations[..count]);
            velocities[..count].copy_from_slice(&nodes.vel[first - 1..first - 1 + count]);
            let places = 3 * (first - 1)..3 * (first - 1 + count);
            io.derivative_slice_mut(self.pos)[places.clone()].copy_from_slice(velocities[..count].as_flattened());
            io.derivative_slice_mut(self.vel)[places].copy_from_slice(accelerations[..count].as_flattened());
            first += count;
        }
        if let Some(winch) = self.winch {
            let [[a], [b]] = winch.payout.map(|payout| io.get(payout));
            io.set_derivative(winch.length, [a + b]);
        }
        Ok(())
    }

    #[inline]
    fn pull(&self, io: &mut Io<'_>) {
        let nodes = self.nodes(io);
        let both = nodes.ends.map(|[pos, _]| pos);
        let places: [Place; 2] = self.around.at(io, &both, nodes.length + self.line.diameter);
        let loads: [Load; 2] = [(0, 0), (1, self.line.segments)].map(|(end, node)| {
            let around = self.line.around(&nodes, node);
            self.line.load(node, &around, nodes.ends[end][1], &places[end], &nodes)
        });
        for (end, load) in self.ends.iter().zip(&loads) {
            end.set(io, load);
        }
    }

    #[inline]
    fn strain(&self, io: &mut Io<'_>) {
        let (mut largest, mut first) = (0.0_f64, 0);
        while first < self.line.segments {
            let count = CHUNK.min(self.line.segments - first);
            let mut tensions = [0.0; CHUNK];
            let nodes = self.nodes(io);
            for (at, tension) in tensions[..count].iter_mut().enumerate() {
                *tension = self.line.segment(&nodes, first + at).tension;
                largest = largest.max(*tension);
            }
            io.slice_mut(self.tension)[first..first + count].copy_from_slice(&tensions[..count]);
            first += count;
        }
        if let Some(utilisation) = self.utilisation {
            io.set(utilisation, largest / self.strength);
        }
    }

    /// A catenary of its segments at rest, not below the ground.
    fn hang(&self, io: &mut Io<'_>) -> Result<()> {
        let ends = self.ends.map(|end| io.get(end.pos));
        let ambient = &self.around.ambient;
        for (end, place) in ["A", "B"].into_iter().zip(ends) {
            let below = place[2] - ambient.depth(io, place);
            if below > 0.01 * self.length + self.line.diameter {
                return Err(Failure::fatal(format!("its end {end} is {below:.3} m below the ground")));
            }
        }
        for (at, end) in ["A", "B"].into_iter().enumerate() {
            let above = ambient.depth(io, ends[at]) - ends[at][2];
            let is_anchor = self.ends[at].is_fixed && ends[at][2] > ends[1 - at][2];
            if is_anchor && above.is_finite() && above > 0.01 * self.length + 10.0 * self.line.diameter {
                io.log(
                    Level::Warning,
                    &format!("its end {end} is fixed {above:.2} m above the ground, and nothing carries it there: an anchor lies on the ground"),
                );
            }
        }
        let rope = Rope {
            length: self.length,
            mass_per_length: self.line.mass_per_length,
            diameter: self.line.diameter,
            stiffness: self.line.elasticity.stiffness(),
        };
        let hanging = rope.hanging(io, ambient, ends, false).map_err(|fault| Failure::fatal(fault.to_string()))?;
        let inner = self.line.segments - 1;
        let mut positions = vec![0.0; 3 * inner];
        let nodes = hanging.nodes(self.line.segments);
        for (position, place) in positions.as_chunks_mut::<3>().0.iter_mut().zip(nodes) {
            *position = [place[0], place[1], place[2].min(ambient.depth(io, place))];
        }
        io.set_initial_slice(self.pos, &positions);
        io.set_initial_slice(self.vel, &vec![0.0; 3 * inner]);
        Ok(())
    }
}
