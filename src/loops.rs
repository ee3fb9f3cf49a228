//! The loops of a scenario, for people: `bowline check -v`.

use std::fmt::Write;

use bowline_decimal::Shortest;
use bowline_engine::dependencies::{LoopUnknown, SolvedLoop};

use crate::report;

/// Most computations that are named.
const MOST_COMPUTATIONS: usize = 20;

/// Other solutions are looked for from so many starts.
pub(crate) const STARTS: u32 = 200;

/// Most of them that are shown.
const MOST_SOLUTIONS: usize = 10;

/// Most numbers of a signal that are shown.
const MOST_NUMBERS: usize = 6;

/// A loop, in some lines.
pub(crate) fn told(of: &SolvedLoop) -> String {
    let SolvedLoop { circle, computations, unknowns, colours, is_needed, other_solutions } = of;
    let mut text = String::new();
    let path: Vec<&str> = circle.iter().chain(circle.first()).map(String::as_str).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "loop: {}", shortened(&path, MOST_COMPUTATIONS, " -> "));
    let all: Vec<&str> = computations.iter().map(String::as_str).collect();
    let counted = report::counted(all.len() as u64, "computation");
    let _ = writeln!(text, "  {counted}: {}", shortened(&all, MOST_COMPUTATIONS, ", "));
    let counted = report::counted(of.size() as u64, "unknown");
    let evaluations = report::counted(*colours as u64, "evaluation");
    let _ = writeln!(text, "  {counted}; a Jacobian costs {evaluations} of the loop");
    unknowns.iter().for_each(|unknown| text.push_str(&line(unknown)));
    let needed = if *is_needed {
        "derivatives need it: it is solved in each evaluation"
    } else {
        "derivatives do not need it: it is solved for rows, views, events and ticks"
    };
    let _ = writeln!(text, "  {needed}");
    match other_solutions.as_deref() {
        None => {}
        Some([]) => {
            let _ = writeln!(text, "  no other solution at the start was found from {STARTS} starts");
        }
        Some(others) => {
            let counted = report::counted(others.len() as u64, "other solution");
            let _ = writeln!(text, "  {counted} at the start, found from {STARTS} starts:");
            others.iter().take(MOST_SOLUTIONS).for_each(|other| text.push_str(&another(other, unknowns)));
            if let Some(more) = others.len().checked_sub(MOST_SOLUTIONS).filter(|more| *more > 0) {
                let _ = writeln!(text, "    ... ({more} more)");
            }
        }
    }
    text
}

/// Another solution, in a line.
fn another(other: &[f64], unknowns: &[LoopUnknown]) -> String {
    let mut first = 0;
    let shown = unknowns.iter().take(MOST_COMPUTATIONS).map(|unknown| {
        let end = first + unknown.guess.len();
        let unit = if unknown.unit.is_empty() { String::new() } else { format!(" {}", unknown.unit) };
        let of = format!("{} {}{unit}", unknown.signal, numbers(&other[first..end]));
        first = end;
        of
    });
    format!("    {}\n", shown.collect::<Vec<_>>().join("; "))
}

fn line(unknown: &LoopUnknown) -> String {
    let LoopUnknown { signal, unit, guess, start } = unknown;
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    let width = if guess.len() > 1 { format!(", {} numbers", guess.len()) } else { String::new() };
    let start = match start {
        Some(start) => format!("{}{unit} at the start", numbers(start)),
        None => "not solved at the start".to_owned(),
    };
    format!("    {signal}{width}: {start}, from the guess {}{unit}\n", numbers(guess))
}

fn numbers(all: &[f64]) -> String {
    let shown: Vec<String> = all.iter().map(|number| Shortest(*number).to_string()).collect();
    shortened(&shown.iter().map(String::as_str).collect::<Vec<_>>(), MOST_NUMBERS, ", ")
}

/// So many of them as can be read.
fn shortened(all: &[&str], most: usize, between: &str) -> String {
    match all.len().checked_sub(most) {
        Some(more) if more > 0 => format!("{}{between}... ({more} more)", all[..most].join(between)),
        _ => all.join(between),
    }
}
