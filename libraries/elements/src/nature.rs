//! Natures of terminals: what flows through them, and what drives it. Names and signs are those of Modelica's standard
//! library: through variables are positive into an element.

use simobject::{Nature, Variable};

/// Motion along a line: velocity and force.
pub static TRANSLATIONAL: Nature =
    Nature::new("Translational", "Motion along a line", Variable::new("v", "m/s"), Variable::new("f", "N"))
        .position(Variable::new("s", "m"))
        .rate(Variable::new("a", "m/s^2"));

/// Motion about an axis: angular velocity and torque.
pub static ROTATIONAL: Nature =
    Nature::new("Rotational", "Motion about an axis", Variable::new("w", "rad/s"), Variable::new("tau", "N m"))
        .position(Variable::new("phi", "rad"))
        .rate(Variable::new("a", "rad/s^2"));

/// Electricity: voltage against ground and current.
pub static ELECTRIC: Nature = Nature::new("Electric", "Electricity", Variable::new("v", "V"), Variable::new("i", "A"));

/// Hydraulics: absolute pressure, as in the library `hydraulics`, and volume flow.
pub static HYDRAULIC: Nature =
    Nature::new("Hydraulic", "Oil under pressure", Variable::new("p", "Pa"), Variable::new("q", "m^3/s"))
        .nominal(1e5, 1e-4);

/// Heat: absolute temperature and heat flow.
pub static THERMAL: Nature = Nature::new("Thermal", "Heat", Variable::new("T", "K"), Variable::new("Q_flow", "W"));
