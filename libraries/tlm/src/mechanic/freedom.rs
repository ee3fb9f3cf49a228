//! What moves along a line and what turns around an axis has the same equations,
//! with other names.

use simobject::tlm::{MechanicC, MechanicQ};
use simobject::{Creator, Out, Sampled, SimObject};

/// A degree of freedom.
pub trait Freedom: Send + Sync + 'static {
    /// Whether it turns.
    const ROTATIONAL: bool;
    /// What its quantities are called.
    const NAMES: Names;

    /// A port of side Q.
    fn side_q<T: SimObject>(c: &mut Creator<'_, T>, name: &str, doc: &'static str) -> MechanicQ {
        if Self::ROTATIONAL {
            MechanicQ::declare_rotational(c, name.to_owned(), doc)
        } else {
            MechanicQ::declare(c, name.to_owned(), doc)
        }
    }

    /// A port of side C, whose wave variable a computation fills.
    fn side_c<T: SimObject>(c: &mut Creator<'_, T>, name: &str, doc: &'static str) -> MechanicC<Out<1>> {
        if Self::ROTATIONAL {
            MechanicC::<Out<1>>::declare_rotational(c, name.to_owned(), doc)
        } else {
            MechanicC::<Out<1>>::declare(c, name.to_owned(), doc)
        }
    }

    /// A port of side C, whose wave variable is a state.
    fn side_c_of<T: SimObject>(c: &mut Creator<'_, T>, name: &str, doc: &'static str, wave: Sampled<1>) -> MechanicC {
        if Self::ROTATIONAL {
            MechanicC::declare_rotational_of(c, name.to_owned(), doc, wave)
        } else {
            MechanicC::declare_of(c, name.to_owned(), doc, wave)
        }
    }
}

/// Along a line.
pub struct Line;

/// Around an axis.
pub struct Axis;

/// A quantity: its symbol, its name and its unit.
pub struct Quantity {
    pub symbol: &'static str,
    pub name: &'static str,
    pub unit: &'static str,
}

/// What quantities are called.
pub struct Names {
    pub position: Quantity,
    pub velocity: Quantity,
    pub acceleration: Quantity,
    pub force: Quantity,
    pub mass: Quantity,
    pub equivalent_mass: &'static str,
    /// Parameters of velocity and force at the start.
    pub start_velocity: &'static str,
    pub start_force: &'static str,
    pub damping_unit: &'static str,
    pub stiffness_unit: &'static str,
    /// Lower and upper limit of the position.
    pub limits: [&'static str; 2],
    /// Friction at rest, friction when sliding, velocity between the two.
    pub friction: [&'static str; 3],
    /// Position, velocity and force of what is outside, as in other libraries.
    pub outside: [&'static str; 3],
}

impl Freedom for Line {
    const ROTATIONAL: bool = false;
    const NAMES: Names = Names {
        position: Quantity { symbol: "x", name: "Position", unit: "m" },
        velocity: Quantity { symbol: "v", name: "Velocity", unit: "m/s" },
        acceleration: Quantity { symbol: "a", name: "Acceleration", unit: "m/s^2" },
        force: Quantity { symbol: "F", name: "Force", unit: "N" },
        mass: Quantity { symbol: "m", name: "Mass", unit: "kg" },
        equivalent_mass: "m_e",
        start_velocity: "StartVelocity",
        start_force: "StartForce",
        damping_unit: "N s/m",
        stiffness_unit: "N/m",
        limits: ["x_min", "x_max"],
        friction: ["f_s", "f_k", "v_s"],
        outside: ["Pos", "Vel", "Force"],
    };
}

impl Freedom for Axis {
    const ROTATIONAL: bool = true;
    const NAMES: Names = Names {
        position: Quantity { symbol: "a", name: "Angle", unit: "rad" },
        velocity: Quantity { symbol: "w", name: "AngularVelocity", unit: "rad/s" },
        acceleration: Quantity { symbol: "dw", name: "AngularAcceleration", unit: "rad/s^2" },
        force: Quantity { symbol: "T", name: "Torque", unit: "N m" },
        mass: Quantity { symbol: "J", name: "Moment of inertia", unit: "kg m^2" },
        equivalent_mass: "J_e",
        start_velocity: "StartAngularVelocity",
        start_force: "StartTorque",
        damping_unit: "N m s/rad",
        stiffness_unit: "N m/rad",
        limits: ["a_min", "a_max"],
        friction: ["t_s", "t_k", "w_s"],
        outside: ["Angle", "AngVel", "Torque"],
    };
}
