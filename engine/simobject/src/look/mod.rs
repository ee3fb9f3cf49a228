//! What a SimObject looks like in 3D: data, bound to its ports and states.

mod binding;
mod shape;
mod usages;

use crate::abi;
use crate::host_calls::HostCalls;
use crate::text::Text;

pub use binding::{Bind, Binding, Elements, Piece, SignalHandle};
pub use shape::{Attribute, Otherwise, Range, Shape, Usage, Width};

/// One shape of a SimObject: each of its attributes is bound to numbers, or
/// follows signals (see [`Bind`]).
///
/// Points are 3 numbers, m, in the scenario's axes; or, with a
/// [`frame`](Self::frame), in those of a body that moves.
///
/// ```
/// # use simobject::*;
/// # fn looks<T: SimObject>(c: &mut Creator<'_, T>) {
/// let pos = c.state::<3>("Pos", "m", "Position");
/// let turn = c.state::<4>("Orientation", "", "Orientation: unit quaternion w, x, y, z");
/// let broken = c.discrete_state::<1>("Broken", "", "Whether it broke");
/// c.look(Look::sphere(pos, 0.5).material("Simple/Red"));
/// c.look(Look::cuboid([0.0; 3], [2.0, 1.0, 0.5]).frame(pos, turn).material("#c0a080"));
/// c.look(Look::coil([0.0, 0.0, -10.0], pos, 0.25).windings(12.0));
/// c.look(Look::text(pos, "broken", 0.3).visible(broken));
/// # }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The shape.
    pub shape: Shape,
    /// What its attributes are bound to, each once.
    pub bindings: Vec<(Attribute, Binding)>,
    /// A name, or a colour, `#rrggbb` or `#rrggbbaa`; the viewer chooses if
    /// there is none.
    pub material: Option<Text>,
    /// The words of a text, or the file of a mesh.
    pub text: Option<Text>,
}

impl Look {
    /// A sphere around a point, of that radius, m.
    pub fn sphere(centre: impl Bind, radius: impl Bind) -> Self {
        Self::of(Shape::Sphere).with(Attribute::Centre, centre).with(Attribute::Radius, radius)
    }

    /// A box around a point, with edges of these three lengths, m.
    pub fn cuboid(centre: impl Bind, size: impl Bind) -> Self {
        Self::of(Shape::Box).with(Attribute::Centre, centre).with(Attribute::Size, size)
    }

    /// A cylinder from one point to another, of that radius, m.
    pub fn cylinder(from: impl Bind, to: impl Bind, radius: impl Bind) -> Self {
        Self::along(Shape::Cylinder, from, to).with(Attribute::Radius, radius)
    }

    /// A cone from the middle of its base to its tip; the base's radius, m.
    pub fn cone(from: impl Bind, to: impl Bind, radius: impl Bind) -> Self {
        Self::along(Shape::Cone, from, to).with(Attribute::Radius, radius)
    }

    /// A cylinder with half a sphere at both ends, of that radius, m.
    pub fn capsule(from: impl Bind, to: impl Bind, radius: impl Bind) -> Self {
        Self::along(Shape::Capsule, from, to).with(Attribute::Radius, radius)
    }

    /// A line through points: several handles or numbers, a wide signal of 3
    /// elements for each point, or both, in their order.
    ///
    /// ```
    /// # use simobject::*;
    /// # fn looks<T: SimObject>(c: &mut Creator<'_, T>) {
    /// let (top, nodes) = (c.in_port::<3>("Top", "m", "Where it hangs"), c.state_slice("Nodes", 30, "m", "Nodes"));
    /// c.look(Look::line((top, nodes, [0.0, 0.0, 20.0])));
    /// # }
    /// ```
    pub fn line(points: impl Bind) -> Self {
        Self::of(Shape::Line).with(Attribute::Points, points)
    }

    /// A tube along points, as those of a [`line`](Self::line), of that radius, m.
    pub fn tube(points: impl Bind, radius: impl Bind) -> Self {
        Self::of(Shape::Tube).with(Attribute::Points, points).with(Attribute::Radius, radius)
    }

