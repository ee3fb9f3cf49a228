//! Range graphs: the least, the mean and the largest value that each element of a signal has over all rows, along the
//! elements, as of the tensions along a line.

use bowline_results::{Column, DataFrame, Values};

use super::columns;

/// The table of a range graph of signals.
pub(super) fn of(frame: &DataFrame, signals: &[String]) -> Result<DataFrame, String> {
    let mut of_signals = Vec::new();
    for signal in signals {
        let found = columns::elements(frame, signal)?;
        if found.is_empty() {
            return Err(columns::missing(&[frame], signal));
        }
        if found.len() < 2 {
            return Err(format!("`{signal}` has a single column, and --range draws along the elements of a signal"));
        }
        of_signals.push((signal, found));
    }
    let longest = of_signals.iter().map(|(_, found)| found.len()).max().unwrap_or(0);
    let elements = (0..longest).map(|element| Some(element as i64)).collect();
    let mut table =
        vec![Column { name: "Element".to_owned(), unit: String::new(), values: Values::Integers(elements) }];
    for (signal, found) in of_signals {
        for (name, of) in [("least", least as fn(&[f64]) -> f64), ("mean", mean), ("largest", largest)] {
            let value = |element: usize| {
                let values = &frame.columns[*found.get(element)?].values;
                let numbers: Vec<f64> =
                    (0..values.len()).filter_map(|row| values.number(row)).filter(|number| !number.is_nan()).collect();
                (!numbers.is_empty()).then(|| of(&numbers))
            };
            let values = Values::Numbers((0..longest).map(value).collect());
            table.push(Column { name: format!("{signal} {name}"), unit: frame.columns[found[0]].unit.clone(), values });
        }
    }
    Ok(table.into())
}

fn least(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::INFINITY, f64::min)
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}
