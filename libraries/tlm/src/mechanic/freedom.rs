//! What moves along a line and what turns around an axis has the same equations,
//! with other names.

use simobject::{Creator, DiscreteState, Out, SimObject, Text};
use simobject_elements::tlm::{MechanicC, MechanicQ};

/// A degree of freedom.
pub trait Freedom: Send + Sync + 'static {
    /// Whether it turns.
    const ROTATIONAL: bool;
    /// What its quantities are called.
    const NAMES: Names;

    /// A port of side Q.
    fn side_q<T: SimObject>(c: &mut Creator<'_, T>, name: impl Into<Text>, doc: &'static str) -> MechanicQ {
        if Self::ROTATIONAL { MechanicQ::declare_rotational(c, name, doc) } else { MechanicQ::declare(c, name, doc) }
    }

    /// A port of side C, whose wave variable a computation fills.
    fn side_c<T: SimObject>(c: &mut Creator<'_, T>, name: impl Into<Text>, doc: &'static str) -> MechanicC<Out<1>> {
        if Self::ROTATIONAL {
            MechanicC::<Out<1>>::declare_rotational(c, name, doc)
        } else {
            MechanicC::<Out<1>>::declare(c, name, doc)
        }
    }

    /// A port of side C, whose wave variable is a state.
    fn side_c_of<T: SimObject>(
        c: &mut Creator<'_, T>,
        name: impl Into<Text>,
        doc: &'static str,
        wave: DiscreteState<1>,
    ) -> MechanicC {
        if Self::ROTATIONAL {
            MechanicC::declare_rotational_of(c, name, doc, wave)
        } else {
            MechanicC::declare_of(c, name, doc, wave)
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
    /// The parameter of its value at the start.
    pub start: &'static str,
    /// What describes its value at the tick before.
    pub before: &'static str,
}

macro_rules! quantity {
    ($symbol:literal, $name:literal, $unit:literal) => {
        Quantity {
            symbol: $symbol,
            name: $name,
            unit: $unit,
            start: concat!("Start", $name),
            before: concat!($name, " at the tick before"),
        }
    };
}

/// What quantities are called.
pub struct Names {
    pub position: Quantity,
    pub velocity: Quantity,
    pub acceleration: Quantity,
    pub force: Quantity,
    pub mass: Quantity,
    pub equivalent_mass: &'static str,
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
        position: quantity!("x", "Position", "m"),
        velocity: quantity!("v", "Velocity", "m/s"),
        acceleration: quantity!("a", "Acceleration", "m/s^2"),
        force: quantity!("F", "Force", "N"),
        mass: quantity!("m", "Mass", "kg"),
        equivalent_mass: "m_e",
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
        position: quantity!("a", "Angle", "rad"),
        velocity: quantity!("w", "AngularVelocity", "rad/s"),
        acceleration: quantity!("dw", "AngularAcceleration", "rad/s^2"),
        force: quantity!("T", "Torque", "N m"),
        mass: quantity!("J", "Moment of inertia", "kg m^2"),
        equivalent_mass: "J_e",
        damping_unit: "N m s/rad",
        stiffness_unit: "N m/rad",
        limits: ["a_min", "a_max"],
        friction: ["t_s", "t_k", "w_s"],
        outside: ["Angle", "AngVel", "Torque"],
    };
}
