//! The few meshes that all shapes are put together from.

use std::collections::HashMap;

use bevy::prelude::*;

use super::coil::CoilForm;

/// A mesh of unit size, which any number of shapes share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Solid {
    /// A sphere of radius 1.
    Ball,
    /// A cube with edges of length 1.
    Cube,
    /// A cylinder of radius 1 along y, its middle at the origin, of length 1.
    Rod,
    /// A cone of the same size, its tip at y = 0.5.
    Cone,
    /// A coil spring.
    Coil(CoilForm),
}

/// How finely round things are drawn: more coarsely where there are many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Detail {
    #[default]
    Fine,
    Medium,
    Coarse,
}

/// The meshes that were needed.
#[derive(Resource, Default)]
pub(super) struct Solids {
    detail: Detail,
    meshes: HashMap<Solid, Handle<Mesh>>,
}

/// Springs that move need a few hundred coils of different slenderness; meshes
/// that no entity has any more go when there are more than this.
const KEPT: usize = 2000;

impl Detail {
    /// For so many shapes.
    fn of(shapes: usize) -> Self {
        match shapes {
            ..=400 => Self::Fine,
            401..=4000 => Self::Medium,
            _ => Self::Coarse,
        }
    }

    /// One of three.
    pub(super) fn pick<T>(self, fine: T, medium: T, coarse: T) -> T {
        match self {
            Self::Fine => fine,
            Self::Medium => medium,
            Self::Coarse => coarse,
        }
    }
}

impl Solids {
    /// Forgets all meshes; those of a scene of so many shapes come.
    pub(super) fn clear(&mut self, shapes: usize) {
        *self = Self { detail: Detail::of(shapes), meshes: HashMap::new() };
    }

    pub(super) fn mesh(&mut self, solid: Solid, meshes: &mut Assets<Mesh>) -> Handle<Mesh> {
        if self.meshes.len() > KEPT {
            self.meshes.clear();
        }
        let detail = self.detail;
        self.meshes.entry(solid).or_insert_with(|| meshes.add(solid.build(detail))).clone()
    }
}

impl Solid {
    fn build(self, detail: Detail) -> Mesh {
        let around = detail.pick(48, 24, 12);
        match self {
            Self::Ball => Sphere::new(1.0).mesh().uv(around, around / 2),
            Self::Cube => Cuboid::from_length(1.0).into(),
            Self::Rod => Cylinder::new(1.0, 1.0).mesh().resolution(around).build(),
            Self::Cone => Cone::new(1.0, 1.0).mesh().resolution(around).build(),
            Self::Coil(form) => form.build(detail),
        }
    }
}
