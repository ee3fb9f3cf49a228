//! The parameters of waves: which components there are.

use std::f64::consts::TAU;

use simobject::{Creator, Matrix};

use super::Waves;
use crate::sea::component::Component;
use crate::sea::dispersion::wavenumber;
use crate::sea::realisation::{Realisation, Sampling, Spacing};
use crate::sea::spectrum::{Jonswap, Spectrum, Table, Torsethaugen};
use crate::sea::spreading::Spreading;

/// The source of the components.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Still,
    Regular,
    Components,
    Jonswap,
    PiersonMoskowitz,
    Torsethaugen,
    Table,
}

/// The parameter `Spectrum`.
pub(super) fn kind(c: &mut Creator<'_, Waves>) -> Kind {
    c.choice(
        "Spectrum",
        [
            ("JONSWAP", Kind::Jonswap),
            ("Still", Kind::Still),
            ("Regular", Kind::Regular),
            ("Components", Kind::Components),
            ("PiersonMoskowitz", Kind::PiersonMoskowitz),
            ("ISSC", Kind::PiersonMoskowitz),
            ("Torsethaugen", Kind::Torsethaugen),
            ("Table", Kind::Table),
        ],
    )
    .doc(
        "Of Hs and Tp: JONSWAP, Pierson and Moskowitz's (ISSC's is the same), Torsethaugen's; no waves; one \
                 (Height, Period, Phase); those of `Components`; of the spectrum in `Table`",
    )
    .required()
}

/// The components that the parameters say.
pub(super) fn realisation(c: &mut Creator<'_, Waves>, kind: Kind, depth: Option<f64>, g: f64) -> Realisation {
    let direction: f64 =
        c.parameter("Direction").unit("rad").doc("To which the waves go, from x towards y").default(0.0);
    let nothing = Realisation { components: Vec::new(), sequences: Vec::new() };
    match kind {
        Kind::Still => nothing,
        Kind::Regular => {
            let height: f64 = c.parameter("Height").unit("m").doc("From trough to crest").at_least(0.0).required();
            let period: f64 = c.parameter("Period").unit("s").doc("Period").more_than(0.0).required();
            let phase =
                c.parameter("Phase").unit("rad").doc("Phase at x = y = 0 and t = 0, where 0 is a crest").default(0.0);
            let frequency = TAU / period;
            let wavenumber = wavenumber(frequency, depth, g);
            let components = vec![Component { amplitude: 0.5 * height, frequency, wavenumber, direction, phase }];
            Realisation { components, ..nothing }
        }
        Kind::Components => {
            let rows: Matrix = c
                .parameter("Components")
                .doc(
                    "Amplitude, m, angular frequency, rad/s, direction, rad, and phase, rad, of each; separated by `;`",
                )
                .required();
            if rows.columns() != 4 {
                let columns = rows.columns();
                c.error("Components", format!("has {columns} numbers in a row, where a component has 4"));
                return nothing;
            }
            let rows = (0..rows.rows()).map(|row| [0, 1, 2, 3].map(|column| rows.row(row)[column]));
            let components = rows.map(|[amplitude, frequency, direction, phase]| Component {
                amplitude,
                frequency,
                wavenumber: wavenumber(frequency.abs(), depth, g),
                direction,
                phase,
            });
            let components: Vec<Component> = components.collect();
            if let Some(wrong) = components.iter().find(|component| component.frequency <= 0.0) {
                c.error(
                    "Components",
                    format!("has the angular frequency {} rad/s; it is more than 0", wrong.frequency),
                );
                return nothing;
            }
            Realisation { components, ..nothing }
        }
        _ => {
            let Some(spectrum) = spectrum(c, kind, g) else { return nothing };
            let sampling = sampling(c, &spectrum, direction);
            Realisation::new(&spectrum, &sampling, depth, g)
        }
    }
}

