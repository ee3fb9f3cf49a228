//! A line of equal segments without mass, which join nodes that have it.
//!
//! Loads and inertia are those of MoorDyn's lumped-mass model (Hall, Goupee 2015): each node has the mass, the weight,
//! the buoyancy, the drag and the added mass of half of both segments at it. The tension of a segment is that of its
//! strain, and a damping that is proportional to the rate of that, which acts always; the line pulls, and does not push.

use super::elasticity::Elasticity;
use super::surroundings::Place;
use simobject_elements::vector::{Vector, difference, dot, norm, plus, scaled, sum, unit};

/// What a line is made of.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Lumped {
    pub(super) segments: usize,
    pub(super) elasticity: Elasticity,
    /// N s.
    pub(super) axial_damping: f64,
    /// N m^2.
    pub(super) bending_stiffness: f64,
    /// kg/m.
    pub(super) mass_per_length: f64,
    /// Of a cylinder of the line's volume, m.
    pub(super) diameter: f64,
    pub(super) drag: [f64; 2],
    pub(super) added_mass: [f64; 2],
}

/// Where a line is: its ends, and its nodes in between.
#[derive(Debug, Clone, Copy)]
pub(super) struct Nodes<'a> {
    pub(super) ends: [[Vector; 2]; 2],
    pub(super) pos: &'a [Vector],
    pub(super) vel: &'a [Vector],
    /// Of a segment without load, m.
    pub(super) length: f64,
    /// How fast that grows, m/s.
    pub(super) growth: f64,
}

/// A segment: its direction, its length, m, and what it pulls with, N.
#[derive(Debug, Clone, Copy)]
pub(super) struct Segment {
    direction: Vector,
    length: f64,
    pub(super) tension: f64,
}

/// The force on a node, and its masses across the line and along it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    pub(super) force: Vector,
    pub(super) tangent: Vector,
    pub(super) masses: [f64; 2],
}

/// Beyond the ends there is nothing.
const NOTHING: Segment = Segment { direction: [0.0; 3], length: 1.0, tension: 0.0 };

impl Nodes<'_> {
    /// Position and velocity of a node; 0 is the end A.
    #[inline(always)]
    pub(super) fn node(&self, node: usize) -> [Vector; 2] {
        if node == 0 {
            self.ends[0]
        } else if node > self.pos.len() {
            self.ends[1]
        } else {
            [self.pos[node - 1], self.vel[node - 1]]
        }
    }
}

impl Lumped {
    /// Segment `k`, from node `k` to the next one.
    #[inline(always)]
    pub(super) fn segment(&self, nodes: &Nodes<'_>, k: usize) -> Segment {
        let ([from, from_vel], [to, to_vel]) = (nodes.node(k), nodes.node(k + 1));
        let along = difference(to, from);
        let length = norm(along);
        let direction = if length > 0.0 { scaled(along, 1.0 / length) } else { [0.0; 3] };
        let per_length = 1.0 / nodes.length;
        let strain = (length - nodes.length) * per_length;
        let rate = (dot(direction, difference(to_vel, from_vel)) - nodes.growth * length * per_length) * per_length;
        Segment { direction, length, tension: self.elasticity.tension(strain) + self.axial_damping * rate }
    }

    /// The segments around a node: the two at it, and the ones beyond those.
    #[inline(always)]
    pub(super) fn around(&self, nodes: &Nodes<'_>, node: usize) -> [Segment; 4] {
        let mut around = [NOTHING; 4];
        for (at, segment) in around.iter_mut().enumerate() {
            // Bending is felt from one joint farther away.
            let is_needed = self.bending_stiffness > 0.0 || at == 1 || at == 2;
            if is_needed && (2..self.segments + 2).contains(&(node + at)) {
                *segment = self.segment(nodes, node + at - 2);
            }
        }
        around
    }

    /// The same for the next node.
    #[inline(always)]
    pub(super) fn next(&self, nodes: &Nodes<'_>, around: [Segment; 4], node: usize) -> [Segment; 4] {
        let [_, a, b, c] = around;
        let farthest = node + 1;
        if self.bending_stiffness > 0.0 {
            let last = if farthest < self.segments { self.segment(nodes, farthest) } else { NOTHING };
            return [a, b, c, last];
        }
        let last = if node < self.segments { self.segment(nodes, node) } else { NOTHING };
        [a, b, last, NOTHING]
    }

