//! A double-acting cylinder with a rod on one side, its chambers and their hoses.

use simobject::{Creator, Failure, Result, SimObject};

use super::CylinderOil;

/// Sizes and losses of a cylinder. Chamber 0 is on the head side of the piston, chamber 1 on the rod side.
#[derive(Debug, Clone, Copy)]
pub struct Cylinder {
    /// Cross sections of the oil, m^2.
    areas: [f64; 2],
    /// Volumes of the hoses, m^3.
    hoses: [f64; 2],
    /// m.
    stroke_length: f64,
    /// Viscous friction of the piston, N s/m.
    damping: f64,
    /// m^3/(s Pa).
    leakage_coefficient: f64,
    /// Of what is around it, with which it pulls, N.
    ambient_tension: f64,
}

/// The contents of a chamber at a stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contents {
    /// m^3.
    pub volume: f64,
    /// Effective, Pa.
    pub bulk_modulus: f64,
}

impl Cylinder {
    /// Asks for cross sections, volumes of hoses, friction and leakage; `ambient` is the pressure around it, Pa.
    pub fn declare<T: SimObject>(c: &mut Creator<'_, T>, stroke_length: f64, ambient: f64) -> Self {
        let [areas, hoses] = [
            ("ChamberCrossSection", "m^2", "Cross section of the oil on the # side of the piston"),
            ("HoseVolume", "m^3", "Volume of the hose on the # side of the piston"),
        ]
        .map(|(name, unit, doc)| {
            [("head", 0), ("rod", 1)].map(|(side, k)| -> f64 {
                c.parameter(format!("{name}{k}")).unit(unit).doc(doc.replace('#', side)).more_than(0.0).required()
            })
        });
        let mut loss = |name: &'static str, unit: &'static str, doc: &'static str| -> f64 {
            c.parameter(name).unit(unit).doc(doc).at_least(0.0).default(0.0)
        };
        Self {
            areas,
            hoses,
            stroke_length,
            damping: loss("ActuatorDamping", "N s/m", "Viscous friction of the piston"),
            leakage_coefficient: loss("LeakageCoefficient", "m^3/(s Pa)", "Laminar flow past the piston"),
            ambient_tension: ambient * (areas[0] - areas[1]),
        }
    }

    /// How fast each chamber grows, m^3/s, at the velocity of the stroke, m/s.
    #[inline]
    pub fn growth(&self, velocity: f64) -> [f64; 2] {
        [self.areas[0] * velocity, -self.areas[1] * velocity]
    }

    /// Flow past the piston from chamber 0 to chamber 1, m^3/s, with these pressures, Pa.
    #[inline]
    pub fn leakage(&self, pressures: [f64; 2]) -> f64 {
        self.leakage_coefficient * (pressures[0] - pressures[1])
    }

    /// The pull on both ends, N, of pressures, Pa, and friction at the velocity of the stroke, m/s, without end stops.
    #[inline]
    pub fn tension(&self, pressures: [f64; 2], velocity: f64) -> f64 {
        let of_oil = pressures[1] * self.areas[1] - pressures[0] * self.areas[0];
        of_oil + self.ambient_tension + self.damping * velocity
    }

    /// The contents of a chamber at a stroke, m, with oil of this bulk modulus, Pa. Oil, cylinder and hose give way one
    /// after the other: `V / K = V / K_oil + A x / K_cylinder + V_hose / K_hose`, with `V = V_hose + A x` (as in Exudyn's
    /// `HydraulicActuatorSimple`).
    ///
    /// # Errors
    /// The chamber has no volume left.
    #[inline]
    pub fn contents(&self, oil: &CylinderOil, chamber: usize, stroke: f64, bulk_modulus: f64) -> Result<Contents> {
        let hose = self.hoses[chamber];
        if !oil.follows_volume {
            return Ok(Contents { volume: hose, bulk_modulus });
        }
        let length = if chamber == 0 { stroke } else { self.stroke_length - stroke };
        let in_cylinder = self.areas[chamber] * length;
        let volume = hose + in_cylinder;
        let compressibility =
            1.0 / bulk_modulus + (in_cylinder * oil.per_cylinder_modulus + hose * oil.per_hose_modulus) / volume;
        if volume <= 0.0 || compressibility <= 0.0 {
            return Err(exhausted(chamber, volume, compressibility));
        }
        Ok(Contents { volume, bulk_modulus: 1.0 / compressibility })
    }

    /// The oil of this bulk modulus, Pa, that a hose takes for each pascal, m^3/Pa.
    pub fn hose_capacity(&self, chamber: usize, bulk_modulus: f64) -> f64 {
        self.hoses[chamber] / bulk_modulus
    }
}

#[cold]
fn exhausted(chamber: usize, volume: f64, compressibility: f64) -> Failure {
    let end = ["retracted", "extended"][chamber];
    let fault = if volume > 0.0 {
        format!("the effective bulk modulus of chamber {chamber} is {} Pa", 1.0 / compressibility)
    } else {
        format!("the volume of chamber {chamber} is {volume} m^3")
    };
    Failure::recoverable(format!(
        "{fault}: the piston is {end} too far beyond its stroke; `StopStiffness` gives it end stops"
    ))
}
