//! A surface over a grid, such as that of the sea.

use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// The surface through points, row by row; none if they make no grid.
pub(super) fn surface(points: &[Vec3], columns: usize) -> Option<Mesh> {
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
    let mut indices = Vec::with_capacity(6 * rows * columns);
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let at = |row: usize, column: usize| (row * columns + column) as u32;
            let [a, b, c, d] = [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
            indices.extend([a, b, c, b, d, c]);
        }
    }
    let positions: Vec<[f32; 3]> = points[..rows * columns].iter().map(Vec3::to_array).collect();
    Some(
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_indices(Indices::U32(indices)),
    )
}
