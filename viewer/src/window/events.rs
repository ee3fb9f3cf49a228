//! The events of a run or a replay, as the window shows them.

use bowline_engine::live::EventBatch;
use bowline_engine::scene::Scene;
use bowline_engine::{EventSource, RunEvent};

/// The events, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Events {
    list: Vec<RunEvent>,
    sources: Vec<EventSource>,
    /// How many more there are, which nobody keeps.
    left_out: u64,
}

/// A tooltip has so many events; how many more there are it says.
const MOST_WORDS: usize = 6;

impl Events {
    /// Of these sources.
    pub(super) fn new(sources: Vec<EventSource>, list: Vec<RunEvent>) -> Self {
        Self { list, sources, left_out: 0 }
    }

    /// Takes what came.
    pub(super) fn take(&mut self, batch: &EventBatch) {
        batch.update(&mut self.list);
        self.left_out = batch.left_out;
    }

    /// Those from one time to another, s, both among them.
    fn within(&self, [from, to]: [f64; 2]) -> &[RunEvent] {
        let first = self.list.partition_point(|event| event.time < from);
        let behind = self.list.partition_point(|event| event.time <= to);
        self.list.get(first..behind).unwrap_or_default()
    }

    /// Times at which there are events, s: of those that fall into the same one of so many columns between two times only the first.
    pub(super) fn columns(&self, [from, to]: [f64; 2], columns: usize) -> Vec<f64> {
        let mut left = self.within([from, to]);
        let width = (to - from) / columns.max(1) as f64;
        let mut times = Vec::new();
        while let Some(event) = left.first() {
            times.push(event.time);
            let end = from + width * (((event.time - from) / width).floor() + 1.0);
            let of_column = left.partition_point(|event| event.time < end);
            left = &left[of_column.max(1)..];
        }
        times
    }

    /// What happened from one time to another, s, in words; none if nothing did.
    pub(super) fn words(&self, scene: &Scene, span: [f64; 2]) -> Option<String> {
        let all = self.within(span);
        let of = |event: &RunEvent| {
            let source = self.sources.get(event.source)?;
            let name = &scene.objects().get(source.object)?.name;
            Some(format!("{} s  {name}: {}", seconds(event.time), source.words(event)))
        };
        let mut lines: Vec<String> = all.iter().take(MOST_WORDS).filter_map(of).collect();
        if lines.is_empty() {
            return None;
        }
        if all.len() > MOST_WORDS {
            lines.push(format!("and {} more", all.len() - MOST_WORDS));
        }
        if self.left_out > 0 {
            lines.push(format!(
                "Only the first {} events of the run are kept; {} came later.",
                self.list.len(),
                self.left_out
            ));
        }
        Some(lines.join("\n"))
    }
}

/// To the microsecond.
fn seconds(time: f64) -> String {
    let text = format!("{time:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use bowline_engine::EventKind;

    use super::*;

    /// Of one SimObject, at these times.
    pub(in crate::window) fn at(times: impl IntoIterator<Item = f64>) -> Events {
        let sources = vec![EventSource { object: 0, signal: "Height".to_owned(), kind: EventKind::Crossing }];
        let list = times.into_iter().map(|time| RunEvent { time, source: 0, from: 1.0, to: -1.0 });
        Events::new(sources, list.collect())
    }

    /// 100 000 events on a slider of 500 pixels are 500 strokes, and one that stands alone is where it is.
    #[test]
    fn many_events_are_as_many_strokes_as_there_are_columns() {
        let events = at((0..100_000).map(|number| 1e-5 * f64::from(number)).chain([7.25]));
        let columns = events.columns([0.0, 10.0], 5000);
        assert_eq!(columns.len(), 501);
        assert_eq!((columns[0], columns[500]), (0.0, 7.25));
        assert_eq!(events.columns([2.0, 10.0], 100), [7.25]);
        assert!(events.columns([8.0, 10.0], 100).is_empty());
        // Neither a span without an extent nor one without room hangs.
        assert_eq!(at([1.0, 1.0]).columns([1.0, 1.0], 100), [1.0, 1.0]);
        assert_eq!(at([1.0, 1.0]).columns([0.0, 2.0], 0), [1.0]);
    }

    #[test]
    fn words_name_a_few_and_count_the_rest() {
        let replay = crate::window::player::tests::replay();
        let events = at([0.5, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75, 0.75, 3.0]);
        assert_eq!(events.words(replay.scene(), [0.4, 0.6]).as_deref(), Some("0.5 s  B: `Height` falls below 0"));
        assert_eq!(events.words(replay.scene(), [1.0, 2.0]), None);
        let many = events.words(replay.scene(), [0.0, 1.0]).unwrap_or_default();
        assert_eq!((many.lines().count(), many.lines().last()), (7, Some("and 2 more")));
        // Those of a file that was made for something else are left out.
        let lost = Events::new(Vec::new(), events.list.clone());
        assert_eq!(lost.words(replay.scene(), [0.0, 1.0]), None);
    }

    #[test]
    fn those_behind_a_jump_back_are_no_more() {
        let mut events = at([0.5, 1.5, 2.5]);
        events.take(&EventBatch { kept: 1, events: at([0.75]).list, left_out: 3 });
        assert_eq!(events.list.iter().map(|event| event.time).collect::<Vec<_>>(), [0.5, 0.75]);
    }
}
