//! How much oil, cylinder and hoses give way.

use simobject::{Creator, Io, Resource, SimObject};

use crate::oil::OIL;

/// Pressure of the air at sea level, Pa.
const ATMOSPHERE: f64 = 101_325.0;

/// The stiffness of oil and of what holds it.
pub(super) struct Oil {
    modulus: Modulus,
    /// 1/Pa; 0 of a rigid cylinder.
    pub(super) per_cylinder_modulus: f64,
    /// 1/Pa; 0 of a rigid hose.
    pub(super) per_hose_modulus: f64,
    /// Whether the volumes of the chambers follow the stroke.
    pub(super) follows_volume: bool,
}

/// The bulk modulus of the oil.
enum Modulus {
    /// Pa.
    Given(f64),
    /// From the scenario's oil.
    Asked {
        oil: Resource<1, 3>,
        /// The difference between the absolute and the given pressure, Pa.
        above: f64,
    },
}

impl Oil {
    /// Declares the parameters, or the use of the scenario's oil.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>, ambient_pressure: f64) -> Self {
        let doc = "Bulk modulus of the oil; without it, that of a `Hydraulic/Oil` at the pressure in each chamber";
        let modulus = match c.parameter("OilBulkModulus").unit("Pa").doc(doc).more_than(0.0).optional() {
            Some(modulus) => Modulus::Given(modulus),
            None => Modulus::Asked {
                oil: c.uses("Oil", &OIL, "The oil in it, as of a `Hydraulic/Oil`, where there is no OilBulkModulus"),
                above: if ambient_pressure == 0.0 { ATMOSPHERE } else { 0.0 },
            },
        };
        let mut per_modulus = |name: &'static str, doc: &'static str| {
            let modulus: f64 = c.parameter(name).unit("Pa").doc(doc).at_least(0.0).default(0.0);
            if modulus == 0.0 { 0.0 } else { 1.0 / modulus }
        };
        Self {
            modulus,
            per_cylinder_modulus: per_modulus("CylinderBulkModulus", "Bulk modulus of the cylinder; 0: it is rigid"),
            per_hose_modulus: per_modulus("HoseBulkModulus", "Bulk modulus of the hoses; 0: they are rigid"),
            follows_volume: c
                .parameter("UseChamberVolumeChange")
                .doc("Whether the stiffness of the oil follows the volumes of the chambers; if not, it is that of the hoses")
                .default(true),
        }
    }

    /// The resource in use, if any.
    pub(super) fn asked(&self) -> Option<Resource<1, 3>> {
        match self.modulus {
            Modulus::Given(_) => None,
            Modulus::Asked { oil, .. } => Some(oil),
        }
    }

    /// Bulk modulus of the oil alone at a pressure, Pa.
    #[inline]
    pub(super) fn bulk_modulus(&self, io: &Io<'_>, pressure: f64) -> f64 {
        match self.modulus {
            Modulus::Given(modulus) => modulus,
            Modulus::Asked { oil, above } => io.query(oil, [pressure + above])[0],
        }
    }
}
