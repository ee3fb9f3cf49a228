//! A grid of points with numbers at each, and what lies in between.

use simobject::{TextFile, parse_number};

/// The axes of the scenario's frame, as parameters and columns name them.
pub const AXES: [&str; 3] = ["X", "Y", "Z"];

/// So many numbers at each of the points of a rectangular grid. Along an axis with a single
/// coordinate the field does not change.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid<const M: usize> {
    /// The coordinates of the planes, rising.
    axes: [Vec<f64>; 3],
    /// Whether an axis was given: outside of others there is nothing.
    given: [bool; 3],
    /// Point by point, z fastest.
    values: Vec<[f64; M]>,
}

impl<const M: usize> Grid<M> {
    /// What stands in for a grid that is wrong.
    pub fn stand_in() -> Self {
        Self { axes: [vec![0.0], vec![0.0], vec![0.0]], given: [false; 3], values: vec![[0.0; M]] }
    }

    /// A grid of those axes, and the numbers at its points, of which the last
    /// axis changes first.
    ///
    /// # Errors
    /// How many points there are.
    pub fn new(axes: [Option<Vec<f64>>; 3], values: Vec<[f64; M]>) -> Result<Self, usize> {
        let given = [0, 1, 2].map(|axis: usize| axes[axis].is_some());
        let axes = axes.map(|axis| axis.unwrap_or_else(|| vec![0.0]));
        let points = axes.iter().map(Vec::len).product();
        if values.len() == points { Ok(Self { axes, given, values }) } else { Err(points) }
    }

    /// Reads comma-separated values. The first line names the columns: one to
    /// three of X, Y and Z, and as many others as there are numbers at a point. Each further
    /// line is a point; their order does not matter.
    ///
    /// # Errors
    /// What is wrong first, with path and line.
    pub fn read(file: &TextFile) -> Result<Self, String> {
        let text = file.text().trim_start_matches('\u{feff}');
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
        let place = |line: usize| format!("{}:{line}", file.path());
        let Some((first, header)) = lines.next() else { return Err(format!("{}: it is empty", file.path())) };
        let names: Vec<&str> = header.split(',').map(str::trim).collect();
        let columns = Columns::<M>::of(&names).map_err(|fault| format!("{}: {fault}", place(first)))?;
        let mut points = Vec::new();
        for (number, line) in lines {
            let fault = |fault: String| format!("{}: {fault}", place(number));
            if line.contains(';') {
                return Err(fault("`;` between the numbers: write commas there, and decimals with a point".to_owned()));
            }
            let numbers: Vec<f64> = line.split(',').map(parse_number).collect::<Result<_, _>>().map_err(fault)?;
            if numbers.len() != names.len() {
                return Err(fault(format!("{} numbers, where {} columns are named", numbers.len(), names.len())));
            }
            points.push((columns.point(&numbers), columns.vector(&numbers), number));
        }
        Self::of_points(columns.given(), points, &place)
    }

