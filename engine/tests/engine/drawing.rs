//! What SimObjects look like, as text.

use bowline_engine::scene::{Figure, Frame};
use bowline_engine::{Model, Workspace};

/// A number with 4 decimals.
fn number(number: f64) -> String {
    let rounded = format!("{number:.4}");
    let short = rounded.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" { "0".to_owned() } else { short.to_owned() }
}

fn numbers(row: &[f64]) -> String {
    row.iter().map(|part| number(*part)).collect::<Vec<_>>().join(" ")
}

fn points(points: &[[f64; 3]]) -> String {
    points.iter().map(|point| numbers(point)).collect::<Vec<_>>().join(", ")
}

fn frame(frame: &Frame) -> String {
    format!("at {}, axes {}", numbers(&frame.position), points(&frame.world_from_body))
}

fn figure(figure: &Figure<'_>) -> String {
    match figure {
        Figure::Sphere { centre, radius } => format!("sphere at {}, radius {}", numbers(centre), number(*radius)),
        Figure::Box { frame: of, size } => format!("box {}, size {}", frame(of), numbers(size)),
        Figure::Cylinder { from, to, radius } => {
            format!("cylinder {}, radius {}", points(&[*from, *to]), number(*radius))
        }
        Figure::Cone { from, to, radius } => format!("cone {}, radius {}", points(&[*from, *to]), number(*radius)),
        Figure::Capsule { from, to, radius } => {
            format!("capsule {}, radius {}", points(&[*from, *to]), number(*radius))
        }
        Figure::Line { points: of } => format!("line {}", points(of)),
        Figure::Tube { points: of, radius } => format!("tube {}, radius {}", points(of), number(*radius)),
        Figure::Coil { from, to, radius, windings, slack_length } => {
            let (ends, wound) = (points(&[*from, *to]), number(*windings));
            let slack = if *slack_length > 0.0 { format!(", slack below {slack_length}") } else { String::new() };
            format!("coil {ends}, radius {}, {wound} windings{slack}", number(*radius))
        }
        Figure::HydraulicCylinder { from, to, barrel_end, piston, barrel_radius, rod_radius, mount_radius } => format!(
            "hydraulic cylinder {}, radii {}",
            points(&[*from, *piston, *barrel_end, *to]),
            numbers(&[*barrel_radius, *rod_radius, *mount_radius])
        ),
        Figure::Arrow { from, to, radius } => format!("arrow {}, radius {}", points(&[*from, *to]), number(*radius)),
        Figure::Text { centre, height, words } => {
            format!("`{words}` at {}, height {}", numbers(centre), number(*height))
        }
        Figure::Axes { frame: of, length } => format!("axes {}, length {}", frame(of), number(*length)),
        Figure::Mesh { frame: of, scale, file } => format!("mesh {file} {}, scale {}", frame(of), numbers(scale)),
        Figure::Surface { points: of, columns } => format!("surface {} in rows of {columns}", points(of)),
        Figure::Trail { point, duration, radius } => {
            format!("trail of {} for {} s, radius {}", numbers(point), number(*duration), number(*radius))
        }
        _ => "?".to_owned(),
    }
}

/// A frame as text: a line for each shape that is shown.
pub(crate) fn drawing(model: &Model, workspace: &Workspace) -> Vec<String> {
    let scene = model.scene();
    assert_eq!(scene.at(workspace).len(), scene.len());
    let shown = scene.at(workspace).filter(|drawn| drawn.visible);
    shown
        .map(|drawn| {
            let paint = match (drawn.colour, drawn.material) {
                (Some(colour), None) => format!(", {}", numbers(&colour)),
                (None, material) => material.map(|name| format!(", {name}")).unwrap_or_default(),
                both => panic!("{both:?}"),
            };
            format!("{}: {}{paint}", model.objects()[drawn.object].name(), figure(&drawn.figure))
        })
        .collect()
}
