//! Meshes of CAD programs.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use glam::Vec3;

use crate::triangles::Triangles;

/// The triangles of an STL file, each with a normal of its own.
///
/// # Errors
/// It cannot be read, or has numbers that are not finite; in words.
pub fn stl(path: &Path) -> Result<Triangles, String> {
    let file = File::open(path).map_err(|reason| reason.to_string())?;
    let read = stl_io::read_stl(&mut BufReader::new(file)).map_err(|reason| reason.to_string())?;
    let mut mesh = Triangles::default();
    for (face, first) in read.faces.iter().zip((0..).step_by(3)) {
        let corners = face.vertices.map(|index| Vec3::from_array(read.vertices[index].0));
        // The normals in the file are often 0.
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
        mesh.positions.extend(corners.map(|corner| corner.to_array()));
        mesh.normals.extend([normal.to_array(); 3]);
        mesh.indices.extend([first, first + 1, first + 2]);
    }
    if !mesh.positions.iter().flatten().all(|number| number.is_finite()) {
        return Err("it has numbers that are not finite".to_owned());
    }
    Ok(mesh)
}
