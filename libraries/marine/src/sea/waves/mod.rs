mod drawn;
mod parameters;

use simobject::{Creator, Failure, Io, Level, PrivateSlice, Resource, Result, SimObject};
use simobject_elements::environment::GRAVITY;
use simobject_elements::sea::{CURRENT, WATER, WATER_PRESSURE, WATER_SURFACE, WAVE_COMPONENTS};

use super::ramp::ramp;
use super::stretching::Stretching;
use super::wave_field::WaveField;
use drawn::Drawn;

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
    /// What is to be known of waves that would break.
    too_steep: Option<String>,
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
        let kind = parameters::kind(c);
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

        let realisation = parameters::realisation(c, kind, depth, g);
        if depth
            .is_some_and(|depth| realisation.components.iter().map(|c| c.amplitude.abs()).fold(0.0, f64::max) > depth)
        {
            c.error("Depth", "is less than the amplitude of a component: such waves are not small");
        }
        let too_steep = realisation.too_steep(depth, g);
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
        Ok(Self { phasors, drawn, gravity, current, field, density, g, ramp_time, too_steep })
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
        if let Some(told) = &self.too_steep {
            io.log(Level::Warning, told);
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
