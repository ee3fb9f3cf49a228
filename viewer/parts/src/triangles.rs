//! Meshes as triangles.

use crate::colour::Rgba;

/// A mesh. The front of a triangle is where its corners go round counter-clockwise.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Triangles {
    /// Its corners.
    pub positions: Vec<[f32; 3]>,
    /// What points outwards at each of them, of length 1.
    pub normals: Vec<[f32; 3]>,
    /// By how much the colour is lighter at each of them than that of the shape; none if it is the same everywhere.
    pub shades: Vec<f32>,
    /// The colour at each of them; none if it is that of the shape.
    pub colours: Vec<Rgba>,
    /// Three corners for each triangle.
    pub indices: Vec<u32>,
}
