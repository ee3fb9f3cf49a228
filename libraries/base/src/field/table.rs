use simobject::{Creator, Failure, Io, Matrix, Result, SimObject, TextFile};
use simobject_elements::environment::VECTOR_FIELD;
use simobject_elements::grid::{AXES, Grid};

/// A vector field that is given at the points of a rectangular grid, of one to
/// three axes, and linear along each axis in between. Along an axis that is not
/// given it does not change.
///
/// The field is continuous, and bends at the planes of the grid. Nothing
/// announces that: steps become smaller there by themselves.
pub struct Table {
    grid: Grid<3>,
    outside: Outside,
}

/// What the field is outside of the grid.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Outside {
    /// As at the nearest point of the grid.
    Held,
    /// Nobody may ask.
    Error,
}

impl SimObject for Table {
    const NAME: &'static str = "Field/Table";
    const DOC: &'static str = "\
A vector field on a grid of one to three axes, linear in between

Value(Pos) = the vectors at the corners of the cell around Pos, weighted by the opposite volumes";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Field", &VECTOR_FIELD, "The field", Self::value);
        let file: Option<TextFile> = c
            .parameter("File")
            .doc(
                "CSV file with the grid instead, beside the scenario: the first line names the columns, any of `X`, `Y` \
                 and `Z`, and three others, the vector; each further line is a point, in any order",
            )
            .optional();
        let grid = match &file {
            Some(file) => from_file(c, file),
            None => from_attributes(c),
        };
        let outside = c
            .choice("Outside", [("Held", Outside::Held), ("Error", Outside::Error)])
            .doc("Outside of the grid: as at its nearest point; an error")
            .default("Held");
        Ok(Self { grid, outside })
    }
}

impl Table {
    #[inline]
    fn value(&self, _: &Io<'_>, position: [f64; 3]) -> Result<[f64; 3]> {
        if self.outside == Outside::Error
            && let Some(outside) = self.grid.outside(position)
        {
            return Err(Failure::recoverable(outside));
        }
        Ok(self.grid.at(position))
    }
}

fn from_file(c: &mut Creator<'_, Table>, file: &TextFile) -> Grid<3> {
    for name in [AXES[0], AXES[1], AXES[2], "Values"] {
        let given: Option<Matrix> = c.parameter(name).doc("Not beside File").optional();
        if given.is_some() {
            c.error(name, "is given beside `File`, which holds it already; leave one of them out");
        }
    }
    Grid::read(file).unwrap_or_else(|fault| {
        c.error("File", fault);
        Grid::stand_in()
    })
}

fn from_attributes(c: &mut Creator<'_, Table>) -> Grid<3> {
    let mut axes = [None, None, None];
    let mut is_sound = true;
    for (axis, name) in axes.iter_mut().zip(AXES) {
        let doc = format!("Coordinates of the planes of the grid along {}, rising", name.to_lowercase());
        let given: Option<Vec<f64>> = c.parameter(name).unit("m").doc(doc).optional();
        if let Some(pair) = given.iter().flat_map(|given| given.windows(2)).find(|pair| pair[0] >= pair[1]) {
            c.error(name, format!("must rise, but {} is followed by {}", pair[0], pair[1]));
            is_sound = false;
        }
        *axis = given;
    }
    let values: Matrix = c
        .parameter("Values")
        .doc(
            "Required without File: the vector at each point, separated by `;`; along the last axis first, then along \
             the one before it",
        )
        .required();
    if values.columns() != 3 {
        c.error("Values", format!("has {} numbers in a row, where a vector has 3", values.columns()));
        return Grid::stand_in();
    }
    let rows = (0..values.rows()).map(|row| [0, 1, 2].map(|i: usize| values.row(row)[i])).collect();
    match Grid::new(axes, rows) {
        Ok(grid) if is_sound => grid,
        Ok(_) => Grid::stand_in(),
        Err(points) => {
            c.error("Values", format!("has {} vectors, where the grid has {points} points", values.rows()));
            Grid::stand_in()
        }
    }
}
