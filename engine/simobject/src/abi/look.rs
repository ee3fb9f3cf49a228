use super::Text;

/// A shape of a SimObject. Each of its attributes is bound to numbers, or to
/// elements of the SimObject's signals.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct Look {
    /// Size of this struct, bytes.
    pub size: u32,
    /// One of `SHAPE_...`.
    pub shape: u32,
    /// The attributes. One that is named several times is put together of
    /// these pieces, in their order.
    pub attributes: *const LookAttribute,
    /// How many.
    pub attribute_count: usize,
    /// Name of the material, or a colour, `#rrggbb` or `#rrggbbaa`; empty if
    /// the viewer may choose.
    pub material: Text,
    /// What a `SHAPE_TEXT` says, or the file of a `SHAPE_MESH`; else empty.
    pub text: Text,
    /// Size of a `LookAttribute`, bytes.
    pub attribute_size: u32,
    /// 0.
    pub reserved: u32,
}

/// To what an attribute of a shape is bound, or a piece of it.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct LookAttribute {
    /// One of `LOOK_...`.
    pub attribute: u32,
    /// Index of a signal; `LOOK_NUMBERS` if these are numbers.
    pub signal: u32,
    /// First element of the signal.
    pub first: u32,
    /// Number of elements; `LOOK_REST`: all from `first` on.
    pub count: u32,
    /// The numbers.
    pub numbers: *const f64,
    /// How many.
    pub number_count: usize,
}

/// In place of a signal: numbers.
pub const LOOK_NUMBERS: u32 = 0xFFFF_FFFF;

/// In place of a number of elements: all that follow.
pub const LOOK_REST: u32 = 0xFFFF_FFFF;

/// A sphere.
pub const SHAPE_SPHERE: u32 = 1;
/// A box.
pub const SHAPE_BOX: u32 = 2;
/// A cylinder.
pub const SHAPE_CYLINDER: u32 = 3;
/// A cone.
pub const SHAPE_CONE: u32 = 4;
/// A cylinder with half a sphere at both ends.
pub const SHAPE_CAPSULE: u32 = 5;
/// A line through points.
pub const SHAPE_LINE: u32 = 6;
/// A tube along points.
pub const SHAPE_TUBE: u32 = 7;
/// A coil spring.
pub const SHAPE_COIL: u32 = 8;
/// A hydraulic cylinder.
pub const SHAPE_HYDRAULIC_CYLINDER: u32 = 9;
/// An arrow, for a force or a velocity.
pub const SHAPE_ARROW: u32 = 10;
/// Words.
pub const SHAPE_TEXT: u32 = 11;
/// The three axes of a frame.
pub const SHAPE_AXES: u32 = 12;
/// A mesh out of a file.
pub const SHAPE_MESH: u32 = 13;
/// A surface over a grid.
pub const SHAPE_SURFACE: u32 = 14;
/// A line through where a point has been.
pub const SHAPE_TRAIL: u32 = 15;

/// The middle of the shape, 3 numbers, m.
pub const LOOK_CENTRE: u32 = 1;
/// Where it begins, 3 numbers, m.
pub const LOOK_FROM: u32 = 2;
/// Where it ends, 3 numbers, m.
pub const LOOK_TO: u32 = 3;
/// Points, 3 numbers each, m.
pub const LOOK_POINTS: u32 = 4;
/// Radius, m.
pub const LOOK_RADIUS: u32 = 5;
/// Lengths of the edges of a box, 3 numbers, m.
pub const LOOK_SIZE: u32 = 6;
/// Length, m.
pub const LOOK_LENGTH: u32 = 7;
/// Height of letters, m.
pub const LOOK_HEIGHT: u32 = 8;
/// Number of windings of a coil.
pub const LOOK_WINDINGS: u32 = 9;
/// What an arrow shows, 3 numbers.
pub const LOOK_VECTOR: u32 = 10;
/// Length of an arrow for each unit of what it shows; factor of a mesh.
pub const LOOK_SCALE: u32 = 11;
/// Radius of the barrel of a hydraulic cylinder, m.
pub const LOOK_BARREL_RADIUS: u32 = 12;
/// Length of the barrel, m.
pub const LOOK_BARREL_LENGTH: u32 = 13;
/// Radius of the rod, m.
pub const LOOK_ROD_RADIUS: u32 = 14;
/// Length of the rod, m.
pub const LOOK_ROD_LENGTH: u32 = 15;
/// Radius of the mounts at both ends, m.
pub const LOOK_MOUNT_RADIUS: u32 = 16;
/// Heights of a surface, row by row, m.
pub const LOOK_HEIGHTS: u32 = 17;
/// Number of heights in each row.
pub const LOOK_COLUMNS: u32 = 18;
/// Distance of the heights, along x and along y, m.
pub const LOOK_SPACING: u32 = 19;
/// Where the first height is, 3 numbers, m.
pub const LOOK_CORNER: u32 = 20;
/// Origin of the body's axes, 3 numbers, m.
pub const LOOK_POSITION: u32 = 21;
/// How the body's axes are turned: a unit quaternion w, x, y, z, or a rotation
/// matrix, row by row, which takes a vector from the body's axes to the world's.
pub const LOOK_ORIENTATION: u32 = 22;
/// Whether it is shown: not 0.
pub const LOOK_VISIBLE: u32 = 23;
/// Red, green, blue and perhaps opacity, 0 to 1.
pub const LOOK_COLOUR: u32 = 24;
/// The number that its colour shows; of a line, a tube or a surface perhaps one for each point.
pub const LOOK_VALUE: u32 = 25;
/// The numbers at both ends of the scale of colours, the lower one first.
pub const LOOK_VALUE_RANGE: u32 = 26;
/// For how long a trail stays, s; 0: for the whole run.
pub const LOOK_DURATION: u32 = 27;
