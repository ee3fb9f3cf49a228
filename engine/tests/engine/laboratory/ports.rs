//! SimObjects that pass signals on.

use simobject::{Creator, DefaultInput, In, InSlice, Io, Out, OutSlice, Private, Rate, Result, SimObject, State, Sum};

/// Passes its input on, in the same instant.
pub(crate) struct Through {
    input: InSlice,
    output: OutSlice,
}

impl SimObject for Through {
    const NAME: &'static str = "Through";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let width = c.parameter("PortWidth").at_least(1.0).default(1);
        let input = c.in_slice("In", width, "", "Input");
        let output = c.out_slice("Out", width, "", "Output");
        c.common_computation(Self::pass).reads(input).fills(output);
        Ok(Self { input, output })
    }
}

impl Through {
    fn pass(&self, io: &mut Io<'_>) {
        for i in 0..self.output.width() {
            let value = io.at(self.input, i);
            io.set_at(self.output, i, value);
        }
    }
}

/// Two outputs, each of which depends on one input only.
pub(crate) struct Split {
    first: In<1>,
    second: In<1>,
    out_first: Out<1>,
    out_second: Out<1>,
}

impl SimObject for Split {
    const NAME: &'static str = "Split";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (first, second) = (c.in_port("A", "", ""), c.in_port("B", "", ""));
        let (out_first, out_second) = (c.out_port("OutA", "", ""), c.out_port("OutB", "", ""));
        c.common_computation(Self::pass_first).reads(first).fills(out_first);
        c.common_computation(Self::pass_second).reads(second).fills(out_second);
        Ok(Self { first, second, out_first, out_second })
    }
}

impl Split {
    fn pass_first(&self, io: &mut Io<'_>) {
        io.set(self.out_first, io.get(self.first));
    }
    fn pass_second(&self, io: &mut Io<'_>) {
        io.set(self.out_second, io.get(self.second));
    }
}

/// A constant computation: twice its input, computed once.
pub(crate) struct Constant {
    input: In<1>,
    output: Out<1>,
}

impl SimObject for Constant {
    const NAME: &'static str = "Constant";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, output) = (c.in_port("In", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::twice).reads(input).fills(output).rate(Rate::Constant);
        Ok(Self { input, output })
    }
}

impl Constant {
    fn twice(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set(self.output, [2.0 * input]);
    }
}

/// Its state plus an offset, with defaults for all that is not given.
pub(crate) struct Offset {
    input: In<1>,
    state: State<1>,
    sum: Out<1>,
    half: Private<1>,
}

impl SimObject for Offset {
    const NAME: &'static str = "Offset";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let input = c.in_port("In", "", "");
        let state = c.state("X", "", "");
        let (sum, half) = (c.out_port("Sum", "", ""), c.private("Half"));
        let _: f64 = c.parameter("Default").default(7.0);
        c.default_input(input, DefaultInput::Parameter("Default".into()));
        c.initial_value(state, 3.0);
        c.nominal(state, 1e5);
        c.common_computation(Self::halve).reads(input).fills(half);
        c.common_computation(Self::add).reads((half, state)).fills(sum);
        c.derivatives(Self::still);
        Ok(Self { input, state, sum, half })
    }
}

impl Offset {
    fn halve(&self, io: &mut Io<'_>) {
        let [input] = io.get(self.input);
        io.set(self.half, [0.5 * input]);
    }
    fn add(&self, io: &mut Io<'_>) {
        let ([half], [x]) = (io.get(self.half), io.get(self.state));
        io.set(self.sum, [2.0 * half + x]);
    }
    fn still(&self, io: &mut Io<'_>) {
        io.set_derivative(self.state, [0.0]);
    }
}

/// Twice the sum of its sources.
pub(crate) struct Doubler {
    input: Sum<2>,
    output: Out<2>,
}

impl SimObject for Doubler {
    const NAME: &'static str = "Doubler";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let (input, output) = (c.sum_port("In", "", ""), c.out_port("Out", "", ""));
        c.common_computation(Self::double).reads(input).fills(output);
        Ok(Self { input, output })
    }
}

impl Doubler {
    fn double(&self, io: &mut Io<'_>) {
        io.set(self.output, io.get(self.input).map(|value| 2.0 * value));
    }
}

/// As many ports as one likes: out-port i gives what in-port i gets, and i where there is none.
pub(crate) struct Many {
    inputs: Vec<In<1>>,
    outputs: Vec<Out<1>>,
}

impl SimObject for Many {
    const NAME: &'static str = "Many";
    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let counts = ["Inputs", "Outputs"].map(|name| c.parameter(name).at_least(0.0).default(0_usize));
        let inputs: Vec<_> = (0..counts[0]).map(|i| c.in_port(format!("In{i}"), "", "")).collect();
        let outputs: Vec<_> = (0..counts[1]).map(|i| c.out_port(format!("Out{i}"), "", "")).collect();
        c.common_computation(Self::pass).reads(&inputs).fills(&outputs);
        Ok(Self { inputs, outputs })
    }
}

impl Many {
    fn pass(&self, io: &mut Io<'_>) {
        for (i, output) in self.outputs.iter().enumerate() {
            let value = self.inputs.get(i).map_or([i as f64], |input| io.get(*input));
            io.set(*output, value);
        }
    }
}
