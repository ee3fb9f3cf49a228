//! Tables for people.

/// Two digits tell how large a difference is.
pub(crate) fn digits(number: f64) -> String {
    match number {
        0.0 => "0".to_owned(),
        _ if !number.is_finite() => "not a number".to_owned(),
        _ if (0.01..1000.0).contains(&number.abs()) => {
            let decimals = (1 - number.abs().log10().floor() as i32).max(0) as usize;
            format!("{number:.decimals$}")
        }
        _ => format!("{number:.1e}"),
    }
}

/// Rows below a head, each cell as wide as its column.
pub(crate) fn aligned<const N: usize>(head: &[String; N], rows: &[[String; N]]) -> Vec<String> {
    let all = || std::iter::once(head).chain(rows);
    let widths: [usize; N] =
        std::array::from_fn(|column| all().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let told = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    all().map(told).collect()
}
