//! What a run cost, in full: `bowline run --stats`.

use std::fmt::Write;
use std::time::Duration;

use bowline_engine::Run;
use bowline_engine::evaluation::{Profile, TypeProfile};
use bowline_engine::statistics::{LoopStatistics, Statistics, StepSize};

/// The cost of a run, line by line, for people; `cpu` is its CPU time, if known.
pub(crate) fn table(run: &Run, loading: Duration, cpu: Option<Duration>) -> String {
    let (statistics, model) = (run.statistics(), run.model());
    let mut table = Table::default();
    let has_states = model.state_count() > 0;
    table.line(
        "method",
        if has_states { model.settings().method.name() } else { "none: there are no continuous states" },
    );
    for choice in &statistics.switches {
        table.line("", &format!("{} from t = {} s: {}", choice.method, short(choice.time_s), choice.because));
    }
    let why = match statistics.threads < model.settings().cores {
        true if !has_states && statistics.ticks > 0 => " (what runs at ticks runs on one thread)",
        true => " (the model is too small for more to be faster)",
        false => "",
    };
    table.line("threads", &format!("{}{why}", statistics.threads));
    if has_states {
        table.steps(statistics);
    }
    if let Some(loops) = &statistics.loops {
        table.loops(loops);
    }
    table.line("time events", &statistics.events.to_string());
    if statistics.zero_crossing_samples > 0 {
        let (events, samples) = (statistics.state_events, statistics.zero_crossing_samples);
        table.line("state events", &format!("{events}, in {samples} samples of the indicators"));
    }
    if statistics.ticks > 0 {
        table.line("ticks", &statistics.ticks.to_string());
    }
    table.line("rows", &statistics.rows.to_string());
    table.line("loading", &seconds(loading.as_secs_f64()));
    // With several threads, this is not the work of one.
    let cpu = cpu.map(|cpu| cpu.as_secs_f64()).filter(|_| statistics.threads == 1);
    let of_cpu = cpu.map_or_else(String::new, |cpu| format!(" ({} of CPU time)", seconds(cpu)));
    table.line("run", &format!("{}{of_cpu}", seconds(statistics.wall_s)));
    if let Some(profile) = run.profile() {
        // Other load on the machine slows everything down by the same factor.
        let whole = cpu.unwrap_or(statistics.wall_s);
        let recording = statistics.recording_s * whole / statistics.wall_s.max(f64::MIN_POSITIVE);
        table.parts(&profile, recording, whole, has_states);
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

    /// The method's counts.
    fn steps(&mut self, statistics: &Statistics) {
        self.line("steps", &format!("{} accepted, {} rejected", statistics.steps, statistics.rejected));
        self.line("smallest step", &step(statistics.smallest));
        self.line("largest step", &step(statistics.largest));
        let evaluations = statistics.evaluations;
        self.line("evaluations", &evaluations.to_string());
        if statistics.jacobians > 0 {
            let (jacobians, colours) = (statistics.jacobians, statistics.colours);
            let share = 100.0 * (jacobians * colours as u64) as f64 / evaluations.max(1) as f64;
            self.line("Jacobians", &format!("{jacobians}, each of {colours} evaluations: {share:.0} % of all"));
        }
    }

    /// What solving loops cost.
    fn loops(&mut self, of: &LoopStatistics) {
        let LoopStatistics { count, solutions, iterations, evaluations, jacobians } = of;
        self.line("loops", &format!("{count}, solved {solutions} times in {iterations} corrections"));
        self.line("", &format!("{evaluations} evaluations of loops, {jacobians} Jacobians of them"));
    }

    /// Where the time of a run went, s.
    fn parts(&mut self, profile: &Profile, recording: f64, whole: f64, has_states: bool) {
        let ticks = &profile.ticks;
        // These are estimates from a sample.
        let mut left = whole;
        let mut take = |part: f64| {
            let part = part.min(left);
            left -= part;
            part
        };
        let (evaluations, at_ticks) = (take(profile.evaluations_s), take(ticks.ticks_s));
        let recording = take(recording);
        let part = |of: f64| format!("{} ({:.0} %)", seconds(of), 100.0 * of / whole.max(f64::MIN_POSITIVE));
        if has_states {
            self.line("  evaluations", &format!("about {}, from {} that were timed", part(evaluations), profile.timed));
        }
        if ticks.timed > 0 {
            self.line("  ticks", &format!("about {}, from {} passes that were timed", part(at_ticks), ticks.timed));
        }
        self.line("  recording", &part(recording));
        self.line(if has_states { "  method" } else { "  the rest" }, &part(left));
        if has_states {
            self.types("evaluations by type", &profile.types);
        }
        if ticks.timed > 0 {
            self.types("ticks by type", &ticks.types);
        }
    }

    fn types(&mut self, title: &str, types: &[TypeProfile]) {
        let names = types.iter().map(|of_type| of_type.name.chars().count());
        let width = names.chain([title.len()]).max().unwrap_or(0);
        let _ = writeln!(self.text, "  {title:<width$}   objects   share   each");
        for of_type in types {
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
