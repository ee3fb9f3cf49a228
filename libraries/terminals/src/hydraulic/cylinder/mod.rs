//! A cylinder between a housing and a rod.

mod oil;

use simobject::{Creator, Failure, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Stroke, Stroked};
use simobject_elements::nature::{HYDRAULIC, TRANSLATIONAL};

use super::{absolute, check_start};
use oil::Oil;

/// A double-acting cylinder with a rod on one side, and the oil in both chambers and their hoses.
///
/// Chamber 0, at `A`, is on the head side: its oil drives the rod out. Chamber 1, at `B`, is on the rod side. In rigid walls
/// the mass of the oil of a chamber changes by what flows in. It has no mass: that is one at its rod, or its housing.
pub struct Cylinder {
    s_rel: In<1>,
    v_rel: In<1>,
    /// At A and at B.
    pressures: [In<1>; 2],
    capacities: [Out<1>; 2],
    /// What the piston displaces, into the element.
    displaced: [Out<1>; 2],
    leakage: Out<1>,
    stroke: Out<1>,
    tension: Out<1>,
    ends: Stroke<In<1>>,
    oil: Oil,
    /// m^2.
    areas: [f64; 2],
    /// m^3.
    hoses: [f64; 2],
    /// m.
    offset_length: f64,
    stroke_length: f64,
    /// N s/m.
    damping: f64,
    /// m^3/(s Pa).
    leakage_coefficient: f64,
    /// Of the air around it, with which it pulls, N.
    ambient_tension: f64,
}

impl SimObject for Cylinder {
    const NAME: &'static str = "Hydraulic/Cylinder";
    const DOC: &'static str = "\
A double-acting cylinder between a housing and a rod, with the oil in its chambers

Stroke  = s(Rod) - s(Housing) - OffsetLength, v_rel = v(Rod) - v(Housing)
Tension = -p(A) A0 + p(B) A1 + AmbientPressure (A0 - A1) + ActuatorDamping v_rel + pull of the end stops
Capacity0 dp(A)/dt = flow into A - A0 v_rel - Leakage
Capacity1 dp(B)/dt = flow into B + A1 v_rel + Leakage
Capacity0 = (HoseVolume0 + A0 Stroke) / OilBulkModulus, or that of the Oil at p(A)
Capacity1 = (HoseVolume1 + A1 (StrokeLength - Stroke)) / OilBulkModulus, or that of the Oil at p(B)
Capacity  = HoseVolume / OilBulkModulus where UseChamberVolumeChange is 0
Leakage   = LeakageCoefficient (p(A) - p(B))

A0 is ChamberCrossSection0, A1 ChamberCrossSection1. Tension flows into Rod and out of Housing: above 0 it pulls them \
together. Without StopStiffness nothing holds the piston at its ends: that is a warning there, and an error where a chamber has no \
volume left.";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ports = [("A", "Chamber 0, on the head side"), ("B", "Chamber 1, on the rod side")]
            .map(|(name, doc)| c.terminal(name, &HYDRAULIC, doc));
        let housing = c.terminal("Housing", &TRANSLATIONAL, "Where the barrel is mounted");
        let rod = c.terminal("Rod", &TRANSLATIONAL, "End of the rod");
        let pressures = [
            absolute(c, "p_a", "Absolute pressure of chamber 0"),
            absolute(c, "p_b", "Absolute pressure of chamber 1"),
        ];
        let s_rel = c.in_port("s_rel", "m", "Position of Rod less that of Housing");
        let v_rel = c.in_port("v_rel", "m/s", "Velocity of Rod less that of Housing");
        let [capacities, displaced] = [
            ("Capacity", "m^3/Pa", "Oil that chamber # takes for each pascal"),
            ("Displaced", "m^3/s", "Flow into chamber # that the piston makes room for"),
        ]
        .map(|(name, unit, doc)| {
            [0, 1].map(|k| c.out_port(format!("{name}{k}"), unit, doc.replace('#', &k.to_string())))
        });
        let leakage = c.out_port("Leakage", "m^3/s", "Past the piston, from chamber 0 to chamber 1");
        let stroke = c.out_port("Stroke", "m", "How far it is extended: 0 to StrokeLength");
        let tension = c.out_port("Tension", "N", "Force into Rod: above 0 where it pulls its ends together");
        let oil = Oil::declare(c);
        c.initial(Self::begin).reads(pressures).only_at_the_start();
        c.common_computation(Self::measure).reads(s_rel).reads_no_states().fills(stroke);
        c.common_computation(Self::give_way)
            .reads((stroke, pressures, oil.asked()))
            .reads_no_states()
            .fills(capacities);
        c.common_computation(Self::displace).reads((v_rel, pressures)).reads_no_states().fills((displaced, leakage));
        let mut number = |name: &str, unit: &'static str, doc: &'static str| -> f64 {
            c.parameter(name.to_owned()).unit(unit).doc(doc).more_than(0.0).required()
        };
        let areas = [
            number("ChamberCrossSection0", "m^2", "Cross section of the oil on the head side of the piston"),
            number("ChamberCrossSection1", "m^2", "Cross section of the oil on the rod side of the piston"),
        ];
        let hoses = [
            number("HoseVolume0", "m^3", "Volume of the hose on the head side of the piston"),
            number("HoseVolume1", "m^3", "Volume of the hose on the rod side of the piston"),
        ];
        let stroke_length = number("StrokeLength", "m", "Longest stroke");
        let ends = Stroke::declare(c, stroke, v_rel, stroke_length);
        c.common_computation(Self::pull).reads((stroke, v_rel, pressures, ends.contact())).fills(tension);
        for k in 0..2 {
            c.stores(ports[k], capacities[k])
                .across(pressures[k])
                .begins(super::ATMOSPHERE)
                .named(["chamber 0", "chamber 1"][k]);
            c.gives_through(ports[k], displaced[k]).named(["piston 0", "piston 1"][k]);
        }
        c.gives_through((ports[0], ports[1]), leakage).named("leakage");
        c.gives_through((rod, housing), tension).position(s_rel).across(v_rel).named("tension");
        let mut optional = |name: &'static str, unit: &'static str, doc: &'static str, otherwise: f64| -> f64 {
            c.parameter(name).unit(unit).doc(doc).at_least(0.0).default(otherwise)
        };
        let ambient =
            optional("AmbientPressure", "Pa", "Absolute pressure around it, on the rod's cross section", 101_325.0);
        Ok(Self {
            s_rel,
            v_rel,
            pressures,
            capacities,
            displaced,
            leakage,
            stroke,
            tension,
            ends,
            oil,
            areas,
            hoses,
            stroke_length,
            offset_length: optional("OffsetLength", "m", "Distance of Housing and Rod at stroke 0", 0.0),
            damping: optional("ActuatorDamping", "N s/m", "Viscous friction of the piston", 0.0),
            leakage_coefficient: optional("LeakageCoefficient", "m^3/(s Pa)", "Laminar flow past the piston", 0.0),
            ambient_tension: ambient * (areas[0] - areas[1]),
        })
    }
}

