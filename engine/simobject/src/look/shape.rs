//! The vocabulary of looks: which shapes there are, and which attributes each has.

use super::usages;
use crate::abi;

macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $number:ident, $text:literal;)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// Its number in the ABI.
            pub fn number(self) -> u32 {
                match self {
                    $(Self::$variant => abi::$number,)*
                }
            }

            /// The one of that number.
            pub fn of_number(number: u32) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.number() == number)
            }
        }
    };
}

vocabulary! {
    /// A shape.
    Shape {
        /// A sphere.
        Sphere = SHAPE_SPHERE, "sphere";
        /// A box.
        Box = SHAPE_BOX, "box";
        /// A cylinder.
        Cylinder = SHAPE_CYLINDER, "cylinder";
        /// A cone.
        Cone = SHAPE_CONE, "cone";
        /// A cylinder with half a sphere at both ends.
        Capsule = SHAPE_CAPSULE, "capsule";
        /// A line through points.
        Line = SHAPE_LINE, "line";
        /// A tube along points.
        Tube = SHAPE_TUBE, "tube";
        /// A coil spring.
        Coil = SHAPE_COIL, "coil";
        /// A hydraulic cylinder: barrel, rod, piston and mounts.
        HydraulicCylinder = SHAPE_HYDRAULIC_CYLINDER, "hydraulic_cylinder";
        /// An arrow, for a force or a velocity.
        Arrow = SHAPE_ARROW, "arrow";
        /// Words.
        Text = SHAPE_TEXT, "text";
        /// The three axes of a frame.
        Axes = SHAPE_AXES, "axes";
        /// A mesh out of a file.
        Mesh = SHAPE_MESH, "mesh";
        /// A surface over a grid.
        Surface = SHAPE_SURFACE, "surface";
        /// A line through where a point has been.
        Trail = SHAPE_TRAIL, "trail";
    }
}

vocabulary! {
    /// An attribute of a shape.
    Attribute {
        /// The middle of the shape.
        Centre = LOOK_CENTRE, "centre";
        /// Where it begins.
        From = LOOK_FROM, "from";
        /// Where it ends.
        To = LOOK_TO, "to";
        /// Points.
        Points = LOOK_POINTS, "points";
        /// Radius.
        Radius = LOOK_RADIUS, "radius";
        /// Lengths of edges.
        Size = LOOK_SIZE, "size";
        /// Length.
        Length = LOOK_LENGTH, "length";
        /// Height of letters.
        Height = LOOK_HEIGHT, "height";
        /// Number of windings.
        Windings = LOOK_WINDINGS, "windings";
        /// What an arrow shows.
        Vector = LOOK_VECTOR, "vector";
        /// Length of an arrow for each unit of what it shows; factor of a mesh.
        Scale = LOOK_SCALE, "scale";
        /// Radius of a barrel.
        BarrelRadius = LOOK_BARREL_RADIUS, "barrel_radius";
        /// Length of a barrel.
        BarrelLength = LOOK_BARREL_LENGTH, "barrel_length";
        /// Radius of a rod.
        RodRadius = LOOK_ROD_RADIUS, "rod_radius";
        /// Length of a rod.
        RodLength = LOOK_ROD_LENGTH, "rod_length";
        /// Radius of the mounts.
        MountRadius = LOOK_MOUNT_RADIUS, "mount_radius";
        /// Heights, row by row.
        Heights = LOOK_HEIGHTS, "heights";
        /// Number of heights in each row.
        Columns = LOOK_COLUMNS, "columns";
        /// Distance of the heights.
        Spacing = LOOK_SPACING, "spacing";
        /// Where the first height is.
        Corner = LOOK_CORNER, "corner";
        /// Origin of the body's axes.
        Position = LOOK_POSITION, "position";
        /// How the body's axes are turned.
        Orientation = LOOK_ORIENTATION, "orientation";
        /// Whether it is shown.
        Visible = LOOK_VISIBLE, "visible";
        /// Its colour.
        Colour = LOOK_COLOUR, "colour";
        /// What its colour shows.
        Value = LOOK_VALUE, "value";
        /// The ends of the scale of colours.
        ValueRange = LOOK_VALUE_RANGE, "value_range";
        /// For how long a trail stays.
        Duration = LOOK_DURATION, "duration";
    }
}

/// What an attribute is to a shape.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Usage {
    /// The attribute.
    pub attribute: Attribute,
    /// How many numbers it is.
    pub width: Width,
    /// SI unit, empty for pure numbers.
    pub unit: &'static str,
    /// What holds where it is not bound.
    pub otherwise: Otherwise,
    /// Which numbers make sense.
    pub range: Range,
    /// What it says.
    pub doc: &'static str,
}