/// The spectrum that the parameters say; none if a table is wrong.
fn spectrum(c: &mut Creator<'_, Waves>, kind: Kind, g: f64) -> Option<Spectrum> {
    if kind == Kind::Table {
        let rows: Matrix = c
            .parameter("Table")
            .doc("Angular frequency, rad/s, and spectral density, m^2 s, in rows separated by `;`; linear in between")
            .required();
        return Table::new(&rows).map(Spectrum::Table).map_err(|fault| c.error("Table", fault)).ok();
    }
    let height: f64 = c.parameter("Hs").unit("m").doc("Significant wave height, 4 sqrt(m0)").more_than(0.0).required();
    let period: f64 = c.parameter("Tp").unit("s").doc("Period of the spectrum's peak").more_than(0.0).required();
    Some(match kind {
        Kind::Torsethaugen => Spectrum::Torsethaugen(Torsethaugen::new(height, period, g)),
        Kind::PiersonMoskowitz => Spectrum::Jonswap(Jonswap::new(height, period, 1.0)),
        _ => {
            let gamma: Option<f64> = c
                .parameter("Gamma")
                .doc("Peakedness; if not given, that of IEC 61400-3, which follows from Hs and Tp")
                .at_least(1.0)
                .at_most(20.0)
                .optional();
            let gamma = gamma.unwrap_or_else(|| Jonswap::usual_gamma(height, period));
            Spectrum::Jonswap(Jonswap::new(height, period, gamma))
        }
    })
}

/// How the parameters sample the spectrum.
fn sampling(c: &mut Creator<'_, Waves>, spectrum: &Spectrum, direction: f64) -> Sampling {
    let spreading = c
        .choice("Spreading", [("None", 0), ("Cos", 1), ("CosHalf", 2)])
        .doc("Of the directions: none, cos^n(b - Direction), cos^2n((b - Direction)/2), with n = SpreadingExponent")
        .default("None");
    let directions = if spreading == 0 {
        vec![direction]
    } else {
        let exponent = c
            .parameter("SpreadingExponent")
            .doc("Exponent of the spreading: large where the waves come from far away")
            .at_least(0.0)
            .at_most(1e4)
            .default(2.0);
        let count: usize = c
            .parameter("Directions")
            .doc("Number of directions, which have equal energy")
            .at_least(1.0)
            .at_most(1000.0)
            .default(11);
        let spreading = if spreading == 1 { Spreading::Cos(exponent) } else { Spreading::CosHalf(exponent) };
        spreading.directions(count).into_iter().map(|off| direction + off).collect()
    };
    let count = c
        .parameter("NumberOfComponents")
        .doc("About how many components there are, in all directions together")
        .at_least(1.0)
        .at_most(1e5)
        .default(200);
    let spacing = c
        .choice(
            "Spacing",
            [
                ("Octaves", Spacing::Octaves),
                ("EqualWavenumber", Spacing::EqualWavenumber),
                ("EqualEnergy", Spacing::EqualEnergy),
                ("EqualFrequency", Spacing::EqualFrequency),
            ],
        )
        .doc(
            "Of the components: equal steps of the wavenumber in each octave, or in all of them, which are fast where \
             many ask; one amplitude for all; equal steps of the frequency, after which the waves repeat",
        )
        .default("Octaves");
    let [low, high] = spectrum.range();
    let low = c
        .parameter("MinFrequency")
        .unit("rad/s")
        .doc("Angular frequency below which there are no waves; half of the lowest peak's if not given")
        .more_than(0.0)
        .optional()
        .unwrap_or(low.max(1e-3 * high));
    let high = c
        .parameter("MaxFrequency")
        .unit("rad/s")
        .doc("Angular frequency above which there are no waves; five times the highest peak's if not given")
        .more_than(0.0)
        .optional()
        .unwrap_or(high);
    if low >= high {
        c.error("MaxFrequency", format!("is {high} rad/s, where there are no waves below {low} rad/s"));
    }
    let seed: usize = c.parameter("Seed").doc("Another one gives other waves of the same spectrum").default(1);
    let has_random_amplitudes = c
        .choice("Amplitudes", [("Fixed", false), ("Rayleigh", true)])
        .doc("Of the components: those of the spectrum; by chance, as in a piece of a real sea")
        .default("Fixed");
    let range = if low < high { [low, high] } else { [low, 2.0 * low] };
    Sampling { range, count, directions, spacing, seed: seed as u64, has_random_amplitudes }
}
