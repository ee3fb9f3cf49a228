//! Small elements in Rust.

use simobject::{Creator, In, Io, Out, Result, SimObject, State};

struct Lag {
    input: In<1>,
    x: State<1>,
    rate: f64,
}

impl SimObject for Lag {
    const NAME: &'static str = "Lag";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, x) = (c.in_port("In", "", ""), c.state("X", "", ""));
        c.initial_value(x, 0.0);
        c.out_port_of("Out", x);
        c.derivatives(Self::lag);
        Ok(Self { input, x, rate: c.parameter("Rate").unit("1/s").required() })
    }
}

impl Lag {
    fn lag(&self, io: &mut Io<'_>) {
        let ([input], [x]) = (io.get(self.input), io.get(self.x));
        io.set_derivative(self.x, self.rate * (input - x));
    }
}

struct Gain {
    input: In<1>,
    output: Out<1>,
    factor: f64,
}

impl SimObject for Gain {
    const NAME: &'static str = "Gain";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, output) = (c.in_port("In", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::gain).fills(output);
        Ok(Self { input, output, factor: c.parameter("Factor").required() })
    }
}

impl Gain {
    fn gain(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set(self.output, self.factor * input);
    }
}

struct Spring {
    a: In<3>,
    b: In<3>,
    force: Out<3>,
    stiffness: f64,
    length: f64,
}

impl SimObject for Spring {
    const NAME: &'static str = "Spring";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (a, b, force) = (c.in_port("A", "", ""), c.in_port("B", "", ""), c.out_port("Force", "", ""));
        c.common_computation(Self::force).fills(force);
        let (stiffness, length) = (c.parameter("Stiffness").required(), c.parameter("Length").required());
        Ok(Self { a, b, force, stiffness, length })
    }
}

impl Spring {
    fn force(&self, io: &mut Io<'_>) {
        let (a, b) = (io.get(self.a), io.get(self.b));
        let [x, y, z] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
        let length = (x * x + y * y + z * z).sqrt();
        let tension = self.stiffness * (1.0 - self.length / length);
        io.set(self.force, [tension * x, tension * y, tension * z]);
    }
}

simobject::library! { name: "small_rust", types: [Lag, Gain, Spring] }
