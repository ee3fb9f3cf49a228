use simobject::{Creator, InSlice, Io, Matrix, OutSlice, Result, SimObject};

/// A signal times a constant: each element times its own (`ElementWise`), or
/// a matrix times the vector of them (`Matrix`).
pub struct Gain {
    input: InSlice,
    out: OutSlice,
    gain: Matrix,
}

#[derive(Clone, Copy, PartialEq)]
enum Multiplication {
    ElementWise,
    Matrix,
}

impl SimObject for Gain {
    const NAME: &'static str = "Signal/Gain";
    const DOC: &'static str = "\
A signal times a constant: a number, one for each element, or a matrix

Out = Gain In, element by element, or a matrix times a vector (Multiplication)";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        let gain: Matrix =
            c.parameter("Gain").doc("The factor: a number for all elements, one for each, or a matrix").required();
        let multiplication = c
            .choice(
                "Multiplication",
                [("ElementWise", Multiplication::ElementWise), ("Matrix", Multiplication::Matrix)],
            )
            .doc("Out = Gain In: element by element, or a matrix times a vector")
            .default("ElementWise");
        let width =
            c.parameter("PortWidth").doc("Number of elements of In").at_least(1.0).at_most(1e6).default(gain.columns());
        let is_matrix = multiplication == Multiplication::Matrix;
        if !is_matrix && gain.rows() > 1 {
            c.error("Gain", format!("{} rows need `Multiplication` to be `Matrix`", gain.rows()));
        }
        if gain.columns() != width && (is_matrix || gain.columns() > 1) {
            c.error("Gain", format!("{} columns, where `PortWidth` asks for {width}", gain.columns()));
        }
        let input = c.in_slice("In", width, "", "Input");
        let out = c.out_slice("Out", if is_matrix { gain.rows() } else { width }, "", "Gain times input");
        match (multiplication, gain.columns()) {
            (Multiplication::Matrix, _) => c.common_computation(Self::matrix),
            (Multiplication::ElementWise, 1) => c.common_computation(Self::scalar),
            (Multiplication::ElementWise, _) => c.common_computation(Self::vector),
        }
        .reads(input)
        .fills(out);
        Ok(Self { input, out, gain })
    }
}

impl Gain {
    #[inline]
    fn scalar(&self, io: &mut Io<'_>) {
        let gain = self.gain.elements()[0];
        for i in 0..self.out.width() {
            let value = gain * io.at(self.input, i);
            io.set_at(self.out, i, value);
        }
    }

    #[inline]
    fn vector(&self, io: &mut Io<'_>) {
        for (i, gain) in self.gain.elements().iter().enumerate() {
            let value = gain * io.at(self.input, i);
            io.set_at(self.out, i, value);
        }
    }

    #[inline]
    fn matrix(&self, io: &mut Io<'_>) {
        for i in 0..self.out.width() {
            let value = self.gain.row(i).iter().zip(io.slice(self.input)).map(|(gain, input)| gain * input).sum();
            io.set_at(self.out, i, value);
        }
    }
}
