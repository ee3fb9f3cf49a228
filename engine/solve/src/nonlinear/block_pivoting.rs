//! Modes that are right together: which of those that are wrong flip next.

use std::collections::HashSet;
use std::hash::Hash;

/// A search for modes of which none is wrong.
///
/// All that are wrong flip at once. Where that comes back to modes that were there before, they flip one by one, always
/// the first that is wrong: that ends where there is one solution for whatever drives the modes, as in passive
/// circuits of diodes (Murty 1974, Note on a Bard-type scheme for solving the linear complementarity problem, Opsearch 11;
/// Judice, Pires 1994, A block principal pivoting algorithm, Computers & Operations Research 21, for both together).
#[derive(Debug)]
pub struct BlockPivoting<M> {
    met: HashSet<M>,
    is_one_by_one: bool,
}

impl<M> Default for BlockPivoting<M> {
    fn default() -> Self {
        Self { met: HashSet::new(), is_one_by_one: false }
    }
}

impl<M: Eq + Hash> BlockPivoting<M> {
    /// Which of those that are wrong in these modes flip next: the first ones, so many; none if the search has come back to
    /// modes that it met one by one.
    pub fn next(&mut self, wrong: usize, modes: M) -> Option<usize> {
        if wrong == 0 {
            return Some(0);
        }
        if self.met.contains(&modes) {
            if self.is_one_by_one {
                return None;
            }
            self.is_one_by_one = true;
            self.met.clear();
        }
        self.met.insert(modes);
        Some(if self.is_one_by_one { 1 } else { wrong })
    }

    /// Whether modes flip one by one, because all at once came back.
    pub fn is_one_by_one(&self) -> bool {
        self.is_one_by_one
    }
}

#[cfg(test)]
mod tests {
    use super::BlockPivoting;

    /// What a search comes to among three modes, of which `wrong_in` says which are wrong.
    fn search(wrong_in: impl Fn([bool; 3]) -> Vec<usize>) -> Option<[bool; 3]> {
        let (mut search, mut modes) = (BlockPivoting::default(), [false; 3]);
        for _ in 0..50 {
            let wrong = wrong_in(modes);
            let next = search.next(wrong.len(), modes)?;
            if next == 0 {
                return Some(modes);
            }
            wrong[..next].iter().for_each(|index| modes[*index] = !modes[*index]);
        }
        panic!("the search does not end");
    }

    #[test]
    fn what_goes_round_together_is_found_one_by_one() {
        // Wrong are all that are not as the two others together say.
        let right = [true, false, true];
        let wrong = |modes: [bool; 3]| (0..3).filter(|at| modes[*at] != right[*at]).collect::<Vec<_>>();
        assert_eq!(search(wrong), Some(right));
        // All at once go from none to all and back; one by one the first two.
        let go_round = |modes: [bool; 3]| match modes {
            [false, false, false] | [true, true, true] => vec![0, 1, 2],
            [true, false, false] => vec![1],
            [true, true, false] => vec![],
            _ => vec![0],
        };
        assert_eq!(search(go_round), Some([true, true, false]));
    }

    #[test]
    fn what_has_no_solution_ends() {
        assert_eq!(search(|_| vec![0, 2]), None);
        assert_eq!(search(|modes| vec![usize::from(modes[0])]), None);
    }
}
