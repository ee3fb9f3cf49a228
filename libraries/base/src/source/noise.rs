use simobject::{Creator, Io, OutSlice, Result, SimObject};

use super::philox;
use crate::sampling;
use crate::width::port_width;

/// Band-limited white noise: at each tick an independent number of a normal
/// distribution around 0, held until the next one.
///
/// Held numbers of variance `s^2` that follow each other after `SampleTime` have
/// the two-sided power spectral density `s^2 SampleTime` far below the frequency
/// `1 / (2 SampleTime)`: choose a `SampleTime` well below (a tenth of) the
/// shortest time constant that matters.
///
/// The numbers are a function of the SimObject's name, `Seed`, element and
/// tick, and of nothing else (Philox4x32-10: Salmon et al. 2011; Box, Muller
/// 1958): the same in each run, whatever method, rows and threads it has. Noise
/// of another name or seed is independent.
pub struct Noise {
    out: OutSlice,
    deviation: Vec<f64>,
    key: [u32; 2],
    /// What of the name does not fit into the key.
    name: u32,
}

impl SimObject for Noise {
    const NAME: &'static str = "Src/Noise";
    const DOC: &'static str = "\
Band-limited white noise: normal numbers, independent from tick to tick

Out = StandardDeviation z(k), or sqrt(PowerSpectralDensity / SampleTime) z(k), held until the next tick
z(k) is a function of name, Seed, element and tick (Philox4x32-10, Box-Muller), mean 0, variance 1
PowerSpectralDensity is two-sided, in squares of the unit per Hz.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = port_width(c, 1);
        let clock = sampling::clock(c);
        let period = c.sample_time(clock);
        let density: Option<Vec<f64>> = c
            .parameter("PowerSpectralDensity")
            .doc("Two-sided power spectral density, squares of the unit per Hz, in place of StandardDeviation")
            .at_least(0.0)
            .length(width)
            .optional();
        let deviation: Option<Vec<f64>> = c
            .parameter("StandardDeviation")
            .doc("Standard deviation of Out; 1 if neither is given")
            .at_least(0.0)
            .length(width)
            .optional();
        let seed: usize = c
            .parameter("Seed")
            .doc("Another one gives other numbers; SimObjects of other names have other ones anyway")
            .at_most(f64::from(u32::MAX))
            .default(0);
        let deviation = match (density, deviation) {
            (None, deviation) => deviation.unwrap_or_else(|| vec![1.0; width]),
            (Some(density), None) => density.iter().map(|density| (density / period).sqrt()).collect(),
            (Some(_), Some(deviation)) => {
                c.error("StandardDeviation", "stands beside `PowerSpectralDensity`; give one of them");
                deviation
            }
        };
        let out = c.out_slice("Out", width, "", "The noise");
        c.common_computation(Self::draw).on(clock).fills(out);
        let name = fnv(c.object_name());
        Ok(Self { out, deviation, key: [seed as u32, name as u32], name: (name >> 32) as u32 })
    }
}

impl Noise {
    #[inline]
    fn draw(&self, io: &mut Io<'_>) {
        let tick = io.tick();
        for (i, deviation) in self.deviation.iter().enumerate() {
            let counter = [tick as u32, (tick >> 32) as u32, i as u32, self.name];
            let value = deviation * philox::normal(counter, self.key);
            io.set_at(self.out, i, value);
        }
    }
}

/// FNV-1a (Fowler, Noll, Vo), 64 bits.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    /// From the authors' test vectors.
    #[test]
    fn known_hashes() {
        assert_eq!(super::fnv(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(super::fnv("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(super::fnv("foobar"), 0x8594_4171_f739_67e8);
    }
}
