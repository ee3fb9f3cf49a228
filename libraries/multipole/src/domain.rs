//! Potentials and flows, and the joints in which one end of two elements gives each.

use simobject::{BundleKind, Member, Side};

/// A pair of variables: a potential A and a flow B, which counts from left to right.
pub trait Domain: Send + Sync + 'static {
    /// Name, unit and description of the potential.
    const POTENTIAL: [&'static str; 3];
    /// The same of the flow.
    const FLOW: [&'static str; 3];
    /// The joint whose left end gives the potential, and whose right one the flow.
    const FROM_POTENTIAL: BundleKind;
    /// The joint whose left end gives the flow.
    const FROM_FLOW: BundleKind;
    /// Magnitudes of both.
    const NOMINAL: [f64; 2];
}

macro_rules! domain {
    ($(#[$doc:meta])* $name:ident, $a:expr, $b:expr, $kinds:expr, $nominal:expr) => {
        $(#[$doc])*
        pub struct $name;

        impl Domain for $name {
            const POTENTIAL: [&'static str; 3] = $a;
            const FLOW: [&'static str; 3] = $b;
            const NOMINAL: [f64; 2] = $nominal;
            const FROM_POTENTIAL: BundleKind = BundleKind::new(
                $kinds[0],
                $kinds[1],
                Side::gives("Left", &[Member::new($a[0], $a[1], 1, $a[2])]),
                Side::gives("Right", &[Member::new($b[0], $b[1], 1, $b[2])]),
            );
            const FROM_FLOW: BundleKind = BundleKind::new(
                $kinds[2],
                $kinds[3],
                Side::gives("Left", &[Member::new($b[0], $b[1], 1, $b[2])]),
                Side::gives("Right", &[Member::new($a[0], $a[1], 1, $a[2])]),
            );
        }
    };
}

domain! {
    /// Pressure, above that of the air, and volume flow.
    Hydraulic,
    ["p", "Pa", "Pressure, above that of the air"],
    ["Q", "m^3/s", "Volume flow, from left to right"],
    ["Pressure", "A hydraulic joint whose left end gives the pressure", "Flow", "A hydraulic joint whose left end gives the flow"],
    [1e5, 1e-4]
}
domain! {
    /// Force and velocity.
    Mechanic,
    ["F", "N", "Force, positive where it pushes"],
    ["v", "m/s", "Velocity, from left to right"],
    ["Force", "A mechanical joint whose left end gives the force", "Velocity", "A mechanical joint whose left end gives the velocity"],
    [1e3, 1.0]
}
domain! {
    /// Force and displacement.
    Displacement,
    ["F", "N", "Force, positive where it pushes"],
    ["x", "m", "Displacement, from left to right"],
    [
        "ForceOfDisplacement", "A mechanical joint whose left end gives the force",
        "Displacement", "A mechanical joint whose left end gives the displacement"
    ],
    [1e3, 1e-2]
}
domain! {
    /// Torque and angular velocity.
    Rotational,
    ["M", "N m", "Torque, from left to right"],
    ["w", "rad/s", "Angular velocity"],
    ["Torque", "A joint that turns, whose left end gives the torque", "Speed", "A joint that turns, whose left end gives the angular velocity"],
    [10.0, 100.0]
}
