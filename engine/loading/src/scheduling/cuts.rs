//! Where the circles of a block are cut.

use std::collections::BTreeSet;

use bowline_model::model::signal_id::SignalId;

/// Up to so many signals the best cut is found by trying all.
const FEW: usize = 12;

/// What the members of a block give to each other, by their positions.
pub(crate) struct Circles {
    pub(crate) members: usize,
    /// Giver, reader and signal; no signal if it cannot be cut.
    pub(crate) given: Vec<(usize, usize, Option<SignalId>)>,
}

/// How well a signal is known at the start: the scenario gives it, its author guesses it, or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Known {
    Given,
    Guessed,
    Nothing,
}

/// A signal that may be cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate {
    pub(crate) id: SignalId,
    /// How many numbers it has.
    pub(crate) width: usize,
    /// How well it is known at the start.
    pub(crate) known: Known,
    /// Whether it is an in-port, for which nobody can give a guess.
    pub(crate) is_in_port: bool,
}

impl Circles {
    /// Signals that cut all circles, `unknowns` among them: as few numbers as possible, out-ports before in-ports, those that are known at the
    /// start before others, and those that are declared first. Exact for a few signals.
    pub(crate) fn cut(&self, candidates: &[Candidate], unknowns: BTreeSet<SignalId>) -> BTreeSet<SignalId> {
        // What reads itself has to be cut.
        let mut cut = unknowns;
        cut.extend(self.given.iter().filter(|(from, to, _)| from == to).filter_map(|(.., id)| *id));
        let open: Vec<Candidate> = candidates.iter().copied().filter(|c| !cut.contains(&c.id)).collect();
        if open.len() <= FEW {
            let best = (0..1_u32 << open.len())
                .map(|chosen| (0..open.len()).filter(|bit| chosen & (1 << bit) != 0).collect::<Vec<_>>())
                .filter(|chosen| self.is_open(&cut, chosen.iter().map(|at| open[*at].id)))
                .min_by_key(|chosen| {
                    let width: usize = chosen.iter().map(|at| open[*at].width).sum();
                    let mut unknown: Vec<Known> = chosen.iter().map(|at| open[*at].known).collect();
                    unknown.sort_unstable_by(|a, b| b.cmp(a));
                    let in_ports = chosen.iter().filter(|at| open[**at].is_in_port).count();
                    (width, in_ports, unknown, chosen.clone())
                });
            cut.extend(best.unwrap_or_default().iter().map(|at| open[*at].id));
            return cut;
        }
        let mut open = open;
        while !self.is_open(&cut, std::iter::empty()) {
            let on_circles = self.on_circles(&cut);
            // A signal with many readers, whose giver has many sources, is on many circles.
            let score = |candidate: &Candidate| {
                let edges = || self.given.iter().filter(|(from, to, _)| on_circles[*from] && on_circles[*to]);
                let readers = edges().filter(|(.., id)| *id == Some(candidate.id)).count();
                let giver = edges().find(|(.., id)| *id == Some(candidate.id)).map(|(from, ..)| *from);
                let sources = edges().filter(|(_, to, _)| Some(*to) == giver).count();
                readers * sources * 1000 / candidate.width
            };
            let best = open.iter().enumerate().max_by_key(|(at, candidate)| {
                (score(candidate), !candidate.is_in_port, std::cmp::Reverse(candidate.known), std::cmp::Reverse(*at))
            });
            let Some((at, _)) = best else { break };
            cut.insert(open.remove(at).id);
        }
        cut
    }

    /// Whether nothing is on a circle once these are cut.
    fn is_open(&self, cut: &BTreeSet<SignalId>, more: impl Iterator<Item = SignalId>) -> bool {
        let more: BTreeSet<SignalId> = more.collect();
        let is_cut = |id: &SignalId| cut.contains(id) || more.contains(id);
        !self.remaining(is_cut).into_iter().any(|remains| remains)
    }

    /// The members that are still on circles, or between two.
    fn on_circles(&self, cut: &BTreeSet<SignalId>) -> Vec<bool> {
        self.remaining(|id| cut.contains(id))
    }

