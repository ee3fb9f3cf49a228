use simobject::{Creator, Io, Result, SimObject};
use simobject_elements::sea::CURRENT;

use super::ramp::ramp;

/// A horizontal current, the same at all places of a depth.
pub struct Current {
    profile: Profile,
    direction: [f64; 2],
    ramp_time: f64,
}

/// Its speed at a depth.
#[derive(Debug, Clone, PartialEq)]
enum Profile {
    Uniform(f64),
    /// Depths, rising, and what it is there: speeds, and directions.
    Table {
        depths: Vec<f64>,
        velocities: Vec<[f64; 2]>,
    },
    /// Down to the depth, of the speed at the surface.
    Power {
        speed: f64,
        depth: f64,
        exponent: f64,
    },
    Logarithmic {
        speed: f64,
        depth: f64,
        roughness: f64,
    },
}

impl SimObject for Current {
    const NAME: &'static str = "Sea/Current";
    const DOC: &'static str = "\
A horizontal current, the same at all places of a depth; above the still water it is as at its surface

Uniform: Speed. Table: linear between Depths. Power: Speed (1 - z/Depth)^Exponent
Logarithmic: Speed ln(1 + (Depth - z)/Roughness) / ln(1 + Depth/Roughness)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Current", &CURRENT, "Its velocity", Self::velocity).reads(());
        let kind = c
            .choice("Profile", [("Uniform", 0), ("Table", 1), ("Power", 2), ("Logarithmic", 3)])
            .doc("How it depends on depth")
            .default("Uniform");
        let ramp_time =
            c.parameter("RampTime").unit("s").doc("Time in which it grows to its speed").at_least(0.0).default(0.0);
        let heading: f64 = c.parameter("Direction").unit("rad").doc("To which it goes, from x towards y").default(0.0);
        let direction = [libm::cos(heading), libm::sin(heading)];
        if kind == 1 {
            return Ok(Self { profile: table(c), direction, ramp_time });
        }
        let speed: f64 =
            c.parameter("Speed").unit("m/s").doc("Speed; at the surface, where that depends on depth").required();
        if kind == 0 {
            return Ok(Self { profile: Profile::Uniform(speed), direction, ramp_time });
        }
        let depth: f64 = c.parameter("Depth").unit("m").doc("Where it is 0").more_than(0.0).required();
        let profile = if kind == 2 {
            let exponent = c
                .parameter("Exponent")
                .doc("1/7 is that of a tide, 1 that of the wind")
                .more_than(0.0)
                .default(1.0 / 7.0);
            Profile::Power { speed, depth, exponent }
        } else {
            let roughness =
                c.parameter("Roughness").unit("m").doc("Roughness of the bottom").more_than(0.0).default(0.005);
            Profile::Logarithmic { speed, depth, roughness }
        };
        Ok(Self { profile, direction, ramp_time })
    }
}

/// The table of the parameters; no current where they are wrong.
fn table(c: &mut Creator<'_, Current>) -> Profile {
    let depths: Vec<f64> = c.parameter("Depths").unit("m").doc("Depths of the table, rising").required();
    let speeds: Vec<f64> = c.parameter("Speeds").unit("m/s").doc("Speed at each of the depths").required();
    let directions: Option<Vec<f64>> = c
        .parameter("Directions")
        .unit("rad")
        .doc("By how much it turns, beside Direction, at each of the depths")
        .optional();
    let directions = directions.unwrap_or_else(|| vec![0.0; depths.len()]);
    if let Some(pair) = depths.windows(2).find(|pair| pair[0] >= pair[1]) {
        c.error("Depths", format!("must rise, but {} is followed by {}", pair[0], pair[1]));
        return Profile::Uniform(0.0);
    }
    for (name, count) in [("Speeds", speeds.len()), ("Directions", directions.len())] {
        if count != depths.len() {
            c.error(name, format!("has {count} numbers, where there are {} depths", depths.len()));
            return Profile::Uniform(0.0);
        }
    }
    let velocities = speeds.iter().zip(&directions);
    let velocities = velocities.map(|(speed, turn)| [speed * libm::cos(*turn), speed * libm::sin(*turn)]).collect();
    if depths.is_empty() { Profile::Uniform(0.0) } else { Profile::Table { depths, velocities } }
}

impl Current {
    #[inline]
    fn velocity(&self, io: &Io<'_>, [_, _, z]: [f64; 3]) -> [f64; 3] {
        let [along, across] = self.profile.at(z.max(0.0));
        let [cosine, sine] = self.direction;
        let part = ramp(io.time(), self.ramp_time);
        [part * (along * cosine - across * sine), part * (along * sine + across * cosine), 0.0]
    }
}

impl Profile {
    /// Along the main direction and across it, at a depth.
    #[inline]
    fn at(&self, z: f64) -> [f64; 2] {
        match self {
            Self::Uniform(speed) => [*speed, 0.0],
            Self::Table { depths, velocities } => {
                let above = depths.partition_point(|depth| *depth <= z);
                if above == 0 || above == depths.len() {
                    return velocities[above.min(depths.len() - 1)];
                }
                let part = (z - depths[above - 1]) / (depths[above] - depths[above - 1]);
                std::array::from_fn(|i| velocities[above - 1][i] * (1.0 - part) + velocities[above][i] * part)
            }
            Self::Power { speed, depth, exponent } => [speed * libm::pow((1.0 - z / depth).max(0.0), *exponent), 0.0],
            Self::Logarithmic { speed, depth, roughness } => {
                let over = |height: f64| libm::log1p(height / roughness);
                [speed * over((depth - z).max(0.0)) / over(*depth), 0.0]
            }
        }
    }
}