    /// A coil spring from one point to another; windings of that radius, m.
    pub fn coil(from: impl Bind, to: impl Bind, radius: impl Bind) -> Self {
        Self::along(Shape::Coil, from, to).with(Attribute::Radius, radius)
    }

    /// The coil of a spring that is so long without force, m: a tenth of that wide, or 0.25 m, and wound as close as such springs
    /// are.
    pub fn spring(from: impl Bind, to: impl Bind, relaxed_length: f64) -> Self {
        const WIDEST: f64 = 0.25;
        let radius = if relaxed_length > 0.0 { WIDEST.min(0.1 * relaxed_length) } else { WIDEST };
        let windings = (relaxed_length / (1.25 * radius)).clamp(8.0, 60.0);
        Self::coil(from, to, radius).windings(windings)
    }

    /// A hydraulic cylinder from the mount of its barrel to that of its rod;
    /// it needs a [`barrel`](Self::barrel) and a [`rod`](Self::rod).
    pub fn hydraulic_cylinder(from: impl Bind, to: impl Bind) -> Self {
        Self::along(Shape::HydraulicCylinder, from, to)
    }

    /// An arrow that begins at a point and shows a vector, such as a force in N:
    /// so many metres for each unit of that.
    pub fn arrow(from: impl Bind, vector: impl Bind, scale: impl Bind) -> Self {
        let arrow = Self::of(Shape::Arrow).with(Attribute::From, from).with(Attribute::Vector, vector);
        arrow.with(Attribute::Scale, scale)
    }

    /// Words around a point, in lines of that height, m.
    pub fn text(centre: impl Bind, words: impl Into<Text>, height: impl Bind) -> Self {
        let text = Self::of(Shape::Text).with(Attribute::Centre, centre).with(Attribute::Height, height);
        Self { text: Some(words.into()), ..text }
    }

    /// The three axes of a [`frame`](Self::frame), of that length, m.
    pub fn axes(length: impl Bind) -> Self {
        Self::of(Shape::Axes).with(Attribute::Length, length)
    }

    /// A mesh out of a file, in a [`frame`](Self::frame).
    pub fn mesh(file: impl Into<Text>) -> Self {
        Self { text: Some(file.into()), ..Self::of(Shape::Mesh) }
    }

    /// A surface over a grid: heights, m, row by row, so many in each row, at
    /// these two distances along x and y, m. See [`Attribute::Corner`].
    pub fn surface(heights: impl Bind, columns: usize, spacing: impl Bind) -> Self {
        let surface = Self::of(Shape::Surface).with(Attribute::Heights, heights);
        surface.with(Attribute::Columns, columns as f64).with(Attribute::Spacing, spacing)
    }

    /// A line through where a point has been in the last so many seconds; 0: in the whole run. Of what showed its colour
    /// then, each place keeps the colour.
    ///
    /// ```
    /// # use simobject::*;
    /// # fn looks<T: SimObject>(c: &mut Creator<'_, T>) {
    /// let pos = c.state::<3>("Pos", "m", "Position");
    /// let speed = c.out_port::<1>("Speed", "m/s", "Speed");
    /// c.look(Look::trail(pos, 5.0).value(speed, [0.0, 10.0]));
    /// # }
    /// ```
    pub fn trail(point: impl Bind, duration: impl Bind) -> Self {
        Self::of(Shape::Trail).with(Attribute::Centre, point).with(Attribute::Duration, duration)
    }

    /// The same shape in the axes of a body: what is given there is turned by
    /// `world_from_body` and then moved by the body's position. The orientation
    /// is a unit quaternion w, x, y, z, or a rotation matrix of 9 elements, row
    /// by row, that takes a vector from the body's axes to the world's.
    #[must_use]
    pub fn frame(self, position: impl Bind, world_from_body: impl Bind) -> Self {
        self.with(Attribute::Position, position).with(Attribute::Orientation, world_from_body)
    }

    /// The same shape, shown while this is not 0.
    #[must_use]
    pub fn visible(self, shown: impl Bind) -> Self {
        self.with(Attribute::Visible, shown)
    }

    /// The same shape in a material of that name, or of a colour, `#rrggbb` or
    /// `#rrggbbaa`.
    #[must_use]
    pub fn material(mut self, name: impl Into<Text>) -> Self {
        self.material = Some(name.into());
        self
    }

