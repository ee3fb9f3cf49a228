//! Kinds of bundles for transmission-line elements.

use simobject::{BundleKind, Datum, Member, Side};

/// A hydraulic port.
pub const HYDRAULIC: BundleKind = BundleKind::new(
    "TlmHydraulic",
    "A hydraulic port, between elements that are joined by waves",
    Side::gives(
        "Q",
        &[
            Member::new("p", "Pa", 1, "Pressure").datum(Datum::Absolute),
            Member::new("q", "m^3/s", 1, "Volume flow, positive out of side Q"),
        ],
    ),
    Side::gives(
        "C",
        &[
            Member::new("c", "Pa", 1, "Wave variable").datum(Datum::Bookkeeping).open(&[0.0]),
            Member::new("Zc", "Pa s/m^3", 1, "Characteristic impedance").datum(Datum::Bookkeeping).open(&[0.0]),
        ],
    ),
);

/// A port that moves along a line.
pub const MECHANIC: BundleKind = BundleKind::new(
    "TlmMechanic",
    "A port that moves along a line, between elements that are joined by waves",
    Side::gives(
        "Q",
        &[
            Member::new("v", "m/s", 1, "Velocity, positive out of side Q"),
            Member::new("f", "N", 1, "Force"),
            Member::new("x", "m", 1, "Position"),
            Member::new("me", "kg", 1, "Equivalent mass"),
        ],
    ),
    Side::gives(
        "C",
        &[
            Member::new("c", "N", 1, "Wave variable").datum(Datum::Bookkeeping).open(&[0.0]),
            Member::new("Zc", "N s/m", 1, "Characteristic impedance").datum(Datum::Bookkeeping).open(&[0.0]),
        ],
    ),
);

/// A port that turns.
pub const ROTATIONAL: BundleKind = BundleKind::new(
    "TlmRotational",
    "A port that turns, between elements that are joined by waves",
    Side::gives(
        "Q",
        &[
            Member::new("w", "rad/s", 1, "Angular velocity, positive out of side Q"),
            Member::new("T", "N m", 1, "Torque"),
            Member::new("a", "rad", 1, "Angle"),
            Member::new("Je", "kg m^2", 1, "Equivalent moment of inertia"),
        ],
    ),
    Side::gives(
        "C",
        &[
            Member::new("c", "N m", 1, "Wave variable").datum(Datum::Bookkeeping).open(&[0.0]),
            Member::new("Zc", "N m s/rad", 1, "Characteristic impedance").datum(Datum::Bookkeeping).open(&[0.0]),
        ],
    ),
);

/// An electric port.
pub const ELECTRIC: BundleKind = BundleKind::new(
    "TlmElectric",
    "An electric port, between elements that are joined by waves",
    Side::gives(
        "Q",
        &[Member::new("U", "V", 1, "Voltage"), Member::new("I", "A", 1, "Current, positive out of side Q")],
    ),
    Side::gives(
        "C",
        &[
            Member::new("c", "V", 1, "Wave variable").datum(Datum::Bookkeeping),
            Member::new("Zc", "ohm", 1, "Characteristic impedance").datum(Datum::Bookkeeping),
        ],
    ),
);
