use simobject::{Creator, InSlice, Io, Matrix, OutSlice, Pattern, Result, SimObject, StateSlice};

/// A linear system: `dX/dt = A X + B In`, `Out = C X + D In`.
///
/// Without `D`, or where all of it is 0, the output does not depend on the
/// input in the same instant.
pub struct LinearSystem {
    input: InSlice,
    out: OutSlice,
    state: StateSlice,
    a: Matrix,
    b: Matrix,
    c: Matrix,
    d: Option<Matrix>,
}

impl SimObject for LinearSystem {
    const NAME: &'static str = "Math/LinearSystem";
    const DOC: &'static str = "\
A linear system in state space

dX/dt = A X + B In
Out   = C X + D In";

    fn new(creator: &mut Creator<'_, Self>) -> Result<Self> {
        let a: Matrix = creator.parameter("A").doc("n rows of n, for n states, such as `0,1; -4,0`").required();
        let b: Matrix = creator.parameter("B").doc("n rows, one column for each input").required();
        let c: Matrix = creator.parameter("C").doc("One row for each output, n columns").required();
        let d: Option<Matrix> = creator
            .parameter("D")
            .doc("One row for each output, one column for each input; all 0 if not given")
            .optional();
        let (states, inputs, outputs) = (a.columns(), b.columns(), c.rows());
        let shapes =
            [("A", Some(&a), states, states), ("B", Some(&b), states, inputs), ("C", Some(&c), outputs, states)];
        for (name, matrix, rows, columns) in shapes.into_iter().chain([("D", d.as_ref(), outputs, inputs)]) {
            let Some(matrix) = matrix.filter(|m| (m.rows(), m.columns()) != (rows, columns)) else { continue };
            let (found, needed) = (shape(matrix.rows(), matrix.columns()), shape(rows, columns));
            creator.error(name, format!("has {found}, where {needed} are needed"));
        }
        let initial =
            creator.parameter("InitialState").doc("Initial value of X").length(states).default(vec![0.0; states]);
        let d = d.filter(|d| d.elements().iter().any(|element| *element != 0.0));

        let input = creator.in_slice("In", inputs, "", "The inputs");
        let out = creator.out_slice("Out", outputs, "", "The outputs");
        let state = creator.state_slice("X", states, "", "The state");
        creator.initial_value(state, &initial);
        let direct = d.as_ref().map(|_| input);
        creator.common_computation(Self::output).reads((direct, state)).fills(out);
        creator.derivatives(Self::rate).reads((input, state)).pattern(state, state, non_zeros(&a, states)).pattern(
            state,
            input,
            non_zeros(&b, states),
        );
        Ok(Self { input, out, state, a, b, c, d })
    }
}

impl LinearSystem {
    #[inline]
    fn output(&self, io: &mut Io<'_>) {
        for i in 0..self.out.width() {
            let direct = self.d.as_ref().map_or(0.0, |d| product(d.row(i), io.slice(self.input)));
            let value = product(self.c.row(i), io.slice(self.state)) + direct;
            io.set_at(self.out, i, value);
        }
    }

    #[inline]
    fn rate(&self, io: &mut Io<'_>) {
        for i in 0..self.state.width() {
            let rate = product(self.a.row(i), io.slice(self.state)) + product(self.b.row(i), io.slice(self.input));
            io.derivative_slice_mut(self.state)[i] = rate;
        }
    }
}

#[inline]
fn product(row: &[f64], vector: &[f64]) -> f64 {
    row.iter().zip(vector).map(|(factor, value)| factor * value).sum()
}

fn shape(rows: usize, columns: usize) -> String {
    format!("{rows} rows of {columns}")
}

/// The elements of the first rows of a matrix that are not 0. (There are more
/// only if its shape is wrong, which is told.)
fn non_zeros(matrix: &Matrix, rows: usize) -> Pattern {
    let rows = (0_u32..).zip((0..matrix.rows().min(rows)).map(|row| matrix.row(row)));
    let elements = rows.flat_map(|(row, numbers)| {
        (0_u32..).zip(numbers).filter(|(_, number)| **number != 0.0).map(move |(column, _)| (row, column))
    });
    Pattern::Elements(elements.collect())
}
