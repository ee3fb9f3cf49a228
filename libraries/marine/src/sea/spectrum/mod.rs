//! Spectra of the elevation: how much of its variance waves of a frequency have.

mod jonswap;
mod table;
mod torsethaugen;

pub use jonswap::Jonswap;
pub use table::Table;
pub use torsethaugen::Torsethaugen;

/// A spectrum, one-sided, in m^2 s over the angular frequency: its integral is the variance of the elevation.
#[derive(Debug, Clone, PartialEq)]
pub enum Spectrum {
    /// JONSWAP, and with a peakedness of 1 Pierson and Moskowitz (also called ISSC, or Bretschneider).
    Jonswap(Jonswap),
    /// Wind sea and swell.
    Torsethaugen(Torsethaugen),
    /// Given at frequencies, linear in between.
    Table(Table),
}

impl Spectrum {
    /// Its value at an angular frequency, m^2 s.
    pub fn at(&self, frequency: f64) -> f64 {
        match self {
            Self::Jonswap(jonswap) => jonswap.at(frequency),
            Self::Torsethaugen(torsethaugen) => torsethaugen.at(frequency),
            Self::Table(table) => table.at(frequency),
        }
    }

    /// From where to where it has practically all of its energy, rad/s: half of its lowest peak to five times its
    /// highest one.
    pub fn range(&self) -> [f64; 2] {
        match self {
            Self::Jonswap(jonswap) => [0.5 * jonswap.peak(), 5.0 * jonswap.peak()],
            Self::Torsethaugen(torsethaugen) => {
                let peaks = torsethaugen.peaks();
                [0.5 * peaks[0].min(peaks[1]), 5.0 * peaks[0].max(peaks[1])]
            }
            Self::Table(table) => table.range(),
        }
    }

    /// Where it may bend.
    pub fn bends(&self) -> Vec<f64> {
        match self {
            Self::Jonswap(jonswap) => vec![jonswap.peak()],
            Self::Torsethaugen(torsethaugen) => torsethaugen.peaks().to_vec(),
            Self::Table(table) => table.frequencies().to_vec(),
        }
    }
}