    /// The grid of points in any order, each with the line that gives it.
    fn of_points(
        given: [bool; 3],
        mut points: Vec<([f64; 3], [f64; M], usize)>,
        place: &impl Fn(usize) -> String,
    ) -> Result<Self, String> {
        points.sort_by(|(a, ..), (b, ..)| {
            a.iter()
                .zip(b)
                .map(|(a, b)| a.total_cmp(b))
                .find(|order| order.is_ne())
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        if let Some(pair) = points.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let (first, again) = (pair[0].2.min(pair[1].2), pair[0].2.max(pair[1].2));
            let point = written(given, pair[0].0);
            return Err(format!("{}: the point {point} is given again; line {first} has it", place(again)));
        }
        let axes = [0, 1, 2].map(|axis: usize| {
            let mut coordinates: Vec<f64> = points.iter().map(|(point, ..)| point[axis]).collect();
            coordinates.sort_by(f64::total_cmp);
            coordinates.dedup();
            coordinates
        });
        let all = axes[0].iter().flat_map(|x| axes[1].iter().flat_map(|y| axes[2].iter().map(|z| [*x, *y, *z])));
        let missing = all.zip(points.iter().map(Some).chain(std::iter::repeat(None)));
        for (wanted, found) in missing {
            if found.is_none_or(|(point, ..)| *point != wanted) {
                let point = written(given, wanted);
                return Err(format!(
                    "{}: the point {point} is missing: every combination of coordinates is needed",
                    place(1)
                ));
            }
        }
        if points.is_empty() {
            return Err(format!("{}: there are no points", place(1)));
        }
        Ok(Self { axes, given, values: points.into_iter().map(|(_, vector, _)| vector).collect() })
    }

    /// Which of x, y and z it has points along.
    pub fn axes(&self) -> [bool; 3] {
        self.given
    }

    /// The numbers at a position: linear along each axis between the planes,
    /// and as at the nearest plane outside.
    #[inline]
    pub fn at(&self, position: [f64; 3]) -> [f64; M] {
        let cells: [Cell; 3] = std::array::from_fn(|axis| Cell::of(&self.axes[axis], position[axis]));
        let index = |x: usize, y: usize, z: usize| (x * self.axes[1].len() + y) * self.axes[2].len() + z;
        let along = |cell: &Cell, at: &dyn Fn(usize) -> [f64; M]| {
            if cell.part == 0.0 {
                return at(cell.below);
            }
            let (below, above) = (at(cell.below), at(cell.above));
            std::array::from_fn(|i| below[i] * (1.0 - cell.part) + above[i] * cell.part)
        };
        let [x, y, z] = &cells;
        along(x, &|x| along(y, &|y| along(z, &|z| self.values[index(x, y, z)])))
    }

    /// What a position is outside of, in words.
    pub fn outside(&self, position: [f64; 3]) -> Option<String> {
        (0..3).filter(|axis| self.given[*axis]).find_map(|axis| {
            let (coordinates, at) = (&self.axes[axis], position[axis]);
            let (first, last) = (coordinates[0], coordinates[coordinates.len() - 1]);
            let is_outside = at < first || at > last;
            is_outside.then(|| {
                format!("{} = {at} m is outside of the table, which goes from {first} to {last} m", AXES[axis])
            })
        })
    }
}

/// Between which planes a coordinate is.
struct Cell {
    below: usize,
    above: usize,
    /// How far above the lower one, 0 to 1.
    part: f64,
}

impl Cell {
    #[inline]
    fn of(planes: &[f64], at: f64) -> Self {
        let (last, above) = (planes.len() - 1, planes.partition_point(|plane| *plane <= at));
        if at.is_nan() && last > 0 {
            return Self { below: 0, above: 0, part: at };
        }
        if above == 0 || above > last {
            let below = above.min(last);
            return Self { below, above: below, part: 0.0 };
        }
        let (low, high) = (planes[above - 1], planes[above]);
        Self { below: above - 1, above, part: (at - low) / (high - low) }
    }
}

/// A point, as the axes that were given write it: `X = 1, Z = 0.5`.
fn written(given: [bool; 3], point: [f64; 3]) -> String {
    let shown = (0..3).filter(|axis| given[*axis]).map(|axis| format!("{} = {}", AXES[axis], point[axis]));
    shown.collect::<Vec<_>>().join(", ")
}

/// Which column is what.
struct Columns<const M: usize> {
    axes: [Option<usize>; 3],
    values: [usize; M],
}

impl<const M: usize> Columns<M> {
    fn of(names: &[&str]) -> Result<Self, String> {
        let mut axes = [None; 3];
        let mut values = Vec::new();
        for (column, name) in names.iter().enumerate() {
            match AXES.iter().position(|axis| axis == name) {
                Some(axis) if axes[axis].is_some() => return Err(format!("two columns are called `{name}`")),
                Some(axis) => axes[axis] = Some(column),
                None if parse_number(name).is_ok() => {
                    return Err("the first line names the columns, as `X, Y, U, V, W`".to_owned());
                }
                None => values.push(column),
            }
        }
        if axes.iter().all(Option::is_none) {
            return Err("no column is called `X`, `Y` or `Z`".to_owned());
        }
        match <[usize; M]>::try_from(values) {
            Ok(values) => Ok(Self { axes, values }),
            Err(values) => {
                let columns = values.len();
                Err(format!("beside those of the axes there are {columns} columns, where {} {M}", needs::<M>()))
            }
        }
    }

    fn given(&self) -> [bool; 3] {
        self.axes.map(|axis| axis.is_some())
    }

    fn point(&self, numbers: &[f64]) -> [f64; 3] {
        // 0 and -0 are one coordinate.
        self.axes.map(|column| column.map_or(0.0, |column| numbers[column] + 0.0))
    }

    fn vector(&self, numbers: &[f64]) -> [f64; M] {
        self.values.map(|column| numbers[column])
    }
}

/// The subject of `... so many columns`.
fn needs<const M: usize>() -> &'static str {
    if M == 3 { "a vector has" } else { "there has to be" }
}