    /// What a node bears, of the segments around it, and where it is.
    #[inline(always)]
    pub(super) fn load(
        &self,
        node: usize,
        around: &[Segment; 4],
        vel: Vector,
        place: &Place,
        nodes: &Nodes<'_>,
    ) -> Load {
        let [_, before, after, _] = around;
        let length = if node == 0 || node == self.segments { 0.5 * nodes.length } else { nodes.length };
        let tangent = unit(plus(
            scaled(before.direction, before.length * is(node > 0)),
            after.length * is(node < self.segments),
            after.direction,
        ));
        let mut force = difference(scaled(after.direction, after.tension), scaled(before.direction, before.tension));
        if self.bending_stiffness > 0.0 {
            force = sum(force, self.bending(around, nodes.length));
        }
        let mass = self.mass_per_length * length;
        let area = std::f64::consts::FRAC_PI_4 * self.diameter * self.diameter;
        // Half a segment at an end lies to one side of it.
        let inwards = 0.5 * length * (is(node == 0) - is(node == self.segments));
        let wet = place.wet(inwards * tangent[2], tangent, length, self.diameter);
        // The mass of the water in its place, of what is wet.
        let displaced = place.density * area * length * wet;
        force = plus(force, mass - displaced, place.gravity);

        let [normal_added, tangential_added] = self.added_mass;
        let relative = difference(place.velocity, vel);
        let (along, accelerated) = (dot(relative, tangent), dot(place.acceleration, tangent));
        let across = plus(relative, -along, tangent);
        let dynamic = 0.5 * place.density * self.diameter * length * wet;
        let (normal_drag, tangential_drag) =
            (dynamic * self.drag[0] * norm(across), dynamic * std::f64::consts::PI * self.drag[1] * along.abs());
        force = plus(force, normal_drag, across);
        force = plus(force, tangential_drag * along, tangent);
        force = plus(force, displaced * (1.0 + normal_added), plus(place.acceleration, -accelerated, tangent));
        force = plus(force, displaced * (1.0 + tangential_added) * accelerated, tangent);
        force = sum(force, place.ground_force(vel, self.diameter * length));
        Load { force, tangent, masses: [mass + displaced * normal_added, mass + displaced * tangential_added] }
    }

    /// What bending at a node and at its neighbours does to it: minus the gradient of `E I (1 - cos angle) / l` at each
    /// joint, which are the moment over a segment at small angles, and keeps the energy at large ones.
    #[inline(always)]
    fn bending(&self, around: &[Segment; 4], length: f64) -> Vector {
        let stiffness = self.bending_stiffness / length;
        // What a joint does to the far ends of its two segments; the node in its middle feels the opposite of both.
        let joint = |a: &Segment, b: &Segment| {
            if a.length <= 0.0 || b.length <= 0.0 || a.direction == [0.0; 3] || b.direction == [0.0; 3] {
                return [[0.0; 3]; 2];
            }
            let cosine = dot(a.direction, b.direction);
            let first = scaled(plus(b.direction, -cosine, a.direction), -stiffness / a.length);
            let last = scaled(plus(a.direction, -cosine, b.direction), stiffness / b.length);
            [first, last]
        };
        let [outer, before, after, farther] = around;
        let [[_, from_before], [first, last], [from_after, _]] =
            [joint(outer, before), joint(before, after), joint(after, farther)];
        difference(sum(from_before, from_after), sum(first, last))
    }
}

impl Load {
    /// How the force accelerates it.
    #[inline(always)]
    pub(super) fn acceleration(&self) -> Vector {
        let along = dot(self.force, self.tangent);
        let [normal, tangential] = self.masses;
        let across = plus(self.force, -along, self.tangent);
        plus(scaled(across, 1.0 / normal), along / tangential, self.tangent)
    }

    /// Its mass matrix, row by row.
    pub(super) fn mass_matrix(&self) -> [f64; 9] {
        let [normal, tangential] = self.masses;
        std::array::from_fn(|at| {
            let (row, column) = (at / 3, at % 3);
            normal * is(row == column) + (tangential - normal) * self.tangent[row] * self.tangent[column]
        })
    }
}

#[inline(always)]
fn is(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}
