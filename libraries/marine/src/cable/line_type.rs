//! Products of which lines are made.

use simobject::{Creator, Matrix, Parameter, SimObject};

use super::elasticity::Elasticity;
use super::hanging::Rope;

/// A product that is sold by a nominal diameter. Figures of MoorPy's `MoorProps_default.yaml` (National Renewable Energy
/// Laboratory), which come from catalogues; polyester and nylon with their static stiffness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Product {
    Chain,
    StudChain,
    Wire,
    Polyester,
    Nylon,
}

/// The numbers of a line, before it is cut into segments.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LineType {
    pub(super) mass_per_length: f64,
    pub(super) diameter: f64,
    pub(super) elasticity: Elasticity,
    pub(super) drag: [f64; 2],
    pub(super) added_mass: [f64; 2],
    /// The tension that breaks it, N, if that is known.
    pub(super) strength: Option<f64>,
}

/// The numbers of a product by powers of its nominal diameter, m: mass by the square, stiffness by square and cube,
/// strength by the first three.
struct Figures {
    mass: f64,
    stiffness: [f64; 2],
    strength: [f64; 3],
    volume_diameter: f64,
    drag: [f64; 2],
    added_mass: [f64; 2],
}

impl Product {
    /// Its numbers at a nominal diameter, m.
    fn of(self, nominal: f64) -> LineType {
        let figures = self.figures();
        let square = nominal * nominal;
        let [linear, by_square, by_cube] = figures.strength;
        LineType {
            mass_per_length: figures.mass * square,
            diameter: figures.volume_diameter * nominal,
            elasticity: Elasticity::Linear(square * (figures.stiffness[0] + figures.stiffness[1] * nominal)),
            drag: figures.drag,
            added_mass: figures.added_mass,
            strength: Some(nominal * (linear + nominal * (by_square + nominal * by_cube))),
        }
    }

    fn figures(self) -> Figures {
        let rope = |mass: f64, density: f64| (4.0 / std::f64::consts::PI * mass / density).sqrt();
        match self {
            Self::Chain => Figures {
                mass: 20.0e3,
                stiffness: [85.6e9, -3.93e7],
                strength: [9.11e2, 1.21e9, -2.19e9],
                volume_diameter: 1.80,
                drag: [1.33, 0.64],
                added_mass: [1.0, 0.5],
            },
            Self::StudChain => Figures {
                mass: 21.9e3,
                stiffness: [88.0e9, 0.0],
                strength: [9.11e2, 1.21e9, -2.19e9],
                volume_diameter: 1.89,
                drag: [1.38, 0.74],
                added_mass: [1.0, 0.5],
            },
            Self::Wire => Figures {
                mass: 5293.0,
                stiffness: [97.1e9, 0.0],
                strength: [0.0, 1022e6, 0.0],
                volume_diameter: 1.18,
                drag: [1.02, 0.0],
                added_mass: [1.0, 0.0],
            },
            Self::Polyester => Figures {
                mass: 679.0,
                stiffness: [14.0 * 308e6, 0.0],
                strength: [0.0, 308e6, 0.0],
                volume_diameter: rope(679.0, 1380.0),
                drag: [2.02, 0.0],
                added_mass: [1.1, 0.15],
            },
            Self::Nylon => Figures {
                mass: 585.0,
                stiffness: [5.0 * 207e6, 5.0 * 230e6],
                strength: [0.0, 207e6, 230e6],
                volume_diameter: rope(585.0, 1140.0),
                drag: [1.98, 0.0],
                added_mass: [1.1, 0.15],
            },
        }
    }
}

/// Asks for the numbers of a line at rest, of that length: of a product with a nominal diameter, or all of them.
pub(super) fn rope<T: SimObject>(c: &mut Creator<'_, T>, length: f64) -> Rope {
    let usual = product(c);
    let (mass_per_length, diameter) = size(c, usual.as_ref());
    let stiffness = stiffness(c);
    let stiffness = or(stiffness, usual.map(|usual| usual.elasticity.stiffness()));
    Rope { length, mass_per_length, diameter, stiffness }
}

/// Asks for a product, by its nominal diameter; none where all numbers are given.
fn product<T: SimObject>(c: &mut Creator<'_, T>) -> Option<LineType> {
    let product = c
        .choice(
            "Type",
            [
                ("None", None),
                ("Chain", Some(Product::Chain)),
                ("StudChain", Some(Product::StudChain)),
                ("Wire", Some(Product::Wire)),
                ("Polyester", Some(Product::Polyester)),
                ("Nylon", Some(Product::Nylon)),
            ],
        )
        .doc("A product, by its NominalDiameter: each number that is given goes before that of the product")
        .default("None")?;
    let nominal: f64 = c
        .parameter("NominalDiameter")
        .unit("m")
        .doc("Diameter by which it is sold: of a chain's bar, of a rope")
        .more_than(0.0)
        .at_most(1.0)
        .required();
    Some(product.of(nominal))
}

