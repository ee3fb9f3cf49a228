use std::f64::consts::TAU;

use simobject::look::Attribute;
use simobject::{Creator, Failure, Io, Look, Matrix, PrivateSlice, Resource, Result, SimObject};
use simobject_elements::environment::GRAVITY;
use simobject_elements::sea::{CURRENT, WATER, WATER_PRESSURE, WATER_SURFACE, WAVE_COMPONENTS};

use super::component::Component;
use super::dispersion::wavenumber;
use super::ramp::ramp;
use super::realisation::{Realisation, Sampling, Spacing};
use super::spectrum::{Jonswap, Spectrum, Table, Torsethaugen};
use super::spreading::Spreading;
use super::stretching::Stretching;
use super::wave_field::WaveField;

/// The sea: waves, and the current that they run on.
///
/// The waves are linear (Airy): a sum of components that do not act on each other, of which velocity, acceleration and
/// pressure are those of small waves. Convective terms of the acceleration, drift and the change of the waves by a
/// current are of second order, and left out.
pub struct Waves {
    phasors: PrivateSlice,
    drawn: Option<Drawn>,
    gravity: Resource<3, 3>,
    current: Option<Resource<3, 3>>,
    field: WaveField,
    density: f64,
    g: f64,
    ramp_time: f64,
}

/// The piece of the surface that the 3D view shows.
#[derive(Debug, Clone, Copy)]
struct Drawn {
    heights: PrivateSlice,
    points: usize,
    spacing: f64,
    corner: [f64; 2],
}

impl Drawn {
    /// None where it is not asked for: each row of the results takes its points, too.
    fn declare(c: &mut Creator<'_, Waves>) -> Option<Self> {
        let size: f64 = c
            .parameter("ViewSize")
            .unit("m")
            .doc("Edge of the square of its surface that the 3D view shows; it shows none if not given")
            .more_than(0.0)
            .optional()?;
        let [x, y]: [f64; 2] = c.parameter("ViewCentre").unit("m").doc("Middle of that square").default([0.0, 0.0]);
        let points: usize =
            c.parameter("ViewPoints").doc("Number of points along its edge").at_least(2.0).at_most(500.0).default(61);
        let spacing = size / (points - 1) as f64;
        let corner = [x - 0.5 * size, y - 0.5 * size];
        let heights = c.private_slice("Heights", points * points);
        let look = Look::surface(heights, points, [spacing, spacing]);
        c.look(look.with(Attribute::Corner, [corner[0], corner[1], 0.0]).material("#175076c0"));
        Some(Self { heights, points, spacing, corner })
    }

    /// Where its points are, along x first.
    fn places(&self) -> impl Iterator<Item = [f64; 2]> {
        let Self { points, spacing, corner, .. } = *self;
        let place =
            move |at: usize| [corner[0] + spacing * (at % points) as f64, corner[1] + spacing * (at / points) as f64];
        (0..points * points).map(place)
    }
}

/// What the waves are a realisation of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Still,
    Regular,
    Components,
    Jonswap,
    PiersonMoskowitz,
    Torsethaugen,
    Table,
}

/// By how much gravity may differ from the waves', m/s^2.
const ROUNDING: f64 = 1e-9;

impl SimObject for Waves {
    const NAME: &'static str = "Sea/Waves";
    const DOC: &'static str = "\
The sea: waves of small height, one or many, and the current that they run on

Elevation = sum of a cos(w t - k (x cos b + y sin b) + phase), upwards; w^2 = g k tanh(k Depth)
a = sqrt(2 S(w) dw) of the spectrum S, with phases by chance, from Seed
Vel, Acc, Pressure: of linear (Airy) waves, and the current's velocity added
The scenario's z is downwards, and still water at z = 0: gravity must be (0, 0, g)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let kind = c
            .choice(
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
            .required();
        let g: f64 = c
            .parameter("g")
            .unit("m/s^2")
            .doc("Acceleration of gravity, which the scenario's must be equal to")
            .more_than(0.0)
            .default(9.81);
        let density = c.parameter("Density").unit("kg/m^3").doc("Density of the water").more_than(0.0).default(1025.0);
        let depth: Option<f64> = c
            .parameter("Depth")
            .unit("m")
            .doc("Depth that the waves feel; deep water if not given")
            .more_than(0.0)
            .optional();
        let stretching = c
            .choice(
                "Stretching",
                [("Constant", Stretching::Constant), ("Wheeler", Stretching::Wheeler), ("None", Stretching::None)],
            )
            .doc("Above the still water: as at its surface; with the surface moved to z = 0; as the formulas say")
            .default("Constant");
        let ramp_time = c
            .parameter("RampTime")
            .unit("s")
            .doc("Time in which the waves grow to their height")
            .at_least(0.0)
            .default(0.0);
        let asks_current = c
            .choice("Current", [("None", false), ("Asked", true)])
            .doc("The current under the waves: none; that of a `Sea/Current`")
            .default("None");

        let realisation = realisation(c, kind, depth, g);
        if depth
            .is_some_and(|depth| realisation.components.iter().map(|c| c.amplitude.abs()).fold(0.0, f64::max) > depth)
        {
            c.error("Depth", "is less than the amplitude of a component: such waves are not small");
        }
        let field = WaveField::new(realisation, depth, stretching);

        let drawn = Drawn::declare(c);
        let gravity = c.uses("Gravity", &GRAVITY, "Acceleration of gravity, as of an `Environment/Gravity`");
        let current = asks_current.then(|| c.uses("Current", &CURRENT, "Velocity of the current"));
        let phasors = c.private_slice("Phasors", field.width());
        c.common_computation(Self::advance).reads(()).fills(phasors);
        if let Some(drawn) = drawn {
            c.common_computation(Self::draw).reads(phasors).fills(drawn.heights);
        }
        c.initial(Self::check).reads(gravity).only_at_the_start();
        let water = c.provides_rows("Water", &WATER, "How the water moves", Self::water);
        match current {
            Some(current) => drop(water.reads((phasors, current))),
            None => drop(water.reads(phasors)),
        }
        c.provides_rows("WaterSurface", &WATER_SURFACE, "Where its surface is", Self::surface).reads(phasors);
        c.provides_rows("WaterPressure", &WATER_PRESSURE, "Its pressure", Self::pressure).reads(phasors);
        c.provides("WaveComponents", &WAVE_COMPONENTS, "The components of the waves", Self::component).reads(());
        Ok(Self { phasors, drawn, gravity, current, field, density, g, ramp_time })
    }
}

