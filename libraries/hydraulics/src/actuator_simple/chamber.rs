//! The oil in one end of a cylinder and its hose.

use simobject::{Creator, Failure, Result, SimObject};

use super::Oil;

/// A chamber and its hose.
pub(super) struct Chamber {
    /// 0 at the piston's head, 1 at the rod.
    number: usize,
    /// m^2.
    pub(super) cross_section: f64,
    /// m^3.
    hose_volume: f64,
}

/// What is in a chamber at a stroke.
pub(super) struct Contents {
    /// m^3.
    pub(super) volume: f64,
    /// Effective, Pa.
    pub(super) bulk_modulus: f64,
}

impl Chamber {
    /// Asks for the parameters.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>, number: usize) -> Self {
        let side = ["head", "rod"][number];
        let of_side = |what: &str| format!("{what} on the {side} side of the piston");
        Self {
            number,
            cross_section: c
                .parameter(format!("ChamberCrossSection{number}"))
                .unit("m^2")
                .doc(of_side("Cross section of the oil"))
                .more_than(0.0)
                .required(),
            hose_volume: c
                .parameter(format!("HoseVolume{number}"))
                .unit("m^3")
                .doc(of_side("Volume of the hose"))
                .more_than(0.0)
                .required(),
        }
    }

    /// The additional oil of this bulk modulus, Pa, that its hose takes per pressure, m^3/Pa.
    pub(super) fn hose_capacity(&self, bulk_modulus: f64) -> f64 {
        self.hose_volume / bulk_modulus
    }

    /// The contents of a chamber that is `length` long, m, with oil of this bulk modulus, Pa.
    ///
    /// # Errors
    /// The chamber has no volume left.
    #[inline]
    pub(super) fn contents(&self, oil: &Oil, bulk_modulus: f64, length: f64) -> Result<Contents> {
        if !oil.follows_volume {
            return Ok(Contents { volume: self.hose_volume, bulk_modulus });
        }
        let in_cylinder = self.cross_section * length;
        let volume = self.hose_volume + in_cylinder;
        let compressibility = 1.0 / bulk_modulus
            + (in_cylinder * oil.per_cylinder_modulus + self.hose_volume * oil.per_hose_modulus) / volume;
        if volume <= 0.0 || compressibility <= 0.0 {
            return Err(self.exhausted(volume, compressibility));
        }
        Ok(Contents { volume, bulk_modulus: 1.0 / compressibility })
    }

    #[cold]
    fn exhausted(&self, volume: f64, compressibility: f64) -> Failure {
        let number = self.number;
        let end = ["retracted", "extended"][number];
        let what = if volume > 0.0 {
            format!("the effective bulk modulus of chamber {number} is {} Pa", 1.0 / compressibility)
        } else {
            format!("the volume of chamber {number} is {volume} m^3")
        };
        Failure::recoverable(format!(
            "{what}: the actuator is {end} too far beyond its stroke; `StopStiffness` gives it end stops"
        ))
    }
}
