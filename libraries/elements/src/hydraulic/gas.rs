//! The gas of an accumulator, which follows a polytropic law, `p V^n = p0 V0^n`.

use simobject::{Creator, SimObject};

/// A gas beside oil. Its charge is the oil's part of the volume that the gas has alone.
#[derive(Debug, Clone, Copy)]
pub struct Gas {
    /// Pa.
    precharge_pressure: f64,
    polytropic_index: f64,
}

impl Gas {
    /// With a pressure without oil, Pa, and a polytropic index.
    pub fn new(precharge_pressure: f64, polytropic_index: f64) -> Self {
        Self { precharge_pressure, polytropic_index }
    }

    /// Pressure without oil, Pa.
    #[inline]
    pub fn precharge_pressure(&self) -> f64 {
        self.precharge_pressure
    }

    /// Pressure at a charge below 1, Pa.
    #[inline]
    pub fn pressure(&self, charge: f64) -> f64 {
        self.precharge_pressure * (1.0 - charge).powf(-self.polytropic_index)
    }

    /// The part of the volume that the gas has at a pressure above 0, Pa: 1 less the charge.
    #[inline]
    pub fn room(&self, pressure: f64) -> f64 {
        (self.precharge_pressure / pressure).powf(1.0 / self.polytropic_index)
    }

    /// How fast its pressure rises with the charge, Pa.
    #[inline]
    pub fn stiffness(&self, charge: f64) -> f64 {
        self.polytropic_index * self.pressure(charge) / (1.0 - charge)
    }

    /// How fast the charge rises with the pressure, at a pressure above 0, Pa, 1/Pa.
    #[inline]
    pub fn compliance(&self, pressure: f64) -> f64 {
        self.room(pressure) / (self.polytropic_index * pressure)
    }
}

/// A vessel for gas and oil.
#[derive(Debug, Clone, Copy)]
pub struct Vessel {
    /// Its gas.
    pub gas: Gas,
    /// Volume of the gas without oil, m^3.
    pub gas_volume: f64,
    /// The most oil that it takes, m^3; infinite where that is as much as the gas leaves.
    pub capacity: f64,
}

impl Vessel {
    /// Asks for `GasVolume`, for how much oil it takes, by that name, `PrechargePressure` and `PolytropicIndex`.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, capacity: &'static str) -> Self {
        let doc = "Volume of the gas when there is no oil";
        let gas_volume: f64 = c.parameter("GasVolume").unit("m^3").doc(doc).more_than(0.0).required();
        let doc = "How much oil it takes, less than GasVolume; if not given, as much as the gas leaves";
        let most: Option<f64> = c.parameter(capacity).unit("m^3").doc(doc).more_than(0.0).optional();
        if let Some(most) = most.filter(|most| *most >= gas_volume) {
            c.error(capacity, format!("is {most} m^3; it must be less than `GasVolume`, {gas_volume} m^3"));
        }
        let doc = "Absolute pressure of the gas when there is no oil";
        let precharge_pressure = c.parameter("PrechargePressure").unit("Pa").doc(doc).more_than(0.0).required();
        let index = c.parameter("PolytropicIndex");
        let index = index.doc("Of the gas: 1 where it keeps its temperature, 1.4 where it keeps its heat");
        let gas = Gas::new(precharge_pressure, index.at_least(1.0).at_most(2.0).default(1.4));
        Self { gas, gas_volume, capacity: most.unwrap_or(f64::INFINITY) }
    }
}
