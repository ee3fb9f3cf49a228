//! Indicators that fire.

/// Positions of indicators that fire, ascending. Whoever holds one runs their
/// handlers: a dropped event is lost for ever.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[must_use = "an event that is dropped is lost for ever"]
pub(crate) struct Fired(Vec<usize>);

impl Fired {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(in crate::happenings) fn contains(&self, indicator: usize) -> bool {
        self.0.binary_search(&indicator).is_ok()
    }

    pub(in crate::happenings) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().copied()
    }

    /// Adds others, each once.
    pub(in crate::happenings) fn add(&mut self, others: &Self) {
        self.0.extend_from_slice(&others.0);
        self.0.sort_unstable();
        self.0.dedup();
    }
}

impl FromIterator<usize> for Fired {
    fn from_iter<I: IntoIterator<Item = usize>>(indicators: I) -> Self {
        let mut fired = Self(indicators.into_iter().collect());
        fired.add(&Self::default());
        fired
    }
}
