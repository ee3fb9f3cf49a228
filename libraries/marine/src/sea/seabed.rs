use simobject::{Creator, Io, Result, SimObject, TextFile};
use simobject_elements::grid::Grid;
use simobject_elements::sea::SEABED;

/// The bottom of the sea.
pub struct Seabed {
    relief: Relief,
    stiffness: f64,
    damping: f64,
    friction: f64,
}

/// Its depths.
#[derive(Debug, Clone, PartialEq)]
enum Relief {
    /// A depth at x = y = 0, and by how much it gets deeper along x and y.
    Plane {
        depth: f64,
        slope: [f64; 2],
    },
    Grid(Grid<1>),
}

/// How far apart depths of a grid are taken for its normal, m.
const STEP: f64 = 1e-3;

impl SimObject for Seabed {
    const NAME: &'static str = "Sea/Seabed";
    const DOC: &'static str = "\
The bottom of the sea: level, sloping, or of a grid of depths

Depth(x, y) = Depth + Slope . (x, y), or linear along x and y between the points of the grid
What lies on it is pushed along the normal by Stiffness penetration + Damping velocity inwards, per area";

    fn new(c: &mut Creator<'_, Self>) -> Result<Self> {
        c.provides("Seabed", &SEABED, "Its depth, and what it is made of", Self::ground).reads(());
        let file: Option<TextFile> = c
            .parameter("File")
            .doc(
                "CSV file with depths instead of Depth and Slope, beside the scenario: the first line names the columns \
                 `X`, `Y` and `Depth`; each further line is a point of a rectangular grid, in any order",
            )
            .optional();
        let relief = match &file {
            Some(file) => grid(c, file),
            None => {
                let depth = c.parameter("Depth").unit("m").doc("Depth at x = y = 0; required without File").required();
                let slope = c
                    .parameter("Slope")
                    .doc("By how much it gets deeper for each metre along x and along y")
                    .default([0.0, 0.0]);
                Relief::Plane { depth, slope }
            }
        };
        let stiffness = c
            .parameter("Stiffness")
            .unit("Pa/m")
            .doc("Pressure for each metre that something sinks in")
            .more_than(0.0)
            .default(3e6);
        let damping = c
            .parameter("Damping")
            .unit("Pa s/m")
            .doc("Pressure for each m/s with which it sinks in")
            .at_least(0.0)
            .default(3e5);
        let friction =
            c.parameter("Friction").doc("Coefficient of friction of what slides on it").at_least(0.0).default(0.0);
        Ok(Self { relief, stiffness, damping, friction })
    }
}

fn grid(c: &mut Creator<'_, Seabed>, file: &TextFile) -> Relief {
    for name in ["Depth", "Slope"] {
        let given: Option<Vec<f64>> = c.parameter(name).doc("Not beside File").optional();
        if given.is_some() {
            c.error(name, "is given beside `File`, which holds the depths; leave one of them out");
        }
    }
    let grid = Grid::read(file).and_then(|grid| match grid.axes() {
        [true, true, false] => Ok(grid),
        _ => Err(format!("{}:1: the columns are to be `X`, `Y` and `Depth`", file.path())),
    });
    Relief::Grid(grid.unwrap_or_else(|fault| {
        c.error("File", fault);
        Grid::stand_in()
    }))
}

impl Relief {
    #[inline]
    fn depth(&self, [x, y]: [f64; 2]) -> f64 {
        match self {
            Self::Plane { depth, slope } => depth + slope[0] * x + slope[1] * y,
            Self::Grid(grid) => grid.at([x, y, 0.0])[0],
        }
    }

    /// By how much it gets deeper for each metre along x and y.
    #[inline]
    fn slope(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        match self {
            Self::Plane { slope, .. } => *slope,
            // Exact within a cell, where it is linear along each axis, and the mean of both sides at its edge.
            Self::Grid(_) => {
                let over = |dx: f64, dy: f64| self.depth([x + dx, y + dy]) - self.depth([x - dx, y - dy]);
                [over(STEP, 0.0) / (2.0 * STEP), over(0.0, STEP) / (2.0 * STEP)]
            }
        }
    }
}

impl Seabed {
    #[inline]
    fn ground(&self, _: &Io<'_>, place: [f64; 2]) -> [f64; 7] {
        let [x, y] = self.relief.slope(place);
        // Upwards, out of the ground: (x, y, -1) over its length.
        let scale = 1.0 / (1.0 + x * x + y * y).sqrt();
        [self.relief.depth(place), x * scale, y * scale, -scale, self.stiffness, self.damping, self.friction]
    }
}
