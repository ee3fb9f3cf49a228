//! A run as a page: its film and its results, with a player.

use std::collections::HashSet;

use bowline_engine::nearest_names;
use bowline_engine::scene::{Legend, SceneObject};
use bowline_parts::{ShownLegend, Triangles, scale_rgba, ticks};
use bowline_results::page::Page;
use bowline_results::{Results, by_object};
use glam::Vec3;
use serde_json::{Value, json};

use super::blob::{Blob, zigzag};
use super::film::Film;
use super::items;
use crate::arguments::ExportArguments;
use crate::report;

const BODY: &str = include_str!("player/body.html");
const STYLE: &str = include_str!("player/player.css");
const SCRIPTS: [&str; 10] = [
    include_str!("player/film.js"),
    include_str!("player/results.js"),
    include_str!("player/camera.js"),
    include_str!("player/shaders.js"),
    include_str!("player/stage.js"),
    include_str!("player/plots.js"),
    include_str!("player/panel.js"),
    include_str!("player/gestures.js"),
    include_str!("player/legends.js"),
    include_str!("player/player.js"),
];

/// More numbers than these no browser should be asked for.
const MOST_NUMBERS: usize = 8_000_000;

/// The page.
///
/// # Errors
/// A column that is to be plotted is not there; in words.
pub(super) fn page(
    film: &Film,
    title: &str,
    results: Option<Results>,
    arguments: &ExportArguments,
) -> Result<String, String> {
    let results = results.unwrap_or_default();
    let plotted = plotted(&results, &arguments.plot)?;
    let mut blob = Blob::default();
    let items = items::write(film, &mut blob);
    let numbers = columns(&results, arguments, &mut blob);
    blob.doubles("times", film.times.iter().copied());
    let data = json!({
        "title": title,
        "objects": objects(film, &results),
        "meshes": meshes(&film.meshes.triangles(), &mut blob),
        "items": items,
        "columns": numbers,
        "changes": results.changes(),
        "plotted": plotted,
        "ground": ground(film),
        "box": box_of(film),
        "legends": film.scene.legends().iter().map(|legend| scale(legend, arguments)).collect::<Vec<_>>(),
        "blob": blob.to_json(),
    });
    Ok(Page { title, body: BODY, data: &data, style: STYLE, scripts: &SCRIPTS }.to_html())
}

/// The columns that are plotted at first, by their positions.
fn plotted(results: &Results, names: &[String]) -> Result<Vec<usize>, String> {
    let mut plotted = Vec::new();
    for name in names {
        let found = results.find_all(name);
        if found.is_empty() {
            let known = results.columns().iter().map(|column| column.name.as_str());
            return Err(format!("there is no column `{name}` to plot; {}", nearest_names(name, "columns", known)));
        }
        plotted.extend(found);
    }
    let mut seen = HashSet::new();
    plotted.retain(|column| seen.insert(*column));
    Ok(plotted)
}

/// A scale of colours: its title, the numbers at its ends in the unit that people read, and its colours from the lower end on.
fn scale(legend: &Legend, arguments: &ExportArguments) -> Value {
    let ShownLegend { title, ends } = ShownLegend::of(legend, Some(&arguments.units));
    let colours = (0..=STOPS).map(|stop| {
        let [red, green, blue, _] = scale_rgba(f64::from(stop) / f64::from(STOPS));
        format!("#{red:02x}{green:02x}{blue:02x}")
    });
    json!({ "title": title, "ends": ends, "colours": colours.collect::<Vec<_>>() })
}

/// Colours between which a scale of the page is drawn.
const STOPS: u32 = 16;

/// Name, type and columns of each SimObject.
fn objects(film: &Film, results: &Results) -> Vec<Value> {
    let objects = film.scene.objects();
    let columns = by_object(results.names(), objects.iter().map(|object| &*object.name));
    let told = |(object, columns): (&SceneObject, Vec<(usize, &str)>)| {
        let columns: Vec<usize> = columns.into_iter().map(|(column, _)| column).collect();
        json!([object.name, object.kind, columns])
    };
    objects.iter().zip(columns).map(told).collect()
}

