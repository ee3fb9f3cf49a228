//! The stiffness of the oil in a cylinder and of what holds it.

use simobject::{Creator, Io, Resource, SimObject};

use super::OIL;

/// Stiffness of oil, cylinder and hoses.
#[derive(Debug, Clone, Copy)]
pub struct CylinderOil {
    modulus: Modulus,
    /// 1/Pa; 0 of a rigid cylinder.
    pub(super) per_cylinder_modulus: f64,
    /// 1/Pa; 0 of rigid hoses.
    pub(super) per_hose_modulus: f64,
    /// Whether the volumes of the chambers follow the stroke.
    pub(super) follows_volume: bool,
}

/// The bulk modulus of the oil.
#[derive(Debug, Clone, Copy)]
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

impl CylinderOil {
    /// Asks for `OilBulkModulus`, or else for the scenario's oil, and for `UseChamberVolumeChange`. Absolute pressures
    /// are `above` higher, Pa, than those that the cylinder has. Walls that give way have `CylinderBulkModulus` and
    /// `HoseBulkModulus`.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, above: f64, gives_way: bool) -> Self {
        let doc = "Bulk modulus of the oil; without it, that of a `Hydraulic/Oil` at the pressure in each chamber";
        let modulus = match c.parameter("OilBulkModulus").unit("Pa").doc(doc).more_than(0.0).optional() {
            Some(modulus) => Modulus::Given(modulus),
            None => {
                let doc = "The oil in it, as of a `Hydraulic/Oil`, where there is no OilBulkModulus";
                Modulus::Asked { oil: c.uses("Oil", &OIL, doc), above }
            }
        };
        let mut per_modulus = |name, doc| if gives_way { per_wall_modulus(c, name, doc) } else { 0.0 };
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
    pub fn asked(&self) -> Option<Resource<1, 3>> {
        match self.modulus {
            Modulus::Given(_) => None,
            Modulus::Asked { oil, .. } => Some(oil),
        }
    }

    /// Bulk modulus of the oil alone at a pressure, Pa.
    #[inline]
    pub fn bulk_modulus(&self, io: &Io<'_>, pressure: f64) -> f64 {
        match self.modulus {
            Modulus::Given(modulus) => modulus,
            Modulus::Asked { oil, above } => io.query(oil, [pressure + above])[0],
        }
    }
}

/// Asks for the bulk modulus of walls, Pa, of which 0 is rigid: its inverse, 1/Pa.
pub(super) fn per_wall_modulus<T: SimObject>(c: &mut Creator<'_, T>, name: &'static str, doc: &'static str) -> f64 {
    let modulus: f64 = c.parameter(name).unit("Pa").doc(doc).at_least(0.0).default(0.0);
    if modulus == 0.0 { 0.0 } else { 1.0 / modulus }
}
