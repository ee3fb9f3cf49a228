//! Where two tables differ.

use bowline_decimal::Decimal;

use crate::{DataFrame, Values};

/// How far numbers may lie apart: `absolute + relative * max(|a|, |b|)`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Tolerance {
    /// In the unit of the column.
    pub absolute: f64,
    /// Of the larger number.
    pub relative: f64,
}

/// Two tables, column by column: columns of the same name, in rows of the same
/// time.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// The column by which rows were matched; none if by their numbers.
    pub key: Option<String>,
    /// How many rows there are in both.
    pub rows: usize,
    /// The rows that the one has, and those that the other has.
    pub rows_alone: [Alone; 2],
    /// The columns that the one has, and those that the other has.
    pub columns_alone: [Vec<String>; 2],
    /// The columns that both have, without the key, in the order of the first table.
    pub columns: Vec<ColumnComparison>,
}

/// Rows that only one table has.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Alone {
    /// How many.
    pub count: usize,
    /// The key of the first, or its number.
    pub first: f64,
}

/// A column that both tables have.
#[derive(Debug, Clone, PartialEq)]
pub struct ColumnComparison {
    /// Its name.
    pub name: String,
    /// The unit that each table gives, empty if it gives none.
    pub units: [String; 2],
    /// In how many rows it differs.
    pub differing: usize,
    /// Where it differs first, and where most, as a share of what is allowed.
    pub first_and_most: Option<[Difference; 2]>,
}

/// A difference.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The key of its row, or its number.
    pub at: f64,
    /// What the tables hold; empty for nothing.
    pub values: [String; 2],
    /// How far they lie apart; infinite if one is no number.
    pub by: f64,
}

impl Comparison {
    /// Compares two tables. Rows are matched by `Time`, or by the first column
    /// if it has the same name in both, as far as these rise; else by their
    /// numbers. Times that differ by rounding alone are the same.
    pub fn new(tables: [&DataFrame; 2], tolerance: Tolerance) -> Self {
        let key = key(tables);
        let (pairs, rows_alone) = matched(tables, key);
        let at = |row: usize| key.map_or(row as f64, |[of_first, _]| number(tables[0], of_first, row));
        let mut columns = Vec::new();
        for (index, column) in tables[0].columns.iter().enumerate() {
            let Some(other) = tables[1].column(&column.name).filter(|_| key.is_none_or(|[k, _]| k != index)) else {
                continue;
            };
            let mut compared = ColumnComparison {
                name: column.name.clone(),
                units: [column.unit.clone(), other.unit.clone()],
                differing: 0,
                first_and_most: None,
            };
            let mut most = 0.0;
            for [a, b] in &pairs {
                let Some((by, share)) = difference([&column.values, &other.values], [*a, *b], tolerance) else {
                    continue;
                };
                compared.differing += 1;
                let difference =
                    || Difference { at: at(*a), values: [shown(&column.values, *a), shown(&other.values, *b)], by };
                match &mut compared.first_and_most {
                    None => compared.first_and_most = Some([difference(), difference()]),
                    Some([_, largest]) if share > most => *largest = difference(),
                    Some(_) => {}
                }
                most = share.max(most);
            }
            columns.push(compared);
        }
        let alone = |of: usize| {
            let names = tables[of].columns.iter().map(|column| &column.name);
            names.filter(|name| tables[1 - of].column(name).is_none()).cloned().collect()
        };
        let key = key.map(|[of_first, _]| tables[0].columns[of_first].name.clone());
        Self { key, rows: pairs.len(), rows_alone, columns_alone: [alone(0), alone(1)], columns }
    }

    /// Whether nothing differs.
    pub fn is_same(&self) -> bool {
        self.rows_alone.iter().all(|alone| alone.count == 0)
            && self.columns_alone.iter().all(Vec::is_empty)
            && self.columns.iter().all(ColumnComparison::is_same)
    }
}

impl ColumnComparison {
    /// Whether it is the same in both.
    pub fn is_same(&self) -> bool {
        self.differing == 0 && !self.has_other_unit()
    }