/// How many numbers an attribute is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// So many.
    Just(usize),
    /// As many as one or the other.
    Either(usize, usize),
    /// Points of 3, at least so many.
    Points(usize),
    /// At least so many.
    AtLeast(usize),
}

/// What holds where an attribute is not bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Otherwise {
    /// It must be bound.
    Required,
    /// These numbers.
    Numbers(&'static [f64]),
    /// The shape has none.
    Nothing,
}

/// Which numbers of an attribute make sense. Only constant ones are checked:
/// what signals bring is drawn as well as can be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range {
    /// Any.
    Any,
    /// Those of 0 and more.
    NotNegative,
    /// Whole ones of 2 and more, which do not change.
    Columns,
}

impl Width {
    /// Whether an attribute may be so many numbers.
    pub fn allows(self, width: usize) -> bool {
        match self {
            Self::Just(wanted) => width == wanted,
            Self::Either(one, other) => width == one || width == other,
            Self::Points(least) => width.is_multiple_of(3) && width / 3 >= least,
            Self::AtLeast(least) => width >= least,
        }
    }

    /// In words, as in `3 numbers`.
    pub fn words(self) -> String {
        match self {
            Self::Just(1) => "1 number".to_owned(),
            Self::Just(width) => format!("{width} numbers"),
            Self::Either(one, other) => format!("{one} or {other} numbers"),
            Self::Points(least) => format!("3 numbers for each of {least} or more points"),
            Self::AtLeast(least) => format!("{least} or more numbers"),
        }
    }
}

impl Usage {
    pub(super) const fn new(attribute: Attribute, width: Width, unit: &'static str, doc: &'static str) -> Self {
        Self { attribute, width, unit, otherwise: Otherwise::Required, range: Range::Any, doc }
    }

    pub(super) const fn point(attribute: Attribute, doc: &'static str) -> Self {
        Self::new(attribute, Width::Just(3), "m", doc)
    }

    pub(super) const fn length(attribute: Attribute, doc: &'static str) -> Self {
        Self::new(attribute, Width::Just(1), "m", doc).not_negative()
    }

    pub(super) const fn not_negative(mut self) -> Self {
        self.range = Range::NotNegative;
        self
    }

    pub(super) const fn or(mut self, numbers: &'static [f64]) -> Self {
        self.otherwise = Otherwise::Numbers(numbers);
        self
    }

    pub(super) const fn or_nothing(mut self) -> Self {
        self.otherwise = Otherwise::Nothing;
        self
    }
}

impl Shape {
    /// What it is.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Sphere => "A sphere",
            Self::Box => "A box whose edges lie along the axes",
            Self::Cylinder => "A cylinder",
            Self::Cone => "A cone",
            Self::Capsule => "A cylinder with half a sphere at both ends",
            Self::Line => "A line through points",
            Self::Tube => "A tube along points",
            Self::Coil => "A coil spring",
            Self::HydraulicCylinder => "A hydraulic cylinder, whose rod moves in its barrel",
            Self::Arrow => "An arrow, for a force or a velocity",
            Self::Text => "Words, which face who looks",
            Self::Axes => "The three axes of the frame",
            Self::Mesh => "A mesh out of a file (glTF)",
            Self::Surface => "A surface over a grid, such as that of the sea",
            Self::Trail => "A line through where a point has been",
        }
    }

    /// What its text is, if it has one.
    pub fn text(self) -> Option<&'static str> {
        match self {
            Self::Text => Some("the words"),
            Self::Mesh => Some("the file"),
            _ => None,
        }
    }

    /// Its attributes, those that every shape has behind its own.
    pub fn usages(self) -> impl Iterator<Item = &'static Usage> {
        self.own_usages().iter().chain(usages::COMMON)
    }

    /// What an attribute is to it, if it has it.
    pub fn usage(self, attribute: Attribute) -> Option<&'static Usage> {
        self.usages().find(|usage| usage.attribute == attribute)
    }

    /// What every shape has.
    pub fn common_usages() -> &'static [Usage] {
        usages::COMMON
    }

    /// What it has of its own.
    pub fn own_usages(self) -> &'static [Usage] {
        match self {
            Self::Sphere => usages::SPHERE,
            Self::Box => usages::BOX,
            Self::Cylinder | Self::Capsule => usages::CYLINDER,
            Self::Cone => usages::CONE,
            Self::Line => usages::LINE,
            Self::Tube => usages::TUBE,
            Self::Coil => usages::COIL,
            Self::HydraulicCylinder => usages::HYDRAULIC_CYLINDER,
            Self::Arrow => usages::ARROW,
            Self::Text => usages::TEXT,
            Self::Axes => usages::AXES,
            Self::Mesh => usages::MESH,
            Self::Surface => usages::SURFACE,
            Self::Trail => usages::TRAIL,
        }
    }
}
