//! How much oil, cylinder and hoses give way.

use simobject::{Creator, SimObject};

/// The stiffness of oil and of what holds it.
pub(super) struct Oil {
    /// Pa.
    pub(super) bulk_modulus: f64,
    /// 1/Pa; 0 of a rigid cylinder.
    pub(super) per_cylinder_modulus: f64,
    /// 1/Pa; 0 of a rigid hose.
    pub(super) per_hose_modulus: f64,
    /// Whether the volumes of the chambers follow the stroke.
    pub(super) follows_volume: bool,
}

impl Oil {
    /// Asks for the parameters.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let bulk_modulus =
            c.parameter("OilBulkModulus").unit("Pa").doc("Bulk modulus of the oil").more_than(0.0).required();
        let mut per_modulus = |name: &'static str, doc: &'static str| {
            let modulus: f64 = c.parameter(name).unit("Pa").doc(doc).at_least(0.0).default(0.0);
            if modulus == 0.0 { 0.0 } else { 1.0 / modulus }
        };
        Self {
            bulk_modulus,
            per_cylinder_modulus: per_modulus("CylinderBulkModulus", "Bulk modulus of the cylinder; 0: it is rigid"),
            per_hose_modulus: per_modulus("HoseBulkModulus", "Bulk modulus of the hoses; 0: they are rigid"),
            follows_volume: c
                .parameter("UseChamberVolumeChange")
                .doc("Whether the stiffness of the oil follows the volumes of the chambers")
                .default(false),
        }
    }
}
