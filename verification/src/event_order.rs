//! Events that happen in another order in another opinion.

use std::collections::HashMap;

use bowline_engine::RunEvent;
use serde::Serialize;

/// Two events whose order is not the same in two opinions, or one that only one of them has.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EventOrder {
    /// `Object.Indicator` of the event that comes first in the run.
    pub first: String,
    /// That of the other; none where an opinion has not as many events.
    pub second: Option<String>,
    /// When the first happens in the run, s.
    pub time_s: f64,
    /// How far they lie apart in the run, s.
    pub apart_s: f64,
}

/// The events that two runs have both: the first crossing of an indicator in the one
/// and the first in the other, and so on.
pub(crate) fn matched<'e>(
    one: &'e [RunEvent],
    other: &'e [RunEvent],
) -> impl Iterator<Item = (&'e RunEvent, &'e RunEvent)> {
    let mut of_indicator: HashMap<usize, std::vec::IntoIter<&RunEvent>> = HashMap::new();
    let mut lists: HashMap<usize, Vec<&RunEvent>> = HashMap::new();
    other.iter().for_each(|event| lists.entry(event.source).or_default().push(event));
    of_indicator.extend(lists.into_iter().map(|(indicator, events)| (indicator, events.into_iter())));
    one.iter().filter_map(move |event| Some((event, of_indicator.get_mut(&event.source)?.next()?)))
}

/// The first place where the order differs.
pub(crate) fn difference(run: &[RunEvent], opinion: &[RunEvent], name: impl Fn(usize) -> String) -> Option<EventOrder> {
    let at = run.iter().zip(opinion).position(|(a, b)| a.source != b.source);
    let at = at.or_else(|| (run.len() != opinion.len()).then(|| run.len().min(opinion.len())))?;
    let Some(first) = run.get(at) else {
        let extra = &opinion[at];
        return Some(EventOrder { first: name(extra.source), second: None, time_s: extra.time, apart_s: 0.0 });
    };
    // The one that the opinion has here happens later in the run, if it does.
    let wanted = opinion.get(at).map(|event| event.source);
    let second = run[at..].iter().find(|event| Some(event.source) == wanted);
    Some(EventOrder {
        first: name(first.source),
        second: second.map(|event| name(event.source)),
        time_s: first.time,
        apart_s: second.map_or(0.0, |event| event.time - first.time),
    })
}
