//! Elements of motion along a line and about an axis: the same laws, in other words and units.

mod inertia;
mod spring_damper;

pub use inertia::Inertia;
pub use spring_damper::SpringDamper;

/// A name and a description.
pub type Word = (&'static str, &'static str);
/// Name, unit and description of a variable or a parameter.
pub type Quantity = [&'static str; 3];

/// One degree of freedom, with its words.
pub trait Axis: Send + Sync + 'static {
    /// Position.
    const POSITION: Quantity;
    /// Velocity.
    const VELOCITY: Quantity;
    /// Force or torque.
    const FORCE: Quantity;
    /// Unit of a stiffness.
    const STIFFNESS: &'static str;
    /// Unit of a damping.
    const DAMPING: &'static str;
    /// The type of an inertia.
    const INERT: Word;
    /// The parameter of the inertia.
    const INERTIA: Quantity;
    /// Descriptions of the sum of forces on an inertia, and of its position.
    const OF_INERTIA: [&'static str; 2];
    /// The type of a spring with a damper.
    const ELASTIC: Word;
    /// The force with which a spring is stretched.
    const TENSION: Word;
    /// The parameter of the difference of positions without elastic force.
    const RELAXED: Word;
}

/// Motion along a line.
pub struct Translation;

impl Axis for Translation {
    const POSITION: Quantity = ["Pos", "m", "Position"];
    const VELOCITY: Quantity = ["Vel", "m/s", "Velocity"];
    const FORCE: Quantity = ["Force", "N", "Force"];
    const STIFFNESS: &'static str = "N/m";
    const DAMPING: &'static str = "N s/m";
    const INERT: Word = (
        "Translational/Mass",
        "A mass that moves along a line\n\ndPos/dt = Vel\ndVel/dt = (Force - Damping Vel) / Mass",
    );
    const INERTIA: Quantity = ["Mass", "kg", "Mass"];
    const OF_INERTIA: [&'static str; 2] = ["Sum of the forces, but for Damping", "Position along the line"];
    const ELASTIC: Word = (
        "Translational/SpringDamper",
        "A massless spring and damper between two points of a line\n\nTension = Stiffness (PosB - PosA - RelaxedLength) + Damping (VelB - VelA)\nForceA  = Tension, ForceB = -Tension",
    );
    const TENSION: Word = ("Tension", "Pull on both ends; negative where it pushes");
    const RELAXED: Word = ("RelaxedLength", "PosB - PosA without elastic force; of either sign");
}

/// Motion about an axis.
pub struct Rotation;

impl Axis for Rotation {
    const POSITION: Quantity = ["Angle", "rad", "Angle"];
    const VELOCITY: Quantity = ["AngVel", "rad/s", "Angular velocity"];
    const FORCE: Quantity = ["Torque", "N m", "Torque"];
    const STIFFNESS: &'static str = "N m/rad";
    const DAMPING: &'static str = "N m s/rad";
    const INERT: Word = (
        "Rotational/Inertia",
        "An inertia that turns around an axis\n\ndAngle/dt  = AngVel\ndAngVel/dt = (Torque - Damping AngVel) / Inertia",
    );
    const INERTIA: Quantity = ["Inertia", "kg m^2", "Moment of inertia about the axis"];
    const OF_INERTIA: [&'static str; 2] = ["Sum of the torques, but for Damping", "Angle"];
    const ELASTIC: Word = (
        "Rotational/SpringDamper",
        "A spring and damper between two that turn around one axis\n\nTorque  = Stiffness (AngleB - AngleA - RestAngle) + Damping (AngVelB - AngVelA)\nTorqueA = Torque, TorqueB = -Torque",
    );
    const TENSION: Word = ("Torque", "With which it is twisted: above 0 where B is ahead");
    const RELAXED: Word = ("RestAngle", "AngleB - AngleA without elastic torque");
}
