//! The surroundings of the nodes of a line: the water, its surface and the ground.

use simobject::{Creator, Io, Resource, SimObject};
use simobject_elements::sea::WATER_SURFACE;
use simobject_elements::vector::{Vector, dot, norm, plus, scaled};

use super::ambient::Ambient;

/// Whom to ask.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surroundings {
    pub(super) ambient: Ambient,
    pub(super) surface: Resource<2, 3>,
    /// Speed at which friction on the ground is about as large as it gets, m/s.
    friction_speed: f64,
}

/// The surroundings of a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) gravity: Vector,
    pub(super) velocity: Vector,
    pub(super) acceleration: Vector,
    pub(super) density: f64,
    /// How far it is below the surface, m.
    pub(super) submergence: f64,
    ground: Option<Ground>,
}

/// The ground at a place: how deep that is in it, its normal, and what it is made of.
#[derive(Debug, Clone, Copy)]
struct Ground {
    penetration: f64,
    normal: Vector,
    stiffness: f64,
    damping: f64,
    friction: f64,
    friction_speed: f64,
}

impl Surroundings {
    /// Asks for all of it.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let ambient = Ambient::declare(c);
        let friction_speed = c
            .parameter("FrictionSpeed")
            .unit("m/s")
            .doc("Friction on the ground is mu N tanh(v / FrictionSpeed)")
            .more_than(0.0)
            .default(0.01);
        let surface = c.uses("WaterSurface", &WATER_SURFACE, "The water's surface");
        Self { ambient, surface, friction_speed }
    }

    /// The surroundings of places, at most `N`, each of which reaches so far up and down.
    #[inline]
    pub(super) fn at<const N: usize>(&self, io: &Io<'_>, places: &[Vector], reach: f64) -> [Place; N] {
        let mut found = [Place::NOWHERE; N];
        let gravity = io.query(self.ambient.gravity, places[0]);
        let mut water = [[0.0; 8]; N];
        let water = &mut water[..places.len()];
        io.query_many(self.ambient.water, places, water);
        for ((place, water), found) in places.iter().zip(&*water).zip(found.iter_mut()) {
            let [u, v, w, a, b, c, density, _] = *water;
            *found = Place {
                gravity,
                velocity: [u, v, w],
                acceleration: [a, b, c],
                density,
                submergence: place[2],
                ground: None,
            };
        }
        self.add_elevations(io, places, water, reach, &mut found);
        let Some(seabed) = self.ambient.seabed else { return found };
        let (mut flat, mut ground) = ([[0.0; 2]; N], [[0.0; 7]; N]);
        for (flat, place) in flat.iter_mut().zip(places) {
            *flat = [place[0], place[1]];
        }
        io.query_many(seabed, &flat[..places.len()], &mut ground[..places.len()]);
        for ((place, found), ground) in places.iter().zip(found.iter_mut()).zip(&ground) {
            let [depth, x, y, z, stiffness, damping, friction] = *ground;
            let normal = [x, y, z];
            let penetration = (place[2] - depth) * -z;
            let friction_speed = self.friction_speed;
            found.ground = Some(Ground { penetration, normal, stiffness, damping, friction, friction_speed });
        }
        found
    }

    /// Adds the elevation of the surface to the submergence of the places that it may reach; the others are wet or dry
    /// without it.
    fn add_elevations<const N: usize>(
        &self,
        io: &Io<'_>,
        places: &[Vector],
        water: &[[f64; 8]],
        reach: f64,
        found: &mut [Place; N],
    ) {
        let (mut near, mut flat, mut count) = ([0; N], [[0.0; 2]; N], 0);
        for (at, (place, water)) in places.iter().zip(water).enumerate() {
            let bound = water[7];
            if bound > 0.0 && place[2].abs() < bound + reach {
                (near[count], flat[count]) = (at, [place[0], place[1]]);
                count += 1;
            }
        }
        if count == 0 {
            return;
        }
        let mut surface = [[0.0; 3]; N];
        io.query_many(self.surface, &flat[..count], &mut surface[..count]);
        for (at, [elevation, ..]) in near[..count].iter().zip(&surface) {
            found[*at].submergence += elevation;
        }
    }
}

impl Place {
    /// Nothing, to be filled.
    pub(super) const NOWHERE: Self = Self {
        gravity: [0.0; 3],
        velocity: [0.0; 3],
        acceleration: [0.0; 3],
        density: 0.0,
        submergence: 0.0,
        ground: None,
    };

    /// Which part of a piece of a cylinder is below the surface, whose middle is so much deeper: by the heights of its
    /// ends.
    #[inline(always)]
    pub(super) fn wet(&self, deeper: f64, tangent: Vector, length: f64, diameter: f64) -> f64 {
        let submergence = self.submergence + deeper;
        let sine = (1.0 - tangent[2] * tangent[2]).max(0.0).sqrt();
        let half = 0.5 * (length * tangent[2].abs() + diameter * sine);
        if submergence >= half {
            1.0
        } else if submergence <= -half {
            0.0
        } else {
            0.5 + 0.5 * submergence / half
        }
    }

    /// What the ground does to an area that moves: by its penetration and the rate of that, also where that pulls, and
    /// by friction.
    #[inline(always)]
    pub(super) fn ground_force(&self, velocity: Vector, area: f64) -> Vector {
        let Some(ground) = self.ground else { return [0.0; 3] };
        if ground.penetration <= 0.0 {
            return [0.0; 3];
        }
        let outwards = dot(velocity, ground.normal);
        let pressing = (ground.penetration * ground.stiffness - outwards * ground.damping) * area;
        let force = scaled(ground.normal, pressing);
        let sliding = plus(velocity, -outwards, ground.normal);
        let speed = norm(sliding);
        if ground.friction == 0.0 || speed == 0.0 {
            return force;
        }
        let friction = ground.friction * pressing.abs() * libm::tanh(speed / ground.friction_speed);
        plus(force, -friction / speed, sliding)
    }
}
