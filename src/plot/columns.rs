//! The columns that are drawn, and what they are drawn over.

use bowline_engine::nearest_names;
use bowline_results::{Curves, DataFrame, Values};

use super::drawn::Drawn;
use crate::report;

/// Most lines that are drawn where nobody says which.
pub(super) const MOST_LINES: usize = 40;

/// What is drawn of results over a column: the columns of these signals, or all numbers as far as they can be told
/// apart.
pub(super) fn curves<'r>(
    results: &'r [Drawn],
    over: Option<&str>,
    signals: &[String],
    quiet: bool,
) -> Result<Vec<Curves<'r>>, String> {
    let mut curves = Vec::new();
    for of in results {
        let at = |message| if results.len() > 1 { format!("`{}`: {message}", of.path) } else { message };
        let x = along(&of.frame, over).map_err(at)?;
        curves.push(Curves { result: of.name.clone(), frame: &of.frame, x, columns: Vec::new() });
    }
    if let Some((of, other)) = two_ways(&curves) {
        let [one, two] = [(of, &curves[of]), (other, &curves[other])].map(|(place, of)| {
            let column = &of.frame.columns[of.x];
            let unit = if column.unit.is_empty() { String::new() } else { format!(" [{}]", column.unit) };
            (&results[place].path, format!("{}{unit}", column.name))
        });
        return Err(format!(
            "`{}` is over `{}`, and `{}` over `{}`; name a column that all have with --over",
            one.0, one.1, two.0, two.1
        ));
    }
    match signals {
        [] => all(&mut curves, quiet),
        signals => chosen(&mut curves, signals)?,
    }
    let nothing = |place: &usize| curves[*place].columns.is_empty();
    match (0..curves.len()).filter(nothing).collect::<Vec<_>>().as_slice() {
        [] => Ok(curves),
        [first, rest @ ..] if rest.len() + 1 == curves.len() => {
            let (path, of) = (&results[*first].path, &curves[*first]);
            let over = &of.frame.columns[of.x].name;
            Err(format!("`{path}` has no numbers over `{over}`: there is nothing to draw"))
        }
        places => {
            for place in places {
                report::warning(&format!("`{}` has none of what is drawn", results[*place].path), quiet);
            }
            Ok(curves)
        }
    }
}

/// Two results that are drawn over different things, by their places.
fn two_ways(curves: &[Curves<'_>]) -> Option<(usize, usize)> {
    let along = |place: usize| &curves[place].frame.columns[curves[place].x];
    let is_same = |place: &usize| (&along(*place).name, &along(*place).unit) == (&along(0).name, &along(0).unit);
    (1..curves.len()).find(|place| !is_same(place)).map(|place| (0, place))
}

/// The column along the bottom.
fn along(frame: &DataFrame, over: Option<&str>) -> Result<usize, String> {
    let Some(name) = over else {
        return Ok(frame.columns.iter().position(|column| column.name == "Time").unwrap_or(0));
    };
    match frame.find(name).as_slice() {
        [] => Err(missing(&[frame], name)),
        [only] => check_number(frame, *only).map(|()| *only),
        [first, rest @ ..] => Err(format!(
            "`{name}` is {} columns; name one of them with --over, such as `{}`",
            rest.len() + 1,
            frame.columns[*first].name
        )),
    }
}

/// All numbers but what they are drawn over.
fn all(curves: &mut [Curves<'_>], quiet: bool) {
    let mut names: Vec<&str> = Vec::new();
    for of in curves.iter() {
        let is_number = |index: &usize| !matches!(of.frame.columns[*index].values, Values::Texts(_));
        // Time is no number to look at over something else.
        let is_drawn = |index: &usize| *index != of.x && of.frame.columns[*index].name != "Time";
        for column in (0..of.frame.columns.len()).filter(is_drawn).filter(is_number) {
            let name = of.frame.columns[column].name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let (count, most) = (names.len(), (MOST_LINES / curves.len()).max(1));
    names.truncate(most);
    if count > most {
        report::warning(&format!("the first {most} of {count} columns are drawn; choose with --signals"), quiet);
    }
    for of in curves {
        let is_number = |index: &usize| !matches!(of.frame.columns[*index].values, Values::Texts(_));
        let place = |name: &&str| of.frame.columns.iter().position(|column| column.name == **name);
        of.columns = names.iter().filter_map(place).filter(is_number).collect();
    }
}

/// The columns of these signals, in their order, of each that has them.
fn chosen(curves: &mut [Curves<'_>], signals: &[String]) -> Result<(), String> {
    for signal in signals {
        let mut is_there = false;
        for of in curves.iter_mut() {
            for column in elements(of.frame, signal)? {
                is_there = true;
                if !of.columns.contains(&column) {
                    of.columns.push(column);
                }
            }
        }
        if !is_there {
            return Err(missing(&curves.iter().map(|of| of.frame).collect::<Vec<_>>(), signal));
        }
    }
    Ok(())
}

/// The columns of a signal, all of them numbers; none if it is not there.
pub(super) fn elements(frame: &DataFrame, signal: &str) -> Result<Vec<usize>, String> {
    let found = frame.find(signal);
    found.iter().try_for_each(|index| check_number(frame, *index))?;
    Ok(found)
}

/// There is no such column.
pub(super) fn missing(frames: &[&DataFrame], name: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for column in frames.iter().flat_map(|frame| &frame.columns) {
        if !names.contains(&column.name.as_str()) {
            names.push(&column.name);
        }
    }
    format!("there is no column `{name}`; {}", nearest_names(name, "columns", names.into_iter()))
}

fn check_number(frame: &DataFrame, index: usize) -> Result<(), String> {
    let column = &frame.columns[index];
    match column.values {
        Values::Texts(_) => Err(format!("`{}` holds texts, which cannot be drawn", column.name)),
        Values::Numbers(_) | Values::Integers(_) => Ok(()),
    }
}
