//! Whose the numbers of results are.

use std::collections::HashMap;

/// The columns of each SimObject, by their positions, with what they are called there: `Pos[0]` of `Boom.Pos[0]`. Names of
/// SimObjects and of signals may have dots: a column belongs to the longest name before one.
///
/// ```
/// let columns = ["Time", "Boom.Angle", "Boom.Cylinder.Force", "Boom.Cylinder.A.p"];
/// let of = bowline_results::by_object(columns.into_iter(), ["Boom", "Boom.Cylinder"].into_iter());
/// assert_eq!(of, [vec![(1, "Angle")], vec![(2, "Force"), (3, "A.p")]]);
/// ```
pub fn by_object<'c, 'o>(
    columns: impl Iterator<Item = &'c str>,
    objects: impl Iterator<Item = &'o str>,
) -> Vec<Vec<(usize, &'c str)>> {
    // Each has a name of its own.
    let places: HashMap<&str, usize> = objects.zip(0..).collect();
    let mut found = vec![Vec::new(); places.len()];
    for (position, column) in columns.enumerate() {
        let mut parts = column.rmatch_indices('.').map(|(dot, _)| (&column[..dot], &column[dot + 1..]));
        if let Some((place, signal)) = parts.find_map(|(object, signal)| Some((*places.get(object)?, signal))) {
            found[place].push((position, signal));
        }
    }
    found
}
