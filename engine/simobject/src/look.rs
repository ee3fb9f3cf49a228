//! What a SimObject looks like in 3D: data, bound to its ports and states.

use crate::abi;
use crate::handle::{In, Out, State};
use crate::host_calls::HostCalls;
use crate::text::Text;

/// One shape of a SimObject, with its material.
///
/// Points are ports or states of width 3, in metres, in the scenario's frame.
///
/// ```
/// # use simobject::*;
/// # fn looks<T: SimObject>(c: &mut Creator<'_, T>) {
/// let pos = c.state("Pos", "m", "Position");
/// c.look(Look::sphere(pos, 0.5).material("Simple/Red"));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The shape.
    pub shape: Shape,
    /// Name of the material; the viewer chooses if there is none.
    pub material: Option<Text>,
}

/// The vocabulary of shapes.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A sphere.
    Sphere {
        /// Its centre.
        center: PointRef,
        /// Radius, m.
        radius: f64,
    },
    /// A line through points.
    Line {
        /// Two or more points.
        points: Vec<PointRef>,
    },
    /// A coil spring between two points.
    Coil {
        /// One end.
        from: PointRef,
        /// The other end.
        to: PointRef,
        /// Radius of the windings, m.
        radius: f64,
        /// Number of windings.
        windings: u32,
    },
}

/// A point that follows a signal of width 3, m: the signal's index in the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointRef(pub u32);

impl Look {
    /// A sphere of that radius, m, around a point.
    pub fn sphere(center: impl Point, radius: f64) -> Self {
        Self::of(Shape::Sphere { center: center.point(), radius })
    }

    /// A line through points of one kind.
    pub fn line<P: Point>(points: impl IntoIterator<Item = P>) -> Self {
        Self::of(Shape::Line { points: points.into_iter().map(Point::point).collect() })
    }

    /// A coil spring between two points; windings of that radius, m.
    pub fn coil(from: impl Point, to: impl Point, radius: f64) -> Self {
        Self::of(Shape::Coil { from: from.point(), to: to.point(), radius, windings: 10 })
    }

    /// The same shape in a material of that name.
    #[must_use]
    pub fn material(mut self, name: impl Into<Text>) -> Self {
        self.material = Some(name.into());
        self
    }

    fn of(shape: Shape) -> Self {
        Self { shape, material: None }
    }

    pub(crate) fn declare(&self, host: HostCalls<'_>) {
        let (kind, points, radius, windings) = match &self.shape {
            Shape::Sphere { center, radius } => (abi::SPHERE, vec![center.0], *radius, 0),
            Shape::Line { points } => (abi::LINE, points.iter().map(|point| point.0).collect(), 0.0, 0),
            Shape::Coil { from, to, radius, windings } => (abi::COIL, vec![from.0, to.0], *radius, *windings),
        };
        host.look(&abi::Look {
            size: abi::size::<abi::Look>(),
            shape: kind,
            points: points.as_ptr(),
            point_count: points.len(),
            radius,
            windings,
            reserved: 0,
            material: self.material.as_deref().map_or(abi::Text::EMPTY, abi::Text::of),
        });
    }
}

/// Handles that a look may follow: 3-wide ports and states, m.
pub trait Point {
    #[doc(hidden)]
    fn point(self) -> PointRef;
}

impl Point for In<3> {
    fn point(self) -> PointRef {
        PointRef(self.place)
    }
}
impl Point for Out<3> {
    fn point(self) -> PointRef {
        PointRef(self.place)
    }
}
impl Point for State<3> {
    fn point(self) -> PointRef {
        PointRef(self.place)
    }
}
