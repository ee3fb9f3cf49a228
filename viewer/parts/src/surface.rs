//! A surface over a grid, such as that of the sea.

use glam::Vec3;

use crate::colour::Rgba;
use crate::triangles::Triangles;

/// The surface through points, row by row; none if they make no grid. Where points have colours of their own, which say
/// something, it is no lighter where it is high.
pub fn surface(points: &[Vec3], columns: usize, colours: &[Rgba]) -> Option<Triangles> {
    let rows = points.len().checked_div(columns)?;
    if rows < 2 || columns < 2 {
        return None;
    }
    let place = |row: usize, column: usize| points[row * columns + column];
    let mut normals = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        for column in 0..columns {
            let along = place(row, (column + 1).min(columns - 1)) - place(row, column.saturating_sub(1));
            let across = place((row + 1).min(rows - 1), column) - place(row.saturating_sub(1), column);
            let normal = along.cross(across).normalize_or(Vec3::Y);
            normals.push(if normal.y < 0.0 { -normal } else { normal }.to_array());
        }
    }
    // Its upper side is its front, whatever way the axes go.
    let is_turned = (place(0, 1) - place(0, 0)).cross(place(1, 0) - place(0, 0)).y < 0.0;
    let mut indices = Vec::with_capacity(6 * rows * columns);
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let at = |row: usize, column: usize| (row * columns + column) as u32;
            let [a, b, c, d] = [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
            indices.extend(if is_turned { [a, c, b, b, c, d] } else { [a, b, c, b, d, c] });
        }
    }
    let colours = colours.get(..rows * columns).unwrap_or_default().to_vec();
    let shades = if colours.is_empty() { shades(&points[..rows * columns]) } else { Vec::new() };
    let positions: Vec<[f32; 3]> = points[..rows * columns].iter().map(Vec3::to_array).collect();
    Some(Triangles { positions, normals, shades, colours, indices })
}

/// By how much its colour is lighter where it is high, and darker where it is low: by a part of its width, so that
/// the colour of a place does not depend on what the rest does.
fn shades(points: &[Vec3]) -> Vec<f32> {
    let scale = surface_shade(points);
    points.iter().map(|point| 1.0 + CONTRAST * (point.y / scale).tanh()).collect()
}

/// The height at which a surface through points is nearly as light as it gets, m.
pub fn surface_shade(points: &[Vec3]) -> f32 {
    let across = match points {
        [first, .., last] => (last.x - first.x).abs().max((last.z - first.z).abs()),
        _ => 0.0,
    };
    (STEEP * across).max(f32::MIN_POSITIVE)
}

/// A height of this part of the width is nearly as light as it gets.
const STEEP: f32 = 0.012;

/// How much lighter or darker that is.
const CONTRAST: f32 = 0.75;
