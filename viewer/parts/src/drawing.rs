//! What a shape is drawn as.

use bowline_engine::scene::{Figure, is_sphere};
use glam::Vec3;

use crate::axes::Axes;
use crate::colour::Rgba;
use crate::part::{Part, Parts};
use crate::placement::Placement;
use crate::solid::Solid;

/// What a shape is drawn as in a moment.
#[derive(Debug, Clone, PartialEq)]
pub enum Drawing<'s> {
    /// A few parts, each a mesh of unit size.
    Parts,
    /// A line, as wide from everywhere.
    Line(Vec<Vec3>),
    /// Words that face the camera.
    Text {
        /// Their middle, m.
        place: Vec3,
        /// Of a line of them, m.
        height: f32,
        /// What is written.
        words: &'s str,
    },
    /// A mesh through points, row by row: see [`surface`](crate::surface()).
    Surface {
        /// The points, m.
        points: Vec<Vec3>,
        /// How many there are in a row.
        columns: usize,
    },
    /// A mesh out of a file; [`Part::instead_of_file`] stands for one that cannot be read.
    File {
        /// Its path.
        file: &'s str,
        /// Where it goes.
        placement: Placement,
    },
    /// Nothing: some of its numbers are not finite.
    NotFinite,
}

impl<'s> Drawing<'s> {
    /// Of a figure, whose parts are added to `parts`. The points of a tube may have [`colours`](crate::colours) of their
    /// own, which its parts then have; those of a line or a surface are up to the renderer.
    pub fn of(figure: &Figure<'s>, colours: &[Rgba], axes: &Axes, parts: &mut Vec<Part>) -> Self {
        let all = |points: &[[f64; 3]]| -> Vec<Vec3> { points.iter().map(|point| axes.point(*point)).collect() };
        let are_finite = |points: &[Vec3]| points.iter().all(|point| point.is_finite());
        let first = parts.len();
        match figure {
            Figure::Line { points } => Some(all(points)).filter(|points| are_finite(points)).map(Self::Line),
            Figure::Surface { points, columns } => {
                let points = Some(all(points)).filter(|points| are_finite(points));
                points.map(|points| Self::Surface { points, columns: *columns })
            }
            Figure::Text { centre, height, words } => {
                let (place, height) = (axes.point(*centre), *height as f32);
                (place.is_finite() && height.is_finite()).then_some(Self::Text { place, height, words })
            }
            Figure::Mesh { frame, scale, file } => {
                let size = Vec3::from_array(scale.map(|part| part as f32));
                let placement = Placement::of_frame(axes, frame).scaled(size);
                let is_finite = placement.is_finite();
                if is_finite && is_sphere(file) {
                    // As `Body/Mass` has it: a metre wide.
                    let placement = placement.scaled(0.5 * size);
                    parts.push(Part { solid: Solid::Ball, placement, colour: None });
                    return Self::Parts;
                }
                is_finite.then_some(Self::File { file, placement })
            }
            figure => {
                Parts { axes, parts }.add(figure, colours);
                parts[first..].iter().all(Part::is_finite).then_some(Self::Parts)
            }
        }
        .unwrap_or_else(|| {
            parts.truncate(first);
            Self::NotFinite
        })
    }
}

#[cfg(test)]
mod tests {
    use bowline_engine::Up;
    use bowline_engine::scene::Frame;

    use super::*;

    fn draw(figure: &Figure<'_>) -> (String, usize) {
        let mut parts = Vec::new();
        let drawing = Drawing::of(figure, &[], &Axes::new(Up::Z, [0.0; 3]), &mut parts);
        (format!("{drawing:?}"), parts.len())
    }

    #[test]
    fn what_is_not_finite_is_nothing() {
        let sphere = |radius| Figure::Sphere { centre: [0.0; 3], radius };
        assert_eq!(draw(&sphere(1.0)), ("Parts".to_owned(), 1));
        assert_eq!(draw(&sphere(f64::NAN)), ("NotFinite".to_owned(), 0));
        assert_eq!(draw(&Figure::Line { points: vec![[0.0, f64::INFINITY, 0.0]; 2] }), ("NotFinite".to_owned(), 0));
        // Both ends are there, and the middle is not.
        let tube = Figure::Tube { points: vec![[0.0; 3], [f64::NAN; 3], [1.0, 0.0, 0.0]], radius: 0.1 };
        assert_eq!(draw(&tube), ("NotFinite".to_owned(), 0));
    }

    #[test]
    fn the_sphere_of_fhsim_needs_no_file() {
        let mesh = |file| Figure::Mesh { frame: Frame::default(), scale: [2.0; 3], file };
        assert_eq!(draw(&mesh("models/fhSphere.mesh")), ("Parts".to_owned(), 1));
        assert!(draw(&mesh("hull.stl")).0.starts_with("File { file: \"hull.stl\""));
    }
}