impl Stroked for Cylinder {
    type Velocity = In<1>;

    #[inline]
    fn stroke(&self) -> &Stroke<In<1>> {
        &self.ends
    }
}

impl Cylinder {
    #[inline]
    fn measure(&self, io: &mut Io<'_>) {
        let [s_rel] = io.get(self.s_rel);
        io.set(self.stroke, [s_rel - self.offset_length]);
    }

    #[inline]
    fn give_way(&self, io: &mut Io<'_>) -> Result<()> {
        let [stroke] = io.get(self.stroke);
        for (k, length) in [stroke, self.stroke_length - stroke].into_iter().enumerate() {
            let mut volume = self.hoses[k];
            if self.oil.follows_volume {
                volume += self.areas[k] * length;
            }
            if volume <= 0.0 {
                return Err(exhausted(k, volume));
            }
            let [pressure] = io.get(self.pressures[k]);
            io.set(self.capacities[k], [volume / self.oil.bulk_modulus(io, pressure)]);
        }
        Ok(())
    }

    #[inline]
    fn displace(&self, io: &mut Io<'_>) {
        let ([v_rel], [[a], [b]]) = (io.get(self.v_rel), self.pressures.map(|pressure| io.get(pressure)));
        io.set(self.displaced[0], [self.areas[0] * v_rel]);
        io.set(self.displaced[1], [-self.areas[1] * v_rel]);
        io.set(self.leakage, [self.leakage_coefficient * (a - b)]);
    }

    #[inline]
    fn pull(&self, io: &mut Io<'_>) {
        let ([v_rel], [[a], [b]]) = (io.get(self.v_rel), self.pressures.map(|pressure| io.get(pressure)));
        let of_stops = self.ends.tension(io);
        let tension = b * self.areas[1] - a * self.areas[0] + self.ambient_tension + self.damping * v_rel + of_stops;
        io.set(self.tension, [tension]);
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        for (terminal, pressure) in ["A", "B"].into_iter().zip(self.pressures) {
            check_start(terminal, io.get(pressure)[0])?;
        }
        Ok(())
    }
}

#[cold]
fn exhausted(chamber: usize, volume: f64) -> Failure {
    let end = ["retracted", "extended"][chamber];
    Failure::recoverable(format!(
        "the volume of chamber {chamber} is {volume} m^3: the cylinder is {end} too far beyond its stroke; `StopStiffness` \
         gives it end stops"
    ))
}