/// Rows and columns of the results: names, units, and by what numbers are multiplied, and then raised, for those that people read.
fn columns(results: &Results, arguments: &ExportArguments, blob: &mut Blob) -> Vec<Value> {
    let (rows, columns) = (results.times().len(), results.columns());
    let every = (rows * columns.len()).div_ceil(MOST_NUMBERS).max(1);
    if every > 1 {
        let message = format!(
            "{rows} rows of {} columns are too many for a page: it has each {every}th row, and nothing of what lies between them",
            columns.len()
        );
        report::warning(&message, arguments.quiet);
    }
    blob.doubles("rows", results.times().iter().step_by(every).copied());
    blob.doubles("numbers", columns.iter().flat_map(|column| column.values.iter().step_by(every).copied()));
    let told = |column: &bowline_results::ResultColumn| match arguments.units.of(&column.unit) {
        Some(shown) => {
            let raised = shown.number(0.0);
            json!([column.name, column.unit, shown.unit(), shown.number(1.0) - raised, raised])
        }
        None => json!([column.name, column.unit]),
    };
    columns.iter().map(told).collect()
}

/// The box around all that is seen, in the film's axes.
fn box_of(film: &Film) -> Value {
    let corners = film.extent.corners().map(|corner| film.axes.point(corner));
    let low = corners.into_iter().reduce(Vec3::min).unwrap_or_default();
    let high = corners.into_iter().reduce(Vec3::max).unwrap_or_default();
    json!([low.to_array(), high.to_array()])
}

/// Where the ground lies, its grid, and the numbers along it.
fn ground(film: &Film) -> Value {
    let up = film.scene.up();
    let middle = film.level.middle(&film.extent, up);
    let crossing = film.axes.point(film.level.crossing(middle)).to_array();
    let ticks: Vec<Value> = ticks(&film.extent, &film.level, up)
        .into_iter()
        .map(|(place, words)| json!([film.axes.point(place).to_array(), words]))
        .collect();
    json!({
        "middle": film.axes.point(middle).to_array(), "crossing": [crossing[0], crossing[2]],
        "spacing": film.level.spacing, "ticks": ticks,
    })
}

/// The meshes: corners between the ends of a box, in 65 535 parts of it, and what points outwards, in 127 parts; triangles
/// are told once for all that have the same.
fn meshes(meshes: &[Triangles], blob: &mut Blob) -> Value {
    let (mut places, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    let mut sets: Vec<(&[u32], usize)> = Vec::new();
    let mut told = Vec::new();
    for mesh in meshes {
        let corners = || mesh.positions.iter().map(|corner| Vec3::from_array(*corner));
        let low = corners().reduce(Vec3::min).unwrap_or_default();
        let size = corners().reduce(Vec3::max).unwrap_or_default() - low;
        let part = |corner: Vec3| ((corner - low) / size.max(Vec3::splat(f32::MIN_POSITIVE)) * 65_535.0).round();
        places.extend(corners().flat_map(|corner| part(corner).to_array().map(|part| part as u16)));
        normals.extend(mesh.normals.iter().flatten().map(|part| (127.0 * part).round() as i8 as u8));
        let known = sets.iter().find(|(set, _)| *set == mesh.indices).map(|(_, first)| *first);
        let first = known.unwrap_or_else(|| {
            let (first, mut last) = (indices.len(), 0);
            sets.push((&mesh.indices, first));
            indices.extend(mesh.indices.iter().map(|index| {
                let step = *index as i32 - last;
                last = *index as i32;
                zigzag(step)
            }));
            first
        });
        told.push(json!([mesh.positions.len(), first, mesh.indices.len(), low.to_array(), size.to_array()]));
    }
    blob.shorts("corners", places);
    blob.bytes("normals", normals);
    blob.integers("triangles", indices);
    told.into()
}
