use std::f64::consts::TAU;

use simobject::{Creator, Io, Private, Result, SimObject};
use simobject_elements::sea::WIND;

use super::random::uniform;

/// Wind over the sea: a profile over the height, and gusts.
///
/// The gusts are a sum of waves of the speed at 10 m (the spectrum of NPD and API, also in ISO 19901-1), the same at all
/// places: of eddies that are large against what they blow on.
pub struct Wind {
    gust: Private<1>,
    speed: f64,
    direction: [f64; 2],
    exponent: f64,
    gusts: Vec<Gust>,
}

/// One of the waves of which gusts are made.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Gust {
    amplitude: f64,
    frequency: f64,
    phase: f64,
}

/// The height of the speed, m.
const REFERENCE: f64 = 10.0;

/// The lowest height at which the profile is taken, m.
const LOWEST: f64 = 0.1;

impl SimObject for Wind {
    const NAME: &'static str = "Sea/Wind";
    const DOC: &'static str = "\
Wind over the sea, with gusts

Vel = (Speed + Gust(t)) (height / 10 m)^Exponent, at heights above 0.1 m, and as there below
Gust = sum of sqrt(2 S(f) df) cos(2 pi f t + phase), phases by chance, from Seed
S(f) = 320 (Speed/10)^2 / (1 + x^n)^(5/(3 n)), x = 172 f (Speed/10)^-0.75, n = 0.468 (NPD, API), at 10 m";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let gust = c.private("Gust");
        c.provides("Wind", &WIND, "Velocity of the air", Self::velocity).reads(gust);
        c.common_computation(Self::blow).reads(()).fills(gust);
        let speed: f64 =
            c.parameter("Speed").unit("m/s").doc("Mean speed 10 m above the still water").at_least(0.0).required();
        let heading: f64 = c.parameter("Direction").unit("rad").doc("To which it blows, from x towards y").default(0.0);
        let exponent = c.parameter("Exponent").doc("Of the profile over the height").at_least(0.0).default(0.12);
        let has_gusts =
            c.choice("Gusts", [("None", false), ("NPD", true)]).doc("None; of the spectrum of NPD").default("None");
        let gusts = if has_gusts { gusts(c, speed) } else { Vec::new() };
        let direction = [libm::cos(heading), libm::sin(heading)];
        Ok(Self { gust, speed, direction, exponent, gusts })
    }
}

fn gusts(c: &mut Creator<'_, Wind>, speed: f64) -> Vec<Gust> {
    let count: usize = c.parameter("NumberOfComponents").doc("Of the gusts").at_least(1.0).at_most(1e5).default(100);
    let seed: usize = c.parameter("Seed").doc("Another one gives other gusts of the same spectrum").default(1);
    if speed == 0.0 {
        return Vec::new();
    }
    // From an hour to two seconds, in equal steps of the logarithm, so that nothing repeats.
    let (low, high) = (1.0 / 3600.0, 0.5);
    let edge = |i: f64| low * libm::pow(high / low, i / count as f64);
    let gust = |i: usize| {
        let frequency = edge(i as f64 + 0.5);
        let width = edge(i as f64 + 1.0) - edge(i as f64);
        let amplitude = (2.0 * npd(frequency, speed) * width).sqrt();
        Gust { amplitude, frequency: TAU * frequency, phase: TAU * uniform(seed as u64, i as u64) }
    };
    (0..count).map(gust).collect()
}

/// The spectrum at 10 m, m^2/s, over the frequency, Hz.
fn npd(frequency: f64, speed: f64) -> f64 {
    let part = speed / 10.0;
    let n = 0.468;
    let x = 172.0 * frequency * libm::pow(part, -0.75);
    320.0 * part * part / libm::pow(1.0 + libm::pow(x, n), 5.0 / (3.0 * n))
}

impl Wind {
    fn blow(&self, io: &mut Io<'_>) {
        let time = io.time();
        let wave = |gust: &Gust| gust.amplitude * libm::cos(gust.frequency * time + gust.phase);
        io.set(self.gust, [self.gusts.iter().map(wave).sum::<f64>()]);
    }

    #[inline]
    fn velocity(&self, io: &Io<'_>, [_, _, z]: [f64; 3]) -> [f64; 3] {
        let [gust] = io.get(self.gust);
        let height = (-z).max(LOWEST);
        let speed = (self.speed + gust) * libm::pow(height / REFERENCE, self.exponent);
        [speed * self.direction[0], speed * self.direction[1], 0.0]
    }
}
