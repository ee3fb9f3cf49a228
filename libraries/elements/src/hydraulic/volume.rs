//! A volume of oil with one pressure, in walls that may give way.

use simobject::{Creator, Io, Out, Reads, Resource};

use super::cylinder_oil::per_wall_modulus;
use super::{Bounded, Bounds, OIL};

/// Oil in walls.
pub struct Volume {
    /// Effective bulk modulus, which the calculation of its SimObject fills, Pa.
    pub bulk_modulus: Out<1>,
    /// The oil in it, which that calculation reads.
    pub oil: Resource<1, 3>,
    /// Bounds of its pressure.
    pub bounds: Bounds,
    /// m^3.
    volume: f64,
    /// 1/Pa; 0 of rigid walls.
    per_wall_modulus: f64,
}

impl Volume {
    /// Asks for `WallBulkModulus`, `Volume`, the oil and the bounds of its pressure.
    pub fn declare<T: Bounded>(c: &mut Creator<'_, T>, pressure: impl Reads + Copy) -> Self {
        let doc = "Bulk modulus of oil, air and walls together";
        Self {
            bulk_modulus: c.out_port("EffectiveBulkModulus", "Pa", doc),
            oil: c.uses("Oil", &OIL, "The oil in it, as of a `Hydraulic/Oil`"),
            per_wall_modulus: per_wall_modulus(c, "WallBulkModulus", "Bulk modulus of the walls; 0: they are rigid"),
            bounds: Bounds::declare(c, pressure),
            volume: c.parameter("Volume").unit("m^3").doc("How much oil it holds").more_than(0.0).required(),
        }
    }

    /// Fills and returns the effective bulk modulus at a pressure, Pa.
    #[inline]
    pub fn stiffness(&self, io: &mut Io<'_>, pressure: f64) -> f64 {
        let [of_oil, _, _] = io.query(self.oil, [pressure]);
        let bulk_modulus = effective_bulk_modulus(of_oil, self.per_wall_modulus);
        io.set(self.bulk_modulus, [bulk_modulus]);
        bulk_modulus
    }

    /// m^3.
    #[inline]
    pub fn volume(&self) -> f64 {
        self.volume
    }
}

/// Effective bulk modulus, Pa, of a fluid in walls that give way: `1 / K = 1 / K_fluid + per_wall_modulus`, in 1/Pa (H. E.
/// Merritt, Hydraulic Control Systems, 1967, section 2-4).
#[inline]
pub fn effective_bulk_modulus(of_fluid: f64, per_wall_modulus: f64) -> f64 {
    of_fluid / (1.0 + of_fluid * per_wall_modulus)
}