/// Mass of a metre and diameter.
fn size<T: SimObject>(c: &mut Creator<'_, T>, usual: Option<&LineType>) -> (f64, f64) {
    let mass_per_length = c.parameter("MassPerLength").unit("kg/m").doc("Mass of a metre, dry").more_than(0.0);
    let mass_per_length = or(mass_per_length, usual.map(|usual| usual.mass_per_length));
    let diameter = c.parameter("Diameter").unit("m").doc("Diameter of a cylinder of its volume").more_than(0.0);
    (mass_per_length, or(diameter, usual.map(|usual| usual.diameter)))
}

fn stiffness<'c, T: SimObject>(c: &'c mut Creator<'_, T>) -> Parameter<'c, f64> {
    c.parameter("AxialStiffness").unit("N").doc("Stiffness E A: tension for each strain").more_than(0.0)
}

impl LineType {
    /// Asks for all numbers of a line that moves: of a product with a nominal diameter, or all of them; each that is given
    /// goes before that of the product.
    pub(super) fn declare<T: SimObject>(c: &mut Creator<'_, T>) -> Self {
        let usual = product(c);
        let (mass_per_length, diameter) = size(c, usual.as_ref());
        let elasticity = elasticity(c, usual.as_ref().map(|usual| usual.elasticity.clone()));
        let [normal, tangential] = usual.as_ref().map_or([1.2, 0.1], |usual| usual.drag);
        let drag = [
            c.parameter("NormalDrag").doc("Drag coefficient across it, of Diameter").at_least(0.0).default(normal),
            c.parameter("TangentialDrag")
                .doc("Drag coefficient along it, of pi Diameter")
                .at_least(0.0)
                .default(tangential),
        ];
        let [normal, tangential] = usual.as_ref().map_or([1.0, 0.0], |usual| usual.added_mass);
        let added_mass = [
            c.parameter("NormalAddedMass").doc("Added mass coefficient across it").at_least(0.0).default(normal),
            c.parameter("TangentialAddedMass").doc("Added mass coefficient along it").at_least(0.0).default(tangential),
        ];
        let strength = usual.and_then(|usual| usual.strength);
        let strength = c
            .parameter("Strength")
            .unit("N")
            .doc("Tension that breaks it, for Utilisation; that of the type if not given")
            .more_than(0.0)
            .optional()
            .or(strength);
        Self { mass_per_length, diameter, elasticity, drag, added_mass, strength }
    }
}

/// The number that is given; else the usual one; one of both is required.
fn or(parameter: Parameter<'_, f64>, usual: Option<f64>) -> f64 {
    match usual {
        Some(usual) => parameter.optional().unwrap_or(usual),
        None => parameter.required(),
    }
}

fn elasticity<T: SimObject>(c: &mut Creator<'_, T>, usual: Option<Elasticity>) -> Elasticity {
    let table: Option<Matrix> = c
        .parameter("TensionTable")
        .doc(
            "Strain and tension, N, in rows separated by `;`, in place of AxialStiffness; linear in between, from 0 on",
        )
        .optional();
    let stiffness = stiffness(c);
    let Some(table) = table else {
        let usual = usual.map(|usual| usual.stiffness());
        return Elasticity::Linear(or(stiffness, usual));
    };
    if stiffness.optional().is_some() {
        c.error("AxialStiffness", "is given beside `TensionTable`; leave one of them out");
    }
    match rows(&table) {
        Ok(table) => table,
        Err(fault) => {
            c.error("TensionTable", fault);
            Elasticity::Linear(1.0)
        }
    }
}

/// The table of rows of strain and tension; no strain and no tension come first if they are not there.
fn rows(table: &Matrix) -> Result<Elasticity, String> {
    if table.columns() != 2 {
        return Err(format!("has {} numbers in a row, where a strain and a tension have 2", table.columns()));
    }
    let (mut strains, mut tensions) = (vec![0.0], vec![0.0]);
    for row in (0..table.rows()).map(|row| table.row(row)) {
        if row[0] == 0.0 && row[1] == 0.0 && strains.len() == 1 {
            continue;
        }
        let (strain, tension) = (strains[strains.len() - 1], tensions[tensions.len() - 1]);
        if row[0] <= strain || row[1] <= tension {
            return Err(format!("must rise, but ({strain}, {tension}) is followed by ({}, {})", row[0], row[1]));
        }
        strains.push(row[0]);
        tensions.push(row[1]);
    }
    if strains.len() < 2 { Err("has no tension".to_owned()) } else { Ok(Elasticity::Table { strains, tensions }) }
}
