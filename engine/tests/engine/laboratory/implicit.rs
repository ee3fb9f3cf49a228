//! SimObjects whose equations are implicit by nature.

use simobject::{Creator, Failure, In, InSlice, Io, Out, OutSlice, Result, SimObject, Unknown, UnknownSlice};

/// Colebrook's friction factors of pipes: `1/sqrt(f) = -2 log10(e/3.7 + 2.51/(Re sqrt(f)))`.
pub(crate) struct Colebrook {
    reynolds: InSlice,
    factor: UnknownSlice,
    /// What it gives to others: the pressure drop of a pipe in dynamic pressures, its length over its diameter being 100.
    drop: OutSlice,
    roughness: f64,
}

impl SimObject for Colebrook {
    const NAME: &'static str = "Colebrook";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("PortWidth").at_least(1.0).default(1);
        let roughness = c.parameter("Roughness").at_least(0.0).required();
        let reynolds = c.in_slice("Re", width, "", "Reynolds number");
        let factor = c.unknown_slice("Factor", width, "", "Friction factor");
        let drop = c.out_slice("Drop", width, "", "Pressure drop");
        c.guess(factor, 0.02);
        c.nominal(factor, 0.01);
        c.residual(Self::equation).of(factor);
        c.common_computation(Self::pressure).reads(factor).fills(drop);
        Ok(Self { reynolds, factor, drop, roughness })
    }
}

impl Colebrook {
    fn equation(&self, io: &mut Io<'_>) -> Result<()> {
        for i in 0..self.factor.width() {
            let (factor, reynolds) = (io.at(self.factor, i), io.at(self.reynolds, i));
            if factor <= 0.0 {
                return Err(Failure::recoverable("a friction factor is more than 0"));
            }
            let root = factor.sqrt();
            // Unknowns are read while residuals are set.
            io.residual_slice_mut(self.factor)[i] =
                1.0 / root + 2.0 * (self.roughness / 3.7 + 2.51 / (reynolds * root)).log10();
        }
        Ok(())
    }

    fn pressure(&self, io: &mut Io<'_>) {
        for i in 0..self.factor.width() {
            let drop = 100.0 * io.at(self.factor, i);
            io.set_at(self.drop, i, drop);
        }
    }
}

/// A four-bar linkage: the angles of coupler and rocker for that of the crank.
pub(crate) struct FourBar {
    crank: In<1>,
    angles: Unknown<2>,
    bars: [f64; 4],
}

impl SimObject for FourBar {
    const NAME: &'static str = "FourBar";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let bars = c.parameter("Bars").unit("m").required();
        let crank = c.in_port("Crank", "rad", "Angle of the crank");
        let angles = c.unknown("Angles", "rad", "Angles of coupler and rocker");
        c.guess(angles, [0.5, 1.0]);
        c.residual(Self::closes).reads((crank, angles)).of(angles);
        Ok(Self { crank, angles, bars })
    }
}

impl FourBar {
    /// Crank and coupler end where ground and rocker do.
    fn closes(&self, io: &mut Io<'_>) {
        let ([crank], [coupler, rocker], [a, b, c, ground]) = (io.get(self.crank), io.get(self.angles), self.bars);
        let x = a * crank.cos() + b * coupler.cos() - ground - c * rocker.cos();
        let y = a * crank.sin() + b * coupler.sin() - c * rocker.sin();
        io.set_residual(self.angles, [x, y]);
    }
}

/// An unknown that does not stand in its equation, unless a connection leads back to it.
pub(crate) struct Demanding {
    wanted: In<1>,
    amount: Unknown<1>,
}

impl SimObject for Demanding {
    const NAME: &'static str = "Demanding";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (wanted, amount) = (c.in_port("Wanted", "", "What has to be 3"), c.unknown("Amount", "", ""));
        c.residual(Self::three).reads(wanted).of(amount);
        Ok(Self { wanted, amount })
    }
}

impl Demanding {
    fn three(&self, io: &mut Io<'_>) {
        let [wanted] = io.get(self.wanted);
        io.set_residual(self.amount, wanted - 3.0);
    }
}

/// Gives half of what it takes, and says where to begin.
pub(crate) struct Guessing {
    input: In<1>,
    output: Out<1>,
}

impl SimObject for Guessing {
    const NAME: &'static str = "Guessing";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, output) = (c.in_port("In", "", ""), c.out_port("Out", "", ""));
        c.guess(output, 3.0);
        c.common_computation(Self::halve).reads(input).fills(output);
        Ok(Self { input, output })
    }
}

impl Guessing {
    fn halve(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set(self.output, 0.5 * input);
    }
}
