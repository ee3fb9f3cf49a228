//! The parameters of a buoy's form, and what water does to its parts.

use simobject::{Creator, Matrix, SimObject};

use super::hull::{Cylinder, Hull};

/// A piece of a hull that water drags along: all of a sphere, or a slice of a cylinder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Strip {
    /// z of its middle in the body's axes, m.
    pub(super) middle: f64,
    pub(super) radius: f64,
    /// Along the axis, m.
    pub(super) height: f64,
    pub(super) volume: f64,
    /// Areas that are seen across the axis and along it, m^2.
    pub(super) areas: [f64; 2],
}

/// Asks for the form.
pub(super) fn hull<T: SimObject>(c: &mut Creator<'_, T>) -> Hull {
    let kind = c
        .choice("Shape", [("Sphere", 0), ("Cylinder", 1), ("Spar", 2)])
        .doc("A ball; an upright cylinder around its middle; cylinders one below the other, of Sections")
        .default("Sphere");
    if kind == 2 {
        return spar(c);
    }
    let diameter: f64 = c.parameter("Diameter").unit("m").doc("Diameter").more_than(0.0).required();
    if kind == 0 {
        return Hull::Sphere(0.5 * diameter);
    }
    let height: f64 = c.parameter("Height").unit("m").doc("Height of the cylinder").more_than(0.0).required();
    Hull::Cylinders(vec![Cylinder { middle: 0.0, radius: 0.5 * diameter, height }])
}

fn spar<T: SimObject>(c: &mut Creator<'_, T>) -> Hull {
    let sections: Matrix = c
        .parameter("Sections")
        .doc(
            "Of a spar: z of its top in the body's axes, z of its bottom, m, and the diameter, m, of each section, \
             separated by `;`; z is downwards",
        )
        .required();
    let fault = if sections.columns() == 3 {
        (0..sections.rows()).map(|row| sections.row(row)).find_map(|row| {
            (row[1] <= row[0] || row[2] <= 0.0).then(|| {
                format!("has a section from {} to {} m of {} m: the bottom is below the top", row[0], row[1], row[2])
            })
        })
    } else {
        Some(format!("has {} numbers in a row, where a section has 3", sections.columns()))
    };
    if let Some(fault) = fault {
        c.error("Sections", fault);
        return Hull::Sphere(1.0);
    }
    let cylinder =
        |row: &[f64]| Cylinder { middle: 0.5 * (row[0] + row[1]), radius: 0.5 * row[2], height: row[1] - row[0] };
    Hull::Cylinders((0..sections.rows()).map(|row| cylinder(sections.row(row))).collect())
}

/// The pieces of a hull: cylinders in so many slices, of which the first and the last show their ends.
pub(super) fn strips(hull: &Hull, slices: usize) -> Vec<Strip> {
    match hull {
        Hull::Sphere(radius) => {
            let seen = std::f64::consts::PI * radius * radius;
            let (volume, height) = (hull.volume(), 2.0 * radius);
            vec![Strip { middle: 0.0, radius: *radius, height, volume, areas: [seen; 2] }]
        }
        Hull::Cylinders(cylinders) => {
            let of = |cylinder: &Cylinder| -> Vec<Strip> {
                let height = cylinder.height / slices as f64;
                let end = std::f64::consts::PI * cylinder.radius * cylinder.radius;
                (0..slices)
                    .map(|slice| Strip {
                        middle: cylinder.middle - 0.5 * cylinder.height + (slice as f64 + 0.5) * height,
                        radius: cylinder.radius,
                        height,
                        volume: end * height,
                        areas: [
                            2.0 * cylinder.radius * height,
                            0.5 * end * (f64::from(u8::from(slice == 0)) + f64::from(u8::from(slice + 1 == slices))),
                        ],
                    })
                    .collect()
            };
            cylinders.iter().flat_map(of).collect()
        }
    }
}