    /// Whether both tables give a unit, and not the same one.
    pub fn has_other_unit(&self) -> bool {
        self.units[0] != self.units[1] && self.units.iter().all(|unit| !unit.is_empty())
    }
}

/// The positions of the column by which rows are matched.
fn key(tables: [&DataFrame; 2]) -> Option<[usize; 2]> {
    let position = |name: &str, table: &DataFrame| table.columns.iter().position(|column| column.name == name);
    let first = tables[0].columns.first().map(|column| column.name.as_str());
    let name = if tables.iter().all(|table| position("Time", table).is_some()) { Some("Time") } else { first };
    let [a, b] = tables.map(|table| position(name?, table));
    let both = [a?, b?];
    let rises = |(table, column): (&&DataFrame, &usize)| {
        let all = || (0..table.rows()).map(|row| number(table, *column, row));
        all().all(f64::is_finite) && all().zip(all().skip(1)).all(|(a, b)| a <= b)
    };
    tables.iter().zip(&both).all(rises).then_some(both)
}

fn number(table: &DataFrame, column: usize, row: usize) -> f64 {
    table.columns[column].values.number(row).unwrap_or(f64::NAN)
}

/// The rows of both tables that go together, and those that have no other.
fn matched(tables: [&DataFrame; 2], key: Option<[usize; 2]>) -> (Vec<[usize; 2]>, [Alone; 2]) {
    let [rows_a, rows_b] = tables.map(DataFrame::rows);
    let at = |of: usize, row: usize| key.map_or(row as f64, |key| number(tables[of], key[of], row));
    let (mut pairs, mut alone) = (Vec::with_capacity(rows_a.min(rows_b)), [Alone::default(); 2]);
    let (mut a, mut b) = (0, 0);
    while a < rows_a || b < rows_b {
        let (time_a, time_b) =
            (if a < rows_a { at(0, a) } else { f64::INFINITY }, if b < rows_b { at(1, b) } else { f64::INFINITY });
        let rounding = 8.0 * f64::EPSILON * time_a.abs().max(time_b.abs());
        if a < rows_a && b < rows_b && (time_a == time_b || (time_a - time_b).abs() <= rounding) {
            pairs.push([a, b]);
            (a, b) = (a + 1, b + 1);
            continue;
        }
        let of = usize::from(b < rows_b && (a >= rows_a || time_b < time_a));
        if alone[of].count == 0 {
            alone[of].first = [time_a, time_b][of];
        }
        alone[of].count += 1;
        if of == 0 { a += 1 } else { b += 1 }
    }
    (pairs, alone)
}

/// How far the values of two columns in one row of each lie apart, and as a share of what is allowed; none if
/// they are the same, or near enough.
fn difference([of_a, of_b]: [&Values; 2], [a, b]: [usize; 2], tolerance: Tolerance) -> Option<(f64, f64)> {
    let text = |values: &Values, row: usize| match values {
        Values::Texts(texts) => texts[row].clone(),
        _ => None,
    };
    match (of_a.number(a), of_b.number(b)) {
        (Some(x), Some(y)) if x == y || x.is_nan() && y.is_nan() => None,
        (Some(x), Some(y)) => {
            let (by, allowed) = ((x - y).abs(), tolerance.absolute + tolerance.relative * x.abs().max(y.abs()));
            // Of a not-a-number, or of two infinities, neither is near.
            let is_near = by <= allowed && by.is_finite();
            let by = if by.is_nan() { f64::INFINITY } else { by };
            (!is_near).then_some((by, if allowed > 0.0 { by / allowed } else { by }))
        }
        (None, None) if text(of_a, a) == text(of_b, b) => None,
        _ => Some((f64::INFINITY, f64::INFINITY)),
    }
}

fn shown(values: &Values, row: usize) -> String {
    match values {
        Values::Numbers(numbers) => numbers[row].map_or(String::new(), |n| Decimal::new().of(n).to_owned()),
        Values::Integers(numbers) => numbers[row].map_or(String::new(), |n| n.to_string()),
        Values::Texts(texts) => texts[row].clone().unwrap_or_default(),
    }
}
