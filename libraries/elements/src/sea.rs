//! Kinds of resources and bundles of the sea. Places are in the scenario's frame, z down, with the still water at z = 0; elevations
//! are counted upwards, so that the surface is at z = -Elevation.

use simobject::{BundleKind, Member, Quantity, ResourceKind, Side};

/// How the water moves at a position, in the sea and above it, where a crest may be: [`WATER_SURFACE`] says
/// which places are wet. `Bound` is the same everywhere and at all times: no crest is higher, and no trough
/// deeper, so that what is farther from z = 0 is wet, or dry, without a question.
pub const WATER: ResourceKind<3, 8> = ResourceKind::new(
    "Water",
    "Velocity, acceleration and density of the water at a position",
    &[Quantity::new("Pos", "m", 3)],
    &[
        Quantity::new("Vel", "m/s", 3),
        Quantity::new("Acc", "m/s^2", 3),
        Quantity::new("Density", "kg/m^3", 1),
        Quantity::new("Bound", "m", 1),
    ],
);

/// The pressure at a position, above that of the air: of the water's weight and of the waves.
pub const WATER_PRESSURE: ResourceKind<3, 1> = ResourceKind::new(
    "WaterPressure",
    "Pressure of the water at a position, above that of the air",
    &[Quantity::new("Pos", "m", 3)],
    &[Quantity::new("Pressure", "Pa", 1)],
);

/// The water's surface above a place of the horizontal plane.
pub const WATER_SURFACE: ResourceKind<2, 3> = ResourceKind::new(
    "WaterSurface",
    "Elevation of the water's surface, upwards, and how it slopes",
    &[Quantity::new("Place", "m", 2)],
    &[Quantity::new("Elevation", "m", 1), Quantity::new("Slope", "", 2)],
);

/// The bottom below a place of the horizontal plane.
pub const SEABED: ResourceKind<2, 7> = ResourceKind::new(
    "Seabed",
    "Depth of the seabed, its normal towards the water, and what it is made of",
    &[Quantity::new("Place", "m", 2)],
    &[
        Quantity::new("Depth", "m", 1),
        Quantity::new("Normal", "", 3),
        Quantity::new("Stiffness", "Pa/m", 1),
        Quantity::new("Damping", "Pa s/m", 1),
        Quantity::new("Friction", "", 1),
    ],
);

/// The velocity of a current at a position.
pub const CURRENT: ResourceKind<3, 3> = ResourceKind::new(
    "Current",
    "Velocity of the current at a position",
    &[Quantity::new("Pos", "m", 3)],
    &[Quantity::new("Vel", "m/s", 3)],
);

/// The velocity of the air at a position.
pub const WIND: ResourceKind<3, 3> = ResourceKind::new(
    "Wind",
    "Velocity of the air at a position",
    &[Quantity::new("Pos", "m", 3)],
    &[Quantity::new("Vel", "m/s", 3)],
);

/// The components of which waves are the sum, by their number from 0 on: `a cos(w t - k (x cos b + y sin b) + phase)`,
/// upwards. Beyond `Count` they have no amplitude.
pub const WAVE_COMPONENTS: ResourceKind<1, 6> = ResourceKind::new(
    "WaveComponents",
    "The components of the waves, by their number",
    &[Quantity::new("Index", "", 1)],
    &[
        Quantity::new("Amplitude", "m", 1),
        Quantity::new("Frequency", "rad/s", 1),
        Quantity::new("Wavenumber", "rad/m", 1),
        Quantity::new("Direction", "rad", 1),
        Quantity::new("Phase", "rad", 1),
        Quantity::new("Count", "", 1),
    ],
);

/// Where a line is attached: it pulls, and its end goes along, with the mass that it has there. What it is attached to
/// is accelerated by `Force - Mass a`, with the acceleration `a` of the point: so it adds `Mass` to its own, and solves
/// with the sum.
pub const ATTACHMENT: BundleKind = BundleKind::new(
    "Attachment",
    "The end of a line, and the point that it is attached to",
    Side::gives(
        "Line",
        &[
            Member::new("Force", "N", 3, "Force of the line on the point, without the inertia of its end").open(&[0.0]),
            Member::new("Mass", "kg", 9, "Mass matrix of its end, with the water that goes along, row by row")
                .open(&[0.0]),
        ],
    ),
    Side::gives(
        "Point",
        &[
            Member::new("Pos", "m", 3, "Position of the point"),
            Member::new("Vel", "m/s", 3, "Velocity of the point").open(&[0.0]),
        ],
    ),
);
