//! How many pictures the window draws while time goes on, for `-v`.

use bevy::prelude::*;

use super::player::Player;

/// Pictures, and how long they took together, s.
#[derive(Debug, Default)]
pub(super) struct Drawn {
    pictures: u32,
    seconds: f64,
}

/// Counts them, and tells it when the window closes.
pub(super) fn count(
    player: Res<Player>,
    time: Res<Time<Real>>,
    mut exits: MessageReader<AppExit>,
    mut drawn: Local<Drawn>,
) {
    if player.is_going() {
        drawn.pictures += 1;
        drawn.seconds += time.delta_secs_f64();
    }
    if exits.read().next().is_some() && drawn.pictures > 0 {
        let Drawn { pictures, seconds } = *drawn;
        let rate = f64::from(pictures) / seconds;
        tracing::info!("{pictures} pictures in {seconds:.1} s of a run: {rate:.1} each second");
    }
}
