//! A cylinder between a housing and a rod.

use simobject::{Creator, In, Io, Out, Result, SimObject};
use simobject_elements::hydraulic::{Cylinder as Law, CylinderOil, Stroke, Stroked};
use simobject_elements::nature::{HYDRAULIC, TRANSLATIONAL};

use super::{absolute, check_start};

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
    oil: CylinderOil,
    law: Law,
    /// m.
    offset_length: f64,
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
        let oil = CylinderOil::declare(c, 0.0, false);
        c.initial(Self::begin).reads(pressures).only_at_the_start();
        c.common_computation(Self::measure).reads(s_rel).reads_no_states().fills(stroke);
        c.common_computation(Self::give_way)
            .reads((stroke, pressures, oil.asked()))
            .reads_no_states()
            .fills(capacities);
        c.common_computation(Self::displace).reads((v_rel, pressures)).reads_no_states().fills((displaced, leakage));
        let stroke_length = c.parameter("StrokeLength").unit("m").doc("Longest stroke").more_than(0.0).required();
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
        let ambient = c.parameter("AmbientPressure").unit("Pa");
        let ambient =
            ambient.doc("Absolute pressure around it, on the rod's cross section").at_least(0.0).default(101_325.0);
        let offset_length = c.parameter("OffsetLength").unit("m").doc("Distance of Housing and Rod at stroke 0");
        let offset_length: f64 = offset_length.at_least(0.0).default(0.0);
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
            law: Law::declare(c, stroke_length, ambient),
            offset_length,
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
        for k in 0..2 {
            let bulk_modulus = self.oil.bulk_modulus(io, io.get(self.pressures[k])[0]);
            let contents = self.law.contents(&self.oil, k, stroke, bulk_modulus)?;
            io.set(self.capacities[k], [contents.volume / contents.bulk_modulus]);
        }
        Ok(())
    }

    #[inline]
    fn displace(&self, io: &mut Io<'_>) {
        let ([v_rel], pressures) = (io.get(self.v_rel), self.pressures.map(|pressure| io.get(pressure)[0]));
        for (displaced, growth) in self.displaced.into_iter().zip(self.law.growth(v_rel)) {
            io.set(displaced, [growth]);
        }
        io.set(self.leakage, [self.law.leakage(pressures)]);
    }

    #[inline]
    fn pull(&self, io: &mut Io<'_>) {
        let ([v_rel], pressures) = (io.get(self.v_rel), self.pressures.map(|pressure| io.get(pressure)[0]));
        let tension = self.law.tension(pressures, v_rel) + self.ends.tension(io);
        io.set(self.tension, [tension]);
    }

    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        for (terminal, pressure) in ["A", "B"].into_iter().zip(self.pressures) {
            check_start(terminal, io.get(pressure)[0])?;
        }
        Ok(())
    }
}