impl Waves {
    fn advance(&self, io: &mut Io<'_>) {
        let time = io.time();
        self.field.set_phasors(time, ramp(time, self.ramp_time), io.slice_mut(self.phasors));
    }

    /// The heights of the surface in the 3D view.
    fn draw(&self, io: &mut Io<'_>) {
        let Some(drawn) = self.drawn else { return };
        let places: Vec<[f64; 2]> = drawn.places().collect();
        let mut heights = vec![0.0; places.len()];
        if !self.field.is_still() {
            let phasors = self.field.phasors(io.slice(self.phasors));
            self.field.surface(phasors, &places, |place, elevation, _| heights[place] = -elevation);
        }
        io.slice_mut(drawn.heights).copy_from_slice(&heights);
    }

    fn check(&self, io: &mut Io<'_>) -> Result<()> {
        let gravity = io.query(self.gravity, [0.0; 3]);
        let differs = gravity.iter().zip([0.0, 0.0, self.g]).any(|(is, should)| (is - should).abs() > ROUNDING);
        if differs {
            let [x, y, z] = gravity;
            return Err(Failure::fatal(format!(
                "gravity is ({x}, {y}, {z}) m/s^2, where waves need (0, 0, {}): z is downwards in the sea; set `g`, or \
                 the gravity",
                self.g
            )));
        }
        Ok(())
    }

    fn water(&self, io: &Io<'_>, places: &[[f64; 3]], answers: &mut [[f64; 8]]) -> Result<()> {
        let bound = self.field.bound();
        if self.field.is_still() {
            answers.fill([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, self.density, 0.0]);
        } else {
            let phasors = self.field.phasors(io.slice(self.phasors));
            let has_water = self.field.motion(phasors, places, |place, [u, v, w], [a, b, c]| {
                answers[place] = [u, v, w, a, b, c, self.density, bound];
            });
            if !has_water {
                return Err(dry());
            }
        }
        let Some(current) = self.current else { return Ok(()) };
        let mut velocities = [[0.0; 3]; 64];
        for (places, answers) in places.chunks(64).zip(answers.chunks_mut(64)) {
            let velocities = &mut velocities[..places.len()];
            io.query_many(current, places, velocities);
            for (answer, velocity) in answers.iter_mut().zip(velocities) {
                for (sum, of_current) in answer.iter_mut().zip(velocity) {
                    *sum += *of_current;
                }
            }
        }
        Ok(())
    }

    fn surface(&self, io: &Io<'_>, places: &[[f64; 2]], answers: &mut [[f64; 3]]) -> Result<()> {
        if self.field.is_still() {
            answers.fill([0.0; 3]);
            return Ok(());
        }
        let phasors = self.field.phasors(io.slice(self.phasors));
        self.field.surface(phasors, places, |place, elevation, [x, y]| answers[place] = [elevation, x, y]);
        let depth = self.field.depth().unwrap_or(f64::INFINITY);
        if answers.iter().any(|[elevation, ..]| *elevation <= -depth) {
            return Err(dry());
        }
        Ok(())
    }

    fn pressure(&self, io: &Io<'_>, places: &[[f64; 3]], answers: &mut [[f64; 1]]) {
        let weight = self.density * self.g;
        for (answer, place) in answers.iter_mut().zip(places) {
            *answer = [weight * place[2]];
        }
        if !self.field.is_still() {
            let phasors = self.field.phasors(io.slice(self.phasors));
            self.field.head(phasors, places, |place, head| answers[place][0] += weight * head);
        }
    }

    fn component(&self, _: &Io<'_>, [index]: [f64; 1]) -> Result<[f64; 6]> {
        if !(index >= 0.0 && index.fract() == 0.0) {
            return Err(Failure::fatal(format!("there is no component {index}: they are counted from 0 on")));
        }
        let components = self.field.components();
        let count = components.len() as f64;
        Ok(match components.get(index as usize) {
            Some(c) => [c.amplitude, c.frequency, c.wavenumber, c.direction, c.phase, count],
            None => [0.0, 0.0, 0.0, 0.0, 0.0, count],
        })
    }
}

/// Waves that are larger than the theory is for.
#[cold]
fn dry() -> Failure {
    Failure::fatal("a trough of the waves reaches the bottom: such waves are not small")
}

/// The components that the parameters say.
fn realisation(c: &mut Creator<'_, Waves>, kind: Kind, depth: Option<f64>, g: f64) -> Realisation {
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
