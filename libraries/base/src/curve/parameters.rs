//! The parameters that say what a curve is.

use simobject::{Creator, Matrix, SimObject, TextFile};

use super::rows::{Rows, not_rising};
use super::{Curve, Interpolation, Outside};

/// How the variable of a curve is called in a scenario.
pub(crate) struct Variable {
    /// The parameter that lists it, such as `Times`.
    pub(crate) name: &'static str,
    /// SI unit.
    pub(crate) unit: &'static str,
    /// One line for the reader of the reference.
    pub(crate) doc: &'static str,
}

impl Curve {
    /// Asks for the rows, as attributes or in a file, and for how they are
    /// joined: as `interpolation` says, if the scenario says nothing.
    pub(crate) fn declare<T: SimObject>(
        c: &mut Creator<'_, T>,
        variable: &Variable,
        interpolation: &'static str,
    ) -> Self {
        let file: Option<TextFile> = c
            .parameter("File")
            .doc("CSV file with the rows instead, beside the scenario; a header line is allowed")
            .optional();
        let rows = match &file {
            Some(file) => from_file(c, variable, file),
            None => from_attributes(c, variable),
        };
        let interpolation = c
            .choice(
                "Interpolation",
                [("Held", Interpolation::Held), ("Linear", Interpolation::Linear), ("Spline", Interpolation::Spline)],
            )
            .doc("Between the rows: the row that has begun; straight lines; a cubic spline (not-a-knot)")
            .default(interpolation);
        let outside = c
            .choice("Outside", [("Held", Outside::Held), ("Extrapolated", Outside::Extrapolated)])
            .doc("Before the first and after the last row: that row; the tangent there")
            .default("Held");
        if interpolation == Interpolation::Held && outside == Outside::Extrapolated {
            c.error("Outside", "`Extrapolated` needs `Interpolation` to be `Linear` or `Spline`");
        }
        let curve = Self::new(rows, interpolation, outside);
        if !curve.is_finite() {
            let parameter = if file.is_some() { "File" } else { "Values" };
            c.error(parameter, "some values are too far apart, or their rows too close together, to be joined");
        }
        curve
    }
}

fn from_file<T: SimObject>(c: &mut Creator<'_, T>, variable: &Variable, file: &TextFile) -> Rows {
    for name in [variable.name, "Values"] {
        let given: Option<Matrix> = c.parameter(name).doc("Not beside File").optional();
        if given.is_some() {
            c.error(name, "is given beside `File`, which holds it already; leave one of them out");
        }
    }
    Rows::read(file).unwrap_or_else(|fault| {
        c.error("File", fault);
        Rows::stand_in()
    })
}

fn from_attributes<T: SimObject>(c: &mut Creator<'_, T>, variable: &Variable) -> Rows {
    let name = variable.name;
    let at: Vec<f64> = c.parameter(name).unit(variable.unit).doc(variable.doc).required();
    let values: Matrix = c
        .parameter("Values")
        .doc(format!(
            "Required without File: one row for each of {name}, separated by `;`; or one number for each, separated by `,`"
        ))
        .required();
    // A single row may stand for a column.
    let columns = if values.rows() == 1 && values.columns() == at.len() { 1 } else { values.columns() };
    if values.elements().len() != columns * at.len() {
        let message = format!("{} rows (separated by `;`), but `{name}` has {} numbers", values.rows(), at.len());
        c.error("Values", message);
        return Rows::stand_in();
    }
    if let Some(i) = at.windows(2).position(|pair| pair[0] >= pair[1]) {
        c.error(name, format!("must rise, but {}", not_rising(at[i], at[i + 1])));
        return Rows::stand_in();
    }
    Rows { at, values: values.elements().to_vec(), columns }
}
