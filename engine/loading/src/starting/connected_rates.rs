//! In-ports of rates that are connected: what feeds them has to be the rate of what feeds the other one.

use bowline_model::model::rates::RateOf;
use bowline_model::model::{Column, Model};
use bowline_model::workspace::Workspace;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::seconds::Seconds;

/// At so many times of a run what depends on time alone is looked at.
const TIMES: usize = 32;
/// A rate may be off by so much of the largest one.
const MOST_OFF: f64 = 1e-3;

/// A rate, and what it is the rate of.
struct Pair {
    names: [String; 2],
    unit: String,
    number: u32,
    rate: Column,
    of: Column,
}

/// Reports rates that are none of what they should be the rate of. The start is looked at, where everything goes on as its
/// derivatives say; and, of what depends on time alone, other times too. A jump or a kink says nothing.
pub(crate) fn check(model: &Model, diagnostics: &mut Diagnostics) {
    let pairs: Vec<Pair> = model.connected_rates().flat_map(|rate| pairs(model, rate)).collect();
    if pairs.is_empty() {
        return;
    }
    let Some(mut looked) = Looked::new(model) else { return };
    let times = &model.settings().output_times;
    let (start, span) = (times.start(), times.end() - times.start());
    let step = 1e-5 * span;
    let at_start = looked.slopes(&pairs, start, step, true);
    let mut off: Vec<Option<Off>> = pairs.iter().map(|_| None).collect();
    let mut most: Vec<f64> = vec![0.0; pairs.len()];
    let mut note = |time: f64, found: &[Option<[f64; 2]>]| {
        for (at, [rate, slope]) in found.iter().enumerate().filter_map(|(at, found)| Some((at, (*found)?))) {
            most[at] = most[at].max(rate.abs()).max(slope.abs());
            let by = (rate - slope).abs();
            if off[at].as_ref().is_none_or(|known: &Off| by > known.by) {
                off[at] = Some(Off { by, time, rate, slope });
            }
        }
    };
    note(start, &at_start);
    for part in 1..TIMES {
        // Not at round times, where sources jump.
        let time = start + span * (part as f64 - 0.382) / TIMES as f64;
        let moved = looked.slopes(&pairs, time, step, true);
        let still = looked.slopes(&pairs, time, step, false);
        // What states move is known at the start alone.
        let of_time = moved.iter().zip(&still).map(|(moved, still)| still.filter(|_| moved == still));
        note(time, &of_time.collect::<Vec<_>>());
    }
    for ((pair, off), most) in pairs.iter().zip(off).zip(most) {
        let Some(Off { time, rate, slope, .. }) = off.filter(|off| off.by > MOST_OFF * most) else { continue };
        let [name, of] = &pair.names;
        let message = format!(
            "`{name}` is {} {} at t = {} s, where `{of}` changes with {} {}: it has to be the rate of that",
            shown(rate),
            pair.unit,
            Seconds(time),
            shown(slope),
            pair.unit
        );
        let span = model.description().object_at(pair.number as usize).name().span();
        let doc = doc(model, pair.number, name);
        let help = format!("connect the rate of what `{of}` is connected to ({doc})");
        diagnostics.push(Diagnostic::error("no-rate-of-that", message).at(span).help(help));
    }
}

struct Off {
    by: f64,
    time: f64,
    rate: f64,
    slope: f64,
}

/// A few digits of a number that was estimated.
fn shown(number: f64) -> String {
    let rounded: f64 = format!("{number:.4e}").parse().unwrap_or(number);
    format!("{rounded:?}")
}

/// What the in-port says of itself.
fn doc(model: &Model, object: u32, name: &str) -> String {
    let object = &model.objects()[object as usize];
    let signals = object.interface.signals.iter();
    let mut found = signals.filter(|signal| name == format!("{}.{}", object.name(), signal.name));
    found.next().map_or_else(String::new, |signal| signal.doc.to_string())
}

fn pairs(model: &Model, RateOf { rate, of }: RateOf) -> Vec<Pair> {
    let names = [rate, of].map(|id| model.signal_name(id));
    let (Ok(rates), Ok(signals)) = (model.probe(&names[0]), model.probe(&names[1])) else { return Vec::new() };
    let of_element = |(rate_column, column): (&Column, &Column)| Pair {
        names: names.clone(),
        unit: model.column_unit(rate_column).to_owned(),
        number: rate.object,
        rate: rate_column.clone(),
        of: column.clone(),
    };
    rates.columns().iter().zip(signals.columns()).map(of_element).collect()
}

/// A model that is looked at beside its start.
struct Looked<'m> {
    model: &'m Model,
    workspace: Workspace,
    x: Vec<f64>,
    rates: Vec<f64>,
}

impl<'m> Looked<'m> {
    /// None, if it cannot be evaluated at its start: that is reported elsewhere.
    fn new(model: &'m Model) -> Option<Self> {
        let mut workspace = model.workspace();
        let mut rates = vec![f64::NAN; model.state_count()];
        let start = model.settings().output_times.start();
        let begins = model.hold_first(&mut workspace).and_then(|()| model.evaluate(&mut workspace, start, &mut rates));
        begins.ok()?;
        let x = workspace.x().to_vec();
        Some(Self { model, workspace, x, rates })
    }

    /// All numbers of pairs at a time, with the states moved on by so many seconds.
    fn numbers(&mut self, pairs: &[Pair], time: f64, moved: f64) -> Option<Vec<[f64; 2]>> {
        let states = self.workspace.x_mut().iter_mut().zip(&self.x).zip(&self.rates);
        states.for_each(|((here, x), rate)| *here = x + moved * rate);
        self.model.evaluate_signals(&mut self.workspace, time).ok()?;
        let of = |pair: &Pair| [&pair.rate, &pair.of].map(|column| column.value(time, &self.workspace));
        Some(pairs.iter().map(of).collect())
    }

    /// Each rate, and the slope of what it is the rate of; none where that is not smooth.
    fn slopes(&mut self, pairs: &[Pair], time: f64, step: f64, moves: bool) -> Vec<Option<[f64; 2]>> {
        let part = |by: f64| if moves { by } else { 0.0 };
        let mut at = |by: f64| self.numbers(pairs, time + by, part(by));
        let (Some(here), Some(near), Some(far), Some(farther)) = (at(0.0), at(step), at(2.0 * step), at(4.0 * step))
        else {
            return vec![None; pairs.len()];
        };
        let slope = |place: usize, near: &[[f64; 2]], far: &[[f64; 2]], step: f64| {
            let [[_, zero], [_, one], [_, two]] = [here[place], near[place], far[place]];
            (4.0 * one - 3.0 * zero - two) / (2.0 * step)
        };
        (0..pairs.len())
            .map(|place| {
                let (fine, coarse) = (slope(place, &near, &far, step), slope(place, &far, &farther, 2.0 * step));
                let is_smooth =
                    (fine - coarse).abs() <= 0.1 * MOST_OFF * fine.abs().max(coarse.abs()).max(here[place][0].abs());
                (fine.is_finite() && is_smooth).then_some([here[place][0], fine])
            })
            .collect()
    }
}
