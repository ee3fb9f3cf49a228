//! The trails of the scene.
//!
//! A replay knows all of them. A run's are what was shown of it; where that is too little, as behind a jump ahead, a
//! second run finds the rest.

use std::sync::Arc;

use bevy::prelude::*;
use bowline_engine::Intervention;
use bowline_engine::live::{LiveStatus, Retrace};
use bowline_parts::Trails;

use super::player::Player;
use crate::stage::{Shown, StageTrails};

/// Of which run the trails are that are known.
#[derive(Resource, Debug, Default)]
pub(super) struct Memory {
    /// What had been done to it.
    changes: Arc<[Intervention]>,
    /// Whether a part was shown too seldom.
    is_coarse: bool,
    /// A second run that knows better, and what will have been done to it.
    second: Option<(Retrace<Trails>, Arc<[Intervention]>)>,
}

/// Places farther apart than this part of a run do not show its path.
const COARSE: f64 = 1.0 / 400.0;

/// Those that are known when the window opens.
///
/// # Errors
/// The replay cannot be read; in words.
pub(super) fn begin(player: &mut Player) -> Result<StageTrails, String> {
    player.trails().map(StageTrails)
}

/// Lets them follow what is shown.
pub(super) fn follow(
    player: Res<Player>,
    shown: Res<Shown>,
    mut memory: ResMut<Memory>,
    mut trails: ResMut<StageTrails>,
) {
    if trails.0.is_empty() {
        return;
    }
    let (memory, is_live) = (memory.bypass_change_detection(), player.model().is_some());
    if is_live {
        let found = memory.second.as_mut().and_then(|(second, changes)| Some((second.take()?, Arc::clone(changes))));
        if let Some((known, changes)) = found {
            memory.second = None;
            trails.0.fill(known, common_until(&changes, &player.now().changes));
        }
    }
    if !shown.is_changed() {
        return;
    }
    if is_live {
        memory.note(&player, &shown, &mut trails.bypass_change_detection().0);
    }
    trails.0.show(shown.time);
}

impl Memory {
    /// Takes what is shown of a run.
    fn note(&mut self, player: &Player, shown: &Shown, trails: &mut Trails) {
        let now = player.now();
        if !Arc::ptr_eq(&self.changes, &now.changes) {
            trails.forget_from(common_until(&self.changes, &now.changes));
            self.changes = Arc::clone(&now.changes);
        }
        let ([start, end], last) = (player.span(), trails.last());
        // On its way it passes what is known, and has the same bits.
        if now.status == LiveStatus::Jumping && shown.time <= last {
            return;
        }
        self.is_coarse |= shown.time - last.max(start) > COARSE * (end - start);
        trails.take(&shown.scene, &shown.moment, shown.time);
        if self.is_coarse && !player.is_going() && self.second.is_none() {
            self.is_coarse = false;
            self.second = player.trace().map(|second| (second, Arc::clone(&now.changes)));
        }
    }
}

/// Up to which time, s, two runs are the same to which these things were done.
fn common_until(one: &[Intervention], other: &[Intervention]) -> f64 {
    let differ = one.iter().zip(other).position(|(one, other)| one != other).unwrap_or(one.len().min(other.len()));
    let first = [one, other].into_iter().flat_map(|changes| changes.get(differ));
    // What was done before the run began has no time.
    let times = first.map(|change| change.time().unwrap_or(f64::NEG_INFINITY));
    times.fold(f64::INFINITY, f64::min).next_up()
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;

    fn rest(time_s: f64) -> Intervention {
        Intervention::Rest { time_s, landed: false }
    }

    /// Up to the first change that one of them has and the other has not, and no farther.
    #[test]
    fn two_runs_are_the_same_up_to_the_first_difference() {
        let (early, late) = (rest(1.0), rest(3.0));
        assert_eq!(common_until(&[], &[]), f64::INFINITY);
        assert_eq!(common_until(from_ref(&early), from_ref(&early)), f64::INFINITY);
        let is_just_behind = |until: f64, time: f64| until > time && until - time < 1e-9;
        assert!(is_just_behind(common_until(from_ref(&early), &[early.clone(), late.clone()]), 3.0));
        assert!(is_just_behind(common_until(&[early], &[late]), 1.0));
    }
}