    /// The members that are left when all are removed, again and again, that wait for no other or that no other waits for.
    fn remaining(&self, is_cut: impl Fn(&SignalId) -> bool) -> Vec<bool> {
        let is_kept = |id: &Option<SignalId>| !id.as_ref().is_some_and(&is_cut);
        let edges = self.given.iter().filter(|(.., id)| is_kept(id)).map(|(from, to, _)| (*from, *to));
        let mut edges: Vec<(usize, usize)> = edges.collect();
        let mut remains = vec![true; self.members];
        peel(&mut remains, &edges);
        edges.iter_mut().for_each(|(from, to)| std::mem::swap(from, to));
        peel(&mut remains, &edges);
        remains
    }
}

/// Removes the members that wait for none of those that remain.
fn peel(remains: &mut [bool], edges: &[(usize, usize)]) {
    let (mut waits_for, mut readers) = (vec![0_usize; remains.len()], vec![Vec::new(); remains.len()]);
    for (from, to) in edges.iter().filter(|(from, to)| remains[*from] && remains[*to]) {
        waits_for[*to] += 1;
        readers[*from].push(*to);
    }
    let mut free: Vec<usize> = (0..remains.len()).filter(|at| remains[*at] && waits_for[*at] == 0).collect();
    while let Some(at) = free.pop() {
        remains[at] = false;
        for reader in &readers[at] {
            waits_for[*reader] -= 1;
            if waits_for[*reader] == 0 {
                free.push(*reader);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(object: usize) -> SignalId {
        SignalId { object: object as u32, signal: 0 }
    }

    /// Each member gives one signal, which has its number.
    fn circles(members: usize, edges: &[(usize, usize)]) -> Circles {
        Circles { members, given: edges.iter().map(|(from, to)| (*from, *to, Some(id(*from)))).collect() }
    }

    fn candidates(widths: &[usize]) -> Vec<Candidate> {
        widths
            .iter()
            .enumerate()
            .map(|(at, width)| Candidate { id: id(at), width: *width, known: Known::Nothing, is_in_port: false })
            .collect()
    }

    #[test]
    fn the_fewest_numbers_cut_all_circles() {
        // A figure of eight: both circles go through 2.
        let eight = circles(5, &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2)]);
        assert_eq!(eight.cut(&candidates(&[1; 5]), BTreeSet::new()), BTreeSet::from([id(2)]));
        // Where 2 is wide, one of each circle is less.
        assert_eq!(eight.cut(&candidates(&[1, 1, 5, 1, 1]), BTreeSet::new()), BTreeSet::from([id(0), id(3)]));
        // What is known goes before what comes first.
        let mut known = candidates(&[1, 1, 5, 1, 1]);
        known[1].known = Known::Guessed;
        assert_eq!(eight.cut(&known, BTreeSet::new()), BTreeSet::from([id(1), id(3)]));
        known[0].known = Known::Given;
        assert_eq!(eight.cut(&known, BTreeSet::new()), BTreeSet::from([id(0), id(3)]));
        let itself = circles(1, &[(0, 0)]);
        assert_eq!(itself.cut(&candidates(&[1]), BTreeSet::new()), BTreeSet::from([id(0)]));
    }

    #[test]
    fn large_blocks_are_cut_greedily_and_the_hub_first() {
        // A hub that twenty rings of three go through.
        let edges: Vec<(usize, usize)> =
            (0..20).flat_map(|ring| [(0, 2 * ring + 1), (2 * ring + 1, 2 * ring + 2), (2 * ring + 2, 0)]).collect();
        assert_eq!(circles(41, &edges).cut(&candidates(&[1; 41]), BTreeSet::new()), BTreeSet::from([id(0)]));
        // One ring of sixty.
        let ring: Vec<(usize, usize)> = (0..60).map(|at| (at, (at + 1) % 60)).collect();
        assert_eq!(circles(60, &ring).cut(&candidates(&[1; 60]), BTreeSet::new()).len(), 1);
    }
}
