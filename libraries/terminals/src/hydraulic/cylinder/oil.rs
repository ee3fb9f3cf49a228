//! How much the oil of a cylinder gives way.

use simobject::{Creator, Io, Resource};
use simobject_elements::hydraulic::OIL;

use super::Cylinder;

/// The stiffness of the oil.
pub(super) struct Oil {
    modulus: Modulus,
    /// Whether the volumes of the chambers follow the stroke.
    pub(super) follows_volume: bool,
}

/// The bulk modulus.
enum Modulus {
    /// Pa.
    Given(f64),
    /// From the scenario's oil.
    Asked(Resource<1, 3>),
}

impl Oil {
    /// Declares the parameters, or the use of the scenario's oil.
    pub(super) fn declare(c: &mut Creator<'_, Cylinder>) -> Self {
        let doc = "Bulk modulus of the oil; without it, that of a `Hydraulic/Oil` at the pressure in each chamber";
        let modulus = match c.parameter("OilBulkModulus").unit("Pa").doc(doc).more_than(0.0).optional() {
            Some(modulus) => Modulus::Given(modulus),
            None => Modulus::Asked(c.uses("Oil", &OIL, "The oil in it, where there is no OilBulkModulus")),
        };
        let follows_volume = c
            .parameter("UseChamberVolumeChange")
            .doc(
                "Whether the stiffness of the oil follows the volumes of the chambers; if not, it is that of the hoses",
            )
            .default(true);
        Self { modulus, follows_volume }
    }

    /// The resource in use, if any.
    pub(super) fn asked(&self) -> Option<Resource<1, 3>> {
        match self.modulus {
            Modulus::Given(_) => None,
            Modulus::Asked(oil) => Some(oil),
        }
    }

    /// Bulk modulus at a pressure, Pa.
    #[inline]
    pub(super) fn bulk_modulus(&self, io: &Io<'_>, pressure: f64) -> f64 {
        match self.modulus {
            Modulus::Given(modulus) => modulus,
            Modulus::Asked(oil) => io.query(oil, [pressure])[0],
        }
    }
}
