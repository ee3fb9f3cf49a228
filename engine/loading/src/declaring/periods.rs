//! The periods of what ticks set, in a run and in the one that it continues.

use simobject::Clock;
use simobject_host::Role;

use super::objects::Objects;
use bowline_model::model::clocks::Timing;
use bowline_model::model::signal_id::SignalId;
use bowline_text::diagnostic::{Diagnostic, Diagnostics};
use bowline_text::source::Span;

/// A period and an offset, s.
type Pair = [f64; 2];

/// Compares them, signal by signal. With other periods, memory holds numbers of
/// other tick times, out of order, and so does what an update sets that counts
/// ticks; any other discrete state is a number like others.
pub(crate) struct Periods<'a, 'd> {
    objects: &'a Objects<'d>,
    /// What ticks set, for each object.
    ticking: &'a [Vec<(u32, Clock)>],
    /// Which of these the file lists.
    is_said: Vec<Vec<bool>>,
    changed: Vec<Change>,
}

/// Signals with another period or offset.
struct Change {
    counts_ticks: bool,
    was: Pair,
    now: Pair,
    first: SignalId,
    span: Span,
    /// Their count.
    count: usize,
}

impl<'a, 'd> Periods<'a, 'd> {
    pub(crate) fn new(objects: &'a Objects<'d>, ticking: &'a [Vec<(u32, Clock)>]) -> Self {
        let is_said = ticking.iter().map(|signals| vec![false; signals.len()]).collect();
        Self { objects, ticking, is_said, changed: Vec::new() }
    }

    /// Notes what the file says of a signal, at that position among what ticks
    /// set, and when it is set now.
    pub(crate) fn compare(&mut self, id: SignalId, position: usize, was: Pair, span: Span, now: Timing) {
        self.is_said[id.object as usize][position] = true;
        let Timing::Every { period, offset } = now else { return };
        let now = [period, offset];
        // 0 and -0 are one time.
        if was == now {
            return;
        }
        let counts_ticks = self.counts_ticks(id);
        let is_like = |change: &&mut Change| (change.counts_ticks, change.was, change.now) == (counts_ticks, was, now);
        match self.changed.iter_mut().find(is_like) {
            Some(change) => change.count += 1,
            None => self.changed.push(Change { counts_ticks, was, now, first: id, span, count: 1 }),
        }
    }

    /// Reports changes, and memory that the file does not mention.
    pub(crate) fn report(self, clocks: Span, diagnostics: &mut Diagnostics) {
        for change in &self.changed {
            let (name, was, now) = (self.name(change.first, change.count), words(change.was), words(change.now));
            diagnostics.push(if change.counts_ticks {
                let message = format!(
                    "{name} kept every {was}; from here on it would be every {now}: what was kept would come out of order"
                );
                let help = format!("go on with a SampleTime of that run ({was}), or begin anew, without its state");
                Diagnostic::error("other-period", message).at(change.span).help(help)
            } else {
                let message = format!("{name} set every {was}; from here on it is every {now}");
                Diagnostic::warning("other-period", message).at(change.span)
            });
        }
        let unsaid = self.ticking.iter().zip(&self.is_said).zip(0..).flat_map(|((signals, is_said), object)| {
            let unsaid = signals.iter().zip(is_said).filter(|(_, is_said)| !**is_said);
            unsaid.map(move |((signal, _), _)| SignalId { object, signal: *signal })
        });
        let memory: Vec<SignalId> = unsaid.filter(|id| self.counts_ticks(*id)).collect();
        if let Some(first) = memory.first() {
            let name = self.name(*first, memory.len());
            let message =
                format!("the state file does not say how often {name} kept: an older program may have saved it");
            let help = "the SampleTime must be that of the run that saved it: with another one, what was kept would come \
                        out of order";
            diagnostics.push(Diagnostic::warning("unknown-period", message).at(clocks).help(help));
        }
    }

    fn counts_ticks(&self, id: SignalId) -> bool {
        let interface = &self.objects.list[id.object as usize].interface;
        interface.signals[id.signal as usize].role == Role::Memory
            || interface.calculations.iter().any(|of| of.counts_ticks && of.gives.contains(&id.signal))
    }

    /// This many signals, naming one, with their verb.
    fn name(&self, first: SignalId, count: usize) -> String {
        let name = self.objects.list[first.object as usize].signal_name(first.signal as usize);
        if count == 1 { format!("`{name}` was") } else { format!("`{name}` and {} more were", count - 1) }
    }
}

fn words([period, offset]: Pair) -> String {
    if offset == 0.0 { format!("{period:?} s") } else { format!("{period:?} s, with an offset of {offset:?} s") }
}