    /// The same shape in a colour that may follow signals: red, green, blue and
    /// perhaps opacity, 0 to 1.
    #[must_use]
    pub fn colour(self, colour: impl Bind) -> Self {
        self.with(Attribute::Colour, colour)
    }

    /// The same shape, whose colour shows a number on a scale between these two, with a legend: a pressure, a tension. Of a
    /// line, a tube or a surface it may be one for each point.
    ///
    /// ```
    /// # use simobject::*;
    /// # fn looks<T: SimObject>(c: &mut Creator<'_, T>) {
    /// let (nodes, tension) = (c.state_slice("Nodes", 30, "m", "Nodes"), c.out_slice("Tension", 10, "N", "Tension"));
    /// c.look(Look::line(nodes).value(tension, [0.0, 5e5]));
    /// # }
    /// ```
    #[must_use]
    pub fn value(self, value: impl Bind, range: [f64; 2]) -> Self {
        self.with(Attribute::Value, value).with(Attribute::ValueRange, range)
    }

    /// A coil of so many windings, instead of 10.
    #[must_use]
    pub fn windings(self, windings: impl Bind) -> Self {
        self.with(Attribute::Windings, windings)
    }

    /// The barrel of a hydraulic cylinder: its radius, and its length from its
    /// mount to where the rod comes out, m.
    #[must_use]
    pub fn barrel(self, radius: impl Bind, length: impl Bind) -> Self {
        self.with(Attribute::BarrelRadius, radius).with(Attribute::BarrelLength, length)
    }

    /// The rod of a hydraulic cylinder: its radius, and its length from its
    /// mount to the piston, m.
    #[must_use]
    pub fn rod(self, radius: impl Bind, length: impl Bind) -> Self {
        self.with(Attribute::RodRadius, radius).with(Attribute::RodLength, length)
    }

    /// The same shape with an attribute bound, instead of what it was bound to.
    #[must_use]
    pub fn with(mut self, attribute: Attribute, to: impl Bind) -> Self {
        let mut binding = Binding::default();
        to.bind(&mut binding);
        self.bindings.retain(|(bound, _)| *bound != attribute);
        self.bindings.push((attribute, binding));
        self
    }

    /// What an attribute is bound to.
    pub fn binding(&self, attribute: Attribute) -> Option<&Binding> {
        self.bindings.iter().find(|(bound, _)| *bound == attribute).map(|(_, binding)| binding)
    }

    fn of(shape: Shape) -> Self {
        Self { shape, bindings: Vec::new(), material: None, text: None }
    }

    fn along(shape: Shape, from: impl Bind, to: impl Bind) -> Self {
        Self::of(shape).with(Attribute::From, from).with(Attribute::To, to)
    }

    pub(crate) fn declare(&self, host: HostCalls<'_>) {
        let attributes: Vec<abi::LookAttribute> = self
            .bindings
            .iter()
            .flat_map(|(attribute, binding)| binding.pieces().iter().map(|piece| in_the_abi(*attribute, piece)))
            .collect();
        let text = |text: &Option<Text>| text.as_deref().map_or(abi::Text::EMPTY, abi::Text::of);
        host.look(&abi::Look {
            shape: self.shape.number(),
            attributes: attributes.as_ptr(),
            attribute_count: attributes.len(),
            material: text(&self.material),
            text: text(&self.text),
            attribute_size: abi::size::<abi::LookAttribute>(),
            ..abi::Look::NOTHING
        });
    }
}

fn in_the_abi(attribute: Attribute, piece: &Piece) -> abi::LookAttribute {
    let attribute = attribute.number();
    match piece {
        Piece::Numbers(numbers) => abi::LookAttribute {
            attribute,
            signal: abi::LOOK_NUMBERS,
            first: 0,
            count: 0,
            numbers: numbers.as_ptr(),
            number_count: numbers.len(),
        },
        Piece::Elements(Elements { signal, first, count }) => abi::LookAttribute {
            attribute,
            signal: *signal,
            first: *first,
            count: *count,
            numbers: std::ptr::null(),
            number_count: 0,
        },
    }
}
