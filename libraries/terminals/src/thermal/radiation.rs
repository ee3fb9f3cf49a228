use simobject::{Creator, In, Io, Out, Result, SimObject};

use crate::domain::{Domain, Thermal};

/// Heat that two bodies radiate at each other, by the law of Stefan and Boltzmann.
pub struct BodyRadiation {
    temperatures: [In<1>; 2],
    heat_flow: Out<1>,
    /// W/K^4.
    coefficient: f64,
}

/// Stefan and Boltzmann's constant (CODATA 2018), W/(m^2 K^4).
const STEFAN_BOLTZMANN: f64 = 5.670_374_419e-8;

impl SimObject for BodyRadiation {
    const NAME: &'static str = "Thermal/BodyRadiation";
    const DOC: &'static str = "\
Heat that two bodies radiate at each other

Q_flow = Gr sigma (T(A)^4 - T(B)^4), sigma = 5.670374419e-8 W/(m^2 K^4)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let ends = Thermal::terminals(c);
        let temperatures =
            [Thermal::potential_in(c, "T_a", "Temperature at A"), Thermal::potential_in(c, "T_b", "Temperature at B")];
        c.measures(ends.0).across(temperatures[0]).named("A");
        c.measures(ends.1).across(temperatures[1]).named("B");
        let heat_flow = c.out_port("Q_flow", "W", "Heat flow from A to B");
        c.common_computation(Self::radiate).reads(temperatures).fills(heat_flow);
        c.gives_through(ends, heat_flow);
        let doc = "Net area of radiation: for a small body in a large room its emissivity times its surface";
        let area: f64 = c.parameter("Gr").unit("m^2").doc(doc).more_than(0.0).required();
        Ok(Self { temperatures, heat_flow, coefficient: area * STEFAN_BOLTZMANN })
    }
}

impl BodyRadiation {
    #[inline]
    fn radiate(&self, io: &mut Io<'_>) {
        let [a, b] = self.temperatures.map(|temperature| {
            let [temperature] = io.get(temperature);
            let square = temperature * temperature;
            square * square
        });
        io.set(self.heat_flow, [self.coefficient * (a - b)]);
    }
}
