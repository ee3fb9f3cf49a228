//! What a view says of its SimObjects where the results of the run are not there.

use std::collections::BTreeMap;

use bowline_engine::replay::Replay;
use bowline_results::{ResultColumn, Results};

/// No more rows than this, nor more numbers in all, are taken out of a view.
const MOST_ROWS: usize = 2000;
const MOST_NUMBERS: usize = 4_000_000;

/// Where the SimObjects of a view are, as results: `Object.Place[0]` to `[2]`, m, the places of their first shapes. None
/// if nothing is anywhere, or the view cannot be read.
pub(super) fn places(replay: &mut Replay) -> Option<Results> {
    let scene = std::sync::Arc::clone(replay.scene());
    let mut moment = Vec::new();
    replay.moment_at(replay.times()[0], &mut moment).ok()?;
    let mut shapes = BTreeMap::new();
    for (shape, drawn) in scene.in_moment(&moment).enumerate() {
        if drawn.figure.place().is_some() {
            shapes.entry(drawn.object).or_insert(shape);
        }
    }
    let most = (MOST_NUMBERS / (3 * shapes.len().max(1))).clamp(1, MOST_ROWS);
    let every = replay.times().len().div_ceil(most);
    let times: Vec<f64> = replay.times().iter().step_by(every).chain(replay.times().last()).copied().collect();
    let mut rows = times;
    rows.dedup();
    let mut columns = vec![Vec::with_capacity(rows.len()); 3 * shapes.len()];
    for time in &rows {
        replay.moment_at(*time, &mut moment).ok()?;
        for (position, shape) in shapes.values().enumerate() {
            let place = scene.shape_in(*shape, &moment).figure.place().unwrap_or([f64::NAN; 3]);
            (0..3).for_each(|axis| columns[3 * position + axis].push(place[axis]));
        }
    }
    let named = shapes.keys().flat_map(|object| (0..3).map(move |axis| (*object, axis)));
    let columns = named.zip(columns).map(|((object, axis), values)| ResultColumn {
        name: format!("{}.Place[{axis}]", scene.objects()[object].name),
        unit: "m".to_owned(),
        values,
    });
    let columns: Vec<_> = columns.collect();
    if columns.is_empty() { None } else { Results::new(rows, columns, Vec::new()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It moves 1 m each second along x.
    #[test]
    fn a_view_says_where_its_simobjects_are() {
        let results = places(&mut super::super::tests::replay()).expect("a ball is there");
        let names: Vec<&str> = results.columns().iter().map(|column| &*column.name).collect();
        assert_eq!(names, ["B.Place[0]", "B.Place[1]", "B.Place[2]"]);
        let along = &results.columns()[0];
        assert!((results.at(along, 1.37) - 1.37).abs() < 1e-9);
        assert_eq!((results.times().len(), results.times().last()), (21, Some(&2.0)));
    }
}
