//! Sets of cases.

/// A set of cases, one bit each.
#[derive(Debug, Clone, Default)]
pub(crate) struct CaseSet {
    words: Vec<u64>,
}

impl CaseSet {
    /// Adds a case; whether it was not in yet.
    pub(crate) fn insert(&mut self, case: u64) -> bool {
        let (word, bit) = place(case);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let is_new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        is_new
    }

    /// Whether a case is in it.
    pub(crate) fn has(&self, case: u64) -> bool {
        let (word, bit) = place(case);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }
}

fn place(case: u64) -> (usize, u64) {
    (usize::try_from(case / 64).unwrap_or(usize::MAX), 1 << (case % 64))
}

#[cfg(test)]
mod tests {
    use super::CaseSet;

    #[test]
    fn a_case_is_in_it_once() {
        let mut set = CaseSet::default();
        assert!([1, 64, 63, 1000].into_iter().all(|case| set.insert(case)));
        assert!(!set.insert(64));
        assert!([1, 63, 64, 1000].into_iter().all(|case| set.has(case)));
        assert!([0, 2, 65, 999, 1001, 1 << 40].into_iter().all(|case| !set.has(case)));
    }
}
