//! What a run cost, in full: `bowline run --stats`.

use std::fmt::Write;
use std::time::Duration;

use bowline_engine::{Profile, Run, StepSize};

/// What a run cost, line by line, for people.
pub(crate) fn table(run: &Run, method: &str, loading: Duration) -> String {
    let statistics = run.statistics();
    let mut table = Table::default();
    table.line("method", method);
    for choice in &statistics.switches {
        table.line("", &format!("{} from t = {} s: {}", choice.method, short(choice.time_s), choice.because));
    }
    let few = statistics.threads < run.model().settings().cores;
    let why = if few { " (the model is too small for more to be faster)" } else { "" };
    table.line("threads", &format!("{}{why}", statistics.threads));
    table.line("steps", &format!("{} accepted, {} rejected", statistics.steps, statistics.rejected));
    table.line("smallest step", &step(statistics.smallest));
    table.line("largest step", &step(statistics.largest));
    let evaluations = statistics.evaluations;
    table.line("evaluations", &evaluations.to_string());
    if statistics.jacobians > 0 {
        let (jacobians, colours) = (statistics.jacobians, statistics.colours);
        let share = 100.0 * (jacobians * colours as u64) as f64 / evaluations.max(1) as f64;
        table.line("Jacobians", &format!("{jacobians}, each of {colours} evaluations: {share:.0} % of all"));
    }
    table.line("time events", &statistics.events.to_string());
    if statistics.looks > 0 {
        let (events, looks) = (statistics.state_events, statistics.looks);
        table.line("state events", &format!("{events}, in {looks} looks at the indicators"));
    }
    if statistics.ticks > 0 {
        table.line("ticks", &statistics.ticks.to_string());
    }
    table.line("rows", &statistics.rows.to_string());
    table.line("loading", &seconds(loading.as_secs_f64()));
    table.line("run", &seconds(statistics.wall_s));
    if let Some(profile) = run.profile() {
        let recording = statistics.recording_s;
        // It is estimated from a few, and they may have been the slow ones.
        let evaluations = profile.evaluations_s.min(statistics.wall_s - recording).max(0.0);
        let rest = (statistics.wall_s - recording - evaluations).max(0.0);
        let part =
            |of: f64| format!("{} ({:.0} %)", seconds(of), 100.0 * of / statistics.wall_s.max(f64::MIN_POSITIVE));
        table.line("  evaluations", &format!("about {}, from {} that were timed", part(evaluations), profile.timed));
        table.line("  method", &part(rest));
        table.line("  recording", &part(recording));
        table.types(&profile);
    }
    table.text
}

/// Names and values in two columns.
#[derive(Default)]
struct Table {
    text: String,
}

impl Table {
    fn line(&mut self, name: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "  {name:<15} {value}");
    }

    fn types(&mut self, profile: &Profile) {
        let width = profile.types.iter().map(|of_type| of_type.name.chars().count()).max().unwrap_or(0);
        let _ = writeln!(self.text, "  {:<width$}   objects   share   each", "evaluations by type");
        for of_type in &profile.types {
            let (name, objects, share) = (&of_type.name, of_type.objects, 100.0 * of_type.share);
            let each = seconds(of_type.each_s);
            let _ = writeln!(self.text, "  {name:<width$}  {objects:>8}  {share:>4.0} %   {each}");
        }
    }
}

fn step(step: Option<StepSize>) -> String {
    step.map_or("none".to_owned(), |step| format!("{} at t = {} s", seconds(step.size_s), short(step.time_s)))
}

/// A time that is not asked for to the last digit.
pub(crate) fn short(time: f64) -> String {
    let text = format!("{:?}", format!("{time:.6e}").parse::<f64>().unwrap_or(time));
    text.strip_suffix(".0").map_or(text.clone(), str::to_owned)
}

/// A duration with a unit that suits it.
fn seconds(seconds: f64) -> String {
    let (scale, unit) = match seconds.abs() {
        size if size == 0.0 || size >= 1.0 => (1.0, "s"),
        size if size >= 1e-3 => (1e3, "ms"),
        size if size >= 1e-6 => (1e6, "us"),
        _ => (1e9, "ns"),
    };
    let value = seconds * scale;
    match value.abs() {
        size if size > 0.0 && size < 1e-3 => format!("{seconds:.3e} s"),
        size if size >= 100.0 => format!("{value:.0} {unit}"),
        size if size >= 10.0 => format!("{value:.1} {unit}"),
        _ => format!("{value:.2} {unit}"),
    }
}
