use simobject::{Creator, Failure, In, Io, Result, SimObject};

use crate::domain::{Domain, Thermal};

/// A body that stores heat at one temperature: `C dT/dt = Q_flow`.
pub struct HeatCapacitor {
    temperature: In<1>,
}

impl SimObject for HeatCapacitor {
    const NAME: &'static str = "Thermal/HeatCapacitor";
    const DOC: &'static str = "\
A body that stores heat, at one temperature

C dT/dt = Q_flow";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let port = Thermal::ends(c);
        let temperature = Thermal::potential_in(c, "T", "Temperature");
        let capacity: f64 = c.parameter("C").unit("J/K").doc("Heat capacity").more_than(0.0).required();
        c.stores(port, capacity).across(temperature).begins(293.15);
        c.initial(Self::begin).reads(temperature).only_at_the_start();
        Ok(Self { temperature })
    }
}

impl HeatCapacitor {
    fn begin(&self, io: &mut Io<'_>) -> Result<()> {
        let [temperature] = io.get(self.temperature);
        if temperature > 0.0 {
            return Ok(());
        }
        let message = format!(
            "its temperature begins with {temperature} K; it is absolute, and must be more than 0: give it an initial \
             condition, as `<InitialCondition Name.A.T=\"293.15\"/>`"
        );
        Err(Failure::fatal(message))
    }
}
