//! A table to be read.

use bowline_decimal::Shortest;

use super::{lists, matrices, numbers};
use crate::system::{LinearSystem, Quantity};

impl LinearSystem {
    /// The system as comma-separated values: a block for each of the matrices A, B, C and D, and one of the operating
    /// point, with an empty line between them. A block of a matrix begins with a row of names, `name [unit]`, and so
    /// does each of its rows. That of the operating point has `Ts` (the sample time, s; 0 if the system is continuous)
    /// and `t0` (s), then values of states, inputs and outputs.
    pub fn to_csv(&self) -> String {
        let (states, inputs, outputs) = (&self.states, &self.inputs, &self.outputs);
        let sides = [(states, states), (states, inputs), (outputs, states), (outputs, inputs)];
        let mut lines = Vec::new();
        for ((name, matrix), (rows, columns)) in matrices(self).into_iter().zip(sides) {
            lines.push(line(name, columns.iter().map(|column| field(&column.label()))));
            for (i, row) in rows.iter().enumerate().take(matrix.rows()) {
                lines.push(line(&row.label(), matrix.row(i).iter().map(|&element| Shortest(element).to_string())));
            }
            lines.push(String::new());
        }
        let mut value = |name: &str, value: f64| lines.push(line(name, [Shortest(value).to_string()]));
        numbers(self).into_iter().for_each(|(name, number)| value(&format!("{name} [s]"), number));
        for ((_, list), quantities) in lists(self).into_iter().zip([states, inputs, outputs]) {
            list.iter().zip(quantities).for_each(|(&number, quantity)| value(&Quantity::label(quantity), number));
        }
        lines.push(String::new());
        lines.join("\n")
    }
}

/// A name, and what stands behind it.
fn line(name: &str, fields: impl IntoIterator<Item = String>) -> String {
    let mut line = field(name);
    for field in fields {
        line.push(',');
        line.push_str(&field);
    }
    line
}

/// A text as one field (RFC 4180).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
